"""What referees share, on a map of nine hexes: where units are, roads, and the paths of retreats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ostfront.core.map.board import Board
from ostfront.core.play.actions import Action, Nouns, Verb, Vocabulary
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision
from ostfront.kit.referee import combat, movement, retreat, stacking
from ostfront.kit.referee.case import HexCase, not_a_hex
from ostfront.kit.referee.position import HexPosition

NAMES = [f"{c:02d}{r:02d}" for c in (1, 2, 3) for r in (1, 2, 3)]
VERBS = (Verb("go", ("place",), ""), Verb("road", ("place",), ""), Verb("retreat", ("unit", "place*"), ""))


def board() -> Board:
    """0101 to 0303, odd columns low; a road runs from 0101 by 0102 and 0103 to 0203; Orsha is 0202."""
    return Board.from_rows(
        {"grid": {"orientation": "flat", "columns": 3, "rows": 3, "pattern": "CCRR", "low": "odd"},
         "terrain": {"clear": "clear"}, "box": [{"name": "reserve"}]},
        [{"hex": name, "terrain": "clear"} for name in NAMES],
        [{"a": "0201", "b": "0202", "kind": "major"}],
        [{"id": "r", "kind": "road", "hexes": "0101 0102 0103 0203"}],
        [{"hex": "0202", "kind": "town", "name": "Orsha"}],
    )  # fmt: skip


BOARD = board()


def hex(name: str) -> int:
    return BOARD.index(name)


def position(*where: tuple[str, int], **fields: Any) -> HexPosition[Any, Any, Any]:
    """Units A, B, C ... in these hexes, each of a side."""
    ids = [chr(ord("A") + i) for i in range(len(where))]
    roster = SimpleNamespace(ids=ids, side=[side for _, side in where], count=len(where))
    real = (*BOARD.grid.hexes, *range(BOARD.grid.size, BOARD.places))
    places = [BOARD.place_name(i) if i in real else "" for i in range(BOARD.places)]
    words = Vocabulary(VERBS, (Nouns("unit", ids), Nouns("place", places)))
    facts = SimpleNamespace(board=BOARD, roster=roster, charts={}, vocabulary=words)
    state = SimpleNamespace(place=[BOARD.place_index(name) for name, _ in where], **fields)
    return HexPosition(facts, state, ("town",))


def case(at: HexPosition[Any, Any, Any], verb: str, arg: Any, **local: Any) -> HexCase[Any, Any, Any]:
    state = SimpleNamespace(**vars(at.state), top=SimpleNamespace(local=SimpleNamespace(**local)))
    play: Play[Any, Any] = Play(SimpleNamespace(facts=at.facts), state, cast(Any, None))
    return HexCase(play, Decision(0, verb), Action(verb, arg), at, side=0)


# ---- units on the map --------------------------------------------------------------------------------


def test_units_by_hex_and_side() -> None:
    at = position(("0202", 0), ("0202", 1), ("0303", 1), ("reserve", 1))
    assert at.at(hex("0202"), 1) == [1]
    assert at.held == ({hex("0202")}, {hex("0202"), hex("0303")})
    assert at.hexes_of(lambda unit: unit != 2) == ({hex("0202")}, {hex("0202")})
    assert not at.on_map(3)
    assert at.in_box(3, "reserve")


def test_places_in_words() -> None:
    at = position()
    assert at.hex_name(hex("0202")) == "0202 (Orsha)"
    assert at.hex_name(hex("0303")) == "0303"
    assert at.hex_name(BOARD.place_index("reserve")) == "reserve"
    assert at.hex_name(-1) == "That"


def test_answers_are_worked_out_once() -> None:
    at, answers = position(), iter(("first", "second"))
    assert [at.once("key", lambda: next(answers)) for _ in range(3)] == ["first"] * 3
    assert at.once("other key", lambda: next(answers)) == "second"


def test_the_path_begins_after_the_unit() -> None:
    at = position(("0202", 0))
    named = case(at, "retreat", (0, hex("0203"), hex("0303")))
    assert (named.unit, named.path, named.hex) == (0, (hex("0203"), hex("0303")), hex("0303"))
    assert case(at, "go", hex("0203")).path == (hex("0203"),)
    assert not_a_hex(case(at, "go", BOARD.place_index("reserve"))) == "reserve is not a hex of the map."
    assert not_a_hex(named) is None


def test_stacking_in_words() -> None:
    at = position(("0202", 0), ("0202", 0), ("0303", 1))
    assert stacking.full(at, hex("0202"), [0, 1], "two units") == (
        "0202 (Orsha) is full: A and B are there, and a hex holds two units."
    )
    assert stacking.not_shared(at, hex("0303"), [2]) == "C is in 0303: the two sides never share a hex."
    assert stacking.not_shared(at, hex("0303"), []) is None


# ---- roads ------------------------------------------------------------------------------------------


def test_the_road_costs_half_points_and_is_followed() -> None:
    ways = movement.roads_from(position(), {hex("0101"): 0}, 1, lambda _a, _b: False)
    assert ways.costs == {hex("0101"): 0, hex("0102"): 1, hex("0103"): 2, hex("0203"): 3}
    assert ways.path(hex("0103")) == [hex("0101"), hex("0102"), hex("0103")]


def test_a_closed_road_goes_no_further() -> None:
    ways = movement.roads_from(position(), {hex("0101"): 0}, 1, lambda _a, b: b == hex("0103"))
    assert set(ways.costs) == {hex("0101"), hex("0102")}


@pytest.mark.parametrize(
    ("goal", "text"), [("0103", "0103 is watched."), ("0203", "The road to 0203 is closed: 0103 is watched.")]
)
def test_the_first_bar_on_the_way_is_named(goal: str, text: str) -> None:
    at = position()
    ways = movement.roads_from(at, {hex("0101"): 0}, 1, lambda _a, _b: False)
    watched = movement.Bar("1.1", "0103 is watched.")
    found = movement.first_bar(at, ways, hex(goal), lambda step: watched if step == hex("0103") else None)
    assert found == ("1.1", text)
    assert movement.of_rule(found, "1.1") == text
    assert movement.of_rule(found, "1.2") is None


def test_half_points_in_words() -> None:
    text = movement.too_far_by_road(position(("0101", 0)), 0, hex("0203"), 3, 2)
    assert text == "A has 1 MP left; 0203 takes 1.5 by road."


@pytest.mark.parametrize(
    ("verb", "mode", "begins"),
    [("road", movement.NORMAL, "A has begun normal"), ("go", movement.STRATEGIC, "A has begun to move by road"),
     ("go", movement.NORMAL, ""), ("road", movement.NOT_BEGUN, "")],
)  # fmt: skip
def test_a_move_is_all_of_one_kind(verb: str, mode: int, begins: str) -> None:
    found = movement.changes_kind(case(position(("0101", 0)), verb, hex("0102"), unit=0, mode=mode))
    assert (found or "").startswith(begins)
    assert bool(found) == bool(begins)


# ---- retreats ---------------------------------------------------------------------------------------


def over_the_river(a: int, b: int, first: bool) -> retreat.Refusal | None:
    crosses = {a, b} == {hex("0201"), hex("0202")}
    return ("9.9", "Not over the river.") if crosses and not first else None


def test_all_paths_of_a_length() -> None:
    at = position()
    paths = retreat.of_length(hex("0202"), 2, lambda path: retreat.onward(at, path, over_the_river))
    assert (hex("0202"), hex("0201"), hex("0101")) in paths
    assert all(len(set(path)) == 3 for path in paths)
    assert retreat.onward(at, (hex("0303"), hex("0202")), over_the_river)
    assert (hex("0303"), hex("0202"), hex("0201")) not in retreat.onward(
        at, (hex("0303"), hex("0202")), over_the_river
    )


def test_the_named_path_step_by_step() -> None:
    at = position(("0202", 0))
    good = case(at, "retreat", (0, hex("0203"), hex("0103")), origin=hex("0202"), hexes=2, units=1)
    jump = case(at, "retreat", (0, hex("0203"), hex("0101")), origin=hex("0202"), hexes=2, units=1)
    back = case(at, "retreat", (0, hex("0203"), hex("0202")), origin=hex("0202"), hexes=3, units=0)
    assert retreat.is_walk(good)
    assert not retreat.is_walk(jump)
    assert not retreat.is_walk(back)
    assert (retreat.jumps(good), retreat.comes_back(good), retreat.must_not(good)) == (None, None, None)
    assert retreat.jumps(jump) == "0101 is not next to 0203; name every hex of the retreat."
    assert retreat.comes_back(back) == "A retreat uses no hex twice."
    assert retreat.must_not(back) == "A does not have to retreat now."
    assert retreat.too_short(back, lambda _: "0203") == "A retreats 3 hexes, for instance 0203."
    assert retreat.first_bad_step((hex("0303"), hex("0202"), hex("0201")), over_the_river) == (
        "9.9", "Not over the river.",
    )  # fmt: skip
    assert retreat.in_words(good, retreat.named_path(good)) == "0203 0103"
    assert retreat.in_words(good, None) == "none"


# ---- combat -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defense", "column"), [(1, 2, -1), (2, 2, 0), (5, 2, 1), (9, 1, 2), (0, 0, 2)])
def test_the_ratio_is_rounded_for_the_defender(attack: int, defense: int, column: int) -> None:
    assert combat.ratio_column([(1, 1), (2, 1), (3, 1)], attack, defense) == column


def test_attackers_stand_next_to_the_target() -> None:
    at = position(("0202", 0), ("0303", 0), ("reserve", 0))
    target = hex("0201")
    texts = [combat.not_adjacent(case(at, "retreat", (unit,), target=target)) for unit in range(3)]
    assert texts == [None, "B in 0303 is not next to 0201.", "C is not on the map."]
