"""Lines of communications (3.3), with the limit of 17.4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ostfront.core.map.floods import FromSources
from ostfront.core.map.hexes import Sides
from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, SOVIET
from ostfront.games.victory_awaits.rules.ground import enemies, zoc
from ostfront.games.victory_awaits.state import VaState


def ground_for(facts: Facts, state: VaState, side: int, leaving: int = -1) -> tuple[int, int]:
    """The hexes a line of a side may enter, and those it may pass.

    With `leaving`, as if a unit about to leave that hex were gone.
    """
    enter = facts.land ^ (facts.land & barred(facts, state, side))
    friends = state.occupied[ANY[side]]
    if leaving >= 0 and sum(1 for _ in state.each_at(leaving)) == 1:
        friends &= ~(1 << leaving)
    return enter, enter ^ (enter & shadowed(facts, state, side, friends))


@implements("AVA 3.3b")
def barred(facts: Facts, state: VaState, side: int) -> int:
    """Hexes no line comes to: those with an enemy unit."""
    return enemies(facts, state, side)


@implements("AVA 3.3b")
def shadowed(facts: Facts, state: VaState, side: int, friends: int) -> int:
    """Hexes a line does not pass: enemy zones of control without a friendly unit."""
    feared = zoc(facts, state, 1 - side)
    return feared ^ (feared & friends)


@implements("AVA 3.3a", "AVA 2.1c")
def sources(facts: Facts, side: int) -> int:
    return facts.sources[side]


def supplied(facts: Facts, state: VaState, side: int) -> int:
    """The hexes from which a unit of this side could trace a line; the last answer of each side is kept."""
    enter, through = ground_for(facts, state, side)
    memo, ground = state.memo.supplied, (enter, through)
    before, found = memo[side]
    if before != ground:
        found = lines(facts, side, enter, through)
        memo[side] = (ground, found)
    return found


def cut_off(facts: Facts, state: VaState, unit: int) -> bool:
    """Whether a unit on the map cannot trace a line."""
    return not supplied(facts, state, facts.roster.side[unit]) >> state.place[unit] & 1


def lines(facts: Facts, side: int, enter: int, through: int) -> int:
    if side == AXIS:
        return axis_lines(facts, enter, through)
    if facts.options["soviet-supply"]:
        return limited_lines(facts, enter, through)
    return soviet_lines(facts, enter, through)


@implements("AVA 3.3d")
def soviet_lines(facts: Facts, enter: int, through: int) -> int:
    """Of any length, not over the start line."""
    reached = _soviet_flood(facts).fill(enter, through)
    if not facts.mountains:
        return reached
    return reached | last_step(facts, SOVIET, reached & through) & enter & facts.mountains


@lru_cache(maxsize=16)
def _soviet_flood(facts: Facts) -> FromSources:
    return FromSources(facts.grid, sources(facts, SOVIET), facts.land, line_ways(facts, SOVIET))


@implements("AVA 3.3e")
def axis_lines(facts: Facts, enter: int, through: int) -> int:
    """Any distance along unbroken railroad, then up to six hexes further."""
    grid = facts.grid
    rail = grid.flood(sources(facts, AXIS), enter, through, facts.rail_lines[AXIS])
    off = facts.charts["supply"]["axis_off_rail"]
    reached = grid.flood(rail & through, enter, through, line_ways(facts, AXIS), off - 1)
    return rail | reached | last_step(facts, AXIS, (reached | rail) & through) & enter


@implements("AVA 3.3c")
def line_ways(facts: Facts, side: int) -> Sides:
    """The hexsides a line crosses; into and out of mountains along a road only."""
    return facts.line_sides[side]


def last_step(facts: Facts, side: int, hexes: int) -> int:
    """Where a line can end, one hex on: into a mountain hex from any side, out of one by road only."""
    grid, hills = facts.grid, hexes & facts.mountains
    found = grid.step(hexes ^ hills, facts.step_sides[side])
    return found | grid.step(hills, line_ways(facts, side)) if hills else found


@implements("AVA 17.4")
def limited_lines(facts: Facts, enter: int, through: int) -> int:
    """Along a road or a railroad from the source, one of them all the way, then up to 12 hexes."""
    grid = facts.grid
    road = grid.flood(sources(facts, SOVIET), enter, through, facts.road_lines)
    rail = grid.flood(sources(facts, SOVIET), enter, through, facts.rail_lines[SOVIET])
    start = (road & facts.road_hexes | rail & facts.rail_hexes) & through
    limit = facts.charts["soviet_supply_limit"]["off_road"]
    near = grid.flood(start, enter, through, line_ways(facts, SOVIET), limit - 1)
    ends = last_step(facts, SOVIET, near & through) & enter
    return start | near | ends | (road & facts.road_hexes) | (rail & facts.rail_hexes)


# ---- the shortest line ------------------------------------------------------------------------------


def nearest_to_supply(facts: Facts, state: VaState, side: int, ends: int, leaving: int) -> int:
    """Those of these hexes with the shortest line of communications; none if no line reaches any."""
    enter, through = ground_for(facts, state, side, leaving)
    if side == AXIS:
        off = facts.charts["supply"]["axis_off_rail"]
        return _nearest(facts, AXIS, [facts.rail_lines[AXIS]], off, ends, (enter, through))
    if facts.options["soviet-supply"]:
        off = facts.charts["soviet_supply_limit"]["off_road"]
        return _nearest(facts, SOVIET, [facts.road_lines, facts.rail_lines[SOVIET]], off, ends, (enter, through))
    grid, sides = facts.grid, line_ways(facts, SOVIET)
    new = sources(facts, SOVIET) & enter
    todo = enter & ~new
    climbing = ends & facts.mountains
    while new:
        found = new & ends
        edge = new & through
        if found:
            return found
        new = grid.step(edge, sides) & todo
        todo ^= new
        if climbing:
            new |= last_step(facts, SOVIET, edge) & climbing & enter
    return 0


def _nearest(facts: Facts, side: int, ways: Sequence[Sides], off: int, ends: int, ground: tuple[int, int]) -> int:
    """Along one kind of way, then up to so many hexes off it: those with the fewest hexes in all."""
    grid, sides, (enter, through) = facts.grid, line_ways(facts, side), ground
    start = sources(facts, side) & enter
    fronts = [[start] + [0] * off for _ in ways]  # for each kind, by hexes away from it
    seen = [list(kind) for kind in fronts]
    while any(map(any, fronts)):
        found = 0
        for kind in fronts:
            for front in kind:
                found |= front & ends
        if found:
            return found
        for k, kind in enumerate(fronts):
            new = [grid.step(kind[0] & through, ways[k]) & enter]
            for n in range(off):
                front = kind[n] & through
                ahead = grid.step(front, sides) | last_step(facts, side, front) & ends
                new.append(ahead & enter)
            for n, front in enumerate(new):
                kind[n] = front & ~seen[k][n]
                seen[k][n] |= kind[n]
    return 0
