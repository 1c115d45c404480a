"""What Barbarossa Deluxe is without a clause on arrivals, replacements, conversions, withdrawals and satellites."""

from __future__ import annotations

from mutants import Mutants, real
from ostfront.core.map.hexes import bits, mask
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import (
    arrivals,
    attachment,
    control,
    conversions,
    entries,
    gambit,
    limits,
    losses,
    oder,
    replacements,
    setup,
    support,
    triggers,
    withdrawals,
    works,
)
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Replacing

# ---- the real functions that mutants go on from -------------------------------------------------------------

_replace_counter = real(conversions.replace_counter)
_call = real(arrivals.call)
_defect = real(triggers.defect)
_outdated = real(conversions.outdated)
_own_hex = real(entries.own_hex)
_schedule = real(triggers.schedule)
_withdrawable = real(withdrawals.withdrawable)

# ---- where units come (8.1 to 8.4) --------------------------------------------------------------------------


def _own_country(facts: Facts, state: BDState, side: int) -> int:
    return control.controlled(facts, state, side)


def _beside_anybody(facts: Facts, state: BDState, _unit: int) -> int:
    """Satellites will do, and there may be any number."""
    return state.occupied[GROUND[GERMAN]] & facts.valid


def _german_cities(facts: Facts, state: BDState, _unit: int) -> int:
    return facts.cities & state.german


def _german_country(facts: Facts, state: BDState, _unit: int = -1) -> int:
    return facts.land & state.german


def _with_any_german(facts: Facts, state: BDState, _unit: int) -> int:
    germans = facts.roster.germans & facts.roster.ground[GERMAN] & state.on_map
    return mask(state.place[unit] for unit in bits(germans))


def _held_or_not(facts: Facts, _state: BDState, unit: int) -> int:
    return 1 << facts.board.index(facts.roster.entry_place[unit])


def _soviets(facts: Facts, state: BDState, _unit: int) -> int:
    return state.occupied[GROUND[SOVIET]] & facts.valid


def _leningrad(facts: Facts, _state: BDState, _unit: int) -> int:
    return 1 << facts.leningrad


def _bucharest_or_moscow(facts: Facts, state: BDState) -> int:
    return (1 << facts.bucharest | 1 << facts.moscow) & ~state.german


# ---- works and support units --------------------------------------------------------------------------------


def _any_own_hex(facts: Facts, state: BDState) -> int:
    return control.controlled(facts, state, SOVIET)


def _wall_anywhere(facts: Facts, state: BDState) -> int:
    return (facts.ussr | facts.baltic) & facts.land & state.german


def _place_any_unit(facts: Facts) -> int:
    return facts.roster.ground[GERMAN] | facts.roster.ground[SOVIET]


def _heavy_area(play: BDPlay, place: int) -> None:
    """The marker counts for stacking."""
    play.state.load[place] += 1
    play.state.area = place


# ---- steps (8.12 to 8.16) -----------------------------------------------------------------------------------


def _for_nothing(_facts: Facts, local: Replacing, _unit: int) -> Replacing:
    return local


def _printed(facts: Facts, state: BDState, side: int) -> tuple[int, int]:
    """The steps of the track, whatever the scenario says."""
    return facts.box(state.turn).replacements(side)


def _one_pool(facts: Facts, state: BDState, side: int) -> tuple[int, int]:
    """As many of one class as of both."""
    steps = sum(facts.box(state.turn).replacements(side))
    return steps, steps


def _box_only(facts: Facts, _state: BDState, _unit: int) -> int:
    return 1 << facts.rvgk


# ---- conversions --------------------------------------------------------------------------------------------


def _in_the_dead_pile(play: BDPlay, old: int, new: int) -> None:
    """The old counter can be reclaimed."""
    _replace_counter(play, old, new, play.facts.dead[play.facts.roster.side[old]])


def _out_of_play(play: BDPlay, old: int, new: int) -> None:
    _replace_counter(play, old, new, play.facts.gone)


