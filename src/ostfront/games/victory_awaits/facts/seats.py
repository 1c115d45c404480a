"""Who sits where: which seat decides for a side, a unit or a chit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState


def side_seat(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """The seat that decides what concerns a whole side; after a bid the seats may have changed sides (17.1)."""
    return rules.lead_seat[side] ^ state.swapped


def unit_seat(rules: VictoryAwaits, state: VaState, unit: int) -> int:
    """The seat that owns a unit."""
    return rules.unit_seat[unit] ^ state.swapped


def chit_seat(rules: VictoryAwaits, state: VaState, chit: int) -> int:
    """The seat that carries out a chit."""
    return rules.chit_seat[chit] ^ state.swapped
