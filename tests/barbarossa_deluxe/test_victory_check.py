"""The check at the end of a turn (4.14, 4.20), and sudden death by Moscow (4.15)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, coming, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control
from ostfront.games.barbarossa_deluxe.state import SUCCEEDED
from rule import rule

UNITS = {"26C": "2217", "20A": "1502"}
FORGIVING: dict[str, Any] = {"options": {"forgiveness": True}}


def checked(turn: int, points: int, others: dict[str, str] | None = None, **more: Any) -> Game:
    """After the victory check of a turn."""
    held = {"german": ["1515", "2409"], **more}
    return stage("victory check", {**UNITS, **(others or {})}, turn=turn, vp=points, **held)


def winner(game: Game) -> str:
    result = game.state.result
    return result.winner if result is not None else ""


# ---- the limits (4.14) ------------------------------------------------------------------------------


@rule("BD 4.14a")
@pytest.mark.parametrize(
    ("turn", "points", "wins"),
    [(3, 22, "german"), (3, 21, ""), (3, 14, ""), (3, 13, "soviet"), (3, 30, "german"), (3, 0, "soviet"),
     (4, 23, "german"), (4, 22, ""), (6, 20, "soviet"), (6, 21, ""), (1, 40, ""), (2, 0, "")],
)  # fmt: skip
def test_the_limits_of_the_rulebook(turn: int, points: int, wins: str) -> None:
    """Turn 3 has 22 and 13; 4.20 tells of 23 on turn 4 and of 20 on turn 6; there is none before turn 3."""
    assert winner(checked(turn, points)) == wins


@rule("BD 4.14a")
def test_both_limits_of_every_turn_are_looked_at() -> None:
    for turn in range(3, 32):
        limits = FACTS.track.limits[turn]
        upper, lower = limits.german_wins_at_or_above, limits.soviet_wins_at_or_below
        assert upper is not None
        assert lower is not None
        more: dict[str, Any] = {"offensive_judged": True, "offensive": 17 if turn >= 17 else 0}
        found = [winner(checked(turn, points, **more)) for points in (lower, lower + 1, upper - 1, upper)]
        assert found == ["soviet", "", "", "german"], turn


@rule("BD 4.1c")
@pytest.mark.parametrize(("points", "wins"), [(-9, "soviet"), (0, "soviet"), (1, "german"), (30, "german")])
def test_the_last_check_knows_no_draw(points: int, wins: str) -> None:
    assert winner(checked(32, points)) == wins


@rule("BD 4.14b")
def test_points_beyond_a_limit_during_a_turn_decide_nothing() -> None:
    game = stage("movement", UNITS, turn=3, vp=21)
    for place in ("1813", "1710", "2415"):
        control.enter(game, units("26C"), FACTS.board.index(place), "advance")
    assert (game.state.vp, game.state.result) == (24, None)
    for place in ("1813", "1710", "2415"):
        control.enter(game, units("20A"), FACTS.board.index(place), "advance")
    assert winner(checked(3, game.state.vp)) == ""


@rule("BD 4.14e")
def test_what_changes_the_total_comes_before_the_check() -> None:
    assert winner(checked(3, 22, {"20A": "1917"})) == ""  # 4.2: 21
    assert winner(checked(3, 14, {"20A": "1917"})) == "soviet"
    assert winner(checked(19, 19, rolls=["6"])) == "soviet"  # 4.4: 16
    held: dict[str, Any] = {"scenario": "road-back", "german": ["2501", "1515", "2409"]}
    assert winner(checked(16, 31, **held)) == "german"  # 12.7: 33
    oil = {"40Pz": "caucasus", "57Pz": "caucasus", "52C": "caucasus"}
    assert winner(checked(11, 33, oil, expedition=SUCCEEDED, german=["2607", "2804"])) == "german"  # 4.13: 34


# ---- Moscow (4.15) ----------------------------------------------------------------------------------


def storm(die: str, *held: str, scenario: str = "grand-campaign", **more: Any) -> Game:
    """The fall of Moscow, with other cities in German hands."""
    game = stage("movement", UNITS, turn=12, vp=25, german=held, scenario=scenario, **more)
    coming(game, die)
    control.enter(game, units("26C"), FACTS.moscow, "advance")
    return game


@rule("BD 4.15a", "BD 4.14c")
@pytest.mark.parametrize(
    ("die", "held", "wins"),
    [("4", (), ""), ("5", (), "german"), ("6", (), "german"), ("3", ("2311",), ""), ("4", ("2311",), "german"),
     ("2", ("1011",), ""), ("3", ("1011",), "german"), ("1", ("2311", "1011"), ""),
     ("2", ("2311", "1011"), "german")],
)  # fmt: skip
def test_the_fall_of_moscow(die: str, held: tuple[str, ...], wins: str) -> None:
    game = storm(die, *held)
    assert winner(game) == wins
    assert game.state.vp == 26


@rule("BD 4.15b")
def test_moscow_is_stormed_once() -> None:
    game = storm("4")
    for unit, change in (("20A", 25), ("26C", 26)):
        coming(game, "6")
        control.enter(game, units(unit), FACTS.moscow, "advance")
        assert (game.state.vp, game.state.result) == (change, None)


def test_scenarios_that_points_do_not_decide_have_no_such_die() -> None:
    assert winner(storm("6", scenario="blue-kremlin")) == ""


# ---- forgiveness (4.20) -----------------------------------------------------------------------------


@rule("BD 4.20a")
@pytest.mark.parametrize(
    ("turn", "points", "before", "after"),
    [(3, 22, 0, 1), (6, 20, 0, -1), (6, 20, 1, 0), (4, 24, 0, 2), (3, 21, 0, 0), (3, 10, 0, -4)],
)
def test_forgiveness_points(turn: int, points: int, before: int, after: int) -> None:
    """The examples of 4.20: 22 on turn 3, 20 on turn 6, 24 on turn 4."""
    game = checked(turn, points, forgiven=before, **FORGIVING)
    assert (game.state.forgiven, game.state.result, game.state.vp) == (after, None, points)


@rule("BD 4.20b")
@pytest.mark.parametrize(
    ("points", "forgiven", "wins"), [(0, 1, "german"), (1, -1, "soviet"), (1, 0, "german"), (3, -2, "german")]
)
def test_they_are_settled_at_the_last_check(points: int, forgiven: int, wins: str) -> None:
    assert winner(checked(32, points, forgiven=forgiven, **FORGIVING)) == wins


@rule("BD 4.20b")
def test_they_count_in_no_earlier_check() -> None:
    assert checked(4, 22, forgiven=5, **FORGIVING).state.forgiven == 5


def test_sudden_death_is_not_forgiven() -> None:
    assert winner(storm("5", **FORGIVING)) == "german"
