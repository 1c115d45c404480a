"""What Barbarossa 1941 is without a clause of sections 2, 8 to 11, 13 to 15, and of most of 12."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutants import Mutants, Patches, real
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import AXIS_COUNTRIES, Facts, deployment
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules import (
    air,
    airborne,
    fleet,
    forts,
    losses,
    militia,
    movement,
    naval,
    options,
    overrun,
    paratroops,
    partisans,
    rail,
    rail_network,
    reinforcements,
    replacement_points,
    replacements,
    retreat,
    seas,
    sequence,
    setup,
    stacking,
    strength,
    supply,
    supply_lines,
    support,
    victory,
    zoc,
)
from ostfront.games.barbarossa_1941.rules.ground import Ground
from ostfront.games.barbarossa_1941.rules.weather import mobility
from ostfront.games.barbarossa_1941.state import B41State, Battle

# ---- the real functions that mutants go on from -------------------------------------------------------------

_flood = real(supply_lines.flood)
_cities_of = real(supply_lines.cities_of)
_own_ports = real(seas.own_ports)
_from_pool = real(replacement_points.from_pool)
_can_come_back = real(losses.can_come_back)
_friendly_rail = real(rail_network.friendly_rail)

_entry_hexes = real(reinforcements.entry_hexes)
_free_bases = real(reinforcements.free_bases)
_use_allowance = real(rail.use_allowance)
_embarking = real(naval.embarking)
_most_forts = real(forts.most_forts)
_airborne_attack = real(strength.airborne_attack)
_stacked_corps = real(paratroops.stacked_corps)
_used_up = real(paratroops.used_up)
_end_drops = real(airborne.end_drops)
_place_units = real(setup.place_units)
_finnish_point = real(victory.finnish_point)

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


# ---- reinforcements (9.1, 12.11) and railways (10) ----------------------------------------------------------


def _any_city(facts: Facts, _state: B41State, _unit: int) -> int:
    return facts.cities


def _like_others(*types: str) -> object:
    """Units of these types come to major cities, as if nothing were noted for them."""

    def entry_hexes(facts: Facts, state: B41State, unit: int) -> int:
        if facts.roster.type[unit] in types:
            return facts.soviet_majors
        return int(_entry_hexes(facts, state, unit))

    return entry_hexes


def _unplaced(_facts: Facts, state: B41State) -> list[int]:
    """Only markers off the map are free."""
    return [marker for marker, at in enumerate(state.markers) if at < 0]


def _all_soviet_rail(facts: Facts, state: B41State) -> int:
    return rail_network.own_rail(facts, state, SOVIET)


def _all_axis_rail(facts: Facts, state: B41State) -> int:
    return rail_network.own_rail(facts, state, AXIS)


# ---- air, sea, forts (11, 12) -------------------------------------------------------------------------------


def _any_free_base(facts: Facts, state: B41State, unit: int, _supplied: int | None = None) -> int:
    return int(_free_bases(facts, state, facts.roster.side[unit])) & ~(1 << state.place[unit])


def _unlimited(side: int) -> object:
    """As many forts of a side as it likes."""

    def most_forts(facts: Facts, whose: int) -> int:
        return 99 if whose == side else int(_most_forts(facts, whose))

    return most_forts


def _no_modifier(corps: str) -> object:
    """The corps of these types do not help an attack."""

    def airborne_attack(facts: Facts, state: B41State, local: Battle) -> int:
        unit = local.para_attack
        if unit >= 0 and facts.roster.type[unit] == corps:
            return 0
        return int(_airborne_attack(facts, state, local))

    return airborne_attack


def _elsewhere(*units: str) -> object:
    """These units are set up somewhere else."""

    def place_units(facts: Facts, state: B41State) -> None:
        _place_units(facts, state)
        for unit in units:
            state.put(facts.roster.index[unit], facts.city("Odessa" if unit.startswith("SU") else "Warsaw"))

    return place_units


def _everywhere(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Every nation may be set up in every Axis country."""
    return dict.fromkeys(table["zones"], AXIS_COUNTRIES)


