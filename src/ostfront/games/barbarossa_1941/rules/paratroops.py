"""Airborne corps in combats (12.5). Their drops, and the end of them, are in airborne.py.

Events: `para` (corps, target).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Verb
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of, combat_window
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle


def supporters(facts: Facts, state: B41State, local: Battle, side: int) -> int:
    """Airborne corps of a side that may join a combat; the Fallschirmjaeger need not be asked."""
    if side != SOVIET or not state.occupied[AIRBORNE[SOVIET]] & facts.valid:
        return 0
    if side == local.side:
        return stacked_corps(facts, state, local.attackers) | dropped_corps(facts, state, local.target)
    return stacked_corps(facts, state, local.defenders)


@implements("B41 12.5b", "B41 12.5f")
def stacked_corps(facts: Facts, state: B41State, units: int) -> int:
    """Corps that share a hex with one of these units and were not dropped there."""
    found = 0
    combat = units & ~facts.roster.airborne
    for place in {state.place[unit] for unit in bits(combat)}:
        found |= state.units_at(place)
    return found & facts.roster.airborne & facts.roster.of_side[SOVIET] & ~state.dropped


@implements("B41 12.5i")
def dropped_corps(facts: Facts, state: B41State, target: int) -> int:
    """Guards corps that were dropped on the target or next to it."""
    near = facts.grid.disk(target, 1)
    corps = state.dropped & facts.roster.guards_airborne & state.on_map
    return mask(unit for unit in bits(corps) if near >> state.place[unit] & 1)


@implements("B41 12.5m")
def fallschirmjaeger(facts: Facts, state: B41State, local: Battle) -> int:
    """The 7th division, which supports every attack on its hex or a neighbour; -1 if it is not there."""
    unit = facts.roster.fallschirmjaeger
    if local.side != AXIS or local.overrun or unit < 0 or not state.dropped & state.on_map & 1 << unit:
        return -1
    return unit if facts.grid.disk(local.target, 1) >> state.place[unit] & 1 else -1


@implements("B41 12.5j")
def drop_zone(state: B41State, local: Battle) -> int:
    """The hex of a supporting drop, closed to retreats and reactions."""
    unit = local.para_attack
    return 1 << state.place[unit] if unit >= 0 and state.dropped >> unit & 1 else 0


def can_jump(facts: Facts, state: B41State, local: Battle, side: int) -> bool:
    return supporters(facts, state, local, side) != 0


def jump(play: B41Play, seat: int, unit: int) -> None:
    local = battle_of(play)
    play.note("para", unit, local.target)
    if seat == local.side:
        play.change(para_attack=unit)
    else:
        play.change(para_defence=unit)


PARATROOPS = combat_window(
    "paratroops",
    "12.5",
    Verb("para", (UNIT,), "use up an airborne corps", label="Airborne corps"),
    "Use up an airborne corps?",
    jump,
    supporters,
)


@implements("B41 12.5c", "B41 12.5i")
def used_up(facts: Facts, local: Battle) -> int:
    """Airborne corps that are gone after this combat; the Fallschirmjaeger stay to the end of the phase."""
    corps = (unit for unit in (local.para_attack, local.para_defence) if unit >= 0)
    return mask(unit for unit in corps if unit != facts.roster.fallschirmjaeger)
