"""Roads over hexes: each stretch between two towns is the cheapest chain of hexes near the straight line."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Mapping
from itertools import pairwise

from workshop.lattice import Lattice

CROSSING = {"minor": 0.35, "major": 1.6}
GROUND = {
    "swamp": 1.2, "woods": 0.25, "hills": 0.2,
    "marsh": 0.8, "light-woods": 0.1, "heavy-woods": 0.3, "mountain": 1.0,
}  # fmt: skip


class Router:
    """Places roads one after another; a later road follows an earlier one where that is hardly longer."""

    def __init__(
        self,
        lattice: Lattice,
        rivers: Mapping[tuple[str, str], str],
        ground: Mapping[str, str],
        closed: Collection[str] = (),
    ) -> None:
        self.lattice = lattice
        self.closed = closed  # kinds of ground and of hexside that no road enters
        self.rivers = rivers
        self.ground = ground
        self.laid: set[tuple[str, str]] = set()

    def chain(self, stops: list[str]) -> list[str]:
        """The hexes of a road through its stops."""
        out = [stops[0]]
        for a, b in pairwise(stops):
            if a != b:
                out += self._stretch(a, b)[1:]
        for a, b in pairwise(out):
            self.laid.add((min(a, b), max(a, b)))
        return out

    def _stretch(self, start: str, goal: str) -> list[str]:
        p, q = self.lattice.centre(start), self.lattice.centre(goal)
        length = math.dist(p, q)
        cost: dict[str, float] = {start: 0.0}
        back: dict[str, str] = {}
        queue = [(0.0, start)]
        while queue:
            so_far, h = heapq.heappop(queue)
            if h == goal:
                break
            if so_far > cost[h]:
                continue
            for n in self.lattice.neighbours(h):
                if self.ground.get(n) in self.closed or self.rivers.get((min(h, n), max(h, n))) in self.closed:
                    continue
                new = round(so_far + self._step(h, n, p, q, length), 9)
                if new < cost.get(n, math.inf):
                    cost[n], back[n] = new, h
                    heapq.heappush(queue, (new, n))
        if goal not in back:
            raise SystemExit(f"there is no way from {start} to {goal}")
        path = [goal]
        while path[-1] != start:
            path.append(back[path[-1]])
        return path[::-1]

    def _step(self, a: str, b: str, p: tuple[float, float], q: tuple[float, float], length: float) -> float:
        side = (min(a, b), max(a, b))
        c = self.lattice.centre(b)
        off = abs((q[0] - p[0]) * (p[1] - c[1]) - (p[0] - c[0]) * (q[1] - p[1])) / length
        price = 1.0 + 0.35 * off * off
        if side in self.laid:
            return price * 0.72
        return price + CROSSING.get(self.rivers.get(side, ""), 0.0) + GROUND.get(self.ground.get(b, ""), 0.0)


def without_repeats(chains: Mapping[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Cut every chain where it runs over hexsides that an earlier road already crosses."""
    seen: set[tuple[str, str]] = set()
    out: list[tuple[str, list[str]]] = []
    for name, chain in chains.items():
        pieces: list[list[str]] = []
        run = [chain[0]]
        for a, b in pairwise(chain):
            side = (min(a, b), max(a, b))
            if side in seen:
                pieces.append(run)
                run = [b]
            else:
                seen.add(side)
                run.append(b)
        pieces.append(run)
        pieces = [piece for piece in pieces if len(piece) > 1]
        for i, piece in enumerate(pieces):
            out.append((name if len(pieces) == 1 else f"{name}-{i + 1}", piece))
    return out
