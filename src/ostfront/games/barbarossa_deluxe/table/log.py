"""The log of Barbarossa Deluxe: a sentence for each event."""

from __future__ import annotations

from ostfront.core.play.rules import Line
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts import Facts


def tell(facts: Facts, event: Event) -> Line:
    return (f"{event.kind} {event.args}",)
