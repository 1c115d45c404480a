"""The lock of a game in memory."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from weakref import WeakMethod


class GameLock:
    """The lock of a game. Whoever takes it first sees what other servers have done to the game meanwhile."""

    def __init__(self, look_again: Callable[[], None]) -> None:
        self._lock = RLock()
        self._depth = 0
        self._look_again = WeakMethod(look_again)  # a game that nobody holds leaves memory at once

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            try:
                if look_again := self._look_again():
                    look_again()
            except BaseException:
                self.__exit__()
                raise

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        self._lock.release()

    def unless_taken(self, work: Callable[[], None]) -> bool:
        """Do this at once if nobody has the lock."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if self._depth == 0:  # else it is this very thread
                work()
            return self._depth == 0
        finally:
            self._lock.release()
