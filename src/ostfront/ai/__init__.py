"""Computer players, by level: random, recruit, officer. What they know about each game is in `ai/GAME`."""

from __future__ import annotations

from ostfront.ai.officer import Officer
from ostfront.ai.player import Imagine, MakePlayer, Player
from ostfront.ai.random_player import RandomPlayer
from ostfront.ai.recruit import Recruit
from ostfront.core.errors import BadAction, either, suggestion

__all__ = ["LEVELS", "Imagine", "MakePlayer", "Player", "levels", "maker", "player", "register"]

LEVELS: dict[str, MakePlayer] = {"random": RandomPlayer, "recruit": Recruit, "officer": Officer}
SUMMARIES = {
    "random": "Plays any legal move: for trying things out.",
    "recruit": "Looks one move ahead, at odds and supply; decides in a moment.",
    "officer": "Plans a turn and weighs the replies; stronger, and takes its time.",
}
_registered: dict[str, MakePlayer] = {}


def register(level: str, make: MakePlayer) -> None:
    """Add a level from outside this package; `make` takes a seed."""
    _registered[level] = make


def levels() -> list[str]:
    return [*LEVELS, *(name for name in _registered if name not in LEVELS)]


def summary(level: str) -> str:
    """A level in one sentence; empty for one from outside this package."""
    return SUMMARIES.get(level, "")


def maker(level: str) -> MakePlayer:
    """The function that makes players of a level from a seed."""
    make = _registered.get(level) or LEVELS.get(level)
    if make is None:
        hint = suggestion(level, levels()) or f" Expected {either(levels())}."
        raise BadAction(f"There is no computer player '{level}'.{hint}")
    return make


def player(level: str, seed: int | str = 0) -> Player:
    """A computer player by its level; with the same seed it plays the same way."""
    return maker(level)(seed)
