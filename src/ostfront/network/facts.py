"""What a site knows of itself: keys and secrets that are made once, and are the same for all its processes."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from ostfront.network.tables import facts
from ostfront.server.game_store import GameStore


def fact(store: GameStore, name: str, make: Callable[[], str]) -> str:
    """A fact of this name; made now if there is none. Of two processes that make it at once, one is heard."""
    found = _read(store, name)
    if found is None:
        try:
            with store.writing() as base:
                base.execute(insert(facts).values(name=name, value=make()))
        except IntegrityError:
            pass
        found = _read(store, name)
    assert found is not None
    return found


def _read(store: GameStore, name: str) -> str | None:
    with store.reader.begin() as base:
        found = base.execute(select(facts.c.value).where(facts.c.name == name)).scalar()
    return None if found is None else str(found)
