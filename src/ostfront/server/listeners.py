"""Who is told of the next change of a game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock


class Listeners:
    """Each is told once. They have a lock of their own, for a game is held while it is saved."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, listener: Callable[[], None]) -> None:
        with self._lock:
            self._waiting.append(listener)

    def drop(self, listener: Callable[[], None]) -> None:
        with self._lock:
            if listener in self._waiting:
                self._waiting.remove(listener)

    def tell(self) -> None:
        with self._lock:
            told, self._waiting = self._waiting, []
        for listener in told:
            with suppress(RuntimeError):  # nobody waits in a loop that is closed
                listener()
