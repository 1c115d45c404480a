"""9.0 How the game ends, and the step losses that may end it."""

from __future__ import annotations

from drill.facts import BLUE, RED, SIDE_OF, SIDES, Facts
from drill.state import DrillPlay, DrillState
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE

NEEDED = 2  # 9.1: towns for Blue


def lose_step(play: DrillPlay, unit: int) -> None:
    """A unit loses a step; without steps it leaves the map."""
    facts, state = play.facts, play.state
    state.steps[unit] -= 1
    play.note("step lost", unit)
    if not state.steps[unit]:
        state.put(unit, NOWHERE)
        play.note("eliminated", unit)
        check_annihilation(play, SIDE_OF[facts.seat_of[unit]])


@implements("DRILL 9.2")
def check_annihilation(play: DrillPlay, side: int) -> None:
    """A side without units loses at once."""
    if not play.state.occupied[3 + side]:
        score = towns_held(play.facts, play.state)
        play.end(SIDES[1 - side], f"{SIDES[side]} has no units left", "9.2", score)


def towns_held(facts: Facts, state: DrillState) -> tuple[int, int]:
    """Towns with a unit of Blue in them; all others are Red's."""
    blue = (facts.towns & state.occupied[3 + BLUE]).bit_count()
    return blue, facts.towns.bit_count() - blue


@implements("DRILL 9.1")
def last_turn_over(play: DrillPlay) -> None:
    """Count the towns."""
    score = towns_held(play.facts, play.state)
    winner = BLUE if score[BLUE] >= NEEDED else RED
    play.end(SIDES[winner], f"Blue holds {score[BLUE]} of {sum(score)} towns", "9.1", score)
