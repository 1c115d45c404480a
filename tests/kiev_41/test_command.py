"""Command (4.2.5, 10.6, 10.7, 10.9): who obeys whom, who is fast, and passing full areas."""

from __future__ import annotations

import pytest

from kiev_41.stage import act, asked, coming, marked, place_of, rules_broken, stage
from ostfront.core.play.game import Game
from rule import rule


def picks(game: Game) -> set[str]:
    return {text.removeprefix("pick ") for text in game.legal.texts if text.startswith("pick ")}


@rule("K41 10.6", "K41 10.7")
@pytest.mark.parametrize("marshal", ["B", "T"])
def test_a_marshal_commands_all_colours_and_other_hqs(marshal: str) -> None:
    units = {marshal: "9", "51A": "10", "S": "22", "44A": "7", "5A": "38", "9A": "39", "SLK": "16"}
    game = stage("impulse", units, side="soviet")
    act(game, "tactical", f"pick {marshal}", "reveal", "done", "done")
    assert asked(game) == "Soviet command"
    assert picks(game) == {"51A", "S", "44A", "5A", "9A"}


@rule("K41 10.6", "K41 10.7")
@pytest.mark.parametrize("marshal", ["B", "T"])
def test_a_marshal_allows_a_blitz_to_any_colour(marshal: str) -> None:
    units = {marshal: "9", "2MC": "9", "44AK": "10"}
    game = stage("impulse", units, side="soviet", strength={"44AK": 1})
    act(game, "tactical", f"pick {marshal}", "reveal", "done", "done", "pick 2MC", "go 10", "done")
    coming(game, "6 1 1")  # a Tank Attack
    act(game, "done")
    assert place_of(game, "44AK") == "axis-lost"
    assert asked(game) == "Soviet blitz" and "blitz 2MC 9" in game.legal.texts


@rule("K41 10.1c")
def test_budyonny_alone_in_contested_kiev_cannot_be_activated() -> None:
    """Kiev would fall when he leaves it, and he would be gone before he is revealed."""
    game = stage("impulse", {"B": "4", "44AK": "4"}, side="soviet", soviet=("4",))
    assert "tactical" not in game.legal.texts
    assert rules_broken(game, "tactical") == ["K41 10.1a"]
    beside = stage("impulse", {"B": "4", "44AK": "4", "SW": "9"}, side="soviet", soviet=("4",))
    act(beside, "tactical")
    assert picks(beside) == {"SW"}
    assert rules_broken(beside, "pick B") == ["K41 10.1c"]


@rule("K41 10.1c")
@pytest.mark.parametrize("left", [{"units": {"5A": "4"}}, {"lines": {"4": "soviet"}}])
def test_budyonny_leaves_a_kiev_that_others_hold(left: dict[str, dict[str, str]]) -> None:
    units = {"B": "4", "44AK": "4", **left.get("units", {})}
    game = stage("impulse", units, side="soviet", soviet=("4",), lines=left.get("lines"))
    act(game, "tactical", "pick B", "go 5", "reveal")
    assert place_of(game, "B") == "5" and asked(game) == "Soviet headquarters"


@rule("K41 10.1a")
def test_an_impulse_without_an_hq_to_activate_goes_on() -> None:
    """As when it was saved in an older version, with Budyonny on his way out of Kiev."""
    game = stage("tactical", {"B": "4", "44AK": "4"}, side="soviet", soviet=("4",))
    assert asked(game) == "Soviet command" and game.legal.texts == ["done"]


@rule("K41 10.1a")
def test_nobody_is_asked_to_finish_before_an_hq_is_activated() -> None:
    game = stage("tactical", {"SW": "9", "S": "22"}, side="soviet")
    assert game.pending[0].prompt == "Pick an HQ to activate."
    act(game, "pick SW", "reveal")
    assert game.pending[0].prompt == "Pick an HQ to activate, or finish."


@rule("K41 10.1b")
def test_an_hq_that_cannot_move_is_not_revealed_until_its_owner_says_so() -> None:
    """Enemies all round; picking SW shows them nothing and can be taken back."""
    around = dict(zip(("29AK", "44AK", "55AK", "4AK", "52AK"), ("8", "10", "22", "23", "25"), strict=True))
    game = stage("tactical", {"SW": "9", **around}, side="soviet")
    act(game, "pick SW")
    assert asked(game) == "Soviet approach" and game.legal.texts == ["reveal"]
    assert game.pending[0].prompt.endswith("MP left: reveal it.")
    assert marked(game, "visible", "SW") == [False]
    game.undo("Soviet")
    assert asked(game) == "Soviet headquarters"
    act(game, "pick SW", "reveal")
    assert marked(game, "visible", "SW") == [True]


@rule("K41 10.9b")
def test_an_enemy_area_behind_an_enemy_is_refused_for_the_enemy() -> None:
    game = stage("strategic", {"LAHSS": "15", "5A": "16"}, soviet=("17",))
    act(game, "pick LAHSS")
    assert rules_broken(game, "go 17") == ["K41 10.9b"]


@rule("K41 14.1")
def test_no_train_crosses_the_strait() -> None:
    game = stage("strategic", {"51A": "129", "SW": "9"}, side="soviet", optional="14.1", axis=("126", "127", "128"))
    act(game, "pick 51A")
    (refused,) = game.why_not("rail 144")
    assert refused.rule == "K41 14.1" and "Kerch Strait" in str(refused)


@rule("K41 4.2.5")
def test_who_is_fast() -> None:
    units = {"LAHSS": "14", "Fast": "Axis", "RCav": "62", "60Mot": "79", "29AK": "61", "4Mtn": "78", "97J": "95"}
    game = stage("exploitation", {**units, "Kleist": "110", "HQ6": "111", "22LL": "103"})
    assert picks(game) == {"LAHSS", "Fast", "RCav", "60Mot", "Kleist"}
    game = stage("exploitation", {"5Cav": "9", "4MC": "10", "5A": "25", "M": "FS", "2Abn": "26"}, side="soviet")
    assert picks(game) == {"5Cav", "4MC"}


@rule("K41 10.9d")
def test_a_block_passes_a_full_area_and_does_not_stop_there() -> None:
    full = dict.fromkeys(("55AK", "17AK", "4AK", "52AK"), "16")
    game = stage("pass", {"44AK": "15", **full})
    act(game, "pick 44AK")
    assert "go 16" in game.legal.texts
    act(game, "go 16")
    assert "go 17" in game.legal.texts and "stop" not in game.legal.texts
    act(game, "go 17", "stop")
    assert place_of(game, "44AK") == "17"
    game = stage("pass", {"44AK": "15", **full}, axis=("17", "18"))
    act(game, "pick 44AK", "go 18", "stop")
    assert place_of(game, "44AK") == "18"