def _tired(play: BDPlay, old: int, new: int) -> None:
    """The new army does nothing on its first turn."""
    _replace_counter(play, old, new, play.facts.dead[SOVIET])
    play.state.put(new, play.facts.track_box)


def _red_rifles(facts: Facts) -> int:
    return facts.roster.regular_armies & facts.roster.red_army


def _any_army(facts: Facts, state: BDState) -> int:
    return facts.roster.of_side[SOVIET] & state.on_map


def _cavalry_too(facts: Facts, state: BDState) -> int:
    found: int = _outdated(facts, state)
    return found | facts.roster.cavalry_groups & state.on_map


def _every_panzer(play: BDPlay, old: int, new: int) -> None:
    """Corps without a late counter go, too."""
    _replace_counter(play, old, new, play.facts.gone)
    for unit in bits(play.facts.roster.panzers & play.state.on_map):
        if play.facts.roster.counterpart[unit] < 0:
            play.state.put(unit, play.facts.gone)


# ---- satellites ---------------------------------------------------------------------------------------------


def _poles_later(play: BDPlay, army: int, _place: int) -> None:
    _schedule(play, army, play.state.turn + 1)


def _romanians_stay(play: BDPlay) -> None:
    play.state.defected = True


def _at_once(play: BDPlay) -> None:
    _defect(play)
    triggers.announce_romanians(play, play.state.turn + 1)


def _alone(facts: Facts, state: BDState) -> int:
    return state.units_at(facts.boxes["bulgaria"])


