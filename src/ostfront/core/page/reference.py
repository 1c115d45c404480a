"""What lies beside the map, as data: the briefing, the sequence of play, the charts and the rules index of a game.

A game's `table` package makes a `Reference` of its rules once; what changes with the view (the present step, the
victory reckoning) is made from the view. The page knows these structs but no particular game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ostfront.core.errors import BadFile
from ostfront.core.files.rules_index import load_index
from ostfront.core.page.table import PageStruct
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View


class Purpose(PageStruct, frozen=True):
    """What one side is and what it wants in a scenario."""

    side: str
    who: str
    wins: tuple[str, ...]


class Briefing(PageStruct, frozen=True):
    """What a player reads before the first decision."""

    story: str
    length: str
    purposes: tuple[Purpose, ...]
    rule: str = ""  # of victory


class SequenceStep(PageStruct, frozen=True):
    """A step of the sequence of play. `at` says which steps of the program it stands for.

    Each of them is a procedure, a `procedure: step`, or either of them `, name=value` with a local of the procedure.
    """

    id: str
    title: str
    rule: str = ""
    note: str = ""
    side: str = ""
    depth: int = 0
    at: tuple[str, ...] = ()


class ChartRow(PageStruct, frozen=True):
    label: str
    cells: tuple[str, ...]
    note: str = ""


class RuleChart(PageStruct, frozen=True):
    """A chart. `group` is combat, terrain, turns, victory or other; `corner` is the heading of its labels."""

    id: str
    title: str
    group: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    corner: str = ""
    rule: str = ""
    notes: tuple[str, ...] = ()


class RuleClause(PageStruct, frozen=True):
    number: str
    summary: str
    kind: str


class RuleSection(PageStruct, frozen=True):
    number: str
    title: str
    clauses: tuple[RuleClause, ...]


class Reference(PageStruct, frozen=True):
    """Everything beside the map that never changes during a game."""

    mark: str
    briefing: Briefing | None
    sequence: tuple[SequenceStep, ...]
    charts: tuple[RuleChart, ...]
    sections: tuple[RuleSection, ...]


# ---- the rules index -------------------------------------------------------------------------------------


def sections(rules: Rules, titles: Mapping[str, str]) -> tuple[RuleSection, ...]:
    """The rules index by section; a section without a title is shown by its number."""
    found: dict[str, list[RuleClause]] = {}
    for number, kind, summary in _clauses(rules.info.data):
        section = re.match(r"\d+|[A-Z]+", number)
        found.setdefault(section[0] if section else number, []).append(RuleClause(number, summary, kind))
    return tuple(RuleSection(number, titles.get(number, ""), tuple(rows)) for number, rows in found.items())


@lru_cache(maxsize=16)
def _clauses(folder: str) -> tuple[tuple[str, str, str], ...]:
    try:
        index = load_index(Path(folder))
    except BadFile:
        return ()  # a game without an index has no summaries
    return tuple((clause.number, clause.kind, clause.summary) for clause in index.clauses)


def reference_of(rules: Rules) -> Reference:
    """The reference of a game: what its table makes, or its rules index alone."""
    table = rules.info.table
    if table is not None and table.reference is not None:
        made: Reference = table.reference(rules)
        return made
    return Reference(rules.info.mark, None, (), (), sections(rules, {}))


# ---- where in the sequence -------------------------------------------------------------------------------


def present_step(view: View, sequence: Sequence[SequenceStep]) -> str:
    """The id of the step that is being played: the one that stands for the innermost frame."""
    known = view.known
    stack = known.get("stack", ()) if isinstance(known, Mapping) else ()
    found = ""
    for frame in stack:
        procedure, at, local = frame[0], frame[1], frame[2]
        steps = view.rules.procedures[procedure].steps
        names = [f"{procedure}: {steps[at - 1].name}", procedure] if at else [procedure]  # the step before the whole
        matches = (step.id for name in names for step in sequence if _stands_for(step.at, name, local))
        found = next(matches, found)
    return found


def _stands_for(patterns: Iterable[str], name: str, local: Any) -> bool:
    for pattern in patterns:
        meant, *facts = pattern.split(", ")
        if meant == name and all(holds(fact, local) for fact in facts):
            return True
    return False


def holds(fact: str, local: Any) -> bool:
    """Whether the locals of a procedure have a `name=value`."""
    name, _, value = fact.partition("=")
    return isinstance(local, Mapping) and str(local.get(name)) == value
