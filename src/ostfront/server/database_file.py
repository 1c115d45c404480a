"""The file of the database: made whole, checked at every start, copied before a migration, backed up and restored.

Whatever is wrong with it becomes one sentence.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.server import database
from ostfront.server.database import FILE
from ostfront.server.key_file import keep_private

CURE = "Restore a backup with `ostfront restore FILE`, or move the file away to begin anew."


def connect(folder: Path) -> Engine:
    """The database of a data folder, made or migrated if necessary; the folder is locked by the caller."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / FILE
    with in_one_sentence(file):
        if not file.exists():
            _make(file)
        keep_private(file)
        version = check(file)
        _try_to_write(file)
    engine = database.engine_of(file)
    if version != database.newest_version():
        _migrate(engine, folder)
    return engine


@contextmanager
def in_one_sentence(file: Path) -> Iterator[None]:
    """Errors of SQLite and of the disk, for people."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as wrong:
        said = wrong.orig if isinstance(wrong, DBAPIError) else wrong
        sentence = database.trouble(said)[2] or f"{said}."
        raise OstfrontError(f"{file}: {sentence}") from None
    except OSError as wrong:
        raise OstfrontError(f"{wrong.filename or file} cannot be opened: {wrong.strerror or wrong}.") from None


def lock_folder(folder: Path) -> sqlite3.Connection:
    """One server per data folder. The lock ends with its process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / "lock"
    with in_one_sentence(file):
        keep_private(file)
        lock = sqlite3.connect(file, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as wrong:
            lock.close()
            if "locked" not in str(wrong):
                raise
            told = f"Another table is using {folder}; close it, or choose another --data-folder."
            raise OstfrontError(told) from None
    return lock


# ---- checking --------------------------------------------------------------------------------------------


def check(file: Path) -> str:
    """The version of the tables in a database; raises if it is damaged, or not one that this program can use."""
    if file.stat().st_size == 0:
        raise OstfrontError(f"{file} is empty. {CURE}")
    with closing(sqlite3.connect(file)) as base:
        try:
            (found,) = base.execute("PRAGMA quick_check(1)").fetchone()
            names = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except sqlite3.DatabaseError as wrong:
            if isinstance(wrong, sqlite3.OperationalError):
                raise
            found, names = str(wrong), set()
        if found != "ok":
            raise OstfrontError(f"{file} is damaged ({' '.join(found.split())}). {CURE}")
        if "alembic_version" not in names:
            what = "is not the database of a table" if names else "is empty"
            raise OstfrontError(f"{file} {what}. {CURE}")
        versions = [str(version) for (version,) in base.execute("SELECT version_num FROM alembic_version")]
    if len(versions) != 1:
        raise OstfrontError(f"{file} is damaged (no version). {CURE}")
    (version,) = versions
    if not database.is_known(version):
        raise OstfrontError(f"{file} was made by a newer version of ostfront; update ostfront to open it.")
    return version


def _try_to_write(file: Path) -> None:
    """Say that the disk is full now, not at the first click."""
    with closing(sqlite3.connect(file, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("BEGIN IMMEDIATE")
        base.execute("UPDATE alembic_version SET version_num = version_num")
        base.execute("COMMIT")


# ---- making and migrating --------------------------------------------------------------------------------


def _make(file: Path) -> None:
    """A new database. A crash leaves no file or the whole one."""
    log = _beside(file, "-wal")
    if log.exists():
        raise OstfrontError(f"{file} is missing, but its log {log.name} is there: put it back, or delete the log.")
    draft = _draft(file)
    engine = database.engine_of(draft)
    try:
        database.migrate(engine)
    finally:
        engine.dispose()
    _put(draft, file)


def _migrate(engine: Engine, folder: Path) -> None:
    """Migrate the tables, all or nothing, and keep a copy of what was there before."""
    kept = _free_name(folder, f"table-before-{database.newest_version()}")
    backup(folder, kept)
    try:
        with in_one_sentence(folder / FILE):
            database.migrate(engine)
    except Exception as wrong:
        engine.dispose()
        raise OstfrontError(f"{folder / FILE} cannot be migrated; nothing was changed ({wrong}).") from wrong


# ---- backup and restore ----------------------------------------------------------------------------------


def backup(folder: Path, target: Path) -> None:
    """A consistent copy of the games in one file, also while a table is open."""
    source = folder / FILE
    if not source.exists():
        raise OstfrontError(f"There are no games in {folder}.")
    if target.exists():
        raise OstfrontError(f"{target} exists already; choose another name.")
    with in_one_sentence(target):
        _put(checked_copy(source, target), target)


def restore(folder: Path, source: Path) -> Path | None:
    """Put the games of a backup in the place of those in a data folder; where the latter are kept now."""
    if not source.is_file():
        raise OstfrontError(f"There is no file {source}.")
    file = folder / FILE
    with closing(lock_folder(folder)), in_one_sentence(file):
        draft = checked_copy(source, file)
        kept = _set_aside(file)
        _put(draft, file)
    return kept


@contextmanager
def drafted(target: Path) -> Iterator[Path]:
    """A draft of a new database, put in its place when it is complete."""
    draft = _draft(target)
    try:
        yield draft
        with closing(sqlite3.connect(draft)) as base:
            base.execute("PRAGMA journal_mode = DELETE")  # one file, without a log
        check(draft)
    except BaseException:
        for ending in ("", "-wal", "-shm"):
            _beside(draft, ending).unlink(missing_ok=True)
        raise
    _put(draft, target)


def checked_copy(source: Path, target: Path) -> Path:
    """A draft of the target, copied page by page within one transaction, and checked."""
    draft = _draft(target)
    try:
        address = f"{source.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True)) as one, closing(sqlite3.connect(draft)) as other:
            one.backup(other)
            other.execute("PRAGMA journal_mode = DELETE")  # one file, without a log
        check(draft)
    except BaseException as wrong:
        draft.unlink(missing_ok=True)
        if isinstance(wrong, sqlite3.DatabaseError) and not isinstance(wrong, sqlite3.OperationalError):
            raise OstfrontError(f"{source} is damaged, or not a database ({wrong}).") from None
        if isinstance(wrong, OstfrontError):
            raise OstfrontError(str(wrong).replace(str(draft), str(source))) from None
        raise
    return draft


def _set_aside(file: Path) -> Path | None:
    """Keep what is there under another name, damaged or not. Its log must not meet the new database."""
    there = file.exists()
    kept = _free_name(file.parent, "table-before-restore")
    for ending in ("", "-wal"):
        if _beside(file, ending).exists():
            shutil.copy2(_beside(file, ending), _beside(kept, ending))
            _sync(_beside(kept, ending))
    for ending in ("-wal", "-shm"):
        _beside(file, ending).unlink(missing_ok=True)
    return kept if there else None


def _free_name(folder: Path, stem: str) -> Path:
    """Copies are not overwritten."""
    number = 1
    while (folder / f"{stem}-{number}.sqlite").exists():
        number += 1
    return folder / f"{stem}-{number}.sqlite"


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _draft(target: Path) -> Path:
    """An empty file for its owner only, to be renamed when it is complete."""
    draft = _beside(target, ".part")
    for ending in ("", "-wal", "-shm", "-journal"):
        _beside(draft, ending).unlink(missing_ok=True)
    keep_private(draft)
    return draft


def _put(draft: Path, target: Path) -> None:
    _sync(draft)
    os.replace(draft, target)
    with suppress(OSError):  # not every system opens folders
        _sync(target.absolute().parent)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
