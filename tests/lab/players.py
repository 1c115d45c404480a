"""Quick players for tests of the laboratory."""

from __future__ import annotations

from random import Random

import pytest

from ostfront import ai
from ostfront.ai.weights import weights
from ostfront.core.play.actions import Action
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View


class Brawler:
    """Uses only one weight: with that probability it attacks or continues, otherwise it chooses at random.

    Its choices depend only on the weights of the rules it sees.
    """

    def __init__(self, seed: int | str) -> None:
        self.random = Random(f"brawler {seed}").random

    def choose(self, view: View, legal: Legal, imagine: ai.Imagine) -> Action:
        keen = weights(view.rules)["battle"]["now"] / 2
        wanted = [action for action in legal if action.verb in ("attack", "with", "go")]
        if wanted and self.random() < keen:
            return wanted[int(self.random() * len(wanted))]
        return legal.options.choose(self.random)


class Passive:
    """Takes the last of the legal actions."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, view: View, legal: Legal, imagine: ai.Imagine) -> Action:
        return list(legal)[-1]


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ai._registered, "brawler", Brawler)
    monkeypatch.setitem(ai._registered, "passive", Passive)
