"""The application that all commands belong to: its help, its errors, and how it prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ostfront.core.errors import OstfrontError

FOUND_WRONG = 1  # the answer is no: not legal, does not verify, something is missing
CANNOT = 2  # the question could not be answered: bad file, bad words
STOPPED = 130


IN_ORDER = (
    "games", "play", "serve", "worker", "new", "show", "legal", "check", "act", "concede", "replay", "position",
    "map", "sim", "ladder", "lab", "bench", "backup", "restore", "site",
)  # fmt: skip


class Commands(TyperGroup):
    """Prints every error of this package as one sentence on stderr, with exit code 2."""

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order in which a user meets them; commands not named above come last."""
        return sorted(self.commands, key=lambda name: IN_ORDER.index(name) if name in IN_ORDER else len(IN_ORDER))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except OstfrontError as wrong:
            sentence = str(wrong)
        except BrokenPipeError:
            raise  # the reader is gone; the framework exits quietly
        except OSError as wrong:
            place = f"{wrong.filename}: " if wrong.filename else ""
            sentence = f"{place}{wrong.strerror or wrong}."
        except KeyboardInterrupt:
            typer.echo("Stopped.", err=True)
            raise typer.Exit(STOPPED) from None
        typer.echo(f"ostfront: {sentence}", err=True)
        raise typer.Exit(CANNOT)


app = typer.Typer(
    name="ostfront",
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from ostfront import __version__

        typer.echo(f"ostfront {__version__}")
        raise typer.Exit


@app.callback()
def ostfront(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Five board wargames of the Eastern Front, played by their real rules.

    \b
    A first game:
      ostfront games                            list the games
      ostfront new GAME --seed 1941 -o my.game  set one up and save it
      ostfront show my.game                     look at it
      ostfront legal my.game                    list the legal actions
      ostfront act my.game "ACTION"             do it
      ostfront check my.game "ACTION"           ask first whether it is legal, and why not

    Every command has its own --help with examples and accepts --json. Exit codes: 0 success; 1 the answer is no
    (not legal, not verified, something missing); 2 the command, a name or a file could not be understood.
    """


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `ostfront games`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Scenario = Annotated[str | None, typer.Option("--scenario", help="The scenario to play (default: the first).")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option; repeatable.")
]
Data = Annotated[
    list[str] | None,
    typer.Option("--data", metavar="DIR", help="Override our numbers with the files in this folder; repeatable."),
]
SeatName = Annotated[str | None, typer.Option("--seat", help="The seat (default: the first to decide).")]


def print_json(value: Any) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = ()) -> None:
    """A table, wrapped to the width of the terminal; in a file or a pipe each row is one line."""
    if not sys.stdout.isatty():
        widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
        for row in (headers, *rows):
            cells = [
                cell.rjust(width) if header in right else cell.ljust(width)
                for header, cell, width in zip(headers, row, widths, strict=True)
            ]
            typer.echo("  ".join(cells).rstrip())
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, justify="right" if header in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)
