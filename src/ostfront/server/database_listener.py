"""Hears from PostgreSQL which games other servers have changed, and how often."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import psycopg
from sqlalchemy import Engine, event

from ostfront.server.database import CHANNEL, GONE
from ostfront.server.log import log

PAUSE = 1.0  # seconds before a lost connection is tried again
GLANCE = 1.0  # seconds between looks at whether to stop


class DatabaseListener:
    """A thread with a connection of its own. While that is lost nothing is heard, but every read looks anyway."""

    def __init__(self, engine: Engine, heard: Callable[[str, int], None]) -> None:
        # psycopg takes the words of SQLAlchemy's address apart from the driver's name
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._own: set[int] = set()  # the server's processes for our connections: what we do ourselves is no news
        event.listen(engine, "checkout", self._used)
        event.listen(engine, "close", self._closed)
        self._stop = Event()
        self.ready = Event()
        self._thread = Thread(target=self._run, name="database listener", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except psycopg.Error as wrong:
                if not self._stop.is_set():
                    log.warning("the database is out of reach: %s", " ".join(str(wrong).split()))
                self._stop.wait(PAUSE)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as base:
            base.execute(f"LISTEN {CHANNEL}".encode())
            self.ready.set()
            while not self._stop.is_set():
                for notice in base.notifies(timeout=GLANCE):
                    if notice.pid not in self._own:
                        game, _, revision = notice.payload.partition(" ")
                        self._heard(game, int(revision or GONE))  # a server before an update names none

    def _used(self, connection: Any, record: Any, _proxy: Any) -> None:
        record.info["pid"] = connection.info.backend_pid
        self._own.add(record.info["pid"])

    def _closed(self, _connection: Any, record: Any) -> None:
        self._own.discard(record.info.pop("pid", 0))
