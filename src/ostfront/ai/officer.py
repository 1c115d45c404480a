"""The officer: a recruit with a plan for each activation.

A game's `Planning` makes plans (`make_plan`), says how long a plan is valid (`plan_key`) and what its next step is
(`answer`); its adviser values everything else. In a game without one the officer plays like a recruit.
A plan is kept while it is valid, and replaced after each die.
No clock is involved, so the same seed gives the same game on any machine: the work of a plan is bounded by an
allowance of thoughts, as many as the game says (`thoughts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ostfront.ai.game_players import GamePlayer, Planning, PlanOfPosts, game_player
from ostfront.ai.planner import Allowance
from ostfront.ai.player import Imagine
from ostfront.ai.recruit import Search
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View

TOLD = 3  # how many terms of the evaluation an explanation names
LEAST = 0.05  # a smaller change is not named
WORDS = {  # what players call the terms
    "points": "victory points",
    "areas": "ground held",
    "contest": "control of objectives",
    "guard": "protection of objectives",
    "progress": "progress towards objectives",
    "battle": "battles to come",
    "danger": "safety",
    "line": "the line",
    "assets": "assets in hand",
}


class KeptPlan:
    """A plan, and the position it was made for."""

    def __init__(self, plan: PlanOfPosts, key: tuple[int, ...], state: Any) -> None:
        self.plan = plan
        self.key = key
        self.place = list(state.place)

    def holds(self, key: tuple[int, ...], state: Any) -> bool:
        """Whether only what the plan says has happened."""
        if key != self.key:
            return False
        posts = self.plan.posts
        return all(
            now == then or posts.get(unit) == now or unit == _in_hand(state)
            for unit, (now, then) in enumerate(zip(state.place, self.place, strict=True))
        )


def _in_hand(state: Any) -> int:
    return getattr(state.top.local, "unit", -1)


class Officer:
    """With the same seed it makes the same choices."""

    def __init__(self, seed: int | str = 0, thoughts: int | None = None) -> None:
        """`thoughts` limits the work of a plan; without it the game says how many."""
        self.seed = seed
        self.thoughts = thoughts
        self.kept: KeptPlan | None = None
        self.allowance: Allowance | None = None  # of the last plan

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        options = list(legal)
        if len(options) == 1:
            return options[0]
        world = imagine(f"officer {self.seed}")
        decision = view.decisions[0]
        player = game_player(view.rules)
        if player.planning is not None:
            step = self.planned(player.planning, world, decision, options)
            if step is not None:
                return step
        return self.search(player, world, decision).best(world, decision, options)[1]

    def explain(self, view: View, legal: Legal, imagine: Imagine) -> str:
        """The move and the reasons for it, in a sentence or two."""
        world = imagine(f"officer {self.seed}")
        action = self.choose(view, legal, imagine)
        told = [f"{world.text(action)}."]
        player = game_player(view.rules)
        decision = view.decisions[0]
        planning = player.planning
        if planning is not None and decision.kind in planning.steps and self.kept is not None:
            told.append(planning.purpose(self.kept.plan, view.rules.facts))
        if len(legal) > 1:
            told.append(changes(planning, view.rules, world, decision, action))
        return " ".join(sentence for sentence in told if sentence)

    def planned(
        self, planning: Planning, world: Game, decision: Decision, options: Sequence[Action]
    ) -> Action | None:
        """The next step of the plan, if the decision belongs to one."""
        if decision.kind not in planning.steps:
            return None
        made = self.plan_for(planning, world, decision)
        if made is None:
            return None
        return planning.answer(made, world, decision, options)

    def plan_for(self, planning: Planning, world: Game, decision: Decision) -> PlanOfPosts | None:
        """The current plan, or a new one if it is no longer valid."""
        key = planning.plan_key(world.state)
        if self.kept is None or not self.kept.holds(key, world.state):
            made = self.make_plan(planning, world, decision)
            if made is None:
                return None
            self.kept = KeptPlan(made, key, world.state)
        return self.kept.plan

    def make_plan(self, planning: Planning, world: Game, decision: Decision) -> PlanOfPosts | None:
        self.allowance = Allowance(planning.thoughts(world.rules) if self.thoughts is None else self.thoughts)
        return planning.make_plan(world, decision, self.allowance)

    def search(self, player: GamePlayer, world: Game, decision: Decision) -> Search:
        adviser = player.adviser if player.planning is None else player.planning.adviser
        return Search(adviser(world.rules, world.state, decision.seat), decision.seat, self.seed)


def changes(planning: Planning | None, rules: Rules, world: Game, decision: Decision, action: Action) -> str:
    """The terms of the evaluation that an answer changes most at once, in a sentence."""
    if planning is None:
        return ""
    trial = world.clone("explain", history=False)
    trial.push(action, decision)
    side = rules.seats[decision.seat].side
    before, after = (planning.terms(rules, game.state, side) for game in (world, trial))
    if before.keys() != after.keys():
        return "It ends the game."
    by_size = sorted(after, key=lambda name: -abs(after[name] - before[name]))[:TOLD]
    change = {name: after[name] - before[name] for name in by_size}
    good = [f"{WORDS.get(name, name)} ({by:+.1f})" for name, by in change.items() if by >= LEAST]
    bad = [f"{WORDS.get(name, name)} ({by:+.1f})" for name, by in change.items() if by <= -LEAST]
    said = [f"{how} for {', '.join(names)}" for how, names in (("good", good), ("bad", bad)) if names]
    return f"Immediate effect: {'; '.join(said)}." if said else ""
