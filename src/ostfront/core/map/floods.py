"""Floods through fixed hexsides, faster than ring by ring.

`Flood` fills whole runs of hexes at once. Hexes of a line lie on neighbouring bits, so a carry runs along all
that are open: adding a bit to a run of ones flips it up to the first gap. Carries only run upwards; a flood
that comes from the other end of the lines works on a mirrored map. `FromSources` knows how far fixed sources
reach on open ground.
"""

from __future__ import annotations

from itertools import accumulate
from operator import or_
from typing import cast

from ostfront.core.map.hexes import Grid, Sides, bits

_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Flood:
    """As `Grid.flood` with the hexsides `allow`, without a limit.

    `backwards` means that it usually goes toward lower bits: to the west on a pointy-top map.
    """

    def __init__(self, grid: Grid, allow: Sides, backwards: bool = False) -> None:
        self.grid = grid
        self.backwards = backwards
        self._bytes = (grid.size + 7) >> 3
        self._allow = allow
        if backwards:
            self._allow = cast(Sides, tuple(self._mirrored(allow[(d + 3) % 6]) for d in range(6)))

    def _mirrored(self, x: int) -> int:
        return int.from_bytes(x.to_bytes(self._bytes, "little").translate(_TURNED), "big")

    def fill(self, sources: int, enter: int, through: int) -> int:
        """The hexes of `enter` connected to the sources in `enter`, continuing only from hexes of `through`."""
        enter &= self.grid.valid
        sources &= enter
        through &= enter
        if not self.backwards:
            return self._fill(sources, enter, through)
        mirrored = self._mirrored
        return mirrored(self._fill(mirrored(sources), mirrored(enter), mirrored(through)))

    def _fill(self, sources: int, enter: int, through: int) -> int:
        s = self.grid.stride
        t = s - 1
        n0, n1, n2, n3, n4, n5 = self._allow
        runs = through & n3
        todo = enter ^ sources
        edge = sources & through
        while edge:
            run = ((edge & runs) + runs ^ runs) & todo
            if run:
                todo ^= run
                edge |= run & through
            new = (
                (edge & n0) >> 1
                | (edge & n1) << t
                | (edge & n2) << s
                | (edge & n3) << 1
                | (edge & n4) >> t
                | (edge & n5) >> s
            ) & todo
            todo ^= new
            edge = new & through
        return enter ^ todo


class FromSources:
    """As `Grid.flood` from fixed sources with the hexsides `allow`, without a limit, on some ground.

    For each source the hexes within 0, 1, 2 ... steps are known; a flood begins with the most of them that
    are all open, so there is little left to do except at the front.
    """

    def __init__(self, grid: Grid, sources: int, ground: int, allow: Sides) -> None:
        self.grid = grid
        self.sources = sources
        self.allow = allow
        self._within = [
            list(accumulate(grid.rings(1 << source, ground, ground, allow), or_)) for source in bits(sources & ground)
        ]

    def fill(self, enter: int, through: int) -> int:
        """The hexes of `enter` connected to the sources in `enter`, continuing only from hexes of `through`."""
        open_ = enter & through
        found = self.sources
        for within in self._within:
            low, high = -1, len(within) - 1
            while low < high:
                middle = (low + high + 1) >> 1
                hexes = within[middle]
                if hexes & open_ == hexes:
                    low = middle
                else:
                    high = middle - 1
            if low > 0:
                found |= within[low]
        return self.grid.flood(found, enter, through, self.allow)
