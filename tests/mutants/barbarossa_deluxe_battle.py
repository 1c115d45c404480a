"""What Barbarossa Deluxe is without a clause of section 11, or of what fights and dies in 4, 5, 8, 9, 10 and 13."""

from __future__ import annotations

from collections.abc import Iterable

from mutants import Mutants, real
from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    advance,
    assault,
    attackers,
    drop,
    limits,
    losses,
    results,
    retreat,
    shifts,
    stacking,
    strength,
    support,
)
from ostfront.games.barbarossa_deluxe.state import Advance, Battle, BDPlay, BDState, Retreat

# ---- the real functions that mutants go on from -------------------------------------------------------------

_eligible = real(attackers.eligible)
_shift_sum = real(shifts.shift_sum)
_ratio_step = real(strength.ratio_step)
_eliminate = real(losses.eliminate)
_open_hexes = real(retreat.open_hexes)
_spared = real(shifts.spared)

FAR = 99

# ---- who attacks (5.11, 5.12, 11.1 to 11.6, 11.17 to 11.19) -------------------------------------------------


def _one_hex(facts: Facts, state: BDState, local: Battle) -> int:
    """Only units of one hex attack together."""
    units: int = _eligible(facts, state, local)
    hexes = {state.place[unit] for unit in bits(local.attackers)} or {state.place[lowest(units)]} if units else set()
    return units & state.standing(mask(hexes))


def _stacks_bound(facts: Facts, state: BDState, local: Battle) -> int:
    """A stack attacks as a whole or not at all: who shares a hex with a spent unit stays out."""
    hexes = mask(state.place[unit] for unit in bits(state.spent & state.on_map))
    units: int = _eligible(facts, state, local)
    return units & ~state.standing(hexes)


def _any_strait(facts: Facts, unit: int, place: int) -> int:
    return mask(facts.kerch) & ~(1 << place) if place in facts.kerch else 0


def _any_sivash(facts: Facts, state: BDState, unit: int, place: int) -> int:
    return mask(facts.sivash) & ~(1 << place) if place in facts.sivash and state.turn >= 7 else 0


def _over_lakes(facts: Facts, hexes: int) -> int:
    return facts.grid.neighbours(hexes) & facts.land


def _obliged_for_good(facts: Facts, state: BDState, side: int) -> int:
    return state.obliged & attackers.ready(facts, state, side)


# ---- strengths (1.3, 2.10, 5.7, 8.4, 11.8 to 11.15) ---------------------------------------------------------


