"""Roads free for strategic movement (8.3), and how far they lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.hexes import bits, mask
from ostfront.games.victory_denied.ground import enemy_any, enemy_victory_hexes
from ostfront.games.victory_denied.roster import GERMAN

if TYPE_CHECKING:
    from ostfront.games.victory_denied.rules import VictoryDenied
    from ostfront.games.victory_denied.state import VdState


class Roads(NamedTuple):
    """Where half points lead along roads: all hexes but the first, and what each costs."""

    reach: int
    costs: dict[int, int]


def strategic_hexes(rules: VictoryDenied, state: VdState, side: int) -> int:
    """Road hexes that are not next to an enemy unit, nor to (or) a victory hex in enemy hands (8.3.1).

    For Germans the roads end at the Pocket (14).
    """
    feared = enemy_any(rules, state, side) | enemy_victory_hexes(rules, state, side)
    roads = rules.road_hexes
    free = roads ^ (roads & rules.grid.closed(feared))
    return free ^ (free & rules.pocket) if side == GERMAN else free


def free_roads(rules: VictoryDenied, start: int, free: int, points: int) -> Roads:
    """The roads from a hex on, as far as so many half points go."""
    key = (start, points)
    known = rules.all_roads.get(key)
    if known is None:
        known = rules.all_roads[key] = mask(_along(rules, start, points, ())) ^ 1 << start
    closed = known ^ (known & free)
    before, found = rules.last_roads.get(key, (-1, Roads(0, {})))
    if before != closed:
        costs = _along(rules, start, points, bits(closed))
        if len(costs) > known.bit_count():  # nothing lies behind the closed hexes
            found = Roads(known ^ closed, costs)
        else:
            found = Roads(mask([there for there, cost in costs.items() if cost]), costs)
        if len(rules.last_roads) > 2000:
            rules.last_roads.clear()
        rules.last_roads[key] = (closed, found)
    return found


def _along(rules: VictoryDenied, start: int, points: int, closed: Iterable[int]) -> dict[int, int]:
    """What road hexes cost; 0 for those where a road ends, and for the start."""
    links = rules.road_links
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
