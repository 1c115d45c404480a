"""The drill without one of its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drill.facts import SIDE_OF, TEAMS, Facts
from drill.rules import aftermath, combat, command, fog, movement, sequence, setup, victory
from drill.rules.movement import room, zoc
from drill.state import Activation, DrillPlay, DrillState, Losses, Retreat
from mutants import Mutants, real
from ostfront.core.map.hexes import bits
from ostfront.core.map.reach import Range

targets, reach = real(combat.targets), real(movement.reach)


# ---- 3.0 set-up, 4.0 orders, 5.0 activation -----------------------------------------------------------


def anybodys_ground(facts: Facts, state: DrillState, _seat: int) -> int:
    return facts.grid.valid ^ (state.occupied[3] | state.occupied[4])


def last_turns_too(facts: Facts, _state: DrillState, seat: int) -> list[int]:
    return command.extras_of(facts, SIDE_OF[seat])


def first_in_the_cup(play: DrillPlay) -> int:
    return play.draw(bits(play.state.cup)[:1], "chit", f"turn {play.state.turn} / cup")


# ---- 6.0 movement, 8.0 surprises ----------------------------------------------------------------------


def moved_too(facts: Facts, state: DrillState, seat: int) -> list[int]:
    return state.living(facts.units_of[seat])


def without_limit(facts: Facts, state: DrillState, unit: int, _left: int) -> Range:
    found: Range = reach(facts, state, unit, 99)
    return found


def over_surprises(facts: Facts, state: DrillState, unit: int, left: int) -> Range:
    blind = state.clone()
    blind.covered = 0
    found: Range = reach(facts, blind, unit, left)
    return found


def room_among_enemies(facts: Facts, state: DrillState, seat: int, units: int = 1) -> int:
    taken = state.crowded[seat] if units == 1 else state.occupied[seat]
    for other in TEAMS[SIDE_OF[seat]]:
        if other != seat:
            taken |= state.occupied[other]
    return facts.grid.valid ^ taken


def room_without_end(facts: Facts, state: DrillState, seat: int, _units: int = 1) -> int:
    return facts.grid.valid ^ state.occupied[4 - SIDE_OF[seat]]


# ---- 7.0 combat ---------------------------------------------------------------------------------------


def any_hex(facts: Facts, _state: DrillState, local: Activation) -> int:
    return facts.grid.valid ^ (facts.grid.valid & local.attacked)


def attacked_too(facts: Facts, state: DrillState, local: Activation) -> int:
    found: int = targets(facts, state, local._replace(attacked=0))
    return found


def fought_too(facts: Facts, state: DrillState, seat: int, target: int) -> list[int]:
    near = facts.grid.disk(target, 1)
    return [unit for unit in state.living(facts.units_of[seat]) if near >> state.place[unit] & 1]


def full_strength(facts: Facts, _state: DrillState, _target: int, units: Iterable[int]) -> int:
    return sum(facts.units[unit].attack for unit in units)


def no_cover(facts: Facts, _state: DrillState, _target: int, units: Iterable[int]) -> int:
    return sum(facts.units[unit].defence for unit in units)


def first_loses(play: DrillPlay, local: Losses) -> None:
    victory.lose_step(play, bits(local.units)[0])


# ---- 7.10 retreats ------------------------------------------------------------------------------------


def enemies(state: DrillState, local: Retreat) -> int:
    return state.occupied[4 - SIDE_OF[local.seat]]


def havens_in_zoc(facts: Facts, state: DrillState, local: Retreat) -> int:
    free = room(facts, state, local.seat, len(state.at(local.place)))
    return free ^ (free & state.covered)


def havens_in_a_crowd(facts: Facts, state: DrillState, local: Retreat) -> int:
    closed = enemies(state, local) | zoc(facts, state, 1 - SIDE_OF[local.seat]) | state.covered
    return facts.grid.valid ^ (facts.grid.valid & closed)


def havens_with_surprises(facts: Facts, state: DrillState, local: Retreat) -> int:
    free = room(facts, state, local.seat, len(state.at(local.place)))
    return free ^ (free & zoc(facts, state, 1 - SIDE_OF[local.seat]))


def leaps(facts: Facts, state: DrillState, local: Retreat) -> Iterator[tuple[int, int]]:
    """Two hexes that need not be adjacent."""
    free = aftermath.havens(facts, state, local)
    for first in bits(free & facts.grid.ring(local.place, 1)):
        for second in bits(free & facts.grid.ring(local.place, 2)):
            yield first, second


def short_ways(facts: Facts, state: DrillState, local: Retreat) -> Iterator[tuple[int, int]]:
    """Two hexes that may end next to where they began."""
    free = aftermath.havens(facts, state, local)
    for first in bits(free & facts.grid.ring(local.place, 1)):
        for second in bits(free & facts.grid.ring(first, 1)):
            yield first, second


MUTANTS: Mutants = {
    "DRILL 2.1": {sequence.is_over: True},
    "DRILL 3.1": {setup.ask_unit: lambda play, _: play.leave()},
    "DRILL 3.2": {setup.free_ground: anybodys_ground},
    "DRILL 3.3": {setup.free_ground: lambda facts, _, seat: facts.ground[seat]},
    "DRILL 3.4": {setup.suits: lambda facts, _: facts.grid.valid},
    "DRILL 3.5": {setup.kept_free: 0, setup.can_be_finished: True},
    "DRILL 4.1": {command.extras_of: lambda facts, _: list(range(len(facts.chits)))},
    "DRILL 4.2": {command.selectable: last_turns_too},
    "DRILL 5.1": {command.drawn: first_in_the_cup},
    "DRILL 6.1": {movement.unmoved: moved_too},
    "DRILL 6.2": {movement.reach: without_limit},
    "DRILL 6.3": {movement.room: room_among_enemies},
    "DRILL 6.4": {movement.room: room_without_end},
    "DRILL 6.5": {movement.zoc: 0},
    "DRILL 7.1": {combat.targets: any_hex},
    "DRILL 7.2": {combat.targets: attacked_too},
    "DRILL 7.3": {combat.is_enough: True},
    "DRILL 7.4": {combat.eligible: fought_too},
    "DRILL 7.5": {combat.strength: full_strength},
    "DRILL 7.6": {combat.defence: no_cover},
    "DRILL 7.7": {combat.result: "-"},
    "DRILL 7.9": {aftermath.ask_loss: first_loses},
    "DRILL 7.10a": {aftermath.ways: leaps},
    "DRILL 7.10b": {aftermath.havens: havens_in_zoc},
    "DRILL 7.10c": {aftermath.havens: havens_in_a_crowd},
    "DRILL 7.10d": {aftermath.ways: short_ways},
    "DRILL 7.10e": {aftermath.havens: havens_with_surprises},
    "DRILL 8.2": {movement.reach: over_surprises},
    "DRILL 9.1": {victory.last_turn_over: lambda play: play.end("", "nobody counted the towns")},
    "DRILL 10.1": {fog.is_hidden: False},
}
