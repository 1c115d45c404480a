"""The audit log: who did what to accounts, for whoever runs the site. It never has a secret in it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from ostfront.network.tables import audit
from ostfront.server.game_store import GameStore

KEPT = 2 * 365 * 24 * 3600.0  # seconds


class AuditEntry(NamedTuple):
    """Something that was done."""

    at: float
    actor: str
    deed: str
    subject: str
    details: str


COLUMNS = [audit.c[name] for name in AuditEntry._fields]


class Audit:
    """The log of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def add(self, actor: str, deed: str, subject: str, now: float, details: str = "") -> None:
        with self.store.writing() as base:
            self.note(base, actor, deed, subject, now, details)

    @staticmethod
    def note(base: Connection, actor: str, deed: str, subject: str, now: float, details: str = "") -> None:
        """Likewise, in the transaction of the deed."""
        row = {"actor": actor[:80], "deed": deed[:40], "subject": subject[:120], "details": details, "at": now}
        base.execute(insert(audit).values(**row))

    def latest(self, number: int, subject: str = "") -> list[AuditEntry]:
        """The latest entries, newest first; of one subject only."""
        chosen = select(*COLUMNS).order_by(audit.c.id.desc()).limit(number)
        if subject:
            chosen = chosen.where(audit.c.subject == subject)
        with self.store.reader.begin() as base:
            return [AuditEntry(*row) for row in base.execute(chosen)]

    def sweep(self, now: float) -> None:
        with self.store.writing() as base:
            base.execute(delete(audit).where(audit.c.at < now - KEPT))
