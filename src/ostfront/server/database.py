"""The database: SQLite in the data folder of a table, or PostgreSQL for a server; its tables, and their migrations.

SQLite has a write-ahead log and `synchronous=FULL`: what was committed survives a killed process and a power cut.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.exc import InvalidatePoolError

FILE = "table.sqlite"
MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10
IDLE_SECONDS = 1.0  # after which a connection to a server may have been closed
CHANNEL = "ostfront"  # where servers of one PostgreSQL tell each other which game has changed
GONE = -1  # the revision of a game that is not there any more

TROUBLES = (
    # what the database says, status and kind of the answer, what we say
    (("locked", "busy"), 503, "busy", "The database is busy; try again."),
    (("full", "No space left"), 507, "disk", "The disk is full."),
    (("readonly", "read-only", "unable to open"), 507, "disk", "The database cannot be written."),
    (("disk I/O error",), 507, "disk", "The disk cannot be read or written."),
    (("connection", "terminating", "shutting down", "starting up"), 503, "busy", "The database cannot be reached."),
    (("cannot contain NUL",), 400, "malformed", "The request has characters that cannot be kept."),
    (("malformed", "not a database", "corrupt"), 507, "disk", "The database is damaged; restore a backup."),
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),  # table, whatif, import, lesson
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("head", Text, nullable=False),  # the head of its record
    Column("secret", String(128), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("moment", Integer, nullable=False),  # entries so far
    Column("turn", Integer, nullable=False),
    Column("awaited", Text, nullable=False),  # seats, as JSON
    Column("result", Text, nullable=False),  # as JSON; empty while the game is in progress
    Column("revision", Integer, nullable=False, server_default="0"),  # counts the changes
    Column("state", Text, nullable=False),  # the packed state, to continue from after an upgrade of the rules
    Column("parent", String(32), nullable=False, server_default=""),  # the game a what-if was opened from
)

entries = Table(
    "entries",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(16), nullable=False),  # human, friend, guest, member, computer
    Column("level", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("token", String(64), nullable=False),  # empty for a computer
    Column("draft_after", Integer, nullable=False, server_default="-1"),  # the last draft that was accepted
    Column("draft", Text, nullable=False, server_default=""),
    Column("account", Integer, nullable=False, server_default="0"),  # of the member of a site who plays it
    Index("seats_of_account", "account"),
)

orders = Table(
    "orders",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("window", String(64), primary_key=True),
    Column("answer", Text, nullable=False),
    Column("condition", Text, nullable=False),
    Column("phase", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # who made it
    Column("n", Integer, primary_key=True),  # by seat
    Column("kind", String(16), nullable=False),  # arrow, note, game
    Column("place", String(64), nullable=False),
    Column("target", String(64), nullable=False),  # of an arrow
    Column("text", Text, nullable=False),
    Column("shared", Boolean, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("after", Integer, nullable=False),  # the number of entries its next action follows
    Column("owner", String(64), nullable=False, server_default=""),
    Column("lease_until", Float, nullable=False, server_default="0"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("failure", Text, nullable=False, server_default=""),
    Index("one_job_a_seat", "game", "seat", unique=True),
)


def trouble(wrong: BaseException | None) -> tuple[int, str, str]:
    """What is wrong with the disk or the database: status and kind of the answer, and a sentence (maybe empty)."""
    said = str(wrong)
    for words, status, kind, sentence in TROUBLES:
        if any(word in said for word in words):
            return status, kind, sentence
    return 500, "broken", ""


def data_folder() -> Path:
    """The platform's usual folder for a user's games."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ostfront"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ostfront"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ostfront"


def server_engine(url: str) -> Engine:
    """The engine of a PostgreSQL database. A connection that the server has closed is replaced before it is used.

    No error shows what was written: there are secrets and addresses among it.
    """
    engine = create_engine(url, pool_size=10, max_overflow=20, hide_parameters=True)
    event.listen(engine, "checkin", _note_use)
    event.listen(engine, "checkout", _check_if_idle)
    return engine


def _note_use(_connection: Any, record: Any) -> None:
    record.info["used"] = monotonic()


def _check_if_idle(connection: Any, record: Any, _proxy: Any) -> None:
    """A connection that was used a moment ago needs no question of its own."""
    if monotonic() - record.info.get("used", monotonic()) < IDLE_SECONDS:
        return
    try:
        connection.rollback()
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception:  # of the driver, whatever it is
        raise InvalidatePoolError from None


def database_name(engine: Engine) -> str:
    """The address of a database server without its password; empty for a file."""
    return "" if engine.dialect.name == "sqlite" else engine.url.render_as_string(hide_password=True)


def reader_of(engine: Engine) -> Engine:
    """For transactions that only read: they see the database as it is when they begin.

    Use them with `begin()`: after a ROLLBACK psycopg forgets every statement it has prepared, after a COMMIT none.
    """
    if engine.dialect.name == "sqlite":
        return engine.execution_options(reading=True)
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def glance_of(engine: Engine) -> Engine:
    """For a single question, which needs no transaction."""
    return (
        reader_of(engine)
        if engine.dialect.name == "sqlite"
        else engine.execution_options(isolation_level="AUTOCOMMIT")
    )


def engine_of(file: Path) -> Engine:
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, below
    connection.text_factory = _text
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _text(stored: bytes) -> str:
    """A damaged byte spoils its own row, not the list it is in."""
    return stored.decode("utf-8", "replace")


def _begin(connection: Any) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


# ---- migrations: alembic, some 12 MB, is imported where there is something to migrate ----------------------


def migrate(engine: Engine) -> None:
    """Run the migrations this database has not had, all or none."""
    with engine.begin() as connection:
        migrate_on(connection)


def migrate_on(connection: Connection) -> None:
    """Likewise, within the transaction of this connection."""
    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def newest_version() -> str:
    """The version of the tables that this program uses."""
    return _versions()[-1]


def is_known(version: str) -> bool:
    """Whether there is a way from this version of the tables to the newest."""
    return version in _versions()


def _versions() -> list[str]:
    """By the names of the migrations, so that alembic stays out of a program that has nothing to migrate."""
    return sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
