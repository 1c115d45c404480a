"""The turns that computers have to play: a row for each, leased to whoever plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple

from sqlalchemy import Connection, Engine, bindparam, delete, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from ostfront.server import database as db


class Job(NamedTuple):
    """A computer's turn to play."""

    id: int
    game: str
    seat: int
    after: int
    attempts: int


COLUMNS = [db.jobs.c[name] for name in Job._fields]
UPSERT = {
    name: insert_of(db.jobs)
    .values(game=bindparam("g"), seat=bindparam("s"), after=bindparam("a"))
    .on_conflict_do_update(index_elements=["game", "seat"], set_={"after": bindparam("a"), "failure": ""})
    for name, insert_of in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert))
}
CLAIM = (
    "UPDATE jobs SET owner = :owner, lease_until = :until, attempts = attempts + 1 WHERE id = "
    "(SELECT id FROM jobs WHERE (lease_until < :now OR owner = :owner) AND failure = '' "
    "ORDER BY lease_until, id LIMIT 1{locking}) RETURNING id, game, seat, after, attempts"
)
DELETE = delete(db.jobs).where(db.jobs.c.game == bindparam("g"), db.jobs.c.seat == bindparam("s"))


class JobQueue:
    """The jobs of all games."""

    def __init__(
        self, writing: Callable[[], AbstractContextManager[Connection]], reader: Engine, several: bool
    ) -> None:
        """`several`: more than one server may use the database."""
        self._writing = writing
        self._reader = reader
        self._several = several

    def follow(self, base: Connection, game: str, after: int, computers: Mapping[int, bool]) -> None:
        """In the transaction of a change: a job for each computer that has a decision now, none for the others."""
        for seat, asked in computers.items():
            if asked:
                base.execute(UPSERT[base.dialect.name], {"g": game, "s": seat, "a": after})
            else:
                base.execute(DELETE, {"g": game, "s": seat})

    def played(self, base: Connection, job: int, until: float) -> None:
        """In the transaction of an action: its job goes well, and is leased until then."""
        base.execute(update(db.jobs).where(db.jobs.c.id == job).values(lease_until=until, attempts=0))

    def claim(self, owner: str, now: float, lease: float) -> Job | None:
        """Lease a free job for this many seconds: the one that has waited longest since its last attempt.

        An owner has one job at a time: a lease of its own is one that could not be given back.
        """
        with self._writing() as base:
            row = base.execute(
                text(CLAIM.format(locking=" FOR UPDATE SKIP LOCKED" if self._several else "")),
                {"owner": owner, "until": now + lease, "now": now},
            ).first()
        return None if row is None else Job(*row)

    def free_leases(self) -> None:
        """At the start: any earlier lease holder is dead if the database has one server; else its leases run out.

        Jobs that were given up are tried again.
        """
        with self._writing() as base:
            if self._several:
                base.execute(update(db.jobs).where(db.jobs.c.failure != "").values(failure="", attempts=0))
            else:
                base.execute(update(db.jobs).values(lease_until=0, owner="", failure=""))

    def renew_lease(self, job: int, owner: str, until: float) -> None:
        """While a job is being played."""
        mine = (db.jobs.c.id == job, db.jobs.c.owner == owner, db.jobs.c.lease_until > 0)
        with self._writing() as base:
            base.execute(update(db.jobs).where(*mine).values(lease_until=until))

    def fail(self, job: int, failure: str) -> None:
        """Give up a job until the table is restarted."""
        with self._writing() as base:
            base.execute(update(db.jobs).where(db.jobs.c.id == job).values(failure=failure, lease_until=0))

    def release(self, job: int, since: float = 0.0) -> None:
        """Give a job back; one that waits since then comes after those that have waited longer."""
        with self._writing() as base:
            base.execute(update(db.jobs).where(db.jobs.c.id == job).values(lease_until=since))

    def open_jobs(self) -> list[Job]:
        with self._reader.begin() as base:
            return [Job(*row) for row in base.execute(select(*COLUMNS)).all()]
