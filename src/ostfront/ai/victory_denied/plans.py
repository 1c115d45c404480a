"""Planning an activation of A Victory Denied, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.plan_steps import mover, named, steps, told
from ostfront.ai.planner import Allowance, Plan, plan_activation
from ostfront.ai.victory_denied.activation import Activation
from ostfront.ai.victory_denied.danger import fear
from ostfront.ai.victory_denied.evaluate import explain
from ostfront.ai.victory_denied.knowledge import Knowledge, knowledge_of
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import SIDES
from ostfront.games.victory_denied.rules.combat import ready_units
from ostfront.games.victory_denied.rules.ground import full_hexes
from ostfront.games.victory_denied.rules.movement import NOT_BEGUN, allowance, legs
from ostfront.games.victory_denied.state import March, VdState

FEES = (0.0, 0.3, 0.6, 1.0)  # what a unit must add to an attack, tried in turn


# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: Rules) -> int:
    """How many a plan may take."""
    return int(knowledge_of(rules).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    """A few large attacks or more small ones, whichever gain most."""
    found = activation(world, decision)
    return None if found is None else plan_activation(found, budget, FEES)


def activation(world: Game, decision: Decision) -> Activation | None:
    """The activation to be planned, if the decision belongs to one."""
    knowledge, state = knowledge_of(world.rules), world.state
    if decision.kind in ("move", "march"):
        return _movement(knowledge, state, decision.seat)
    if decision.kind in ("attack", "commit"):
        here = {u: 1 << state.place[u] for u in bits(ready_units(knowledge.facts, state))}
        return Activation(knowledge, state, decision.seat, here)
    return None


def _movement(knowledge: Knowledge, state: VdState, seat: int) -> Activation | None:
    """Units that have not moved, and where they could go; the others can still fight from where they are."""
    facts = knowledge.facts
    in_hand: March | None = state.top.local if state.top.procedure == "march" else None
    if in_hand is not None and (in_hand.may_enter or facts.roster.is_hq[in_hand.unit]):
        return None
    reach = {}
    for unit in bits(state.active & state.on_map & ~facts.roster.hqs):
        here = 1 << state.place[unit]
        if state.moved >> unit & 1 or facts.roster.is_pvo[unit]:
            reach[unit] = here
            continue
        march = March(unit, 2 * allowance(facts, state, unit), NOT_BEGUN)
        if in_hand is not None and unit == in_hand.unit:
            march = in_hand
        found, roads = legs(facts, state, march)
        hexes = here
        if found is not None:
            hexes |= found.reach
        if roads is not None:
            hexes |= roads.reach
        reach[unit] = hexes & ~_never(facts, state, unit, hexes)
    return Activation(knowledge, state, seat, reach) if reach else None


def _never(facts: Facts, state: VdState, unit: int, hexes: int) -> int:
    """Full of friends who do not go away."""
    full = full_hexes(facts, state, unit, hexes)
    staying = 0
    for place in bits(full):
        if sum(1 for u in state.each_at(place) if not state.active >> u & 1 and not facts.roster.is_hq[u]) > 1:
            staying |= 1 << place
    return staying


def plan_key(state: VdState) -> tuple[int, ...]:
    """While this stays the same, no die was rolled and nobody else acted, so a plan is valid."""
    fighting = state.top.procedure == "battle" or bool(state.spent | state.attacked)
    return state.turn, state.activation, state.combat, int(fighting), state.active, *state.steps


# ---- how it is played ---------------------------------------------------------------------------------


def answer(made: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    return STEPS[decision.kind](made, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """The units of the plan, then those that are not in it: HQs."""

    def room(unit: int, to: int) -> bool:
        return not full_hexes(world.facts, world.state, unit, 1 << to)

    others = (a for a in options if a.verb == "pick" and a.arg not in plan.posts)
    return mover(plan, world, options, room) or next(others, None) or named("done", options)


STEPS = steps(_next_unit)


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: Rules, state: VdState, side: str) -> dict[str, float]:
    """The terms of the evaluation, with what the officer fears instead of expected battles."""
    knowledge = knowledge_of(rules)
    found = explain(knowledge, state, side)
    if state.result is None:
        del found["battle"]
        tally = Tally(knowledge, state, state.active & ~state.spent)
        found["danger"] = -fear(tally, SIDES.index(side))
    return found


def purpose(plan: Plan, facts: Facts) -> str:
    return told(plan, [counter.name for counter in facts.roster.counters], facts.board.place_name)
