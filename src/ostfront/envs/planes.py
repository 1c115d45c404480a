"""What an agent observes: planes over the places of the map, and facts.

Everything shown is part of the seat's view; a test compares the observations of worlds that look alike. Planes are
those of the map only: boxes beside it are counted in the facts. Games add to `Planes` in `envs/GAME.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.uint8]
Floats = NDArray[np.float32]
Columns = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


class Planes:
    """What a game shows on its map and beside it; a game adds to both lists.

    Every unit on the map adds `values[seat][unit, steps, status]` to the planes `planes_of[seat][unit]` at its place.
    """

    names: tuple[str, ...] = ()
    fact_names: tuple[str, ...] = ()

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.places: int = rules.blank().hexes
        self.shape: tuple[int, ...] = (self.places,)  # of one plane
        self.spot = np.arange(self.places)  # the index of a place in a plane
        count = len(rules.blank().place)
        self.values: Sequence[Plane] = [np.zeros((count, 1, 1, 0), np.uint8)] * len(rules.seats)
        self.planes_of: Sequence[NDArray[np.int64]] = [np.zeros((count, 0), np.int64)] * len(rules.seats)

    def columns(self, state: Any) -> Columns:
        """The units: place, steps, status, as copies."""
        place = np.array(state.place)
        nothing = np.zeros(len(place), np.uint8)
        return place, nothing, nothing

    def fill(self, planes: Plane, state: Any, seat: int) -> None:
        """Write everything that is not added up from units; the planes are flat."""

    def facts(self, facts: Floats, state: Any, seat: int) -> None:
        """Write the facts, as `fact_names`."""


def flags(bits: int, count: int) -> NDArray[np.bool_]:
    """A bitboard as an array."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)


def several(boards: Sequence[int], count: int) -> NDArray[np.bool_]:
    """Bitboards as rows of an array, at the cost of one."""
    total = 0
    for i, board in enumerate(boards):
        total |= board << i * count
    return flags(total, count * len(boards)).reshape(len(boards), count)
