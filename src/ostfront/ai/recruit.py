"""The recruit: tries every answer in an imagined world, looks one step ahead, and takes the best.

It knows no game. A game's adviser says what a position is worth, narrows large decisions and values answers that lead
to dice. In a game without an adviser the recruit samples a few imagined dice.
It remembers nothing between decisions: the same view and seed give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ostfront.ai.game_players import Adviser, game_player
from ostfront.ai.player import Imagine
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View

SAMPLES = 4  # imagined outcomes for an answer that leads to dice
DEPTH = 2  # own follow-up decisions looked through
SAME = 1e-9  # a smaller difference is rounding, and could leak which imagined world it is


class _ChanceNeeded(Exception):
    """Raised where dice would have to be rolled."""


class _NoChance:
    """A source of chance that refuses to roll: it shows where dice begin."""

    def outcome(self, stream: str, count: int, sides: int) -> int:
        if sides == 1:
            return 0
        raise _ChanceNeeded


NO_CHANCE = _NoChance()


class Recruit:
    """With the same seed it makes the same choices."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        options = list(legal)
        if len(options) == 1:
            return options[0]
        world = imagine(f"recruit {self.seed}")
        decision = view.decisions[0]
        adviser = game_player(view.rules).adviser(view.rules, world.state, decision.seat)
        return Search(adviser, decision.seat, self.seed).best(world, decision, options)[1]


class Search:
    """The search for the best answer to one decision."""

    def __init__(self, adviser: Adviser, seat: int, seed: int | str) -> None:
        self.adviser = adviser
        self.seat = seat
        self.seed = seed

    def best(
        self, world: Game, decision: Decision, options: Sequence[Action], depth: int = 0
    ) -> tuple[float, Action]:
        """The best answer and what it is worth; the first among equals."""
        tried = self.adviser.candidates(world, decision, options)
        if len(tried) == 1 and not depth:
            return 0.0, tried[0]
        found: tuple[float, Action] | None = None
        for action in tried:
            worth = self.adviser.promise(world, decision, action)
            if worth is None:
                worth = self.trial(world, decision, action, depth)
            if found is None or worth > found[0] + SAME:
                found = (worth, action)
        assert found is not None
        return found

    def trial(self, world: Game, decision: Decision, action: Action, depth: int) -> float:
        """What an answer is worth, played up to the first dice or the next decision that does not belong to it."""
        trial = world.clone(history=False)
        trial.source = NO_CHANCE
        rolled = False
        try:
            trial.push(action, decision)
        except _ChanceNeeded:
            rolled = True
        if not _within(world.state, trial.state):
            # an answer that ends a procedure is not judged by what happens after it
            return self.adviser.worth(world.state if action.arg is None else trial.state)
        if rolled:
            return self.sampled(world, decision, action)
        if depth < DEPTH:
            following = self.follow_up(world, trial, decision)
            if following is not None:
                options = list(trial.options(following))
                if options:
                    return self.best(trial, following, options, depth + 1)[0]
        return self.adviser.worth(trial.state)

    def follow_up(self, world: Game, trial: Game, decision: Decision) -> Decision | None:
        """The decision that continues the one just made: our own, in a procedure it began or as the adviser says."""
        deeper = _height(trial.state) > _height(world.state)
        pending: tuple[Decision, ...] = trial.state.pending
        for following in pending:
            if following.seat == self.seat and (deeper or self.adviser.continues(decision.kind, following.kind)):
                return following
        return None

    def sampled(self, world: Game, decision: Decision, action: Action) -> float:
        """The mean over a few imagined outcomes."""
        total = 0.0
        for n in range(SAMPLES):
            trial = world.clone(f"{self.seed} {n}", history=False)
            trial.push(action, decision)
            total += self.adviser.worth(trial.state)
        return total / SAMPLES


def _height(state: Any) -> int:
    """How many procedures are under way."""
    height, frame = 0, state.top
    while frame is not None:
        height += 1
        frame = frame.below
    return height


def _within(before: Any, after: Any) -> bool:
    """Whether the procedure that asked is still under way."""
    above = _height(after) - _height(before)
    frame = after.top
    for _ in range(above):
        frame = frame.below
    return above >= 0 and frame.procedure == before.top.procedure and after.result is None
