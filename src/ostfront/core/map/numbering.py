"""Printed hex numbers as data: patterns, columns growing either way, several sheets joined into one grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ostfront.core.errors import OstfrontError

if TYPE_CHECKING:
    from ostfront.core.map.hexes import Grid


class UnknownHex(OstfrontError, ValueError):
    """A hex number that names no hex of the map, or more than one."""


@dataclass(frozen=True)
class Sheet:
    """A printed map sheet: first and last printed column and row, grid cell of its north-west hex."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    at: tuple[int, int] = (0, 0)
    prefix: str = ""

    def cell(self, column: int, row: int, *, east: bool = True, south: bool = True) -> tuple[int, int]:
        """Grid column and row (from 0) of a printed column and row; `east`, `south`: where they grow."""
        x = column - self.columns[0] if east else self.columns[1] - column
        y = row - self.rows[0] if south else self.rows[1] - row
        return (self.at[0] + x, self.at[1] + y)

    def cells(self) -> set[tuple[int, int]]:
        """All grid cells it covers."""
        (c0, c1), (r0, r1) = self.columns, self.rows
        return {self.cell(c, r) for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)}


class Numbering:
    """Printed hex numbers, such as 3507 or K3507, and the hexes they name."""

    def __init__(
        self,
        grid: Grid,
        sheets: Sequence[Sheet] = (),
        *,
        pattern: str = "CCRR",
        east: bool = True,
        south: bool = True,
    ) -> None:
        self.grid = grid
        self.sheets = tuple(sheets) or (Sheet((1, grid.columns), (1, grid.rows)),)
        self.pattern = pattern
        self.east = east
        self.south = south
        wide, high = pattern.count("C"), pattern.count("R")
        if not wide or not high or pattern not in ("C" * wide + "R" * high, "R" * high + "C" * wide):
            raise ValueError(f"a hex number pattern is like CCRR or RRCC, not {pattern!r}")
        self._digits = (wide, high)
        self._names: list[str] = [""] * grid.size
        self._indices: dict[str, int] = {}
        self._bare: dict[str, dict[int, str]] = {}
        for sheet in self.sheets:
            self._add(sheet)
        for bare, found in self._bare.items():
            if len(found) == 1:
                self._indices.setdefault(bare, next(iter(found)))
        unnamed = [i for i in grid.hexes if not self._names[i]]
        if unnamed:
            column, row = grid.position(unnamed[0])
            raise ValueError(f"no sheet covers column {column}, row {row} (counted from 0) of the grid")

    def _add(self, sheet: Sheet) -> None:
        for column in range(sheet.columns[0], sheet.columns[1] + 1):
            for row in range(sheet.rows[0], sheet.rows[1] + 1):
                i = self.grid.index(*self._cell(sheet, column, row))
                if i < 0:
                    continue
                bare = self.number(column, row)
                text = sheet.prefix + bare
                if self._indices.setdefault(text, i) != i:
                    raise ValueError(f"two hexes would be called {text}")
                self._names[i] = self._names[i] or text
                self._bare.setdefault(bare, {}).setdefault(i, text)

    def _cell(self, sheet: Sheet, column: int, row: int) -> tuple[int, int]:
        return sheet.cell(column, row, east=self.east, south=self.south)

    def number(self, column: int, row: int) -> str:
        """Printed column and row, as written in a hex number."""
        wide, high = self._digits
        c, r = f"{column:0{wide}d}", f"{row:0{high}d}"
        if len(c) > wide or len(r) > high:
            raise ValueError(f"column {column}, row {row} does not fit the pattern {self.pattern}")
        return c + r if self.pattern.startswith("C") else r + c

    def name(self, i: int) -> str:
        """The printed number of a hex."""
        found = self._names[i] if 0 <= i < len(self._names) else ""
        if not found:
            raise UnknownHex(f"there is no hex with index {i}")
        return found

    def index(self, text: str) -> int:
        """The hex of a printed number; the sheet's letter may be left out if the number is still unique."""
        found = self._indices.get(text)
        if found is None:
            found = self._indices.get(text.strip().upper())
        if found is None:
            raise UnknownHex(self._why_unknown(text))
        return found

    def _why_unknown(self, text: str) -> str:
        given = text.strip().upper()
        doubles = self._bare.get(given)
        if doubles:
            return f"hex {text} exists more than once: write {' or '.join(doubles.values())}"
        length = len(self.pattern)
        prefix, digits = given[: max(0, len(given) - length)], given[-length:]
        prefixes = {s.prefix for s in self.sheets}
        example = next((name for name in self._names if name), "")
        if len(digits) != length or not (digits.isascii() and digits.isdigit()):
            return f"{text!r} is not a hex number: expected {self.pattern}, such as {example}"
        if prefix and prefix not in prefixes:
            known = ", ".join(sorted(p for p in prefixes if p)) or "none"
            return f"there is no hex {text}: no sheet is called {prefix!r} (sheets: {known})"
        return f"there is no hex {text}: the nearest is {self._nearest(prefix, digits)}"

    def _nearest(self, prefix: str, digits: str) -> str:
        wide, high = self._digits
        if self.pattern.startswith("C"):
            column, row = int(digits[:wide]), int(digits[wide:])
        else:
            column, row = int(digits[high:]), int(digits[:high])
        sheets = [s for s in self.sheets if s.prefix == prefix] or list(self.sheets)
        cells = [self._cell(s, column, row) for s in sheets]
        position = self.grid.position
        best = min(
            self.grid.hexes,
            key=lambda i: min(
                (position(i)[0] - x) ** 2 + (position(i)[1] - y) ** 2 + (self._names[i][:1] != prefix[:1])
                for x, y in cells
            ),
        )
        return self._names[best]
