"""One request looks once whether other servers have changed a game, however often it takes the lock of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from threading import local
from typing import Any


class Looks(local):
    """Which games the request of this thread has looked at; None outside of requests."""

    seen: set[str] | None = None


_looks = Looks()


def in_one_request(work: Callable[..., Any], *given: Any, looked: Collection[str] = ()) -> Any:
    """Do the work of a request in this thread; it has looked at some games already."""
    _looks.seen = set(looked)
    try:
        return work(*given)
    finally:
        _looks.seen = None


def first_look(game: str) -> bool:
    """Whether this request has not looked at the game yet. Outside of requests every look is the first."""
    if _looks.seen is None:
        return True
    if game in _looks.seen:
        return False
    _looks.seen.add(game)
    return True
