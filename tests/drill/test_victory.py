"""9.0 The end of the game."""

from __future__ import annotations

import pytest

from drill.layout import fighting, lay_out
from rule import rule


@rule("DRILL 9.1")
@pytest.mark.parametrize(
    ("units", "winner"),
    [("L-Foot 0504, R-Foot 0702, D-Gun1 0706", "Blue"), ("L-Foot 0504, R-Foot 0703, D-Gun1 0706", "Red")],
)
def test_two_towns_win(units: str, winner: str) -> None:
    game = lay_out(units, 'procedure = "turn"\nstep = "end"', state="turn = 4")
    assert game.result is not None
    assert game.result.winner == winner
    assert game.result.rule == "9.1"


@rule("DRILL 9.2")
def test_without_units_the_game_is_lost_at_once() -> None:
    game = fighting("Left", "L-Tank 0603, D-Militia 0604", "0604", "L-Tank", dice=(6,))
    game.play("resolve")
    game.play("accept")
    assert game.result is not None
    assert game.result.winner == "Blue"
    assert not game.pending
