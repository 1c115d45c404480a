"""How far roads lead from a hex while some of their hexes are closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask

KEPT = 4096  # answers


class Roads(NamedTuple):
    """Where half points lead along roads: all hexes but the first, and what each costs."""

    reach: int
    costs: dict[int, int]


class RoadNet:
    """The roads of the map; answers are kept by the hexes that were open."""

    def __init__(self, links: Sequence[tuple[int, ...]]) -> None:
        """`links` are the hexes a road leads to, by hex."""
        self.links = links
        self._all: dict[tuple[int, int], Roads] = {}
        self._free: dict[tuple[int, int, int], Roads] = {}

    def free(self, start: int, free: int, points: int) -> Roads:
        """The roads from a hex on through free hexes, as far as so many half points go."""
        whole = self._all.get((start, points))
        if whole is None:
            whole = self._all[start, points] = self._roads(start, points, ())
        reach = whole.reach
        open_ = reach & free
        if open_ == reach:
            return whole
        found = self._free.get((start, points, open_))
        if found is None:
            if len(self._free) >= KEPT:
                self._free.clear()
            found = self._free[start, points, open_] = self._roads(start, points, bits(reach ^ open_))
        return found

    def _roads(self, start: int, points: int, closed: Iterable[int]) -> Roads:
        costs = self._along(start, points, closed)
        return Roads(mask([there for there, cost in costs.items() if cost]), costs)

    def _along(self, start: int, points: int, closed: Iterable[int]) -> dict[int, int]:
        """What road hexes cost; 0 for those where a road ends, and for the start."""
        links = self.links
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
