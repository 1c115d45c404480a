"""7.10 Retreats, as whole paths."""

from __future__ import annotations

from drill.layout import fighting, refused
from ostfront import Game
from rule import rule

NO_REROLL = "rerolled = [true, true]"


def retreating(units: str, *, state: str = "", attackers: tuple[str, ...] = ("L-Tank",)) -> Game:
    """D-Foot2 in 0604 must retreat from the tank in 0603."""
    both = f"L-Tank 0603, D-Foot2 0604, {units}"
    game = fighting("Left", both, "0604", *attackers, state=f"{NO_REROLL}\n{state}", dice=(5,))
    game.play("resolve")
    return game


@rule("DRILL 7.10a")
def test_two_hexes_one_after_the_other() -> None:
    game = retreating("D-Gun1 0901")
    assert refused(game, "retreat 0605 0606") == []
    assert refused(game, "retreat 0605") == ["7.10a"]
    assert refused(game, "retreat 0605 0606 0607") == ["7.10a"]
    assert refused(game, "retreat 0605 0806") == ["7.10a"]


@rule("DRILL 7.10b")
def test_away_from_the_enemy() -> None:
    game = retreating("R-Foot 0607")
    assert refused(game, "retreat 0605 0606") == ["7.10b"]  # next to R-Foot
    assert refused(game, "retreat 0704 0803") == ["7.10b"]  # 0704 is next to the tank


@rule("DRILL 7.10c")
def test_where_there_is_room() -> None:
    game = retreating("D-Gun1 0606, D-Gun2 0606, D-Foot1 0705")
    assert refused(game, "retreat 0605 0606") == ["7.10c"]
    assert refused(game, "retreat 0705 0706") == []


@rule("DRILL 7.10d")
def test_two_hexes_away() -> None:
    game = retreating("D-Gun1 0901")
    assert refused(game, "retreat 0605 0705") == ["7.10d"]


@rule("DRILL 7.10e")
def test_not_onto_a_surprise() -> None:
    game = retreating("D-Gun1 0901", state='face_down = [{ place = "0606", chit = "blank-1" }]')
    assert refused(game, "retreat 0605 0606") == ["7.10e"]


@rule("DRILL 7.11")
def test_who_cannot_retreat_loses_a_step() -> None:
    game = retreating("R-Tank 0606, R-Foot 0706, R-Gun 0506, D-Gun1 0901")
    assert game.view("Red").known["units"]["D-Foot2"]["hex"] == "0604"
    assert game.view("Red").known["units"]["D-Foot2"]["steps"] == 1
