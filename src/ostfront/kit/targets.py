"""Which hexes can be attacked: those with enough units next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def attackable(touching: Iterable[tuple[int, int]], possible: Callable[[int, int], bool]) -> int:
    """The hexes that all adjacent units could attack together.

    `touching` gives each unit with the targets adjacent to it, `possible(units, hex)` says whether these are enough.
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
