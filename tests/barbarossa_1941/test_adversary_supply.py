"""Positions from the rulebook alone: supply lines, sources, isolation (8)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_1941.adversary import gone, marching, no
from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, steps_of
from ostfront.core.play.game import Game
from rule import rule


def checked(units: dict[str, str], side: str = "axis", turn: int = 3, **more: Any) -> Game:
    return stage("isolation", units, side=side, turn=turn, **more)


def cut_off(game: Game, *units: str) -> list[bool]:
    return [bool(game.state.isolated[FACTS.roster.index[unit]]) for unit in units]


def all_rail_but(*places: str) -> int:
    """Every railway Axis, less some hexes."""
    rail = int(stage("movement", {}).state.axis_rail)
    lines = ("warsaw-moscow", "kiev-lvov", "odessa-kharkov", "kharkov-sevastopol", "crimea-kerch", "zhmerinka-odessa")
    for line in lines:
        rail |= hexes(*LINES[line].split())
    return rail & ~hexes(*places)


LINES = {
    "warsaw-moscow": "0417 0516 0617 0716 0816 0915 1015 1114 1214 1314 1414 1513 1613 1713",
    "kiev-lvov": "1221 1121 1022 0922 0923 0823 0722 0622 0522 0422 0321 0221",
    "zhmerinka-odessa": "0923 1024 1025 1026 1027 1127 1228",
    "odessa-kharkov": "1228 1227 1326 1325 1425 1524 1624 1723 1722 1822 1922",
    "kharkov-sevastopol": "1922 1923 1924 1925 1826 1827 1828 1728 1629 1630 1631 1531",
    "crimea-kerch": "1631 1731 1831 1930",
}


# ---- the length of the line ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "place", "turn", "isolated"),
    [
        ("DE-I", "0517", 3, False),  # 0418 or 0417 1, 0317 1: two of three
        ("DE-I", "0618", 3, True),  # marsh 0517 2, 0417 1, 0317 1: four of three
        ("DE-XXXXI", "0618", 3, False),  # marsh 3 + 1 + 1: five of five
        ("DE-XXXXI", "0618", 8, True),  # icy: five of three
        ("DE-I", "0517", 7, False),  # mud: two of two
        ("DE-XXXXI", "0517", 7, False),  # the hex of the unit is not counted: 1 + 1
        ("DE-XXXXI", "0518", 7, False),  # 0418 1, 0317 1
        ("RO-CAV", "0618", 3, False),  # cavalry is on foot and has four: 2 + 1 + 1
        ("RO-CAV", "0618", 7, True),  # mud: four of three
    ],
)
def test_the_length_of_the_line(unit: str, place: str, turn: int, isolated: bool) -> None:
    """8b, 12.3. The nearest Axis rail hex is 0317, which is counted; the river on the way costs nothing (12.10a)."""
    assert cut_off(checked({unit: place, "DE-V": "0116"}, turn=turn), unit) == [isolated]


def test_wheels_in_the_forest_reach_less_far_than_boots() -> None:
    """8b. Axis rail ends in Minsk 0915. From 1116: 1016 (forest), 0915: foot 1 + 1, motorised 2 + 1.

    In frost boots have 2 and wheels 3; from 1117 (1116 forest, 1016 forest, 0915) it is 3 and 5: boots 3 of 3 in
    clear weather, wheels 5 of 5."""
    rail = all_rail_but("1015", "1114", "1214", "1314", "1414", "1513", "1613", "1713")
    units = {"DE-I": "1116", "DE-XXXXI": "1116", "DE-V": "0116"}
    assert cut_off(checked(units, turn=8, axis_rail=rail, held=["Minsk"]), "DE-I", "DE-XXXXI") == [False, False]
    units = {"DE-I": "1117", "DE-XXXXI": "1117", "DE-V": "0116"}
    assert cut_off(checked(units, turn=3, axis_rail=rail, held=["Minsk"]), "DE-I", "DE-XXXXI") == [False, False]
    assert cut_off(checked(units, turn=8, axis_rail=rail, held=["Minsk"]), "DE-I", "DE-XXXXI") == [True, True]


# ---- enemy ZOCs ---------------------------------------------------------------------------------------

# The neck of Kerch: DE-I in 1831, rail from 1631 by 1630 to the north; SU-8A in 1730 covers all four hexes.
KERCH = {"DE-I": "1831", "SU-8A": "1730"}


@rule("B41 4c")
@pytest.mark.parametrize(
    ("friends", "isolated"),
    [
        ({}, True),
        ({"DE-II": "1731"}, True),  # 1631 is still covered
        ({"DE-II": "1731", "DE-X": "1631"}, True),  # the railway itself is covered in 1630
        ({"DE-II": "1731", "DE-X": "1631", "DE-V": "1630"}, False),
    ],
)
def test_friends_cancel_zocs_on_the_line_and_on_the_railway(friends: dict[str, str], isolated: bool) -> None:
    """8c, 8d, 4c."""
    rail = all_rail_but("1731", "1831", "1930")
    assert cut_off(checked({**KERCH, **friends}, turn=5, axis_rail=rail, reduced=friends), "DE-I") == [isolated]


def test_without_the_enemy_the_neck_is_open() -> None:
    """8b: 1731 1, 1631 1."""
    game = checked({"DE-I": "1831", "DE-II": "0116"}, turn=5, axis_rail=all_rail_but("1731", "1831", "1930"))
    assert cut_off(game, "DE-I") == [False]


def test_a_railway_must_lead_to_a_source() -> None:
    """8b, 8d. The same railway with a Soviet army on 1827: a line to it is no good."""
    units = {"DE-I": "1831", "SU-10MC": "1827"}
    game = checked(units, turn=5, axis_rail=all_rail_but("1731", "1831", "1930"))
    assert cut_off(game, "DE-I") == [True]


def test_helsinki_feeds_finns_and_others_only_with_three_ports() -> None:
    """8.2b. Lahti 0902 is on the Finnish railway."""
    units = {"DE-I": "0902", "FI-II": "0902"}
    assert cut_off(checked(units), "DE-I", "FI-II") == [True, False]
    assert cut_off(checked(units, held=["Riga", "Tallinn"]), "DE-I", "FI-II") == [False, False]


def test_hungarian_rail_is_a_source_once_hungary_is_in() -> None:
    """8.2a. HU-GYOR at 0124."""
    game = checked({"HU-GYOR": "0124", "DE-V": "0116"}, turn=4, triggers=(2, 0, 0, 0, 0))
    assert cut_off(game, "HU-GYOR") == [False]


# ---- limited sources ----------------------------------------------------------------------------------


def test_kiev_cut_off_feeds_four_steps() -> None:
    """8.2d. DE-I in 1121 and DE-II in 1320 cover all its neighbours."""
    siege = {"DE-I": "1121", "DE-II": "1320", "SU-5A": "1221", "SU-6A": "1221"}
    assert cut_off(checked(siege, "soviet"), "SU-5A", "SU-6A") == [False, False]


def test_of_six_steps_in_kiev_the_owner_names_four() -> None:
    """8.2d."""
    siege = {"DE-I": "1121", "DE-II": "1320", "SU-5A": "1221", "SU-6A": "1221", "SU-26A": "1221"}
    game = checked(siege, "soviet")
    assert asked(game) == [("Soviet", "ration")]
    act(game, "feed SU-26A", "feed SU-6A")
    if asked(game) == [("Soviet", "ration")]:
        act(game, "done")
    assert cut_off(game, "SU-5A", "SU-6A", "SU-26A") == [True, False, False]


def test_lvov_feeds_nobody_and_riga_two_as_a_port() -> None:
    """8.2d, 8.2f. The Soviets hold three Baltic ports; without Tallinn two, and Riga feeds nobody."""
    lvov = {"DE-I": "0421", "DE-II": "0222", "SU-6A": "0321"}
    assert cut_off(checked(lvov, "soviet"), "SU-6A") == [True]
    riga = {"DE-I": "0709", "DE-II": "0509", "SU-8A": "0609"}
    assert cut_off(checked(riga, "soviet"), "SU-8A") == [False]
    assert cut_off(checked(riga, "soviet", held=["Tallinn"]), "SU-8A") == [True]


def test_odessa_feeds_six_steps_with_the_fleet_four_without() -> None:
    """8.2d, 8.2f: on two grounds. DE-I in 1127 covers 1227, DE-II in 1427 covers 1327; 1128 is across an estuary."""
    siege = {"DE-I": "1127", "DE-II": "1427", "SU-9A": "1228", "SU-18A": "1228", "SU-COASTA": "1228"}
    armies = ("SU-9A", "SU-18A", "SU-COASTA")
    assert cut_off(checked(siege, "soviet"), *armies) == [False, False, False]
    game = checked(siege, "soviet", held=["Sevastopol", "Novorossiysk"])
    while asked(game)[0][1] == "ration":
        act(game, game.legal.texts[0] if game.legal.texts[0] != "done" else game.legal.texts[1])
    assert sum(cut_off(game, *armies)) == 1


def test_the_fortress_is_always_in_supply() -> None:
    """8.2e."""
    siege = {"DE-I": "1631", "DE-II": "1530", "SU-FORT-SEV": "1531", "SU-GAR-SEV": "1531"}
    game = checked(siege, "soviet", turn=5, held=["Odessa", "Novorossiysk"])
    assert cut_off(game, "SU-FORT-SEV") == [False]


# ---- marker and step ----------------------------------------------------------------------------------

POCKET = {"DE-I": "0421", "DE-II": "0222", "SU-6A": "0321", "SU-26A": "0321"}


def test_the_marker_first_the_step_a_turn_later_one_a_stack() -> None:
    """8e, 8.1e, 9.2j."""
    first = checked(POCKET, "soviet")
    assert (steps_of(first, "SU-6A"), steps_of(first, "SU-26A")) == (2, 2)
    second = checked(POCKET, "soviet", turn=4, isolated=["SU-6A", "SU-26A"])
    assert asked(second) == [("Soviet", "attrition")]
    act(second, "lose SU-26A")
    assert (steps_of(second, "SU-6A"), steps_of(second, "SU-26A")) == (2, 1)
    assert second.state.lost_soviet == 0


def test_a_single_last_step_dies_without_a_question() -> None:
    """8.1e."""
    units = {"DE-I": "0421", "DE-II": "0222", "SU-6A": "0321"}
    game = checked(units, "soviet", turn=4, isolated=["SU-6A"], reduced=["SU-6A"])
    assert gone(game, "SU-6A")


def test_the_marker_comes_off_with_a_line() -> None:
    """8.1d. No step is lost."""
    game = checked({"SU-6A": "0321", "DE-I": "0116"}, "soviet", turn=4, isolated=["SU-6A"])
    assert cut_off(game, "SU-6A") == [False]
    assert steps_of(game, "SU-6A") == 2


def test_no_check_on_turn_one() -> None:
    """2k."""
    assert cut_off(stage("phase", POCKET, side="soviet", turn=1), "SU-6A", "SU-26A") == [False, False]


def test_supply_is_not_traced_again_in_exploitation() -> None:
    """8a, 5f. A panzer corps deep in Russia without a marker exploits."""
    game = marching({"DE-XXXXI": "2616"}, "DE-XXXXI", "2617", moment="exploitation", turn=3)
    assert place_of(game, "DE-XXXXI") == "2617"


# ---- Masters of Blitzkrieg ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "turn", "isolated", "left"),
    [
        ("DE-XXXXI", 3, (), 1),  # clear
        ("DE-XXXXI", 8, (), 1),  # icy
        ("DE-XXXXI", 7, (), 2),  # mud
        ("DE-I", 3, (), 2),  # no panzer corps
        ("DE-XXXXI", 3, ("DE-XXXXI",), 2),  # isolated itself
    ],
)
def test_masters_of_blitzkrieg(unit: str, turn: int, isolated: tuple[str, ...], left: int) -> None:
    """14.3f, 14.3g. SU-6A just cut off in Lvov, next to the unit in 0421."""
    units = {unit: "0421", "DE-II": "0222", "SU-6A": "0321"}
    game = checked(units, "soviet", turn=turn, isolated=isolated, options={"masters-of-blitzkrieg": True})
    assert steps_of(game, "SU-6A") == left
    assert cut_off(game, "SU-6A") == [True]


def test_no_supply_no_exploitation() -> None:
    """8.1a."""
    units = {"DE-XXXXI": "2616", "DE-LVI": "2613"}
    game = stage("exploitation", units, turn=3, isolated=["DE-XXXXI"])
    assert no(game, "pick DE-XXXXI") in ("5f", "8.1a")
