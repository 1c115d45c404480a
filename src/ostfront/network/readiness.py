"""Whether a server of a site can answer: asked by a proxy before it sends people there."""

from __future__ import annotations

from time import monotonic

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ostfront.server import database
from ostfront.server.game_library import GameLibrary

LASTS = 1.0  # seconds for which an answer is good


class Readiness:
    """Looks at the database, but not for every question."""

    def __init__(self, library: GameLibrary) -> None:
        self.library = library
        self.newest = database.newest_version()
        self._known = (0.0, "")  # until when, and what

    def __call__(self) -> str:
        """Why it is not ready; empty if it is."""
        if self.library.leaving or self.library.closing:
            return "The server is closing."
        until, found = self._known
        if monotonic() >= until:
            found = self._look()
            self._known = (monotonic() + LASTS, found)
        return found

    def _look(self) -> str:
        try:
            with self.library.store.reader.begin() as base:
                version = base.execute(text("SELECT version_num FROM alembic_version")).scalar()
        except SQLAlchemyError:
            return "The database does not answer."
        if version != self.newest:
            return "The database is of another version than the server."
        return ""
