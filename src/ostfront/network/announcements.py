"""Announcements: what whoever runs the site tells everybody on it."""

from __future__ import annotations

from sqlalchemy import insert, select

from ostfront.core.errors import BadAction
from ostfront.network.account_messages import Announcement
from ostfront.network.tables import announcements
from ostfront.server.game_store import GameStore

LONGEST = 1000
LASTING = 366 * 24 * 3600.0  # seconds, at most


class Announcements:
    """Those of a site."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def add(self, text: str, now: float, until: float) -> int:
        text = " ".join(text.split())
        if not 0 < len(text) <= LONGEST:
            raise BadAction(f"An announcement has 1 to {LONGEST} characters.")
        if not now < until <= now + LASTING:
            raise BadAction("An announcement is shown for a while, a year at most.")
        with self.store.writing() as base:
            added = insert(announcements).values(text=text, created=now, until=until)
            return int(base.execute(added.returning(announcements.c.id)).scalar_one())

    def now(self, now: float) -> list[Announcement]:
        """Those that are shown, the newest first."""
        chosen = select(announcements.c.id, announcements.c.text, announcements.c.created)
        with self.store.reader.begin() as base:
            shown = base.execute(chosen.where(announcements.c.until > now).order_by(announcements.c.id.desc()))
            return [Announcement(*row) for row in shown]
