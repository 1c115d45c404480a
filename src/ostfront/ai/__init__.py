"""Computer players.

A player is asked with what its seat may know, the legal actions, and a way to imagine worlds that its seat
could not tell from the real one; it answers with one of the legal actions. It never sees the game itself.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from ostfront.core.errors import BadAction, either, suggestion
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View

Imagine = Callable[[int | str], Game]


class Player(Protocol):
    """Someone who decides for a seat."""

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        """One of the legal actions. `imagine(seed)` gives a game that could be the real one, to try things in."""
        ...


MakePlayer = Callable[[int | str], Player]

LEVELS = {
    "random": "ostfront.ai.random_player",
    "recruit": "ostfront.ai.recruit",
    "officer": "ostfront.ai.officer",
}
_registered: dict[str, MakePlayer] = {}


def register(level: str, make: MakePlayer) -> None:
    """Add a level that does not live in this package; `make` takes a seed."""
    _registered[level] = make


def levels() -> list[str]:
    return [*LEVELS, *(name for name in _registered if name not in LEVELS)]


def maker(level: str) -> MakePlayer:
    """What makes players of a level from a seed."""
    if level in _registered:
        return _registered[level]
    if level not in LEVELS:
        hint = suggestion(level, levels()) or f" There are {either(levels())}."
        raise BadAction(f"There is no computer player '{level}'.{hint}")
    make: MakePlayer = import_module(LEVELS[level]).make
    return make


def player(level: str, seed: int | str = 0) -> Player:
    """A computer player by its level; with the same seed it plays the same way."""
    return maker(level)(seed)
