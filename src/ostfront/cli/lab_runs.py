"""`ostfront lab`: runs kept on disk, their reports, comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import (
    FOUND_WRONG,
    Commands,
    Data,
    GameName,
    Json,
    Options,
    Scenario,
    app,
    print_json,
    print_table,
)
from ostfront.cli.game_files import read_options
from ostfront.cli.progress import progress
from ostfront.core.errors import BadAction, counted, either

if TYPE_CHECKING:
    from ostfront.lab.observe import Trial
    from ostfront.lab.run_store import RunStore
    from ostfront.lab.statistics import Estimate

lab = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode=None)
app.add_typer(lab, name="lab", help="Play many games, keep the results, report, compare, tune.")

Players = Annotated[str, typer.Option("--players", help="Levels by seat or side, or one for all: recruit,random.")]
Count = Annotated[int, typer.Option("--games", min=1, metavar="N", help="Number of games.")]
Seed = Annotated[str, typer.Option("--seed", metavar="K", help="Game n has the seed K/n.")]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="W", help="Number of processes.")]
Cap = Annotated[int, typer.Option("--cap", min=1, help="Stop a game after this many decisions.")]
Weights = Annotated[
    list[str] | None,
    typer.Option("--weights", metavar="SIDE=DIR", help="This side plays with the weights.toml in DIR."),
]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A run made by `ostfront lab run`.")]


@lab.command()
def run(
    game: GameName,
    folder: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="The folder of the run.")],
    players: Players = "random",
    count: Count = 1000,
    seed: Seed = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    weights: Weights = None,
    workers: Workers = 1,
    cap: Cap = 200_000,
    backend: Annotated[str, typer.Option("--backend", help="processes, or ray.")] = "processes",
    json: Json = False,
) -> None:
    """Play many games and keep their measurements.

    Each game is saved as soon as it is over. To continue an interrupted run, give the same command again; to extend
    it, give a larger --games. FOLDER holds the settings (run.json), a row for each game
    (games-*.parquet) and one for each turn (turns-*.parquet); `ostfront lab game` replays any game.
    Unfinished games are counted; a dead end is reported with its seed, and the exit code is 1.

    --backend ray distributes the games over the Ray cluster at RAY_ADDRESS, or over a local Ray with --workers.

    \b
    Examples:
      ostfront lab run victory-denied --players recruit,random --games 1000 --workers 2 -o runs/first
      ostfront lab run victory-denied --games 100000 --backend ray --workers 64 -o runs/large
    """
    from ostfront.lab.run import run as play
    from ostfront.lab.run_store import RunStore

    trial = _trial(game, players, seed, scenario, option, data, weights, cap)
    store = RunStore.create(folder, trial)
    there = len([n for n in store.played if n <= count])
    with progress(count) as bar:
        bar.at(there)
        played = play(store, count, workers, backend, bar.tick)
    if json:
        print_json({"folder": str(folder), "played": played, "there": there, "games": there + played})
    else:
        before = f", {there} already there" if there else ""
        typer.echo(f"Played {counted(played, 'game')}{before}: {folder}")
    _report_unfinished(store)


def _report_unfinished(store: RunStore) -> None:
    """Unfinished games of a run: stopped by the cap, or in a dead end, which is a bug in the rules."""
    games = store.read("games").rows(named=True)
    capped = sum(row["ending"] == "capped" for row in games)
    if capped:
        typer.echo(f"{counted(capped, 'game')} stopped at the cap.", err=True)
    dead = [row for row in games if row["ending"] == "dead end"]
    for row in dead[:20]:
        typer.echo(f"Dead end in game {row['number']} (seed {row['seed']}): {row['stuck']}.", err=True)
    if dead:
        raise typer.Exit(FOUND_WRONG)


@lab.command()
def report(
    folder: Folder,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Where the page goes (default: FOLDER/report)."),
    ] = None,
    json: Json = False,
) -> None:
    """Make an HTML report of a run: tables, charts as PNG, and a page of interactive charts.

    It shows how often each side wins, margins and the bid that would even the odds, points and losses by turn, when
    towns fall and where the front runs compared with 1941, length and branching. With --json the numbers are printed
    and no page is made.

    \b
    Examples:
      ostfront lab report runs/first
      ostfront lab report runs/first --json
    """
    from ostfront.lab.charts import charts
    from ostfront.lab.report import as_data, write_report
    from ostfront.lab.run_store import RunStore
    from ostfront.lab.run_summary import RunSummary

    found = RunSummary(RunStore.open(folder))
    if json:
        print_json(as_data(found))
        return
    drawn = charts(found)
    with progress(len(drawn) + 1, "charts") as bar:
        files = write_report(found, drawn, out or folder / "report", bar.tick)
    typer.echo(f"{files[0]}: {counted(len(drawn), 'chart')} of {counted(len(found.games), 'game')}")


@lab.command("game")
def one_game(
    folder: Folder,
    number: Annotated[int, typer.Argument(min=1, metavar="NUMBER", help="The number of the game.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where to write the record.")],
) -> None:
    """Play a game of a run again and save its record.

    \b
    Example:
      ostfront lab game runs/first 17 -o game17.game
    """
    from ostfront.lab.observe import rebuild
    from ostfront.lab.run_store import RunStore

    store = RunStore.open(folder)
    game = rebuild(store.settings.trial, number)
    game.save(out)
    result = game.result
    winner = "not finished" if result is None else result.winner or "a draw"
    grade = f" ({result.grade})" if result is not None and result.grade else ""
    typer.echo(f"{out}: game {number}, {winner}{grade}")


@lab.command()
def compare(
    game: GameName,
    players: Players = "random",
    count: Count = 100,
    seed: Seed = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    weights: Weights = None,
    new_players: Annotated[str | None, typer.Option("--new-players", help="Other players.")] = None,
    new_option: Annotated[
        list[str] | None, typer.Option("--new-option", metavar="NAME=VALUE", help="Another option.")
    ] = None,
    new_data: Annotated[
        list[str] | None, typer.Option("--new-data", metavar="DIR", help="Other numbers: charts, counters, map.")
    ] = None,
    new_weights: Annotated[
        list[str] | None, typer.Option("--new-weights", metavar="SIDE=DIR", help="Other weights for a side.")
    ] = None,
    workers: Workers = 1,
    cap: Cap = 200_000,
    every: Annotated[bool, typer.Option("--all", help="Show measures without a clear effect too.")] = False,
    json: Json = False,
) -> None:
    """Measure the effect of a change: each game is played the old way and the new way with the same seed.

    The --new-... options give the change: other numbers, an option, players, or one side's weights. The result is the
    mean difference, new minus old, with its interval, and how much pairing narrowed that interval.

    \b
    Examples:
      ostfront lab compare victory-denied --new-data my-crt --games 500
      ostfront lab compare victory-denied --players recruit --new-weights german=tuned --games 40 --workers 2
    """
    from ostfront.lab.compare import compare as measure

    old = _trial(game, players, seed, scenario, option, data, weights, cap)
    new = _trial(
        game,
        new_players or players,
        seed,
        scenario,
        [*(option or ()), *(new_option or ())],
        [*(data or ()), *new_data] if new_data else data,
        [*(weights or ()), *(new_weights or ())],
        cap,
    )
    with progress(count, "pairs") as bar:
        found = measure(old, new, count, workers, bar.tick)
    if json:
        print_json([{**e._asdict(), "effect": e.effect._asdict(), "clear": e.clear} for e in found])
        return
    shown = [e for e in found if every or e.clear]
    rows = [(e.title, f"{e.old:.3g}", f"{e.new:.3g}", in_words(e.effect, "+.3g"), f"{e.gain:.1f}") for e in shown]
    print_table(("measure", "old", "new", "effect", "narrower by"), rows, right=("old", "new", "narrower by"))
    if len(shown) < len(found):
        typer.echo(
            f"{counted(len(found) - len(shown), 'measure')} without a clear effect in {count} pairs (see --all)."
        )


def in_words(s: Estimate, form: str) -> str:
    return f"{s.value:{form}} ({s.low:{form}} to {s.high:{form}})"


def _trial(
    game: str,
    players: str,
    seed: str,
    scenario: str | None,
    option: Sequence[str] | None,
    data: Sequence[str] | None,
    weights: Sequence[str] | None,
    cap: int,
) -> Trial:
    from ostfront import games
    from ostfront.lab.observe import Trial
    from ostfront.lab.simulate import Simulation, seat_levels

    info = games.info(game)
    options = read_options(info, list(option) if option else None)
    levels = tuple(word.strip() for word in players.split(","))
    trial = Trial(Simulation(game, levels, seed, scenario, options, games.overlay(game, data), cap))
    rules = trial.rules
    seat_levels(rules.seats, levels)
    sides = list(dict.fromkeys(seat.side for seat in rules.seats))
    return trial._replace(weights=_weights(game, sides, weights))


def _weights(game: str, sides: Sequence[str], given: Sequence[str] | None) -> Mapping[str, Mapping[str, str]]:
    """The weights of each side, from SIDE=DIR."""
    from ostfront.core.files.data import overlay_for
    from ostfront.lab.weights import FILE

    found: dict[str, Any] = {}
    for word in given or ():
        name, _, folder = word.partition("=")
        side = next((side for side in sides if side.lower() == name.lower()), None)
        if side is None or not folder:
            raise BadAction(f"'{word}': write SIDE=DIR, where SIDE is {either(sides)}.")
        files = overlay_for(game, [folder])
        if FILE not in files:
            raise BadAction(f"There is no {FILE} in {folder}.")
        found[side] = {FILE: files[FILE]}
    return found
