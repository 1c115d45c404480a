"""8.0 Surprises."""

from __future__ import annotations

import ostfront
from drill.layout import active, refused
from ostfront import Game
from rule import rule


def walking(unit: str, place: str, chit: str) -> Game:
    """A unit of Left about to move, with one surprise in 0303."""
    state = f'face_down = [{{ place = "0303", chit = "{chit}" }}]'
    game = active("Left", f"{unit} {place}, L-Gun 0101, D-Foot1 0801", state=state, fog=True)
    game.play(f"move {unit}")
    return game


@rule("DRILL 8.1")
def test_four_surprises_are_laid_and_nobody_looks() -> None:
    game = ostfront.new("drill", seed=7)
    assert len(game.state.face_down) == 4
    for seat in ("Left", "Right", "Red"):
        assert game.view(seat).known["face down"] == ["0303", "0305", "0602", "0606"]
        assert not any(name in str(game.view(seat).known) for name in ("mine", "fuel", "blank"))
        assert not any("surprise" in str(entry) for entry in game.view(seat).entries())


@rule("DRILL 8.2")
def test_no_leg_leads_over_a_surprise() -> None:
    """From 0302 it is two points to 0304 over the surprise in 0303, three around it."""
    game = walking("L-Foot", "0302", "blank-1")
    assert refused(game, "go 0304") == []
    game = walking("L-Foot", "0301", "blank-1")
    game.play("go 0302")
    assert refused(game, "go 0304") == ["8.2"]
    assert refused(game, "go 0303") == []


def test_a_surprise_is_turned_up_and_the_unit_stays_in_hand() -> None:
    game = walking("L-Foot", "0302", "blank-1")
    game.play("go 0303")
    assert game.state.face_down == ()
    assert "blank-1 is turned up in 0303." in game.view("Red").log()
    assert refused(game, "go 0304") == []


@rule("DRILL 8.3")
def test_a_mine_costs_a_step_and_ends_the_move() -> None:
    game = walking("L-Foot", "0302", "mine-1")
    game.play("go 0303")
    assert game.pending[0].kind == "move"
    assert game.view("Red").known["units"]["L-Foot"]["steps"] == 1


@rule("DRILL 8.3")
def test_fuel_gives_two_points() -> None:
    game = walking("L-Tank", "0302", "fuel-1")
    game.play("go 0303")  # two points of five
    assert game.state.top.local.left == 5


@rule("DRILL 8.3")
def test_a_blank_is_a_blank() -> None:
    game = walking("L-Tank", "0302", "blank-2")
    game.play("go 0303")
    assert game.state.top.local.left == 3


def test_what_was_turned_up_cannot_be_taken_back() -> None:
    game = walking("L-Tank", "0302", "blank-2")
    game.play("go 0202")
    assert len(game.draft("Left")) == 2
    game.play("go 0303")
    assert game.draft("Left") == []


def test_a_compound_ends_where_a_surprise_comes_up() -> None:
    """`move L-Tank 0303 0304` goes as far as the surprise; the rest is asked again."""
    game = active("Left", "L-Tank 0302, D-Foot1 0801", state='face_down = [{ place = "0303", chit = "blank-1" }]')
    game.play("move L-Tank 0303 0404")
    assert game.pending[0].kind == "leg"
    assert game.view("Left").known["units"]["L-Tank"]["hex"] == "0303"
