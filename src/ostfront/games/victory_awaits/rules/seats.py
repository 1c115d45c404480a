"""Whose turn it is to speak: which seat decides for a side, a unit or a chit (17.1, 19.2)."""

from __future__ import annotations

from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.state import VaState


def side_seat(facts: Facts, state: VaState, side: int) -> int:
    """The seat that decides what concerns a whole side; after a bid the seats may have changed sides (17.1)."""
    return facts.lead_seat[side] ^ state.swapped


def unit_seat(facts: Facts, state: VaState, unit: int) -> int:
    """The seat that owns a unit."""
    return facts.unit_seat[unit] ^ state.swapped


def chit_seat(facts: Facts, state: VaState, chit: int) -> int:
    """The seat that carries out a chit."""
    return facts.chit_seat[chit] ^ state.swapped


def side_of_seat(facts: Facts, state: VaState, seat: int) -> int:
    return facts.seat_side[seat] ^ state.swapped


def winner(facts: Facts, state: VaState, side: int) -> str:
    """The name under which a side's seat wins."""
    return facts.seats[side_seat(facts, state, side)].side
