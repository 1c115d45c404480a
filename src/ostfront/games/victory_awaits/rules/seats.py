"""Which seat decides for a side, a unit or a chit (17.1, 19.2)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
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


@implements("AVA 19.2")
def units_of_seat(facts: Facts, state: VaState, seat: int, units: int) -> int:
    """Of these units those a seat commands; with two players, or teams, all that are asked about are its own."""
    return units & facts.seat_units[seat] if facts.controlled else units


@implements("AVA 19.2")
def seats_of(facts: Facts, state: VaState, units: int) -> list[int]:
    """The seats that command some of these units, in order."""
    if not units:
        return []
    if not facts.controlled:
        return [unit_seat(facts, state, units.bit_length() - 1)]
    return [seat for seat, mine in enumerate(facts.seat_units) if mine & units]


def side_of_seat(facts: Facts, state: VaState, seat: int) -> int:
    return facts.seat_side[seat] ^ state.swapped


def winner(facts: Facts, state: VaState, side: int) -> str:
    """The name under which a side's seat wins."""
    return facts.seats[side_seat(facts, state, side)].side
