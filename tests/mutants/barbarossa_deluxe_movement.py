"""What Barbarossa Deluxe is without a clause of 4.11 to 4.13, of section 10, or of what moves in 5, 7 and 8."""

from __future__ import annotations

import copy
from typing import Any, cast

from mutants import Mutants, real
from ostfront import games
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing
from ostfront.core.map.hexes import Sides, bits
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    advance,
    assault,
    caucasus,
    control,
    ground,
    legs,
    limits,
    losses,
    mobile_assault,
    movement,
    naval,
    oder,
    strategic,
    supply,
    ways,
)
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.state import ENDED, NONE, SUCCEEDED, UNDER_WAY, BDPlay, BDState, March, Phase

GRID = games.rules("barbarossa-deluxe").facts.grid

# ---- the real functions that mutants go on from -------------------------------------------------------------

_begin_recall = real(caucasus.begin_recall)
_re_enter = real(caucasus.re_enter)
_destroy = real(caucasus.destroy)
_status = real(supply.status)

# ---- who moves (10.1 to 10.7) -------------------------------------------------------------------------------


def _jump(play: BDPlay, _side: int, units: int, way: list[int]) -> None:
    """Straight to the goal, for nothing."""
    control.enter(play, units, way[-1], "move")


def _jump_straight(play: BDPlay, _side: int, units: int, goal: int, _cost: int) -> None:
    control.enter(play, units, goal, "move")


def _static_too(facts: Facts, state: BDState, side: int) -> int:
    return state.on_map & facts.roster.ground[side] & ~state.moved


def _both_sides(facts: Facts, state: BDState, _side: int) -> int:
    return state.on_map & (facts.roster.ground[0] | facts.roster.ground[1]) & ~(facts.roster.static | state.moved)


def _ever_again(facts: Facts, state: BDState, side: int) -> int:
    return state.on_map & facts.roster.ground[side] & ~facts.roster.static


def _whoever_is_there(facts: Facts, state: BDState, local: March) -> int:
    here = state.place[local.units.bit_length() - 1]
    return state.units_at(here) & facts.roster.ground[local.side] & ~local.units


def _fastest(facts: Facts, state: BDState, units: int) -> int:
    return max(points.allowance(facts, state, unit) for unit in bits(units))


def _printed(facts: Facts, state: BDState, unit: int) -> int:
    mech = bool(facts.roster.mech >> unit & 1)
    return facts.box(state.turn).movement(facts.roster.side[unit], mech)


def _supply_of_the_moment(facts: Facts, state: BDState, unit: int) -> bool:
    return _status(facts, state, unit) not in supply.MOBILE


def _on_foot(facts: Facts, state: BDState, unit: int) -> int:
    return facts.box(state.turn).movement(facts.roster.side[unit], False)


def _with_zones(state: BDState, side: int) -> int:
    """Enemies and all hexes around them."""
    found = state.occupied[GROUND[1 - side]]
    around: int = GRID.neighbours(found & GRID.valid)
    return found | around


def _no_orders(facts: Facts, state: BDState, side: int) -> int:
    return state.on_map & facts.roster.ground[side] & ~(facts.roster.static | state.moved | state.bound)


def _no_limit(facts: Facts, state: BDState, side: int, units: int) -> int:
    return state.occupied[GROUND[1 - side]] | ground.closed(facts, state, units)


# ---- ground (10.8 to 10.22) ---------------------------------------------------------------------------------


def _paved(facts: Facts) -> Board:
    """Cities and lines as slow as the rough."""
    board = copy.copy(facts.board)
    board.terrain_at = list(board.terrain_at)
    for place in bits(facts.cities | facts.lines[0] | facts.lines[1]):
        board.terrain_at[place] = "rough"
    return board


def _over_kerch(facts: Facts) -> Sides:
    kerch = facts.board.hexsides["kerch"]
    return cast(Sides, tuple(a | b for a, b in zip(facts.sides, kerch, strict=True)))


