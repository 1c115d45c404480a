"""Hexes that are closed to a side or to single units, for movement, attack, advance and retreat alike.

Closed hexsides are in the facts; this is about countries, logistics areas and units bound to a place.
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.state import NORTH, BDState

CLOSED_TURN = 1  # 5.11


def closed(facts: Facts, state: BDState, side: int) -> int:
    """Hexes into which nobody of a side goes or attacks."""
    found = state.neutral if side == GERMAN else 0  # ruling on 3.6: the Soviets may enter Bulgaria first
    if not frontiers_closed(facts, state):
        return found
    return found | (facts.hungary if side == GERMAN else facts.hungary | facts.romania)


@implements("BD 5.11b", "BD 5.11c", "BD 5.11d")
def frontiers_closed(facts: Facts, state: BDState) -> bool:
    """Turn 1 keeps Hungary out of the war, and the Soviets out of Romania."""
    return state.turn == CLOSED_TURN and facts.scenario.dated_1941


def bound(facts: Facts) -> int:
    """Units that are kept to a part of the map."""
    return facts.roster.bound


def closed_to(facts: Facts, state: BDState, unit: int) -> int:
    """Hexes into which a unit neither goes nor attacks."""
    roster, bit = facts.roster, 1 << unit
    found = closed(facts, state, roster.side[unit])
    if not bound(facts) & bit:
        return found
    if roster.satellites[GERMAN] & bit:
        return found | closed_to_satellites(facts, state)
    if roster.cavalry_groups & bit:
        return found | beyond_area(facts, unit)
    return found | beyond_station(facts, unit)


def closed_to_all(facts: Facts, state: BDState, units: int) -> int:
    """Hexes closed to one or more of these units, which are of one side."""
    if not units:
        return 0
    found = closed(facts, state, facts.roster.side[units.bit_length() - 1])
    special = units & facts.roster.bound
    while special:
        unit = special.bit_length() - 1
        special ^= 1 << unit
        found |= closed_to(facts, state, unit)
    return found


@implements("BD 10.22a")
def closed_to_satellites(facts: Facts, state: BDState) -> int:
    """Axis satellites stay south of the logistics line."""
    return 0 if northern_effort(facts, state) else facts.north


@implements("BD 10.22b")
def northern_effort(facts: Facts, state: BDState) -> bool:
    """The German effort of 1942 is in the north: the satellites may follow it, but not in What If."""
    return state.zone == NORTH and not facts.scenario.soviets_first and bool(facts.option("northern-satellites"))


@implements("BD 8.30b")
def beyond_area(facts: Facts, unit: int) -> int:
    """An early cavalry group keeps to its logistics area."""
    return facts.valid & ~(facts.north if facts.roster.entry_place[unit] == "N" else facts.south)


@implements("BD 8.3c", "BD 8.3e")
def beyond_station(facts: Facts, unit: int) -> int:
    """6th SS Corps keeps to the Baltic states, the Kerch Straits Command to the Crimean supply area."""
    return facts.valid & ~(facts.crimea if facts.roster.ids[unit] == "KSC" else facts.baltic)


__all__ = ["bound", "closed", "closed_to", "closed_to_all", "frontiers_closed", "northern_effort"]
