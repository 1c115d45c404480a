"""More positions from the rulebook alone, where two clauses meet: supply, options, victory, partisans, militia."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import gone, no, settle, yes
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, steps_of
from ostfront.core.play.game import Game


def checked(units: dict[str, str], side: str = "soviet", turn: int = 3, **more: Any) -> Game:
    """The position after an isolation check, with the first choice made where there is one."""
    game = stage("isolation", units, side=side, turn=turn, **more)
    while asked(game) and asked(game)[0][1] in ("ration", "attrition"):
        act(game, game.legal.texts[0])
    return game


def isolated(game: Game, unit: str) -> bool:
    return bool(game.state.isolated[FACTS.roster.index[unit]])


# ---- supply (8) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [3, 7, 8])
def test_a_garrison_needs_the_railway_in_its_own_hex(turn: int) -> None:
    """8b: its allowance is 0 in any weather. Brest is on the railway; 1016 cut, the line by Gomel is left."""
    assert not isolated(checked({"SU-GAR-BRE": "0417", "DE-V": "0116"}, turn=turn), "SU-GAR-BRE")
    ring = {"SU-GAR-BRE": "0417", "DE-V": "0516", "DE-X": "0517", "DE-I": "0116"}
    assert isolated(checked(ring, turn=turn), "SU-GAR-BRE")


def test_stacks_with_and_without_a_marker_lose_one_step_of_the_marked() -> None:
    """8.1e. SU-8A had a marker, SU-11A has come since: only the first can lose the step; the second is marked."""
    units = {"SU-8A": "0430", "SU-11A": "0430", "DE-V": "0116", "SU-10A": "2112"}
    game = checked(units, isolated=["SU-8A"])
    assert (steps_of(game, "SU-8A"), steps_of(game, "SU-11A")) == (1, 2)
    assert isolated(game, "SU-11A")


def test_steps_lost_to_isolation_are_not_on_the_track() -> None:
    """9.2j: the unit has a marker."""
    game = checked({"SU-8A": "0430", "DE-V": "0116", "SU-10A": "2112"}, isolated=["SU-8A"], lost_soviet=3)
    assert steps_of(game, "SU-8A") == 1
    assert game.state.lost_soviet == 3


def test_a_port_follows_the_majority_of_the_ports() -> None:
    """8.2f, 8.2g. Tallinn is cut off: two steps are fed with three ports of five, none with two."""
    around = {"SU-27A": "0805", "DE-I": "0905", "DE-II": "0906", "DE-X": "0804", "SU-10A": "2112"}
    assert not isolated(checked(around), "SU-27A")
    assert isolated(checked(around, held=["Riga"]), "SU-27A")


def test_a_city_feeds_an_airborne_corps_besides_four_steps() -> None:
    """8.2d, 12.5a: four steps, and the corps of Kiev has none."""
    units = {
        "SU-8A": "1221", "SU-11A": "1221", "SU-GAR-KIE": "1221", "SU-1ABN": "1221", "SU-10A": "2112",
        "DE-X": "1121", "DE-V": "1220", "DE-I": "1222", "DE-II": "1320", "DE-VI": "1321",
    }  # fmt: skip
    game = stage("isolation", units, side="soviet", turn=4)
    assert asked(game) == [("Soviet", "ration")]
    assert yes(game, "feed SU-1ABN")
    act(game, "feed SU-1ABN", "feed SU-8A", "feed SU-11A")
    assert not isolated(game, "SU-1ABN")
    assert isolated(game, "SU-GAR-KIE")


# ---- Masters of Blitzkrieg (14.3) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("panzer", "turn", "marked", "left"),
    [
        ("DE-XXXXI", 3, (), (1, 1)),  # each unit of the stack
        ("DE-XXXXI", 8, (), (1, 1)),
        ("DE-XXXXI", 7, (), (2, 2)),  # mud
        ("DE-XXXXI", 3, ("DE-XXXXI",), (2, 2)),
        ("HU-GYOR", 3, (), (2, 2)),  # no Panzerkorps
        ("DE-I", 3, (), (2, 2)),
        ("DE-XXXXI", 3, ("SU-8A",), (1, 1)),  # one was isolated before: its step is the stack's, not this one
    ],
)
def test_masters_of_blitzkrieg_strike_each_unit(
    panzer: str, turn: int, marked: tuple[str, ...], left: tuple[int, int]
) -> None:
    """14.3f, 14.3g."""
    units = {"SU-8A": "0430", "SU-11A": "0430", panzer: "0530", "DE-V": "0116", "SU-10A": "2112"}
    options = {"masters-of-blitzkrieg": True}
    game = checked(units, turn=turn, isolated=marked, options=options, triggers=(1, 0, 0, 0, 0))
    assert (steps_of(game, "SU-8A"), steps_of(game, "SU-11A")) == left


# ---- victory (13) -------------------------------------------------------------------------------------

NINETEEN = ["Moscow", "Leningrad", "Rostov", "Kharkov", "Sevastopol"]  # 6 + 4 + 3 + 3 + 3
GARRISONS = {"DE-I": "2112", "DE-II": "1304", "DE-V": "2427", "DE-X": "1922", "DE-VI": "1531"}


@pytest.mark.parametrize(("turn", "over"), [(6, True), (7, False)])
def test_sudden_death_comes_in_the_soviet_phase_too(turn: int, over: bool) -> None:
    """13j, 13m. The twentieth point is the Finnish one: the last Soviet army of the zone leaves it by itself."""
    units = {**GARRISONS, "SU-7A": "1603", "SU-8A": "2219"}
    game = stage("movement", units, side="soviet", turn=turn, held=NINETEEN)
    act(game, "pick SU-7A", "go 1604")
    assert (game.result is not None) == over


# ---- partisans (12.7) ---------------------------------------------------------------------------------


PARTISANS = {"DE-I": "0116", "SU-8A": "2112", "SU-PART1": "off-map", "SU-PART2": "off-map"}


def test_partisans_in_an_empty_city_of_the_enemy_free_it() -> None:
    """12.7f, 12.7g: placed in Kharkov they rise, they do not hide there; Orel is none of the nine."""
    game = stage("partisans", PARTISANS, turn=6, held=["Kharkov", "Orel"], triggers=(1, 1, 1, 1, 1))
    assert no(game, "rise 1917") == "12.7f"
    assert yes(game, "infiltrate 1917")
    assert yes(game, "infiltrate 2112")
    assert no(game, "infiltrate 1922") == "12.7f"
    assert yes(game, "rise 1922")
    act(game, "rise 1922")
    assert game.state.liberated == hexes("1922")


def test_partisans_come_back_to_a_city_left_empty_again() -> None:
    """12.7f: at any time. Kharkov was freed, taken again and left; its points are gone already."""
    game = stage("partisans", PARTISANS, turn=4, held=["Kharkov"], liberated=hexes("1922"))
    assert yes(game, "rise 1922")


def test_a_zoc_drives_partisans_out_of_a_hex_with_a_soviet_corps() -> None:
    """12.7e: no friend cancels that."""
    units = {"SU-PART1": "1716", "SU-8A": "1716", "DE-I": "1516"}
    game = stage("movement", units, turn=5, triggers=(1, 1, 1, 1, 1))
    act(game, "pick DE-I", "go 1616")
    assert place_of(game, "SU-PART1") != "1716"
    assert gone(game, "SU-PART1")


# ---- militia (12.11) ----------------------------------------------------------------------------------


def test_militia_against_a_retreat_next_to_the_city() -> None:
    """12.11b: a single Axis step that has moved next to the city is enough."""
    units = {"DE-I": "2313", "SU-8A": "2417", "SU-OPOL1": "off-map", "SU-OPOL2": "off-map"}
    game = stage("movement", units, reduced=["DE-I"], turn=4, triggers=(1, 1, 0, 0, 0))
    act(game, "pick DE-I", "go 2212")
    assert asked(game) == [("Soviet", "militia")]


# ---- airborne (12.5) ----------------------------------------------------------------------------------


def test_the_guards_corps_joins_a_stack_in_a_zoc_but_no_isolated_one() -> None:
    """12.5f."""
    units = {"SU-8A": "1917", "DE-I": "1816", "SU-11A": "1914", "SU-GABN1": "waiting"}
    game = stage("reinforcements", units, side="soviet", turn=7, due={"SU-GABN1": 7}, isolated=["SU-11A"])
    assert "at 1917" in game.legal
    assert "at 1914" not in game.legal


# ---- sources in enemy ZOCs (8, 6.1, 10.3) -------------------------------------------------------------


def test_a_zoc_over_the_western_edge_stops_lines_not_the_source() -> None:
    """6.1a, 8.2a, 8c. 0120 is a rail hex of the edge, in the ZOC of 0220: a retreat from 0421 still leads there.

    From 0421 it is three points (0320, 0221, 0120), from 0420 too, from 0520 four."""
    units = {"DE-X": "0421", "SU-7A": "0220", "SU-34A": "0321", "SU-8A": "0321", "SU-6A": "0321"}
    game = stage("combat", units, side="soviet", turn=4, rolls=["6 6"])
    act(game, "attack 0421")
    for army in ("SU-34A", "SU-8A", "SU-6A"):
        act(game, f"with {army}")
    settle(game, *(["resolve"] if "resolve" in game.legal else []))
    assert asked(game) == [("Axis", "second loss")]
    assert yes(game, "retreat 0420")
    assert no(game, "retreat 0520") == "6.1a"


def test_a_zoc_over_the_western_edge_cuts_no_railhead_off() -> None:
    """10.2, 10.3a: Axis rail is what is linked to a source; a ZOC only keeps markers out.

    SU-7A in 0117 cuts the line by Warsaw, and its ZOC covers 0118, where the line by Lublin begins."""
    game = stage("rail markers", {"SU-7A": "0117", "DE-V": "0112", "SU-8A": "2112"}, turn=4)
    assert asked(game)[0][1] == "railhead"
    assert yes(game, "railhead 0319")
