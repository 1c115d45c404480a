"""Cloning a large state, without history, compared with one movement range on a map of the same game."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any, ClassVar

from ostfront.bench.geometry import median_range_us
from ostfront.core.files.fields import Column
from ostfront.core.play.state import State

UNITS = 800
PLACES = 5_500
SIZE = 5_400  # hexes of the synthetic map the range is measured on: 800 units are a campaign over three sheets


class LargeState(State):
    """As many columns as the largest of the games needs."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "moved", "supply", "marks")

    steps: Column
    moved: Column
    supply: Column
    marks: Column

    def __init__(self, units: int, places: int) -> None:
        super().__init__(units, places, [(unit % 2, 2 + unit % 7) for unit in range(units)], 9)
        for column in self.COLUMNS[1:]:
            setattr(self, column, bytearray(units))


def large_state(seed: int = 1941) -> LargeState:
    """A state with all its units on the map."""
    random = Random(seed)
    state = LargeState(UNITS, PLACES)
    for unit in range(UNITS):
        state.put(unit, random.randrange(PLACES))
    return state


def measure(slices: int = 9, size: int = SIZE) -> dict[str, Any]:
    """CPU microseconds of a clone and of a movement range: the median of alternating slices."""
    state = large_state()
    clones, shares = [], []
    for _ in range(slices):
        before = clone_us(state)
        one_range = median_range_us(size, seconds=0.1)
        clones.append((before + clone_us(state)) / 2)
        shares.append(clones[-1] / one_range)
    return {
        "units": UNITS,
        "hexes": size,
        "clone_us": median(clones),
        "range_us": median(clones) / median(shares),
    }


def clone_us(state: State, times: int = 5_000) -> float:
    clone = state.clone
    start = process_time()
    for _ in range(times):
        clone()
    return (process_time() - start) / times * 1e6
