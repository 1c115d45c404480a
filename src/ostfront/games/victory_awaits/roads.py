"""Roads free for strategic movement (9.3), and how far they lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.clauses import carries_out
from ostfront.core.hexes import bits, mask
from ostfront.games.victory_awaits.ground import enemies, full_hexes, zoc

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

KEPT = 4096  # answers about roads


class Ride(NamedTuple):
    """Where a road leads: all its hexes but the first, and what they cost in half points (0 where it ends)."""

    reach: int
    costs: dict[int, int]


NO_RIDE = Ride(0, {})


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
    return reach and reach ^ full_hexes(rules, state, unit, reach)


def ride(rules: VictoryAwaits, side: int, start: int, points: int, free: int) -> Ride:
    """The road from a hex on; answers are kept with those hexes in reach that were open."""
    key = (side, start, points)
    whole = rules.whole_rides.get(key)
    if whole is None:
        if len(rules.whole_rides) >= 2 * KEPT:
            rules.whole_rides.clear()
        whole = rules.whole_rides[key] = _ride(rules, side, start, points, ())
    reach = whole.reach
    open_ = reach & free
    if open_ == reach:
        return whole
    found = rules.rides.get((key, open_))
    if found is None:
        if len(rules.rides) >= KEPT:
            rules.rides.clear()
        found = rules.rides[key, open_] = _ride(rules, side, start, points, bits(reach ^ open_))
    return found


def _ride(rules: VictoryAwaits, side: int, start: int, points: int, closed: Iterable[int]) -> Ride:
    costs = along(rules, side, start, points, closed)
    return Ride(mask([there for there, cost in costs.items() if cost]), costs)


def along(rules: VictoryAwaits, side: int, start: int, points: int, closed: Iterable[int]) -> dict[int, int]:
    """What road hexes cost in half points; 0 for the start and for those that are closed."""
    links = rules.road_links[side]
    costs = dict.fromkeys(closed, 0)
    costs[start] = 0
    edge = [start]
    for cost in range(1, points + 1):
        new = []
        for here in edge:
            for there in links[here]:
                if there not in costs:
                    costs[there] = cost
                    new.append(there)
        if not new:
            break
        edge = new
    return costs


def road_way(rules: VictoryAwaits, side: int, goal: int, costs: dict[int, int]) -> int:
    """The hexes that a shortest way along the road enters."""
    links = rules.road_links[side]
    passed, at = 1 << goal, goal
    for cost in range(costs[goal] - 1, 0, -1):
        at = min(there for there in links[at] if costs.get(there) == cost)
        passed |= 1 << at
    return passed
