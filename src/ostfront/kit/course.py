"""The course of a game compared with 1941, as two games measure it: steps lost, days and turns, the front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, Protocol

from ostfront.core.files.data import DataFolder
from ostfront.core.map.hexes import Grid, mask
from ostfront.core.play.measures import Spot
from ostfront.core.play.sequence import Event


class HasData(Protocol):
    """The facts of a game, read from its folder."""

    @property
    def data(self) -> DataFolder: ...


def steps_lost(side: Sequence[int], steps: Sequence[int], events: Sequence[Event]) -> tuple[int, int]:
    """Steps lost to combat and supply since the game began, by side; `side` and `steps` are by unit.

    Units that were disbanded or eliminated come back at full strength.
    """
    total = [0, 0]
    reduced: dict[int, int] = {}  # steps that a unit on the map has already lost
    for event in events:
        if event.kind == "step":
            unit = event.args[0]
            reduced[unit] = reduced.get(unit, 0) + 1
            total[side[unit]] += 1
        elif event.kind == "eliminated":
            unit = event.args[0]
            total[side[unit]] += steps[unit] - reduced.pop(unit, 0)
        elif event.kind == "disband":
            reduced.pop(event.args[0], None)
    return total[0], total[1]


# ---- the front ----------------------------------------------------------------------------------------


def rows(grid: Grid, hexes: Iterable[int]) -> tuple[tuple[Spot, ...], ...]:
    """Lanes for a front: rows of hexes, from west to east."""
    found: dict[float, list[Spot]] = {}
    for i in hexes:
        x, y = grid.centre(i)
        found.setdefault(y, []).append(Spot(i, x, y))
    return tuple(tuple(sorted(row, key=lambda spot: spot.x)) for _, row in sorted(found.items()))


def nearer(grid: Grid, valid: int, ours: int, theirs: int) -> int:
    """The hexes that are nearer to ours than to theirs.

    Both sides' hexes grow ring by ring; hexes they reach at the same time are split between them.
    """
    free = valid & ~ours & ~theirs
    share = _half(grid)
    while free and (ours or theirs):
        grown, other = grid.neighbours(ours) & free, grid.neighbours(theirs) & free
        if not grown and not other:
            break
        both = grown & other
        grown, other = grown & ~both | both & share, other & ~both | both & ~share
        ours |= grown
        theirs |= other
        free &= ~(grown | other)
    return ours


@lru_cache(maxsize=8)
def _half(grid: Grid) -> int:
    """Every second column."""
    return mask(i for i in grid.hexes if grid.position(i)[0] % 2 == 0)


# ---- 1941 ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _history(data: DataFolder) -> Mapping[str, Any]:
    return data.toml("history.toml")


def days(facts: HasData, table: str) -> dict[str, list[date]]:
    """The days on which each town changed hands."""
    return {name: found for name, found in _history(facts.data)[table].items() if name != "source"}


def last_day(facts: HasData, turn: int) -> date:
    """The last day of a turn."""
    table = _history(facts.data)["calendar"]
    first: date = table["first"]
    return first + timedelta(days=table["days"] * turn - 1)


def calendar(facts: HasData, turns: Iterable[int]) -> dict[int, str]:
    return {turn: f"to {day.day} {day:%B}" for turn in turns for day in (last_day(facts, turn),)}


def turn_of(facts: HasData, turns: Iterable[int], changes: Sequence[date]) -> int | None:
    """The turn in which a town fell; 1 when it had fallen before, None when it did not fall in time."""
    return next((turn for turn in turns if changes and changes[0] <= last_day(facts, turn)), None)


def taken(changes: Sequence[date], day: date) -> bool:
    """Whether the attacker holds a town on the evening of a day."""
    return len([d for d in changes if d <= day]) % 2 == 1
