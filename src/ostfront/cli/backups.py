"""`ostfront backup` and `ostfront restore`: everything of a table or a site in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ostfront.cli.app import Json, app, print_json
from ostfront.cli.serve import read
from ostfront.core.errors import OstfrontError

DataFolder = Annotated[
    Path | None, typer.Option("--data-folder", metavar="DIR", help="Where games are saved (default: as `play`).")
]
Database = Annotated[str, typer.Option("--database", metavar="URL", help="A PostgreSQL in the place of the folder.")]
Config = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The settings of a site, which name its database.")
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    data_folder: DataFolder = None,
    database: Database = "",
    config: Config = None,
    json: Json = False,
) -> None:
    """Copy the games of a table, or all of a site, to a file.

    The copy is complete and consistent, also while games are being played. It contains the secrets of all games, and
    of a site the addresses of its members: keep it as private as the data folder. A backup of PostgreSQL is such a
    file, too, and can be restored into either.

    \b
    Examples:
      ostfront backup games-2026-11-18.sqlite
      ostfront backup site-2026-11-18.sqlite --config /etc/ostfront/ostfront.toml
    """
    folder, address = _place(data_folder, database, config)
    if address:
        place = _copies().backup(address, file)
    else:
        place = str(folder)
        _files().backup(folder, file)
    if json:
        print_json({"folder": place, "file": str(file)})
    else:
        typer.echo(f"The games of {place} are saved in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `ostfront backup`.")],
    data_folder: DataFolder = None,
    database: Database = "",
    config: Config = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Give up what is in the database; only needed if it is not empty.")
    ] = False,
    json: Json = False,
) -> None:
    """Put a backup in the place of what a table or site has.

    Close the table or stop the servers first. In a data folder the games that were there before are kept in a file
    beside them, damaged or not; a PostgreSQL that is not empty is refused without --replace.

    \b
    Examples:
      ostfront restore games-2026-11-18.sqlite
      ostfront restore games-2026-11-18.sqlite --database postgresql://ostfront@localhost/ostfront
    """
    folder, address = _place(data_folder, database, config)
    kept = None
    if address:
        place = _copies().restore(address, file, replace=replace)
    else:
        place = str(folder)
        kept = _files().restore(folder, file)
    if json:
        print_json({"folder": place, "file": str(file), "kept": kept and str(kept)})
        return
    typer.echo(f"The games of {place} are now those of {file}.")
    if kept is not None:
        typer.echo(f"Those that were there before are kept in {kept}.")


def _place(data_folder: Path | None, address: str, config: Path | None) -> tuple[Path, str]:
    """A data folder, or the address of a PostgreSQL."""
    if (data_folder is not None) + bool(address) + (config is not None) > 1:
        raise OstfrontError("Name one place: --data-folder, --database or --config.")
    if config is not None:
        settings = read(config, {}, serves=False)
        if settings.database:
            return Path(), settings.database
        data_folder = Path(settings.data_folder) if settings.data_folder else None
    return data_folder or _database().data_folder(), address


def _copies() -> Any:
    try:
        from ostfront.network import tables  # noqa: F401 - those of a site are copied, too
        from ostfront.server import database_copy
    except ImportError as missing:
        raise OstfrontError(f'PostgreSQL needs {missing.name}: pip install "ostfront[table,server]".') from None
    return database_copy


def _files() -> Any:
    _database()
    from ostfront.server import database_file

    return database_file


def _database() -> Any:
    try:
        from ostfront.server import database
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    return database
