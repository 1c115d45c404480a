"""Compounds: one line for several steps, played once, refused as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import ostfront
from drill.layout import active
from ostfront import Game, IllegalAction
from ostfront.core.errors import BadAction
from ostfront.core.play.compounds import Compound, Part, steps_of
from ostfront.core.play.referee import Referee

MOVE = Compound(
    "move UNIT HEX", (Part("pick UNIT"), Part("go HEX", instead="road HEX", again=True), Part("stop", maybe=True))
)
ATTACK = Compound(
    "attack HEX with UNIT... [resolve]", (Part("attack HEX"), Part("with UNIT..."), Part("resolve", maybe=True))
)
HQ = Compound("hq UNIT [AREA...]", (Part("pick UNIT"), Part("go AREA..."), Part("reveal", maybe=True)))
VERBS = ("attack", "pick", "go", "stop", "with")


def texts(text: str) -> list[str]:
    return [part.text for part in steps_of((MOVE, ATTACK, HQ), VERBS, text)]


def test_a_compound_is_filled_in() -> None:
    assert texts("move 7Pz 3622") == ["pick 7Pz", "go 3622", "stop"]
    assert texts("attack 3622 with 7Pz 20Mot") == ["attack 3622", "with 7Pz", "with 20Mot"]
    assert texts("attack 3622 with 7Pz resolve") == ["attack 3622", "with 7Pz", "resolve"]
    assert texts("hq Kleist") == ["pick Kleist", "reveal"]
    assert texts("hq Kleist 16 17") == ["pick Kleist", "go 16", "go 17", "reveal"]


def test_a_plain_action_is_its_own_only_step() -> None:
    assert texts("attack 3622") == ["attack 3622"]
    assert texts("pass") == ["pass"]


def test_a_compound_that_does_not_fit_says_how_it_is_written() -> None:
    with pytest.raises(BadAction, match="write it as 'move UNIT HEX'"):
        texts("move 7Pz")


@contextmanager
def counted(game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is pushed and judged meanwhile, in any game."""
    seen: list[str] = []

    def counting(word: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            seen.append(word)
            return method(*args)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(Game, "push", counting("push", Game.push))
        patch.setattr(Referee, "judge", counting("verdict", Referee.judge))
        yield seen


def test_three_steps_are_three_pushes_and_three_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    with counted(game, monkeypatch) as seen:
        game.play("move L-Foot 0104")
    assert sorted(seen) == ["push"] * 3 + ["verdict"] * 3


def test_a_refused_step_leaves_nothing_behind() -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    before, entries, events = game.state.clone(), list(game.entries or ()), list(game.events or ())
    with pytest.raises(IllegalAction):
        game.play("move L-Foot 0104 0504")
    assert game.state == before
    assert game.entries == entries
    assert game.events == events
    game.play("move L-Foot 0104")


def test_a_compound_is_played_for_its_seat() -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    before = game.state.clone()
    with pytest.raises(ostfront.NotYourTurn):
        game.play("move L-Foot 0104", "Red")
    assert game.state == before
    game.play("move L-Foot 0104", "Left")


def test_a_draft_of_compounds_sent_twice_is_played_once() -> None:
    game = active("Left", "L-Foot 0103, L-Tank 0201, D-Foot1 0504")
    start = game.draft_start("Left")
    game.replace_draft("Left", ["move L-Foot 0104"], after=start)
    entries = list(game.entries or ())
    game.replace_draft("Left", ["move L-Foot 0104"], after=start)
    assert game.entries == entries
