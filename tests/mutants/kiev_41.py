"""What Kiev '41 is without a clause; see the package for how it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mutants import Mutants, Patches
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.kiev_41 import secrets
from ostfront.games.kiev_41.facts import command as obedience
from ostfront.games.kiev_41.facts import movement as printed
from ostfront.games.kiev_41.facts import roster, terrain
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.facts.terrain import Terrain
from ostfront.games.kiev_41.rules import (
    PROCEDURES,
    battle,
    blitz,
    command,
    control,
    fire,
    fleets,
    impulses,
    logistics,
    losses,
    movement,
    reinforcements,
    setup,
    stacking,
    supply,
    support,
    transport,
    victory,
    weather,
)

NOTHING = Terrain(1, 0, 0)  # a colour that costs, holds and absorbs nothing


@contextmanager
def _in_this_order(name: str, steps: Sequence[Step]) -> Iterator[None]:
    """A procedure with other steps."""
    before = PROCEDURES[name]
    PROCEDURES[name] = Procedure(name, steps, before.local)
    try:
        yield
    finally:
        PROCEDURES[name] = before


@contextmanager
def _without_the_supply_check() -> Iterator[None]:
    steps = [step for step in PROCEDURES["impulse"].steps if step.name != "supply check"]
    with _in_this_order("impulse", steps):
        yield


@contextmanager
def _artillery_before_fleets() -> Iterator[None]:
    first, second, third, *others = PROCEDURES["battle"].steps
    with _in_this_order("battle", (first, third, second, *others)):
        yield


PATCHES: Patches = {"K41 6.0b": _without_the_supply_check, "K41 10.13": _artillery_before_fleets}

MUTANTS: Mutants = {
    "K41 SU.2": {setup.remnant_steps: lambda facts, unit: facts.roster.full[unit]},
    "K41 1.4a": {stacking.apart: 0},
    "K41 1.4b": {support.unfriendly: False},
    "K41 1.6": {secrets.concealed: 0},
    "K41 1.7": {weather.settled: False},
    "K41 2.1.1a": {supply.black_coast: 0},
    "K41 2.1.1b": {supply.azov_coast: 0},
    "K41 2.1.1c": {supply.fortress: 0},
    "K41 2.1.1d": {control.black_sea: True},
    "K41 2.1.1e": {control.azov_sea: True},
    "K41 2.1a": {supply.connected: 0},
    "K41 2.1b": {supply.yellow_sources: lambda facts, _state: facts.yellow_sources},
    "K41 2.1c": {supply.orange_sources: lambda facts, _state: facts.orange_sources},
    "K41 2.1d": {printed.enemy_staging: 0},
    "K41 2.1e": {supply.red_sources: lambda facts: facts.staging_of[SOVIET]},
    "K41 2.1f": {supply.axis_sources: 0},
    "K41 2.3": {losses.ground_absorb: 0},
    "K41 2.4.1": {terrain.green: NOTHING},
    "K41 2.4.2": {terrain.yellow: NOTHING},
    "K41 2.4.3": {terrain.red: NOTHING},
    "K41 2.4.4": {terrain.victory: NOTHING},
    "K41 2.4.4.1": {victory.points: 0},
    "K41 2.4.4.2b": {victory.enough: True},
    "K41 2.4.4.3": {control.discs: 0},
    "K41 2.4.5a": {printed.enemy_staging: 0},
    "K41 2.4.5b": {printed.enemy_staging: 0},
    "K41 2.4.6": {losses.built_up: 0},
    "K41 2.4.7b": {movement.frozen: False},
    "K41 2.4.9": {control.controlled_ports: 0},
    "K41 2.5c": {setup.starting_control: lambda facts: facts.staging_of[AXIS]},
    "K41 2.6a": {reinforcements.has_kiev: False},
    "K41 2.7": {fleets.base_open: True},
    "K41 2.8": {movement.disengaging: 0},
    "K41 2.9a": {stacking.full_areas: 0},
    "K41 3.0b": {impulses.count_pass: 0},
    "K41 3.1": {fire.part: lambda number, divisor: number // divisor},
    "K41 3.2.1a": {impulses.first_side: SOVIET, logistics.logistics_order: (AXIS, SOVIET)},
    "K41 4.1d": {losses.line_absorb: 0},
    "K41 4.2.2": {roster.hit_on: 6},
    "K41 4.2.5": {roster.is_fast: False},
    "K41 5.0c": {reinforcements.city_arrivals: 0},
    "K41 5.0d": {reinforcements.arrival_steps: 1},
    "K41 5.0f": {reinforcements.turned_away: False},
    "K41 7.0": {logistics.logistics_order: (AXIS, SOVIET)},
    "K41 7.2.1.1": {logistics.hampered: False},
    "K41 7.2.1a": {logistics.parts: {"nothing": 0}},
    "K41 7.2.1b": {logistics.parts: {"nothing": 0}},
    "K41 8.0a": {fire.in_rain: lambda shown: shown},
    "K41 8.0b": {fire.in_snow: lambda _facts, _unit, shown: shown},
    "K41 8.0c": {fire.in_defense: fire.in_attack},
    "K41 9.1b": {command.held_fast: 0},
    "K41 9.1c": {fire.in_defense: fire.in_attack},
    "K41 9.2a": {supply.held_sources: 0},
    "K41 9.4c": {supply.captivity: lambda side: "axis-pool" if side == AXIS else "soviet-pool"},
    "K41 10.1c": {movement.leaves_kiev_to_fall: False},
    "K41 10.2.1a": {battle.fleet_dice: lambda _facts, _state, fleet: fire.Dice(6, fleet, 1)},
    "K41 10.2b": {command.beside: 0},
    "K41 10.3a": {command.in_range: 0},
    "K41 10.3c": {fire.in_rain: lambda shown: shown, fire.in_snow: lambda _facts, _unit, shown: shown},
    "K41 10.4a": {support.targets: 0},
    "K41 10.4c": {fire.in_rain: lambda shown: shown, fire.in_snow: lambda _facts, _unit, shown: shown},
    "K41 10.6": {obedience.marshal: False},
    "K41 10.7": {obedience.marshal: False},
    "K41 10.8": {command.held_fast: 0},
    "K41 10.9c": {movement.disengaging: 0},
    "K41 10.9d": {movement._through: 0},
    "K41 10.10c": {fire.in_rain: lambda shown: shown, fire.in_snow: lambda _facts, _unit, shown: shown},
    "K41 10.11b": {support._raids: ()},
    "K41 10.11c": {fire.in_rain: lambda shown: shown, fire.in_snow: lambda _facts, _unit, shown: shown},
    "K41 10.12b": {battle.mandatory: 0},
    "K41 10.12c": {battle.still: False},
    "K41 10.12e": {battle.in_any_order: lambda areas: areas & -areas},
    "K41 10.13.6.1": {battle.landed_wet: False},
    "K41 10.13.6.2a": {battle.tank_attack: False},
    "K41 10.13.6.2b": {battle.dry_tanks: lambda _state, _local, tanks: tanks},
    "K41 10.14a": {
        losses.most_absorbed: 9,
        losses.absorb: lambda play, hits: max(0, hits - play.state.top.local.absorb),
    },
    "K41 10.14b": {losses.built_up: 0},
    "K41 10.14c": {losses.shielded: True},
    "K41 10.15.1": {losses.weakened: lambda _facts, _state, blocks: blocks},
    "K41 10.15.2": {losses.taken: lambda hits, _steps: hits},
    "K41 10.15.3b": {losses.grave: "out"},
    "K41 10.15.3c": {losses.grave: "out"},
    "K41 10.15a": {losses.weakened: lambda _facts, _state, blocks: blocks},
    "K41 10.15b": {losses.line_falls: lambda _play, _side, hits: hits},
    "K41 10.17a": {battle.may_blitz: 0},
    "K41 10.17b": {blitz.in_command: lambda _facts, state, _side: state.blitzers},
    "K41 10.17c": {battle.may_blitz: 0},
    "K41 10.19c": {impulses.can_exploit: True},
    "K41 11.0a": {impulses.strategic_kinds: ()},
    "K41 11.0b": {impulses.strategic_kinds: ()},
    "K41 11.0c": {impulses.strategic_kinds: ()},
    "K41 14.1": {transport.by_rail: 0},
    "K41 14.2a": {printed.nimble: False},
    "K41 14.2b": {printed.quick: False},
    "K41 14.2c": {fire.rough: False},
    "K41 14.2d": {fire.hardened: False},
    "K41 14.3": {printed.restricted: False},
    "K41 14.4a": {supply.open_ports: 0},
    "K41 14.4b": {supply.spared: 0},
    "K41 14.5b": {fire.in_blizzard: lambda facts, unit, shown: fire.in_snow(facts, unit, shown)},
    "K41 14.5c": {
        fire.in_blizzard: lambda facts, unit, shown: fire.in_snow(facts, unit, shown),
        fire.frozen: lambda _facts, _unit, shown: shown,
    },
    "K41 14.7": {transport.by_sea: 0},
    "K41 14.8": {transport.seaborne: 0},
    "K41 14.9": {transport.airborne: 0},
    "K41 SC.1a": {impulses.once_only: False},
    "K41 SC.2a": {impulses.once_only: False},
    "K41 SC.2b": {victory.enough: True},
    "K41 SC.3a": {impulses.once_only: False},
    "K41 SC.4a": {impulses.once_only: False},
    "K41 SC.4b": {victory.enough: True},
    "K41 SC.5b": {victory.enough: True},
}
