"""10.0 Fog: the enemy sees that a block stands somewhere, not which, until a battle or a mine turns it up."""

from __future__ import annotations

from drill.facts import SIDE_OF, TEAMS, Facts
from drill.state import DrillPlay, DrillState
from ostfront.core.play.clauses import implements


@implements("DRILL 10.1")
def is_hidden(facts: Facts, state: DrillState, unit: int, seat: int) -> bool:
    """Whether a seat may not know which block this is."""
    return not state.known[unit] and SIDE_OF[facts.seat_of[unit]] != SIDE_OF[seat]


def friends(facts: Facts, state: DrillState, unit: int) -> tuple[int, ...] | None:
    """The seats that may know which block this is; None is all of them."""
    return None if state.known[unit] else TEAMS[SIDE_OF[facts.seat_of[unit]]]


def strangers(facts: Facts, unit: int) -> tuple[int, ...]:
    """The seats of the other side."""
    return TEAMS[1 - SIDE_OF[facts.seat_of[unit]]]


@implements("DRILL 10.2")
def show(play: DrillPlay, unit: int) -> None:
    """Turn a block up for good."""
    state = play.state
    if not state.known[unit]:
        state.known[unit] = 1
        play.reveal()
        play.note("shown", unit, state.place[unit])
