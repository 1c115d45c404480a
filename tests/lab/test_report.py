"""The report of a run."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from cli.calling import run
from ostfront.core.play.measures import Spot
from ostfront.lab.charts import charts
from ostfront.lab.observe import Trial
from ostfront.lab.run import run as play
from ostfront.lab.run_store import RunStore
from ostfront.lab.run_summary import RunSummary, lane_x
from ostfront.lab.simulate import Simulation

PNG = b"\x89PNG\r\n"


@pytest.fixture(scope="module", params=["victory-denied", "kiev-41", "drill"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    store = RunStore.create(
        tmp_path_factory.mktemp("runs") / request.param, Trial(Simulation(request.param, seed="report"))
    )
    play(store, 8)
    return store


def test_numbers_are_those_of_the_games(played: RunStore) -> None:
    found = RunSummary(played)
    winners = played.read("games")["winner"].to_list()
    assert {name: n for name, (n, _) in found.winners().items() if n} == {w: winners.count(w) for w in set(winners)}
    assert sum(n for _, _, n in found.ends()) == 8
    assert found.lengths()["turns"] == sum(played.read("games")["turns"]) / 8
    for fall in found.falls():
        fell = played.read("games")[f"fell_{fall.id}"].drop_nulls()
        assert fall.share.value == len(fell) / 8
    for series in found.measures.series(found.rules.facts):
        rows = found.by_turn(series.id)
        assert all(row["q10"] <= row["q50"] <= row["q90"] for row in rows)
        assert rows[0]["games"] == 8


def test_every_chart_can_be_drawn(played: RunStore, tmp_path: Path) -> None:
    drawn = charts(RunSummary(played))
    assert {"winners", "length", "branching"} <= set(drawn)
    assert ("front" in drawn) == (played.settings.game != "drill")
    for chart in drawn.values():
        chart.to_dict()  # checked against the schema of charts


def test_the_page(played: RunStore) -> None:
    if played.settings.game == "victory-denied":
        pytest.skip("ten maps take long to draw; six will do")
    answer = run("lab", "report", played.folder)
    assert answer.code == 0, answer
    folder = played.folder / "report"
    page = (folder / "index.html").read_text()
    pictures = sorted(folder.glob("*.png"))
    assert all(path.read_bytes().startswith(PNG) for path in pictures)
    assert all(f'src="{path.name}"' in page for path in pictures)
    assert "8 games" in page and "Who wins" in page
    assert "vega" in (folder / "charts.html").read_text()
    data = run("lab", "report", played.folder, "--json").json
    assert data["games"] == data["finished"] == 8


def test_history_is_on_the_page(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "run", Trial(Simulation("victory-denied", seed="history")))
    play(store, 2)
    found = RunSummary(store)
    assert {row["turn"] for row in found.front_of_1941()} == set(range(1, 11))
    assert next(fall for fall in found.falls() if fall.id == "smolensk").history == 1
    front = found.front()
    assert front is not None
    held = [turn["front"] for turn in store.read("turns").filter(polars.col("turn") == 6).to_dicts()]
    lanes = range(len(front.lanes))
    mean = sum(sum(game[i] for game in held) / len(held) - front.history[6][i] for i in lanes) / len(front.lanes)
    assert found.against_1941()[6] == pytest.approx(mean), "of two games the median is the mean"
    assert charts(found)["falls"].to_dict()["title"] == "Towns captured (circle: in 1941)"


def test_the_bid_is_the_median_margin() -> None:
    found = object.__new__(RunSummary)
    found.margins = lambda: [5.0, -1.0, 2.0]  # type: ignore[method-assign]
    assert found.even_bid() == 2.0
    found.margins = lambda: [4.0, 1.0]  # type: ignore[method-assign]
    assert found.even_bid() == 2.5
    found.margins = list  # type: ignore[method-assign]
    assert found.even_bid() is None


def test_the_front_crosses_a_lane_between_two_spots() -> None:
    lane = (Spot(0, 0.0, 0.0), Spot(1, 2.0, 0.0), Spot(2, 4.0, 0.0))
    assert [lane_x(lane, held) for held in (0, 1, 2, 3)] == [0.0, 1.0, 3.0, 4.0]
    assert lane_x(lane, 1.5) == 2.0


def test_a_run_of_nothing_is_refused(tmp_path: Path) -> None:
    RunStore.create(tmp_path / "run", Trial(Simulation("drill")))
    assert "has no games yet" in run("lab", "report", tmp_path / "run").sentence
    assert "holds no run" in run("lab", "report", tmp_path).sentence


def test_run_and_game(tmp_path: Path) -> None:
    words = ("lab", "run", "drill", "--games", "4", "--seed", "k", "-o", tmp_path / "run")
    assert run(*words, "--json").json == {"folder": str(tmp_path / "run"), "played": 4, "there": 0, "games": 4}
    assert "Played 0 games, 4 already there" in run(*words).out
    answer = run("lab", "game", tmp_path / "run", "3", "-o", tmp_path / "three.game")
    assert answer.code == 0
    assert "Verified" in run("replay", tmp_path / "three.game", "--verify").out
    assert "different run" in run("lab", "run", "drill", "--games", "4", "-o", tmp_path / "run").sentence


def test_a_run_reports_unfinished_games(tmp_path: Path) -> None:
    words = ("lab", "run", "drill", "--games", "3", "--seed", "k", "-o", tmp_path / "run")
    assert run(*words).err == ""
    capped = run(*words[:-1], tmp_path / "short", "--cap", "5")
    assert (capped.code, capped.err) == (0, "3 games stopped at the cap.\n")


def test_a_dead_end_is_named_and_fails_the_run(tmp_path: Path) -> None:
    words = ("lab", "run", "drill", "--games", "3", "--seed", "k", "-o", tmp_path / "run")
    assert run(*words).code == 0
    table = next((tmp_path / "run").glob("games-*.parquet"))
    second = polars.col("number") == polars.read_parquet(table)["number"][1]
    polars.read_parquet(table).with_columns(
        ending=polars.when(second).then(polars.lit("dead end")).otherwise("ending"),
        stuck=polars.when(second).then(polars.lit("Red: move")).otherwise("stuck"),
    ).write_parquet(table)
    stuck = run(*words)
    assert stuck.code == 1
    assert "Dead end in game" in stuck.err
    assert "Red: move" in stuck.err
