"""`ostfront lab tune`: better weights, by play."""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import Data, GameName, Json, Options, Scenario, print_json, print_table, write_text
from ostfront.cli.game_files import read_options
from ostfront.cli.lab_runs import Cap, Seed, Workers, in_words, lab
from ostfront.cli.progress import progress

if TYPE_CHECKING:
    from ostfront.lab.tune import Tuned


@lab.command()
def tune(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the new weights.toml goes.")],
    level: Annotated[str, typer.Option("--level", help="Who thinks with the weights.")] = "recruit",
    against: Annotated[str, typer.Option("--against", help="Who plays the other side; the same level else.")] = "",
    side: Annotated[str, typer.Option("--side", help="Tune for one side; else for both in turn.")] = "",
    only: Annotated[str, typer.Option("--only", metavar="PATTERN", help="Which weights: battle.*,line.open")] = "*",
    by: Annotated[str, typer.Option("--by", help="What is to grow: wins, margin, or both.")] = "both",
    count: Annotated[
        int,
        typer.Option("--games", min=10, metavar="N", help="Perturbed games in a round, or pairs of them."),
    ] = 100,
    sigma: Annotated[
        float, typer.Option("--sigma", min=0.01, help="How far to perturb: weights times exp(sigma * gauss).")
    ] = 0.5,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Steps, each from where the last one led.")] = 1,
    proof: Annotated[int, typer.Option("--proof", min=5, help="Pairs of games of the last match.")] = 40,
    anyway: Annotated[bool, typer.Option("--anyway", help="Write weights that proved no better, too.")] = False,
    seed: Seed = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    workers: Workers = 1,
    cap: Cap = 200_000,
    json: Json = False,
) -> None:
    """Look for better weights of a game's evaluation, by play.

    In each of many games all chosen weights of one side are perturbed at random, and the other side keeps the game's
    own. A straight line through the results says which weights matter, and those step along it. Without --side a pair
    is played for each draw, one game for either side. Then the new weights and the old play the same opponent on
    fresh seeds, and only that match says what they are worth. Choose few weights and many games: with fewer games
    than weights it works, but hardly anything is clear.

    --by wins counts 1, 0.5 and 0; --by margin the points ahead, a win that was not counted as the widest margin seen;
    --by both adds them, the whole range of margins being worth as much as a win.

    The new weights are written to DIR/weights.toml, to be laid over ours (--data DIR, or --weights SIDE=DIR), if they
    gained more than the interval; else none are written and the exit code is 1. Games are kept in DIR/games.jsonl as
    soon as they are over: the same command goes on where it was stopped, and a larger --games adds to them.

    \b
    Examples:
      ostfront lab tune victory-denied --only "battle.*,contest.share" -o tuned --workers 2
      ostfront lab tune victory-denied --level officer --side german --only "german_officer.*" --games 200 -o tuned
    """
    from ostfront import games
    from ostfront.lab.simulate import Simulation
    from ostfront.lab.tune import Budget, Matchup, overlay_text
    from ostfront.lab.tune import tune as search
    from ostfront.lab.tuning_games import Journal
    from ostfront.lab.weights import FILE

    info = games.info(game)
    options = read_options(info, option)
    simulation = Simulation(game, (level,), seed, scenario, options, games.overlay(game, data), cap)
    matchup, budget = Matchup.of(simulation, level, against, side), Budget(count, proof, rounds, sigma)
    journal = Journal(out / "games.jsonl")
    with progress(matchup.total(budget)) as bar:
        found = search(matchup, only, by, budget, journal, workers, bar.tick)
    written = found.better or anyway
    if written:
        words: dict[str, Any] = {"scenario": scenario, "level": level, "against": against, "side": side}
        words |= {"only": f'"{only}"', "by": by, "games": count, "sigma": sigma, "rounds": rounds}
        words |= {"proof": proof, "seed": seed}
        made = [f"--{name} {word}" for name, word in words.items() if word]
        made += [f"--option {word}" for word in option or ()] + [f"--data {word}" for word in data or ()]
        command = " ".join(("ostfront lab tune", game, *made))
        write_text(out / FILE, overlay_text(found, command, simulation.overlay.get(FILE, "")))
    if json:
        file = str(out / FILE) if written else ""
        print_json({**_tuned_data(found), "played": journal.played, "file": file})
    else:
        _print_tuned(found, sigma)
        verdict = "better than the old weights" if found.better else "not proved better than the old weights"
        typer.echo(f"{verdict}: {f'written to {out / FILE}' if written else 'nothing is written'}")
    if not found.better:
        raise typer.Exit(1)


def _print_tuned(found: Tuned, sigma: float) -> None:
    effect = f"gain by {found.by} at {exp(sigma):.2f} times"
    for number, one in enumerate(found.rounds, 1):
        if len(found.rounds) > 1:
            typer.echo(f"round {number}")
        ranked = sorted(one.effects.items(), key=lambda item: -abs(item[1].ratio))
        rows = [
            (name, f"{one.old[name]:g}", f"{one.new[name]:g}", in_words(slope.effect, "+.3f"), f"{slope.ratio:+.1f}")
            for name, slope in ranked
        ]
        print_table(("weight", "old", "new", effect, "in errors"), rows, right=("old", "new", "in errors"))
    if found.still:
        typer.echo(f"left alone, for no factor moves a 0: {', '.join(found.still)}")
    if not found.pairs:
        typer.echo("no weight has an effect larger than its error: there is nothing to prove")
        return
    for by, gain in found.gains.items():
        mark = " (tuned for this)" if by == found.by else ""
        typer.echo(f"gain by {by}: {in_words(gain, '+.3f')}, {found.pairs} pairs{mark}")


def _tuned_data(found: Tuned) -> dict[str, Any]:
    rounds = [
        {
            "old": one.old,
            "new": one.new,
            "effects": {n: {**s.effect._asdict(), "error": s.error} for n, s in one.effects.items()},
        }
        for one in found.rounds
    ]
    gains = {by: gain._asdict() for by, gain in found.gains.items()}
    return {**found._asdict(), "rounds": rounds, "gains": gains, "better": found.better}
