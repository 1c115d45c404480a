"""Tuning finds what there is to find, and says so when there is nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from cli.calling import run
from lab.players import levels  # noqa: F401  a fixture
from ostfront import games
from ostfront.core.errors import BadAction
from ostfront.lab import tune as room
from ostfront.lab.simulate import Plan
from ostfront.lab.tune import Budget, Gain, gained, overlay_text, play_pair, strayed, tune, widest
from ostfront.lab.weights import as_toml, weights_of, whole

PLAN = Plan("victory-denied", (), "tune")
DATA = games.rules("victory-denied").data


def test_weights_are_found_by_name() -> None:
    assert "battle.now" in weights_of(DATA)
    assert set(weights_of(DATA, "line.*")) == {"line.open", "line.reach"}
    assert set(weights_of(DATA, "line.open, battle.now")) == {"line.open", "battle.now"}
    with pytest.raises(BadAction, match="No weight is called 'beauty'"):
        weights_of(DATA, "beauty")
    with pytest.raises(BadAction, match="no weights to tune"):
        weights_of(games.rules("drill").data)


def test_candidates_stray_and_whole_numbers_stay_whole() -> None:
    own = weights_of(DATA)
    found = strayed(own, whole(DATA), Random(1), 0.3)
    assert set(found) == set(own)
    assert found != own
    assert isinstance(found["line.reach"], int) and found["line.reach"] >= 1
    assert all((found[name] > 0) == (own[name] > 0) for name in own)
    laid = games.rules("victory-denied", overlay={"weights.toml": as_toml(found, "a test")})
    assert weights_of(laid.data)["line.reach"] == found["line.reach"]


def test_halving() -> None:
    assert Budget(8, 4, 20).rounds == [8, 4, 2]
    assert Budget(8, 4, 20).total == 8 * 4 + 4 * 8 + 2 * 16 + 20
    assert Budget(3, 1, 2).rounds == [3, 2]


def quality(plan: Plan, level: str, weights: dict[str, float], number: int) -> Gain:
    """A game in which more of this weight is better, with some luck."""
    luck = Random(f"{weights} {number}").gauss(0, 0.02)
    ahead = weights["battle.now"] - 1.1 + luck
    return Gain((0.5 + ahead, 0.5 + ahead), (10 * ahead, 10 * ahead))


def test_the_best_candidate_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "play_pair", quality)
    ticks: list[None] = []
    budget = Budget(8, 2, 6)
    found = tune(PLAN, "recruit", "battle.now", "wins", budget, tick=lambda: ticks.append(None))
    assert len(ticks) == budget.total
    assert found.weights["battle.now"] > 1.1
    assert found.better
    assert found.wins.low > 0
    text = overlay_text(found, ["made by a test"])
    assert tomllib.loads(text)["battle"]["now"] == found.weights["battle.now"]
    assert "in 6 pairs" in text
    assert games.rules("victory-denied", overlay={"weights.toml": text})


def test_a_win_that_was_not_counted_is_worth_the_widest_margin() -> None:
    gains = [Gain((1.0, 0.0), (30.0, -12.0)), Gain((1.0, 1.0), (None, 6.0)), Gain((0.5, 0.0), (None, None))]
    assert widest(gains) == 30
    assert [gained("margin", gain, 30) for gain in gains] == [9.0, 18.0, -15.0]
    assert [gained("wins", gain, 30) for gain in gains] == [0.0, 0.5, -0.25]
    assert widest([]) == 1


@pytest.mark.parametrize("by", ["wins", "margin"])
def test_either_aim_is_followed(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "play_pair", quality)
    assert tune(PLAN, "recruit", "battle.now", by, Budget(4, 1, 4)).better


def test_luck_alone_is_not_called_better(monkeypatch: pytest.MonkeyPatch) -> None:
    def luck(plan: Plan, level: str, weights: dict[str, float], number: int) -> Gain:
        gain = Random(f"luck {weights} {number}").gauss(0, 0.3)
        return Gain((0.5 + gain, 0.5 + gain), (gain, gain))

    monkeypatch.setattr(room, "play_pair", luck)
    found = tune(PLAN, "recruit", "battle.now", "wins", Budget(8, 2, 20))
    assert found.promised > 0.05, "the best of many looks good"
    assert not found.better


@pytest.mark.usefixtures("levels")
def test_a_pair_is_played_from_both_sides() -> None:
    """The same weights as the game's own gain nothing: what one side wins the other loses."""
    plan = PLAN._replace(cap=100_000)
    own = weights_of(DATA, "battle.now")
    same = play_pair(plan, "brawler", own, 1)
    assert sum(same.scores) == 1
    assert gained("wins", same, 1.0) == gained("margin", same, widest([same])) == 0


def test_nothing_else_can_be_tuned_for() -> None:
    with pytest.raises(BadAction, match="not by 'beauty'"):
        tune(PLAN, "recruit", "*", "beauty", Budget())


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "play_pair", quality)
    few = ("--candidates", "4", "--pairs", "1", "--proof", "4")
    words = ("lab", "tune", "victory-denied", "--only", "battle.now", *few)
    answer = run(*words, "-o", tmp_path / "tuned")
    assert answer.code == 0, answer
    assert "battle.now" in answer.out
    assert (tmp_path / "tuned" / "weights.toml").is_file()
    assert run("sim", "victory-denied", "--games", "1", "--data", tmp_path / "tuned").code == 0
    monkeypatch.setattr(room, "play_pair", lambda *_: Gain((0.0, 0.5), (-3.0, -1.0)))
    answer = run(*words, "-o", tmp_path / "worse", "--json")
    assert answer.code == 1
    assert answer.json["better"] is False
    assert not (tmp_path / "worse").exists()
