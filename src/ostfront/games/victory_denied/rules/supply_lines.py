"""Supply lines and their sources (10.2.2)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN
from ostfront.games.victory_denied.rules.ground import enemy_any, zoc
from ostfront.games.victory_denied.state import Lines, VdState


def printed_sources(facts: Facts, state: VdState, side: int) -> int:
    if side == GERMAN:
        return facts.german_sources
    return facts.soviet_sources_early if early_source(state) else facts.soviet_sources


@implements("AVD 10.2.2d")
def early_source(state: VdState) -> bool:
    """1517 is a source until turn 4."""
    return state.turn <= 4


@implements("AVD 10.2.2a")
def blocked(facts: Facts, state: VdState, side: int) -> int:
    """Hexes no line of this side comes to: those with an enemy unit, a lone HQ too."""
    return enemy_any(facts, state, side)


@implements("AVD 10.2.2b")
def shadowed(facts: Facts, state: VdState, side: int, vacated: int) -> int:
    """Hexes a line does not pass: enemy zones of control where no friend is left once `vacated` are empty."""
    shadow = zoc(facts, state, 1 - side)
    held = shadow & state.occupied[ANY[side]]
    return shadow ^ (held & ~vacated if vacated else held)


def sources(facts: Facts, state: VdState, side: int, vacated: int = 0) -> int:
    """Sources that serve now: not enemy-occupied, nor in an enemy zone of control without a friend."""
    printed = printed_sources(facts, state, side)
    closed = blocked(facts, state, side) | shadowed(facts, state, side, vacated)
    return printed ^ (printed & closed)


def supplied(facts: Facts, state: VdState, side: int, vacated: int = 0) -> int:
    """The hexes from which a unit of this side could trace a line."""
    return lines(facts, state, side, vacated).found


def lines(facts: Facts, state: VdState, side: int, vacated: int = 0) -> Lines:
    """Where the lines of a side begin and come to; the last answer of each side is kept.

    `vacated` are hexes looked at as if the side had nobody there. Of its own units only those matter that stand
    in enemy zones of control.
    """
    occupied = state.occupied
    enemy = 1 - side
    held = occupied[ANY[side]] & zoc(facts, state, enemy)
    position = (held, occupied[ANY[enemy]], occupied[COMBAT[enemy]], early_source(state), vacated)
    memo = state.memo.lines
    known = memo[side]
    if known is not None and known[0] == position:
        return known[1]
    found = _trace(facts, state, side, vacated)
    memo[side] = (position, found)
    return found


def _trace(facts: Facts, state: VdState, side: int, vacated: int) -> Lines:
    """The last two answers of each side are kept with the hexes they came from, to go on from there."""
    enter = facts.valid ^ blocked(facts, state, side)
    through = enter ^ (enter & shadowed(facts, state, side, vacated))
    start = printed_sources(facts, state, side) & through
    known = state.memo.supplied[side]
    begin = start
    for last in known:
        if last.through == through and last.enter == enter and last.sources == start:
            return last
        # where nothing that was reached is closed since, it is still reached, and the flood goes on from there
        closed = (last.enter & last.found) & ~enter or (last.through & last.found) & ~through
        if not closed and not last.sources & ~start:
            begin |= last.found
    found = Lines(enter, through, start, facts.supply_floods[side].fill(begin, enter, through))
    state.memo.supplied[side] = (found, *known[:1])
    return found
