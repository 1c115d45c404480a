"""The search for retreats, as both games want it: whole paths, the best by a ranking, going on when overstacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Path = tuple[int, ...]


def best_paths(
    start: int,
    length: int,
    steps: Callable[[int, bool], Iterable[int]],
    loses: Callable[[int], int],
    closer: Callable[[int, int], bool],
    room: Callable[[int], bool],
) -> list[Path]:
    """The paths a unit may retreat along, the hex it leaves not named.

    `steps(hex, first)` gives the hexes it may step into, `loses` the steps lost by entering one, `closer(a, b)`
    whether b lies nearer to supply than a, `room` whether it may stop there. Fewest losses come first, then
    coming closer with every step, then room in the last hex; without room it goes on, hex by hex.
    """
    paths: list[tuple[tuple[int, bool, bool], Path]] = []
    _walk(start, (), length, (0, False), steps, loses, closer, room, paths)
    if not paths:
        return []
    best = min(rank for rank, _ in paths)
    chosen = [path for rank, path in paths if rank == best]
    if not best[2]:
        return chosen
    done: list[Path] = []
    for path in chosen:
        done += _go_on(start, path, steps, loses, closer, room)
    return done


def _walk(
    start: int,
    path: Path,
    length: int,
    rank: tuple[int, bool],
    steps: Callable[[int, bool], Iterable[int]],
    loses: Callable[[int], int],
    closer: Callable[[int, int], bool],
    room: Callable[[int], bool],
    out: list[tuple[tuple[int, bool, bool], Path]],
) -> None:
    here = path[-1] if path else start
    for there in steps(here, not path):
        if there == start or there in path:
            continue
        lost, strays = rank[0] + loses(there), rank[1] or not closer(here, there)
        if length == 1:
            out.append(((lost, strays, not room(there)), (*path, there)))
        else:
            _walk(start, (*path, there), length - 1, (lost, strays), steps, loses, closer, room, out)


def _go_on(
    start: int,
    path: Path,
    steps: Callable[[int, bool], Iterable[int]],
    loses: Callable[[int], int],
    closer: Callable[[int, int], bool],
    room: Callable[[int], bool],
) -> list[Path]:
    """The ways an overstacked retreat ends, each further hex the best there is; none if it runs into a wall."""
    here = path[-1]
    further: list[tuple[tuple[int, bool, bool], int]] = [
        ((loses(there), not closer(here, there), not room(there)), there)
        for there in steps(here, False)
        if there != start and there not in path
    ]
    if not further:
        return []
    best = min(rank for rank, _ in further)
    done: list[Path] = []
    for rank, there in further:
        if rank == best:
            longer = (*path, there)
            done += _go_on(start, longer, steps, loses, closer, room) if best[2] else [longer]
    return done
