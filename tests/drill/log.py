"""The sentences of the log. A template names what stands in its gaps: a unit, a place, a chit, a seat, a number."""

from __future__ import annotations

import re

from drill.facts import RESULTS, Facts
from ostfront.core.play.rules import Line, Ref
from ostfront.core.play.sequence import Event

LINES = {
    "deployed": "{unit} is set up in {place}.",
    "block deployed": "{seat} sets up a block in {place}.",
    "selected": "{seat} selects {chit}.",
    "in the cup": "{chit} goes into the cup.",
    "drawn": "{chit} is drawn.",
    "interrupted": "Red plays its reserve; {chit} goes back into the cup.",
    "moves": "{unit} moves to {place}.",
    "block moves": "A block moves from {place} to {place}.",
    "turned up": "{surprise} is turned up in {place}.",
    "shown": "{unit} in {place} shows its face.",
    "attacks": "{seat} attacks {place}.",
    "rolls": "{seat} rolls {number}: {result}.",
    "step lost": "{unit} loses a step.",
    "eliminated": "{unit} is eliminated.",
    "retreats": "{unit} retreats to {place}.",
}


def tell(facts: Facts, event: Event) -> Line:
    """The line of an event; units and places stay references, which a table can light up."""
    args = iter(event.args)
    parts: list[str | Ref] = []
    for words in re.split(r"(\{\w+\})", LINES[event.kind]):
        gap = words.strip("{}")
        if not words.startswith("{"):
            parts.append(words)
        elif gap == "seat":
            parts.append(facts.seats[next(args)].name)
        elif gap == "result":
            parts.append(RESULTS[next(args)])
        elif gap == "number":
            parts.append(str(next(args)))
        else:
            parts.append(Ref(gap, next(args)))
    return tuple(parts)
