"""Supply (2.1, 9): sources, lines of communication, cubes, attrition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts.roster import AXIS, BLOCKS, SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import (
    azov_sea,
    black_sea,
    contested,
    controlled_ports,
    friendly,
    remove,
    settle,
)
from ostfront.games.kiev_41.rules.play import K41Play
from ostfront.games.kiev_41.state import Attrition, Impulse

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State


# ---- sources and lines (2.1, 9.2) -------------------------------------------------------------------


def sources(rules: Kiev41, state: K41State, side: int) -> int:
    """The areas that are supply sources of a side, if it controls them."""
    if side == AXIS:
        return axis_sources(rules)
    return red_sources(rules) | yellow_sources(rules, state) | orange_sources(rules, state)


@carries_out("K41 2.1f", otherwise=0)
def axis_sources(rules: Kiev41) -> int:
    return rules.axis_sources


@carries_out("K41 2.1e", otherwise=lambda rules: rules.staging_of[SOVIET])
def red_sources(rules: Kiev41) -> int:
    return rules.red_sources


@carries_out("K41 2.1b", otherwise=lambda rules, _state: rules.yellow_sources)
def yellow_sources(rules: Kiev41, state: K41State) -> int:
    return rules.yellow_sources if state.yellow else 0


@carries_out("K41 2.1c", otherwise=lambda rules, _state: rules.orange_sources)
def orange_sources(rules: Kiev41, state: K41State) -> int:
    return rules.orange_sources if state.orange else 0


@carries_out("K41 2.1a", otherwise=0)
def connected(rules: Kiev41, state: K41State, side: int) -> int:
    """The fully controlled areas from which a line runs to a source; the last answer of each side is kept."""
    free = friendly(state, side)
    ports = open_ports(rules, state, side) & free
    key = (free, sources(rules, state, side) & free, ports)
    if rules.last_connected[side][0] != key:
        found = rules.areas.flood(key[1], free, free, rules.land_links)
        if found & ports and ports & ~found:
            found |= rules.areas.flood(ports, free, free, rules.land_links)
        rules.last_connected[side] = (key, found)
    return rules.last_connected[side][1]


@carries_out("K41 14.4a", otherwise=0)
def open_ports(rules: Kiev41, state: K41State, side: int) -> int:
    """14.4: the ports that are neighbours over sea."""
    return controlled_ports(rules, state) if side == SOVIET and rules.plays("14.4") else 0


def supplied(rules: Kiev41, state: K41State, side: int) -> int:
    """The areas where a unit of this side is in supply."""
    found = connected(rules, state, side)
    disputed = contested(state)
    links = rules.land_links
    starts = 0
    for area in bits(disputed):
        if links[area] & found:
            starts |= 1 << area
    ports = open_ports(rules, state, side)
    if found & ports:
        starts |= disputed & ports
    found |= starts | held_sources(rules, state, side)
    return found | coastal(rules, state) if side == SOVIET and not rules.plays("14.4") else found


@carries_out("K41 9.2a", otherwise=0)
def held_sources(rules: Kiev41, state: K41State, side: int) -> int:
    """A controlled source supplies who is in it, contested or not."""
    return sources(rules, state, side) & state.controlled(side)


def coastal(rules: Kiev41, state: K41State) -> int:
    """2.1.1: Soviet coasts, and Sevastopol in any case."""
    coast = black_coast(rules, state) | azov_coast(rules, state)
    return coast & state.controlled(SOVIET) | fortress(rules)


@carries_out("K41 2.1.1a", otherwise=0)
def black_coast(rules: Kiev41, state: K41State) -> int:
    return rules.black_coast if black_sea(rules, state) else 0


@carries_out("K41 2.1.1b", otherwise=0)
def azov_coast(rules: Kiev41, state: K41State) -> int:
    return rules.azov_coast if azov_sea(rules, state) else 0


@carries_out("K41 2.1.1c", otherwise=0)
def fortress(rules: Kiev41) -> int:
    return 1 << rules.sevastopol


# ---- the two checks (9.1, 9.3, 9.4) -----------------------------------------------------------------


def _cut_off(rules: Kiev41, state: K41State, side: int, among: int) -> int:
    """Those of these blocks of a side on the map that are not in supply."""
    outside = ~supplied(rules, state, side)
    place = state.place
    mine = among & rules.roster.blocks_of[side] & state.on_map
    return mask(u for u in bits(mine) if outside >> place[u] & 1)


@carries_out("K41 9.1a", "K41 9.0")
def supply_check(play: K41Play, local: Impulse) -> None:
    """Units of the active side without a line get a cube."""
    state, rules = play.state, play.rules
    side = local.side
    out = rules.everywhere & ~supplied(rules, state, side)
    if out & state.units_of(side):
        blocks = _cut_off(rules, state, side, ~state.isolated)
        lines = state.lines(side) & out & ~state.isolated_lines
        state.isolated |= blocks
        state.isolated_lines |= lines
        for area in bits(mask(state.place[u] for u in bits(blocks)) | lines):
            play.note("cut off", area)


@carries_out("K41 9.3")
def isolation_check(play: K41Play, local: Impulse) -> None:
    """Units with a cube that are still cut off suffer; the others lose it."""
    state, rules = play.state, play.rules
    if state.isolated & rules.roster.of_side[local.side] or state.isolated_lines & state.lines(local.side):
        play.begin("attrition", Attrition(local.side))


@carries_out("K41 9.4a", "K41 4.1e")
def lone_lines(play: K41Play, local: Attrition) -> None:
    """A line without friends among enemy blocks falls."""
    state, rules = play.state, play.rules
    side = local.side
    marked = state.isolated_lines & state.lines(side)
    marked_out = marked & ~supplied(rules, state, side)
    state.isolated_lines ^= marked ^ marked_out
    occupied = state.occupied
    for area in bits(marked_out & occupied[BLOCKS[1 - side]] & ~occupied[BLOCKS[side]]):
        remove_line(play, side, area)
        play.note("line lost", side, area)
        settle(play, area)


def remove_line(play: K41Play, side: int, area: int) -> None:
    state = play.state
    out = ~(1 << area)
    if side == AXIS:
        state.lines_axis &= out
    else:
        state.lines_soviet &= out
    state.isolated_lines &= out


@carries_out("K41 14.4b")
def siege(play: K41Play, local: Attrition) -> None:
    """14.4: marked units in Sevastopol roll against their steps; the strongest suffers."""
    state, rules = play.state, play.rules
    if local.side != SOVIET or not rules.plays("14.4"):
        return
    units = besieged(rules, state)
    line = state.isolated_lines >> rules.sevastopol & 1
    if not units and not line:
        return
    total = sum(state.steps[u] for u in bits(units)) + line
    die = play.roll(6, f"turn {state.turn} / impulse {state.impulse} / siege")
    play.note("siege", die, total)
    if die < total and units:
        candidates = strongest(rules, state, units)
        if candidates.bit_count() > 1:
            play.ask("siege", SOVIET)
        else:
            starve(play, candidates.bit_length() - 1)


def besieged(rules: Kiev41, state: K41State) -> int:
    """The marked Soviet blocks in Sevastopol that are still cut off."""
    here = state.stacks[rules.sevastopol] & state.members[SOVIET]
    return _cut_off(rules, state, SOVIET, here & state.isolated) if here & state.isolated else 0


def strongest(rules: Kiev41, state: K41State, units: int) -> int:
    """Those of these blocks that show the most dots or stars (10.15.1)."""
    shown, steps = rules.roster.strength, state.steps
    best, found = -1, 0
    for unit in bits(units):
        value = shown[unit][steps[unit]]
        if value > best:
            best, found = value, 1 << unit
        elif value == best:
            found |= 1 << unit
    return found


def siege_options(play: K41Play, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    return Options((), ((rules.vocabulary.table("lose"), strongest(rules, state, besieged(rules, state))),))


def answer_siege(play: K41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    starve(play, action.arg)


def marked_blocks(play: K41Play, local: Attrition) -> None:
    """All are judged at once; those still cut off lose a step together."""
    state, rules = play.state, play.rules
    marked = state.isolated & rules.roster.of_side[local.side]
    suffering = _cut_off(rules, state, local.side, marked)
    state.isolated &= ~(marked & ~suffering)
    if local.side == SOVIET and rules.plays("14.4"):
        suffering &= ~besieged(rules, state)
    for unit in bits(suffering):
        starve(play, unit)


@carries_out("K41 9.4b")
def starve(play: K41Play, unit: int) -> None:
    """A marked block loses a step; with its last one it surrenders, for good."""
    state, rules = play.state, play.rules
    area, side = state.place[unit], rules.roster.side[unit]
    if area >= rules.area_count:
        return  # it fell with Kiev a moment ago
    play.note("starve", side, area)
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        if not state.visible >> unit & 1:
            fog.weaker(state, unit)
        return
    fog.show(play, 1 << unit)
    play.note("surrender", unit, area)
    remove(play, unit, rules.boxes[captivity(side)])
    settle(play, area)


@carries_out("K41 9.4c", otherwise=lambda side: "axis-pool" if side == AXIS else "soviet-pool")
def captivity(side: int) -> str:
    """Who surrenders is out of the game, whatever his side."""
    return "axis-lost" if side == AXIS else "soviet-lost"
