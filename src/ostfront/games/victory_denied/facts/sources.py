"""How far supply sources are: distances from a hex, computed on first use."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.map.hexes import Grid, bits

KEPT = 500  # sets of sources


class Source(NamedTuple):
    """A supply source: the distance of every hex, and the hexes within each distance."""

    distances: bytes
    disks: tuple[int, ...]


class Sources(dict[int, Source]):
    """Supply sources by hex, filled as needed."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._at: dict[int, tuple[Source, ...]] = {}

    def __missing__(self, place: int) -> Source:
        grid = self.grid
        table = bytearray(grid.size)
        for i in grid.hexes:
            table[i] = grid.distance(i, place)
        found = self[place] = Source(bytes(table), tuple(grid.disk(place, n) for n in range(max(table) + 1)))
        return found

    def at(self, places: int) -> tuple[Source, ...]:
        """The sources in these hexes."""
        found = self._at.get(places)
        if found is None:
            if len(self._at) >= KEPT:
                self._at.clear()
            found = self._at[places] = tuple(self[place] for place in bits(places))
        return found
