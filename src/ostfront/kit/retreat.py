"""The search for retreats, as two games need it: whole paths, the best by a ranking, continued when overstacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Path = tuple[int, ...]
Rank = tuple[int, bool, bool]


def best_paths(
    start: int,
    length: int,
    steps: Callable[[int, bool], Iterable[int]],
    loses: Callable[[int], int],
    closer: Callable[[int, int], bool],
    room: Callable[[int], bool],
) -> tuple[int, list[Path]]:
    """What a retreat costs, and the paths a unit may take, without the hex it leaves; none if it cannot retreat.

    `steps(hex, first)` gives the hexes it may step into, `loses` the steps lost by entering one, `closer(a, b)`
    whether b is nearer to supply than a, `room` whether it may stop there. Fewest losses come first, then
    getting closer with every step, then room in the last hex; without room it continues, hex by hex, each further
    hex the best of those that can follow the best paths so far.
    """
    ways: list[tuple[Rank, Path]] = [((0, False, False), (start,))]
    for i in range(length):
        ways = [
            ((rank[0] + loses(there), rank[1] or not closer(path[-1], there), False), (*path, there))
            for rank, path in ways
            for there in steps(path[-1], i == 0)
            if there not in path
        ]
    lost = 0
    while ways:
        ways = [((rank[0], rank[1], not room(path[-1])), path) for rank, path in ways]
        best = min(rank for rank, _ in ways)
        chosen = [path for rank, path in ways if rank == best]
        lost += best[0]
        if not best[2]:
            return lost, [path[1:] for path in chosen]
        ways = [
            ((loses(there), not closer(path[-1], there), False), (*path, there))
            for path in chosen
            for there in steps(path[-1], False)
            if there not in path
        ]
    return lost, []
