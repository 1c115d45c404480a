"""Old runs of the laboratory: they report the same numbers, can be continued, and play nothing twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import ostfront
from kept.facts import HERE
from kept.facts import ostfront as command
from ostfront import games

pytest.importorskip("polars")

EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text("utf-8"))
ALL_RUNS = [name for name in EXPECTED if "report" in EXPECTED[name]]


def by_other_rules(name: str) -> bool:
    run = json.loads((HERE / name / "run.json").read_text("utf-8"))
    return bool(run["rules_version"] != games.info(run["game"]).version)


RUNS = [name for name in ALL_RUNS if not by_other_rules(name)]


def copied(name: str, folder: Path) -> Path:
    """A kept folder is never written to."""
    return Path(shutil.copytree(HERE / name, folder / "run"))


def words_of(name: str) -> list[str]:
    """The command that made it, with the kept files where they are now."""
    return [word.replace("KEPT", str(HERE)) for word in EXPECTED[name]["command"]]


def agrees(expected: Any, found: Any) -> bool:
    """All that is expected is found; more may be said today."""
    if isinstance(expected, dict):
        return all(key in found and agrees(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    if isinstance(expected, float):
        return bool(found == pytest.approx(expected))
    return bool(expected == found)


@pytest.mark.parametrize("name", RUNS)
def test_a_report_has_the_same_numbers(name: str, tmp_path: Path) -> None:
    told = command("lab", "report", copied(name, tmp_path), "--json").json
    assert agrees(EXPECTED[name]["report"], told)
    told["lengths"]["decisions"] += 1
    assert not agrees(EXPECTED[name]["report"], told)


@pytest.mark.parametrize("name", [name for name in ALL_RUNS if by_other_rules(name)])
def test_a_run_by_other_rules_is_refused(name: str, tmp_path: Path) -> None:
    """Its games are not those that today's rules would play."""
    answer = command("lab", "report", copied(name, tmp_path), "--json")
    assert answer.code == 2 and "was played with rules" in answer.err


@pytest.mark.parametrize("name", RUNS)
def test_the_same_command_plays_nothing_again(name: str, tmp_path: Path) -> None:
    run = copied(name, tmp_path)
    games = EXPECTED[name]["games"]
    told = command(*words_of(name), "-o", run, "--json")
    assert told.code == 0, told.err
    assert {key: told.json[key] for key in ("played", "there", "games")} == {
        "played": 0,
        "there": games,
        "games": games,
    }
    assert agrees(EXPECTED[name]["report"], command("lab", "report", run, "--json").json)


@pytest.mark.parametrize("name", [name for name in RUNS if "recruit,random" not in EXPECTED[name]["command"]])
def test_a_larger_number_of_games_goes_on(name: str, tmp_path: Path) -> None:
    run = copied(name, tmp_path)
    games = EXPECTED[name]["games"]
    words = words_of(name)
    words[words.index("--games") + 1] = str(games + 1)
    assert command(*words, "-o", run, "--json").json["played"] == 1
    assert command("lab", "report", run, "--json").json["games"] == games + 1


def test_another_run_is_refused(tmp_path: Path) -> None:
    """The weights are part of what a run is."""
    words = words_of("lab/denied")
    at = words.index("--weights")
    answer = command(*words[:at], *words[at + 2 :], "-o", copied("lab/denied", tmp_path))
    assert answer.code == 2 and ("weights" in answer.err or by_other_rules("lab/denied"))


@pytest.mark.parametrize("name", [name for name in ("lab/kiev", "lab/stopped") if not by_other_rules(name)])
def test_a_game_of_a_run_is_played_again(name: str, tmp_path: Path) -> None:
    """The record of a random game, with the result that its run has of it."""
    import polars

    path = tmp_path / "one.game"
    assert command("lab", "game", copied(name, tmp_path), "1", "-o", path).code == 0
    row = polars.read_parquet(HERE / name / "games-0001.parquet").row(0, named=True)
    result = ostfront.load(path).result
    assert result is not None and result.winner == row["winner"]
    assert list(result.score) == [value for key, value in row.items() if key.startswith("score_")]
    assert command("replay", path, "--verify").code == 0


def test_tuning_goes_on_where_it_was(tmp_path: Path) -> None:
    """Its games are known again, and the weights it wrote are the same."""
    run = copied("lab/tuned", tmp_path)
    answer = command(*words_of("lab/tuned"), "-o", run, "--json")
    assert answer.code == EXPECTED["lab/tuned"]["code"], answer.err
    if games.info("victory-awaits").version != "1.0":  # it was tuned under those rules: its games are played again
        assert answer.json["played"] > 0
        return
    assert answer.json["played"] == 0
    assert agrees(EXPECTED["lab/tuned"]["tuned"], answer.json)


@pytest.mark.parametrize(
    ("game", "scenario", "side", "folder"),
    [("victory-denied", "smolensk", "soviet", "weights"), ("victory-awaits", "leningrad", "soviet", "lab/tuned")],
)
def test_weights_are_understood(game: str, scenario: str, side: str, folder: str, tmp_path: Path) -> None:
    words = ("lab", "run", game, "--scenario", scenario, "--games", "1", "--seed", "7", "-o", tmp_path / "run")
    assert command(*words, "--weights", f"{side}={HERE / folder}").code == 0
    run = json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))
    assert "[strength]" in run["weights"][side]["weights.toml"]