def _land_free(play: BDPlay, local: Phase, place: int) -> None:
    """Ashore, and ready for anything."""
    control.enter(play, 1 << local.unit, place, "move")


# ---- mobile assaults ----------------------------------------------------------------------------------------


def _over_water(facts: Facts, state: BDState, side: int, here: int) -> int:
    return facts.grid.disk(here, 1) & state.occupied[GROUND[1 - side]]


def _from_clear(facts: Facts, state: BDState, side: int, here: int) -> int:
    return facts.near[here] & state.occupied[GROUND[1 - side]] if facts.clear >> here & 1 else 0


def _advancing(play: BDPlay, local: Any) -> None:
    advance.begin(play, local)


# ---- the Caucasus -------------------------------------------------------------------------------------------


def _always_ready(play: BDPlay) -> None:
    play.state.expedition_ready = True


def _first_one(_facts: Facts, state: BDState) -> bool:
    return state.expedition == NONE


def _one_panzer(facts: Facts, state: BDState) -> tuple[int, int]:
    return 0, 1 - (caucasus.in_box(facts, state, 0) & facts.roster.panzers).bit_count()


def _no_oil(play: BDPlay) -> None:
    play.state.expedition = SUCCEEDED


def _out_of_supply(play: BDPlay) -> None:
    play.state.expedition = ENDED
    losses.eliminate(play, caucasus.in_box(play.facts, play.state, 0), 0)


def _recall_later(facts: Facts, state: BDState) -> bool:
    return state.expedition in (UNDER_WAY, SUCCEEDED)


