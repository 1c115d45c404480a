"""The officer: a recruit with a plan for each activation.

A game's `plans` room plans (`make_plan`), and says how long a plan holds (`moment`) and what its next step is
(`answer`); its `Adviser` prices everything else. Where a game has no such room the officer thinks like a recruit.
A plan is kept while it holds, and made again after each die.
There is no clock in it, so that the same seed gives the same game on any machine: the work of a plan is bounded by
an allowance of thoughts, as many as the room says (`thoughts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from ostfront.ai import Imagine
from ostfront.ai.recruit import Thought, adviser, exists
from ostfront.core.planner import Allowance, Plan
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game, Legal
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View

TOLD = 3  # terms of the evaluation that are named
LEAST = 0.05  # what is less is not
WORDS = {  # what players call them
    "points": "victory points",
    "areas": "ground held",
    "contest": "the hold on objectives",
    "guard": "the guard of objectives",
    "progress": "the way to objectives",
    "battle": "battles to come",
    "danger": "safety",
    "line": "the line",
    "assets": "what is in hand",
}


def plans_of(rules: Rules) -> ModuleType | None:
    """The game's `plans` room, if there is one."""
    room = type(rules).__module__.rpartition(".")[0] + ".plans"
    if room not in _rooms:
        _rooms[room] = import_module(room) if exists(room) else None
    return _rooms[room]


_rooms: dict[str, ModuleType | None] = {}


class Kept:
    """A plan, and the position it was made for."""

    def __init__(self, made: Plan, moment: tuple[int, ...], state: Any) -> None:
        self.plan = made
        self.moment = moment
        self.place = list(state.place)

    def holds(self, moment: tuple[int, ...], state: Any) -> bool:
        """Nothing has happened but what it said."""
        if moment != self.moment:
            return False
        posts = self.plan.posts
        return all(
            now == then or posts.get(unit) == now or unit == _in_hand(state)
            for unit, (now, then) in enumerate(zip(state.place, self.place, strict=True))
        )


def _in_hand(state: Any) -> int:
    return getattr(state.top.local, "unit", -1)


class Officer:
    def __init__(self, seed: int | str = 0, thoughts: int | None = None) -> None:
        """With so many thoughts for a plan, or as many as the game says."""
        self.seed = seed
        self.thoughts = thoughts
        self.kept: Kept | None = None
        self.allowance: Allowance | None = None  # of the last plan

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        options = list(legal)
        if len(options) == 1:
            return options[0]
        world = imagine(f"officer {self.seed}")
        decision = view.decisions[0]
        room = plans_of(view.rules)
        if room is not None:
            step = self.planned(room, world, decision, options)
            if step is not None:
                return step
        return self.thought(room, view.rules, world, decision).best(world, decision, options)[1]

    def explain(self, view: View, legal: Legal, imagine: Imagine) -> str:
        """The move and what decided for it, in a sentence or two."""
        world = imagine(f"officer {self.seed}")
        action = self.choose(view, legal, imagine)
        told = [f"{world.text(action)}."]
        room = plans_of(view.rules)
        decision = view.decisions[0]
        if room is not None and decision.kind in room.STEPS and self.kept is not None:
            told.append(room.purpose(self.kept.plan, view.rules))
        if len(legal) > 1:
            told.append(changes(room, view.rules, world, decision, action))
        return " ".join(sentence for sentence in told if sentence)

    def planned(self, room: ModuleType, world: Game, decision: Decision, options: Sequence[Action]) -> Action | None:
        """The next step of the plan, if the decision belongs to one."""
        if decision.kind not in room.STEPS:
            return None
        made = self.plan_for(room, world, decision)
        if made is None:
            return None
        step: Action | None = room.answer(made, world, decision, options)
        return step

    def plan_for(self, room: ModuleType, world: Game, decision: Decision) -> Plan | None:
        moment = room.moment(world.state)
        if self.kept is None or not self.kept.holds(moment, world.state):
            made = self.make_plan(room, world, decision)
            if made is None:
                return None
            self.kept = Kept(made, moment, world.state)
        return self.kept.plan

    def make_plan(self, room: ModuleType, world: Game, decision: Decision) -> Plan | None:
        self.allowance = Allowance(room.thoughts(world.rules) if self.thoughts is None else self.thoughts)
        made: Plan | None = room.make_plan(world, decision, self.allowance)
        return made

    def thought(self, room: ModuleType | None, rules: Rules, world: Game, decision: Decision) -> Thought:
        counsel = adviser if room is None else room.Adviser
        return Thought(counsel(rules, world.state, decision.seat), decision.seat, self.seed)


def changes(room: ModuleType | None, rules: Rules, world: Game, decision: Decision, action: Action) -> str:
    """What an answer changes most at once in the worth of the position, term by term."""
    terms = getattr(rules, "explain", None) if room is None else room.terms
    if terms is None:
        return ""
    trial = world.clone("explain")
    trial.push(action, decision)
    side = rules.seats[decision.seat].side
    before, after = (terms(rules, game.state, side) for game in (world, trial))
    if before.keys() != after.keys():
        return "It ends the game."
    by_size = sorted(after, key=lambda name: -abs(after[name] - before[name]))[:TOLD]
    change = {name: after[name] - before[name] for name in by_size}
    good = [f"{WORDS.get(name, name)} ({by:+.1f})" for name, by in change.items() if by >= LEAST]
    bad = [f"{WORDS.get(name, name)} ({by:+.1f})" for name, by in change.items() if by <= -LEAST]
    said = [f"{how} for {', '.join(names)}" for how, names in (("good", good), ("bad", bad)) if names]
    return f"At once it is {'; '.join(said)}." if said else ""


make = Officer
