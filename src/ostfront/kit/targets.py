"""Which hexes can be attacked: those for which the units beside them are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def attackable(touching: Iterable[tuple[int, int]], possible: Callable[[int, int], bool]) -> int:
    """The hexes that all units which touch them could attack together.

    `touching` gives each unit with the targets it touches, `possible(units, hex)` says whether so many are enough.
    """
    near: dict[int, int] = {}
    for unit, touched in touching:
        while touched:
            low = touched & -touched
            touched ^= low
            near[low] = near.get(low, 0) | 1 << unit
    found = 0
    for bit, units in near.items():
        if possible(units, bit.bit_length() - 1):
            found |= bit
    return found
