"""What holds in every position of the drill: for position files and for the harness."""

from __future__ import annotations

from drill.facts import SIDE_OF, DrillState, Facts
from drill.rules.aftermath import Losses, Retreat
from drill.rules.combat import Battle
from drill.rules.movement import Activation
from drill.rules.setup import SettingUp, SetUp
from ostfront.core.map.hexes import bits
from ostfront.core.play.state import NOWHERE


def complaints(facts: Facts, setting_up: SettingUp, state: DrillState) -> list[str]:
    """One sentence for each thing that cannot be."""
    wrong = [*_units(facts, state), *_stacks(facts, state), *_stack(facts, state)]
    local = state.top.local if state.top else None
    if isinstance(local, SetUp) and not setting_up.possible(state, local.seat):
        wrong.append("The set-up cannot be finished.")
    return wrong


def _units(facts: Facts, state: DrillState) -> list[str]:
    wrong = []
    present = {unit for units in facts.units_of for unit in units}
    for unit, row in enumerate(facts.units):
        on_map = state.place[unit] != NOWHERE
        if on_map and not facts.grid.valid >> state.place[unit] & 1:
            wrong.append(f"{row.name} is off the map.")
        if on_map and unit not in present:
            wrong.append(f"{row.name} does not take part.")
        if state.steps[unit] > row.steps or (on_map and not state.steps[unit]):
            wrong.append(f"{row.name} cannot have {state.steps[unit]} steps.")
        if state.steps[unit] < row.steps and not state.known[unit]:
            wrong.append(f"{row.name} has lost a step and must be known.")
        if max(state.moved[unit], state.fought[unit], state.known[unit]) > 1:
            wrong.append(f"{row.name} has a mark that does not exist.")
        if not facts.fog and not state.known[unit]:
            wrong.append(f"{row.name} cannot be hidden without fog.")
    return wrong


def _stacks(facts: Facts, state: DrillState) -> list[str]:
    wrong = []
    for place in facts.grid.hexes:
        units = state.at(place)
        if len(units) > 2 or len({facts.seat_of[unit] for unit in units}) > 1:
            wrong.append(f"{facts.board.name(place)} is overstacked.")
        if units and state.covered >> place & 1:
            wrong.append(f"The surprise in {facts.board.name(place)} must have been turned up.")
    return wrong


def _stack(facts: Facts, state: DrillState) -> list[str]:
    """What the procedures under way rely on."""
    wrong = []
    frame = state.top
    while frame is not None:
        local = frame.local
        if isinstance(local, Activation | SetUp) and local.unit != NOWHERE:
            if facts.seat_of[local.unit] != local.seat:
                wrong.append("The unit in hand is another seat's.")
            if (state.place[local.unit] == NOWHERE) != isinstance(local, SetUp):
                wrong.append("The unit in hand is not where it must be.")
        if isinstance(local, Battle):
            wrong += _battle(facts, state, local)
        if isinstance(local, Losses) and any(state.place[unit] == NOWHERE for unit in bits(local.units)):
            wrong.append("A unit that is gone is to lose a step.")
        if isinstance(local, Retreat) and {facts.seat_of[u] for u in state.at(local.place)} != {local.seat}:
            wrong.append("Those who are to retreat are not there.")
        frame = frame.below
    return wrong


def _battle(facts: Facts, state: DrillState, local: Battle) -> list[str]:
    if local.die:
        return []  # losses and retreats may have changed it all
    near = facts.grid.adjacent(local.target)
    wrong = [
        f"{facts.units[unit].name} cannot be in the attack."
        for unit in bits(local.attackers)
        if facts.seat_of[unit] != local.seat or state.place[unit] not in near
    ]
    if {SIDE_OF[facts.seat_of[u]] for u in state.at(local.target)} != {1 - SIDE_OF[local.seat]}:
        wrong.append("There is no enemy in the hex attacked.")
    return wrong
