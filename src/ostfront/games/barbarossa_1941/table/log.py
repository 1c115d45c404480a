"""The log: events in plain words."""

from __future__ import annotations

from ostfront.core.play.rules import Line
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.facts import Facts


def tell(_facts: Facts, event: Event) -> Line:
    """The kind of an event and what it notes."""
    return (" ".join([event.kind, *map(str, event.args)]) + ".",)
