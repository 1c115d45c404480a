"""A PostgreSQL database: reached, checked and migrated at the start of every server that uses it.

Whatever is wrong with it becomes one sentence, without the password.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.server import database

DRIVER = "postgresql+psycopg"
SCHEMES = ("postgresql", "postgres", DRIVER)
MIGRATING = 1941  # the advisory lock of whoever migrates


def connect(address: str) -> Engine:
    """The database at this address; one server migrates it, the others wait for that."""
    with reached(address) as engine, engine.connect() as base:
        _migrate(base)
    return engine


def look(address: str) -> tuple[str, str]:
    """The version of the tables and of the server; nothing is changed. An empty database has no tables."""
    with reached(address) as engine:
        with engine.connect() as base:
            version = _version(base)
            _check_version(version)
            server = base.execute(text("SHOW server_version")).scalar_one()
        engine.dispose()
    return version, str(server).split()[0]


@contextmanager
def reached(address: str) -> Iterator[Engine]:
    """An engine for this address, closed if anything goes wrong."""
    engine = database.server_engine(_url(address))
    try:
        yield engine
    except DBAPIError as wrong:
        engine.dispose()
        raise OstfrontError(f"{shown(address)} cannot be used: {_sentence(wrong)}") from None
    except BaseException:
        engine.dispose()
        raise


def shown(address: str) -> str:
    """The address without its password."""
    return make_url(address).render_as_string(hide_password=True)


def _url(address: str) -> str:
    try:
        url = make_url(address)
    except ArgumentError:
        raise OstfrontError(
            "That is not the address of a database. Write postgresql://USER:PASSWORD@HOST/NAME."
        ) from None
    if url.drivername not in SCHEMES:
        raise OstfrontError(f"{url.drivername} is not supported: use PostgreSQL, or a data folder with SQLite.")
    return url.set(drivername=DRIVER).render_as_string(hide_password=False)


def _migrate(base: Connection) -> None:
    base.execute(text("SELECT pg_advisory_lock(:n)"), {"n": MIGRATING})
    base.commit()
    try:
        version = _version(base)
        base.commit()
        _check_version(version)
        if version != database.newest_version():
            with base.begin():
                database.migrate_on(base)
    finally:
        base.rollback()
        base.execute(text("SELECT pg_advisory_unlock(:n)"), {"n": MIGRATING})
        base.commit()


def _check_version(version: str) -> None:
    if version and not database.is_known(version):
        raise OstfrontError("The database was made by a newer version of ostfront; update ostfront to use it.")


def _version(base: Connection) -> str:
    """The version of the tables; empty in a new database. Tables of somebody else are left alone."""
    names = inspect(base).get_table_names()
    if "alembic_version" not in names:
        if "games" in names:
            raise OstfrontError("The database has other tables with our names; give ostfront one of its own.")
        return ""
    found = base.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if len(found) != 1:
        raise OstfrontError("The database is damaged (no version); restore a backup.")
    return str(found[0])


def _sentence(wrong: DBAPIError) -> str:
    said = " ".join(str(wrong.orig).split())
    return said if said.endswith(".") else f"{said}."
