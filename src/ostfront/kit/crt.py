"""The combat results table of the series: ratio columns, shifts, result codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ostfront.core.errors import BadFile


class CombatResult(NamedTuple):
    """The effect of a cell: step losses of the attacker and the defender, hexes of retreat."""

    code: str
    attacker: int = 0
    defender: int = 0
    retreat: int = 0

    @property
    def worth(self) -> tuple[int, int]:
        """What it is worth to the attacker: steps more than he loses himself, then hexes of retreat."""
        return self.defender - self.attacker, self.retreat


def parse_code(code: str) -> CombatResult:
    """A1, -, R, DR, RR, DR2, 1RR, 3DR2: the codes used by the games of the series."""
    if code in ("-", "–"):
        return CombatResult("-")
    if attacker := re.fullmatch(r"A(\d)", code):
        return CombatResult(code, attacker=int(attacker[1]))
    if defender := re.fullmatch(r"(\d?)(DR2|DR|RR|R)", code):
        return CombatResult(code, defender=int(defender[1] or 0), retreat=2 if defender[2] in ("DR2", "RR") else 1)
    raise BadFile(f"'{code}' is not a combat result; they look like A1, -, DR, DR2, 2DR2.")


@lru_cache(maxsize=64)
def meaning_of(code: str) -> str:
    """A code, or steps lost, in words."""
    if code.endswith(("step", "steps")):
        return f"the defender loses {code}"
    result = parse_code(code)
    if result.attacker:
        return f"the attacker loses {result.attacker} step{'s' if result.attacker > 1 else ''}"
    if not result.retreat:
        return "no effect"
    away = f"retreats {result.retreat} hex{'es' if result.retreat > 1 else ''}"
    if not result.defender:
        return f"the defender {away}"
    return f"the defender loses {result.defender} step{'s' if result.defender > 1 else ''} and {away}"


def spelled(code: str) -> str:
    """A code and what it means: "DR2, the defender retreats 2 hexes"."""
    words = meaning_of(code)
    return words if code == "-" or code.endswith(("step", "steps")) else f"{code}, {words}"


class Crt:
    """Columns from the weakest ratio to the strongest; rows by die."""

    def __init__(self, columns: Sequence[str], ratios: Sequence[Sequence[int]], rows: Sequence[str]) -> None:
        self.columns = tuple(columns)
        self.ratios = tuple((int(a), int(d)) for a, d in ratios)
        self.cells = tuple(tuple(parse_code(code) for code in row.split()) for row in rows)
        for number, row in enumerate(self.cells, 1):
            if len(row) != len(self.columns):
                raise BadFile(f"row {number} of the CRT has {len(row)} cells for {len(self.columns)} columns.")
        self.last = len(self.columns) - 1

    def column(self, attack: int, defense: int) -> int:
        """The column of a ratio, rounded down; -1 below the first. A defense of 0 is the last column."""
        if defense == 0:
            return self.last
        found = -1
        for i, (a, d) in enumerate(self.ratios):
            if attack * d < a * defense:
                break
            found = i
        return found

    def shifted(self, column: int, shift: int) -> int:
        """A column shifted to the right, kept within the table."""
        return max(0, min(self.last, column + shift))

    def result(self, die: int, column: int) -> CombatResult:
        return self.cells[die - 1][column]
