"""The railways (10): rail hexes, their links, junctions, and the short segments between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ostfront.core.map.board import NO_SIDES, Board
from ostfront.core.map.hexes import Sides, bits, mask


class Segment(NamedTuple):
    """The rail hexes between two junctions, which are not among them."""

    ends: tuple[int, int]
    between: tuple[int, ...]


class Railways:
    """All railways of the map; which side they belong to is part of the state."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        self.hexes = board.on_line.get("rail", 0)
        self.sides: Sides = board.lines.get("rail", NO_SIDES)
        self.links: list[tuple[int, ...]] = [
            tuple(grid.neighbour(i, d) for d in range(6) if self.sides[d] >> i & 1) for i in range(grid.size)
        ]
        self.linked: list[int] = [mask(links) for links in self.links]
        self.junctions = mask(i for i in bits(self.hexes) if len(self.links[i]) >= 3)
        columns = [grid.position(i)[0] for i in bits(grid.valid)]
        first, last = min(columns), max(columns)
        self.west_edge = mask(i for i in bits(self.hexes) if grid.position(i)[0] == first)
        self.east_edge = mask(i for i in bits(self.hexes) if grid.position(i)[0] == last)
        self.segments: tuple[Segment, ...] = tuple(dict.fromkeys(self._segments()))

    def _segments(self) -> Iterator[Segment]:
        for start in bits(self.junctions):
            for first in self.links[start]:
                before, here, between = start, first, []
                while not self.junctions >> here & 1:
                    between.append(here)
                    onward = [n for n in self.links[here] if n != before]
                    if not onward:
                        break
                    before, here = here, onward[0]
                if self.junctions >> here & 1 and start < here:
                    yield Segment((start, here), tuple(between))

    def connected(self, sources: int, through: int) -> int:
        """The rail hexes of `through` that are linked by rail to the sources among them."""
        found = edge = sources & through & self.hexes
        while edge:
            new = 0
            for i in bits(edge):
                new |= self.linked[i]
            edge = new & through & ~found
            found |= edge
        return found
