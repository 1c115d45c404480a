"""Views: entries, log and records for one seat."""

from __future__ import annotations

import ostfront
from drill.layout import active, fighting, lay_out
from ostfront.core.files import record
from ostfront.core.play.view import HIDDEN


def test_secret_actions_are_seen_by_the_team_only() -> None:
    game = active("Left", "L-Foot 0103, R-Foot 0107, D-Foot1 0504", fog=True)
    game.play("move L-Foot 0104")
    assert game.view("Red").entries() == [HIDDEN] * 3
    assert game.view("Right").entries() == game.entries
    assert record.write(game, 2).count("hidden\n") == 3 + 1  # and what the game began from


def test_the_enemy_sees_a_block_move() -> None:
    game = active("Left", "L-Foot 0103, R-Foot 0107, D-Foot1 0504", fog=True)
    game.play("move L-Foot 0104")
    assert game.view("Red").log() == ["A block moves from 0103 to 0104."]
    assert game.view("Right").log() == ["L-Foot moves to 0104."]


def test_sealed_actions_are_seen_when_the_last_is_in() -> None:
    game = lay_out("L-Foot 0103, D-Foot1 0504", 'procedure = "turn"\nstep = "orders"')
    game.play("select Dig-in", "Red")
    assert game.view("Left").entries() == [HIDDEN]
    assert game.view("Left").awaited == ("Left",)
    game.play("select Left-again", "Left")
    assert HIDDEN not in game.view("Left").entries()


def test_all_is_shown_when_the_game_is_over() -> None:
    game = fighting("Left", "L-Tank 0603, D-Militia 0604", "0604", "L-Tank", dice=(6,), fog=True)
    game.play("resolve")
    game.play("accept")
    assert game.result is not None
    assert game.view("Red").entries() == game.entries
    assert "hidden" not in record.write(game, 2)


def test_a_draw_that_nobody_saw_is_hidden_from_all() -> None:
    game = ostfront.new("drill", seed=1)
    for seat in range(3):
        assert game.view(seat).entries() == [HIDDEN] * 4
    assert record.write(game).count("hidden") == 4
    assert record.write(game, full=True).count("draw ") == 4
