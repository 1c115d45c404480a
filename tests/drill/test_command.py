"""2.0 The turn, 4.0 orders, 5.0 activation."""

from __future__ import annotations

import pytest

from drill.layout import Rigged, fighting, lay_out, refused
from ostfront import Game
from ostfront.core.play.chance import Seeded
from ostfront.core.play.sequence import Outcome
from rule import rule

BOTH = "L-Foot 0103, D-Foot1 0504"


def at_step(step: str, *, state: str = "", dice: tuple[int, ...] = (), units: str = BOTH) -> Game:
    return lay_out(units, f'procedure = "turn"\nstep = "{step}"', state=state, dice=dice)


@rule("DRILL 2.1")
def test_a_turn_follows_a_turn_until_the_last() -> None:
    game = at_step("end", state="turn = 3")
    assert game.result is None
    assert game.state.turn == 4
    assert game.pending[0].prompt == "Select an extra chit for turn 4."
    assert at_step("end", state="turn = 4").result is not None


@rule("DRILL 2.2")
def test_re_rolls_come_back() -> None:
    assert at_step("end", state="rerolled = [true, true]").state.rerolled == (False, False)


@rule("DRILL 4.1")
def test_one_selects_an_extra_chit_of_ones_own() -> None:
    game = at_step("orders")
    assert [q.seat for q in game.pending] == ["Left", "Red"]
    assert refused(game, "select Dig-in", "Left") == ["4.1"]
    assert refused(game, "select Right", "Left") == ["4.1"]
    assert refused(game, "select Right-again", "Left") == []


@rule("DRILL 4.2")
def test_not_twice_running() -> None:
    game = at_step("orders", state='previous = ["Left-again", "", "Dig-in"]')
    assert refused(game, "select Left-again", "Left") == ["4.2"]
    assert game.view("Red").legal.texts == ["select Red-again"]


@rule("DRILL 4.3")
def test_selected_chits_go_into_the_cup() -> None:
    game = at_step("orders", dice=(1,))
    game.play("select Dig-in", "Red")
    assert game.state.cup == 0
    game.play("select Left-again", "Left")
    assert game.view("Right").known["cup"] == ["Right", "Red", "Left-again", "Dig-in"]  # Left is drawn


@rule("DRILL 4.4")
def test_digging_in_helps_red_until_the_end_of_the_turn() -> None:
    game = at_step("draw", state='cup = ["Dig-in", "Left"]', dice=(2,))
    assert game.state.dug_in
    assert not at_step("end", state="dug_in = true").state.dug_in
    # lead 4 - 2 - 1 for digging in: on a 3 both lose a step, not nobody
    units = "L-Tank 0603, D-Foot2 0604"
    attack = fighting("Left", units, "0604", "L-Tank", state="dug_in = true\nrerolled = [true, true]", dice=(3,))
    attack.play("resolve")
    assert "Left rolls 3: both lose a step." in attack.view("Left").log()


@rule("DRILL 5.1")
def test_chits_are_drawn_at_random() -> None:
    seen = set()
    for seed in range(20):
        game = at_step("orders")
        game.source = Seeded.of(seed)
        game.play("select Dig-in", "Red")
        game.play("select Left-again", "Left")
        drawn = [entry for entry in game.entries or () if isinstance(entry, Outcome)]
        seen.add(game.rules.vocabulary.nouns["chit"].names[drawn[0].value])
    assert seen == {"Left", "Right", "Red", "Left-again", "Dig-in"}


@rule("DRILL 5.2")
def test_red_may_interrupt_once_a_game() -> None:
    game = at_step("draw", state='cup = ["Left", "Right"]', dice=(1, 1))
    assert [(q.seat, q.kind) for q in game.pending] == [("Red", "reserve")]
    game.play("interrupt", "Red")
    assert game.pending[0].seat == "Red" and game.pending[0].kind == "move"
    game.play("done")
    # Left went back into the cup and is drawn again; the reserve is gone
    assert game.pending[0].seat == "Left" and game.pending[0].kind == "move"


@rule("DRILL 5.2")
def test_the_window_does_not_open_for_reds_own_chit_or_without_the_reserve() -> None:
    assert at_step("draw", state='cup = ["Red"]').pending[0].kind == "move"
    assert at_step("draw", state='cup = ["Left"]\nreserve = false').pending[0].kind == "move"
    assert at_step("draw", state='cup = ["Left"]').pending[0].kind == "reserve"


@pytest.mark.parametrize(("when", "answered"), [("", True), ("Left", True), ("Right", False), ("last turn", False)])
def test_a_standing_order_answers_the_window(when: str, answered: bool) -> None:
    game = at_step("orders")
    game.source = Rigged(1)
    game.order("Red", "reserve", "pass", when=when)
    game.play("select Dig-in", "Red")
    game.play("select Left-again", "Left")
    assert (game.pending[0].kind == "move") == answered
