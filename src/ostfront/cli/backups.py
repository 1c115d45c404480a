"""`ostfront backup` and `ostfront restore`: the games of a table in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ostfront.cli.app import Json, app, print_json
from ostfront.core.errors import OstfrontError

DataFolder = Annotated[
    Path | None, typer.Option("--data-folder", metavar="DIR", help="Where games are saved (default: as `play`).")
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    data_folder: DataFolder = None,
    json: Json = False,
) -> None:
    """Copy all games of the table to a file.

    The copy is complete and consistent, also while the table is open and games are being played. It contains the
    secrets of all games: keep it as private as the data folder.

    \b
    Examples:
      ostfront backup games-2026-11-18.sqlite
    """
    database, files = _modules()
    folder = data_folder or database.data_folder()
    files.backup(folder, file)
    if json:
        print_json({"folder": str(folder), "file": str(file)})
    else:
        typer.echo(f"The games of {folder} are saved in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `ostfront backup`.")],
    data_folder: DataFolder = None,
    json: Json = False,
) -> None:
    """Put the games of a backup in the place of those of the table.

    Close the table first. The games that were there before are kept in a file beside them, damaged or not.

    \b
    Examples:
      ostfront restore games-2026-11-18.sqlite
    """
    database, files = _modules()
    folder = data_folder or database.data_folder()
    kept = files.restore(folder, file)
    if json:
        print_json({"folder": str(folder), "file": str(file), "kept": kept and str(kept)})
        return
    typer.echo(f"The games of {folder} are now those of {file}.")
    if kept is not None:
        typer.echo(f"Those that were there before are kept in {kept}.")


def _modules() -> tuple[Any, Any]:
    try:
        from ostfront.server import database, database_file
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    return database, database_file
