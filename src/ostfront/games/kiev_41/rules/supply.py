"""Supply (2.1, 9): sources, lines of communication, cubes, attrition."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import Facts
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
from ostfront.games.kiev_41.state import Attrition, Impulse, K41Play, K41State

# ---- sources and lines (2.1, 9.2) -------------------------------------------------------------------


def sources(facts: Facts, state: K41State, side: int) -> int:
    """The areas that are supply sources of a side, if it controls them."""
    if side == AXIS:
        return axis_sources(facts)
    return red_sources(facts) | yellow_sources(facts, state) | orange_sources(facts, state)


@implements("K41 2.1f")
def axis_sources(facts: Facts) -> int:
    return facts.axis_sources


@implements("K41 2.1e")
def red_sources(facts: Facts) -> int:
    return facts.red_sources


@implements("K41 2.1b")
def yellow_sources(facts: Facts, state: K41State) -> int:
    return facts.yellow_sources if state.yellow else 0


@implements("K41 2.1c")
def orange_sources(facts: Facts, state: K41State) -> int:
    return facts.orange_sources if state.orange else 0


@implements("K41 2.1a")
def connected(facts: Facts, state: K41State, side: int) -> int:
    """The fully controlled areas from which a line runs to a source; the last answer of each side is kept."""
    free = friendly(state, side)
    ports = open_ports(facts, state, side) & free
    key = (free, sources(facts, state, side) & free, ports)
    kept, found = state.memo.connected[side]
    if kept != key:
        found = facts.areas.flood(key[1], free, free, facts.land_links)
        if found & ports and ports & ~found:
            found |= facts.areas.flood(ports, free, free, facts.land_links)
        state.memo.connected[side] = (key, found)
    return found


@implements("K41 14.4a")
def open_ports(facts: Facts, state: K41State, side: int) -> int:
    """14.4: the ports that are neighbours over sea."""
    return controlled_ports(facts, state) if side == SOVIET and facts.plays("14.4") else 0


def supplied(facts: Facts, state: K41State, side: int) -> int:
    """The areas where a unit of this side is in supply."""
    found = connected(facts, state, side)
    disputed = contested(state)
    links = facts.land_links
    starts = 0
    for area in bits(disputed):
        if links[area] & found:
            starts |= 1 << area
    ports = open_ports(facts, state, side)
    if found & ports:
        starts |= disputed & ports
    found |= starts | held_sources(facts, state, side)
    return found | coastal(facts, state) if side == SOVIET and not facts.plays("14.4") else found


@implements("K41 9.2a")
def held_sources(facts: Facts, state: K41State, side: int) -> int:
    """A controlled source supplies the units in it, contested or not."""
    return sources(facts, state, side) & state.controlled(side)


def coastal(facts: Facts, state: K41State) -> int:
    """2.1.1: Soviet coasts, and Sevastopol in any case."""
    coast = black_coast(facts, state) | azov_coast(facts, state)
    return coast & state.controlled(SOVIET) | fortress(facts)


@implements("K41 2.1.1a")
def black_coast(facts: Facts, state: K41State) -> int:
    return facts.black_coast if black_sea(facts, state) else 0


@implements("K41 2.1.1b")
def azov_coast(facts: Facts, state: K41State) -> int:
    return facts.azov_coast if azov_sea(facts, state) else 0


@implements("K41 2.1.1c")
def fortress(facts: Facts) -> int:
    return 1 << facts.sevastopol


# ---- the two checks (9.1, 9.3, 9.4) -----------------------------------------------------------------


def _cut_off(facts: Facts, state: K41State, side: int, among: int) -> int:
    """Those of these blocks of a side on the map that are not in supply."""
    outside = ~supplied(facts, state, side)
    place = state.place
    mine = among & facts.roster.blocks_of[side] & state.on_map
    return mask(u for u in bits(mine) if outside >> place[u] & 1)


@implements("K41 9.1a", "K41 9.0")
def supply_check(play: K41Play, local: Impulse) -> None:
    """Units of the active side without a line get a cube."""
    state, facts = play.state, play.facts
    side = local.side
    out = facts.everywhere & ~supplied(facts, state, side)
    if out & state.units_of(side):
        blocks = _cut_off(facts, state, side, ~state.isolated)
        lines = state.lines(side) & out & ~state.isolated_lines
        state.isolated |= blocks
        state.isolated_lines |= lines
        for area in bits(mask(state.place[u] for u in bits(blocks)) | lines):
            play.note("cut off", area)


@implements("K41 9.3")
def isolation_check(play: K41Play, local: Impulse) -> None:
    """Units with a cube that are still cut off suffer; the others lose it."""
    state, facts = play.state, play.facts
    if state.isolated & facts.roster.of_side[local.side] or state.isolated_lines & state.lines(local.side):
        play.begin("attrition", Attrition(local.side))


@implements("K41 9.4a", "K41 4.1e")
def lone_lines(play: K41Play, local: Attrition) -> None:
    """A line without friends among enemy blocks falls."""
    state, facts = play.state, play.facts
    side = local.side
    marked = state.isolated_lines & state.lines(side)
    marked_out = marked & ~supplied(facts, state, side)
    state.isolated_lines ^= marked ^ marked_out
    occupied = state.occupied
    alone = occupied[BLOCKS[1 - side]] & ~occupied[BLOCKS[side]]
    for area in bits(marked_out & alone & ~spared(facts, side)):
        remove_line(play, side, area)
        play.note("line lost", side, area)
        settle(play, area)


@implements("K41 14.4b")
def spared(facts: Facts, side: int) -> int:
    """14.4: in Sevastopol nothing falls without a roll of the die."""
    return 1 << facts.sevastopol if side == SOVIET and facts.plays("14.4") else 0


def remove_line(play: K41Play, side: int, area: int) -> None:
    state = play.state
    out = ~(1 << area)
    if side == AXIS:
        state.lines_axis &= out
    else:
        state.lines_soviet &= out
    state.isolated_lines &= out


@implements("K41 14.4b")
def siege(play: K41Play, local: Attrition) -> None:
    """14.4: marked units in Sevastopol roll against their steps; the strongest suffers.

    A Defensive Line is the last to go and counts 1: no die is lower, so alone it holds out.
    """
    state, facts = play.state, play.facts
    if local.side != SOVIET or not facts.plays("14.4"):
        return
    units = besieged(facts, state)
    line = (state.isolated_lines & state.lines_soviet) >> facts.sevastopol & 1
    if not units and not line:
        return
    total = sum(state.steps[u] for u in bits(units)) + line
    die = play.roll(6, f"turn {state.turn} / impulse {state.impulse} / siege")
    play.note("siege", die, total)
    if die < total and units:
        candidates = strongest(facts, state, units)
        if candidates.bit_count() > 1:
            play.ask("siege", SOVIET)
        else:
            starve(play, candidates.bit_length() - 1)


def besieged(facts: Facts, state: K41State) -> int:
    """The marked Soviet blocks in Sevastopol that are still cut off."""
    here = state.stacks[facts.sevastopol] & state.members[SOVIET]
    return _cut_off(facts, state, SOVIET, here & state.isolated) if here & state.isolated else 0


def strongest(facts: Facts, state: K41State, units: int) -> int:
    """Those of these blocks that show the most dots or stars (10.15.1)."""
    shown, steps = facts.roster.strength, state.steps
    best, found = -1, 0
    for unit in bits(units):
        value = shown[unit][steps[unit]]
        if value > best:
            best, found = value, 1 << unit
        elif value == best:
            found |= 1 << unit
    return found


def siege_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    return Options((), ((facts.vocabulary.table("lose"), strongest(facts, state, besieged(facts, state))),))


def answer_siege(play: K41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    starve(play, action.arg)


SIEGE = Kind(
    "siege",
    "14.4b",
    verbs=("lose",),
    prompt="Hunger in Sevastopol: which block loses a step?",
    options=siege_options,
    answer=answer_siege,
    secrecy="secret",
)


def marked_blocks(play: K41Play, local: Attrition) -> None:
    """All are judged at once; those still cut off lose a step together."""
    state, facts = play.state, play.facts
    marked = state.isolated & facts.roster.of_side[local.side]
    suffering = _cut_off(facts, state, local.side, marked)
    state.isolated &= ~(marked & ~suffering)
    if local.side == SOVIET and facts.plays("14.4"):
        suffering &= ~besieged(facts, state)
    for unit in bits(suffering):
        starve(play, unit)


@implements("K41 9.4b")
def starve(play: K41Play, unit: int) -> None:
    """A marked block loses a step; with its last one it surrenders, for good."""
    state, facts = play.state, play.facts
    area, side = state.place[unit], facts.roster.side[unit]
    if area >= facts.area_count:
        return  # it was just lost with Kiev
    play.note("starve", side, area)
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        if not state.visible >> unit & 1:
            fog.weaker(state, unit)
        return
    fog.show(play, 1 << unit)
    play.note("surrender", unit, area)
    remove(play, unit, facts.boxes[captivity(side)])
    settle(play, area)


@implements("K41 9.4c")
def captivity(side: int) -> str:
    """Blocks that surrender are out of the game, on either side."""
    return "axis-lost" if side == AXIS else "soviet-lost"


ATTRITION_STEPS = Procedure(
    "attrition",
    (
        Step("lines", lone_lines, "9.4a"),
        Step("siege", siege, "14.4b"),
        Step("blocks", marked_blocks, "9.4b"),
    ),
    Attrition,
)
