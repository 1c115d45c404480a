"""Records: replay them, verify them, extract positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import FOUND_WRONG, Json, app, print_json, write_text
from ostfront.cli.game_files import read_record
from ostfront.core.errors import BadAction, counted

if TYPE_CHECKING:
    from ostfront.core.files.record import Record
    from ostfront.core.play.game import Game

NOT_ACTIONS = ("roll", "draw", "takeback", "version")
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]


@app.command()
def replay(
    file: RecordFile,
    verify: Annotated[bool, typer.Option("--verify", help="Check all dice and draws against the secret.")] = False,
    json: Json = False,
) -> None:
    """Replay a record, check every action, and verify its dice.

    The referee checks every action.

    With --verify every outcome is checked against the secret, and the secret against the commitment shown at the
    start. The exit code is 1 if something does not match, and 2 if the record cannot be replayed; the message then
    names the line.

    \b
    Examples:
      ostfront replay my.game
      ostfront replay my.game --verify
    """
    record = _read(file)
    game = _replayed(record, file, check=True)
    problems = _verify(record, game) if verify else []
    if json:
        print_json({**_summary(game), "verified": (not problems) if verify else None, "problems": problems})
    else:
        _print_replay(game, verify, problems)
    if problems:
        raise typer.Exit(FOUND_WRONG)


def _read(file: Path) -> Record:
    from ostfront import read_text

    return read_record(read_text(file), file)


def _replayed(record: Record, file: Path, check: bool) -> Game:
    from ostfront import games
    from ostfront.core.files import record as records

    return records.replay(record, games.rules, file=str(file), check=check)


def _verify(record: Record, game: Game) -> list[str]:
    from ostfront.core.files import record as records

    return records.verify(record, game)


def _summary(game: Game) -> dict[str, Any]:
    from ostfront.cli.game_text import asked, heading
    from ostfront.core.play.sequence import Act, Outcome

    entries = game.entries or []
    return {
        **heading(game),
        "actions": sum(isinstance(entry, Act) for entry in entries),
        "outcomes": sum(isinstance(entry, Outcome) for entry in entries),
        "asked": asked(game.pending),
    }


def _print_replay(game: Game, verify: bool, problems: list[str]) -> None:
    from ostfront.cli.game_text import asked_lines, heading_lines

    data = _summary(game)
    for line in (*heading_lines(data), *asked_lines(data["asked"])):
        typer.echo(line)
    typer.echo(
        f"{counted(data['actions'], 'action')} and {counted(data['outcomes'], 'outcome')} replayed, all legal."
    )
    if verify and not problems:
        typer.echo("Verified: the secret matches its commitment and produces every outcome.")
    for problem in problems:
        typer.echo(problem)


@app.command()
def position(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option("--at", min=0, metavar="N", help="Stop after the first N entries (default: all).")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write (default: print).")
    ] = None,
    json: Json = False,
) -> None:
    """Extract a position from a record.

    A position is a text file that you can edit and share.

    Entries are the lines of the record between its two '---': actions, dice and draws. Dice that follow an
    action belong to it, so in the position somebody has a decision to make, or the game is over.

    \b
    Examples:
      ostfront position my.game -o now.toml
      ostfront position my.game --at 10 -o then.toml
    """
    from ostfront.core.files import position as positions

    record = _read(file)
    cut, entry = _cut(record, at)
    game = _replayed(cut, file, check=False)
    text = positions.write(game)
    if output is not None:
        write_text(output, text)
    if json:
        print_json({"at": entry, "entries": len(record.lines), "file": str(output) if output else None, "text": text})
    elif output is None:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"Wrote the position after entry {entry} of {len(record.lines)} to {output}.")


def _cut(record: Record, at: int | None) -> tuple[Record, int]:
    """The record up to an entry, and to the end of the dice that follow it."""
    count = len(record.lines)
    if at is None:
        return record, count
    if at > count:
        raise BadAction(f"The record has {counted(count, 'entry', 'entries')}; there is no entry {at}.")
    while at < count and record.lines[at][1].split()[0] in NOT_ACTIONS:
        at += 1
    return record._replace(lines=record.lines[:at]), at
