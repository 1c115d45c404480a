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
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder for the new weights.toml.")],
    level: Annotated[str, typer.Option("--level", help="The level that plays with the weights.")] = "recruit",
    against: Annotated[str, typer.Option("--against", help="The level on the other side (default: the same).")] = "",
    side: Annotated[str, typer.Option("--side", help="Tune for one side (default: both in turn).")] = "",
    only: Annotated[str, typer.Option("--only", metavar="PATTERN", help="Weights, e.g. battle.*,line.open")] = "*",
    by: Annotated[str, typer.Option("--by", help="What to improve: wins, margin, or both.")] = "both",
    count: Annotated[
        int,
        typer.Option("--games", min=10, metavar="N", help="Perturbed games, or pairs of games, in a round."),
    ] = 100,
    sigma: Annotated[
        float, typer.Option("--sigma", min=0.01, help="How far to perturb: weights times exp(sigma * gauss).")
    ] = 0.5,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds; each starts from the last result.")] = 1,
    proof: Annotated[int, typer.Option("--proof", min=5, help="Pairs of games in the final match.")] = 40,
    anyway: Annotated[bool, typer.Option("--anyway", help="Write the weights even if they prove no better.")] = False,
    seed: Seed = "1941",
    scenario: Scenario = None,
    option: Options = None,
    data: Data = None,
    workers: Workers = 1,
    cap: Cap = 200_000,
    json: Json = False,
) -> None:
    """Improve the weights of a game's evaluation by playing games.

    Each game perturbs all chosen weights of one side at random; the other side keeps the game's own. A linear fit of
    the results shows which weights matter, and those take a step along it. Without --side each perturbation is played
    twice, once for each side. Then the new weights and the old play the same opponent on fresh seeds, and only that
    match decides. Choose few weights and many games: with fewer games than weights hardly any effect is clear.

    --by wins scores 1, 0.5 and 0; --by margin scores the lead in points, with an outright win as the widest margin
    seen; --by both adds them, with the whole range of margins worth as much as a win.

    If the new weights gain more than the interval, they are written to DIR/weights.toml, for use with --data DIR or
    --weights SIDE=DIR; otherwise nothing is written and the exit code is 1. Each game is saved in DIR/games.jsonl as
    soon as it is over: give the same command again to continue, or a larger --games to extend.

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
        typer.echo(f"{verdict}: {f'written to {out / FILE}' if written else 'nothing written'}")
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
        typer.echo(f"skipped, because scaling cannot change a 0: {', '.join(found.still)}")
    if not found.pairs:
        typer.echo("no weight has an effect larger than its error: no match played")
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
