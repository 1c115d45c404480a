"""The game as a library user meets it."""

from __future__ import annotations

import pytest

import ostfront
from drill.layout import active
from ostfront.core.errors import BadAction


def test_names_scenarios_and_options_are_checked() -> None:
    with pytest.raises(BadAction, match=r"There is no game 'dril'. Did you mean drill?"):
        ostfront.new("dril")
    with pytest.raises(BadAction, match=r"has no scenario 'seige'. Did you mean siege?"):
        ostfront.new("drill", "seige")
    with pytest.raises(BadAction, match=r"has no option 'frog'. Did you mean fog?"):
        ostfront.new("drill", options={"frog": True})
    with pytest.raises(BadAction, match="Option 'fog' is one of True or False, not 1"):
        ostfront.new("drill", options={"fog": 1})


def test_the_same_seed_is_the_same_game() -> None:
    assert ostfront.new("drill", seed=3).state == ostfront.new("drill", seed=3).state
    assert any(ostfront.new("drill", seed=n).state != ostfront.new("drill", seed=3).state for n in range(5))


def test_legal_is_a_live_view() -> None:
    game = active("Left", "L-Foot 0103, L-Tank 0201, D-Foot1 0504")
    legal = game.legal
    assert len(legal) == 3 and legal
    assert "move L-Foot" in legal and "move D-Foot1" not in legal
    assert "moev L-Foot" not in legal and "move" not in legal and "move Nobody" not in legal
    assert [game.text(a) for a in legal.of("L-Tank")] == ["move L-Tank"]
    assert legal.texts == [game.text(action) for action in legal]
    assert repr(legal) == "<3 legal: move L-Tank, move L-Foot, done>"


def test_questions_have_a_prompt_and_a_rule() -> None:
    game = ostfront.new("drill", seed=1)
    question = game.pending[0]
    assert (question.seat, question.rule) == ("Red", "DRILL 3.1")
    assert question.prompt.endswith(".")
    assert repr(game) == f"<Game drill, Red: {question.prompt}>"


def test_push_is_unchecked_and_play_is_not() -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    with pytest.raises(ostfront.IllegalAction):
        game.play("move D-Foot1")
    game.push(game.parse("move D-Foot1"))
    assert game.pending[0].kind == "leg"


def test_why_not_is_empty_for_what_is_legal() -> None:
    game = active("Left", "L-Foot 0103, D-Foot1 0504")
    assert game.why_not("move L-Foot") == []
    assert game.why_not("move D-Foot1")[0].text == "D-Foot1 is not active."
    assert game.why_not("go 0104")[0].text == "'go' does not answer this decision; expected move UNIT or done."


def test_a_game_without_history_plays_but_does_not_go_back() -> None:
    copy = active("Left", "L-Foot 0103, D-Foot1 0504").clone(history=False)
    copy.play("move L-Foot 0104")
    with pytest.raises(ostfront.OstfrontError, match="keeps no history"):
        copy.undo()
