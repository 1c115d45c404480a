"""The keeper: chores that are due again and again, such as clocks that run out.

Every server and worker of a site has one; a chore must not mind that another does the same at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from sqlalchemy.exc import OperationalError

from ostfront.server.log import log

GLANCE = 1.0  # seconds


class Chore(NamedTuple):
    """Something to do every so many seconds."""

    name: str
    seconds: float
    work: Callable[[], object]


class Keeper:
    """A thread that does the chores."""

    def __init__(self, chores: list[Chore]) -> None:
        self.chores = chores
        self._due = {chore.name: 0.0 for chore in chores}
        self._stop = Event()
        self._thread = Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stop.is_set():
            self.do_what_is_due(monotonic())
            self._stop.wait(GLANCE)

    def do_what_is_due(self, now: float) -> None:
        for chore in self.chores:
            if self._due[chore.name] > now:
                continue
            self._due[chore.name] = now + chore.seconds
            try:
                chore.work()
            except Exception as wrong:  # the next one still has its turn
                if isinstance(wrong, OperationalError):
                    log.warning("%s: %s", chore.name, wrong.orig)  # the database is away for a moment
                elif not self._stop.is_set():
                    log.error("%s: %s", chore.name, wrong, exc_info=wrong)
