"""Drafts: what a seat has done since the last dice, draw, reveal or other seat's action, replaced as a whole."""

from __future__ import annotations

import pytest

import ostfront
from drill.layout import active, fighting, lay_out
from ostfront import Game, IllegalAction, NotYourTurn
from ostfront.core.errors import BadAction
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.sequence import Mark
from ostfront.core.play.state import Decision


def texts(game: Game, seat: str) -> list[str]:
    return [game.text(act.action) for act in game.draft(seat)]


def orders() -> Game:
    return lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')


UNITS = "L-Foot 0103, L-Tank 0201, R-Foot 0107, D-Foot1 0504"


def test_a_set_up_is_rearranged_as_a_whole() -> None:
    game = ostfront.new("drill", seed=1)
    game.play("deploy D-Tank; at 0702; deploy D-Gun1; at 0605")
    game.replace_draft("Red", ["deploy D-Gun1; at 0504", "deploy D-Tank; at 0706"])
    assert texts(game, "Red") == ["deploy D-Gun1", "at 0504", "deploy D-Tank", "at 0706"]
    assert {u["hex"] for u in game.view("Red").known["units"].values()} == {"0504", "0706"}


def test_doing_it_twice_is_doing_it_once() -> None:
    game = active("Left", UNITS)
    game.replace_draft("Left", ["move L-Foot", "go 0104"], after=0)
    state, entries = game.state.clone(), list(game.entries or ())
    game.replace_draft("Left", ["move L-Foot", "go 0104"], after=0)
    assert game.state == state
    assert game.entries == entries


def test_a_second_click_after_the_dice_changes_nothing() -> None:
    game = fighting("Left", "L-Tank 0603, D-Foot2 0604", "0604", "L-Tank", dice=(4, 4))
    length = len(game.entries or ())
    drafted = [*texts(game, "Left"), "resolve"]
    game.replace_draft("Left", drafted, after=0)
    state = game.state.clone()
    game.replace_draft("Left", drafted, after=0)
    assert game.state == state
    assert len(game.entries or ()) == length + 2  # the action and the die


def test_a_draft_from_another_moment_is_refused() -> None:
    game = active("Left", UNITS)
    game.play("move L-Foot 0104")
    game.play("done")
    before = game.state.clone()
    with pytest.raises(NotYourTurn, match="The game has moved on"):
        game.replace_draft("Left", ["move L-Tank"], after=2)
    assert game.state == before


def test_a_draft_is_refused_as_a_whole() -> None:
    game = active("Left", UNITS)
    game.play("move L-Foot; go 0104")
    before, entries = game.state.clone(), list(game.entries or ())
    with pytest.raises(IllegalAction):
        game.replace_draft("Left", ["move L-Tank", "go 0907"])
    with pytest.raises(BadAction):
        game.replace_draft("Left", ["move L-Tank", "fly"])
    assert game.state == before
    assert game.entries == entries


def test_dice_end_a_draft() -> None:
    game = fighting("Left", "L-Tank 0603, D-Foot2 0604", "0604", "L-Tank", dice=(4,))
    assert texts(game, "Left")[-1] == "with L-Tank"
    game.play("resolve")
    assert texts(game, "Left") == []
    with pytest.raises(NotYourTurn, match="Nothing can be taken back"):
        game.undo("Left")


def test_another_seats_action_ends_a_draft_even_a_secret_one() -> None:
    game = ostfront.new("drill", "skirmish", seed=1)
    game.play("deploy D-Tank; at 0702; deploy D-Gun1; at 0605; deploy D-Foot1; at 0504; deploy D-Foot2; at 0706")
    assert len(game.draft("Red")) == 8
    game.play("deploy L-Gun", "Left")
    assert game.draft("Red") == []
    game.play("at 0102", "Left")
    assert texts(game, "Left") == ["deploy L-Gun", "at 0102"]


