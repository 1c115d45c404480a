"""A change against the old, on paired streams."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.calling import run
from lab.players import levels  # noqa: F401  a fixture
from ostfront.core.errors import BadAction
from ostfront.lab.compare import Effect, both, compare
from ostfront.lab.observe import Trial, observe
from ostfront.lab.simulate import Simulation

SIMULATION = Simulation("victory-denied", ("random",), "pairs")
STRONG = """
[victory]
starting_box = ["Vitebsk", "Bobruysk", "Smolensk", "Roslavl"]
"""


def found(effects: list[Effect]) -> dict[str, Effect]:
    return {effect.id: effect for effect in effects}


def test_a_changed_chart_shows_its_effect() -> None:
    """Two towns more at the start have fallen in every game, whatever the dice."""
    new = Trial(SIMULATION._replace(overlay={"charts.toml": STRONG}))
    effects = found(compare(Trial(SIMULATION), new, 6))
    assert effects["fell_smolensk"].new == 1
    assert effects["fell_smolensk"].effect.value == 1 - effects["fell_smolensk"].old
    assert effects["fell_roslavl"].clear
    assert effects["hexes_german"].effect.value > 0


def test_what_changes_nothing_has_no_effect() -> None:
    """Weights mean nothing to random players: the games are the same to the last die."""
    heavy = {"weights.toml": '[battle]\nnow = 2.0\nsource = "a test"\n'}
    effects = compare(Trial(SIMULATION), Trial(SIMULATION._replace(overlay=heavy)), 3)
    assert {(e.effect.value, e.effect.low, e.effect.high) for e in effects} == {(0.0, 0.0, 0.0)}
    assert not any(e.clear for e in effects)


@pytest.mark.usefixtures("levels")
def test_one_side_may_think_with_other_weights() -> None:
    """The German thinks with them, the Soviet does not: until he differs, both games are one."""
    simulation = SIMULATION._replace(players=("brawler",), cap=400)
    heavy = {"weights.toml": '[battle]\nnow = 0.01\nsource = "a test"\n'}
    old, new = both(Trial(simulation), Trial(simulation, {"german": heavy}), 1)
    assert old.turns != new.turns
    passive = simulation._replace(players=("brawler", "random"))
    old, new = both(Trial(passive), Trial(passive, {"soviet": heavy}), 1)
    assert old.turns == new.turns, "who chooses blindly does not notice"


def test_only_weights_may_differ_by_side() -> None:
    with pytest.raises(BadAction, match="would change the rules"):
        observe(Trial(SIMULATION, {"german": {"charts.toml": STRONG}}), 1)


def test_the_same_is_not_compared() -> None:
    with pytest.raises(BadAction, match="Nothing to compare"):
        compare(Trial(SIMULATION), Trial(SIMULATION), 2)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(STRONG)
    words = ("lab", "compare", "victory-denied", "--games", "4", "--seed", "k", "--new-data", tmp_path)
    data = {row["id"]: row for row in run(*words, "--json").json}
    assert data["fell_roslavl"]["new"] == 1
    assert data["wins_german"]["pairs"] == 4
    answer = run(*words)
    assert "Roslavl falls" in answer.out
    assert "without a clear effect" in answer.out
    assert "without a clear effect" not in run(*words, "--all").out


def test_an_option_is_a_change_too() -> None:
    data = run("lab", "compare", "drill", "--games", "3", "--new-option", "fog=no", "--json").json
    assert {row["id"] for row in data} >= {"wins_Blue", "wins_Red", "turns", "decisions"}


def test_weights_are_named_with_their_side(tmp_path: Path) -> None:
    words = ("lab", "compare", "victory-denied", "--games", "1", "--new-weights")
    assert "SIDE=DIR" in run(*words, "blue=x").sentence
    assert "weights.toml" in run(*words, f"german={tmp_path}").sentence
