"""German air power (13.3): Stukas come and go, the bomber flies once."""

from __future__ import annotations

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.stage import place_of, stage, steps_of

FRONT = {"7Pz": "2540", "61C": "2541", "24A": "2545", "66C": "2545"}


def last_result(game: Game) -> str:
    return [line for line in game.view(0).log() if " column: " in line][-1]


# ---- Stukas ---------------------------------------------------------------------------------------


@rule("AVD 13.3a")
@pytest.mark.parametrize(("side", "column"), [("german", "5"), ("soviet", "1")])
def test_a_stuka_shifts_two_columns_for_its_side(side: str, column: str) -> None:
    """7Pz attacks 9 to 3: from 3-1 to 5-1. 61C attacks 3 to 2: from 1.5-1 to 1-1, the end of the table."""
    game = stage("combat", FRONT, side=side, stukas=2, rolls=["roll 1"])
    game.play("attack 2541 with 7Pz" if side == "german" else "attack 2540 with 61C")
    assert asked(game) == [("German", "stuka")]
    game.play("stuka")
    assert game.state.stukas == 1
    assert f" on the {column}-1 column" in last_result(game)


@rule("AVD 13.3a")
def test_no_stuka_on_the_airfields_no_question() -> None:
    game = stage("combat", FRONT, stukas=0, rolls=["roll 1"])
    game.play("attack 2541 with 7Pz")
    assert "A 1 on the 3-1 column: A1, the attacker loses 1 step." in game.view(0).log()
    game = stage("combat", FRONT, stukas=1, rolls=["roll 1"])
    game.play("attack 2541 with 7Pz")
    assert asked(game) == [("German", "stuka")]


@rule("AVD 13.3a")
@pytest.mark.parametrize(("ready", "after"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_air_power_brings_one_stuka_back(ready: int, after: int) -> None:
    game = stage("air", FRONT, stukas=ready)
    assert game.state.stukas == after


# ---- the bomber -----------------------------------------------------------------------------------


@rule("AVD 13.3b")
def test_the_bomber_attacks_any_hex_at_8_to_1_and_nobody_retreats() -> None:
    """66C stands far from every German; a 3 is 1DR2, of which only the step counts."""
    game = stage("air", FRONT, bomber=True, rolls=["roll 3"])
    assert asked(game) == [("German", "air")]
    assert verdict(game, "bomb 2540") == ["AVD 13.3b"]  # its own
    assert verdict(game, "bomb 2539") == ["AVD 13.3b"]  # nobody
    assert verdict(game, "bomb 2541") == []
    game.play("bomb 2545")
    assert last_result(game) == "A 3 on the 8-1 column: the defender loses 1 step."
    assert (place_of(game, "66C"), steps_of(game, "66C")) == ("2545", 1)
    assert not game.state.bomber


def test_a_retreat_result_alone_does_nothing() -> None:
    game = stage("air", FRONT, bomber=True, rolls=["roll 1"])
    game.play("bomb 2541")
    assert last_result(game) == "A 1 on the 8-1 column: no effect."
    assert (place_of(game, "61C"), steps_of(game, "61C")) == ("2541", 2)


def test_the_bomber_flies_once() -> None:
    assert asked(stage("air", FRONT, bomber=False)) != [("German", "air")]


def test_the_bomber_may_stay_on_its_field() -> None:
    game = stage("air", FRONT, bomber=True)
    game.play("pass")
    assert game.state.bomber


@pytest.mark.parametrize(("place", "column"), [("2541", "8"), ("3327", "6"), ("2932", "6")])
def test_terrain_protects_from_the_bomber(place: str, column: str) -> None:
    """Open ground, a city, a town on a hill."""
    game = stage("air", {"7Pz": "3919", "61C": place, "24A": "3750", "66C": "3750"}, bomber=True, rolls=["roll 1"])
    game.play(f"bomb {place}")
    assert f" on the {column}-1 column" in last_result(game)


def test_turn_1_helps_the_bomber() -> None:
    game = stage("air", FRONT, bomber=True, turn=1, rolls=["roll 1"])
    game.play("bomb 2541")
    assert last_result(game) == "A 1 on the 10+-1 column: the defender loses 1 step."


def test_a_pvo_under_bombs_loses_steps_only() -> None:
    game = stage("air", FRONT | {"PVO-6": "2643"}, bomber=True, rolls=["roll 3"])
    game.play("bomb 2643")
    assert (place_of(game, "PVO-6"), steps_of(game, "PVO-6")) == ("2643", 1)


def test_an_hq_whose_stack_is_bombed_away_relocates() -> None:
    game = stage("air", FRONT, bomber=True, reduced=["66C"], rolls=["roll 6"])
    game.play("bomb 2545")
    assert place_of(game, "66C") == "soviet-reserve"
    assert asked(game) == [("Soviet", "relocate")]
