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
        known = rules.all_roads[key] = _along(rules, start, points, ()).reach
    return _along(rules, start, points, bits(known ^ (known & free)))


def _along(rules: VictoryDenied, start: int, points: int, closed: Iterable[int]) -> Roads:
    links = rules.road_links
    seen = {start, *closed}
    costs: dict[int, int] = {}
    edge = [start]
    for cost in range(1, points + 1):
        new = []
        for here in edge:
            for there in links[here]:
                if there not in seen:
                    seen.add(there)
                    costs[there] = cost
                    new.append(there)
        if not new:
            break
        edge = new
    return Roads(mask(costs), costs)
