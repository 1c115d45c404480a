"""The isolation check and what isolation means (8, 8.1, 8.2), with Masters of Blitzkrieg (14.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from barbarossa_1941.stage import FACTS, act, asked, hexes, stage, steps_of, verdict
from ostfront.core.play.game import Game
from rule import rule

CUT_OFF = {"SU-8A": "0316", "DE-I": "0315", "DE-II": "0417", "DE-X": "0415"}  # no Soviet rail within its reach


def isolation(units: Mapping[str, str], side: str = "soviet", **fields: Any) -> Game:
    return stage("isolation", units, side=side, **fields)


def isolated(game: Game, unit: str) -> bool:
    return bool(game.state.isolated[FACTS.roster.index[unit]])


# ---- markers (8, 8.1) -------------------------------------------------------------------------------


@rule("B41 8e", "B41 8.1e")
def test_the_marker_comes_first_and_the_step_at_the_next_check() -> None:
    game = isolation(CUT_OFF)
    assert isolated(game, "SU-8A")
    assert steps_of(game, "SU-8A") == 2
    game = isolation(CUT_OFF, isolated=("SU-8A",))
    assert isolated(game, "SU-8A")
    assert steps_of(game, "SU-8A") == 1


@rule("B41 8.1d")
def test_the_marker_comes_off_when_a_line_is_found() -> None:
    game = isolation({"SU-8A": "1914"}, isolated=("SU-8A",))
    assert not isolated(game, "SU-8A")
    assert steps_of(game, "SU-8A") == 2


@rule("B41 8.1e")
def test_the_owner_chooses_who_of_a_stack_loses_the_step() -> None:
    units = {**CUT_OFF, "SU-11A": "0316"}
    game = isolation(units, isolated=("SU-8A", "SU-11A"))
    assert asked(game) == [("Soviet", "attrition")]
    assert sorted(game.legal.texts) == ["lose SU-11A", "lose SU-8A"]
    act(game, "lose SU-11A")
    assert [steps_of(game, unit) for unit in ("SU-8A", "SU-11A")] == [2, 1]


@rule("B41 8.1e")
def test_a_last_step_is_lost_too() -> None:
    game = isolation(CUT_OFF, isolated=("SU-8A",), reduced=("SU-8A",))
    assert game.state.place[FACTS.roster.index["SU-8A"]] == FACTS.boxes["eliminated"]
    assert game.state.lost_soviet == 0  # nobody counts what an isolated unit loses


@rule("B41 8a")
def test_supply_is_judged_in_the_check_and_holds_until_the_next() -> None:
    """A marker stays though a train would be next door, and no marker comes between checks."""
    game = stage("rail", {"SU-8A": "2112", "SU-11A": "2115"}, side="soviet", isolated=("SU-8A",))
    assert "entrain SU-11A" in game.legal.texts
    assert verdict(game, "entrain SU-8A") == ["B41 10.1d"]
    deep = stage("exploitation", {"DE-XXIV": "2016", "SU-7A": "2112"})  # far beyond any railhead
    assert "pick DE-XXIV" in deep.legal.texts


@rule("B41 8a")
def test_each_side_checks_its_own() -> None:
    game = isolation({**CUT_OFF, "DE-V": "2112"}, isolated=("DE-V",))
    assert isolated(game, "SU-8A")
    assert isolated(game, "DE-V") and steps_of(game, "DE-V") == 2


# ---- what it means (8.1) ----------------------------------------------------------------------------


@rule("B41 8.1a")
def test_isolated_units_do_not_exploit() -> None:
    units = {"DE-XXIV": "0915", "DE-LVI": "0915", "SU-7A": "2112"}
    game = stage("exploitation", units, isolated=("DE-XXIV",))
    assert verdict(game, "pick DE-LVI") == []
    assert verdict(game, "pick DE-XXIV") == ["B41 8.1a"]


@rule("B41 8.1a")
def test_isolated_units_do_not_overrun() -> None:
    """Open country from 0420 to 0418; a supplied panzer corps has the points."""
    units = {"DE-XXIV": "0420", "SU-8A": "0418"}
    supplied, cut_off = (stage("movement", units, isolated=marked) for marked in ((), ("DE-XXIV",)))
    for game in (supplied, cut_off):
        act(game, "pick DE-XXIV", "go 0419")
    assert asked(supplied) == [("Axis", "march")]
    assert "overrun 0418" in supplied.legal.texts
    assert asked(cut_off) != [("Axis", "march")]  # it has entered a ZOC and can do nothing more


# ---- limited sources (8.2) --------------------------------------------------------------------------


@rule("B41 8.2d", "B41 8.2f")
def test_a_besieged_port_city_feeds_six_steps_of_the_owners_choice() -> None:
    siege = {"DE-I": "1631", "SU-9A": "1531", "SU-18A": "1531", "SU-GAR-SEV": "1531", "SU-7A": "1530"}
    fits = isolation({unit: at for unit, at in siege.items() if unit != "SU-7A"})
    assert not isolated(fits, "SU-9A")
    game = isolation(siege)
    assert asked(game) == [("Soviet", "ration")]
    act(game, "feed SU-7A", "feed SU-9A", "feed SU-18A")
    assert isolated(game, "SU-GAR-SEV")
    assert not isolated(game, "SU-7A")


@rule("B41 8.2d")
def test_a_besieged_city_without_ships_feeds_four() -> None:
    around = {"DE-I": "0914", "DE-II": "1015", "DE-X": "0816", "DE-V": "1016"}
    game = isolation({**around, "SU-8A": "0915", "SU-11A": "0915", "SU-27A": "0915"})
    assert asked(game) == [("Soviet", "ration")]
    act(game, "feed SU-11A", "feed SU-27A")
    assert [isolated(game, unit) for unit in ("SU-8A", "SU-11A", "SU-27A")] == [True, False, False]


@rule("B41 8b", "B41 8.2d")
def test_a_railway_leads_to_a_besieged_city() -> None:
    """Kerch is four hexes from Sevastopol, by rail all the way; the isthmus is cut."""
    siege = {"DE-I": "1628", "SU-9A": "1531", "SU-18A": "1930"}
    lost = ("Odessa", "Novorossiysk")  # no ships, and no way over the strait
    game = isolation(siege, held=lost)
    assert not any(isolated(game, unit) for unit in ("SU-9A", "SU-18A"))
    cut = isolation({**siege, "DE-II": "1731"}, held=lost)
    assert [isolated(cut, unit) for unit in ("SU-9A", "SU-18A")] == [False, True]


@rule("B41 8.2e")
def test_the_fortress_is_never_isolated() -> None:
    siege = {"DE-I": "1631", "SU-FORT-SEV": "1531"}
    game = isolation(siege, held=("Odessa", "Novorossiysk"), isolated=())
    assert not isolated(game, "SU-FORT-SEV")
    full = {**siege, "SU-9A": "1531", "SU-18A": "1531"}
    game = isolation(full, held=("Odessa", "Novorossiysk"))
    assert not any(isolated(game, unit) for unit in full if unit.startswith("SU"))  # it eats nothing of the four


# ---- Masters of Blitzkrieg (14.3) -------------------------------------------------------------------

BLITZKRIEG = {"masters-of-blitzkrieg": True}


@rule("B41 14.3f")
def test_masters_of_blitzkrieg_takes_a_step_at_once() -> None:
    units = {**CUT_OFF, "DE-XXIV": "0317"}
    plain = isolation(units)
    assert steps_of(plain, "SU-8A") == 2
    played = isolation(units, options=BLITZKRIEG)
    assert steps_of(played, "SU-8A") == 1
    assert isolated(played, "SU-8A")
    away = isolation(CUT_OFF, options=BLITZKRIEG)
    assert steps_of(away, "SU-8A") == 2


@rule("B41 14.3f")
def test_an_isolated_panzer_corps_is_no_master() -> None:
    units = {**CUT_OFF, "DE-XXIV": "0317"}
    assert steps_of(isolation(units, options=BLITZKRIEG, isolated=("DE-XXIV",)), "SU-8A") == 2
    again = isolation(units, options=BLITZKRIEG, isolated=("SU-8A",))
    assert steps_of(again, "SU-8A") == 1  # it was isolated before: the usual step, not two


@rule("B41 14.3g")
@pytest.mark.parametrize(("turn", "steps"), [(6, 1), (7, 2), (8, 1), (9, 2)])
def test_masters_of_blitzkrieg_want_clear_or_icy_weather(turn: int, steps: int) -> None:
    game = isolation({**CUT_OFF, "DE-XXIV": "0317"}, turn=turn, options=BLITZKRIEG, axis_rail=hexes("0417"))
    assert isolated(game, "SU-8A")
    assert steps_of(game, "SU-8A") == steps
