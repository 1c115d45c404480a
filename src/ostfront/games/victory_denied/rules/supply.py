"""Supply (10): sources, lines, the Supply chit."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, SOVIET
from ostfront.games.victory_denied.rules.ground import enemy_any, zoc
from ostfront.games.victory_denied.rules.track import out_of_supply
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Lines, Markers, VdPlay, VdState

# columns of markers, changed at one go
SUPPLIED_AGAIN = bytes(status & ~OUT_OF_SUPPLY for status in range(256))
CONNECTED_AGAIN = bytes(status & ~ISOLATED for status in range(256))
MARKED = bytes(ord("1" if status & OUT_OF_SUPPLY else "0") for status in range(256))  # as binary digits


# ---- lines (10.2.2) ---------------------------------------------------------------------------------


def printed_sources(facts: Facts, state: VdState, side: int) -> int:
    if side == GERMAN:
        return facts.german_sources
    return facts.soviet_sources_early if early_source(state) else facts.soviet_sources


@carries_out("AVD 10.2.2d", otherwise=True)
def early_source(state: VdState) -> bool:
    """1517 is a source until turn 4."""
    return state.turn <= 4


@carries_out("AVD 10.2.2a", otherwise=0)
def blocked(facts: Facts, state: VdState, side: int) -> int:
    """Hexes no line of this side comes to: those with an enemy unit, a lone HQ too."""
    return enemy_any(facts, state, side)


@carries_out("AVD 10.2.2b", otherwise=0)
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


# ---- the Supply chit (10.0) -------------------------------------------------------------------------


@carries_out("AVD 10.0", "AVD 10.1.1", "AVD 10.3.4")
def remove_markers(play: VdPlay, _local: None) -> None:
    status = play.state.status
    status[:] = status.translate(SUPPLIED_AGAIN)


@carries_out("AVD 10.0", "AVD 10.1.2")
def place_markers(play: VdPlay, _local: None) -> None:
    """10.1.2: the Soviet player marks German combat units, as many as the track says."""
    count = markers(play)
    if count:
        play.begin("markers", Markers(count))


@carries_out("AVD 10.1.3", "AVD 10.1.4", otherwise=2)
def markers(play: VdPlay) -> int:
    return out_of_supply(play.facts, play.state)


def next_marker(play: VdPlay, local: Markers) -> None:
    units = unmarked(play) if local.left else 0
    if units:
        play.ask("starve", SOVIET, prepared=units)
    else:
        play.leave()


def unmarked(play: VdPlay) -> int:
    state, roster = play.state, play.facts.roster
    marked = int(state.status.translate(MARKED)[::-1], 2)
    return roster.combat_units[GERMAN] & state.on_map & ~marked


def starve_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options(facts.done, ((facts.vocabulary.table("starve"), play.prepared or unmarked(play)),))


def answer_starve(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    play.state.status[action.arg] |= OUT_OF_SUPPLY
    play.note("starve", action.arg)
    play.again("next marker", Markers(play.state.top.local.left - 1))


@carries_out("AVD 10.0", "AVD 10.2.1a", "AVD 10.2.3", "AVD 10.3.4")
def check_isolation(play: VdPlay, _local: None) -> None:
    """10.2: all combat units of both sides from the same position."""
    facts, state = play.facts, play.state
    status = state.status
    status[:] = status.translate(CONNECTED_AGAIN)
    cut = []
    for side in (GERMAN, SOVIET):
        if may_be_isolated(state, side):
            there = state.occupied[ANY[side]] & facts.valid
            without = state.standing(there ^ (there & supplied(facts, state, side)))
            cut += bits(without & judged(facts, side))
    for unit in cut:
        status[unit] |= ISOLATED
    play.note("isolation", tuple(cut))


@carries_out("AVD 10.2.1b", otherwise=lambda facts, side: facts.roster.of_side[side])
def judged(facts: Facts, side: int) -> int:
    """The units whose lines are looked for: combat units, no HQs."""
    return facts.roster.combat_units[side]


@carries_out("AVD 10.2.4", "AVD 4.1.2e", otherwise=True)
def may_be_isolated(state: VdState, side: int) -> bool:
    return state.turn > 1 or side == SOVIET


# ---- disbanding (10.5) ------------------------------------------------------------------------------


@carries_out("AVD 10.0")
def disbanding(play: VdPlay, _local: None) -> None:
    units = disbandable(play)
    if units:
        play.ask("disband", SOVIET, prepared=units)


def disbandable(play: VdPlay) -> int:
    return play.state.on_map & play.facts.roster.disbandable


def disband_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options(facts.done, ((facts.vocabulary.table("disband"), play.prepared or disbandable(play)),))


def answer_disband(play: VdPlay, _decision: Decision, action: Action) -> None:
    from ostfront.games.victory_denied.rules.losses import disband

    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    disband(play, action.arg)
    disbanding(play, None)
