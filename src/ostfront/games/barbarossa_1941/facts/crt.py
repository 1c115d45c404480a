"""The combat results tables: one for a small attack, one for a large one (6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.errors import BadFile


class Cell(NamedTuple):
    """Steps lost by each side."""

    attacker: int
    defender: int


class Table:
    """Rows by the modified dice, from `first` on; columns by ratio."""

    def __init__(self, first: int, rows: Sequence[str], columns: int) -> None:
        self.first = first
        self.last = first + len(rows) - 1
        self.cells = tuple(tuple(_cell(code) for code in row.split()) for row in rows)
        for number, row in enumerate(self.cells, first):
            if len(row) != columns:
                raise BadFile(
                    f"row {number} of the CRT has {len(row)} cells for {columns} columns.", file="charts.toml"
                )

    def cell(self, dice: int, column: int) -> Cell:
        """What a modified roll does in a column; beyond the table the last row counts."""
        return self.cells[max(self.first, min(self.last, dice)) - self.first][column]


class Tables:
    """Both tables with the columns they share."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self.columns: tuple[str, ...] = tuple(chart["columns"])
        self.ratios: tuple[tuple[int, int], ...] = tuple((int(a), int(d)) for a, d in chart["ratios"])
        self.last = len(self.columns) - 1
        self.one_die = Table(chart["one_die_rows"][0], chart["one_die"], len(self.columns))
        self.two_dice = Table(chart["two_dice_rows"][0], chart["two_dice"], len(self.columns))
        self.two_dice_from = int(chart["two_dice_from_steps"])
        self.quality_shift: tuple[int, int] = (chart["quality_shift"][0], chart["quality_shift"][1])

    def table(self, dice: int) -> Table:
        return self.one_die if dice == 1 else self.two_dice


def _cell(code: str) -> Cell:
    attacker, _, defender = code.partition("/")
    if not (attacker.isdigit() and defender.isdigit()):
        raise BadFile(f"'{code}' is not a combat result; they look like 1/2.", file="charts.toml")
    return Cell(int(attacker), int(defender))
