"""sim and bench."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from cli.calling import run
from ostfront import ai
from ostfront.bench.report import core_lines
from ostfront.core.play.actions import Action
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.lab import simulate

KEYS = ["finished", "capped", "dead_ends", "decisions", "cpu_seconds", "results"]
TESTS = Path(__file__).parents[1]
SEARCH_PATH = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
PROGRAM = "import drill; from ostfront import games, cli; games.register(drill.INFO); cli.main()"


def test_sim_counts_how_games_end() -> None:
    data = run("sim", "drill", "--players", "random,random", "--games", "20", "--seed", "7", "--json").json
    assert list(data) == KEYS
    assert (data["finished"], data["capped"], data["dead_ends"]) == (20, 0, 0)
    assert sum(data["results"].values()) == 20
    assert data["decisions"] > 200
    assert data["cpu_seconds"] > 0
    assert "20 games: 20 finished" in run("sim", "drill", "--games", "20", "--seed", "7").out


def test_sim_is_the_same_with_any_number_of_processes() -> None:
    simulation = simulate.Simulation("drill", seed="k")
    alone = [one._replace(cpu_seconds=0) for one in simulate.simulate(simulation, 8)]
    together = [one._replace(cpu_seconds=0) for one in simulate.simulate(simulation, 8, workers=2)]
    assert alone == together
    assert [one.seed for one in alone] == [f"k/{n}" for n in range(1, 9)]
    assert alone[4] == simulate.play_one(simulation, 5)._replace(cpu_seconds=0)


def test_sim_counts_capped_games_apart() -> None:
    data = run("sim", "drill", "--games", "3", "--cap", "10", "--json").json
    assert (data["finished"], data["capped"], data["decisions"], data["results"]) == (0, 3, 30, {})


def test_sim_reports_dead_ends_with_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = simulate.Played(2, "7/2", "dead end", "", 14, 0.1, "Red: move")
    monkeypatch.setattr(simulate, "simulate", lambda *_: iter([stuck]))
    answer = run("sim", "drill", "--games", "1", "--json")
    assert answer.code == 1
    assert answer.json["dead_ends"] == 1
    assert "seed 7/2" in answer.err
    assert "Red: move" in answer.err


@pytest.mark.parametrize(
    ("players", "levels"),
    [
        ("random", ["random"] * 3),
        ("random,first", ["random", "random", "first"]),
        ("first,random,first", ["first", "random", "first"]),
        ("Red=first,Blue=random", ["random", "random", "first"]),
        ("Left=first,Blue=random,Red=random", ["first", "random", "random"]),
    ],
)
def test_players_by_seat_or_side(players: str, levels: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from drill.facts import SEATS

    monkeypatch.setitem(ai._registered, "first", First)
    assert simulate.seat_levels(SEATS, players.split(",")) == levels


class First:
    """Takes the first legal action, and looks where a player may look."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, view: View, legal: Legal, imagine: ai.Imagine) -> Action:
        assert view.decisions
        assert imagine(self.seed).state.pending
        return next(iter(legal))


def test_other_players_choose_from_their_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ai._registered, "first", First)
    one = simulate.play_one(simulate.Simulation("drill", ("first", "random"), cap=300), 1)
    assert one.decisions > 10


@pytest.mark.parametrize(
    ("players", "part"),
    [
        ("random,rundom", "Did you mean random?"),
        ("random,random,random,random", "4 players"),
        ("Green=random", "NAME=level"),
    ],
)
def test_unknown_players_are_one_sentence(players: str, part: str) -> None:
    assert part in run("sim", "drill", "--players", players).sentence


def test_random_player_chooses_as_the_fast_path_does() -> None:
    from ostfront import games
    from ostfront.ai.random_player import RandomPlayer

    game = simulate.laboratory_game(games.rules("drill"), 1)
    one, two = ai.player("random", 5), RandomPlayer(5)
    for _ in range(30):
        view = View(game, game.state.pending[0].seat)
        action = one.choose(view, view.legal, view.imagine)
        assert action == game.options(game.state.pending[0]).choose(two.random)
        game.push(action)
    assert game.entries is None


