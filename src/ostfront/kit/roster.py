"""Counters as columns: sets of units, strengths by steps, and unique names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ostfront.core.errors import BadFile


class Named(Protocol):
    """A row of units.csv."""

    @property
    def id(self) -> str: ...


def unit_set(members: Iterable[bool]) -> int:
    """The units for which a condition is true, as a bitboard."""
    total = 0
    for i, member in enumerate(members):
        if member:
            total |= 1 << i
    return total


def strengths(front: int, back: int | None) -> tuple[int, int, int]:
    """Strength by steps left; index 0 is never used, and a counter with one side has one strength."""
    return (0, front, front) if back is None else (0, back, front)


def check_names(counters: Iterable[Named]) -> None:
    """Raises when two counters have the same name."""
    seen: set[str] = set()
    for counter in counters:
        if counter.id in seen:
            raise BadFile(f"{counter.id} stands there twice.", file="units.csv")
        seen.add(counter.id)
