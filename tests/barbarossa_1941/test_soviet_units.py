"""Special Soviet units (12.11): operational groups, militia, mobile groups, shock armies."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import names, scene
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, steps_of, verdict
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import replacements
from ostfront.games.barbarossa_1941.rules.weather import mobility
from ostfront.games.barbarossa_1941.state import Replacing
from rule import rule

UNIT = FACTS.roster.index
PANZERS = {"DE-XXIV": "0419", "DE-LVI": "0419"}


def destroyed(unit: str, **fields: Any) -> Game:
    """Two panzer corps wipe out a unit in 0418 with a 6."""
    game = stage("combat", {**PANZERS, unit: "0418"}, turn=5, rolls=["6"], guns_axis=0, **fields)
    act(game, "attack 0418", *(f"with {corps}" for corps in PANZERS))
    while asked(game)[0][1] in ("commit", "lead", "second loss"):
        texts = game.legal.texts
        act(game, next((word for word in ("resolve", "stand") if word in texts), texts[0]))
    return game


# ---- Luga and Neva ----------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["SU-LUGA", "SU-NEVA"])
def test_operational_groups_are_not_rebuilt(unit: str) -> None:
    assert place_of(destroyed(unit), unit) == "removed"


@rule("B41 12.11a")
def test_the_neva_group_goes_to_the_nearest_town_if_leningrad_is_lost() -> None:
    lost = {"DE-I": "1304", "DE-II": "1204", "DE-X": "1303", "DE-V": "1305", "DE-VI": "1405"}
    game = stage("reinforcements", {**lost, "SU-NEVA": "waiting"}, side="soviet", turn=3)
    assert game.legal.texts == ["at 1203", "at 1306", "at 1504"]  # Vyborg, Luga, Volkhov
    free = stage("reinforcements", {"SU-NEVA": "waiting", "DE-I": "0116"}, side="soviet", turn=3)
    assert {text[3:] for text in free.legal.texts} == {"1304", "1204", "1303", "1305", "1405"}


# ---- militia ----------------------------------------------------------------------------------------

MILITIA = {"SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
CALLED: dict[str, Any] = {"triggers": (1, 1, 0, 0, 0)}


@rule("B41 12.11b")
def test_militia_interrupts_an_exploitation() -> None:
    """The note of 12.11: the move goes on afterwards."""
    game = stage("exploitation", {"DE-XXIV": "1913", **MILITIA}, turn=4, **CALLED)
    act(game, "pick DE-XXIV", "go 2013")
    assert asked(game) == [("Soviet", "militia")]
    act(game, "raise 2112")
    assert place_of(game, "SU-OPOL1") == "2112"
    assert steps_of(game, "SU-OPOL1") == 2
    assert asked(game)[0][0] == "Axis"


@rule("B41 12.11b")
def test_a_city_that_declines_has_had_its_chance() -> None:
    game = stage("movement", {"DE-XXIV": "1814", "DE-LVI": "1814", **MILITIA}, turn=4, **CALLED)
    act(game, "pick DE-XXIV", "go 2013", "pass")
    while asked(game) == [("Axis", "march")]:
        act(game, "stop")
    act(game, "pick DE-LVI", "go 2014")
    assert asked(game)[0][0] == "Axis"
    assert game.state.approached == hexes("Moscow")


@rule("B41 12.11b", "B41 13e")
def test_an_advance_next_to_a_city_calls_militia_too() -> None:
    """DE-XXIV drives SU-8A out of 2013, next to Moscow."""
    units = {"DE-XXIV": "1913", "SU-13MC": "2013", **MILITIA}
    game = stage("combat", units, turn=4, rolls=["6"], guns_axis=0, **CALLED)
    act(game, "attack 2013")
    assert asked(game) == [("Axis", "advance")]
    act(game, "advance DE-XXIV")
    assert asked(game) == [("Soviet", "militia")]


@rule("B41 12.11c")
def test_militia_neither_moves_nor_retreats() -> None:
    game = stage("movement", {"SU-OPOL1": "2112", "SU-8A": "2115", "DE-I": "0116"}, side="soviet")
    assert verdict(game, "pick SU-8A") == []
    assert verdict(game, "pick SU-OPOL1") == ["B41 12.11c"]

    def attacked(units: dict[str, str]) -> Game:
        """Six to four, quality 5 to 2: 4:1, where a 4 is two steps."""
        game = stage("combat", {"DE-XXIV": "0419", **units}, turn=5, rolls=["4"], guns_axis=0)
        act(game, "attack 0418")
        if asked(game) == [("Soviet", "lead")]:
            act(game, "lead SU-8A")
        return game

    assert asked(attacked({"SU-8A": "0418"})) == [("Soviet", "second loss")]
    stuck = attacked({"SU-8A": "0418", "SU-OPOL1": "0418"})
    assert asked(stuck) != [("Soviet", "second loss")]


@rule("B41 12.11c")
def test_militia_may_be_destroyed_at_will() -> None:
    game = stage("replacements", {"SU-OPOL1": "2112", "DE-I": "0116"}, side="soviet", turn=5)
    act(game, "disband SU-OPOL1")
    assert place_of(game, "SU-OPOL1") == "eliminated"


@rule("B41 12.11d")
def test_a_destroyed_militia_returns_next_turn_in_another_city() -> None:
    game = stage("replacements", {"SU-OPOL1": "2112", "DE-I": "2111"}, side="soviet", turn=5, raised=hexes("Moscow"))
    act(game, "disband SU-OPOL1")
    assert game.state.due[UNIT["SU-OPOL1"]] == 6
    while game.state.turn == 5:
        assert "bring SU-OPOL1" not in game.legal.texts
        act(game, "done")
    back = stage(
        "reinforcements", {"SU-OPOL1": "eliminated", "DE-I": "2111"}, side="soviet", turn=6, due={"SU-OPOL1": 6},
        raised=hexes("Moscow"), held=["Minsk"],
    )  # fmt: skip
    assert back.legal.texts == ["done", "bring SU-OPOL1"]
    act(back, "bring SU-OPOL1")
    offered = {text[3:] for text in back.legal.texts}
    assert offered == set(names(FACTS.soviet_majors & ~hexes("Moscow", "Minsk")))
    act(back, "at 1922")
    assert back.state.raised == hexes("Moscow", "Kharkov")


# ---- cavalry and mobile groups ----------------------------------------------------------------------


def motorised(game: Game, unit: str) -> bool:
    return mobility(game.state, UNIT[unit]) == MOTORISED


@rule("B41 12.11e")
@pytest.mark.parametrize("unit", ["SU-6CC", "SU-BELOV"])
def test_cavalry_becomes_a_mobile_group_for_a_motorised_point(unit: str) -> None:
    game = stage("replacements", {unit: "2112", "SU-5CC": "2115", "DE-I": "0116"}, side="soviet", turn=9)
    assert not motorised(game, unit)
    act(game, f"refit {unit}")
    assert steps_of(game, unit) == 2 and motorised(game, unit)
    assert "refit SU-5CC" not in game.legal.texts  # one point a turn
    none = stage("replacements", {unit: "2112", "SU-8A": "2115"}, side="soviet", turn=9, reduced=("SU-8A",),
                 held=["Kharkov"])  # fmt: skip
    assert verdict(none, f"refit {unit}") == ["B41 9.2g"]


@rule("B41 12.11f")
@pytest.mark.parametrize("unit", ["SU-KACH", "SU-ERM", "SU-KOST"])
def test_the_three_groups_enter_mobile_and_lose_their_wheels(unit: str) -> None:
    fresh = stage("exploitation", {unit: "2112", "DE-I": "0116"}, side="soviet", turn=5)
    assert steps_of(fresh, unit) == 2 and motorised(fresh, unit)
    assert f"pick {unit}" in fresh.legal.texts
    weak = stage("replacements", {unit: "2112", "DE-I": "0116"}, side="soviet", turn=5, reduced=(unit,))
    assert not motorised(weak, unit)
    act(weak, f"refit {unit}")
    assert motorised(weak, unit)


@rule("B41 12.11g")
@pytest.mark.parametrize("unit", ["SU-6CC", "SU-KACH", "SU-BELOV"])
def test_cavalry_and_groups_do_not_come_back(unit: str) -> None:
    assert place_of(destroyed(unit), unit) == "removed"


# ---- shock armies -----------------------------------------------------------------------------------


def shockable(turn: int, **fields: Any) -> list[str]:
    units = {"SU-8A": "2112", "SU-11A": "2115", "SU-27A": "1914", "SU-1SH": "off-map"}
    weak: dict[str, Any] = {"reduced": ("SU-11A",), "isolated": ("SU-27A",)}
    found = replacements.shockable(FACTS, scene(units, turn=turn, **weak, **fields), Replacing(SOVIET, 3))
    return [unit for unit in units if found >> UNIT[unit] & 1]


@rule("B41 12.11h")
def test_one_shock_army_a_turn_from_turn_7() -> None:
    assert shockable(7) == ["SU-8A"]
    assert shockable(6) == []
    assert shockable(7, shocked=True) == []


@rule("B41 12.11i")
def test_a_shock_army_replaces_a_full_supplied_army() -> None:
    assert shockable(7) == ["SU-8A"]
    units = {"SU-8A": "2112", "SU-3A": "2112", "SU-1SH": "off-map", "SU-2SH": "off-map", "DE-I": "0116"}
    game = stage("replacements", units, side="soviet", turn=7)
    act(game, "shock SU-8A")
    assert (place_of(game, "SU-1SH"), steps_of(game, "SU-1SH")) == ("2112", 3)
    assert place_of(game, "SU-8A") == "removed"
    assert "shock SU-3A" not in game.legal.texts


@rule("B41 12.11i")
def test_an_army_that_was_refitted_may_become_a_shock_army() -> None:
    units = {"SU-8A": "2115", "SU-1SH": "off-map", "DE-I": "0116"}
    game = stage("replacements", units, side="soviet", turn=7, reduced=("SU-8A",))
    assert verdict(game, "shock SU-8A") == ["B41 12.11i"]
    act(game, "refit SU-8A", "shock SU-8A")
    assert (place_of(game, "SU-1SH"), steps_of(game, "SU-1SH")) == ("2115", 3)


@rule("B41 12.11i")
def test_a_shock_army_costs_one_infantry_point() -> None:
    cities = [site.name for site in FACTS.board.sites.of("major") if FACTS.soviet_majors >> site.hex & 1]
    units = {"SU-8A": "2115", "SU-3A": "1914", "SU-1SH": "off-map", "DE-I": "0116"}
    game = stage("replacements", units, side="soviet", turn=7, held=[c for c in cities if c != "Moscow"],
                 reduced=("SU-3A",))  # fmt: skip
    assert "refit SU-3A" in game.legal.texts
    act(game, "shock SU-8A")
    assert place_of(game, "SU-1SH") == "2115"
    assert asked(game) != [("Soviet", "replace")]  # the only point of the turn is spent
