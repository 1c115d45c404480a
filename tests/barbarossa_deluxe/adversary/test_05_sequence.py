"""Positions on the turn sequence, the Paulus Pause and the rules of 1941 (section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import Spots, allowed, at, fought, goes, odds, refused, ring, take, units_in
from barbarossa_deluxe.battle import declare, forced, kind, results, settle
from barbarossa_deluxe.logistics import soviets
from barbarossa_deluxe.marching import cost, left
from barbarossa_deluxe.stage import act, asked
from ostfront.games.barbarossa_deluxe.state import RHINE
from rule import rule

# ---- 18: orders ----------------------------------------------------------------------------------------


@rule("BD 5.4b", "BD 5.4c", "BD 5.5a", "BD 5.5b", "BD 5.5c")
@pytest.mark.parametrize(
    ("side", "turn", "order", "more", "may"),
    [
        ("german", 2, "move-fight", {}, True),
        ("german", 1, "move-fight", {}, False),
        ("soviet", 5, "move-fight", {}, False),
        ("soviet", 6, "move-fight", {}, True),
        ("german", 8, "fight-fight", {}, False),
        ("german", 9, "fight-fight", {}, True),
        ("german", 13, "fight-fight", {}, False),
        ("german", 12, "fight-fight", {"fight_fights": (1942,)}, False),
        ("german", 17, "fight-fight", {"fight_fights": (1942,)}, True),
        ("german", 30, "fight-fight", {"operation": RHINE}, False),
        ("soviet", 30, "fight-fight", {}, False),
        ("soviet", 31, "fight-fight", {}, True),
        ("soviet", 32, "fight-fight", {"soviet_fight_fight": True}, False),
    ],
)
def test_18_orders(side: str, turn: int, order: str, more: dict[str, Any], may: bool) -> None:
    game = at("order", {"1709": "24Pz", "1708": "16A"}, side=side, turn=turn, **more)
    assert allowed(game, order) == may


# ---- 19: turns 4 and 5 after the pause, or without it --------------------------------------------------

PAIR: Spots = {"1609": "24Pz 46Pz", "1608": "21A"}


@rule("BD 5.6a", "BD 5.10c", "BD 5.10d")
@pytest.mark.parametrize(
    ("moment", "turn", "order", "paused", "expected"),
    [
        ("assault", 4, "fight-move", False, "2:1"),
        ("assault", 4, "move-fight", False, "1:1"),
        ("assault", 4, "fight-move", True, "3:1"),
        ("assault", 5, "fight-move", False, "1:2"),
        ("movement", 4, "fight-move", False, "1:2"),
        ("movement", 4, "fight-move", True, "1:1"),
    ],
)
def test_19_the_price_of_no_pause(moment: str, turn: int, order: str, paused: bool, expected: str) -> None:
    assert odds(PAIR, "1608", "24Pz 46Pz", moment, order, turn=turn, paused=paused) == expected


@rule("BD 10.23a")
def test_19_no_mobile_assault_on_turn_5() -> None:
    assert refused(take(at("movement", PAIR, turn=5), "24Pz"), "assault 1608")


# ---- 20: turn 3 ----------------------------------------------------------------------------------------

LONE: Spots = {"1609": "24Pz", "1608": "21A"}
POCKET: Spots = {**{place: army for army, place in soviets(*ring("1609", "1509")).items()}, **LONE}


@rule("BD 5.10b")
def test_20_the_pause() -> None:
    game = at("movement", LONE, "move-fight", turn=3, paused=True)
    assert refused(take(game, "24Pz"), "assault 1608")
    assert allowed(game, "go 1509")
    assert left(game, "24Pz") == 10  # no die
    act(game, "go 1509", "stop")
    while asked(game) and asked(game)[0][0] == "German":
        assert kind(game) != "assault"
        act(game, "done")


@rule("BD 5.10e", "BD 10.25d")
def test_20_the_pause_declined() -> None:
    game = take(at("movement", LONE, turn=3, rolls=["6"]), "24Pz")
    assert left(game, "24Pz") == 4
    assert allowed(game, "assault 1608")


@rule("BD 5.10e", "BD 10.3", "BD 7.16b")
def test_20_and_out_of_supply() -> None:
    game = take(at("movement", POCKET, turn=3, rolls=["6"]), "24Pz")
    assert left(game, "24Pz") == 0
    assert refused(game, "assault 1608")
    assert allowed(game, "go 1509")


# ---- 21: Hungary and Romania on turn 1 -----------------------------------------------------------------

BORDER: Spots = {"2516": "52C", "2715": "11C 3R", "2515": "12x"}


@rule("BD 5.11a", "BD 5.11b", "BD 5.11c", "BD 5.11d")
@pytest.mark.parametrize(
    ("side", "turn", "unit", "place", "may"),
    [
        ("german", 1, "52C", "2517", True),
        ("german", 1, "52C", "2617", False),
        ("german", 2, "52C", "2617", True),
        ("german", 1, "11C", "2615", False),
        ("german", 1, "11C", "2815", True),
        ("german", 1, "11C", "2716", False),
        ("german", 2, "11C", "2615", True),
        ("soviet", 1, "12x", "2616", False),
    ],
)
def test_21_frontiers(side: str, turn: int, unit: str, place: str, may: bool) -> None:
    assert goes(at("movement", BORDER, side=side, turn=turn), unit, place) == may


# ---- 22: mandatory attacks -----------------------------------------------------------------------------

BOUND: Spots = {
    "1516": "12MC", "1517": "26C", "2415": "26A", "2315": "44C", "2313": "9MC", "2314": "14Pz", "1816": "3A",
    "1715": "23C",
}  # fmt: skip


@rule("BD 5.12a", "BD 5.12b", "BD 5.12c")
def test_22_who_must_attack() -> None:
    game = at("assault", BOUND, side="soviet", turn=2)
    assert refused(game, "done")
    declare(game, "1517", "12MC")
    settle(game)
    while kind(game) != "assault":
        act(game, next(iter(game.legal.texts)))
    assert allowed(game, "done")


@rule("BD 5.12a", "BD 5.12c")
def test_22_who_may() -> None:
    assert allowed(at("assault", BOUND, side="soviet", turn=4), "done")
    game = at("assault", BOUND, side="soviet", turn=2)
    assert allowed(game, "attack 1715")
    act(game, "attack 1715")
    assert kind(game) != "commit" or allowed(game, "with 3A")


# ---- 23: the marsh of turn 1 ---------------------------------------------------------------------------

MARSH: Spots = {"2015": "24Pz 46Pz 12C", "2014": "13MC"}


@rule("BD 5.13", "BD 11.15a", "BD 11.15b")
@pytest.mark.parametrize(
    ("attackers", "moment", "turn", "expected"),
    [
        ("24Pz 46Pz", "assault", 1, "5:1"),
        ("24Pz 46Pz 12C", "assault", 1, "7:1"),
        ("24Pz 46Pz", "assault", 2, "4:1"),
        ("24Pz 46Pz", "movement", 1, "3:1"),
    ],
)
def test_23_odds_in_the_marsh(attackers: str, moment: str, turn: int, expected: str) -> None:
    assert odds(MARSH, "2014", attackers, moment, turn=turn) == expected


@rule("BD 5.13", "BD 10.24a")
def test_23_the_mobile_assault() -> None:
    game = take(at("movement", MARSH, turn=1), "24Pz", "46Pz")
    before = left(game, "24Pz")
    act(game, "assault 2014")
    assert before - left(game, "24Pz") == 3
    assert refused(take(at("movement", MARSH, turn=2), "24Pz", "46Pz"), "assault 2014")


@rule("BD 5.13", "BD 10.12a")
def test_23_the_price_of_the_marsh() -> None:
    assert cost("24Pz", "2015", "2014", turn=1) == 1
    assert cost("24Pz", "2015", "2014", turn=2) == 3


# ---- 24: bloodbath into retreat ------------------------------------------------------------------------

MINSK: Spots = {"1814": "39Pz 57Pz 5C", "1813": "13A"}
BEYOND: Spots = {"1813": "39Pz 5C", "1812": "13A"}


def converted(spots: Spots, target: str, attackers: str, turn: int) -> bool:
    game = fought(spots, target, attackers, "BB", turn=turn, paused=True, zone=0, stop_at="conversion")
    return allowed(game, "drive-back")


@rule("BD 5.14b", "BD 5.16a")
@pytest.mark.parametrize(
    ("spots", "target", "attackers", "turn", "may"),
    [
        (MINSK, "1813", "39Pz 57Pz 5C", 1, True),
        (MINSK, "1813", "39Pz 57Pz 5C", 2, False),
        (BEYOND, "1812", "39Pz 5C", 6, True),
        (BEYOND, "1812", "39Pz 5C", 7, False),
        (BEYOND, "1812", "39Pz 5C", 12, True),
        (BEYOND, "1812", "39Pz 5C", 13, False),
    ],
)
def test_24_who_may_drive_back(spots: Spots, target: str, attackers: str, turn: int, may: bool) -> None:
    assert converted(spots, target, attackers, turn) == may


# ---- 25: preparedness ----------------------------------------------------------------------------------

NEMAN: Spots = {"1715": "11x 3MC", "1716": "10C"}


@rule("BD 5.15", "BD 11.16")
def test_25_west_of_the_start_line() -> None:
    assert odds(NEMAN, "1716", "11x 3MC", side="soviet", turn=1) == "1:2"
    assert odds(NEMAN, "1716", "11x 3MC", side="soviet", turn=2) == "1:1"
    assert odds({"1615": "11x 3MC", "1616": "10C"}, "1616", "11x 3MC", side="soviet", turn=1) == "2:1"


@rule("BD 5.14a")
def test_25_a_soviet_bloodbath_becomes_a_retreat() -> None:
    game = forced(units_in(NEMAN), "1716", "11x", "3MC", to="DR", side="soviet", turn=1)
    assert results(game) == ["BB", "DR"]
