"""Reinforcements (9.1): who comes when, and where; with air corps (11) and Hungarians (13)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import AT, UNIT, names, scene
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, verdict
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.rules import reinforcements
from rule import rule


def arriving(units: dict[str, int], others: dict[str, str] | None = None, side: str = "soviet", **more: Any) -> Game:
    """A reinforcement step with units that wait, by the turn they are due."""
    waiting = dict.fromkeys(units, "waiting")
    return stage("reinforcements", {**waiting, **(others or {})}, side=side, due=units, **more)


def offered(game: Game) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith("at ")}


# ---- one a city and turn ----------------------------------------------------------------------------


@rule("B41 9.1a")
def test_germans_arrive_one_a_city() -> None:
    game = arriving({"DE-L": 2, "DE-LI": 2, "DE-XXXV": 3}, side="axis", turn=3)
    act(game, "bring DE-L", "at 0116", "bring DE-LI")
    assert place_of(game, "DE-LI") == "0112"
    assert place_of(game, "DE-XXXV") == "waiting"


@rule("B41 9.1a")
def test_soviets_arrive_one_a_city_and_not_before_their_turn() -> None:
    game = arriving({"SU-29A": 2, "SU-30A": 2, "SU-43A": 3}, turn=2)
    assert game.legal.texts == ["bring SU-29A", "bring SU-30A"]
    act(game, "bring SU-29A", "at 2112")
    assert place_of(game, "SU-29A") == "2112"
    assert asked(game) == [("Soviet", "bring at")]  # the last one needs no picking
    assert verdict(game, "at 2112") == ["B41 9.1a"]
    assert verdict(game, "at 1304") == []


@rule("B41 9.1a")
def test_arrivals_are_used_at_once() -> None:
    game = arriving({"SU-29A": 2}, turn=2)
    act(game, "at 2112")
    while asked(game)[0][1] != "move":
        act(game, "done")
    assert "pick SU-29A" in game.legal.texts


# ---- where ------------------------------------------------------------------------------------------


@rule("B41 9.1b")
@pytest.mark.parametrize(
    ("unit", "entries"),
    [
        ("DE-L", ["0112", "0116"]),
        ("RO-VI", ["0431"]),
        ("IT-CSIR", ["0131"]),
        ("HU-GYOR", ["0124"]),
        ("DE-DIETL", ["0804"]),
        ("SU-24A", ["1713"]),  # noted for the unit
    ],
)
def test_each_country_has_its_entries(unit: str, entries: list[str]) -> None:
    assert names(reinforcements.arrival_hexes(FACTS, scene({unit: "waiting"}), UNIT[unit])) == entries


@rule("B41 9.1b")
def test_soviets_come_to_any_own_major_city() -> None:
    state = scene({"SU-29A": "waiting"}, held=("Minsk", "Riga"))
    found = reinforcements.arrival_hexes(FACTS, state, UNIT["SU-29A"])
    assert found == FACTS.soviet_majors & ~hexes("Minsk", "Riga")


@rule("B41 9.1c")
def test_a_lost_place_sends_the_unit_to_the_nearest_town() -> None:
    state = scene({"SU-16A": "waiting"}, held=("Smolensk",))
    found = reinforcements.arrival_hexes(FACTS, state, UNIT["SU-16A"])
    assert found
    near = {FACTS.grid.distance(AT("1414"), i) for i in bits(found)}
    towns = FACTS.cities & FACTS.ussr & ~hexes("1414")
    assert near == {min(FACTS.grid.distance(AT("1414"), i) for i in bits(towns))}


@rule("B41 9.1c")
def test_romanians_without_bucharest() -> None:
    state = scene({"RO-VI": "waiting", "SU-8A": "0431"})
    state.held &= ~hexes("Bucharest")
    assert names(reinforcements.arrival_hexes(FACTS, state, UNIT["RO-VI"])) == ["0530"]  # Ploesti


# ---- special arrivals -------------------------------------------------------------------------------


@rule("B41 13d")
def test_hungarians_come_after_their_trigger() -> None:
    waiting = {"HU-GYOR": "waiting", "HU-VIII": "waiting"}
    for turn, comes in ((2, 0), (3, 1 << UNIT["HU-GYOR"]), (4, 1 << UNIT["HU-GYOR"] | 1 << UNIT["HU-VIII"])):
        state = scene(waiting, turn=turn, triggers=(2, 0, 0, 0, 0))
        assert reinforcements.due_units(FACTS, state, AXIS) == comes
    assert not reinforcements.due_units(FACTS, scene(waiting, turn=4), AXIS)
    game = arriving({"HU-GYOR": 3}, side="axis", turn=3, triggers=(2, 0, 0, 0, 0))
    assert place_of(game, "HU-GYOR") == "0124"


@rule("B41 11b")
def test_soviet_air_corps_come_to_major_cities() -> None:
    game = arriving({"SU-AIR1": 4}, turn=4, held=("Minsk",))
    assert offered(game) == set(names(FACTS.soviet_majors & ~hexes("Minsk")))
    assert verdict(game, "at 2115") == ["B41 11b"]


@rule("B41 11.1c")
def test_an_air_corps_that_lost_its_base_comes_to_any() -> None:
    game = arriving({"SU-AIR1": 7}, turn=7)
    assert verdict(game, "at 2115") == []
    early = arriving({"SU-AIR1": 8}, turn=7)
    assert place_of(early, "SU-AIR1") == "waiting"


@rule("B41 12.11a")
@pytest.mark.parametrize(("unit", "turn"), [("SU-LUGA", 2), ("SU-NEVA", 3)])
def test_luga_and_neva_appear_near_leningrad(unit: str, turn: int) -> None:
    assert FACTS.roster.arrives[UNIT[unit]] == str(turn)
    found = reinforcements.arrival_hexes(FACTS, scene({unit: "waiting"}), UNIT[unit])
    assert found >> AT("1304") & 1
    assert all(FACTS.grid.distance(AT("1304"), place) <= 3 for place in bits(found))


@rule("B41 12.11j", "B41 12.11e")
@pytest.mark.parametrize("unit", ["SU-BELOV", "SU-DOVATOR", "SU-KRIOU"])
def test_guards_cavalry_comes_to_any_city_on_its_cavalry_side(unit: str) -> None:
    game = arriving({unit: 9}, turn=9, held=("Orel",))
    assert offered(game) == set(names(FACTS.cities & FACTS.ussr & ~hexes("Orel")))
    act(game, "at 2115")
    assert game.state.steps[UNIT[unit]] == 1


@rule("B41 12.11j", "B41 11b")
def test_captured_cities_take_guards_cavalry_and_air_corps_but_no_armies() -> None:
    """Konigsberg and Memel in Soviet hands."""
    taken = {"SU-8A": "0112", "SU-11A": "0211"}
    assert {"0112", "0211"} <= offered(arriving({"SU-BELOV": 9}, taken, turn=9))
    air = offered(arriving({"SU-AIR1": 4}, taken, turn=4))
    assert ("0112" in air, "0211" in air) == (True, False)
    assert not {"0112", "0211"} & offered(arriving({"SU-29A": 2}, taken, turn=2))


@rule("B41 12.5f")
def test_guards_airborne_corps_join_a_unit_that_is_not_isolated() -> None:
    others = {"SU-8A": "2112", "SU-11A": "2115", "DE-I": "0116"}
    game = arriving({"SU-GABN1": 7}, others, turn=7, isolated=("SU-11A",))
    assert game.legal.texts == ["keep", "at 2112"]
    act(game, "at 2112")
    assert place_of(game, "SU-GABN1") == "2112"
    game = arriving({"SU-GABN1": 7}, others, turn=7)
    act(game, "keep")
    assert place_of(game, "SU-GABN1") == "off-map"
    for unit, turn in (("SU-GABN1", "7"), ("SU-GABN2", "8")):
        assert FACTS.roster.arrives[UNIT[unit]] == turn


@rule("B41 12.5k")
def test_the_fallschirmjaeger_are_at_hand_from_turn_3() -> None:
    assert place_of(arriving({"DE-7FJ": 3}, {"DE-I": "0116"}, side="axis", turn=2), "DE-7FJ") == "waiting"
    assert place_of(arriving({"DE-7FJ": 3}, {"DE-I": "0116"}, side="axis", turn=3), "DE-7FJ") == "off-map"


@rule("B41 12.5k")
@pytest.mark.parametrize("turn", [4, 7])
def test_they_can_become_an_infantry_point_then_or_later(turn: int) -> None:
    game = stage("replacements", {"DE-7FJ": "off-map", "DE-I": "0116"}, turn=turn)
    act(game, "point")
    assert place_of(game, "DE-7FJ") == "removed"
    assert game.state.pool_infantry == 6
    gone = stage("replacements", {"DE-7FJ": "removed", "DE-I": "0116"}, turn=turn, reduced=("DE-I",))
    assert "point" not in gone.legal.texts


@rule("B41 14.3e")
def test_early_siberians_come_on_their_turn() -> None:
    for played, due in ((False, "waiting"), (True, "1304")):
        game = stage(
            "reinforcements", {"SU-58A": "waiting", "DE-I": "0116"}, side="soviet", turn=6,
            options={"early-siberians": played}, held=set(CITIES) - {"Leningrad"},
        )  # fmt: skip
        assert place_of(game, "SU-58A") == due


CITIES = [site.name for site in FACTS.board.sites.of("major") if FACTS.soviet_majors >> site.hex & 1]


@rule("B41 14.3c")
def test_no_fallschirmjaeger_do_not_come() -> None:
    units = {"DE-7FJ": "waiting", "DE-I": "0116"}
    game = stage("reinforcements", units, turn=3, options={"no-fallschirmjaeger": True})
    assert place_of(game, "DE-7FJ") == "waiting"
    assert place_of(stage("reinforcements", units, turn=3), "DE-7FJ") == "off-map"