MUTANTS: Mutants = {
    "BD 1.7c": {ways.enemies: _with_zones},
    "BD 2.9a": {points.factor: _on_foot},
    "BD 2.9b": {movement.movers: _static_too},
    "BD 2.11": {points.factor: 4},
    "BD 4.11a": {
        caucasus.look_for_conditions: _always_ready,
        caucasus.may_launch: lambda _f, s: s.expedition == NONE,
    },
    "BD 4.11b": {caucasus.wanted: _one_panzer},
    "BD 4.12a": {caucasus.available: lambda f, s: s.on_map & f.roster.ground[SOVIET]},
    "BD 4.13b": {caucasus.seek_breakthrough: _no_oil},
    "BD 4.13d": {caucasus.stalingrad_helps: 0},
    "BD 4.13e": {caucasus.cuts_it_off: False, caucasus.shut_in: False, caucasus.destroy: _destroy},
    "BD 4.13f": {caucasus.can_recall: False, caucasus.begin_recall: _begin_recall, caucasus.re_enter: _re_enter},
    "BD 4.13g": {caucasus.returning: 0, caucasus.re_enter: _re_enter},
    "BD 4.13h": {caucasus.may_launch: lambda _f, s: s.expedition_ready, caucasus.begin_recall: _begin_recall},
    "BD 4.13i": {caucasus.destroy: _out_of_supply},
    "BD 4.13j": {caucasus.can_recall: _recall_later},
    "BD 4.18e": {oder.mechanized_movement: None},
    "BD 5.10b": {mobile_assault.german_season: lambda f, s: f.box(s.turn).single},
    "BD 5.10e": {points.slows_down: 0},
    "BD 5.11a": {ground.held_in_romania: 0, mobile_assault.barred_by_frontiers: False},
    "BD 5.11b": {ground.held_in_hungary: 0},
    "BD 5.11d": {limits.frontiers_closed: True},
    "BD 5.13": {ground.firm_marsh: False},
    "BD 6.2a": {ways.blocked: _no_limit},
    "BD 7.16b": {points.half: lambda whole: whole},
    "BD 7.17a": {points.halved: _supply_of_the_moment},
    "BD 8.1f": {points.edge: 0},
    "BD 8.3c": {limits.beyond_station: 0},
    "BD 8.3e": {limits.beyond_station: 0},
    "BD 8.10c": {points.out_of_the_rvgk: 0},
    "BD 8.26a": {movement.may_leave: False},
    "BD 8.30b": {limits.beyond_area: 0},
    "BD 8.30d": {ways.no_halt: lambda f, _s, _u: f.cities},
    "BD 8.30e": {ground.cavalry_cost: 2},
    "BD 8.30f": {ways.no_halt: 0},
    "BD 9.6b": {mobile_assault.strongholds: 0},
    "BD 10.1a": {points.factor: 4, movement.movers: _static_too},
    "BD 10.1b": {legs.walk: _jump, legs.go_straight: _jump_straight},
    "BD 10.1c": {movement.movers: _both_sides},
    "BD 10.2b": {movement.movers: _ever_again},
    "BD 10.3": {ways.next_door: 0},
    "BD 10.4": {ways.enemies: 0},
    "BD 10.5": {movement.companions: _whoever_is_there},
    "BD 10.6": {movement.put_down: 0},
    "BD 10.7": {points.pace: _fastest, movement.put_down: 0},
    "BD 10.9b": {ground.steppe_cost: 2},
    "BD 10.10a": {ground.clear_cost: 2},
    "BD 10.11": {ground.rough_cost: 1},
    "BD 10.12a": {ground.marsh_cost: 1},
    "BD 10.12b": {ground.light_marsh: 3, mobile_assault.clear_ground: lambda f: f.clear | f.marsh},
    "BD 10.13": {ground.closed_water: ()},
    "BD 10.14a": {ways.strait: 0},
    "BD 10.14b": {strategic.crossed: _over_kerch},
    "BD 10.15a": {ground.crosses_sivash: False},
    "BD 10.15b": {ground.crosses_sivash: True},
    "BD 10.16a": {naval.black_sea: 0},
    "BD 10.16b": {naval.idle: True, naval.land: _land_free},
    "BD 10.17a": {naval.baltic_sea: 0},
    "BD 10.17b": {naval.idle: True, naval.land: _land_free},
    "BD 10.18a": {ground.river_cost: 0},
    "BD 10.18b": {ground.paying_rivers: lambda _f, units: units},
    "BD 10.19a": {ground.natural: _paved},
    "BD 10.20": {ground.added: lambda cost: Crossing(fixed=max(1, cost))},
    "BD 10.22a": {limits.closed_to_satellites: 0},
    "BD 10.22b": {limits.northern_effort: False},
    "BD 10.23a": {mobile_assault.german_season: True},
    "BD 10.23b": {mobile_assault.soviet_season: True},
    "BD 10.24a": {mobile_assault.extra: 2},
    "BD 10.24b": {mobile_assault.may_repeat: False},
    "BD 10.24c": {mobile_assault.has_assaulted: 0},
    "BD 10.24d": {mobile_assault.within_limits: True},
    "BD 10.25a": {
        mobile_assault.strongholds: 0,
        mobile_assault.fortified_area: 0,
        mobile_assault.clear_ground: lambda f: f.land,
    },
    "BD 10.25b": {mobile_assault.within_reach: _over_water},
    "BD 10.25d": {mobile_assault.affordable: True},
    "BD 10.25e": {mobile_assault.within_reach: _from_clear},
    "BD 10.26a": {mobile_assault.supplied: True, supply.mobile_state: True},
    "BD 10.27": {movement.companions: _whoever_is_there},
    "BD 10.28a": {mobile_assault.cleared: True},
    "BD 10.28b": {mobile_assault.goes_on: True},
    "BD 10.28c": {mobile_assault.goes_on: False},
    "BD 10.29a": {mobile_assault.cleared: False},
    "BD 10.29b": {mobile_assault.has_assaulted: 0},
    "BD 10.29c": {assault.begin_advance: _advancing},
    "BD 10.30": {mobile_assault.hampered: lambda state: state.spent},
    "BD 10.34a": {naval.coastal_havens: 0},
    "BD 12.7a": {movement.movers: _no_orders},
    "BD 12.3c": {caucasus.settled_before: False},
    "BD 15.6b": {points.factor: _printed},
}