MUTANTS: Mutants = {
    "BD 4.9": {withdrawals.refuse_army: None},
    "BD 4.10a": {withdrawals.first_penalty: None},
    "BD 4.10b": {withdrawals.second_penalty: None},
    "BD 4.17a": {gambit.replacements: None},
    "BD 4.17b": {arrivals.call_gambit_units: arrivals.call_early},
    "BD 4.17c": {arrivals.call_early: None, withdrawals.kept_by_gambit: False},
    "BD 4.18d": {
        arrivals.call_oder_units: None,
        oder.replacements: None,
        oder.luftwaffe: 0,
        support.oder_counters: 0,
    },
    "BD 8.1a": {arrivals.is_due: True},
    "BD 8.1b": {arrivals.forfeit: None},
    "BD 8.1c": {arrivals.hold: None, works.place_area: None},
    "BD 8.1d": {entries.filled: 0},
    "BD 8.1e": {entries.edge_or_city: _own_country},
    "BD 8.2a": {entries.with_germans: _beside_anybody},
    "BD 8.2b": {entries.own_area: lambda facts, unit: facts.valid},
    "BD 8.2c": {entries.own_hex: _held_or_not},
    "BD 8.3a": {entries.restricted: entries.regular},
    "BD 8.3b": {entries.own_hex: _german_cities},
    "BD 8.3c": {entries.in_supply: lambda facts, state, hexes: hexes, limits.beyond_station: 0},
    "BD 8.3d": {entries.west_edge: _german_country},
    "BD 8.3e": {entries.own_hex: _german_cities, limits.beyond_station: 0},
    "BD 8.3f": {entries.yugoslav_edge: _german_country},
    "BD 8.4a": {entries.emergency: _with_any_german},
    "BD 8.5": {works.wall_hexes: _wall_anywhere},
    "BD 8.12a": {replacements.spend: _for_nothing},
    "BD 8.12b": {replacements.allotment: _one_pool},
    "BD 8.12c": {replacements.substitutes: False},
    "BD 8.13": {replacements.rebuild_places: _box_only},
    "BD 8.16a": {replacements.may_comb: True},
    "BD 8.16b": {replacements.combed: lambda die: die},
    "BD 8.17a": {withdrawals.ss_call: 0},
    "BD 8.17b": {withdrawals.supplied: True},
    "BD 8.17c": {withdrawals.ss_call: 19, withdrawals.ss_return: 0},
    "BD 8.18a": {works.area_hexes: _any_own_hex},
    "BD 8.18b": {works.fortify: _heavy_area},
    "BD 8.19a": {conversions.guards_tank: _in_the_dead_pile},
    "BD 8.19b": {conversions.supplied: True},
    "BD 8.20a": {conversions.rifle_armies: _any_army, conversions.wait_in_box: None},
    "BD 8.20b": {conversions.promote: _out_of_play},
    "BD 8.20c": {conversions.promote: _tired},
    "BD 8.21a": {withdrawals.army_due: False},
    "BD 8.21b": {withdrawals.army_return: 0},
    "BD 8.21c": {
        withdrawals.army_due: lambda state: state.turn in withdrawals.ARMY_TURNS,
        withdrawals.optional: True,
    },
    "BD 8.23a": {conversions.outdated: 0},
    "BD 8.23b": {conversions.in_pocket: False, conversions.supplied: True},
    "BD 8.24a": {triggers.raise_poles: _poles_later},
    "BD 8.24b": {triggers.early_poles: None},
    "BD 8.24c": {conversions.regular_armies: _red_rifles},
    "BD 8.25a": {triggers.defect: _romanians_stay},
    "BD 8.25b": {entries.free_bucharest: _bucharest_or_moscow},
    "BD 8.25c": {triggers.early_romanians: _at_once},
    "BD 8.25d": {conversions.regular_armies: _red_rifles, entries.has_been_in_play: False},
    "BD 8.26b": {triggers.returning: _alone},
    "BD 8.26c": {triggers.early_bulgarians: None, entries.bulgarian_border: lambda facts, state: facts.romania},
    "BD 8.26d": {conversions.regular_armies: _red_rifles, entries.has_been_in_play: False},
    "BD 8.27": {entries.in_situ: entries.regular},
    "BD 8.28": {withdrawals.italians_leave: None},
    "BD 8.29a": {conversions.late_panzer: _in_the_dead_pile},
    "BD 8.29b": {conversions.supplied: True},
    "BD 8.29d": {conversions.late_panzer: _every_panzer},
    "BD 8.30a": {entries.cavalry_group: _soviets, arrivals.may_hold: True},
    "BD 8.30g": {conversions.outdated: _cavalry_too},
    "BD 8.31a": {attachment.corps: _place_any_unit, attachment.taken: 0},
    "BD 8.32a": {attachment.armies: _place_any_unit, attachment.taken: 0},
    "BD 8.33a": {entries.fortress_command: _own_hex},
    "BD 8.34a": {entries.leningrad: _leningrad},
    "BD 8.35a": {entries.leningrad: _leningrad},
    "BD 8.12d": {losses.replaceable: True},
    "BD 8.14": {losses.lost_in_pocket: False},
    "BD 8.15a": {losses.romanian_returns: False},
    "BD 8.15b": {losses.romanian_returns: True},
    "BD 8.15c": {losses.romanian_returns: False},
    "BD 8.18f": {control.lose_area: None},
    "BD 8.22b": {losses.bury_counterpart: None},
    "BD 8.31e": {losses.tiger_returns: False},
    "BD 8.32e": {losses.group_returns: False},
    "BD 12.10a": {setup.place_units: None},
    "BD 12.10b": {setup.place_units: None},
    "BD 12.11": {setup.place_units: None},
    "BD 12.12": {setup.place_units: None},
    "BD 15.8a": {setup.place_units: None},
    "BD 15.8b": {setup.place_units: None},
    "BD 15.8c": {setup.place_units: None},
    "BD 15.8d": {setup.place_units: None},
    "BD 15.8f": {setup.place_units: None},
    "BD 15.8g": {setup.place_units: None},
    "BD 12.4": {replacements.allotment: _printed},
    "BD 13.5": {replacements.allotment: (0, 0)},
    "BD 14.5": {replacements.allotment: (0, 0)},
    "BD 14.11": {replacements.allotment: _printed},
    "BD 14.7c": {setup.choose_corps: None},
    "BD 15.6a": {replacements.allotment: _printed},
}
