"""Planning an activation of A Victory Denied, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ostfront.ai.plan_steps import mover, named, steps, told
from ostfront.ai.planner import Allowance, Plan, plan
from ostfront.ai.victory_denied.activation import Front
from ostfront.ai.victory_denied.danger import fear
from ostfront.ai.victory_denied.evaluate import explain
from ostfront.ai.victory_denied.knowledge import outlook
from ostfront.ai.victory_denied.officer_adviser import Adviser as Adviser
from ostfront.ai.victory_denied.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.victory_denied.facts.roster import SIDES
from ostfront.games.victory_denied.rules.combat import ready_units
from ostfront.games.victory_denied.rules.ground import full_hexes
from ostfront.games.victory_denied.rules.movement import NOT_BEGUN, allowance, legs
from ostfront.games.victory_denied.state import March

if TYPE_CHECKING:
    from ostfront.core.play.game import Game
    from ostfront.core.play.state import Decision
    from ostfront.games.victory_denied.facts import Facts as VictoryDenied
    from ostfront.games.victory_denied.state import VdState

FEES = (0.0, 0.3, 0.6, 1.0)  # what a unit must add to an attack, tried in turn


# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: VictoryDenied) -> int:
    """How many a plan may take."""
    return int(outlook(rules).weights["officer"]["thoughts"])


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    """A few large attacks or more small ones, whichever gain most."""
    front = field(world, decision)
    return None if front is None else plan(front, budget, FEES)


def field(world: Game, decision: Decision) -> Front | None:
    """The activation to be planned, if the decision belongs to one."""
    rules, state = world.facts, world.state
    if decision.kind in ("move", "march"):
        return _movement(rules, state, decision.seat)
    if decision.kind in ("attack", "commit"):
        here = {u: 1 << state.place[u] for u in bits(ready_units(rules, state))}
        return Front(rules, state, decision.seat, here)
    return None


def _movement(rules: VictoryDenied, state: VdState, seat: int) -> Front | None:
    """Those who have not moved, where they could go; those who have can still fight from where they are."""
    in_hand: March | None = state.top.local if state.top.procedure == "march" else None
    if in_hand is not None and (in_hand.may_enter or rules.roster.is_hq[in_hand.unit]):
        return None
    reach = {}
    for unit in bits(state.active & state.on_map & ~rules.roster.hqs):
        here = 1 << state.place[unit]
        if state.moved >> unit & 1 or rules.roster.is_pvo[unit]:
            reach[unit] = here
            continue
        march = March(unit, 2 * allowance(rules, state, unit), NOT_BEGUN)
        if in_hand is not None and unit == in_hand.unit:
            march = in_hand
        found, roads = legs(rules, state, march)
        hexes = here
        if found is not None:
            hexes |= found.reach
        if roads is not None:
            hexes |= roads.reach
        reach[unit] = hexes & ~_never(rules, state, unit, hexes)
    return Front(rules, state, seat, reach) if reach else None


def _never(rules: VictoryDenied, state: VdState, unit: int, hexes: int) -> int:
    """Full of friends who do not go away."""
    full = full_hexes(rules, state, unit, hexes)
    staying = 0
    for place in bits(full):
        if sum(1 for u in state.each_at(place) if not state.active >> u & 1 and not rules.roster.is_hq[u]) > 1:
            staying |= 1 << place
    return staying


def moment(state: VdState) -> tuple[int, ...]:
    """While this stays the same no die was rolled and nobody else acted: a plan holds."""
    fighting = state.top.procedure == "battle" or bool(state.spent | state.attacked)
    return state.turn, state.activation, state.combat, int(fighting), state.active, *state.steps


# ---- how it is played ---------------------------------------------------------------------------------


def answer(made: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    """The next step of a plan; None where it has none."""
    return STEPS[decision.kind](made, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """Those of the plan, then whoever has no part in it: HQs."""

    def room(unit: int, to: int) -> bool:
        return not full_hexes(world.facts, world.state, unit, 1 << to)

    others = (a for a in options if a.verb == "pick" and a.arg not in plan.posts)
    return mover(plan, world, options, room) or next(others, None) or named("done", options)


STEPS = steps(_next_unit)


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: VictoryDenied, state: VdState, side: str) -> dict[str, float]:
    """The terms of the evaluation, with what the officer fears in the place of prospects of battle."""
    found = explain(rules, state, side)
    if state.result is None:
        del found["battle"]
        m = Muster(outlook(rules), state, state.active & ~state.spent)
        found["danger"] = -fear(m, SIDES.index(side))
    return found


def purpose(plan: Plan, rules: VictoryDenied) -> str:
    return told(plan, rules.roster.ids, rules.board.name)