def _all_come_back(_facts: Facts, _unit: int) -> bool:
    return True


def _as_captured(facts: Facts, state: B41State) -> int:
    """One point for any objective in Axis hands."""
    return victory.counting_cities(facts, state).bit_count()


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
    "B41 9.1a": {reinforcements.taken: 0},
    "B41 9.1b": {reinforcements.entry_hexes: _any_city},
    "B41 9.1c": {reinforcements.nearest_towns: 0},
    "B41 10": {rail.rail_points: 99},
    "B41 10.1a": {rail.fare: 0},
    "B41 10.1b": {rail.longest_ride: 99},
    "B41 10.1c": {rail_network.free_rail: _any_rail},
    "B41 10.1d": {rail_network.blocked: 0, rail.may_board: True, rail.leaves_no_zoc: True},
    "B41 10.1e": {movement.gone_by_rail_or_sea: 0, rail.use_allowance: _use_allowance},
    "B41 10.2a": {rail_network.home_rail: 0, setup.first_network: 0},
    "B41 10.2b": {rail_network.laid_rail: 0},
    "B41 10.3a": {rail.free_markers: lambda _facts, _state: []},
    "B41 10.3b": {rail.hexes_a_phase: 99},
    "B41 10.3c": {rail.layable: _all_soviet_rail},
    "B41 10.3d": {rail.joined: 0},
    "B41 10.3e": {rail.free_markers: _unplaced},
    "B41 10.3f": {rail.intact: _all_axis_rail},
    "B41 11b": {reinforcements.new_air_cities: lambda facts: facts.cities},
    "B41 11.1a": {reinforcements.free_bases: _cities_of},
    "B41 11.1b": {air.bases_in_range: _any_free_base},
    "B41 11.2a": {strength.air_shift: 0, support.in_range: lambda facts, _target, _side: facts.valid},
    "B41 11.2b": {support.worn_out: 0},
    "B41 12.1a": {naval.has_sailed: False},
    "B41 12.1b": {naval.may_sail: True},
    "B41 12.1c": {naval.embarking: _embarking, movement.gone_by_rail_or_sea: 0},
    "B41 12.4a": {strength.fortress_value: 0},
    "B41 12.4b": {strength.fortress_leads: 0},
    "B41 12.4e": {forts.soviet_forts: 99},
    "B41 12.4f": {forts.most_forts: _unlimited(SOVIET), forts.removable: 0},
    "B41 12.4g": {forts.german_forts: 99, forts.most_forts: _unlimited(AXIS)},
    "B41 12.4h": {forts.sites: lambda facts, _state, _side: facts.land},
    "B41 12.5a": {setup.place_units: _elsewhere("SU-4ABN")},
    "B41 12.5b": {
        strength.airborne_attack: _no_modifier("airborne"),
        strength.airborne_defence: 0,
        paratroops.stacked_corps: _stacked_corps,
    },
    "B41 12.5c": {paratroops.used_up: 0},
    "B41 12.5d": {stacking.scatters: True, strength.undefended: False},
    "B41 12.5f": {paratroops.stacked_corps: _stacked_corps, reinforcements.joinable: 0},
    "B41 12.5g": {airborne.guards_range: lambda facts, _state: facts.valid},
    "B41 12.5h": {airborne.guards_survive: True},
    "B41 12.5i": {
        strength.airborne_attack: _no_modifier("guards_airborne"),
        paratroops.dropped_corps: 0,
        paratroops.used_up: _used_up,
        airborne.end_drops: _end_drops,
    },
    "B41 12.5j": {paratroops.drop_zone: 0},
    "B41 12.5k": {reinforcements.receive_paratroops: None, replacements.paratroops_at_hand: False},
    "B41 12.5l": {
        airborne.german_range: lambda facts, _state: facts.valid,
        airborne.fallschirmjaeger_survive: True,
        movement.only_drops: 0,
    },
    "B41 12.5m": {
        strength.airborne_attack: _airborne_attack,
        paratroops.fallschirmjaeger: -1,
        airborne.end_drops: _end_drops,
    },
    "B41 12.5n": {airborne.no_drops: 0},
    "B41 12.6a": {strength.coup_succeeded: False, support.coup_wins: False},
    "B41 12.6b": {support.coups_left: 9},
    "B41 12.7a": {partisans.hideouts: lambda facts, _state: facts.ussr & facts.land},
    "B41 12.7b": {partisans.northern: lambda facts, _state: facts.valid},
    "B41 12.7c": {partisans.free: lambda facts, _state: facts.roster.partisans},
    "B41 12.7d": {rail_network.slow_rail: 0},
    "B41 12.7e": {losses.partisan_back: 0},
    "B41 12.7f": {partisans.empty_cities: 0},
    "B41 12.7g": {victory.freed: 0},
    "B41 12.9a": {fleet.used_up: False, strength.fleet_modifier: 0},
    "B41 12.9b": {fleet.in_reach: lambda facts, _state: facts.valid},
    "B41 12.9c": {fleet.unmined: lambda facts, _state: facts.valid},
    "B41 12.9d": {fleet.struck_bases: lambda facts, _state: facts.bases},
    "B41 12.9e": {fleet.hit: False},
    "B41 12.11a": {reinforcements.entry_hexes: _like_others("op_group")},
    "B41 12.11b": {militia.raisable: 0},
    "B41 12.11c": {retreat.rooted: False, replacements.disbandable: 0},
    "B41 12.11d": {
        losses.militia_back: 0,
        reinforcements.returning_militia: 0,
        reinforcements.militia_cities: lambda facts, _state: facts.soviet_majors,
    },
    "B41 12.11e": {replacement_points.group_kind: ""},
    "B41 12.11f": {replacement_points.group_kind: ""},
    "B41 12.11g": {losses.can_come_back: _all_come_back},
    "B41 12.11h": {replacements.may_shock: True},
    "B41 12.11i": {replacements.full_army: lambda facts, _state, unit: facts.roster.type[unit] == "army"},
    "B41 12.11j": {reinforcements.entry_hexes: _like_others("guards_cavalry")},
    "B41 12.12a": {support.german_guns: 1},
    "B41 12.12b": {support.soviet_guns: 1},
    "B41 12.12d": {support.by_rail: True},
    "B41 12.13a": {support.joukov_spent: False},
    "B41 13a": {victory.city_points: 0},
    "B41 13b": {victory.ungarrisoned: 0},
    "B41 13c": {victory.taken: 0},
    "B41 13d": {reinforcements.hungarian_turn: 0},
    "B41 13e": {victory.militia_in_play: False},
    "B41 13f": {forts.mobilised: False},
    "B41 13g": {support.joukov_in_command: True},
    "B41 13h": {victory.partisans_in_play: True},
    "B41 13j": {victory.is_sudden_death: False},
    "B41 13l": {victory.city_points: _as_captured},
    "B41 13m": {victory.finnish_point: 0},
    "B41 14.1": {setup.place_units: _elsewhere("FI-RES")},
    "B41 14.2a": {setup.uncovered_without: 0},
    "B41 14.2b": {setup.leaves_garrison: False},
    "B41 14.2c": {deployment.national_zones: _everywhere},
    "B41 14.2d": {setup.german_sites: lambda facts, _state, _unit: facts.valid},
    "B41 14.2e": {setup.once: 0},
    "B41 14.3c": {options.no_fallschirmjaeger: -1},
    "B41 14.3e": {options.early_siberians: lambda _facts: {}},
    "B41 14.3f": {supply.pressed: 0},
    "B41 14.3g": {supply.fast_weather: True},
    "B41 15.1a": {setup.place_units: _elsewhere("FI-RES", "FI-II")},
    "B41 15.1b": {setup.place_units: _elsewhere("DE-I")},
}
PATCHES: Patches = {}