def _rounded_up(factors: Iterable[tuple[int, int]]) -> int:
    groups: dict[int, int] = {}
    for divisor, factor in factors:
        groups[divisor] = groups.get(divisor, 0) + factor
    return sum(-(-total // divisor) for divisor, total in groups.items())


def _without_minimum(factors: Iterable[tuple[int, int]]) -> int:
    groups: dict[int, int] = {}
    for divisor, factor in factors:
        groups[divisor] = groups.get(divisor, 0) + factor
    return sum(total // divisor for divisor, total in groups.items())


def _one_by_one(factors: Iterable[tuple[int, int]]) -> int:
    return sum(max(1, factor // divisor) for divisor, factor in factors)


def _one_defender(facts: Facts, state: BDState, local: Battle) -> int:
    units = state.units_at(local.target) & facts.roster.ground[1 - local.side]
    return units & -units


def _supplied_anyhow(facts: Facts, state: BDState, local: Battle, unit: int) -> bool:
    """Doubled without offensive supply."""
    return bool(local.supplied >> unit & 1)


def _printed_value(facts: Facts, state: BDState, local: Battle, units: int) -> int:
    return sum(facts.roster.attack[unit] for unit in bits(units)) + local.wings.bit_count()


def _value_alone(facts: Facts, state: BDState, local: Battle, units: int) -> int:
    return strength.divided(strength.attack_factors(facts, state, local, units))


def _table_first(facts: Facts, state: BDState, local: Battle, _strengths: tuple[int, int] | None = None) -> int:
    """The odds are cut to the table before they are shifted."""
    attack, defence = strength.attack_strength(facts, state, local), strength.defence_strength(facts, state, local)
    step: int = _ratio_step(attack, defence)
    total: int = _shift_sum(facts, state, local)
    return max(facts.crt.first, min(facts.crt.last, step)) + total


# ---- shifts -------------------------------------------------------------------------------------------------


def _largest_shift(facts: Facts, state: BDState, local: Battle) -> int:
    found = [item.columns for item in shifts.shifts(facts, state, local)]
    return max(found, key=abs, default=0)


def _all_support_there(facts: Facts, state: BDState, local: Battle) -> int:
    return state.standing(local.hexes | 1 << local.target) & facts.roster.attached


def _each_tiger(facts: Facts, state: BDState, local: Battle) -> int:
    count = (shifts.support_units(facts, state, local) & facts.roster.tigers).bit_count()
    return count if local.side == GERMAN else 0


def _one_group(facts: Facts, state: BDState, local: Battle) -> int:
    return int(bool(shifts.support_units(facts, state, local) & facts.roster.cavalry_mechanized))


def _any_line(facts: Facts, state: BDState, local: Battle) -> int:
    return -int((facts.lines[GERMAN] | facts.lines[SOVIET]) >> local.target & 1)


def _destructible(facts: Facts, state: BDState, local: Battle) -> int:
    return -int(facts.lines[1 - local.side] & ~state.broken & 1 << local.target != 0)


def _no_wall(facts: Facts, state: BDState, local: Battle) -> int:
    return -int(facts.lines[1 - local.side] & ~state.broken & 1 << local.target != 0)


def _spared_but_declared(facts: Facts, state: BDState, local: Battle) -> bool:
    found: bool = _spared(facts, state, local)
    return found and not shifts.declared(state, local)


# ---- results ------------------------------------------------------------------------------------------------


def _costly_stall(play: BDPlay, local: Battle) -> None:
    _eliminate(play, local.attackers, local.supplied)


def _stays(play: BDPlay, local: Retreat, units: int) -> None:
    play.again("next", local._replace(units=local.units & ~units))


def _hits_nobody(play: BDPlay, local: Battle) -> None:
    """The defenders die, and the attacker loses nothing."""
    _eliminate(play, local.defenders, local.supplied)


# ---- retreat and advance ------------------------------------------------------------------------------------


def _anywhere(facts: Facts, state: BDState, local: Retreat, units: int, here: int) -> int:
    """Enemies do not matter."""
    return facts.near[here] & ~retreat.came_from(local)


def _over_water(facts: Facts, state: BDState, local: Retreat, units: int, here: int) -> int:
    """All hexsides are open."""
    hexes = facts.grid.neighbours(1 << here) & facts.land & ~state.occupied[GROUND[1 - local.side]]
    return hexes & ~retreat.came_from(local)


def _off_the_edge(facts: Facts, state: BDState, local: Retreat, units: int, here: int) -> int:
    """Beside the edge of the map a unit falls off it."""
    if len(facts.grid.adjacent(here)) < 6:
        return 0
    found: int = _open_hexes(facts, state, local, units, here)
    return found


def _other_side_first(facts: Facts, side: int, here: int, hexes: int) -> int:
    grid = facts.grid
    names = retreat.OWN_SIDE[1 - side]
    near = mask(n for d, name in enumerate(grid.directions) if name in names and (n := grid.neighbour(here, d)) >= 0)
    return hexes & near or hexes


def _lost_at_sea(play: BDPlay, local: Retreat, army: int) -> None:
    _eliminate(play, army, local.supplied)


def _only_start(local: Retreat) -> int:
    return 1 << local.start


def _pursuit(facts: Facts, state: BDState, local: Battle) -> Advance | None:
    """The defenders take the hex of attackers who are no more."""
    if local.attackers & state.on_map or not local.defenders & state.on_map:
        return None
    return Advance(1 - local.side, lowest(local.hexes), local.defenders & state.on_map)


def _all_of_them(facts: Facts, state: BDState, local: Advance) -> int:
    return local.first & state.on_map


def _anywhere_beyond(facts: Facts, state: BDState, local: Advance) -> int:
    return facts.near[state.place[local.unit]] & facts.land


# ---- losses -------------------------------------------------------------------------------------------------


def _returns_anyhow(facts: Facts, state: BDState, unit: int, supplied: bool) -> bool:
    return facts.roster.nation[unit] == "Romanian" and not state.returned >> unit & 1


def _forever_closed(facts: Facts, state: BDState) -> bool:
    return facts.scenario.dated_1941


def _tracked(facts: Facts, state: BDState) -> int:
    return facts.box(state.turn).luftwaffe - state.luftwaffe


def _named(facts: Facts, units: int) -> int:
    return units


def _every_attacker(facts: Facts, local: Battle) -> int:
    return local.attackers & ~local.guns


MUTANTS: Mutants = {
    # 1 and 2
    "BD 1.3a": {strength.divided: _rounded_up},
    "BD 1.3b": {strength.divided: _without_minimum},
    "BD 1.3c": {strength.divided: _one_by_one},
    "BD 2.10": {strength.printed_attack: lambda facts, unit: facts.roster.defense[unit]},
    # 4
    "BD 4.17d": {drop.waiting: 0},
    "BD 4.17e": {strength.drop_factor: lambda facts, unit: facts.roster.attack[unit]},
    "BD 4.17f": {drop.survives: lambda state, local: not advance.vacated(state, local.side, local.target)},
    "BD 4.18d": {support.oder_counters: 0},
    "BD 4.19d": {losses.worth: 1},
    # 5
    "BD 5.6a": {shifts.first_summer: 0},
    "BD 5.6b": {shifts.second_summer: 0},
    "BD 5.6c": {shifts.first_of_two_fights: 0},
    "BD 5.7a": {shifts.moved_first: 0},
    "BD 5.7b": {strength.fights_first: False},
    "BD 5.7c": {strength.shock_supplied: _supplied_anyhow},
    "BD 5.10c": {shifts.september: 0},
    "BD 5.10d": {shifts.october: 0},
    "BD 5.11a": {attackers.at_the_frontiers: 0},
    "BD 5.11b": {attackers.at_the_frontiers: 0, limits.frontiers_closed: False},
    "BD 5.11c": {limits.frontiers_closed: False},
    "BD 5.11d": {limits.frontiers_closed: _forever_closed},
    "BD 5.12a": {attackers.mandatory: False},
    "BD 5.12b": {attackers.excused: False},
    "BD 5.12c": {attackers.rivers_excuse: 0},
    "BD 5.12d": {attackers.still_obliged: _obliged_for_good},
    "BD 5.13": {strength.on_firm_ground: False, shifts.firm_for_all: False},
    "BD 5.14a": {results.soviet_first_turn: False},
    "BD 5.14b": {results.german_first_turn: False},
    "BD 5.15": {shifts.on_own_ground: 0},
    "BD 5.16a": {results.masters_the_field: False},
    # 6
    "BD 6.2b": {stacking.begin_excess: None, assault.check_stacks: None},
    # 7
    "BD 7.7e": {support.offer_aerial: None},
    "BD 7.22e": {strength.shock_supplied: _supplied_anyhow},
    # 8
    "BD 8.3c": {limits.beyond_station: 0},
    "BD 8.3e": {limits.beyond_station: 0},
    "BD 8.4b": {strength.rolled: 1},
    "BD 8.12d": {losses.replaceable: True},
    "BD 8.14": {losses.lost_in_pocket: False},
    "BD 8.15a": {losses.romanian_returns: False},
    "BD 8.15b": {losses.romanian_returns: _returns_anyhow},
    "BD 8.15c": {losses.romanian_returns: False},
    "BD 8.18c": {shifts.new_area: 0},
    "BD 8.18d": {shifts.grown_area: 0, results.in_grown_area: False},
    "BD 8.18e": {shifts.in_area: False},
    "BD 8.22b": {losses.bury_counterpart: None},
    "BD 8.29c": {strength.late_panzers: 0},
    "BD 8.30b": {limits.beyond_area: 0},
    "BD 8.30d": {stacking.doubled: 0},
    "BD 8.30f": {attackers.no_cities: 0, retreat.no_rest_in_cities: False},
    "BD 8.31b": {shifts.support_units: _all_support_there},
    "BD 8.31c": {shifts.tigers: _each_tiger},
    "BD 8.31d": {strength.exchange_value: _value_alone, strength.defenders_value: strength.defence_strength},
    "BD 8.31e": {losses.tiger_returns: False},
    "BD 8.32b": {shifts.support_units: _all_support_there},
    "BD 8.32c": {shifts.groups: _one_group},
    "BD 8.32d": {strength.exchange_value: _value_alone, strength.defenders_value: strength.defence_strength},
    "BD 8.32e": {losses.group_returns: False},
    "BD 8.33b": {attackers.armed: -1},
    "BD 8.33c": {retreat.rooted: 0},
    "BD 8.34b": {retreat.rooted: 0},
    "BD 8.35b": {retreat.rooted: 0},
    "BD 8.35c": {strength.rolled: 1},
    "BD 8.35d": {attackers.lonely: 0},
    "BD 8.36a": {support.guns_left: FAR},
    "BD 8.36b": {strength.doubled_by_guns: False, support.gun_armies: _every_attacker},
    "BD 8.36c": {support.attacking: True},
    "BD 8.37a": {support.interceptors_there: True},
    "BD 8.37b": {shifts.interceptors: 0, support.can_intercept: True},
    "BD 8.37c": {support.near_moscow: True},
    "BD 8.37d": {support.attacking: True},
    "BD 8.38a": {support.wings_left: FAR},
    "BD 8.38b": {strength.air_factors: 0},
    "BD 8.38c": {support.skies_contested: False},
    "BD 8.38d": {support.attacking: True},
    "BD 8.39a": {shifts.partisans: 0, support.can_rise: True},
    "BD 8.39b": {support.partisan_ground: True},
    "BD 8.39c": {support.attacking: True},
    "BD 8.40a": {shifts.airborne: 0, support.can_drop: True},
    "BD 8.40b": {support.airborne_ground: True},
    "BD 8.40c": {support.attacking: True},
    "BD 8.41": {support.offer_support: None},
    # 9
    "BD 9.6a": {shifts.declared_city: 0},
    "BD 9.6c": {shifts.spared: _spared_but_declared},
    "BD 9.6d": {results.in_declared_city: False},
    # 10
    "BD 10.18b": {shifts.bridges_at_hand: False},
    "BD 10.21": {retreat.open_hexes: _off_the_edge},
    "BD 10.22a": {limits.closed_to_satellites: 0},
    "BD 10.22b": {limits.northern_effort: False},
    "BD 10.26b": {strength.unseen: 0},
    "BD 10.31a": {retreat.remembered: True},
    "BD 10.31b": {retreat.came_from: _only_start},
    "BD 10.32": {shifts.mobile: 0},
    "BD 10.34b": {retreat.embark: _lost_at_sea, retreat.rooted: 0},
    "BD 10.34d": {attackers.armed: -1},
    # 11: attacks
    "BD 11.1a": {assault.next_assault: None},
    "BD 11.2": {strength.defenders_at: _one_defender},
    "BD 11.3": {attackers.eligible: _one_hex},
    "BD 11.4a": {attackers.spent: 0},
    "BD 11.4b": {attackers.spent: 0},
    "BD 11.4c": {attackers.attacked_before: 0},
    "BD 11.5": {assault.next_assault: None},
    "BD 11.6": {attackers.eligible: _stacks_bound},
    "BD 11.7b": {results.no_way_back: None},
    "BD 11.8a": {strength.attack_strength: 1},
    "BD 11.9": {strength.ratio_step: lambda a, d: a // d - 1 if a >= d else 1 - d // a},
    "BD 11.10b": {results.beyond_table: ""},
    "BD 11.11": {shifts.shift_sum: _largest_shift},
    "BD 11.12a": {strength.divided: _without_minimum},
    "BD 11.12b": {strength.divided: _one_by_one},
    "BD 11.12c": {attackers.armed: -1},
    # 11: ground
    "BD 11.13": {shifts.rough: -1},
    "BD 11.14a": {shifts.rough: 0},
    "BD 11.14b": {strength.climbs: False},
    "BD 11.15a": {strength.bogged: False},
    "BD 11.15b": {shifts.marsh: 0},
    "BD 11.16": {shifts.river: 0},
    "BD 11.17a": {attackers.across_kerch: 0},
    "BD 11.17b": {attackers.across_kerch: _any_strait},
    "BD 11.17c": {retreat.open_hexes: _over_water},
    "BD 11.18a": {attackers.across_sivash: 0},
    "BD 11.18b": {attackers.across_sivash: _any_sivash},
    "BD 11.18c": {retreat.open_hexes: _over_water},
    "BD 11.19": {attackers.next_to: _over_lakes, retreat.open_hexes: _over_water},
    "BD 11.20a": {shifts.plain_city: 0},
    "BD 11.20b": {results.holds_city: False},
    "BD 11.20c": {strength.storms_city: False},
    "BD 11.21a": {shifts.line: 0},
    "BD 11.21b": {shifts.line: _any_line},
    "BD 11.21c": {shifts.line: _destructible},
    "BD 11.21f": {shifts.line: _no_wall},
    "BD 11.23a": {support.luftwaffe_left: FAR},
    "BD 11.23b": {shifts.luftwaffe: 0},
    "BD 11.23c": {strength.air_factors: lambda local: local.wings.bit_count() + local.luftwaffe},
    "BD 11.24a": {shifts.surrounding: False},
    "BD 11.24b": {shifts.spared: False},
    "BD 11.24c": {shifts.plain_city_of_germans: False},
    # 11: results
    "BD 11.25a": {results.throw: 3},
    "BD 11.25b": {strength.final_step: _table_first},
    "BD 11.26a": {results.attackers_die: None},
    "BD 11.26b": {results.stalled: _costly_stall},
    "BD 11.26c": {results.defenders_die: None},
    "BD 11.26d": {results.begin_exchange: _hits_nobody},
    "BD 11.26e": {strength.exchange_value: _printed_value},
    "BD 11.26f": {results.dotted_first: _named},
    "BD 11.27a": {results.begin_retreat: None, retreat.open_hexes: _anywhere},
    "BD 11.27b": {retreat.together: 0},
    "BD 11.27c": {retreat.own_side_first: lambda facts, side, here, hexes: hexes},
    "BD 11.27d": {retreat.came_from: _only_start},
    "BD 11.27e": {retreat.own_side_first: _other_side_first},
    "BD 11.28a": {retreat.open_hexes: _over_water},
    "BD 11.28b": {retreat.onward: ()},
    "BD 11.28c": {retreat.cannot_retreat: _stays},
    "BD 11.29a": {strength.bystanders: 0},
    "BD 11.29b": {results.caught: 0},
    "BD 11.30a": {advance.vacated: False},
    "BD 11.30b": {advance.advancing: _all_of_them},
    "BD 11.30c": {advance.enough: ()},
    "BD 11.31": {advance.victors: _pursuit},
    "BD 11.32a": {advance.german_season: True},
    "BD 11.32b": {advance.soviet_season: True},
    "BD 11.32c": {advance.beyond: _anywhere_beyond},
    "BD 11.33a": {shifts.lone_satellite: 0},
    "BD 11.33b": {results.drives_satellites: False},
    # scenarios
    "BD 12.2b": {shifts.single_phase: False},
    "BD 12.8a": {attackers.northerners: 0},
    "BD 13.8": {shifts.blue_is_over: False},
    "BD 13.9a": {support.may_yield: False},
    "BD 13.9b": {retreat.whole_force_can: True},
    "BD 14.10b": {losses.out_of_supply: False},
    "BD 15.7a": {support.luftwaffe_left: _tracked},
    "BD 15.8e": {support.barred_by_luftwaffe: False},
}
