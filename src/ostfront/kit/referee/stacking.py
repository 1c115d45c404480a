"""Sentences about stacking: a full hex, a hex with enemies."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.kit.referee.case import AnyPosition


def full(position: AnyPosition, hex: int, there: Sequence[int], holds: str) -> str:
    """Who fills a hex, and how much it holds."""
    names = " and ".join(position.unit_name(unit) for unit in there)
    return f"{position.hex_name(hex)} is full: {names} are there, and a hex holds {holds}."


def not_shared(position: AnyPosition, hex: int, enemies: Sequence[int]) -> str | None:
    if not enemies:
        return None
    return f"{position.unit_name(enemies[0])} is in {position.hex_name(hex)}: the two sides never share a hex."
