"""What supply, strategic movement and the RVGK of Barbarossa Deluxe are without a clause."""

from __future__ import annotations

from typing import Any

from mutants import Mutants, real
from ostfront.core.map.hexes import bits, mask
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    aerial,
    crimea,
    ground,
    offensive_supply,
    rvgk,
    strategic,
    supply,
    supply_lines,
)
from ostfront.games.barbarossa_deluxe.rules.supply import GARRISON, MOBILE, OUT, OVERLAND
from ostfront.games.barbarossa_deluxe.state import BDState

ENTERABLE = real(supply_lines.enterable)
CLOSED = real(ground.closed)
COVERED = real(offensive_supply.covered)
DEFENCE = real(supply.defence_divisor)
DEPLOYED = real(rvgk.answer_deploy)
EMERGENCY = real(rvgk.begin_emergency)


def with_sources(facts: Facts, state: BDState, user: int, enemies: int) -> int:
    """Sources work with enemies in them."""
    found: int = ENTERABLE(facts, state, user, enemies)
    return found | facts.sources[SOVIET if user == SOVIET else GERMAN]


def both_edges(facts: Facts) -> int:
    return facts.sources[GERMAN] | facts.sources[SOVIET]


def whole_east(facts: Facts) -> int:
    return mask(i for i in bits(facts.land) if facts.place_names[i].endswith("00"))


def supplied_only(facts: Facts, state: BDState, units: int) -> int:
    """Units go only where they have supply."""
    side = facts.roster.side[units.bit_length() - 1]
    found: int = CLOSED(facts, state, units)
    return found | facts.valid & ~supply_lines.overland(facts, state, side)


def home_crimea(facts: Facts) -> int:
    return facts.crimea & ~facts.rostov_area


def farther(facts: Facts, state: BDState) -> int:
    """The marker's hex is not counted."""
    return facts.grid.neighbours(COVERED(facts, state))


def on_land(facts: Facts, state: BDState) -> int:
    """Range ends at water."""
    found: int = COVERED(facts, state)
    return found & ~facts.grid.neighbours(facts.sea)


def each_once(facts: Facts, state: BDState) -> int:
    """Overlapping ranges cancel each other."""
    found = 0
    for place, reach in zip(state.depots, offensive_supply.ranges(facts), strict=True):
        if place >= 0:
            found ^= facts.grid.disk(place, reach)
    return found


def in_range_alone(facts: Facts, state: BDState, found: int, launch: int) -> int:
    if offensive_supply.in_range(facts, state, launch):
        return 1
    return 2 if found in (OVERLAND, GARRISON) else 4


def attackers_count(facts: Facts, state: BDState, unit: int, ignored: int = 0) -> int:
    found: int = DEFENCE(facts, state, unit, 0)
    return found


def everybody(facts: Facts, state: BDState) -> int:
    return facts.roster.of_side[GERMAN] & state.on_map


def all_soviets(facts: Facts, state: BDState) -> int:
    return facts.roster.of_side[SOVIET] & state.on_map & ~rvgk.never_reserved(facts) & ~state.shuffled


def whole_edge(facts: Facts, state: BDState) -> int:
    return rvgk.supplied_cities(facts, state) | facts.sources[SOVIET]


def paid(play: Any, decision: Any, action: Any) -> None:
    """A unit that comes out pays for its hex."""
    unit = play.state.top.local.unit
    DEPLOYED(play, decision, action)
    play.state.shuffled &= ~(1 << unit)


def counted(play: Any, unit: int) -> None:
    EMERGENCY(play, unit)
    rvgk.count(play.state, 1 << unit)


def in_any_phase(facts: Facts, state: BDState) -> bool:
    return rvgk.emergency_possible(facts, state)


