"""What a computer player is.

A player gets what its seat may know, the legal actions, and a way to imagine worlds that its seat could not tell
from the real one. It answers with one of the legal actions. It never sees the game itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

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
