"""The path of a retreat, hex by hex. Which retreat is best is up to each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ostfront.kit.referee.case import AnyCase, AnyPosition

Path = tuple[int, ...]  # from the hex the unit leaves, which comes first
Refusal = tuple[str, str]  # rule and sentence
Forbidden = Callable[[int, int, bool], Refusal | None]  # of a step from hex to hex, the first or not


def onward(position: AnyPosition, path: Path, forbidden: Forbidden) -> list[Path]:
    """A path extended by each allowed hex; no hex is used twice."""
    last, first = path[-1], len(path) == 1
    return [
        (*path, n) for n in position.plain.neighbours(last) if n not in path and forbidden(last, n, first) is None
    ]


def of_length(origin: int, hexes: int, longer: Callable[[Path], Sequence[Path]]) -> list[Path]:
    """All paths of this many hexes."""
    paths: list[Path] = [(origin,)]
    for _ in range(hexes):
        paths = [further for path in paths for further in longer(path)]
    return paths


def first_bad_step(path: Path, forbidden: Forbidden) -> Refusal | None:
    for i, (a, b) in enumerate(pairwise(path)):
        found = forbidden(a, b, i == 0)
        if found:
            return found
    return None


# ---- the path that is named -------------------------------------------------------------------------


def named_path(case: AnyCase) -> Path:
    return (case.local.origin, *case.path)


def is_walk(case: AnyCase) -> bool:
    """Whether the path goes from neighbour to neighbour, no hex twice."""
    path = named_path(case)
    return len(set(path)) == len(path) and all(b in case.position.plain.neighbours(a) for a, b in pairwise(path))


def in_words(case: AnyCase, path: Path | None) -> str:
    """A legal answer, to show in the sentence."""
    return " ".join(case.position.board.name(hex) for hex in path[1:]) if path else "none"


# ---- sentences --------------------------------------------------------------------------------------


def no_unit(case: AnyCase) -> str | None:
    return None if case.position.is_unit(case.unit) else "Name the retreating unit first."


def no_path(case: AnyCase) -> str | None:
    if case.off_map:
        return f"{case.off_map} is not a hex of the map."
    return None if case.path else "Name the hexes of the whole retreat."


def must_not(case: AnyCase) -> str | None:
    """A unit that is not among those that retreat."""
    if case.local.units >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} does not have to retreat now."


def is_lost(case: AnyCase) -> str:
    return f"{case.name(case.unit)} has no retreat that it would survive; it is eliminated."


def jumps(case: AnyCase) -> str | None:
    for a, b in pairwise(named_path(case)):
        if b not in case.position.plain.neighbours(a):
            return f"{case.where(b)} is not next to {case.where(a)}; name every hex of the retreat."
    return None


def too_short(case: AnyCase, example: Callable[[AnyCase], str]) -> str | None:
    if len(case.path) >= case.local.hexes:
        return None
    return f"{case.name(case.unit)} retreats {case.local.hexes} hexes, for instance {example(case)}."


def comes_back(case: AnyCase) -> str | None:
    path = named_path(case)
    return "A retreat uses no hex twice." if len(set(path)) < len(path) else None


def loses_more(case: AnyCase, lost: int, least: int, example: str) -> str:
    return (
        f"{case.name(case.unit)} would lose {lost} steps to enemy zones of control; "
        f"{least} is possible, for instance by {example}."
    )