@pytest.mark.parametrize("first", ["Left", "Red"])
def test_a_sealed_group_is_answered_in_any_order(first: str) -> None:
    choice = {"Left": "select Left-again", "Red": "select Dig-in"}
    second = "Red" if first == "Left" else "Left"
    game = orders()
    game.play(choice[first], first)
    assert texts(game, first) == [choice[first]]
    assert choice[first] not in str(game.view(second).entries())
    assert [q.seat for q in game.pending] == [second]
    game.play(choice[second], second)
    assert game.state.previous == (3, -1, 6)


def test_a_sealed_answer_may_be_changed_until_the_last_is_in() -> None:
    game = orders()
    game.play("select Left-again", "Left")
    game.replace_draft("Left", ["select Right-again"])
    game.play("select Dig-in", "Red")
    assert game.state.previous == (4, -1, 6)
    assert game.draft("Left") == game.draft("Red") == []


def test_what_another_seat_does_under_seal_does_not_move_a_draft() -> None:
    game = orders()
    start = game.draft_start("Red")
    game.play("select Left-again", "Left")
    assert game.draft_start("Red") == start
    game.replace_draft("Red", ["select Dig-in"], after=start)
    assert game.state.previous == (3, -1, 6)


def test_a_sealed_answer_may_be_withdrawn_and_given_again() -> None:
    game = orders()
    game.play("select Left-again", "Left")
    game.undo("Left")
    assert [q.seat for q in game.pending] == ["Left", "Red"]
    game.play("select Dig-in", "Red")
    game.play("select Right-again", "Left")
    assert game.state.previous == (4, -1, 6)


def test_undo_takes_back_one_action_of_a_seat() -> None:
    game = active("Left", UNITS)
    game.play("move L-Foot")
    game.play("go 0104")
    game.undo("Left")
    assert texts(game, "Left") == ["move L-Foot"]
    game.undo("Left")
    with pytest.raises(NotYourTurn):
        game.undo("Left")


def test_a_compound_is_refused_as_a_whole() -> None:
    game = active("Left", UNITS)
    before = game.state.clone()
    with pytest.raises(IllegalAction):
        game.play("move L-Foot 0907")
    with pytest.raises(IllegalAction):
        game.play("move L-Foot 0104; move R-Foot 0106")
    assert game.state == before and game.entries == []
    copy = game.clone()
    with pytest.raises(IllegalAction):
        copy.play("move L-Foot 0907")
    assert copy.state == before


def test_a_takeback_across_dice_rolls_anew_and_says_so() -> None:
    """Undo of dice by agreement: the stream is salted, so that nobody shops for a better roll they know."""
    changed = 0
    for seed in range(12):
        game = orders()
        game.source = Seeded.of(seed)
        game.play("select Dig-in", "Red")
        game.play("select Left-again", "Left")
        drawn = game.view("Left").log()[-1]
        game.undo()
        assert (game.entries or [])[-1] == Mark("takeback", "1")
        game.play("select Left-again", "Left")
        changed += game.view("Left").log()[-1] != drawn
    assert changed > 3


def test_what_stays_of_a_draft_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = active("Left", UNITS)
    for action in ("move L-Foot", "go 0104", "stop", "move L-Tank", "go 0202"):
        game.play(action)
    drafted = texts(game, "Left")
    judged: list[str] = []
    allowed = Game.allowed

    def watched(self: Game, action: Action | str, seat: int | None) -> tuple[Action, Decision]:
        judged.append(self.text(self.parse(action)))
        return allowed(self, action, seat)

    monkeypatch.setattr(Game, "allowed", watched)
    game.replace_draft("Left", drafted[:-1])
    assert judged == []
    game.replace_draft("Left", [*drafted[:-1], "go 0301"])
    assert judged == ["go 0301"]
    afresh = active("Left", UNITS)
    for action in [*drafted[:-1], "go 0301"]:
        afresh.play(action)
    assert game.state == afresh.state
    assert game.entries == afresh.entries
