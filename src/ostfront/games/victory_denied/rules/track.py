"""The turn track (2.1.1): what the box of the present turn says."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.state import DISTRACTED, VdState


@implements("AVD 2.1.1c")
def right_value(state: VdState) -> bool:
    """Which of two values in a box of the track counts: the left one when Hitler is distracted, else the right."""
    return state.directive != DISTRACTED


def german_chits(facts: Facts, state: VdState) -> int:
    """How many chits the German player selects."""
    return facts.track[state.turn].german_chits[right_value(state)]


def out_of_supply(facts: Facts, state: VdState) -> int:
    """How many Out of Supply markers the Soviet player places."""
    return facts.track[state.turn].out_of_supply[right_value(state)]