MUTANTS: Mutants = {
    "BD 7.2": {supply.german_state: OUT},
    "BD 7.3a": {supply_lines.german_sources: 0},
    "BD 7.3b": {supply.slowed: True, supply.german_attack: 2},
    "BD 7.3c": {supply_lines.enterable: with_sources},
    "BD 7.4a": {supply_lines.through_dnepropetrovsk: lambda _facts, _state, found: found},
    "BD 7.4b": {supply_lines.without_rostov: 0},
    "BD 7.4c": {
        supply_lines.sevastopol: lambda facts, _state: 1 << facts.sevastopol,
        crimea.places_left: 9,
        supply.german_attack: 1,
    },
    "BD 7.4d": {
        supply.southern_coast: lambda facts, state: facts.coast["Black"] | supply.azov_coast(facts, state),
        crimea.open_now: True,
    },
    "BD 7.4e": {crimea.places_left: lambda state: 9 - state.fed.bit_count()},
    "BD 7.4f": {supply_lines.crimea_area: home_crimea},
    "BD 7.5a": {supply.coast: 0, supply.slowed: False},
    "BD 7.5b": {supply.azov_coast: lambda facts, _state: facts.coast["Azov"]},
    "BD 7.6a": {supply.german_garrisons: 0, supply.german_attack: lambda found: 1 if found == OVERLAND else 2},
    "BD 7.6b": {supply.mobile_state: lambda found: found in MOBILE and found != GARRISON},
    "BD 7.6c": {supply.german_garrisons: lambda _facts, state: state.fortress},
    "BD 7.7a": {aerial.has_come: False, aerial.available: lambda state: bool(state.airlift_from)},
    "BD 7.7b": {supply.slowed: False},
    "BD 7.7d": {aerial.pause: 1},
    "BD 7.8": {supply.soviet_state: OUT},
    "BD 7.9a": {supply_lines.soviet_sources: whole_east},
    "BD 7.9b": {supply_lines.enterable: with_sources},
    "BD 7.9c": {supply.general_supply: 2, supply.offensive_attack: 1},
    "BD 7.10a": {offensive_supply.covered: 0},
    "BD 7.10b": {offensive_supply.asked_for: True},
    "BD 7.11a": {offensive_supply.covered: farther},
    "BD 7.11b": {offensive_supply.covered: on_land, offensive_supply.free_hexes: lambda facts, _state: facts.land},
    "BD 7.11c": {supply.offensive_attack: in_range_alone},
    "BD 7.12a": {offensive_supply.may_place: True, offensive_supply.free_hexes: lambda facts, _state: facts.valid},
    "BD 7.12c": {offensive_supply.free_hexes: lambda facts, state: facts.land & ~state.german},
    "BD 7.12d": {offensive_supply.covered: each_once},
    "BD 7.13a": {supply.soviet_garrisons: 0},
    "BD 7.13b": {supply.mobile_state: lambda found: found in MOBILE and found != GARRISON},
    "BD 7.14a": {supply_lines.enterable: lambda facts, _state, user, _enemies: supply_lines.ground(facts, user)},
    "BD 7.14b": {supply_lines.soviet_shores: 0},
    "BD 7.14c": {supply_lines.german_shores: lambda facts: facts.valid},
    "BD 7.14d": {supply_lines._hexsides: lambda facts, _user: facts.grid.everywhere()},
    "BD 7.14e": {supply_lines.soviet_straits: ()},
    "BD 7.14f": {supply_lines.german_straits: lambda facts, _crimea: (facts.kerch, facts.sivash)},
    "BD 7.15": {supply_lines.same_area: True},
    "BD 7.16b": {supply.slowed: False, supply.german_attack: 1, supply.defence_divisor: 1},
    "BD 7.17a": {supply.slowed: False},
    "BD 7.17b": {supply.attack_divisor: 1, supply.defence_divisor: 1},
    "BD 7.18": {ground.closed: supplied_only},
    "BD 7.19": {supply_lines.german_sources: both_edges, supply_lines.soviet_sources: both_edges},
    "BD 7.20a": {supply_lines.soviet_works: 0},
    "BD 7.20b": {supply_lines.fortified_area: 0},
    "BD 7.20c": {supply_lines.german_works: 0},
    "BD 7.21a": {offensive_supply.moscow_lost: False, offensive_supply.may_place: offensive_supply.asked_for},
    "BD 7.21b": {offensive_supply.moscow_regained: lambda facts, state: not state.german >> facts.moscow & 1},
    "BD 7.22b": {supply.general_supply: lambda found: 1 if found == OVERLAND else 2},
    "BD 7.22c": {supply.offensive_attack: lambda _facts, _state, found, _launch: 4 if found == OUT else 1},
    "BD 7.22d": {supply.offensive_attack: 2},
    "BD 8.7b": {strategic.entrained: everybody},
    "BD 8.7c": {strategic.quiet: lambda facts, _state: facts.valid},
    "BD 8.7d": {strategic.open_to: lambda facts, _state, _unit: facts.valid},
    "BD 8.7e": {strategic.in_season: True, strategic.cost: 1},
    "BD 8.9a": {rvgk.has_phase: True},
    "BD 8.9b": {rvgk.never_reserved: 0, rvgk.withdrawable: all_soviets},
    "BD 8.10a": {rvgk.withdrawable: all_soviets},
    "BD 8.10b": {rvgk.exits: whole_edge},
    "BD 8.10c": {rvgk.answer_deploy: paid},
    "BD 8.11a": {rvgk.emergency_now: in_any_phase},
    "BD 8.11b": {rvgk.begin_emergency: counted},
    "BD 8.30c": {supply.always_supplied: 0},
    "BD 8.35c": {supply.whatever_supply: 0},
    "BD 9.4": {supply.soviet_garrisons: 0},
    "BD 9.5": {supply.german_garrisons: lambda _facts, state: state.fortress},
    "BD 10.26a": {supply.mobile_state: True},
    "BD 10.26b": {supply.defence_divisor: attackers_count},
    "BD 10.34c": {supply.always_supplied: 0},
    "BD 12.8b": {offensive_supply.southern_front: lambda facts: facts.valid, offensive_supply.may_place: True},
    "BD 15.8h": {
        offensive_supply.asked_for: lambda _facts, state: state.turn >= offensive_supply.FROM_TURN,
        supply.general_supply: 1,
    },
}
