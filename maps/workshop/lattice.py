"""The hex lattice of a printed sheet, in units of one hex from side to side; x grows east, y grows north.

Corners have exact integer keys, so that paths along hexsides never depend on rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ROW = math.sqrt(3) / 2  # distance between two rows of a pointy lattice
HALF_SIDE = 1 / (2 * math.sqrt(3))

Point = tuple[float, float]
Key = tuple[int, int]
AROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
BESIDE = ((1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3))


class Lattice:
    """All hexes of a sheet by their printed number."""

    def __init__(self, grid: Mapping[str, Any], sheets: Sequence[Mapping[str, Any]] = ()) -> None:
        self.pointy = grid["orientation"] == "pointy"
        self.east = bool(grid.get("east", True))
        self.north = bool(grid.get("north", False))
        self.rows_first = grid["pattern"] == "RRCC"
        self.odd_low = grid["low"] == "odd"
        self.key: dict[str, Key] = {}
        self.name: dict[Key, str] = {}
        self.also: dict[str, str] = {}
        """A number on a sheet that lies under another one, to the number on top."""
        for sheet in sheets or [_only(grid)]:
            self._add(sheet)
        self.hexes = tuple(self.key)

    def _add(self, sheet: Mapping[str, Any]) -> None:
        """Name the hexes of a sheet; those that an earlier sheet has named are covered by it."""
        (first, last), (top, bottom) = sheet["columns"], sheet["rows"]
        right, down = sheet["at"][0] + 1 - first, sheet["at"][1] + 1 - top
        for row in range(top, bottom + 1):
            for column in range(first, last + 1):
                pair = (row, column) if self.rows_first else (column, row)
                name = f"{sheet['prefix']}{pair[0]:02d}{pair[1]:02d}"
                key = self._key(column + right, row + down)
                if self.name.setdefault(key, name) == name:
                    self.key[name] = key
                else:
                    self.also[name] = self.name[key]

    def _key(self, column: int, row: int) -> Key:
        c = column if self.east else -column
        r = row if self.north else -row
        if self.pointy:
            shoved = (row % 2 == 1) == self.odd_low
            return (2 * c + shoved, 3 * r)
        shoved = (column % 2 == 1) == self.odd_low
        return (3 * c, 2 * r - shoved)

    def point(self, key: Key) -> Point:
        """Where a key lies."""
        if self.pointy:
            return (key[0] / 2, key[1] * HALF_SIDE)
        return (key[0] * HALF_SIDE, key[1] / 2)

    def _turned(self, steps: Iterable[Key]) -> list[Key]:
        return [s if self.pointy else (s[1], s[0]) for s in steps]

    def centre(self, hex_: str) -> Point:
        """The middle of a hex."""
        return self.point(self.key[hex_])

    def corner_keys(self, hex_: str) -> list[Key]:
        """The six corners of a hex, in order around it."""
        x, y = self.key[hex_]
        return [(x + dx, y + dy) for dx, dy in self._turned(AROUND)]

    def corners(self, hex_: str) -> list[Point]:
        """The six corners as points."""
        return [self.point(k) for k in self.corner_keys(hex_)]

    def neighbours(self, hex_: str) -> list[str]:
        """Adjacent hexes on the sheet."""
        x, y = self.key[hex_]
        keys = ((x + dx, y + dy) for dx, dy in self._turned(BESIDE))
        return [self.name[k] for k in keys if k in self.name]

    def at(self, p: Point) -> str:
        """The hex a point lies in, or an empty string off the sheet."""
        if self.pointy:
            u, v = p[0] * 2, p[1] / HALF_SIDE
        else:
            u, v = p[0] / HALF_SIDE, p[1] * 2
        best, found = math.inf, ""
        for x in range(round(u) - 3, round(u) + 4):
            for y in range(round(v) - 3, round(v) + 4):
                hex_ = self.name.get((x, y))
                if hex_ is not None:
                    d = math.dist(p, self.point((x, y)))
                    if d < best:
                        best, found = d, hex_
        return found if best <= 2 * HALF_SIDE + 1e-9 else ""

    def sides(self) -> dict[tuple[Key, Key], tuple[str, str]]:
        """Every inner hexside: its two corners (sorted) and the two hexes it separates (sorted)."""
        seen: dict[tuple[Key, Key], list[str]] = {}
        for hex_ in self.hexes:
            c = self.corner_keys(hex_)
            for i in range(6):
                a, b = c[i], c[(i + 1) % 6]
                seen.setdefault((min(a, b), max(a, b)), []).append(hex_)
        return {k: (min(v), max(v)) for k, v in seen.items() if len(v) == 2}


def _only(grid: Mapping[str, Any]) -> dict[str, Any]:
    """The one sheet of a map that has no list of sheets."""
    columns = (grid["first_column"], grid["first_column"] + grid["columns"] - 1)
    rows = (grid["first_row"], grid["first_row"] + grid["rows"] - 1)
    return {"prefix": "", "columns": columns, "rows": rows, "at": (columns[0] - 1, rows[0] - 1)}
