"""Columns, stacks and occupancy."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ostfront.core.play.state import NOWHERE, State

UNITS, PLACES = 8, 5
GROUPS = [(u % 2, 2) for u in range(UNITS)]


def fresh() -> State:
    return State(UNITS, PLACES, GROUPS, 3)


Moves = st.lists(st.tuples(st.integers(0, UNITS - 1), st.integers(NOWHERE, PLACES - 1)), max_size=40)


@given(Moves)
def test_put_keeps_stacks_and_occupancy(moves: list[tuple[int, int]]) -> None:
    state = fresh()
    where = [NOWHERE] * UNITS
    for unit, place in moves:
        state.put(unit, place)
        where[unit] = place
    assert list(state.place) == where
    for place in range(PLACES):
        assert state.at(place) == [u for u in range(UNITS) if where[u] == place] == list(state.each_at(place))
    for group in range(3):
        there = {p for u, p in enumerate(where) if p >= 0 and group in GROUPS[u]}
        assert state.occupied[group] == sum(1 << p for p in there)


@given(Moves)
def test_equal_positions_are_equal_states_whatever_the_way(moves: list[tuple[int, int]]) -> None:
    state, direct = fresh(), fresh()
    for unit, place in moves:
        state.put(unit, place)
    for unit in reversed(range(UNITS)):
        direct.put(unit, state.place[unit])
    assert state == direct
    derived = state.clone()
    derived.derive()
    assert derived == state


def test_a_clone_shares_nothing_that_changes() -> None:
    random = Random(1)
    state = fresh()
    for unit in range(UNITS):
        state.put(unit, random.randrange(PLACES))
    copy = state.clone()
    assert copy == state
    copy.put(0, NOWHERE)
    copy.turn = 9
    assert copy != state and state.turn == 1 and state.place[0] != NOWHERE
