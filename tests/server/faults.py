"""Writes that fail, one after the other, and what must be true after each."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from ostfront.server.database import FILE
from ostfront.server.local_client import LocalClient


class Faults:
    """Makes the nth statement of a transaction that writes fail, before or after SQLite carries it out."""

    def __init__(self, engine: Engine) -> None:
        self.left = -1  # statements until one fails; below zero: none
        self.late = False
        self.failed = ""
        event.listen(engine, "before_cursor_execute", self._before)
        event.listen(engine, "after_cursor_execute", self._after)
        event.listen(engine, "commit", lambda connection: self._before(connection, None, "COMMIT"))

    def arm(self, nth: int, late: bool) -> None:
        self.left, self.late, self.failed = nth, late, ""

    def disarm(self) -> str:
        """The statement that failed; nothing if the change was made with fewer."""
        self.left = -1
        return self.failed

    def _before(self, connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if self.left < 0 or connection.get_execution_options().get("reading"):
            return
        self.left -= 1
        if self.left < 0:
            self.failed = statement
            if not self.late or statement == "COMMIT":
                raise full()

    def _after(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if self.left < 0 and self.late and self.failed == statement:
            self.late = False
            raise full()


def full() -> OperationalError:
    return OperationalError("a write", None, sqlite3.OperationalError("database or disk is full"))


def every_write_fails(faults: Faults, change: Callable[[], object], unchanged: Callable[[str], None]) -> list[str]:
    """Try a change again and again, each time with another statement failing, until none is left: then it is made."""
    failed: list[str] = []
    for nth in range(100):
        for late in (False, True):
            faults.arm(nth, late)
            with suppress(OperationalError):
                change()
            statement = faults.disarm()
            if not statement:
                return failed
            failed.append(statement)
            unchanged(f"{statement} failed {'after' if late else 'before'} it was carried out")
    raise AssertionError("a change of more than a hundred statements")


def dump(folder: Path) -> list[str]:
    """Everything that is on disk, but whose job it is to play."""
    base = sqlite3.connect(folder / FILE)
    try:
        return [line for line in base.iterdump() if not line.startswith('INSERT INTO "jobs"')]
    finally:
        base.close()


def seen(client: LocalClient, id: str, tokens: list[str]) -> list[Any]:
    """What everybody is shown of a game, made anew from what is in memory."""
    client.library.live_game(id)._seat_views.clear()
    views = [client.ask("GET", f"/api/games/{id}/view", None, token).json for token in tokens if token]
    logs = [client.ask("GET", f"/api/games/{id}/log", None, token).json for token in tokens if token]
    return [*views, *logs, client.ask("GET", "/api/games").json]
