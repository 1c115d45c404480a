"""What Barbarossa 1941 is without a clause of sections 2, 8 to 11, 13 to 15, and of most of 12."""

from __future__ import annotations

from mutants import Mutants, Patches, real
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import (
    losses,
    movement,
    overrun,
    rail_network,
    replacement_points,
    replacements,
    seas,
    sequence,
    supply,
    supply_lines,
    victory,
    zoc,
)
from ostfront.games.barbarossa_1941.rules.ground import Ground
from ostfront.games.barbarossa_1941.rules.weather import mobility
from ostfront.games.barbarossa_1941.state import B41State

# ---- the real functions that mutants go on from -------------------------------------------------------------

_flood = real(supply_lines.flood)
_cities_of = real(supply_lines.cities_of)
_own_ports = real(seas.own_ports)
_from_pool = real(replacement_points.from_pool)
_allied_kind = real(replacement_points.allied_kind)
_can_come_back = real(losses.can_come_back)
_is_army = real(replacements.is_army)
_army_towns = real(replacements.army_towns)
_ersatz_at_hand = real(replacements.ersatz_at_hand)
_friendly_rail = real(rail_network.friendly_rail)

# ---- supply (8) ---------------------------------------------------------------------------------------------


def _endless(field: Ground, ends: int, passable: int, most: int) -> tuple[int, ...]:
    """Lines of any length."""
    within = _flood(field, ends, passable, 99)
    return (within[-1],) * (most + 1)


def _any_rail(facts: Facts, state: B41State, side: int) -> int:
    """Railways of both sides, where nothing blocks them."""
    return facts.railways.hexes & ~rail_network.blocked(facts, state, side)


def _motorised(state: B41State, units: int) -> bool:
    return all(mobility(state, unit) == MOTORISED for unit in bits(units))


def _majors_anywhere(facts: Facts, state: B41State) -> int:
    """Own major cities, linked to the east or not."""
    return facts.majors & int(_cities_of(facts, state, SOVIET))


# ---- replacements (9) ---------------------------------------------------------------------------------------


def _all_tracks(facts: Facts, unit: int) -> str:
    """Every loss counts."""
    if facts.roster.side[unit] == SOVIET:
        return "lost_soviet"
    return "lost_motorised" if facts.roster.track[unit] == "mot" else "lost_infantry"


def _no_german_pool(state: B41State, side: int, kind: str) -> int:
    return 0 if kind in ("infantry", "motorised") else int(_from_pool(state, side, kind))


def _back_without(*kinds: str) -> object:
    def can_come_back(facts: Facts, unit: int) -> bool:
        return facts.roster.rebuild[unit] not in kinds and bool(_can_come_back(facts, unit))

    return can_come_back


MUTANTS: Mutants = {
    "B41 2r": {sequence.end_turn: lambda play, _local: victory.judge(play)},
    "B41 8a": {supply.in_supply: True},
    "B41 8b": {supply_lines.flood: _endless},
    "B41 8c": {rail_network.blocked: 0},
    "B41 8d": {rail_network.free_rail: _any_rail},
    "B41 8.1a": {
        overrun.fit_to_overrun: _motorised,
        movement.may_exploit: lambda state, unit: _motorised(state, 1 << unit),
    },
    "B41 8.1e": {supply.losing: 0},
    "B41 8.2a": {supply_lines.axis_sources: 0},
    "B41 8.2b": {supply_lines.helsinki_serves_all: True},
    "B41 8.2c": {supply_lines.soviet_sources: _majors_anywhere},
    "B41 8.2d": {supply_lines.besieged_cities: 0},
    "B41 8.2e": {supply_lines.needs_no_line: False},
    "B41 8.2f": {supply_lines.besieged_ports: 0},
    "B41 8.2h": {seas.own_ports: _own_ports, supply_lines.cities_of: _cities_of},
    "B41 9.2a": {replacements.receives: True},
    "B41 9.2b": {replacements.near: lambda facts, _rail: facts.valid},
    "B41 9.2c": {replacements.rail_from_frontier: lambda facts, state: _friendly_rail(facts, state, AXIS)},
    "B41 9.2d": {replacement_points.block: 99},
    "B41 9.2e": {replacement_points.allied_kind: "", replacement_points.from_pool: _from_pool},
    "B41 9.2f": {replacement_points.city_infantry: 0},
    "B41 9.2g": {replacement_points.city_motorised: 0},
    "B41 9.2h": {replacement_points.from_pool: _no_german_pool},
    "B41 9.2j": {zoc.surrounded: False, losses.cut_off: False},
    "B41 9.2l": {losses.last_box: 99},
    "B41 9.2m": {losses.marker_of: _all_tracks},
    "B41 9.2n": {
        losses.can_come_back: _back_without("army"),
        replacements.is_army: False,
        replacements.army_towns: 0,
    },
    "B41 9.2o": {
        losses.can_come_back: _back_without("ersatz", "is-ersatz"),
        replacements.ersatz_at_hand: 0,
    },
    "B41 9.2p": {replacement_points.beyond_repair: False},
}
PATCHES: Patches = {}
