"""The recruit: tries every answer in an imagined world, one step ahead, and takes the one that looks best.

It knows no game. A game says what a position is worth (`rules.evaluate`) and may have an `advice` room beside it
that narrows large decisions and prices those that lead to dice; without one the recruit rolls a few imagined dice.
It keeps nothing from one decision to the next: the same view and seed give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from ostfront.ai import Imagine
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game, Legal
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View

SAMPLES = 4  # imagined outcomes for an answer that leads to dice
DEPTH = 2  # own follow-up decisions looked through
SAME = 1e-9  # less is rounding, which other secrets could turn
WIDTH = 40  # answers tried in a decision, when nobody narrowed it


class Adviser(Protocol):
    """What a game knows about playing it, for one decision of one seat."""

    def worth(self, state: Any) -> float:
        """What a position is worth for the seat, compared with others that this decision leads to."""
        ...

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        """The answers worth trying, in the order in which equal ones are preferred."""
        ...

    def continues(self, kind: str, following: str) -> bool:
        """Whether a decision only completes the one before it, such as the hex after the unit."""
        ...

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        """What an answer is worth without trying it, on the scale of `worth`; None to have it tried."""
        ...


class Plain:
    """The adviser of a game that has none."""

    def __init__(self, rules: Rules, state: Any, seat: int) -> None:
        self.evaluate: Callable[[Any, str], float] | None = getattr(rules, "evaluate", None)
        self.side = rules.seats[seat].side

    def worth(self, state: Any) -> float:
        if self.evaluate is not None:
            return self.evaluate(state, self.side)
        return 0.0 if state.result is None else 1.0 if state.result.winner == self.side else -1.0

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        if len(options) <= WIDTH:
            return options
        return [options[i * len(options) // WIDTH] for i in range(WIDTH)]

    def continues(self, kind: str, following: str) -> bool:
        return False

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        return None


def adviser(rules: Rules, state: Any, seat: int) -> Adviser:
    """The game's own adviser, if its package has a room of that name."""
    room = type(rules).__module__.rpartition(".")[0] + ".advice"
    if room not in _advisers:
        _advisers[room] = import_module(room).Adviser if exists(room) else Plain
    made: Adviser = _advisers[room](rules, state, seat)
    return made


_advisers: dict[str, Callable[..., Any]] = {}


def exists(room: str) -> bool:
    return "." in room[1:] and find_spec(room) is not None


class _ChanceNeeded(Exception):
    """Dice would have to be rolled."""


class _NoChance:
    """The source of a world in which nothing is rolled: it shows where dice begin."""

    def outcome(self, stream: str, count: int, sides: int) -> int:
        if sides == 1:
            return 0
        raise _ChanceNeeded


NO_CHANCE = _NoChance()


class Recruit:
    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        options = list(legal)
        if len(options) == 1:
            return options[0]
        world = imagine(f"recruit {self.seed}")
        decision = view.decisions[0]
        counsel = adviser(view.rules, world.state, decision.seat)
        return Thought(counsel, decision.seat, self.seed).best(world, decision, options)[1]


class Thought:
    """One decision being thought over."""

    def __init__(self, adviser: Adviser, seat: int, seed: int | str) -> None:
        self.adviser = adviser
        self.seat = seat
        self.seed = seed

    def best(
        self, world: Game, decision: Decision, options: Sequence[Action], depth: int = 0
    ) -> tuple[float, Action]:
        """The best answer and what it is worth; of equal ones the first."""
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
        """What an answer leads to, up to the first dice or the next other decision."""
        trial = world.clone()
        trial.source = NO_CHANCE
        rolled = False
        try:
            trial.push(action, decision)
        except _ChanceNeeded:
            rolled = True
        if not _within(world.state, trial.state):
            # what comes after this procedure is not the doing of whoever ends it
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
        """The decision that continues the one just made: ours, in a procedure it began or as the game says."""
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
            trial = world.clone(f"{self.seed} {n}")
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


make = Recruit
