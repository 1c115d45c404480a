"""What Barbarossa 1941 is without a clause of sections 1, 3 to 7, 12.2, 12.3, 12.8 or 12.10."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mutants import Mutants, Patches, real
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE, MUD, Facts
from ostfront.games.barbarossa_1941.facts.roster import CAVALRY, COMBAT, INFANTRY, MOTORISED
from ostfront.games.barbarossa_1941.rules import (
    advance,
    combat,
    fleet,
    front,
    ground,
    losses,
    movement,
    overrun,
    reaction,
    reinforcements,
    replacement_points,
    retreat,
    seas,
    stacking,
    strength,
    support,
    victory,
    ways,
    weather,
    zoc,
)
from ostfront.games.barbarossa_1941.rules.ground import Ground
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle, March

# ---- the real functions that mutants go on from -------------------------------------------------------------

_eligible = real(combat.eligible)
_stopped_in = real(ways.stopped_in)

# ---- units and stacking (1, 3) ------------------------------------------------------------------------------

MARCH = {INFANTRY: 3, CAVALRY: 4, MOTORISED: 5}


def _as_reduced(state: B41State, unit: int) -> int:
    """The class of the last step, whatever side is up."""
    return state.roster.mobility[unit][min(1, state.steps[unit])]


def _dies_at_once(play: B41Play, unit: int) -> None:
    losses.count_loss(play, unit)
    losses.eliminate(play, unit)


def _counters(state: B41State, units: int) -> int:
    """Every counter takes room, an airborne corps too."""
    return sum(max(1, state.steps[unit]) for unit in bits(units))


# ---- zones of control and movement (4, 5) -------------------------------------------------------------------


def _all_sides(facts: Facts, *_args: object) -> Sides:
    every = facts.grid.valid
    return every, every, every, every, every, every


def _one_a_hex(over: Ground, edge: int, cost: int, todo: int, zoc: int, arrived: list[int]) -> None:
    """Every hex costs one point."""
    arrived[cost + 1] |= over.grid.step(edge, over.sides) & todo
    for a, b in over.strait.items():
        if edge >> a & 1 and todo >> b & 1:
            arrived[cost + 1] |= 1 << b


@contextmanager
def _friends_spare_the_stop() -> Iterator[None]:
    """A friend in the hex cancels an enemy ZOC for movement too."""

    def held_off(facts: Facts, state: B41State, side: int) -> int:
        return zoc.uncancelled(facts, state, 1 - side)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front, "zoc", held_off)
        patch.setattr(movement, "zoc", held_off)
        yield


def _whole_allowance(facts: Facts, unit: int) -> int:
    return facts.roster.move[unit]


def _anybody(facts: Facts, state: B41State, unit: int) -> bool:
    return facts.roster.is_combat[unit] and not facts.roster.is_static[unit]


# ---- combat (6) ---------------------------------------------------------------------------------------------


def _from_one_hex(facts: Facts, state: B41State, local: Battle) -> int:
    """All attackers come from the hex of the first."""
    found = int(_eligible(facts, state, local))
    here = {state.place[unit] for unit in bits(local.attackers)}
    return mask(unit for unit in bits(found) if not here or state.place[unit] in here)


def _last_first(play: B41Play, local: Battle) -> None:
    """The options in the opposite order."""
    facts, state = play.facts, play.state
    for n in range(local.asked, len(support.OPTIONS)):
        kind, attacker, ready = support.OPTIONS[-1 - n]
        if local.overrun and support.barred_in_overruns(kind):
            continue
        side = local.side if attacker else 1 - local.side
        if ready(facts, state, local, side):
            play.again("options", local._replace(asked=n + 1))
            play.ask(kind, side)
            return
    play.change(asked=len(support.OPTIONS))


def _printed_values(facts: Facts, state: B41State, units: int) -> int:
    """The values of whole units, whatever they have lost."""
    roster = facts.roster
    return sum(max(roster.combat[unit]) for unit in bits(units & ~roster.airborne))


def _fractions_for_the_attacker(facts: Facts, attack: int, defence: int) -> int:
    for i, (attacking, defending) in enumerate(facts.crt.ratios):
        if attack * defending <= defence * attacking:
            return i
    return facts.crt.last


def _within_the_table(facts: Facts, column: int, shift: int) -> int:
    """A shift that leads out of the table does not count."""
    return column + shift if 0 <= column + shift <= facts.crt.last else column


def _any_neighbour(facts: Facts, state: B41State, units: int, start: int, _barred: int) -> int:
    """Neighbours without enemies, full or not, over any hexside."""
    side = facts.roster.side[units.bit_length() - 1]
    return facts.grid.neighbours(1 << start) & facts.land & ~state.occupied[COMBAT[1 - side]]


def _ground_alone(facts: Facts, local: March, _here: int, target: int, kerch: bool) -> int:
    return ground.ground(facts, True, local.weather, kerch).cost[target]


# ---- nations, weather, water (12) ---------------------------------------------------------------------------


def _germans_alone(state: B41State) -> int:
    roster, place = state.roster, state.place
    return mask(place[unit] for unit in bits(roster.germans & state.on_map))


def _printed_allowance(facts: Facts, _state: B41State, unit: int) -> int:
    return facts.roster.move[unit]


def _northern_weather(facts: Facts, state: B41State, _target: int) -> int:
    return facts.weather_north[state.turn]


def _kept_in(*kinds: int) -> object:
    def kept_in(facts: Facts, state: B41State, place: int) -> bool:
        return weather.weather_at(facts, state, place) in kinds

    return kept_in


def _as_in_clear_weather(_facts: Facts, mobility: int) -> int:
    return MARCH[mobility]


MUTANTS: Mutants = {
    "B41 1b": {weather.mobility: _as_reduced},
    "B41 1c": {losses.lose_step: _dies_at_once},
    "B41 3a": {stacking.full: 0, reinforcements.full_for: 0},
    "B41 3b": {stacking.stacking_points: _counters},
    "B41 4a": {zoc.projectors: lambda state, side: state.occupied[COMBAT[side]]},
    "B41 4b": {zoc.sides_for_wheels: lambda facts, state, side: zoc.uncut(facts, state, side, MUD)},
    "B41 4c": {zoc.uncancelled: lambda facts, state, side: zoc.zoc(facts, state, 1 - side)},
    "B41 4d": {ways.stopped_in: _stopped_in},
    "B41 4e": {zoc.outside_cities: lambda _facts, hexes: hexes},
    "B41 4f": {zoc.uncut: _all_sides},
    "B41 4g": {retreat.into_major_city: 0},
    "B41 5a": {ways._spread: _one_a_hex},
    "B41 5b": {ways.stopped_in: 0},
    "B41 5c": {ways.leaving_cost: 0},
    "B41 5d": {ways.not_slipped_into: 0},
    "B41 5e": {ways.minimum_move: 0},
    "B41 5f": {movement.half_allowance: _whole_allowance},
    "B41 5g": {movement.icy_exploitation: 3},
    "B41 5h": {reaction.worn_out: 0},
    "B41 5i": {reaction.near_enough: lambda facts, _target: facts.valid, reaction.mobile: _anybody},
    "B41 5j": {reaction.pinned: 0},
    "B41 5k": {reaction.alert: True},
    "B41 5l": {
        reaction.half: lambda facts, state, unit: weather.allowance(facts, state, unit),
        reaction.halted: False,
    },
    "B41 5n": {movement.strategic_point: 0, movement.forfeits: False},
    "B41 6a": {combat.enough: ()},
    "B41 6b": {combat.eligible: _from_one_hex},
    "B41 6c": {combat.spent: 0, combat.attacked_before: 0},
    "B41 6d": {support.next_option: _last_first},
    "B41 6f": {strength.dice_count: 1},
    "B41 6g": {losses.lead_first: False},
    "B41 6h": {strength.motorised_among: 0},
    "B41 6i": {strength.quality_shift: 0},
    "B41 6j": {strength.strength: _printed_values, strength.ratio_column: _fractions_for_the_attacker},
    "B41 6k": {strength.ground_shift: 0, strength.behind_river: False},
    "B41 6l": {strength.shifted: _within_the_table},
    "B41 6m": {strength.added_losses: (0, 0)},
    "B41 6o": {retreat.convertible: 99},
    "B41 6q": {retreat.rooted: False},
    "B41 6.1a": {retreat.towards_supply: lambda _facts, _state, _units, _start, legal: legal},
    "B41 6.1b": {retreat.legal_hexes: _any_neighbour},
    "B41 6.1c": {retreat.zoc_loss: 0},
    "B41 6.1e": {advance.vacated: False},
    "B41 7a": {overrun.fit_to_overrun: True},
    "B41 7b": {overrun.unhampered: True},
    "B41 7c": {overrun.overrun_cost: _ground_alone},
    "B41 7d": {movement.only_overruns: False},
    "B41 7.1": {overrun.forbidden_ground: 0},
    "B41 7.2a": {support.barred_in_overruns: False},
    "B41 7.2b": {overrun.vacated: False},
    "B41 7.2c": {overrun.again: False},
    "B41 12.2a": {stacking.unfriendly: 0, combat.at_odds: 0},
    "B41 12.2b": {ways.beyond_finland: 0},
    "B41 12.2c": {combat.held_back: 0},
    "B41 12.2d": {ground.closed_countries: 0},
    "B41 12.2e": {stacking.coasts_closed_to_italians: 0},
    "B41 12.2f": {victory.garrisons: _germans_alone},
    "B41 12.3a": {weather.weather_at: CLEAR},
    "B41 12.3b": {weather.allowance: _printed_allowance, strength.battle_weather: _northern_weather},
    "B41 12.3c": {weather.points_in_mud: _as_in_clear_weather},
    "B41 12.3d": {ground.firm_sides: lambda _facts, sides: sides},
    "B41 12.3e": {reaction.kept_in: _kept_in(DEEP_FREEZE), movement.barred_exploitation: 2},
    "B41 12.3f": {support.grounded: False},
    "B41 12.3g": {weather.points_when_icy: _as_in_clear_weather},
    "B41 12.3h": {strength.german_shift: 2},
    "B41 12.3i": {weather.points_in_frost: _as_in_clear_weather},
    "B41 12.3j": {reaction.kept_in: _kept_in(MUD), movement.barred_exploitation: 2},
    "B41 12.3k": {strength.deep_freeze: 0},
    "B41 12.8a": {retreat.surprised: False},
    "B41 12.8b": {fleet.in_action: True},
    "B41 12.8c": {overrun.surprise: False},
    "B41 12.8d": {strength.surprise: 0},
    "B41 12.8e": {replacement_points.basic_only: False},
    "B41 12.8f": {zoc.within_borders: lambda _facts, hexes: hexes},
    "B41 12.10a": {ground.river_costs: False},
    "B41 12.10b": {combat.struck_from: lambda facts, _state, _side, hexes: facts.grid.neighbours(hexes)},
    "B41 12.10c": {ground.lakes_frozen: False},
    "B41 12.10d": {ground.frozen_lakes: 0, ways.no_stop: 0},
    "B41 12.10e": {seas.crossable_kerch: False, ground.strait_cost: 0},
    "B41 12.10f": {strength.arctic_shift: 0},
}
PATCHES: Patches = {"B41 4d": _friends_spare_the_stop}
