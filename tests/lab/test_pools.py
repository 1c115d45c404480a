"""Work shared out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from ostfront import games
from ostfront.core.errors import BadAction, OstfrontError
from ostfront.lab.observe import Trial, observe
from ostfront.lab.pools import in_order, spread
from ostfront.lab.run import run
from ostfront.lab.run_store import RunStore
from ostfront.lab.simulate import Simulation

TESTS = Path(__file__).parents[1]
SEARCH_PATH = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
PROGRAM = "import drill; from ostfront import games, cli; games.register(drill.INFO); cli.main()"


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("workers", [1, 2])
def test_every_piece_is_done_once(workers: int) -> None:
    done = list(spread(square, range(1, 30), workers))
    assert sorted(done) == [(n, n * n) for n in range(1, 30)]


def test_results_are_put_in_order() -> None:
    assert list(in_order([(2, "b"), (1, "a"), (4, "d"), (3, "c")])) == ["a", "b", "c", "d"]


def test_only_a_few_pieces_are_under_way() -> None:
    asked: list[int] = []

    def numbers() -> object:
        for number in range(1, 100):
            asked.append(number)
            yield number

    done = spread(square, numbers(), 2)  # type: ignore[arg-type]
    next(done)
    assert len(asked) <= 6
    done.close()  # type: ignore[attr-defined]


def test_backends_have_names() -> None:
    with pytest.raises(BadAction, match="'cluster'"):
        list(spread(square, [1], backend="cluster"))


def test_ray_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OstfrontError, match=r"ostfront\[ray\]"):
        list(spread(square, [1], backend="ray"))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(workers: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["lab", "run", "drill", "--games", "100000", "--workers", workers, "-o", str(folder)]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        env={**os.environ, "PYTHONPATH": SEARCH_PATH},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        deadline = time.monotonic() + 60
        journal = folder / "journal.jsonl"
        while not (journal.exists() and b"\n" in journal.read_bytes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "Stopped.\n")
    assert RunStore.open(folder).read("games").height
    assert not (folder / "journal.jsonl").exists(), "folded before it ended"


def test_a_real_local_ray_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    trial = Trial(Simulation("victory-denied", seed="ray"))
    shared, alone = RunStore.create(tmp_path / "ray", trial), RunStore.create(tmp_path / "alone", trial)
    assert run(shared, 4, 2, "ray") == 4
    run(alone, 4)
    assert shared.read("games").drop("cpu_seconds").equals(alone.read("games").drop("cpu_seconds"))
    assert shared.read("turns").equals(alone.read("turns"))


def test_workers_know_games_registered_by_hand() -> None:
    trial = Trial(Simulation("drill", seed="hand"))
    done = dict(spread(partial(observe, trial), [1, 2], 2, info=games.info("drill")))
    assert done[2].winner == observe(trial, 2).winner
