"""Sessions: who is logged in. The database has only the digest of what the cookie holds."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from ostfront.network.tables import accounts, sessions
from ostfront.server.game_store import GameStore

IDLE = 60 * 24 * 3600.0  # seconds after which an unused session ends
SEEN_EVERY = 3600.0  # how exactly it is known when a session was used last


class Session(NamedTuple):
    """A session that is valid."""

    id: str
    account: int
    kind: str  # of the account


class SessionRow(NamedTuple):
    """A session as its owner may know it."""

    id: str
    created: float
    seen: float
    browser: str


VALID = (
    select(sessions.c.account, sessions.c.seen, accounts.c.kind)
    .join(accounts)
    .where(
        sessions.c.id == bindparam("session"),
        sessions.c.expires > bindparam("now"),
        accounts.c.suspended_until <= bindparam("now"),
    )
)
ROW_COLUMNS = [sessions.c[name] for name in SessionRow._fields]


class Sessions:
    """The sessions of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def begin(self, account: int, now: float, browser: str = "") -> str:
        """A new session, with a new secret; what it returns goes into the cookie and nowhere else."""
        token = secrets.token_urlsafe(32)
        with self.store.writing() as base:
            row = {"id": digest(token), "account": account, "created": now, "seen": now, "expires": now + IDLE}
            base.execute(insert(sessions).values(**row, browser=browser[:120]))
        return token

    def find(self, token: str, now: float) -> Session | None:
        """The session of a cookie, if it is valid and its account is not suspended."""
        if not token:
            return None
        id = digest(token)
        with self.store.glance.connect() as base:
            row = base.execute(VALID, {"session": id, "now": now}).first()
        if row is None:
            return None
        if row.seen < now - SEEN_EVERY:
            with self.store.writing() as base:
                base.execute(update(sessions).where(sessions.c.id == id).values(seen=now, expires=now + IDLE))
                base.execute(update(accounts).where(accounts.c.id == row.account).values(seen=now))
        return Session(id, row.account, row.kind)

    def of(self, account: int, now: float) -> list[SessionRow]:
        """The sessions of an account, the one used last first."""
        chosen = select(*ROW_COLUMNS).where(sessions.c.account == account, sessions.c.expires > now)
        with self.store.reader.begin() as base:
            return [SessionRow(*row) for row in base.execute(chosen.order_by(sessions.c.seen.desc()))]

    def end(self, id: str, account: int = 0) -> bool:
        """End a session, if it is one of this account; whether there was one."""
        ended = delete(sessions).where(sessions.c.id == id)
        if account:
            ended = ended.where(sessions.c.account == account)
        with self.store.writing() as base:
            return base.execute(ended).rowcount > 0

    def end_all(self, account: int, but: str = "") -> None:
        """End all sessions of an account, except for one."""
        with self.store.writing() as base:
            self.end_all_in(base, account, but)

    @staticmethod
    def end_all_in(base: Connection, account: int, but: str = "") -> None:
        """Likewise, in this transaction."""
        base.execute(delete(sessions).where(sessions.c.account == account, sessions.c.id != but))

    def sweep(self, now: float) -> None:
        """Forget what has ended by itself."""
        with self.store.writing() as base:
            base.execute(delete(sessions).where(sessions.c.expires <= now))


def digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
