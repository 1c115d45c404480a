"""`ostfront bench`: how fast the engine, a game, the server and the computer players are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import FOUND_WRONG, Json, Options, Scenario, app, print_json, print_table
from ostfront.cli.game_files import read_options
from ostfront.cli.progress import progress
from ostfront.core.errors import BadAction, OstfrontError

if TYPE_CHECKING:
    from ostfront.bench.report import Line


@app.command()
def bench(
    what: Annotated[
        str,
        typer.Argument(metavar="[core|server|network|page|env|officer|GAME]", help="What to measure."),
    ] = "core",
    scenario: Scenario = None,
    option: Options = None,
    slices: Annotated[int, typer.Option("--slices", min=1, help="Number of half-second slices per game.")] = 9,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.05, help="`bench network`: how long people click.")
    ] = 5,
    open_games: Annotated[int, typer.Option("--games", min=100, help="`bench network`: open games.")] = 1000,
    stored: Annotated[int, typer.Option("--stored", min=1, help="`bench network`: finished games.")] = 100_000,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="`bench network`: an empty PostgreSQL database.")
    ] = "",
    spread: Annotated[
        bool, typer.Option("--spread", help="`bench network`: send the requests of a game to both servers.")
    ] = False,
    json: Json = False,
) -> None:
    """Measure the engine or a game.

    `bench core` measures movement range, supply flood, ZOC map and state clone on synthetic maps against the
    plain reference, the engine's own cost per decision, and import time, and reports whether each meets its
    target. The exit code is 1 if one does not.

    `bench GAME` plays uniformly random games in laboratory mode (no history, no log) in one process, in
    half-second slices that alternate with random games of python-chess. A step is a decision with at least two
    options; branching is the mean number of options per step; forced_share is the share of all other decisions;
    core_bytes is the largest state seen, as JSON; save_bytes is the largest of three games, saved when they were
    over; memory_mb is the most memory the process has held; yardstick_ratio is our steps divided by its plies, per
    CPU second.

    `bench server` measures the table's server: actions per CPU second, the share of time outside the engine, and
    how long clicks take with ten games at once.

    `bench network` measures a site: two servers and a PostgreSQL on this machine (its own, or --database), 200 people
    connected, 50 clicks a second in games of every kind, and the lobby of a large store of games. Each game has its
    server, as behind the proxy of deploy/; --spread measures what it costs if it has not.

    `bench page` opens every game in chromium and measures opening, clicks at several zooms and panning. It needs
    Playwright. `--scenario GAME` or `--scenario GAME:SCENARIO` measures one.

    `bench env` plays at random through the PettingZoo environment of every game, alternating with the bare engine.

    `bench officer` has officers play A Victory Denied, alternating with random campaigns of A Victory Awaits, and
    reports how much of their budgets the longest plans use, in thoughts and in seconds, for the other games too.

    \b
    Examples:
      ostfront bench core
      ostfront bench server --json
      ostfront bench victory-denied --json
    """
    if what == "core":
        if scenario is not None or option:
            raise BadAction("The engine has no scenarios or options; use them with `ostfront bench GAME`.")
        _bench_core(json)
        return
    if what == "server":
        _bench_server(json)
        return
    if what == "network":
        _bench_network(minutes, open_games, stored, database, spread, json)
        return
    if what == "page":
        _bench_page(scenario, json)
        return
    if what == "env":
        _bench_envs(json)
        return
    if what == "officer":
        _bench_officer(json)
        return
    from ostfront import games
    from ostfront.bench.play import measure

    options = read_options(games.info(what), option)
    with progress(slices, "slices") as bar:
        found = measure(what, scenario, options, slices, tick=bar.tick)
    if json:
        print_json(found)
        return
    for key, value in found.items():
        typer.echo(f"{key:16} {_number(value)}")
    if found["yardstick_ratio"] is None:
        typer.echo('The yardstick needs python-chess: pip install "ostfront[bench]".', err=True)


def _bench_core(json: bool) -> None:
    from ostfront.bench import measure_core
    from ostfront.bench.report import core_lines

    found = measure_core(started=lambda part: typer.echo(f"measuring {part} ...", err=True))
    lines = core_lines(found)
    holds = all(line.holds is not False for line in lines)
    if json:
        print_json({"title": "core", "holds": holds, "lines": [line._asdict() for line in lines], **found})
    else:
        _print_lines("part", lines)
    if not holds:
        raise typer.Exit(FOUND_WRONG)


def _bench_server(json: bool) -> None:
    try:
        from ostfront.bench.server import measure
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    _print_measured(measure(), json)


def _bench_network(
    minutes: float, open_games: int, stored: int, database: str, spread: bool, json: bool
) -> None:  # fmt: skip
    try:
        from ostfront.bench.network import measure
    except ImportError as missing:
        raise OstfrontError(f'The site needs {missing.name}: pip install "ostfront[table,server]".') from None
    told = lambda part: typer.echo(f"{part} ...", err=True)  # noqa: E731
    _print_measured(measure(minutes, open_games, stored, database, spread, told), json)


def _bench_page(only: str | None, json: bool) -> None:
    from ostfront.bench.page import Case, measure

    wanted = [Case(*only.split(":", 1))] if only else []
    lines = measure(wanted, started=lambda name: typer.echo(f"measuring {name} ...", err=True))
    if json:
        print_json({"title": "page", "lines": [line._asdict() for line in lines]})
    else:
        _print_lines("game", lines)


def _print_lines(first: str, lines: Sequence[Line]) -> None:
    words = {True: "meets", False: "FAILS", None: ""}
    rows = [(l.part, l.name, _number(l.value), l.unit, l.requirement, words[l.holds]) for l in lines]
    print_table((first, "what", "measured", "unit", "required", ""), rows, right=("measured",))


def _bench_officer(json: bool) -> None:
    from ostfront.bench.officers import GAMES, OTHERS, measure

    with progress(GAMES + len(OTHERS), "games") as bar:
        found = measure(count=GAMES, tick=bar.tick)
    plans = {} if json else found.pop("plans")
    _print_measured(
        found, json, [(f"{key} {game}", value) for game, kept in plans.items() for key, value in kept.items()]
    )


def _print_measured(found: dict[str, Any], json: bool, more: Sequence[tuple[str, Any]] = ()) -> None:
    if json:
        print_json(found)
    else:
        for key, value in [*more, *found.items()]:
            typer.echo(f"{key:50} {_number(value)}")
    if not found["holds"]:
        raise typer.Exit(FOUND_WRONG)


def _bench_envs(json: bool) -> None:
    from ostfront import games
    from ostfront.bench.envs import MOST, measure

    found = []
    names = games.names()
    with progress(len(names)) as bar:
        for name in names:
            found.append(measure(name))
            bar.tick()
    if json:
        print_json(found)
    else:
        rows = [
            (one["title"], _number(one["engine_decisions_per_cpu_s"]), _number(one["env_decisions_per_cpu_s"]),
             f"{one['ratio']:.2f}", f"at most {MOST:g}", "meets" if one["holds"] else "FAILS")
            for one in found
        ]  # fmt: skip
        head = ("game", "engine, decisions per CPU second", "environment", "ratio", "required", "")
        print_table(head, rows, right=head[1:4])
    if not all(one["holds"] for one in found):
        raise typer.Exit(FOUND_WRONG)


def _number(value: Any) -> str:
    if not isinstance(value, float | int):
        return "-" if value is None else str(value)
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
