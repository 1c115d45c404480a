"""Roads free for strategic movement (8.3), and how far they lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules.ground import enemy_any, enemy_victory_hexes

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState


KEPT = 4096  # answers about roads


class Roads(NamedTuple):
    """Where half points lead along roads: all hexes but the first, and what each costs."""

    reach: int
    costs: dict[int, int]


def strategic_hexes(rules: VictoryDenied, state: VdState, side: int) -> int:
    """Road hexes that are not next to an enemy unit, nor to (or) a victory hex in enemy hands (8.3.1).

    For Germans the roads end at the Pocket (14). The last answer for each side is kept.
    """
    enemies, hexes = enemy_any(rules, state, side), enemy_victory_hexes(rules, state, side)
    known = rules.last_strategic[side]
    if known[0] == enemies and known[1] == hexes:
        return known[2]
    roads = rules.road_hexes
    free = roads ^ (roads & rules.grid.closed(enemies | hexes))
    if side == GERMAN:
        free ^= free & rules.pocket
    rules.last_strategic[side] = (enemies, hexes, free)
    return free


def free_roads(rules: VictoryDenied, start: int, free: int, points: int) -> Roads:
    """The roads from a hex on, as far as so many half points go; kept by the hexes that were open."""
    whole = rules.all_roads.get((start, points))
    if whole is None:
        whole = rules.all_roads[start, points] = _roads(rules, start, points, ())
    reach = whole.reach
    open_ = reach & free
    if open_ == reach:
        return whole
    found = rules.free_roads.get((start, points, open_))
    if found is None:
        if len(rules.free_roads) >= KEPT:
            rules.free_roads.clear()
        found = rules.free_roads[start, points, open_] = _roads(rules, start, points, bits(reach ^ open_))
    return found


def _roads(rules: VictoryDenied, start: int, points: int, closed: Iterable[int]) -> Roads:
    costs = _along(rules, start, points, closed)
    return Roads(mask([there for there, cost in costs.items() if cost]), costs)


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
