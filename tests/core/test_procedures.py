"""The stack of procedures: what an end, a jump, a given outcome do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import ostfront
from drill.layout import lay_out
from ostfront.core.errors import BadFile, NotYourTurn
from ostfront.core.files.position import frames_of
from ostfront.core.play.actions import Action
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision


def test_the_stack_reads_like_the_rulebook() -> None:
    game = ostfront.new("drill", seed=1)
    assert [frame.procedure for frame in frames_of(game.state)] == ["game", "set-up"]
    assert game.rules.procedures["turn"].steps[0].rule == "4.1"


def test_given_outcomes_are_used_up_in_order() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.scripted = [("chit", 2)]
    game.play("select Dig-in", "Red")
    game.play("select Left-again", "Left")
    assert game.view("Left").log()[-1] == "Red is drawn."


def test_an_outcome_that_cannot_be_is_refused() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.play("select Dig-in", "Red")
    game.scripted = [("chit", 5)]  # Red-again was not selected
    with pytest.raises(BadFile, match="'turn 1 / cup' cannot have the outcome 'draw Red-again'"):
        game.play("select Left-again", "Left")


def test_a_namesake_of_another_kind_is_what_is_drawn() -> None:
    """Units and chits may have the same name; a record says only `draw NAME`."""
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    words = game.rules.vocabulary
    assert game._namesake("chit", 2, "chit") == 2
    assert game._namesake("chit", words.nouns["chit"].index("Red"), "unit") == -1
    assert game._namesake("", 3, "chit") == -1


def test_nobody_is_asked_when_the_game_is_over() -> None:
    game = lay_out("L-Foot 0504, D-Foot1 0702", 'procedure = "turn"\nstep = "end"', state="turn = 4")
    assert game.result is not None and not game.pending and not game.legal
    with pytest.raises(NotYourTurn, match="The game is over"):
        game.play("pass")


def test_who_is_awaited_is_told_to_who_is_not() -> None:
    game = ostfront.new("drill", seed=1)
    with pytest.raises(NotYourTurn, match="Not the Left player's turn: waiting for the Red player"):
        game.play("pass", "Left")


def test_a_verb_finds_its_decision_among_several_of_one_seat() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.state.pending = (Decision(2, "orders"), Decision(0, "orders"), Decision(2, "reserve"))
    assert game.decision_for(2, "pass") == Decision(2, "reserve")
    assert game.decision_for(2, "select") == Decision(2, "orders")
    assert game.decision_for(2, "go") == Decision(2, "orders")  # fits none: the first
    assert game.decision_for(None, "pass").seat == 2


def test_changing_a_local_that_is_not_there_is_a_mistake_of_the_rules() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.change(seat=2)
    assert game.state.top.local.seat == 2
    with pytest.raises(ValueError, match="turn has no hex"):
        game.change(hex=1)


def test_a_second_round_of_a_sealed_decision_closes_the_first() -> None:
    """A round of bids that opens the next one at once: what was bid in the first stays as it is."""
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.play("select Dig-in", "Red")
    kinds = dict(game.rules.kinds)

    def bid_again(play: Play[Any, Any], decision: Decision, action: Action) -> None:
        kinds["orders"].answer(play, decision, action)
        play.ask("orders", 0, 2)

    try:
        game.rules.kinds = {**kinds, "orders": replace(kinds["orders"], answer=bid_again)}
        game.play("select Left-again", "Left")
        assert {decision.seat for decision in game.state.pending} == {0, 2}
        assert game.draft("Left") == game.draft("Red") == []
    finally:
        game.rules.kinds = kinds


def test_a_step_is_gone_on_with_and_with_new_locals() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    before = game.state.top
    game.again("end", "other locals")
    steps = game.rules.procedures["turn"].index
    assert game.state.top == ("turn", steps["end"], "other locals", before.below)
