"""German strategic movement (8.6, 8.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from barbarossa_deluxe.logistics import around, soviets
from barbarossa_deluxe.stage import FACTS, GERMAN, act, asked, hexes, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import supply
from rule import rule


def strategic(units: Mapping[str, str], turn: int = 9, **fields: Any) -> Game:
    return stage("special phase", units, turn=turn, **fields)


def open_now(game: Game) -> bool:
    return asked(game) == [("German", "transfer")]


@rule("BD 8.7e")
@pytest.mark.parametrize(("turn", "open_"), [(8, False), (9, True), (29, True), (30, False)])
def test_from_turn_9_to_turn_29(turn: int, open_: bool) -> None:
    assert open_now(strategic({"26C": "2023", "13A": "1606"}, turn)) == open_


@rule("BD 8.7a")
def test_the_phase_comes_before_movement_and_leaves_it_alone() -> None:
    game = strategic({"26C": "2023", "13A": "1606"}, order=2)
    act(game, "transfer 26C", "at 2117")
    assert place_of(game, "26C") == "2117"
    assert asked(game) == [("German", "move")]
    assert offered(game, "pick 26C")


@rule("BD 8.7b")
def test_the_unit_begins_in_a_supplied_city_of_its_own() -> None:
    ring = soviets(*around("1813"))
    game = strategic({"26C": "2117", "38C": "2118", "28C": "1813", "FCSE": "3220", **ring})
    assert offered(game, "transfer 26C")
    assert not offered(game, "transfer 38C")  # no city
    assert not offered(game, "transfer 28C")  # cut off
    assert not offered(game, "transfer FCSE")  # static


@rule("BD 8.7b")
def test_the_city_must_be_supplied_when_the_phase_begins() -> None:
    # Smolensk has no line but the one that 26th Corps opens by entering the fortified hex 1612
    position = {
        "26C": "2023",
        "38C": "1611",
        "28C": "1710",
        **soviets("1511", "1510", "1610", "1709", "1810", "1811"),
    }
    closed = [place for place in (*around("1611"), *around("1710")) if place not in position.values()]
    assert "1612" in closed
    position |= dict(zip(("60A", "61A", "62A", "63A", "64A", "65A", "66A"), closed, strict=False))
    del position[next(unit for unit, place in position.items() if place == "1612")]
    game = strategic(position)
    act(game, "transfer 26C", "at 1612")
    assert supply.overland(game.facts, game.state, GERMAN) & hexes("1710")
    assert "transfer 28C" in strategic({**position, "26C": "1612"}).legal
    assert not offered(game, "transfer 28C")


@rule("BD 8.7b")
def test_a_unit_moves_once() -> None:
    game = strategic({"26C": "2023", "28C": "2117", "13A": "1606"})
    act(game, "transfer 26C", "at 1813")
    assert offered(game, "transfer 28C") and not offered(game, "transfer 26C")


@rule("BD 8.7b")
def test_any_distance_to_any_hex() -> None:
    game = strategic({"26C": "2023", "13A": "1606"})
    act(game, "transfer 26C")
    assert offered(game, "at 2024") and offered(game, "at 1710") and offered(game, "at 2911")
    assert not offered(game, "at 2023")


@rule("BD 8.7c")
def test_next_to_enemies_only_at_both_ends() -> None:
    # the ways out of Leningrad are 1110 and 1111, both next to 1211
    assert set(around("1011")) == {"1110", "1111"} < set(around("1211"))
    game = strategic({"26C": "1011", **soviets("1211")}, german=("1110", "1111", "1112"))
    act(game, "transfer 26C")
    assert offered(game, "at 1110") and offered(game, "at 1111")
    assert not offered(game, "at 1112")
    game = strategic({"26C": "1011", **soviets("1311")}, german=("1110", "1111", "1112"))
    act(game, "transfer 26C")
    assert offered(game, "at 1112") and offered(game, "at 1211")


@rule("BD 8.7c")
def test_units_in_boxes_are_next_to_nobody() -> None:
    game = strategic({"26C": "3220", "13A": "1606", "5A": "rvgk", "6A": "dead-soviet", "8A": "track"}, neutral=0)
    act(game, "transfer 26C")
    assert offered(game, "at 3217")


@rule("BD 8.7d")
def test_what_is_closed_stays_closed() -> None:
    full = dict.fromkeys(("1C", "2C", "4C", "5C", "6C"), "2117")
    game = strategic({"26C": "2023", "3R": "3114", "13A": "1606", **full}, german=("3105", "3106", "3108"))
    act(game, "transfer 26C")
    assert not offered(game, "at 2117")  # five are there
    assert not offered(game, "at 1606")  # the enemy
    assert not offered(game, "at 1012")  # the sea
    assert not offered(game, "at 3215")  # neutral
    game = strategic({"26C": "2023", "3R": "3114", "13A": "1606"})
    act(game, "transfer 3R")
    assert offered(game, "at 2820") and not offered(game, "at 2117")  # 10.22


@rule("BD 8.7d")
def test_nobody_goes_over_the_kerch_strait() -> None:
    cut = soviets(*(place for place in around("3108") if place != "3107"), "3008", "2907", "2908")
    game = strategic({"26C": "3108", **cut}, german=("3105", "3106", "3107", "2607"))
    assert not open_now(game) or not offered(game, "transfer 26C")


@rule("BD 8.7e")
def test_eight_points() -> None:
    eight = dict.fromkeys(("1C", "2C", "4C", "5C", "6C"), "2023") | dict.fromkeys(("7C", "8C", "9C", "10C"), "2117")
    game = strategic({**eight, "13A": "1606"})
    for unit in ("1C", "2C", "4C", "5C", "6C", "7C", "8C"):
        act(game, f"transfer {unit}", f"at {'2118' if unit < '5' else '2022'}")
    assert game.state.shipped == 7
    act(game, "transfer 9C", "at 2118")
    assert not open_now(game)


@rule("BD 8.7e")
def test_panzers_count_two_and_satellites_four() -> None:
    game = strategic({"3Pz": "2023", "14Pz": "2023", "3R": "2820", "4R": "3114", "26C": "2117", "13A": "1606"})
    act(game, "transfer 3Pz", "at 2022")
    assert game.state.shipped == 2
    act(game, "transfer 3R", "at 2819")
    assert game.state.shipped == 6
    assert offered(game, "transfer 14Pz") and offered(game, "transfer 26C")
    assert not offered(game, "transfer 4R")


@rule("BD 8.7e")
def test_a_tiger_battalion_rides_free_and_pays_one_to_change_corps() -> None:
    units = {"26C": "2023", "38C": "1710", "28C": "2117", "13A": "1606"}
    game = strategic(units, turn=17, with_={"502TB": "26C"})
    act(game, "transfer 26C", "at 2022")
    assert place_of(game, "502TB") == "2022"
    assert game.state.shipped == 1
    game = strategic(units, turn=17, with_={"502TB": "26C"})
    act(game, "transfer 502TB")
    assert asked(game) == [("German", "attach")]
    assert not offered(game, "attach 26C")
    act(game, "attach 38C")
    assert place_of(game, "502TB") == "1710"
    assert game.state.shipped == 1
    assert offered(game, "transfer 26C") and not offered(game, "transfer 502TB")


@rule("BD 8.7f")
def test_arrivals_of_the_turn_count_when_they_move_on() -> None:
    game = strategic({"26C": "2023", "13A": "1606"})
    game.state.entry[FACTS.roster.index["26C"]] = FACTS.board.index("2023")
    assert game.state.shipped == 0
    act(game, "transfer 26C", "at 2117")
    assert game.state.shipped == 1


@rule("BD 8.7b")
def test_hexes_passed_through_change_hands() -> None:
    # 2604 lies behind ground that is all Soviet
    game = strategic({"26C": "1813", "13A": "1606"})
    act(game, "transfer 26C", "at 1710")
    assert game.state.german & hexes("1710")
    assert place_of(game, "26C") == "1710"


def test_the_garrison_of_stalingrad_stands_fast() -> None:
    game = strategic({"26C": "2501", "13A": "1606"}, turn=14, german=("2607", "2804"), stalingrad_bound=units("26C"))
    assert not open_now(game)


@rule("BD 10.14b")
def test_nobody_is_shipped_across_the_kerch_strait() -> None:
    game = strategic({"26C": "3108", "13A": "3005", "16A": "3104"}, german=["2607"])
    act(game, "transfer 26C")
    assert offered(game, "at 3106")
    assert not offered(game, "at 3105")
