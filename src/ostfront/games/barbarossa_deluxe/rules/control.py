"""Hex control (3.6), and everything that follows from a unit's entry into a hex.

Events: `control` (hex, side), `broken` (hex): a German line, `area lost` (hex).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import caucasus, fog, scenarios, stacking, triggers, victory
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState

LINES_STAND_UNTIL = 4  # 11.21: entry by the end of this turn leaves a German line intact


def controlled(facts: Facts, state: BDState, side: int) -> int:
    """The hexes a side controls."""
    return state.german if side == GERMAN else facts.land & ~state.german & ~state.neutral


@implements("BD 3.6d")
def enter(play: BDPlay, units: int, place: int, how: str, passing: bool = False) -> None:
    """Put ground units and their support into a hex: `how` is move, advance, retreat, arrival or drop.

    Units that are only passing come to lie in no stack (fog.py).
    """
    state, facts = play.state, play.facts
    side = facts.roster.side[units.bit_length() - 1]
    moving = stacking.with_support(facts, state, units)
    if side == SOVIET and not passing:
        fog.shift(play, moving, place)
    else:
        for unit in bits(moving):
            state.put(unit, place)
    bit = 1 << place
    if state.neutral & bit:
        state.neutral = 0  # ruling on 3.6: once entered, Bulgaria is open to both sides
    if bool(state.german & bit) != (side == GERMAN):
        take(play, place, side)
    if side == SOVIET:
        break_line(play, place)
    triggers.after_entry(play, side, units, place)
    caucasus.after_entry(play, side)
    scenarios.watch_siege(play)


def undisturbed(facts: Facts, state: BDState, side: int) -> int:
    """Hexes in which units of a side that only pass change nothing: `enter` would do no more than put them there."""
    if scenarios.besieging(facts, state):
        return 0
    if side == GERMAN:
        return state.german ^ (state.german & state.neutral)
    busy = state.german | state.neutral | triggers.near_poland(facts) | triggers.near_bucharest(facts)
    if state.expedition:
        busy |= facts.exits
    if state.turn > LINES_STAND_UNTIL:
        busy |= facts.lines[GERMAN] | state.wall
    return facts.land ^ (facts.land & busy)


@implements("BD 3.6e")
def take(play: BDPlay, place: int, side: int) -> None:
    """Control of a hex switches at once (3.6)."""
    state = play.state
    state.german ^= 1 << place
    play.note("control", place, side)
    if side == GERMAN and place == state.area:
        lose_area(play, place)
    victory.changed_hands(play, place, side)


@implements("BD 8.18f")
def lose_area(play: BDPlay, place: int) -> None:
    """The German side has taken the marker's hex: the whole Fortified Area is gone for good."""
    play.state.area = NOWHERE
    play.note("area lost", place)


@implements("BD 11.21d")
def break_line(play: BDPlay, place: int) -> None:
    """A German fortified line or East Wall is destroyed when Soviet units first stand in it (11.21)."""
    state, bit = play.state, 1 << place
    if state.turn <= LINES_STAND_UNTIL:
        return
    if (play.facts.lines[GERMAN] & ~state.broken | state.wall) & bit:
        state.broken |= bit
        state.wall &= ~bit
        play.note("broken", place)


@implements("BD 11.21d")
def break_held_lines(play: BDPlay) -> None:
    """At the start of a game turn: German lines in which Soviet units have stood since before turn 5."""
    state = play.state
    for place in bits(play.facts.lines[GERMAN] & ~state.broken & state.occupied[GROUND[SOVIET]]):
        break_line(play, place)
