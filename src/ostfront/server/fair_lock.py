"""A lock that is passed on in the order in which it was asked for."""

from __future__ import annotations

from collections import deque
from threading import Lock


class FairLock:
    """Python's own lock goes to whoever comes first: a thread that asks again at once overtakes those who wait."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()  # it stays taken, by the next
            else:
                self._taken = False
