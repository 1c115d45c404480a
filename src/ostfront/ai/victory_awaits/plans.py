"""Planning an activation of A Victory Awaits, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.plan_steps import mover, named, steps, told
from ostfront.ai.planner import Allowance, Plan, plan_activation
from ostfront.ai.victory_awaits.activation import Activation
from ostfront.ai.victory_awaits.evaluate import explain
from ostfront.ai.victory_awaits.knowledge import knowledge_of, officers_knowledge
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.rules.combat import ready_units
from ostfront.games.victory_awaits.rules.ground import crowded, has_room
from ostfront.games.victory_awaits.rules.movement import NOT_BEGUN, allowance, known_ways
from ostfront.games.victory_awaits.rules.seats import side_of_seat
from ostfront.games.victory_awaits.state import March, VaState

FIGHTING = ("combat segment", "battle")


# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: Rules) -> int:
    """How many a plan may take."""
    return int(knowledge_of(rules).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    found = activation(world, decision)
    return None if found is None else plan_activation(found, budget)


def activation(world: Game, decision: Decision) -> Activation | None:
    """The activation to be planned, if the decision belongs to one."""
    facts: Facts = world.facts
    state: VaState = world.state
    side = side_of_seat(facts, state, decision.seat)
    if decision.kind in ("attack", "commit"):
        reach = {u: 1 << state.place[u] for u in bits(ready_units(facts, state, state.top.local._replace(units=0)))}
    elif side == SOVIET:
        return None  # they hold: the adviser finds each unit its place
    else:
        reach = _moves(facts, state, side)
    return (
        Activation(officers_knowledge(world.rules, side), state, side, reach, fights=not state.confined)
        if reach
        else None
    )


def _moves(facts: Facts, state: VaState, side: int) -> dict[int, int]:
    """Units that have not moved, and where they could go; the others can still fight from where they are."""
    if state.active & ~state.on_map:
        return {}  # an army that enters the map
    in_hand: March | None = state.top.local if state.top.procedure == "march" else None
    full = crowded(state, side)
    found = {}
    for unit in bits(state.active):
        here = 1 << state.place[unit]
        if state.moved >> unit & 1:
            found[unit] = here
            continue
        march = March(unit, 0, 2 * allowance(facts, state, unit), NOT_BEGUN)
        if in_hand is not None and unit == in_hand.unit:
            march = in_hand
        normal, road = known_ways(facts, state, march)
        hexes = road.reach | (normal.reach if normal is not None else 0)
        for place in bits(hexes & full):
            if not any(state.active >> u & 1 and not state.moved >> u & 1 for u in state.each_at(place)):
                hexes &= ~(1 << place)  # full of those who stay
        found[unit] = hexes | here
    return found


def plan_key(state: VaState) -> tuple[int, ...]:
    """While this stays the same, no die was rolled and nobody else acted, so a plan is valid."""
    fighting = state.top.procedure in FIGHTING
    return state.turn, state.activation, state.combat, int(fighting), state.active, *state.steps


# ---- how it is played ---------------------------------------------------------------------------------


def answer(plan: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    return STEPS[decision.kind](plan, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    def room(unit: int, to: int) -> bool:
        return has_room(world.facts, world.state, unit, to)

    return mover(plan, world, options, room) or named("done", options)


STEPS = steps(_next_unit)


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: Rules, state: VaState, side: str) -> dict[str, float]:
    """The terms of the evaluation."""
    return explain(knowledge_of(rules), state, side)


def purpose(plan: Plan, facts: Facts) -> str:
    return told(plan, [counter.name for counter in facts.roster.counters], facts.board.place_name)
