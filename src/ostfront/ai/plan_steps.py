"""How the planner's plan of an activation is played step by step, and explained in a sentence.

A game's `plans` module names the step for each kind of decision; only who moves next differs between games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ostfront.ai.planner import Plan
from ostfront.core.errors import listed
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game

Step = Callable[[Plan, Game, Sequence[Action]], Action | None]


def mover(plan: Plan, world: Game, options: Sequence[Action], room: Callable[[int, int], bool]) -> Action | None:
    """Attackers first, then the others; a unit whose place is still full waits. None when no unit is left."""
    picks = {action.arg: action for action in options if action.verb == "pick"}
    first = [unit for assault in plan.assaults for unit in assault.force]
    for unit in dict.fromkeys([*first, *plan.posts]):
        to = plan.posts[unit]
        if unit in picks and world.state.place[unit] != to and room(unit, to):
            return picks[unit]
    return None


def named(verb: str, options: Sequence[Action]) -> Action | None:
    return next((action for action in options if action.verb == verb), None)


def next_leg(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    unit = world.state.top.local.unit
    to = plan.posts.get(unit)
    if to is None:
        return None
    if world.state.place[unit] == to:
        return named("stop", options)
    legs = {action.verb: action for action in options if action.arg == to}
    return legs.get("go") or legs.get("road")


def next_attack(plan: Plan, _world: Game, options: Sequence[Action]) -> Action | None:
    """The one that gains most; none when all are made."""
    offered = {action.arg: action for action in options}
    for assault in sorted(plan.assaults, key=lambda a: -a.gain):
        if assault.target in offered:
            return offered[assault.target]
    return offered[None]


def next_attacker(plan: Plan, world: Game, options: Sequence[Action]) -> Action | None:
    offered = {action.arg: action for action in options}
    for assault in plan.assaults:
        if assault.target == world.state.top.local.target:
            for unit in assault.force:
                if unit in offered:
                    return offered[unit]
            return offered.get(None)
    return None


def steps(next_unit: Step) -> dict[str, Step]:
    """By kind of decision, how its answer is found in a plan."""
    return {"move": next_unit, "march": next_leg, "attack": next_attack, "commit": next_attacker}


def told(plan: Plan, names: Sequence[str], place: Callable[[int], str]) -> str:
    """The plan in a sentence."""
    if not plan.assaults:
        return "No attack is worth its cost; units move to where they defend best."
    assault = max(plan.assaults, key=lambda a: a.gain)
    others = len(plan.assaults) - 1
    who = listed([names[unit] for unit in assault.force])
    more = f", and {others} other attack{'s' if others > 1 else ''}" if others else ""
    return f"The plan: {who} against {place(assault.target)}, {assault.gain:+.1f} points on average{more}."
