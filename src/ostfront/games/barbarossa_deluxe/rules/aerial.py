"""German aerial supply (7.7): one marker, put on a hex at any time, even against a declared attack.

Verb `airlift`. Events: `airlift ready` (turn), `airlift` (hex), `airlift over` (hex), `airlift back` (turn).
"""

from __future__ import annotations

from ostfront.core.play.actions import Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import PLACE, Facts
from ostfront.games.barbarossa_deluxe.facts.crt import DIE
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

AIRLIFT = Verb("airlift", (PLACE,), "put the aerial supply marker on a hex with your units", label="Aerial supply")


def arrive(play: BDPlay) -> None:
    """In the German administration: the marker comes on its turn."""
    state = play.state
    if not state.airlift_from and has_come(play.facts, state.turn):
        state.airlift_from = state.turn
        play.note("airlift ready", state.turn)


@implements("BD 7.7a")
def has_come(facts: Facts, turn: int) -> bool:
    return facts.track.arrived("aerial-supply", turn) > 0


@implements("BD 7.7a")
def available(state: BDState) -> bool:
    """Whether the marker is at hand: once a game turn."""
    return bool(state.airlift_from) and state.turn >= state.airlift_from and not state.airlift_used


def targets(facts: Facts, state: BDState) -> int:
    """Hexes on which the marker could be put now: those with units of the German side."""
    return state.occupied[GROUND[GERMAN]] & facts.valid if available(state) else 0


def commit(play: BDPlay, place: int) -> None:
    state = play.state
    state.airlift = place
    state.airlift_used = True
    play.note("airlift", place)


@implements("BD 7.7c")
def after_losses(play: BDPlay, places: int) -> None:
    """The marker comes off if the last unit in its hex was among those just eliminated in these hexes."""
    state = play.state
    if state.airlift == NOWHERE or not places >> state.airlift & 1:
        return
    if not state.occupied[GROUND[GERMAN]] >> state.airlift & 1:
        take_off(play)


def take_off(play: BDPlay) -> None:
    play.note("airlift over", play.state.airlift)
    play.state.airlift = NOWHERE


def end_of_turn(play: BDPlay) -> None:
    """A marker that was used comes off, and back by a die."""
    state = play.state
    if not state.airlift_used:
        return
    if state.airlift != NOWHERE:
        take_off(play)
    state.airlift_used = False
    state.airlift_from = state.turn + pause(play)
    play.note("airlift back", state.airlift_from)


@implements("BD 7.7d")
def pause(play: BDPlay) -> int:
    """So many turns later it can be used again."""
    return play.roll(DIE, f"turn {play.state.turn} / aerial supply")
