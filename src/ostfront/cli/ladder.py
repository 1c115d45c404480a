"""`ostfront ladder`: how strong the computer players are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ostfront.cli.app import Data, GameName, Json, Options, Scenario, app, print_json, print_table
from ostfront.cli.game_files import read_options
from ostfront.cli.progress import progress

if TYPE_CHECKING:
    from ostfront.lab.ladder import Match
    from ostfront.lab.statistics import Estimate


@app.command()
def ladder(
    game: GameName,
    levels: Annotated[
        str, typer.Option("--levels", metavar="A,B,...", help="The levels that play (default: all).")
    ] = "",
    most: Annotated[int, typer.Option("--games", min=2, metavar="N", help="Maximum games per match.")] = 200,
    claim: Annotated[
        float | None,
        typer.Option("--claim", min=0.06, max=0.99, help="Test whether the later level scores this much, e.g. 0.8."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="K", help="Game n has the seed K/n.")] = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    workers: Annotated[int, typer.Option("--workers", min=1, metavar="W", help="Number of processes.")] = 1,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Stop a game after this many decisions.")] = 200_000,
    json: Json = False,
) -> None:
    """Rank the computer players by matches between them.

    Each two levels play a match in pairs of games: the same seed twice, with sides swapped. A match ends as soon as
    a sequential test (SPRT, errors of 5 %) is decided, or after --games. The test asks whether the later level
    scores 55 % rather than 45 %; with --claim 0.8, whether it scores 80 % rather than 75 %. Draws and unfinished
    games count half. The result does not depend on --workers.

    \b
    Examples:
      ostfront ladder victory-denied --levels random,recruit --workers 2
      ostfront ladder victory-denied --levels random,recruit --claim 0.8 --json
    """
    from ostfront import ai, games
    from ostfront.lab.ladder import STRONGER, as_data, standings
    from ostfront.lab.ladder import ladder as climb
    from ostfront.lab.simulate import Simulation
    from ostfront.lab.statistics import Sequential

    info = games.info(game)
    names = [word.strip() for word in levels.split(",")] if levels else ai.levels()
    options = read_options(info, option)
    simulation = Simulation(game, (), seed, scenario, options, games.overlay(game, data), cap)
    test = STRONGER if claim is None else Sequential(claim - 0.05, claim)
    count = len(set(names))
    matches: list[Match] = []
    with progress(most * count * (count - 1) // 2) as bar:

        def tick(what: str, done: int) -> None:
            bar.at(len(matches) * most + done, what)

        matches.extend(climb(simulation, names, most, test, workers, tick))
    if json:
        print_json(as_data(names, matches))
        return
    rows = [_row(match) for match in matches]
    head = ("match", "games", "won", "drawn", "lost", "score", "margin", "test")
    print_table(head, rows, right=("games", "won", "drawn", "lost"))
    print_table(("as", "side", "won", "drawn", "lost"), [row for match in matches for row in _by_side(match)])
    elo = standings(names, matches)
    print_table(("level", "Elo"), [(name, _number(rating, ".0f")) for name, rating in elo.items()])


def _row(match: Match) -> tuple[str, ...]:
    words = {"high": f"{match.first} reaches", "low": f"{match.first} misses", "": "undecided"}
    test = f"{words[match.verdict]} {match.test.high:.0%} (LLR {match.ratio:+.2f})"
    margin = match.margin
    score = match.score
    return (
        f"{match.first} - {match.second}",
        str(match.games),
        *(str(n) for n in match.counted()),
        f"{score.value:.1%} ({score.low:.1%} to {score.high:.1%})",
        "-" if margin is None else _number(margin, "+.1f"),
        test,
    )


def _by_side(match: Match) -> list[tuple[str, ...]]:
    return [(match.first, side, *(str(n) for n in match.counted(i))) for i, side in enumerate(match.sides)]


def _number(s: Estimate, form: str) -> str:
    return f"{s.value:{form}} ({s.low:{form}} to {s.high:{form}})"
