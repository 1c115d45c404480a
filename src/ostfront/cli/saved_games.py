"""A game in a file: set it up, look at it, ask what is legal, act."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import (
    FOUND_WRONG,
    Data,
    GameName,
    Json,
    Options,
    Scenario,
    SeatName,
    app,
    print_json,
    write_text,
)
from ostfront.cli.game_files import open_game, read_options
from ostfront.core.errors import BadAction

if TYPE_CHECKING:
    from ostfront.core.errors import Objection
    from ostfront.core.play.game import Game
    from ostfront.core.play.rules import Odds

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record or a position.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write.")]


# ---- new ----------------------------------------------------------------------------------------------


@app.command()
def new(
    game: GameName,
    scenario: Scenario = None,
    seed: Annotated[str | None, typer.Option("--seed", help="Makes the dice repeatable.")] = None,
    option: Options = None,
    data: Data = None,
    output: Output = None,
    json: Json = False,
) -> None:
    """Set up a game and save it.

    Without --seed the dice come from 256 random bits. The file shows a commitment to them, so that a finished
    game can be verified. Without -o the file is printed.

    \b
    Examples:
      ostfront new victory-denied -o my.game
      ostfront new victory-denied --seed 1941 -o my.game
      ostfront new victory-denied --data my-numbers -o my.game
    """
    import ostfront
    from ostfront import games
    from ostfront.core.files import record

    chosen = read_options(games.info(game), option)
    started = ostfront.new(game, scenario, seed, chosen, data)
    text = record.write(started, full=True)
    if output is not None:
        write_text(output, text)
    if json:
        from ostfront.cli.game_text import asked, heading

        print_json({**heading(started), "asked": asked(started.pending), "file": str(output) if output else None})
    elif output is None:
        typer.echo(text, nl=False)
    else:
        _print_state(started)


def _print_state(game: Game) -> None:
    from ostfront.cli.game_text import asked, asked_lines, heading, heading_lines

    for line in (*heading_lines(heading(game)), *asked_lines(asked(game.pending))):
        typer.echo(line)


# ---- show ---------------------------------------------------------------------------------------------


@app.command()
def show(
    file: GameFile,
    seat: Annotated[str | None, typer.Option("--seat", help="Show only what this seat knows.")] = None,
    log: Annotated[int, typer.Option("--log", min=0, help="Number of log lines.")] = 10,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the map with its counters.")] = None,
    json: Json = False,
) -> None:
    """Show a game or a position.

    Prints the turn, the open decisions, the units by place and the end of the log.

    The file holds everything, hidden information included, and without --seat all of it is shown.

    \b
    Examples:
      ostfront show my.game
      ostfront show my.game --seat German --log 30
      ostfront show my.game --svg my.svg
    """
    from ostfront.cli import game_text

    game = open_game(file).game
    if svg is not None:
        from ostfront.cli.drawing import draw_game

        if seat is not None:
            raise BadAction("The drawing shows every counter, even hidden ones; omit --seat or --svg.")
        write_text(svg, draw_game(game))
    data = game_text.full_data(game, log) if seat is None else game_text.seat_data(game, seat, log)
    if json:
        print_json(data)
        return
    for line in game_text.full_lines(data) if seat is None else game_text.seat_lines(data):
        typer.echo(line)


# ---- legal --------------------------------------------------------------------------------------------


@app.command()
def legal(
    file: GameFile,
    seat: Annotated[str | None, typer.Option("--seat", help="Show only the decisions of this seat.")] = None,
    json: Json = False,
) -> None:
    """List the open decisions and their legal actions.

    Actions are shown as you would type them. Those that lead to a roll come with their odds; --json has them in full.

    \b
    Examples:
      ostfront legal my.game
      ostfront legal my.game --seat Soviet
    """
    game = open_game(file).game
    wanted = None if seat is None else game.seat_index(seat)
    entries = []
    for decision in game.state.pending:
        if wanted is None or decision.seat == wanted:
            actions = [game.text(action) for action in game.options(decision)]
            found = {action: game.odds(action, decision.seat) for action in actions}
            odds = {action: _odds(of) for action, of in found.items() if of is not None}
            entries.append({**game.question(decision)._asdict(), "actions": actions, "odds": odds})
    if json:
        print_json({"decisions": entries})
        return
    if not entries:
        typer.echo("The game is over." if game.result else "No decision is open.")
    for entry in entries:
        typer.echo(f"Decision for {entry['seat']}: {entry['prompt']} [{entry['rule']}]")
        for action in entry["actions"]:
            title = entry["odds"].get(action, {}).get("title")
            typer.echo(f"  {action}  ({title})" if title else f"  {action}")


def _odds(found: Odds) -> dict[str, Any]:
    """Exact odds for a program: chances as fractions."""
    return {
        "title": found.title,
        "shifts": [shift._asdict() for shift in found.shifts],
        "rows": [[str(chance), text] for chance, text in found.rows],
        "policy": found.policy,
        "answers": {answer: [[str(chance), text] for chance, text in rows] for answer, rows in found.answers},
    }


# ---- check --------------------------------------------------------------------------------------------


@app.command()
def check(
    position: Annotated[Path, typer.Argument(metavar="POSITION", help="A position or a record.")],
    action: Annotated[list[str], typer.Argument(metavar="ACTION", help="Such as 'select 19A'; quotes are optional.")],
    seat: SeatName = None,
    json: Json = False,
) -> None:
    """Ask whether an action is legal, and if not, why.

    Each objection comes with the number of the rule and our one-line summary of it. Nothing is played.
    Exit codes: 0 legal; 1 not legal; 2 not an action, or the file cannot be read.

    \b
    Examples:
      ostfront check my.game "select 30A"
      ostfront check now.toml "select 19A" --seat Soviet
    """
    game = open_game(position).game
    step = " ".join(" ".join(action).split())
    objections = _judge(game, step, seat)
    entries = [{**objection._asdict(), "summary": _summary(game, objection.rule)} for objection in objections]
    if json:
        print_json({"legal": not entries, "action": step, "objections": entries})
    elif not entries:
        typer.echo(f"'{step}' is legal.")
    else:
        typer.echo(f"'{step}' is not legal:")
        for entry in entries:
            typer.echo(f"  [{entry['rule']}] {entry['text']}")
            if entry["summary"]:
                typer.echo(f"      The rule: {entry['summary']}")
    if entries:
        raise typer.Exit(FOUND_WRONG)


def _judge(game: Game, text: str, seat: str | None) -> list[Objection]:
    """Every rule an action would break; a compound is tried on a copy of the game."""
    from ostfront.core.errors import IllegalAction, NotYourTurn, Objection

    index = game.seat_index(seat)
    if ";" not in text and len(game.parts(text)) == 1:
        return game.why_not(text, index)
    try:
        game.clone(history=True).play(text, index)
    except IllegalAction as refused:
        return list(refused.objections)
    except NotYourTurn as wrong:
        return [Objection(game.rules.rule(game.rules.sequence_rule), str(wrong))]
    return []


def _summary(game: Game, rule: str) -> str:
    """Our summary of a clause; nothing when the game has no index of its rules."""
    from ostfront.core.files.rules_index import FILE, load_index

    folder = Path(game.rules.info.data)
    return load_index(folder).summary(rule) if (folder / FILE).is_file() else ""


# ---- act ----------------------------------------------------------------------------------------------


@app.command()
def act(
    file: GameFile,
    actions: Annotated[list[str], typer.Argument(metavar="ACTION...", help="Each in quotes, such as 'select 19A'.")],
    seat: SeatName = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here and leave FILE unchanged.")
    ] = None,
    json: Json = False,
) -> None:
    """Play actions on a saved game and write it back.

    If the referee refuses one of them, nothing is written. A record stays a record, a position stays a position.

    \b
    Examples:
      ostfront act my.game "select 19A"
      ostfront act my.game "select 19A" "select 20A" -o other.game
    """
    opened = open_game(file)
    game = opened.game
    before = len(game.entries or ())
    told = len(game.events or ())
    for action in actions:
        game.play(action, seat)
    opened.save(output or file)
    _print_what_happened(game, before, told, json)


@app.command()
def concede(
    file: GameFile,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Who concedes, such as German.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here and leave FILE unchanged.")
    ] = None,
    json: Json = False,
) -> None:
    """Concede a saved game for a seat.

    The game ends, and the other side wins. A seat may concede at any time, even when it is not asked; in a team it
    concedes for all of them.

    \b
    Examples:
      ostfront concede my.game German -o over.game
    """
    opened = open_game(file)
    game = opened.game
    before, told = len(game.entries or ()), len(game.events or ())
    game.concede(seat)
    opened.save(output or file)
    _print_what_happened(game, before, told, json)


def _print_what_happened(game: Game, before: int, told: int, json: bool) -> None:
    data = _what_happened(game, before, told)
    if json:
        print_json(data)
        return
    for line in data["log"] or data["played"]:
        typer.echo(line)
    _print_state(game)


def _what_happened(game: Game, before: int, told: int) -> dict[str, Any]:
    from ostfront.cli.game_text import asked, heading
    from ostfront.core.files.record import entry_text
    from ostfront.core.play.conceding import is_choice, log_line
    from ostfront.core.play.sequence import Outcome
    from ostfront.core.play.view import line_text

    rules = game.rules
    entries = (game.entries or [])[before:]
    events = [event for event in (game.events or [])[told:] if event.kind not in rules.stand_ins]
    return {
        **heading(game),
        "played": [entry_text(rules, e) for e in entries if is_choice(e) or isinstance(e, Outcome)],
        "log": [line_text(log_line(rules, event), rules.vocabulary) for event in events],
        "asked": asked(game.pending),
    }
