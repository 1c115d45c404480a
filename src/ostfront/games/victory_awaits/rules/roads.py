"""Roads free for strategic movement (9.3), and how far they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from ostfront.core.map.hexes import Sides, lowest
from ostfront.core.play.clauses import carries_out
from ostfront.games.victory_awaits.rules.ground import crowded, enemies, zoc

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

KEPT = 4096  # answers about roads


class Ride(NamedTuple):
    """Where a road leads: all its hexes but the first, and those that cost 1, 2 ... half points.

    The rings are shifted down by `low`: short ints are fast ints.
    """

    reach: int
    low: int
    rings: list[int]

    def cost(self, goal: int) -> int:
        """The half points it takes to a hex; 0 for the first one."""
        if self.reach >> goal & 1:
            bit = 1 << goal - self.low
            for cost, ring in enumerate(self.rings, 1):
                if ring & bit:
                    return cost
        return 0


NO_RIDE = Ride(0, 0, [])


def strategic_hexes(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """Road hexes without enemies and out of their zones of control."""
    taken = enemies(rules, state, side) | strategic_fear(rules, state, side)
    return rules.road_hexes ^ (rules.road_hexes & taken)


@carries_out("AVA 9.3c", otherwise=0)
def strategic_fear(rules: VictoryAwaits, state: VaState, side: int) -> int:
    return zoc(rules, state, 1 - side)


@carries_out("AVA 9.3e", otherwise=lambda rules, state, unit, reach: reach)
def road_stops(rules: VictoryAwaits, state: VaState, unit: int, reach: int) -> int:
    """Where there is room to end the move, as in normal movement."""
    return reach and reach ^ (reach & crowded(state, rules.roster.side[unit]))


def ride(rules: VictoryAwaits, side: int, start: int, points: int, free: int) -> Ride:
    """The road from a hex on; answers are kept with those hexes in reach that were open."""
    key = (side, start, points)
    whole = rules.whole_rides.get(key)
    if whole is None:
        if len(rules.whole_rides) >= 2 * KEPT:
            rules.whole_rides.clear()
        whole = rules.whole_rides[key] = follow(rules, side, start, points, rules.road_hexes)
    reach = whole.reach
    open_ = reach & free
    if open_ == reach:
        return whole
    found = rules.rides.get((key, open_))
    if found is None:
        if len(rules.rides) >= KEPT:
            rules.rides.clear()
        found = rules.rides[key, open_] = follow(rules, side, start, points, open_)
    return found


def follow(rules: VictoryAwaits, side: int, start: int, points: int, free: int) -> Ride:
    """The road from a hex on, ring by ring, in a window as wide as the points."""
    low, whole, (n0, n1, n2, n3, n4, n5) = _window(rules, side, start, points)
    s = rules.grid.stride
    t = s - 1
    new = 1 << start - low
    ahead = free >> low & whole
    todo = ahead = ahead ^ (ahead & new)
    rings = []
    for _ in range(points):
        new = (
            (new & n0) >> 1 | (new & n1) << t | (new & n2) << s | (new & n3) << 1 | (new & n4) >> t | (new & n5) >> s
        ) & todo
        if not new:
            break
        todo ^= new
        rings.append(new)
    return Ride((ahead ^ todo) << low, low, rings)


def _window(rules: VictoryAwaits, side: int, start: int, points: int) -> tuple[int, int, Sides]:
    """The part of the map that so many steps from a hex can touch: its lowest bit, its bits, its road hexsides."""
    band = rules.grid.band(start, points)
    found = rules.road_windows.get((side, band))
    if found is None:
        low, high = band
        whole = (1 << high - low) - 1
        sides = cast(Sides, tuple(hexes >> low & whole for hexes in rules.road_sides[side]))
        found = rules.road_windows[side, band] = (low, whole, sides)
    return found


def road_way(rules: VictoryAwaits, side: int, goal: int, way: Ride) -> int:
    """The hexes that a shortest way along the road enters."""
    low, steps = way.low, rules.road_steps[side]
    passed, at = 1 << goal, goal
    for ring in reversed(way.rings[: max(0, way.cost(goal) - 1)]):
        at = lowest(steps[at] >> low & ring) + low
        passed |= 1 << at
    return passed
