"""A second reader's positions on the sequence of play, its shifts, and stacking (sections 5 and 6)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    ORDERS,
    Spots,
    allowed,
    at,
    attack,
    depots,
    fought,
    goes,
    odds,
    plan,
    refused,
    take,
    units_in,
    until,
)  # fmt: skip
from barbarossa_deluxe.battle import kind
from barbarossa_deluxe.stage import act, asked, hexes
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE
from rule import rule

# ---- 221, 222: orders -----------------------------------------------------------------------------------

SPOTS: Spots = {"2207": "24Pz 48Pz", "2106": "13A"}


@rule("BD 5.5a", "BD 5.5b", "BD 5.5c", "BD 5.4b", "BD 5.4c")
@pytest.mark.parametrize(
    ("side", "turn", "more", "may"),
    [
        ("german", 9, {}, True),
        ("german", 12, {"fight_fights": (1942,)}, False),
        ("german", 17, {"fight_fights": (1942,)}, True),
        ("german", 20, {"fight_fights": (1942, 1943)}, False),
        ("german", 13, {}, False),
        ("german", 8, {}, False),
        ("german", 21, {}, False),
        ("german", 25, {}, False),
        ("german", 30, {"operation": ODER, "fight_fights": (1942, 1943)}, True),
        ("german", 30, {"operation": RHINE}, False),
        ("soviet", 30, {}, False),
        ("soviet", 31, {}, True),
        ("soviet", 32, {}, True),
        ("soviet", 32, {"soviet_fight_fight": True}, False),
        ("soviet", 9, {}, False),
    ],
)
def test_221_fight_fight(side: str, turn: int, more: dict[str, Any], may: bool) -> None:
    game = at("order", SPOTS, side=side, turn=turn, zone=1, **more)
    assert allowed(game, "fight-fight") == may


@rule("BD 5.4c")
def test_222_the_soviets_are_free_on_turn_6() -> None:
    assert allowed(at("order", SPOTS, side="soviet", turn=6), "move-fight")
    assert asked(at("order", SPOTS, side="soviet", turn=5)) != [("Soviet", "order")]


# ---- 223, 224: shifts by the order ----------------------------------------------------------------------


@rule("BD 5.6a", "BD 5.6b", "BD 5.6c")
@pytest.mark.parametrize(
    ("turn", "order", "nth", "expected"),
    [
        (4, "fight-move", 1, "3:1"),
        (4, "move-fight", 2, "2:1"),
        (5, "fight-move", 1, "2:1"),
        (12, "fight-move", 1, "3:1"),
        (13, "fight-move", 1, "2:1"),
        (17, "fight-move", 1, "2:1"),
        (17, "fight-fight", 1, "3:1"),
        (17, "fight-fight", 2, "2:1"),
        (30, "fight-fight", 1, "3:1"),
    ],
)
def test_223_the_bonus_of_the_order(turn: int, order: str, nth: int, expected: str) -> None:
    more: dict[str, Any] = {"turn": turn, "zone": 0, "order": ORDERS[order], "nth": nth, "operation": ODER}
    found = battle.laid(units_in(SPOTS), "2106", "24Pz", "48Pz", paused=True, **more)
    assert battle.odds(found) == expected


@rule("BD 5.7a", "BD 10.32")
def test_224_the_penalty_of_moving_first_is_for_prepared_assaults() -> None:
    spots = {"1708": "3GT", "1709": "39Pz"}
    more: dict[str, Any] = {"side": "soviet", "turn": 26, "depots": depots("1708")}
    assert odds(spots, "1709", "3GT", "movement", "move-fight", **more) == "1:1"
    assert odds(spots, "1709", "3GT", order="move-fight", **more) == "1:1"
    assert odds(spots, "1709", "3GT", **more) == "2:1"


# ---- 225, 226: shock armies and what they are fed with ---------------------------------------------------

KIEV: Spots = {
    "2311": "1Sh 2Sh", "2312": "38C", "2310": "43C", "2212": "51C", "2211": "44C", "2412": "17C", "2411": "11C",
}  # fmt: skip


@rule("BD 5.7b", "BD 5.7c", "BD 7.13a", "BD 7.22b", "BD 7.22c", "BD 7.22d", "BD 7.22e")
def test_225_two_shock_armies() -> None:
    red: dict[str, Any] = {"side": "soviet", "order": "fight-move"}
    hero = hexes("2311")
    assert attack(KIEV, "2312", "1Sh 2Sh", turn=5, hero=hero, **red) == 6  # garrison supply is full, not doubled
    assert attack(KIEV, "2312", "1Sh 2Sh", turn=5, **red) == 3
    assert attack(KIEV, "2312", "1Sh 2Sh", turn=7, hero=hero, depots=depots("2311"), **red) == 3
    assert attack(KIEV, "2312", "1Sh 2Sh", turn=7, depots=depots("2311"), **red) == 1
    open_ = {"2311": "1Sh 2Sh", "2312": "38C"}
    assert attack(open_, "2312", "1Sh 2Sh", turn=7, **red) == 3
    assert attack(open_, "2312", "1Sh 2Sh", turn=7, depots=depots("2311"), **red) == 12
    assert attack(open_, "2312", "1Sh 2Sh", turn=6, **red) == 12
    assert attack(open_, "2312", "1Sh 2Sh", turn=6, side="soviet", order="move-fight") == 6


@rule("BD 5.7b")
def test_226_both_phases_of_the_last_blow() -> None:
    spots = {"2121": "5Sh 3Sh", "2122": "9C"}
    more: dict[str, Any] = {"side": "soviet", "turn": 31, "order": ORDERS["fight-fight"], "depots": depots("2121")}
    for nth in (1, 2):
        assert battle.attack(battle.laid(units_in(spots), "2122", "5Sh", "3Sh", nth=nth, **more)) == 12


# ---- 227, 228: the pause, the frontiers ------------------------------------------------------------------


@rule("BD 5.10a", "BD 5.10b", "BD 5.10c")
def test_227_the_pause() -> None:
    spots = {"1711": "39Pz 57Pz", "1710": "13A"}
    game = at("order", spots, turn=3, paused=True)
    until(game, "move")
    assert asked(game) == [("German", "move")]
    assert refused(take(game, "39Pz", "57Pz"), "assault 1710")
    act(game, "stop", "done")
    assert asked(game) != [("German", "assault")]
    assert odds(SPOTS, "2106", "24Pz 48Pz", turn=4, paused=True) == "3:1"
    assert odds(SPOTS, "2106", "24Pz 48Pz", turn=4) == "2:1"
    assert odds(SPOTS, "2106", "24Pz 48Pz", turn=5) == "1:2"
    assert odds(SPOTS, "2106", "24Pz 48Pz", "movement", turn=4) == "1:2"
    assert odds(SPOTS, "2106", "24Pz 48Pz", "movement", turn=4, paused=True) == "1:1"


@rule("BD 5.11a", "BD 5.11d")
def test_228_romania_opens_on_turn_2() -> None:
    spots = {"2714": "11C 3R", "2614": "18A"}
    assert refused(at("assault", spots, turn=1), "attack 2614")
    assert allowed(at("assault", spots, turn=2), "attack 2614")
    game = at("assault", spots, side="soviet", turn=1)
    assert refused(game, "attack 2714")
    assert kind(game) != "assault" or allowed(game, "done")  # nobody is obliged to what is forbidden


# ---- 229 to 231: mandatory attacks, conversions, preparedness --------------------------------------------


@rule("BD 5.12b", "BD 5.12c", "BD 5.12a")
@pytest.mark.parametrize(
    ("spots", "free"),
    [
        ({"1813": "13A", "1814": "39Pz"}, True),  # in a city
        ({"1913": "13A", "1914": "39Pz"}, True),  # in a line
        ({"1711": "13A", "1710": "39Pz"}, True),  # behind a river
        ({"1714": "13A 16A", "1713": "39Pz"}, True),
        ({"1713": "13A", "1714": "39Pz"}, False),  # next to a city, not in it
        ({"1011": "LPMA", "1111": "39Pz"}, True),
    ],
)
def test_229_who_is_excused(spots: Spots, free: bool) -> None:
    game = at("assault", spots, side="soviet", turn=3)
    assert (kind(game) != "assault" or allowed(game, "done")) == free


@rule("BD 5.14b", "BD 5.16a")
@pytest.mark.parametrize(
    ("turn", "may"), [(2, True), (5, True), (6, True), (7, False), (8, False), (9, True), (13, False), (17, False)]
)
def test_230_bloodbath_into_retreat(turn: int, may: bool) -> None:
    spots = {"1809": "39Pz 57Pz", "1709": "13A"}
    game = fought(spots, "1709", "39Pz 57Pz", "BB", turn=turn, paused=True, zone=0, stop_at="conversion")
    assert allowed(game, "drive-back") == may


@rule("BD 5.15", "BD 11.21a", "BD 11.20a")
def test_231_germans_who_were_prepared() -> None:
    red: dict[str, Any] = {"side": "soviet", "turn": 1}
    line = {"1816": "3A 8x 11x", "1817": "20C"}
    assert odds(line, "1817", "3A 8x 11x", **red) == "1:1"  # 15:4, west of the line and in works
    assert odds(line, "1817", "3A 8x 11x", side="soviet", turn=2) == "2:1"
    east = {"1815": "3A 8x 11x", "1816": "20C"}
    found = plan(east, "1816", "3A 8x 11x", **red)
    assert battle.shift(found, "5.15") == 0


# ---- 232 to 235: stacks ----------------------------------------------------------------------------------


@rule("BD 6.4")
@pytest.mark.parametrize(
    ("unit", "there", "may"),
    [
        ("1B", "1Rom", False),
        ("1B", "2B", False),
        ("1B", "Pol", True),
        ("1B", "5A 6A 8A 9A", True),
        ("1B", "5A 6A 8A 9A 10A", False),
        ("1B", "DCG", True),
    ],
)
def test_232_communist_satellites(unit: str, there: str, may: bool) -> None:
    spots = {"2709": unit, "2710": there}
    game = at("movement", spots, side="soviet", turn=28, german=[])
    assert goes(game, unit, "2710") == may


@rule("BD 6.4")
@pytest.mark.parametrize(
    ("unit", "there", "may"), [("3R", "2H", False), ("3R", "8It", False), ("3R", "9C FCSE", True)]
)
def test_233_axis_satellites(unit: str, there: str, may: bool) -> None:
    assert goes(at("movement", {"2709": unit, "2710": there}, turn=12, zone=1), unit, "2710") == may


@rule("BD 6.5", "BD 6.3")
def test_234_what_is_free() -> None:
    full = {"2320": "5C 6C 7C 8C", "2321": "9C", "2221": "GD"}
    more: dict[str, Any] = {"turn": 31, "with_": {"510TB": "5C"}}
    assert goes(at("movement", {**full, "2320": "5C 6C 7C 8C FCB"}, **more), "9C", "2320")
    assert not goes(at("movement", {**full, "2320": "5C 6C 7C 8C 10C FCB"}, **more), "GD", "2320")
    ports = {"2911": "9A 18A 5A 6A ICA", "2912": "8A"}
    assert not goes(at("movement", ports, side="soviet", turn=4), "8A", "2911")
    city = {"1011": "LPMA LCFC 23A 42A 55A 67A", "1009": "2Sh"}
    game = at("movement", {**city, "1110": "8A"}, side="soviet", turn=21)
    assert goes(game, "8A", "1011")
