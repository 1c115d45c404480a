"""The turn (5.1 to 5.4), the calendar (5.8, 5.9), the Paulus Pause (5.10)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, GERMAN, SOVIET, act, asked, offered, stage
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import ASSAULT, MOVEMENT
from rule import rule

UNITS = {"26C": "1813", "20A": "1502", "21A": "rvgk"}
EASY = ("pass", "done", "lower", "decline", "fight-move")


def events(game: Game, *kinds: str) -> list[tuple[str, tuple[Any, ...]]]:
    return [(event.kind, event.args) for event in game.events or () if event.kind in kinds]


def played(game: Game, *answers: str) -> list[str]:
    """The questions until the turn is over, answered in the easiest way, or as told."""
    turn, kinds = game.state.turn, []
    while game.state.turn == turn and game.state.result is None:
        kinds += [f"{seat} {kind}" for seat, kind in asked(game)]
        act(game, next((text for text in (*answers, *EASY) if offered(game, text)), game.legal.texts[0]))
    return kinds


# ---- the sequence (5.2) -----------------------------------------------------------------------------


@rule("BD 5.2a")
def test_administration_the_german_and_the_soviet_player_turn_and_the_check() -> None:
    game = stage("begin", UNITS, turn=10, vp=27, zone=1)
    played(game)
    assert events(game, "turn", "player turn")[:4] == [
        ("turn", (10,)), ("player turn", (GERMAN,)), ("player turn", (SOVIET,)), ("turn", (11,)),
    ]  # fmt: skip


@rule("BD 5.2b", "BD 5.2c")
def test_the_phases_of_a_player_turn() -> None:
    """Strategic movement comes before both German phases, the RVGK phase before both Soviet ones."""
    kinds = played(stage("first player turn", UNITS, turn=10, vp=27, zone=1))
    german = [kind for kind in kinds if kind in ("German order", "German transfer", "German move")]
    assert german == ["German order", "German transfer", "German move"]
    soviet = [kind for kind in kinds if kind in ("Soviet order", "Soviet reserve", "Soviet move")]
    assert soviet == ["Soviet order", "Soviet reserve", "Soviet move"]


@rule("BD 5.2b", "BD 5.2c", "BD 5.4a", "BD 5.4d")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize(
    ("order", "phases"), [("fight-move", [ASSAULT, MOVEMENT]), ("move-fight", [MOVEMENT, ASSAULT])]
)
def test_two_phases_in_the_order_declared(side: int, order: str, phases: list[int]) -> None:
    game = stage("first player turn", UNITS, turn=10, vp=27, zone=1)
    played(game, order)
    assert [args[1] for kind, args in events(game, "phase") if args[0] == side] == phases


@rule("BD 5.4d")
def test_fight_fight_has_no_movement_phase() -> None:
    game = stage("first player turn", UNITS, turn=10, vp=27, zone=1)
    played(game, "fight-fight")
    assert [args[1] for kind, args in events(game, "phase") if args[0] == GERMAN] == [ASSAULT, ASSAULT]
    assert not offered(stage("order", UNITS, turn=10, zone=1), "move-move")


@rule("BD 5.4a")
def test_the_order_is_declared_at_the_start_of_the_player_turn() -> None:
    kinds = played(stage("first player turn", UNITS, turn=10, vp=27, zone=1))
    for seat in ("German", "Soviet"):
        own = [kind for kind in kinds if kind.startswith(f"{seat} ") and kind not in ("Soviet hand", "German hand")]
        assert next(kind for kind in own if kind != "Soviet depot") == f"{seat} order"  # 7.12 is as early
        assert kinds.count(f"{seat} order") == 1


@rule("BD 5.2c")
def test_turn_1_has_no_rvgk_phase() -> None:
    assert "Soviet reserve" not in played(stage("second player turn", UNITS, turn=1, vp=14))


@rule("BD 5.1")
def test_every_act_has_its_phase() -> None:
    """Moves wait for the movement phase, assaults for the assault phase; a phase that is over stays over."""
    game = stage("order", {"26C": "1812", "20A": "1811", "21A": "1502"}, turn=10, zone=1)
    assert not offered(game, "pick 26C")
    assert game.why_not("pick 26C")
    act(game, "move-fight")
    while asked(game) != [("German", "move")]:
        act(game, "done")
    assert not offered(game, "attack 1811")
    act(game, "done")
    assert asked(game) == [("German", "assault")]
    assert not offered(game, "pick 26C")
    assert game.why_not("pick 26C")


# ---- the calendar (5.8, 5.9) ------------------------------------------------------------------------


@rule("BD 5.8")
def test_four_single_months_a_year() -> None:
    single = {turn for turn in range(1, 33) if FACTS.box(turn).single}
    assert single == {*range(1, 5), *range(9, 13), *range(17, 21), *range(25, 29)}


@rule("BD 5.9")
def test_december_belongs_to_the_year_that_ends() -> None:
    years = {year: [turn for turn in range(1, 33) if FACTS.box(turn).year == year] for year in range(1941, 1946)}
    assert years == {
        1941: list(range(1, 7)), 1942: list(range(7, 15)), 1943: list(range(15, 23)), 1944: list(range(23, 31)),
        1945: [31, 32],
    }  # fmt: skip


# ---- the Paulus Pause (5.10) ------------------------------------------------------------------------


@rule("BD 5.10a")
def test_the_pause_is_announced_before_anything_else_of_turn_3() -> None:
    game = stage("begin", UNITS, turn=3)
    assert asked(game) == [("German", "pause")]
    act(game, "pause")
    assert game.state.paused
    for turn in (2, 4):
        assert asked(stage("begin", UNITS, turn=turn)) != [("German", "pause")]


@rule("BD 5.10b")
def test_the_pause_leaves_the_germans_their_movement_phase_only() -> None:
    game = stage("first player turn", {**UNITS, "27C": "1811", "22A": "1810"}, turn=3, paused=True, vp=18)
    played(game)
    phases = [args for kind, args in events(game, "phase")]
    assert phases == [(GERMAN, MOVEMENT), (SOVIET, ASSAULT), (SOVIET, MOVEMENT)]
