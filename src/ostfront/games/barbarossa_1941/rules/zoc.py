"""Zones of control (4), with the first turn (12.8) and the straits (12.10)."""

from __future__ import annotations

from ostfront.core.map.hexes import Sides, bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import MUD, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules.ground import closed_countries, ground, kerch_open, lakes_frozen
from ostfront.games.barbarossa_1941.rules.stacking import coasts_closed_to_italians
from ostfront.games.barbarossa_1941.rules.weather import weather_at
from ostfront.games.barbarossa_1941.state import B41State

KEPT = ("zoc axis", "zoc soviet")


def zoc(facts: Facts, state: B41State, side: int) -> int:
    """All hexes in the ZOC of a side's units; the last answer for each side is kept."""
    depends = (
        state.two_any[side],
        state.two_foot[side],
        state.turn,
        closed_countries(facts, state),
        state.held & facts.black_ports,  # who crosses at Kerch
        owed_to_italians(facts, state, side),
    )
    kept = state.memo.kept
    found = kept.get(KEPT[side])
    if found is None or found[0] != depends:
        found = kept[KEPT[side]] = (depends, exerted(facts, state, side, projectors(state, side)))
    answer: int = found[1]
    return answer


@implements("B41 4a")
def projectors(state: B41State, side: int) -> int:
    """The hexes with two stacking points of mobile units."""
    return state.two_any[side]


def exerted(facts: Facts, state: B41State, side: int, sources: int) -> int:
    """The ZOC of the units in these hexes."""
    found = 0
    any_owed, foot_owed = owed_to_italians(facts, state, side)
    inland = sources & (any_owed | foot_owed)
    on_foot = state.two_foot[side]
    north = facts.north
    for here in (sources & north, sources & ~north):
        if here:
            found |= _entered(facts, state, side, here ^ here & inland, on_foot)
        if here & inland:
            found |= _entered(facts, state, side, here & inland, on_foot) & ~coasts_closed_to_italians(facts)
            found |= _entered(facts, state, side, here & inland & ~any_owed, on_foot & ~foot_owed)
    found = outside_cities(facts, found)
    found ^= found & closed_countries(facts, state)
    return within_borders(facts, found) if side == SOVIET and state.turn == 1 else found


def owed_to_italians(facts: Facts, state: B41State, side: int) -> tuple[int, int]:
    """12.2e: the hexes with two points, and those with two on foot, only thanks to Italians, who do not count towards
    the coasts that they may not enter; those beside such coasts only.
    """
    italians = facts.roster.italians & state.on_map if side == AXIS else 0
    any_owed = foot_owed = 0
    for unit in bits(italians):
        place = state.place[unit]
        if not facts.beside_southern_coasts >> place & 1:
            continue
        foot = state.foot[place] - sum(state.steps[u] for u in bits(italians & state.units_at(place)))
        if foot < 2:
            foot_owed |= 1 << place & state.two_foot[side]
            if foot + state.wheels[place] < 2:
                any_owed |= 1 << place & state.two_any[side]
    return any_owed, foot_owed


def _entered(facts: Facts, state: B41State, side: int, sources: int, two_foot: int) -> int:
    """The neighbours that units in these hexes, which share one weather, could enter."""
    if not sources:
        return 0
    weather = weather_at(facts, state, sources.bit_length() - 1)
    sides = uncut(facts, state, side, weather)
    if weather != MUD:
        return facts.grid.step(sources, sides)
    on_foot = sources & two_foot
    found = facts.grid.step(on_foot, sides)
    return found | facts.grid.step(sources ^ on_foot, sides_for_wheels(facts, state, side))


@implements("B41 4f")
def uncut(facts: Facts, state: B41State, side: int, weather: int) -> Sides:
    """The hexsides a ZOC reaches across: no lake unless frozen, no estuary, no strait that the side cannot cross."""
    return facts.sides[lakes_frozen(weather), kerch_open(facts, state, side)]


@implements("B41 4b")
def sides_for_wheels(facts: Facts, state: B41State, side: int) -> Sides:
    """In mud, the hexsides across which motorised units count: those that they could cross."""
    return ground(facts, True, MUD, kerch_open(facts, state, side)).open


@implements("B41 4e")
def outside_cities(facts: Facts, hexes: int) -> int:
    return hexes ^ (hexes & facts.majors)


@implements("B41 12.8f")
def within_borders(facts: Facts, hexes: int) -> int:
    """On turn 1 Soviet ZOCs stay inside the USSR."""
    return hexes & facts.ussr


@implements("B41 4c")
def uncancelled(facts: Facts, state: B41State, side: int) -> int:
    """The hexes in enemy ZOC without a combat unit of the side: for supply, rail and retreats."""
    found = zoc(facts, state, 1 - side)
    return found ^ (found & state.occupied[COMBAT[side]])


def projecting(facts: Facts, state: B41State, side: int, place: int) -> int:
    """The hexes of a side whose ZOC covers a hex."""
    found = 0
    for source in bits(facts.grid.disk(place, 1) & projectors(state, side)):
        if exerted(facts, state, side, 1 << source) >> place & 1:
            found |= 1 << source
    return found


@implements("B41 9.2j")
def surrounded(facts: Facts, state: B41State, unit: int) -> bool:
    """Whether all ways out of a unit's hex lead into enemies or ZOCs not cancelled; closed hexsides are none."""
    place, side = state.place[unit], facts.roster.side[unit]
    frozen = lakes_frozen(weather_at(facts, state, place))
    near = facts.near[frozen, kerch_open(facts, state, side)][place]
    near ^= near & closed_countries(facts, state)
    enemies = state.occupied[COMBAT[1 - side]]
    return not near & ~(uncancelled(facts, state, side) | enemies)
