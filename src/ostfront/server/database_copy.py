"""Backups of a PostgreSQL database: everything in one file, which is the SQLite database of a data folder.

So the same file goes back into PostgreSQL or into a data folder: a club can move from the one to the other and back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, Integer, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.server import database, database_file, database_server

AT_ONCE = 500  # rows
UNIMPORTANT = ("facts", "limits", "passkey_challenges")  # tables that a server fills by itself


def backup(address: str, target: Path) -> str:
    """A consistent copy of the database in one file, also while servers use it. Returns what to call the database."""
    if target.exists():
        raise OstfrontError(f"{target} exists already; choose another name.")
    version, _ = database_server.look(address)
    if not version:
        raise OstfrontError(f"There are no games in {database_server.shown(address)}.")
    if version != database.newest_version():
        raise OstfrontError(
            "The tables are those of an earlier version of ostfront: back up with that version, or start a server of "
            "this one first, which migrates them."
        )
    with (
        database_server.reached(address) as engine,
        _closed(engine),
        database_file.in_one_sentence(target),
        database_file.drafted(target) as draft,
    ):
        made = database.engine_of(draft)
        with _closed(made):
            database.migrate(made)
            with database.reader_of(engine).connect() as source, made.begin() as into:
                _copy(source, into)
                _keep_numbers(source, into)
    return database_server.shown(address)


def restore(address: str, source: Path, *, replace: bool = False) -> str:
    """Put what is in a backup into the database, all or nothing; what is there is only replaced when told so.

    Returns what to call the database.
    """
    if not source.is_file():
        raise OstfrontError(f"There is no file {source}.")
    with TemporaryDirectory(prefix="ostfront-restore-") as folder, database_file.in_one_sentence(source):
        copy = database_file.checked_copy(source, Path(folder) / database.FILE)
        read = database.engine_of(copy)
        with _closed(read):
            database.migrate(read)
            engine = database_server.connect(address)
            with _closed(engine), _said(address), engine.begin() as into, database.reader_of(read).connect() as games:
                _check_alone(into)
                if not replace:
                    _check_empty(into, address)
                _copy(games, into)
                _continue_numbers(games, into)
    return database_server.shown(address)


@contextmanager
def _closed(engine: Engine) -> Iterator[None]:
    try:
        yield
    finally:
        engine.dispose()


@contextmanager
def _said(address: str) -> Iterator[None]:
    try:
        yield
    except DBAPIError as wrong:
        said = " ".join(str(wrong.orig).split()).rstrip(".")
        raise OstfrontError(f"{database_server.shown(address)} is as it was before: {said}.") from None


def _copy(source: Connection, into: Connection) -> None:
    """All rows of all tables, in the place of those that are there."""
    tables = database.metadata.sorted_tables
    unknown = set(inspect(source).get_table_names()) - {table.name for table in tables} - {"alembic_version"}
    if unknown:
        raise OstfrontError(f"The database has tables that are not ours: {', '.join(sorted(unknown))}.")
    for table in reversed(tables):
        into.execute(delete(table))
    for table in tables:
        rows = source.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(*table.primary_key))
        for part in rows.mappings().partitions():
            into.execute(insert(table), [dict(row) for row in part])
        if _count(source, table) != _count(into, table):
            raise OstfrontError(f"Not all rows of {table.name} could be copied.")


def _count(base: Connection, table: Table) -> int:
    return int(base.execute(select(func.count()).select_from(table)).scalar_one())


def _check_alone(base: Connection) -> None:
    """Servers remember games: nothing is put under them."""
    others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    if base.execute(text(f"SELECT count(*) FROM pg_stat_activity WHERE {others}")).scalar_one():
        raise OstfrontError("The database is in use: stop the servers and workers first.")


def _check_empty(base: Connection, address: str) -> None:
    for table in database.metadata.sorted_tables:
        if table.name not in UNIMPORTANT and _count(base, table):
            told = f"{database_server.shown(address)} is not empty"
            raise OstfrontError(f"{told}: back it up, then add --replace to give up what is there.")


# ---- numbers ---------------------------------------------------------------------------------------------


def _keep_numbers(source: Connection, into: Connection) -> None:
    """Where a number is never given again, that of a row that is gone is not either."""
    for table in database.metadata.sorted_tables:
        if table.dialect_options["sqlite"]["autoincrement"]:
            given = _given(source, _sequence(source, table))
            into.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table.name})
            into.execute(
                text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :given)"),
                {"table": table.name, "given": given},
            )


def _continue_numbers(source: Connection, into: Connection) -> None:
    """New rows get numbers after all that were ever given, here or where the backup was made."""
    told = text("SELECT name, seq FROM sqlite_sequence")
    kept = {str(row.name): int(row.seq) for row in source.execute(told).all()}
    for table in database.metadata.sorted_tables:
        if sequence := _sequence(into, table):
            most = into.execute(select(func.max(*table.primary_key))).scalar() or 0
            most = max(most, kept.get(table.name, 0), _given(into, sequence))
            new = {"sequence": sequence, "value": most or 1, "used": most > 0}
            into.execute(text("SELECT setval(CAST(:sequence AS regclass), :value, :used)"), new)


def _sequence(base: Connection, table: Table) -> str:
    """The name of the sequence that numbers the rows of a table in PostgreSQL; empty if they have no numbers."""
    keys = list(table.primary_key)
    if len(keys) != 1 or not isinstance(keys[0].type, Integer) or keys[0].foreign_keys:
        return ""
    asked = {"table": table.name, "column": keys[0].name}
    return str(base.execute(text("SELECT pg_get_serial_sequence(:table, :column)"), asked).scalar() or "")


def _given(base: Connection, sequence: str) -> int:
    """The last number that a sequence has given; 0 if it has given none."""
    found = base.execute(text(f"SELECT last_value, is_called FROM {sequence}")).one()
    return int(found.last_value) if found.is_called else 0
