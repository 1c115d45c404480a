"""Fog of war (1.6): what the enemy sees of a block, concealed and revealed."""

from __future__ import annotations

from kiev_41.stage import act, coming, marked, stage
from rule import rule


@rule("K41 1.6")
def test_a_concealed_block_is_a_colour_in_a_place() -> None:
    game = stage("pass", {"5A": "15", "3Pz": "14", "R4": "79"})
    mine, theirs = game.view("Soviet").known, game.view("Axis").known
    assert "5A" in mine["units"] and "5A" not in theirs["units"]
    assert [token for token in theirs["tokens"] if token.startswith("15.")] == ["15.red.1"]
    assert {"14.black.1", "79.blue.1"} <= set(mine["tokens"])
    assert "3Pz" in theirs["units"] and "3Pz" not in mine["units"]


@rule("K41 1.6")
def test_a_victor_is_concealed_again() -> None:
    game = stage("strategic", {"44AK": "15", "6C": "16"}, left=1, strength={"6C": 1})
    coming(game, "1", "5 1 1 1")
    act(game, "pick 44AK", "go 16")
    assert marked(game, "visible", "44AK") == [False]
    assert "44AK" not in game.view("Soviet").known["units"]


@rule("K41 1.6.1")
def test_a_revealed_block_is_seen_with_its_strength() -> None:
    game = stage("strategic", {"44AK": "15", "5A": "16"}, left=1)
    coming(game, "6 1 1 1", "1 1 1")
    act(game, "pick 44AK", "go 16")
    assert game.view("Soviet").known["units"]["44AK"] == ["16", 3, "visible"]
    assert "5A" not in game.view("Axis").known["units"]  # it held the area and was concealed


def test_the_log_tells_the_enemy_less_and_everything_once_when_the_game_is_over() -> None:
    game = stage("strategic", {"4MC": "15", "5A": "16", "Kleist": "Axis"}, side="soviet", left=2)
    game.events = []
    act(game, "pick 5A", "go 17", "stop")
    named, blind = "5A moves from 16 to 17.", "A Soviet block moves from 16 to 17."
    assert named in game.view("Soviet").log() and blind not in game.view("Soviet").log()
    assert blind in game.view("Axis").log() and named not in game.view("Axis").log()
    act(game, "pick 4MC", "go 14")  # Tarnopol: sudden death
    assert game.result is not None
    for seat in ("Axis", "Soviet"):
        assert named in game.view(seat).log() and blind not in game.view(seat).log()
