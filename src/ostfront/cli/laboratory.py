"""The laboratory: many games at once, and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import (
    FOUND_WRONG,
    Data,
    GameName,
    Json,
    Options,
    Scenario,
    app,
    print_json,
    print_table,
)
from ostfront.cli.files import game_info, read_options
from ostfront.cli.progress import progress
from ostfront.core.errors import BadAction, OstfrontError

if TYPE_CHECKING:
    from ostfront.lab.simulate import Played, Tally


# ---- sim ----------------------------------------------------------------------------------------------


@app.command()
def sim(
    game: GameName,
    players: Annotated[
        str, typer.Option("--players", help="Levels by seat or side, or one for all: random,random.")
    ] = "random",
    count: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games.")] = 100,
    seed: Annotated[str, typer.Option("--seed", metavar="K", help="Game n has the seed K/n.")] = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    workers: Annotated[int, typer.Option("--workers", min=1, metavar="W", help="How many processes.")] = 1,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Stop a game after so many decisions.")] = 200_000,
    json: Json = False,
) -> None:
    """Play many games between computer players.

    The same seed gives the same games, with any number of processes. A game that reaches --cap counts as capped.
    A dead end, a decision without a legal action, is a mistake in the rules of the game: it is reported with the
    seed of its game, and the exit code is 1. Players can be named too: German=random,Soviet=random.

    \b
    Examples:
      ostfront sim victory-denied --players random,random --games 100 --seed 7
      ostfront sim victory-denied --games 1000 --workers 8 --json
    """
    from ostfront import games
    from ostfront.lab.simulate import Plan, simulate, tally

    info = game_info(game)
    levels = tuple(word.strip() for word in players.split(","))
    overlay = games.overlay(game, data)
    plan = Plan(game, levels, seed, scenario, read_options(info, option), overlay, cap)
    played = []
    with progress(count) as bar:
        for one in simulate(plan, count, workers):
            played.append(one)
            bar.tick()
    total = tally(played)
    if json:
        print_json(total._asdict())
    else:
        _print_tally(total)
    _report_dead_ends(played)


def _print_tally(total: Tally) -> None:
    games = total.finished + total.capped + total.dead_ends
    rate = f", {total.cpu_seconds / games:.3f} s of CPU each" if games else ""
    typer.echo(f"{games} games: {total.finished} finished, {total.capped} capped, {total.dead_ends} dead ends{rate}.")
    typer.echo(f"{total.decisions} decisions in {total.cpu_seconds:.2f} s of CPU.")
    rows = [(name, str(n), f"{100 * n / total.finished:.1f} %") for name, n in total.results.items()]
    if rows:
        print_table(("winner", "games", "share"), rows, right=("games", "share"))


def _report_dead_ends(played: list[Played]) -> None:
    dead = [one for one in played if one.ending == "dead end"]
    for one in dead[:20]:
        where = f"game {one.number} (seed {one.seed}), decision {one.decisions + 1}"
        typer.echo(f"Dead end in {where}: {one.stuck}.", err=True)
    if dead:
        raise typer.Exit(FOUND_WRONG)


# ---- bench --------------------------------------------------------------------------------------------


@app.command()
def bench(
    what: Annotated[
        str,
        typer.Argument(metavar="[core|server|env|officer|GAME]", help="What is measured."),
    ] = "core",
    scenario: Scenario = None,
    option: Options = None,
    slices: Annotated[int, typer.Option("--slices", min=1, help="How many half-second slices of a game.")] = 9,
    json: Json = False,
) -> None:
    """Measure the engine or a game.

    `bench core` measures movement range, supply flood, ZOC map and state clone on synthetic maps against the
    plain reference, the engine's own cost per decision, and what importing costs, and says of each whether it
    holds what is required. Exit code 1 when something does not.

    `bench GAME` plays uniformly random games in laboratory mode (no history, no log) in one process, in half
    second slices by turns with python-chess playing random games. A step is a decision with at least two options;
    branching is the mean number of options of a step; forced_share is the share of all other decisions;
    core_bytes is the largest state met, as JSON; yardstick_ratio is our steps by its plies, per CPU second.

    `bench server` measures the table's server: actions a CPU second and the share of time outside the engine.

    `bench env` plays at random through the PettingZoo environment of every game, by turns with the bare engine.

    `bench officer` has officers play A Victory Denied, by turns with random campaigns of A Victory Awaits, and
    says what the longest plans take of their budgets, in thoughts and in seconds, in the other games too.

    \b
    Examples:
      ostfront bench core
      ostfront bench server --json
      ostfront bench victory-denied --json
    """
    if what == "core":
        if scenario is not None or option:
            raise BadAction("The engine has no scenarios and options; they belong to `ostfront bench GAME`.")
        _bench_core(json)
        return
    if what == "server":
        _bench_server(json)
        return
    if what == "env":
        _bench_envs(json)
        return
    if what == "officer":
        _bench_officer(json)
        return
    from ostfront.bench.play import measure

    options = read_options(game_info(what), option)
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
        words = {True: "holds", False: "DOES NOT HOLD", None: ""}
        rows = [(l.part, l.name, _number(l.value), l.unit, l.requirement, words[l.holds]) for l in lines]
        print_table(("part", "what", "measured", "unit", "required", ""), rows, right=("measured",))
    if not holds:
        raise typer.Exit(FOUND_WRONG)


def _bench_server(json: bool) -> None:
    try:
        from ostfront.bench.server import measure
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    _told(measure(), json)


def _bench_officer(json: bool) -> None:
    from ostfront.bench.officers import GAMES, OTHERS, measure

    with progress(GAMES + len(OTHERS), "games") as bar:
        found = measure(count=GAMES, tick=bar.tick)
    plans = {} if json else found.pop("plans")
    _told(found, json, [(f"{key} {game}", value) for game, kept in plans.items() for key, value in kept.items()])


def _told(found: dict[str, Any], json: bool, more: Sequence[tuple[str, Any]] = ()) -> None:
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
    names = [name for name in games.names() if _playable(name)]
    with progress(len(names)) as bar:
        for name in names:
            found.append(measure(name))
            bar.tick()
    if json:
        print_json(found)
    else:
        rows = [
            (one["title"], _number(one["engine_decisions_per_cpu_s"]), _number(one["env_decisions_per_cpu_s"]),
             f"{one['ratio']:.2f}", f"at most {MOST:g}", "holds" if one["holds"] else "DOES NOT HOLD")
            for one in found
        ]  # fmt: skip
        head = ("game", "engine, decisions a CPU second", "environment", "ratio", "required", "")
        print_table(head, rows, right=head[1:4])
    if not all(one["holds"] for one in found):
        raise typer.Exit(FOUND_WRONG)


def _playable(name: str) -> bool:
    try:
        return bool(game_info(name))
    except OstfrontError:
        return False


def _number(value: Any) -> str:
    if not isinstance(value, float | int):
        return "-" if value is None else str(value)
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
