"""The Combat Results Table (11.8 to 11.10, 11.25).

Odds are steps on one scale without end: ... 1:3 is -2, 1:2 is -1, 1:1 is 0, 2:1 is 1 ... Shifts move along the scale
before the table is opened, so 20:1 shifted two columns left is 18:1 and still beyond the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

AE, AS, BB, DR, DE = "AE", "AS", "BB", "DR", "DE"
DIE = 6


def odds(attack: int, defence: int) -> int:
    """The step of the scale: rounded in the defender's favour (11.8, 11.9)."""
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def ratio(step: int) -> str:
    """A step of the scale as a player writes it."""
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def step_of(text: str) -> int:
    """The step of a column heading."""
    left, _, right = text.partition(":")
    return int(left) - 1 if right == "1" else 1 - int(right)


class Table:
    """Results by die and step; beyond its ends they are certain (11.10)."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self.columns = tuple(chart["columns"])
        self.first, self.last = step_of(self.columns[0]), step_of(self.columns[-1])
        self.below, self.above = str(chart["below"]), str(chart["above"])
        self.rows = tuple(tuple(str(row).split()) for row in chart["rows"])

    def certain(self, step: int) -> str:
        """The result beyond the ends of the table, which needs no die; empty within it."""
        return self.below if step < self.first else self.above if step > self.last else ""

    def result(self, step: int, die: int) -> str:
        return self.certain(step) or self.rows[die - 1][step - self.first]
