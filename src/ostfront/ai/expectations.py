"""What computer players compute before the dice: the mean result of a CRT column, the smallest sufficient attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ostfront.kit.crt import Crt


class Expected(NamedTuple):
    """What a column of the CRT gives on average: steps of both sides, the chance of a retreat, its hexes."""

    attacker: float
    defender: float
    retreat: float
    hexes: float


def expected(crt: Crt, sides: int, last: int) -> list[Expected]:
    """By column, for a die with this many sides; rolls above the last row count as that row."""
    columns = []
    for column in range(len(crt.columns)):
        cells = [crt.result(min(die, last), column) for die in range(1, sides + 1)]
        columns.append(
            Expected(
                sum(c.attacker for c in cells) / sides,
                sum(c.defender for c in cells) / sides,
                sum(c.retreat > 0 for c in cells) / sides,
                sum(c.retreat for c in cells) / sides,
            )
        )
    return columns


def leanest(
    units: int, spare: Iterable[int], gain: Callable[[int], float], possible: Callable[[int], bool]
) -> tuple[int, float]:
    """The attackers and the gain: everyone except spare units whose absence makes it no worse."""
    best = gain(units)
    for unit in spare:
        fewer = units & ~(1 << unit)
        if fewer and possible(fewer):
            without = gain(fewer)
            if without >= best:
                units, best = fewer, without
    return units, best
