"""What computer players know about each game: the table from a game to its player package `ai/GAME`.

Packages are imported when their game is first played: one game should not load the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from ostfront.ai.planner import Allowance, Posts
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision

PACKAGES = {
    "victory-denied": "ostfront.ai.victory_denied",
    "kiev-41": "ostfront.ai.kiev_41",
    "victory-awaits": "ostfront.ai.victory_awaits",
    "barbarossa-1941": "ostfront.ai.barbarossa_1941",
    "barbarossa-deluxe": "ostfront.ai.barbarossa_deluxe",
}
WIDTH = 40  # answers tried in a decision that no adviser has narrowed


class Adviser(Protocol):
    """What is known about playing a game, for one decision of one seat."""

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


class PlainAdviser:
    """The adviser of a game that has none."""

    def __init__(self, rules: Rules, state: Any, seat: int) -> None:
        self.side = rules.seats[seat].side

    def worth(self, state: Any) -> float:
        return 0.0 if state.result is None else 1.0 if state.result.winner == self.side else -1.0

    def candidates(self, play: Game, decision: Decision, options: Sequence[Action]) -> Sequence[Action]:
        if len(options) <= WIDTH:
            return options
        return [options[i * len(options) // WIDTH] for i in range(WIDTH)]

    def continues(self, kind: str, following: str) -> bool:
        return False

    def promise(self, play: Game, decision: Decision, action: Action) -> float | None:
        return None


class PlanOfPosts(Protocol):
    """What every game's plan has: the destinations of units. The rest is up to the game."""

    @property
    def posts(self) -> Posts: ...


class Planning(NamedTuple):
    """How the officer plans in a game: an activation or an impulse at a time."""

    steps: Collection[str]  # the kinds of decision that a plan answers
    adviser: Callable[[Rules, Any, int], Adviser]  # of rules, state and seat: values everything else
    thoughts: Callable[[Rules], int]  # how many thoughts a plan may take
    plan_key: Callable[[Any], tuple[int, ...]]  # of a state: a plan is valid while this stays the same
    make_plan: Callable[[Game, Decision, Allowance], PlanOfPosts | None]
    answer: Callable[[Any, Game, Decision, Sequence[Action]], Action | None]  # the next step of a plan
    purpose: Callable[[Any, Any], str]  # plan and facts: the plan in a sentence
    terms: Callable[[Rules, Any, str], dict[str, float]]  # what a position is worth to a side, term by term


class PlansModule(Protocol):
    """A game's `plans.py`: what each name is for stands in `Planning`."""

    @property
    def STEPS(self) -> Collection[str]: ...
    def thoughts(self, rules: Rules, /) -> int: ...
    def plan_key(self, state: Any, /) -> tuple[int, ...]: ...
    def make_plan(self, game: Game, decision: Decision, budget: Allowance, /) -> PlanOfPosts | None: ...
    def answer(self, plan: Any, game: Game, decision: Decision, options: Sequence[Action], /) -> Action | None: ...
    def purpose(self, plan: Any, facts: Any, /) -> str: ...
    def terms(self, rules: Rules, state: Any, side: str, /) -> dict[str, float]: ...


def planned_in(plans: PlansModule, adviser: Callable[[Rules, Any, int], Adviser]) -> Planning:
    """The planning of a game whose `plans.py` has everything but the adviser, under the names of `Planning`."""
    return Planning(
        plans.STEPS,
        adviser,
        plans.thoughts,
        plans.plan_key,
        plans.make_plan,
        plans.answer,
        plans.purpose,
        plans.terms,
    )


class GamePlayer(NamedTuple):
    """What a game's player package offers; its `__init__.py` calls it PLAYER."""

    adviser: Callable[[Rules, Any, int], Adviser]
    planning: Planning | None = None
    scale: str = ""  # of the terms, in a few words: what a point is


_registered: dict[str, GamePlayer] = {}


def register(game: str, player: GamePlayer) -> None:
    """Add what is known about playing a game from outside this package."""
    _registered[game] = player


def registered(game: str) -> GamePlayer | None:
    """What was registered for a game from outside."""
    return _registered.get(game)


def game_player(rules: Rules) -> GamePlayer:
    """What is known about playing a game; if nothing is, only its result counts."""
    name = rules.info.name
    if name not in _registered:
        package = PACKAGES.get(name)
        _registered[name] = import_module(package).PLAYER if package else GamePlayer(PlainAdviser)
    return _registered[name]
