"""Runs on disk: whatever happens, no game that was over is lost and none is counted twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

from ostfront.core.errors import BadAction
from ostfront.lab import run_store
from ostfront.lab.observe import Trial
from ostfront.lab.run import run
from ostfront.lab.run_store import RunStore
from ostfront.lab.simulate import Simulation

TESTS = Path(__file__).parents[1]
SEARCH_PATH = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
PROGRAM = "import drill; from ostfront import games, cli; games.register(drill.INFO); cli.main()"
TRIAL = Trial(Simulation("drill", seed="store"))


def games_of(store: RunStore) -> polars.DataFrame:
    return store.read("games").drop("cpu_seconds")


def test_a_run_is_read_back(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "run", TRIAL)
    assert run(store, 5) == 5
    again = RunStore.open(tmp_path / "run")
    assert again.settings == store.settings
    assert again.settings.trial.simulation.seed == "store"
    table = again.read("games")
    assert table["number"].to_list() == [1, 2, 3, 4, 5]
    assert table["seed"].to_list()[4] == "store/5"
    turns = again.read("turns")
    assert (
        turns.group_by("number").agg(polars.col("decisions").sum()).sort("number")["decisions"].to_list()
        == table["decisions"].to_list()
    )
    assert not (tmp_path / "run" / "journal.jsonl").exists()


def test_the_tables_know_how_they_were_made(tmp_path: Path) -> None:
    run(RunStore.create(tmp_path / "run", TRIAL), 1)
    words = polars.read_parquet_metadata(tmp_path / "run" / "games-0001.parquet")["ostfront"]
    assert '"game":"drill"' in words and '"seed":"store"' in words


def test_a_run_grows_and_plays_nothing_twice(tmp_path: Path) -> None:
    run(RunStore.create(tmp_path / "parts", TRIAL), 3)
    assert run(RunStore.create(tmp_path / "parts", TRIAL), 7) == 4
    assert run(RunStore.create(tmp_path / "parts", TRIAL), 7) == 0
    run(RunStore.create(tmp_path / "whole", TRIAL), 7)
    parts, whole = RunStore.open(tmp_path / "parts"), RunStore.open(tmp_path / "whole")
    assert games_of(parts).equals(games_of(whole))
    assert parts.read("turns").equals(whole.read("turns"))


def test_the_journal_is_folded_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_store, "FOLD", 3)
    store = RunStore.create(tmp_path / "run", TRIAL)
    run(store, 8)
    assert sorted(path.name for path in store.folder.glob("games-*")) == [f"games-000{n}.parquet" for n in (1, 2, 3)]
    assert store.read("games")["number"].to_list() == list(range(1, 9))


class Stop(Exception):
    pass


def interrupted(folder: Path, after: int) -> None:
    """A run that dies so hard that nothing is folded."""
    store = RunStore.create(folder, TRIAL)
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if done == after:
            raise Stop

    store.fold = lambda: None  # type: ignore[method-assign]
    with pytest.raises(Stop):
        run(store, 10, tick=tick)


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    interrupted(tmp_path / "run", 4)
    assert len((tmp_path / "run" / "journal.jsonl").read_text().splitlines()) == 4
    store = RunStore.create(tmp_path / "run", TRIAL)
    assert store.played == {1, 2, 3, 4}
    assert store.read("games").height == 4, "the journal is read like the tables"
    assert run(store, 10) == 6
    run(RunStore.create(tmp_path / "whole", TRIAL), 10)
    assert games_of(store).equals(games_of(RunStore.open(tmp_path / "whole")))


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    interrupted(tmp_path / "run", 3)
    journal = tmp_path / "run" / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    store = RunStore.create(tmp_path / "run", TRIAL)
    assert store.played == {1, 2}
    run(store, 3)
    assert store.read("games")["number"].to_list() == [1, 2, 3]


@pytest.mark.parametrize("lost", ["games", "journal"])
def test_a_run_killed_while_it_folds(lost: str, tmp_path: Path) -> None:
    """Between the two tables, or after them with the journal still there."""
    interrupted(tmp_path / "run", 3)
    journal = tmp_path / "run" / "journal.jsonl"
    shutil.copy(journal, tmp_path / "kept")
    RunStore.open(tmp_path / "run").fold()
    shutil.copy(tmp_path / "kept", journal)
    if lost == "games":
        (tmp_path / "run" / "games-0001.parquet").unlink()
    store = RunStore.open(tmp_path / "run")
    assert store.played == {1, 2, 3}
    run(store, 4)
    assert store.read("games")["number"].to_list() == [1, 2, 3, 4]
    assert store.read("turns")["number"].unique().sort().to_list() == [1, 2, 3, 4]
    assert store.read("turns").height == RunStore.open(tmp_path / "run").read("turns").height


def test_kill_9_costs_no_game_that_was_over(tmp_path: Path) -> None:
    words = ["lab", "run", "drill", "--games", "100000", "--workers", "2", "--seed", "store", "-o"]
    program = [sys.executable, "-c", PROGRAM, *words, str(tmp_path / "run")]
    environment = {**os.environ, "PYTHONPATH": SEARCH_PATH}
    with subprocess.Popen(program, env=environment, start_new_session=True) as running:
        journal = tmp_path / "run" / "journal.jsonl"
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > 5000) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGKILL)
    over = journal.read_bytes().count(b"\n") if journal.exists() else 0
    over += sum(polars.read_parquet(path).height for path in (tmp_path / "run").glob("games-*.parquet"))
    assert over > 3
    store = RunStore.create(tmp_path / "run", TRIAL)
    assert len(store.played) == over
    most = max(store.played)
    run(store, most)
    run(RunStore.create(tmp_path / "whole", TRIAL), most)
    assert games_of(store).equals(games_of(RunStore.open(tmp_path / "whole")))


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    run(RunStore.create(tmp_path / "run", TRIAL), 1)
    with pytest.raises(BadAction, match=r"different run.*seed 'store' and not 'other'"):
        RunStore.create(tmp_path / "run", Trial(Simulation("drill", seed="other")))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(BadAction, match="not empty"):
        RunStore.create(tmp_path / "full", TRIAL)
    with pytest.raises(BadAction, match="holds no run"):
        RunStore.open(tmp_path / "full")
