"""9.0 How the game ends, and the losses that may end it."""

from __future__ import annotations

from typing import Any

from drill.facts import BLUE, RED, SIDE_OF, SIDES, DrillState, Facts
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE

NEEDED = 2  # 9.1: towns for Blue


def removed(play: Play[Any, Any], facts: Facts, unit: int) -> None:
    """A unit loses a step; without steps it leaves the map."""
    state: DrillState = play.state
    state.steps[unit] -= 1
    play.note("step lost", unit)
    if not state.steps[unit]:
        state.put(unit, NOWHERE)
        play.note("eliminated", unit)
        annihilation(play, facts, SIDE_OF[facts.seat_of[unit]])


@carries_out("DRILL 9.2")
def annihilation(play: Play[Any, Any], facts: Facts, side: int) -> None:
    if not play.state.occupied[3 + side]:
        play.end(SIDES[1 - side], f"{SIDES[side]} has no units left", "9.2", towns_held(play.state, facts))


def towns_held(state: DrillState, facts: Facts) -> tuple[int, int]:
    """Towns with a unit of Blue in them; all others are Red's."""
    blue = (facts.towns & state.occupied[3 + BLUE]).bit_count()
    return blue, facts.towns.bit_count() - blue


@carries_out("DRILL 9.1", otherwise=lambda play, facts: play.end("", "nobody counted the towns"))
def last_turn_over(play: Play[Any, Any], facts: Facts) -> None:
    score = towns_held(play.state, facts)
    winner = BLUE if score[BLUE] >= NEEDED else RED
    play.end(SIDES[winner], f"Blue holds {score[BLUE]} of {sum(score)} towns", "9.1", score)
