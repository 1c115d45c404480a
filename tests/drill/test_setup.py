"""3.0 Set-up."""

from __future__ import annotations

import ostfront
from drill.layout import refused
from ostfront import Game
from rule import rule


def setting_up(*deployed: str, scenario: str = "siege") -> Game:
    """A new game with some units set up, each as `D-Foot1 0703`."""
    game = ostfront.new("drill", scenario, seed=1)
    for unit, place in (word.split() for word in deployed):
        game.play(f"deploy {unit}; at {place}")
    return game


RED = ("D-Gun1 0605", "D-Gun2 0504", "D-Tank 0702", "D-Foot1 0706", "D-Foot2 0703", "D-Militia 0704")
LEFT = ("L-Gun 0102", "L-Tank 0101", "L-Foot 0103")


@rule("DRILL 3.1")
def test_red_then_left_then_right() -> None:
    assert [q.seat for q in setting_up().pending] == ["Red"]
    assert [q.seat for q in setting_up(*RED).pending] == ["Left"]
    assert [q.seat for q in setting_up(*RED, *LEFT).pending] == ["Right"]


@rule("DRILL 3.1")
def test_units_are_deployed_once_and_by_their_owner() -> None:
    game = setting_up("D-Tank 0702")
    assert refused(game, "deploy D-Tank") == ["3.1"]
    assert refused(game, "deploy L-Tank") == ["3.1"]
    assert refused(game, "deploy D-Gun1") == []


@rule("DRILL 3.1")
def test_units_that_do_not_take_part_are_not_deployed() -> None:
    assert refused(setting_up(scenario="skirmish"), "deploy D-Militia") == ["3.1"]


@rule("DRILL 3.2")
def test_on_ones_own_ground() -> None:
    game = setting_up()
    game.play("deploy D-Tank")
    assert refused(game, "at 0304") == ["3.2"]


@rule("DRILL 3.3")
def test_one_unit_in_a_hex() -> None:
    game = setting_up("D-Foot1 0704")
    game.play("deploy D-Foot2")
    assert refused(game, "at 0704") == ["3.3"]


@rule("DRILL 3.4")
def test_guns_in_cover() -> None:
    game = setting_up()
    game.play("deploy D-Gun1")
    assert refused(game, "at 0704") == ["3.4"]
    assert refused(game, "at 0605") == []


@rule("DRILL 3.5")
def test_room_must_be_left_for_the_guns() -> None:
    """Left's ground has one wood: it is kept for the gun, whoever is deployed first."""
    game = setting_up(*RED)
    game.play("deploy L-Foot")
    assert refused(game, "at 0102") == ["3.5"]
    assert "at 0102" not in game.legal
    game = setting_up(*RED, "L-Gun 0102")
    game.play("deploy L-Foot")
    assert refused(game, "at 0101") == []


@rule("DRILL 3.5")
def test_units_must_be_left_for_the_towns() -> None:
    """Four units and three towns: only one may stand elsewhere."""
    game = setting_up("D-Tank 0704", scenario="skirmish")
    game.play("deploy D-Foot1")
    assert refused(game, "at 0703") == ["3.5"]
    assert set(game.legal.texts) == {"at 0504", "at 0702", "at 0706"}
