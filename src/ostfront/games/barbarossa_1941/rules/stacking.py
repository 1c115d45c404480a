"""Stacking (3) and who may stand where (12.2, 12.5, 12.10)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, HUNGARIANS, ROMANIANS
from ostfront.games.barbarossa_1941.rules.ground import closed_countries
from ostfront.games.barbarossa_1941.state import MOST_STEPS, B41State


def room(facts: Facts, state: B41State, units: int, hexes: int) -> int:
    """Those of the hexes in which these units, of one side, could stop together."""
    hexes &= facts.land
    hexes ^= hexes & (barred_to(facts, state, units) | closed_countries(facts, state))
    return stacks(facts, state, units, hexes)


def stacks(facts: Facts, state: B41State, units: int, hexes: int) -> int:
    """Those of the hexes, open to these units of one side, in which they could stop with the units there."""
    if units & facts.plain != units:
        hexes ^= hexes & unfriendly(facts, state, units)
    return hexes ^ full(facts, state, units, hexes)


def barred_to(facts: Facts, state: B41State, units: int) -> int:
    """Hexes these units may not enter at all: enemies, airborne corps they cannot scatter, coasts."""
    roster = facts.roster
    side = roster.side[units.bit_length() - 1]
    closed = state.occupied[COMBAT[1 - side]]
    if side == AXIS:
        if state.occupied[AIRBORNE[1 - side]] and not scatters(facts, units):
            closed |= state.occupied[AIRBORNE[1 - side]]
        if units & roster.italians:
            closed |= coasts_closed_to_italians(facts)
    return closed & facts.valid


@implements("B41 12.5d")
def scatters(facts: Facts, units: int) -> bool:
    """Whether one of these units is good enough to enter the hex of a lone airborne corps."""
    return bool(units & facts.scattering)


@implements("B41 12.2e")
def coasts_closed_to_italians(facts: Facts) -> int:
    return facts.coast["black"] | facts.coast["azov"]


@implements("B41 12.2a")
def unfriendly(facts: Facts, state: B41State, units: int) -> int:
    """Hexes with units that these do not stack with: Romanians and Hungarians."""
    roster = facts.roster
    found = state.occupied[HUNGARIANS] if units & roster.romanians else 0
    return found | state.occupied[ROMANIANS] if units & roster.hungarians else found


@implements("B41 3a")
def full(facts: Facts, state: B41State, units: int, hexes: int) -> int:
    """Those of the hexes in which the units in them leave no room for these."""
    group = COMBAT[facts.roster.side[units.bit_length() - 1]]
    hexes &= state.occupied[group]
    if not hexes:
        return 0
    steps = stacking_points(state, units)
    if not steps:
        return 0
    most, points = facts.limit - steps, state.points
    found = hexes & state.tight[steps] if steps <= MOST_STEPS else mask(i for i in bits(hexes) if points[i] > most)
    if found:  # the units themselves need no more room where they stand
        for unit in bits(units):
            place = state.place[unit]
            here = found & 1 << place if place >= 0 else 0
            if here and points[place] - stacking_points(state, units & state.units_at(place)) <= most:
                found ^= here
    return found


@implements("B41 3b")
def stacking_points(state: B41State, units: int) -> int:
    """Steps of combat units; airborne corps, air corps and markers have none."""
    total, steps, is_combat = 0, state.steps, state.roster.is_combat
    while units:
        low = units & -units
        units ^= low
        unit = low.bit_length() - 1
        if is_combat[unit]:
            total += steps[unit]
    return total
