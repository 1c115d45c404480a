"""`ostfront sim`: many games between computer players, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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
from ostfront.cli.game_files import read_options
from ostfront.cli.progress import progress
from ostfront.core.errors import counted

if TYPE_CHECKING:
    from ostfront.lab.simulate import Played, Tally


@app.command()
def sim(
    game: GameName,
    players: Annotated[
        str, typer.Option("--players", help="Levels by seat or side, or one for all: random,random.")
    ] = "random",
    count: Annotated[int, typer.Option("--games", min=1, metavar="N", help="Number of games.")] = 100,
    seed: Annotated[str, typer.Option("--seed", metavar="K", help="Game n has the seed K/n.")] = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    workers: Annotated[int, typer.Option("--workers", min=1, metavar="W", help="Number of processes.")] = 1,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Stop a game after this many decisions.")] = 200_000,
    json: Json = False,
) -> None:
    """Play many games between computer players.

    The same seed gives the same games, with any number of processes. A game that reaches --cap counts as capped.
    A dead end, a decision without a legal action, is a bug in the rules of the game: it is reported with the
    seed of its game, and the exit code is 1. Players can also be given by name: German=random,Soviet=random.

    \b
    Examples:
      ostfront sim victory-denied --players random,random --games 100 --seed 7
      ostfront sim victory-denied --games 1000 --workers 8 --json
    """
    from ostfront import games
    from ostfront.lab.simulate import Simulation, simulate, tally

    info = games.info(game)
    levels = tuple(word.strip() for word in players.split(","))
    overlay = games.overlay(game, data)
    simulation = Simulation(game, levels, seed, scenario, read_options(info, option), overlay, cap)
    played = []
    with progress(count) as bar:
        for one in simulate(simulation, count, workers):
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
    dead_ends = counted(total.dead_ends, "dead end")
    typer.echo(f"{counted(games, 'game')}: {total.finished} finished, {total.capped} capped, {dead_ends}{rate}.")
    typer.echo(f"{counted(total.decisions, 'decision')} in {total.cpu_seconds:.2f} s of CPU.")
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
