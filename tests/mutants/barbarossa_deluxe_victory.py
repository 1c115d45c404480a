"""What Barbarossa Deluxe is without a clause on set-up, victory, the sequence, cities or the other scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from mutants import Mutants, real
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET, Roster
from ostfront.games.barbarossa_deluxe.facts.scenario import Scenario
from ostfront.games.barbarossa_deluxe.facts.track import Box
from ostfront.games.barbarossa_deluxe.rules import (
    attachment,
    caucasus,
    cities,
    control,
    declarations,
    entries,
    gambit,
    interrupts,
    oder,
    scenarios,
    sequence,
    setup,
    stacking,
    supply,
    victory,
    works,
)
from ostfront.games.barbarossa_deluxe.state import MOVEMENT, BDPlay, BDState, Phase

# ---- the real functions that mutants go on from -------------------------------------------------------------

_adjust = real(victory.adjust)
_count_capture = real(victory.count_capture)
_storm_moscow = real(victory.storm_moscow)
_set_up = real(setup.set_up)
_place_units = real(setup.place_units)
_box = real(Facts.box)
_control = real(Scenario._control)
_powers = real(interrupts.powers)
_room = real(stacking.room)
_declare_hero = real(cities.declare_hero)
_declare_fortress = real(cities.declare_fortress)

# ---- set-up (3) ---------------------------------------------------------------------------------------------


def _on_turn_1(facts: Facts) -> BDState:
    state: BDState = _set_up(facts)
    state.turn = 1
    return state


def _without_points(facts: Facts) -> BDState:
    state: BDState = _set_up(facts)
    state.vp = 0
    return state


def _nothing_to_come(facts: Facts) -> BDState:
    state: BDState = _set_up(facts)
    for unit in bits(state.units_at(facts.track_box)):
        state.put(unit, facts.gone)
    return state


def _soviets_anywhere(facts: Facts) -> BDState:
    state: BDState = _set_up(facts)
    for unit in bits(state.on_map & facts.roster.of_side[SOVIET]):
        state.put(unit, facts.aside)
    return state


def _without_turns(side: int) -> Any:
    """The counters of a side on the track have no turn."""

    def place(facts: Facts, state: BDState) -> None:
        _place_units(facts, state)
        for unit in bits(facts.roster.of_side[side]):
            state.due[unit] = 0

    return place


def _satellites_on_the_track(facts: Facts, state: BDState) -> None:
    _place_units(facts, state)
    for unit in bits(state.units_at(facts.aside) & facts.roster.of_side[SOVIET]):
        state.put(unit, facts.track_box)


def _nothing_german(self: Scenario, table: Mapping[str, Any], changed: Mapping[str, Any]) -> tuple[int, int]:
    return 0, int(_control(self, table, changed)[1])


def _all_german(self: Scenario, table: Mapping[str, Any], changed: Mapping[str, Any]) -> tuple[int, int]:
    return self._board.grid.valid, int(_control(self, table, changed)[1])


def _only_home(self: Scenario, _table: Mapping[str, Any], _changed: Mapping[str, Any]) -> tuple[int, int]:
    """The ownership of June 1941."""
    found: tuple[int, int] = _control(self, {"german": [], "neutral": []}, {})
    return found


def _by_army_group(facts: Facts, state: BDState, side: int, units: int, hexes: int) -> int:
    """Units of different army groups do not stack."""
    groups = {placement.unit: placement.zone for placement in facts.scenario.placements}
    mine = {groups.get(unit) for unit in bits(units)}
    other = 0
    for unit in bits(state.on_map & facts.roster.ground[side]):
        other |= 0 if groups.get(unit) in mine else 1 << state.place[unit]
    return int(_room(facts, state, side, units, hexes)) & ~other


def _put_only(play: BDPlay, units: int, place: int, _how: str) -> None:
    for unit in bits(units):
        play.state.put(unit, place)


def _with_any_unit(facts: Facts, state: BDState, _unit: int) -> int:
    return state.occupied[GROUND[GERMAN]] & facts.valid


# ---- points (4.2, 4.3) --------------------------------------------------------------------------------------


def _soviet_points(play: BDPlay, place: int, side: int) -> None:
    """A Soviet capture is a gain of the Soviets, no loss of the Germans."""
    if side == GERMAN:
        _count_capture(play, place, side)


def _supplied_only(play: BDPlay, place: int, side: int) -> None:
    if supply.overland(play.facts, play.state, side) >> place & 1:
        _count_capture(play, place, side)


def _markers_stay(play: BDPlay, place: int, side: int) -> None:
    hero, fortress = play.state.hero, play.state.fortress
    _count_capture(play, place, side)
    play.state.hero, play.state.fortress = hero, fortress


def _at_once(play: BDPlay, points: int, clause: str) -> None:
    """A total beyond the limit ends the game."""
    _adjust(play, points, clause)
    if play.state.result is None and victory.by_points(play.facts) and victory.due(play.facts, play.state):
        victory.check(play)


def _once_and_for_all(play: BDPlay) -> None:
    """The penalty is not taken for a hex that has a point of its own."""
    state, facts = play.state, play.facts
    hexes = (facts.germany | facts.general_government) & state.occupied[GROUND[SOVIET]] & ~facts.victory_hexes
    if state.turn <= victory.PENALTY_UNTIL:
        _adjust(play, -hexes.bit_count(), "4.2")


def _check_first(play: BDPlay) -> None:
    state = play.state
    if victory.by_points(play.facts) and victory.due(play.facts, state) and not state.gambit:
        victory.check(play)
    victory.occupied_home(play)
    gambit.end_of_turn(play)
    scenarios.end_of_turn(play)
    caucasus.check_phase(play)


def _again(play: BDPlay) -> None:
    play.state.moscow_rolled = False
    _storm_moscow(play)


def _dear_offensive(play: BDPlay) -> None:
    """Success is paid for."""
    play.state.offensive_judged = True
    victory.adjust(play, 1, "4.4")


def _always_early(what: str) -> Any:
    return lambda play: victory.early_cost(play, what)


def _every_kiev(play: BDPlay, _place: int) -> int:
    return int(victory.roll(play, "Kiev")) - 1


def _oder_cannot_be_lost(play: BDPlay, side: int) -> None:
    if side == GERMAN and oder.under_way(play.state) and oder.succeeded(play.facts, play.state):
        victory.win(play, GERMAN, "Watch on the Oder has succeeded", "4.19")


# ---- the sequence (5) ---------------------------------------------------------------------------------------


def _move_twice(play: BDPlay, local: Phase) -> None:
    play.state.nth = 2
    sequence.begin_phase(play, local, MOVEMENT)


def _germans_first(play: BDPlay, _local: None) -> None:
    sequence.begin_player_turn(play, GERMAN)


def _soviets_first(play: BDPlay, _local: None) -> None:
    sequence.begin_player_turn(play, SOVIET)


def _new_year_in_december(self: Facts, turn: int) -> Box:
    box: Box = _box(self, turn)
    return msgspec.structs.replace(box, year=box.year + 1) if turn in (6, 14, 22, 30) else box


def _for_ever(play: BDPlay, _local: None) -> None:
    play.state.turn += 1


# ---- cities (9) and stacking (6.5) --------------------------------------------------------------------------


def _heavy_hero(play: BDPlay, place: int) -> None:
    _declare_hero(play, place)
    play.state.load[place] += 1
    play.state.least[play.state.load[place]] |= 1 << place


def _heavy_fortress(play: BDPlay, place: int) -> None:
    _declare_fortress(play, place)
    play.state.load[place] += 1
    play.state.least[play.state.load[place]] |= 1 << place


def _at_the_last_moment(facts: Facts, state: BDState, side: int, _point: str) -> dict[str, int]:
    found: dict[str, int] = _powers(facts, state, side, "stack")
    return found


# ---- the ends of the scenarios (12 to 15) -------------------------------------------------------------------


def _prizes(facts: Facts, held: int) -> int:
    return sum(held >> facts.named[name] & 1 for name in facts.scenario.victory["of"])


def _out_there(facts: Facts, state: BDState) -> bool:
    return bool(state.boxed[facts.caucasus - state.hexes] & facts.roster.of_side[GERMAN])


def _blue_without_the_start(facts: Facts, state: BDState) -> bool:
    held = scenarios.held_in_supply(facts, state, GERMAN)
    return _prizes(facts, held) + _out_there(facts, state) >= 2


def _blue_without_the_expedition(facts: Facts, state: BDState) -> bool:
    held = scenarios.held_in_supply(facts, state, GERMAN)
    return held & state.start_cities == state.start_cities and _prizes(facts, held) >= 2


def _freed_for_good(play: BDPlay) -> None:
    """The order comes back whenever the city is cut off."""
    play.state.stalingrad_freed = False
    garrison = play.state.units_at(play.facts.stalingrad) & play.facts.roster.of_side[GERMAN]
    supplied = supply.overland(play.facts, play.state, GERMAN) >> play.facts.stalingrad & 1
    play.state.stalingrad_bound = 0 if supplied else garrison


def _by_neighbours_alone(play: BDPlay) -> None:
    state, facts = play.state, play.facts
    if facts.scenario_name != "road-back" or scenarios.kept_for_good(play):
        return
    closed = bool(facts.grid.neighbours(1 << facts.leningrad) & state.occupied[GROUND[GERMAN]])
    if closed != state.siege:
        state.siege = closed
        victory.adjust(play, 1 if closed else -1, "12.13")


MUTANTS: Mutants = {
    "BD 1.5": {entries.with_germans: _with_any_unit},
    "BD 1.6": {attachment.armies: lambda facts: facts.roster.army_sized},
    "BD 1.7a": {setup.set_up: _on_turn_1},
    "BD 1.7b": {Scenario.movement: 0},
    "BD 3.2a": {setup.set_up: _nothing_to_come},
    "BD 3.2b": {setup.set_up: _without_points},
    "BD 3.3a": {setup.place_units: _without_turns(GERMAN)},
    "BD 3.3f": {stacking.room: _by_army_group},
    "BD 3.4a": {setup.place_units: _without_turns(SOVIET)},
    "BD 3.4b": {setup.set_up: _soviets_anywhere},
    "BD 3.5": {setup.place_units: _satellites_on_the_track},
    "BD 3.6a": {Scenario._control: _nothing_german},
    "BD 3.6b": {Scenario._control: _all_german},
    "BD 3.6d": {control.enter: _put_only},
    "BD 3.6e": {control.take: None},
    "BD 3.7b": {Scenario._control: _control, scenarios.partitioned: 0},
    "BD 3.7e": {Scenario._changed: {}},
    "BD 4.1b": {victory.count_capture: _soviet_points},
    "BD 4.1c": {victory.check: None},
    "BD 4.2a": {victory.count_capture: None},
    "BD 4.2b": {victory.count_capture: None},
    "BD 4.2c": {victory.count_capture: _supplied_only},
    "BD 4.2e": {victory.occupied_home: None},
    "BD 4.2f": {victory.occupied_home: _once_and_for_all},
    "BD 4.3a": {victory.heroic_point: 0},
    "BD 4.3b": {victory.fortress_point: 0},
    "BD 4.3c": {victory.fortress_point: 0},
    "BD 4.3d": {victory.heroic_point: 0},
    "BD 4.4a": {gambit.offer: None},
    "BD 4.4b": {gambit.succeeded: True},
    "BD 4.4c": {gambit.judge_offensive: None},
    "BD 4.4d": {gambit.judge_offensive: _dear_offensive},
    "BD 4.5": {victory.lose_baltic: None},
    "BD 4.6": {victory.lose_dnepr: None},
    "BD 4.7a": {victory.bucharest_cost: 0},
    "BD 4.7b": {victory.bucharest_cost: _always_early("Bucharest")},
    "BD 4.8a": {victory.ploesti_cost: 0},
    "BD 4.8b": {victory.ploesti_cost: _always_early("Ploesti")},
    "BD 4.14a": {victory.check: None},
    "BD 4.14b": {victory.adjust: _at_once},
    "BD 4.14c": {victory.storm_moscow: None, scenarios.after_capture: None},
    "BD 4.14e": {victory.check_phase: _check_first},
    "BD 4.15a": {victory.storm_moscow: None},
    "BD 4.15b": {victory.storm_moscow: _again},
    "BD 4.16a": {gambit.offer: None},
    "BD 4.16b": {gambit.judge: None},
    "BD 4.16c": {victory.set_aside: False},
    "BD 4.18a": {oder.choose: None},
    "BD 4.18b": {oder.reveal: None},
    "BD 4.18c": {oder.end_player_turn: None},
    "BD 4.18f": {declarations.oder_blow: False},
    "BD 4.19a": {oder.two_cities: False},
    "BD 4.19b": {oder.one_city: False},
    "BD 4.19c": {oder.many_units: False},
    "BD 4.19e": {oder.end_player_turn: _oder_cannot_be_lost},
    "BD 4.20a": {victory.forgive: False},
    "BD 4.20b": {victory.settle_forgiveness: 0},
    "BD 4.21a": {victory.kiev_points: 1},
    "BD 4.21b": {victory.kiev_points: _every_kiev},
    "BD 5.1": {sequence.first_phase: None},
    "BD 5.2a": {sequence.first_player_turn: _soviets_first},
    "BD 5.2b": {sequence.first_special_phase: None, sequence.first_phase: None, sequence.second_phase: None},
    "BD 5.2c": {sequence.first_special_phase: None, sequence.first_phase: None, sequence.second_phase: None},
    "BD 5.4a": {declarations.choose_order: None},
    "BD 5.4d": {sequence.second_phase: _move_twice},
    "BD 5.8": {Box.single: True},
    "BD 5.9": {Facts.box: _new_year_in_december},
    "BD 5.10a": {declarations.offer_pause: None},
    "BD 6.5": {Roster._free: 0},
    "BD 9.1c": {victory.count_capture: _markers_stay},
    "BD 9.2d": {victory.count_capture: _markers_stay},
    "BD 9.3a": {cities.declare_hero: _heavy_hero, cities.declare_fortress: _heavy_fortress},
    "BD 9.3c": {victory.count_capture: _markers_stay},
    "BD 9.7a": {interrupts.powers: _at_the_last_moment},
    "BD 12.1": {sequence.end_turn: _for_ever},
    "BD 12.2a": {scenarios.single_phase: False},
    "BD 12.2c": {scenarios.single_phase: True},
    "BD 12.3a": {setup.set_up: _without_points},
    "BD 12.3b": {victory.due: True},
    "BD 12.6": {setup.give_markers: None},
    "BD 12.7b": {scenarios.stand_fast: _freed_for_good},
    "BD 12.7c": {scenarios.hold_stalingrad: None},
    "BD 12.9": {setup.place_units: None},
    "BD 12.13a": {scenarios.watch_siege: None},
    "BD 12.13b": {scenarios.watch_siege: _by_neighbours_alone},
    "BD 12.13c": {scenarios.kept_for_good: False},
    "BD 12.14": {setup.place_units: None},
    "BD 12.15a": {setup.place_units: None},
    "BD 12.15b": {setup.give_markers: None},
    "BD 13.2": {sequence.end_turn: _for_ever},
    "BD 13.3": {setup.begin_set_up: None},
    "BD 13.4a": {scenarios.blue_won: _blue_without_the_start},
    "BD 13.4b": {scenarios.blue_won: True},
    "BD 13.4c": {scenarios.blue_won: _blue_without_the_expedition},
    "BD 13.4d": {scenarios.blue_won: True, caucasus.decides: True},
    "BD 13.6a": {setup.place_units: None},
    "BD 13.6b": {setup.place_units: None},
    "BD 13.6c": {setup.give_markers: None},
    "BD 13.7a": {setup.place_units: None},
    "BD 14.2": {sequence.end_turn: _for_ever},
    "BD 14.3": {Scenario.plays: True},
    "BD 14.4a": {scenarios.citadel_won: False},
    "BD 14.4b": {scenarios.leningrad_clear: True},
    "BD 14.4c": {scenarios.dnepr_given_up: False},
    "BD 14.4d": {scenarios.taman_empty: False},
    "BD 14.6a": {setup.place_units: None},
    "BD 14.6b": {setup.give_markers: None},
    "BD 14.6c": {setup.place_units: None},
    "BD 14.7a": {setup.place_units: None},
    "BD 14.8": {sequence.end_turn: _for_ever},
    "BD 14.9b": {Scenario._control: _only_home},
    "BD 14.9d": {works.set_up_hexes: lambda facts, state: facts.land},
    "BD 14.10a": {scenarios.gambit_won: True},
    "BD 14.10c": {scenarios.german_prizes: ()},
    "BD 14.10d": {scenarios.gambit_won: True},
    "BD 15.1b": {declarations.offer_zone: None},
    "BD 15.2": {sequence.end_turn: _for_ever},
    "BD 15.3a": {sequence.first_player_turn: _germans_first},
    "BD 15.3d": {Scenario._changed: {}},
    "BD 15.4a": {scenarios.soviets_won: False},
    "BD 15.4b": {scenarios.germans_won: False},
    "BD 15.4c": {scenarios.draw: lambda play: victory.win(play, GERMAN, "points", "4.14")},
    "BD 15.5a": {scenarios.soviet_prizes: ()},
    "BD 15.5b": {scenarios.german_prizes: ()},
}
