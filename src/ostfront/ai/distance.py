"""Movement-cost distance over an empty map."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from ostfront.core.map.hexes import Grid, bits


def distances(grid: Grid, goal: int, cost: Callable[[int, int], int]) -> list[int]:
    """By hex, the movement points to the nearest hex of a goal; -1 where it cannot be reached.

    `cost(a, b)` is the cost of a step from a to b, -1 if it is closed.
    """
    found = [-1] * grid.size
    todo = [(0, h) for h in bits(goal)]
    while todo:
        far, h = heappop(todo)
        if found[h] >= 0:
            continue
        found[h] = far
        for n in grid.adjacent(h):
            if found[n] < 0:
                step = cost(n, h)
                if step >= 0:
                    heappush(todo, (far + step, n))
    return found
