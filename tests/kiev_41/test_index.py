"""The rules index: every number the game speaks of has its line."""

from __future__ import annotations

from pathlib import Path

from kiev_41.stage import rules_of
from ostfront.core.files.rules_index import load_index
from ostfront.games.kiev_41 import INFO


def test_every_number_has_its_line() -> None:
    """Those of steps, decisions, objections and options; headings stand for their lettered parts."""
    rules, index = rules_of(), load_index(Path(INFO.data))
    used = {step.rule for procedure in rules.procedures.values() for step in procedure.steps}
    used |= {kind.rule for kind in rules.kinds.values()}
    used |= {clause.number for clause in rules.referee.clauses}
    used |= {option.rule for option in INFO.options}
    headings = {clause.number.rstrip("abcdef") for clause in index.clauses}
    assert [number for number in sorted(used | headings) if not index.summary(number)] == []
