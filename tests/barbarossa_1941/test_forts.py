"""Fortifications (12.4): forts that are built, and the fortress of Sevastopol; with mobilisation (13)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.scene import AT, names, scene
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, steps_of, verdict
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import forts
from rule import rule


def building(units: dict[str, str] | None = None, side: str = "soviet", **fields: Any) -> Game:
    return stage("forts", {"DE-I": "0116", "SU-7A": "2405", **(units or {})}, side=side, **fields)


# ---- how many ---------------------------------------------------------------------------------------


@rule("B41 12.4e")
def test_the_soviets_build_two_a_turn() -> None:
    game = building()
    act(game, "fortify 2112", "fortify 2111")
    assert asked(game) != [("Soviet", "fort")]
    assert game.state.forts_soviet == hexes("2112", "2111")


@rule("B41 12.4e", "B41 13f")
def test_they_build_three_after_mobilisation() -> None:
    game = building(triggers=(1, 2, 3, 0, 0), turn=4)
    act(game, "fortify 2112", "fortify 2111", "fortify 2115")
    assert asked(game) != [("Soviet", "fort")]
    before = building(triggers=(1, 2, 0, 0, 0), turn=4)
    act(before, "fortify 2112", "fortify 2111")
    assert asked(before) != [("Soviet", "fort")]


@rule("B41 13f", "B41 13i")
def test_eight_points_mobilise() -> None:
    units = {"DE-II": "2111", "SU-7A": "1501"}
    game = stage("movement", units, turn=4, held=["Orel"], triggers=(1, 1, 0, 0, 0))
    act(game, "move DE-II 2112")  # Moscow: 6 and 1
    assert game.state.triggers[2] == 0
    game = stage("movement", units, turn=4, held=["Orel", "Smolensk"], triggers=(1, 1, 0, 0, 0))
    act(game, "move DE-II 2112")
    assert game.state.triggers[2] == 4


SOVIET_SITES = bits(forts.sites(FACTS, scene({}), SOVIET) & FACTS.ussr)


@rule("B41 12.4f")
def test_twelve_soviet_forts_may_be_moved() -> None:
    built = mask(SOVIET_SITES[:12])
    game = building(forts_soviet=built)
    gone = names(built)[0]
    assert verdict(game, f"dismantle {gone}") == []
    assert verdict(game, "fortify 2112") != []
    act(game, f"dismantle {gone}", "fortify 2112")
    assert game.state.forts_soviet.bit_count() == 12
    assert game.state.forts_soviet & hexes("2112")


@rule("B41 12.4f")
def test_soviets_dismantle_only_when_all_forts_are_built() -> None:
    built = mask(SOVIET_SITES[:12])
    assert forts.removable(FACTS, scene({}, forts_soviet=built), SOVIET) == built
    fewer = built & (built - 1)
    assert not forts.removable(FACTS, scene({}, forts_soviet=fewer), SOVIET)


@rule("B41 12.4g")
def test_the_germans_build_one_a_turn_and_three_in_all() -> None:
    game = building(side="axis", turn=4)
    act(game, "fortify 0116")
    assert asked(game) != [("Axis", "fort")]
    two = building(side="axis", turn=4, forts_axis=hexes("0112", "0312"))
    act(two, "fortify 0116")
    assert asked(building(side="axis", turn=4, forts_axis=hexes("0112", "0312", "0116"))) != [("Axis", "fort")]


# ---- where ------------------------------------------------------------------------------------------


@rule("B41 12.4h")
def test_forts_stand_in_or_next_to_towns_outside_enemy_zocs() -> None:
    state = scene({"DE-I": "1414"})
    found = forts.sites(FACTS, state, SOVIET)
    assert found >> AT("2112") & 1
    assert not found & FACTS.grid.disk(AT("1414"), 1) & ~FACTS.majors
    assert found == found & FACTS.grid.closed(FACTS.cities)


@rule("B41 12.4h")
def test_a_site_needs_a_city_supply_and_no_zoc() -> None:
    game = building({"DE-II": "1914"})
    assert verdict(game, "fortify 2112") == []  # nobody is there
    assert verdict(game, "fortify 2113") == []  # next to Moscow
    away = names(FACTS.ussr & FACTS.land & FACTS.north & ~FACTS.grid.closed(FACTS.cities))[0]
    assert verdict(game, f"fortify {away}") == ["B41 12.4h"]
    assert verdict(game, "fortify 2015") == ["B41 12.4h"]  # next to Tula, in the ZOC of Kaluga
    axis = building(side="axis", turn=4, held=["Vilna"])
    assert verdict(axis, "fortify 0713") == ["B41 12.4h"]  # no railway leads there
    assert verdict(axis, "fortify 0219") == []
    assert names(forts.sites(FACTS, scene({}), AXIS) & FACTS.hungary) == []


# ---- what they do -----------------------------------------------------------------------------------

BATTLE = {"DE-I": "0419", "SU-8A": "0418"}


def modifier(side: str, **fields: Any) -> int:
    game = stage("combat", BATTLE, side=side, rolls=["3"], guns_axis=0, turn=5, **fields)
    act(game, "attack 0418" if side == "axis" else "attack 0419")
    return next(int(event.args[1]) for event in game.events or () if event.kind == "result")


@rule("B41 12.4c")
@pytest.mark.parametrize(
    ("side", "fields", "expected"),
    [
        ("axis", {"forts_soviet": hexes("0418")}, -1),
        ("axis", {"forts_axis": hexes("0419")}, 0),
        ("soviet", {"forts_axis": hexes("0419")}, -1),
        ("soviet", {"forts_soviet": hexes("0418")}, 0),
    ],
)
def test_a_fort_hinders_those_who_attack_it(side: str, fields: dict[str, int], expected: int) -> None:
    assert modifier(side, **fields) == expected


@rule("B41 12.4c")
def test_a_fort_counts_as_soon_as_it_is_placed() -> None:
    """Tilsit is fortified, and attacked in the Soviet phase of the same turn."""
    game = stage("forts", {"DE-I": "0312", "SU-8A": "0510"}, turn=4, guns_axis=0, rolls=["3"])
    act(game, "fortify 0312")
    while asked(game) != [("Soviet", "move")]:
        act(game, "done")
    act(game, "move SU-8A 0412")
    while asked(game) != [("Soviet", "attack")]:
        act(game, "done")
    act(game, "attack 0312")
    assert next(event.args[1] for event in game.events or () if event.kind == "result") == -1


# ---- the fortress -----------------------------------------------------------------------------------

SIEGE = {"DE-XI": "1631", "DE-XXX": "1631", "DE-LIV": "1631", "SU-FORT-SEV": "1531"}


def storm(units: dict[str, str], roll: str, **fields: Any) -> Game:
    """Three corps against Sevastopol, up to the first question after the commitment."""
    game = stage("combat", units, turn=5, rolls=[roll], guns_axis=0, **fields)
    act(game, "attack 1531", "with DE-XI", "with DE-XXX", "with DE-LIV")
    if "resolve" in game.legal.texts:
        act(game, "resolve")
    act(game, "lead DE-XI")
    return game


def column(game: Game) -> str:
    return next(str(event.args[2]) for event in game.events or () if event.kind == "result")


@rule("B41 12.4a")
def test_the_fortress_adds_its_value_and_defends_alone() -> None:
    """Nine to four is 2:1, nine to seven 1:1; the city is worth one column, quality 4 to 3 one, 4 to 1 three."""
    assert column(storm(SIEGE, "3")) == "2:1"
    game = storm({**SIEGE, "SU-32A": "1531"}, "3")
    act(game, "lead SU-32A")
    assert column(game) == "2:1"


@rule("B41 12.4b")
def test_the_fortress_may_lead_and_take_losses() -> None:
    game = storm({**SIEGE, "SU-32A": "1531"}, "5")
    assert asked(game) == [("Soviet", "lead")]
    assert sorted(game.legal.texts) == ["lead SU-32A", "lead SU-FORT-SEV"]
    act(game, "lead SU-FORT-SEV")
    assert steps_of(game, "SU-FORT-SEV") == 1  # the first loss is the lead unit's
    alone = storm(SIEGE, "6", steps={"SU-FORT-SEV": 1})
    assert place_of(alone, "SU-FORT-SEV") == "removed"
