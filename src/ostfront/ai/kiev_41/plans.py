"""Planning an impulse of Kiev '41: which impulse, which HQs and where, and a route for every block.

A plan is made when the impulse is chosen, for all blocks that HQs could lead; it says which HQs are worth their star.
Once they are face up, the blocks they actually command get their routes. Weights are in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ostfront.ai.kiev_41 import gains
from ostfront.ai.kiev_41.destinations import Destinations
from ostfront.ai.kiev_41.evaluate import explain
from ostfront.ai.kiev_41.hq_plans import (
    LOOK_AT_ASSAULT,
    ImpulsePlan,
    best_hq_plan,
    passing,
    portion,
    siege_methods,
    star,
)
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.kiev_41.officer_adviser import OfficerAdviser
from ostfront.ai.planner import Allowance
from ostfront.core.errors import listed
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.rules.command import eligible
from ostfront.games.kiev_41.rules.control import friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.state import Command, K41State, March

STEPS = frozenset({"impulse", "headquarters", "approach", "command", "march"})
FIRST = ("impulse", "headquarters", "approach")


def plan_key(state: K41State) -> tuple[int, ...]:
    """A plan is valid for HQs until they are revealed, then for the blocks until dice are rolled."""
    frame = state.top
    kinds = set()
    while frame is not None:
        kinds.add(frame.procedure)
        frame = frame.below
    commanding = "command" in kinds
    return state.turn, state.impulse, int(commanding), state.active if commanding else 0, state.initiative


# ---- making ---------------------------------------------------------------------------------------------


def thoughts(rules: Rules) -> int:
    """How many positions a plan may evaluate."""
    return int(knowledge_of(rules).weights["officer"]["thoughts"])


def make_plan(game: Game, decision: Decision, budget: Allowance) -> ImpulsePlan | None:
    adviser = OfficerAdviser(game.rules, game.state, decision.seat)
    if decision.kind in FIRST:
        return best_hq_plan(adviser, budget)
    return block_plan(adviser, budget)


def block_plan(adviser: OfficerAdviser, budget: Allowance) -> ImpulsePlan | None:
    """Routes for the blocks that may act now."""
    state = adviser.state
    frame = state.top
    while frame is not None and frame.procedure != "command":
        frame = frame.below
    if frame is None:
        return None
    local: Command = frame.local
    units = eligible(adviser.facts, state, local) & adviser.movers(local.mode)
    destinations = best_destinations(adviser, local.mode, units, budget)
    routes = destinations.routes
    if local.mode != "tactical":
        best = sorted(destinations.gains, key=lambda unit: (-destinations.gains[unit], unit))[: local.left]
        routes = {unit: route for unit, route in routes.items() if unit in best}
    return ImpulsePlan({u: r.areas[-1] for u, r in routes.items()}, routes, [], sum(destinations.gains.values()))


def best_destinations(adviser: OfficerAdviser, mode: str, units: int, budget: Allowance) -> Destinations:
    """The better of the plan without an assault and the plan with the best one."""
    quiet = _destinations(adviser, mode, budget)
    if mode == "pass":
        quiet.alone(bits(units))
        return quiet
    assault, start = quiet, quiet.worth
    if mode == "tactical":
        goals = bits(adviser.knowledge.wanted & adviser.state.controlled(1 - adviser.seat))
        for method, goal in product(siege_methods(adviser), goals):
            destinations = _destinations(adviser, mode, budget)
            if (
                budget.take(LOOK_AT_ASSAULT)
                and method(destinations, bits(units), goal)
                and destinations.worth > max(start, assault.worth)
            ):
                assault = destinations
    tried = [quiet] if assault is quiet else [quiet, assault]
    for number, destinations in enumerate(tried):
        destinations.budget = portion(budget, len(tried) - number)
        destinations.plan(unit for unit in bits(units) if unit not in destinations.routes)
        budget.take(destinations.budget.spent)
    return max(tried, key=lambda destinations: destinations.worth)


def _destinations(adviser: OfficerAdviser, mode: str, budget: Allowance) -> Destinations:
    return Destinations(adviser.knowledge, adviser.state, adviser.seat, mode, adviser.context, adviser.pull, budget)


# ---- playing --------------------------------------------------------------------------------------------


def answer(plan: ImpulsePlan, game: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
    adviser = OfficerAdviser(game.rules, game.state, decision.seat)
    return ANSWERS[decision.kind](plan, adviser, options)


def _impulse(plan: ImpulsePlan, adviser: OfficerAdviser, options: Sequence[Action]) -> Action | None:
    """The impulse that gains most; tactical ones may also continue battles."""
    prices = {"pass": passing(adviser) + adviser.single(), "tactical": -9.0}
    tally, seat = adviser.tally, adviser.seat
    late = adviser.state.impulse > adviser.knowledge.weights["impulse"]["latest"]
    if plan.leads:
        prices["tactical"] = plan.gain + 0.5 * gains.open_battles(tally, seat)
    prices["reinforce"] = -9.0 if late else gains.reinforce_gain(tally, seat)
    prices["strategic"] = -9.0 if late else _strategic(adviser) - adviser.disc()
    return max(options, key=lambda action: prices[action.verb])


def _strategic(adviser: OfficerAdviser) -> float:
    """What the best moves of a Strategic Impulse gain."""
    facts, state, seat = adviser.facts, adviser.state, adviser.seat
    units = facts.roster.combat & facts.roster.of_side[seat] & state.on_map & ~state.isolated
    near = facts.areas.closed(facts.areas.closed(adviser.foes))
    return adviser.moves("strategic", units & state.standing(near & state.occupied[seat]))


def _headquarters(plan: ImpulsePlan, adviser: OfficerAdviser, options: Sequence[Action]) -> Action | None:
    """The HQs of the plan; then Guderian, if he is worth it."""
    by_unit = {action.arg: action for action in options}
    for lead in plan.leads:
        if lead.hq in by_unit:
            return by_unit[lead.hq]
    guderian = adviser.facts.roster.guderian
    if guderian in by_unit and _road(adviser, guderian) > 0:
        return by_unit[guderian]
    return by_unit.get(None)


def _road(adviser: OfficerAdviser, hq: int) -> float:
    """What Guderian gains on the Road to Tula."""
    state, w = adviser.state, adviser.knowledge.weights["staff"]
    stars = attack_strength(adviser.facts, state, hq)
    return float(w["guderian"] * stars / 4 * (state.yellow + state.orange) * adviser.tally.time - star(adviser, hq))


def _approach(plan: ImpulsePlan, adviser: OfficerAdviser, options: Sequence[Action]) -> Action | None:
    local: March = adviser.state.top.local
    goal = plan.posts.get(local.unit)
    if goal is None:
        return None
    here = adviser.state.place[local.unit] == goal
    return next((a for a in options if (a.verb == "reveal" if here else a.arg == goal)), None)


def _command(plan: ImpulsePlan, adviser: OfficerAdviser, options: Sequence[Action]) -> Action | None:
    """The next block of the plan that can go; then those the plan does not mention."""
    state = adviser.state
    picks = {action.arg: action for action in options if action.verb == "pick"}
    waiting = None
    for unit, route in plan.routes.items():
        if unit in picks and state.place[unit] != route.areas[-1]:
            if not state.full[adviser.seat] >> route.areas[-1] & 1:
                return picks[unit]
            waiting = waiting or picks[unit]
    if waiting is not None:
        return waiting
    builds = [action for action in options if action.verb == "build" and adviser.fortifies(action.arg)]
    return builds[0] if builds else next((action for action in options if action.arg is None), None)


def _march(plan: ImpulsePlan, adviser: OfficerAdviser, options: Sequence[Action]) -> Action | None:
    """The next leg of the route: as far as friendly ground goes, otherwise one area."""
    state = adviser.state
    local: March = state.top.local
    stop = next((action for action in options if action.arg is None), None)
    route = plan.routes.get(local.unit)
    if route is None:
        return None
    here = state.place[local.unit]
    areas = route.areas
    left = areas[areas.index(here) + 1 :] if here in areas else areas
    free = friendly(state, adviser.seat)
    by_area = {action.arg: action for action in options if action.verb == "go"}
    goal = -1
    for area in left:
        if not free >> area & 1:
            if goal < 0:
                goal = area
            break
        goal = area
    found = by_area.get(goal)
    if found is None and goal >= 0 and goal != left[-1]:
        found = by_area.get(left[0])
    return found or stop


ANSWERS = {
    "impulse": _impulse,
    "headquarters": _headquarters,
    "approach": _approach,
    "command": _command,
    "march": _march,
}


# ---- explaining -----------------------------------------------------------------------------------------


def purpose(plan: ImpulsePlan, facts: Facts) -> str:
    """The plan in a sentence."""
    names = [piece.name for piece in facts.roster.pieces]
    parts = [f"{names[lead.hq]} to {facts.title(lead.area)}" for lead in plan.leads]
    parts += [f"{names[unit]} to {facts.title(area)}" for unit, area in plan.posts.items()][:6]
    return f"The plan: {listed(list(dict.fromkeys(parts)))}." if parts else ""


def terms(rules: Rules, state: K41State, side: str) -> dict[str, float]:
    """The terms of the evaluation."""
    return explain(knowledge_of(rules), state, side)