def test_bench_of_a_game() -> None:
    data = run("bench", "drill", "--slices", "1", "--json").json
    rates = "steps_per_s steps_per_cpu_s games_per_cpu_s forced_share branching"
    costs = "view_us legal_us action_us core_bytes save_bytes memory_mb"
    assert [*data] == ["title", *rates.split(), *costs.split(), "yardstick_ratio"]
    assert data["title"] == "The Drill"
    assert data["steps_per_cpu_s"] > 100
    assert data["branching"] >= 2
    assert 0 < data["forced_share"] < 1
    assert data["save_bytes"] > 1000 and data["memory_mb"] > 10
    assert data["yardstick_ratio"] > 0


def test_bench_officer_counts_games_in_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    from ostfront.bench import officers

    monkeypatch.setattr(officers, "GAMES", 1)
    monkeypatch.setattr(officers, "measure", partial(officers.measure, "drill", campaigns=1, others={}))
    data = run("bench", "officer", "--json").json
    assert data["title"] == "The Drill" and data["holds"] == (data["ratio"] <= 40)
    assert 0 < data["longest_decision_cpu_s"] < data["officer_game_cpu_s"]
    assert data["plans"]["drill"]["plans"] == 0, "the drill has none"


def test_bench_officer_finds_the_plan_that_takes_most_of_its_budget() -> None:
    from ostfront.bench.officers import Planned, of_plans

    found = of_plans([Planned(100, 400, 0.01), Planned(300, 400, 0.02), Planned(200, 250, 0.03)], 0.04)
    assert (found["plans"], found["budget_thoughts"], found["longest_cpu_s"]) == (3, 400, 0.03)
    assert found["thoughts_to_budget"] == 200 / 250
    assert found["time_to_budget"] == pytest.approx(0.75)


def test_bench_core_says_what_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    ratios = {"range_ratio": 20.0, "flood_ratio": 29.0, "zoc_ratio": 60.0}
    sizes = {"700": {**ratios, "range_us": 1, "flood_us": 1, "zoc_us": 1}}
    imports = {"ratio": 1.5, "ostfront_ms": 30.0, "unwanted": []}
    found = {"geometry": {"sizes": sizes}, "imports": imports}
    lines = {(line.name, line.holds) for line in core_lines(found) if line.requirement}
    assert ("movement range, 700 hexes", True) in lines
    assert ("supply flood, 700 hexes", False) in lines
    monkeypatch.setattr("ostfront.bench.measure_core", lambda **_: found)
    answer = run("bench", "core", "--json")
    assert answer.code == 1
    assert answer.json["holds"] is False
    assert "FAILS" in run("bench", "core").out
    assert "no scenarios" in run("bench", "core", "--scenario", "siege").sentence


def test_imports_are_measured() -> None:
    from ostfront.bench.imports import measure

    found = measure(rounds=1)
    assert found["unwanted"] == []
    assert found["ratio"] > 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_is_clean(workers: str) -> None:
    program = [sys.executable, "-c", PROGRAM, "sim", "drill", "--games", "1000000", "--workers", workers]
    environment = {**os.environ, "PYTHONPATH": SEARCH_PATH}
    with subprocess.Popen(
        program, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        time.sleep(2.5)
        os.killpg(running.pid, signal.SIGINT)
        try:
            _, err = running.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode == 130
    assert err == "Stopped.\n"


def test_sim_does_not_hang_on_the_order_of_sets() -> None:
    """Python orders sets of strings differently in each process; games must not notice."""
    program = [sys.executable, "-c", PROGRAM, "sim", "drill", "--games", "10", "--json"]
    counted = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": SEARCH_PATH, "PYTHONHASHSEED": seed}
        done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
        counted.add(re.sub(r'"cpu_seconds": .*', "", done.stdout))
    assert len(counted) == 1
