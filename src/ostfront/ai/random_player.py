"""The random player: picks any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from ostfront.ai.player import Imagine
from ostfront.core.play.actions import Action
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View


class RandomPlayer:
    """With the same seed it makes the same choices."""

    def __init__(self, seed: int | str = 0) -> None:
        self.random = Random(f"random player {seed}").random

    def choose(self, view: View, legal: Legal, imagine: Imagine) -> Action:
        return legal.options.choose(self.random)
