"""Planning a phase of Barbarossa Deluxe, and playing the plan step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.ai.barbarossa_deluxe import battles, staff
from ostfront.ai.barbarossa_deluxe.evaluate import explain
from ostfront.ai.barbarossa_deluxe.knowledge import knowledge_of
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.barbarossa_deluxe.operations import Operations
from ostfront.ai.plan_steps import Step, mover, named, next_attacker, told
from ostfront.ai.planner import Allowance, Assault, Plan, Posts
from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import GERMAN, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SIDES
from ostfront.games.barbarossa_deluxe.rules import stacking
from ostfront.games.barbarossa_deluxe.rules.attackers import attackable, eligible
from ostfront.games.barbarossa_deluxe.state import Battle, BDState, March

# ---- what is planned ----------------------------------------------------------------------------------


def thoughts(rules: Rules) -> int:
    """How many a plan may take."""
    return int(knowledge_of(rules).weights["officer"]["thoughts"])


def plan_key(state: BDState) -> tuple[int, ...]:
    """While this stays the same, no die was rolled and nobody else acted, so a plan is valid."""
    return state.turn, state.side, state.phase, state.nth, state.battle, state.rolls, state.on_map


def make_plan(world: Game, decision: Decision, budget: Allowance) -> Plan | None:
    field = OfficerField(knowledge_of(world.rules), world.state, decision.seat)
    if decision.kind in ("assault", "commit"):
        local = world.state.top.local
        return _under_way(field, local) if isinstance(local, Battle) else Plan({}, assaults(field, budget))
    return Operations(field, budget).plan()


def _under_way(field: OfficerField, local: Battle) -> Plan:
    """Who should join an attack that is declared."""
    units, gain = battles.best_force(field, local.target, eligible(field.facts, field.state, local), local.attackers)
    posts = _here(field.state, units)
    return Plan(posts, [Assault(local.target, posts, gain)])


def assaults(field: OfficerField, budget: Allowance) -> list[Assault]:
    """One attack after another, the best first, each with those who are still free."""
    facts, state, seat = field.facts, field.state, field.seat
    busy = 0
    found: list[Assault] = []
    able = {target: eligible(facts, state, Battle(seat, target)) for target in bits(attackable(facts, state, seat))}
    offers: dict[int, tuple[int, float]] = {}
    while True:
        for target, units in able.items():
            known = offers.get(target)
            if known is None or known[0] & busy:
                free = units & ~busy
                enough = free and budget.take(2 * free.bit_count())
                offers[target] = battles.best_force(field, target, free) if enough else (0, 0.0)
        best = max(able, key=lambda t: (offers[t][1], -t), default=-1)
        if best < 0 or offers[best][1] <= field.weights["battle"]["least"]:
            break
        units, gain = offers.pop(best)
        del able[best]
        busy |= units
        found.append(Assault(best, _here(state, units), gain))
    return found


def _here(state: BDState, units: int) -> Posts:
    return {unit: state.place[unit] for unit in bits(units)}


# ---- the plan, step by step -----------------------------------------------------------------------------


def answer(plan: Plan, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    return STEPS[decision.kind](plan, world, options)


def _next_unit(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    facts, state = world.facts, world.state

    def free(unit: int, to: int) -> bool:
        return bool(stacking.room(facts, state, facts.roster.side[unit], 1 << unit, 1 << to))

    for assault in plan.assaults:
        for action in options:
            if action.verb == "pick" and action.arg in assault.force:
                return action
    return mover(plan, world, options, free) or _declaration(world, options) or named("done", options)


def _declaration(world: Game, options: Sequence[Action]) -> Action | None:
    """A hero or fortress city, when all have moved."""
    found = [action for action in options if action.verb in ("hero", "fortress")]
    if not found:
        return None
    field = OfficerField(knowledge_of(world.rules), world.state, world.state.top.local.side)
    best = max(found, key=lambda action: staff.declared(field, action))
    return best if staff.declared(field, best) > 0 else None


def _next_leg(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """A mobile assault with all who are meant to make it; else cities that stand open, and the way to the post."""
    local: March = world.state.top.local
    unit = lowest(local.units)
    here = world.state.place[unit]
    to = plan.posts.get(unit)
    for assault in plan.assaults:
        if unit in assault.force:
            step = _raid_step(assault, here, options)
            if step is not None:
                return step
    if to is None:
        return None
    taken = _open_city(world, local.side, to, options)
    if taken is not None:
        return taken
    if here == to:
        return named("stop", options)
    return next((action for action in options if action.verb == "go" and action.arg == to), None)


def _open_city(world: Game, side: int, to: int, options: Sequence[Action]) -> Action | None:
    """The best city that can be walked into: to enter it is enough, and with the points left a new plan is made."""
    knowledge, state = knowledge_of(world.rules), world.state
    open_ = knowledge.facts.victory_hexes & (~state.german if side == GERMAN else state.german)
    if open_ >> to & 1:
        return None
    found = [action for action in options if action.verb == "go" and open_ >> staff.target_of(action) & 1]
    return max(found, key=lambda action: knowledge.value(state, side, staff.target_of(action)), default=None)


def _raid_step(assault: Assault, here: int, options: Sequence[Action]) -> Action | None:
    for action in options:
        if action.verb == "with" and action.arg in assault.force:
            return action
    spot = next(iter(assault.force.values()))
    verb, goal = ("assault", assault.target) if here == spot else ("go", spot)
    return next((action for action in options if action.verb == verb and action.arg == goal), None)


def _next_attack(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    """The one that gains most; those that must be made are the adviser's."""
    offered = {action.arg: action for action in options if action.verb == "attack"}
    for assault in plan.assaults:
        if assault.target in offered:
            return offered[assault.target]
    return _declaration(world, options) or named("done", options)


def _next_attacker(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    if world.state.top.local.mobile:
        return None
    return next_attacker(plan, world, options)


STEPS: dict[str, Step] = {
    "move": _next_unit,
    "march": _next_leg,
    "assault": _next_attack,
    "commit": _next_attacker,
}


# ---- what it says -------------------------------------------------------------------------------------


def terms(rules: Rules, state: BDState, side: str) -> dict[str, float]:
    return explain(knowledge_of(rules), state, SIDES.index(side))


def purpose(plan: Plan, facts: Facts) -> str:
    return told(plan, [counter.name for counter in facts.roster.counters], facts.where)
