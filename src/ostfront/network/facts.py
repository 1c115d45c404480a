"""What a site knows of itself: keys and secrets that are made once, and are the same for all its processes."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from ostfront.network.settings import Settings
from ostfront.network.tables import facts
from ostfront.server.game_store import GameStore

LETTERS, YES, NO = "letters", "yes", "no"  # the fact whether the site sends letters


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


def note_letters(store: GameStore, settings: Settings) -> None:
    """A server knows whether its site sends letters; workers and commands beside it may not."""
    said = YES if settings.mail.server else NO
    if fact(store, LETTERS, lambda: said) != said:
        with store.writing() as base:
            base.execute(update(facts).where(facts.c.name == LETTERS).values(value=said))


def sends_letters(base: Connection, settings: Settings) -> bool:
    """Whether letters that are written in this transaction will be sent, by this process or by another."""
    if settings.mail.server:
        return True
    return base.execute(select(facts.c.value).where(facts.c.name == LETTERS)).scalar() == YES


def _read(store: GameStore, name: str) -> str | None:
    with store.reader.begin() as base:
        found = base.execute(select(facts.c.value).where(facts.c.name == name)).scalar()
    return None if found is None else str(found)
