"""The reference beside the map is complete in every game and scenario: briefing, sequence, charts, rules index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import ostfront
from ostfront import games as register
from ostfront.core.files.rules_index import load_index
from ostfront.core.page.reference import Reference, present_step, reference_of
from ostfront.core.page.table import table_of
from ostfront.core.play.rules import Rules

BOXED = [name for name in register.names() if register.info(name).table is not None]
SCENARIOS = [(name, scenario) for name in BOXED for scenario in register.info(name).scenarios]


def cited(book: Reference) -> Iterator[str]:
    assert book.briefing is not None
    yield book.briefing.rule
    yield from (step.rule for step in book.sequence)
    yield from (chart.rule for chart in book.charts)


def known_rule(rules: Rules, rule: str) -> bool:
    """Whether the index has the clause, its parts or its section."""
    numbers = [clause.number for clause in load_index(Path(rules.info.data)).clauses]
    bare = re.escape(rule.removeprefix(f"{rules.info.mark} "))
    return any(re.fullmatch(bare + r"([a-z]|\..*)?", number) for number in numbers)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_briefing_and_charts_are_complete(name: str, scenario: str) -> None:
    rules = register.rules(name, scenario)
    book = reference_of(rules)
    briefing = book.briefing
    assert briefing is not None
    assert [one.side for one in briefing.purposes] == [side.id for side in table_of(rules).table(rules).sides]
    texts = [briefing.story, briefing.length, *(line for one in briefing.purposes for line in (one.who, *one.wins))]
    assert all(text.strip() and "{" not in text and "None" not in text for text in texts), texts
    assert {"combat", "terrain", "turns"} <= {chart.group for chart in book.charts}
    assert len({chart.id for chart in book.charts}) == len(book.charts)
    for chart in book.charts:
        assert chart.rows, chart.id
        assert all(len(row.cells) == len(chart.columns) for row in chart.rows), chart.id
    assert not [rule for rule in cited(book) if rule and not known_rule(rules, rule)]


def test_a_side_that_is_bid_for_has_a_purpose_too() -> None:
    briefing = reference_of(register.rules("victory-awaits", "leningrad", {"bidding": True})).briefing
    assert briefing is not None
    assert [one.side for one in briefing.purposes] == ["axis", "soviet"]


@pytest.mark.parametrize("name", BOXED)
def test_every_section_has_a_title_and_every_clause_is_there(name: str) -> None:
    rules = register.rules(name)
    book = reference_of(rules)
    assert all(section.title for section in book.sections), [one.number for one in book.sections if not one.title]
    listed = [clause.number for section in book.sections for clause in section.clauses]
    assert sorted(listed) == sorted(clause.number for clause in load_index(Path(rules.info.data)).clauses)


@pytest.mark.parametrize("name", BOXED)
def test_the_sequence_names_steps_that_the_program_has_and_leaves_out_none_of_a_turn(name: str) -> None:
    rules = register.rules(name)
    book = reference_of(rules)
    assert all(step.title for step in book.sequence)
    assert len({step.id for step in book.sequence}) == len(book.sequence)
    patterns = [pattern.split(", ")[0] for step in book.sequence for pattern in step.at]
    known = {*rules.procedures}
    known |= {f"{one.name}: {step.name}" for one in rules.procedures.values() for step in one.steps}
    assert not set(patterns) - known
    turn = {f"turn: {step.name}" for step in rules.procedures["turn"].steps}
    silent = {step for step in turn if step.split(": ")[1] in ("join", "winter", "surprise attack of the teams")}
    assert turn - set(patterns) <= silent


@pytest.mark.parametrize("name", BOXED)
def test_the_present_step_is_known_whenever_somebody_decides(name: str) -> None:
    game = ostfront.new(name, seed=3)
    steps = reference_of(game.rules).sequence
    seen = set()
    random = Random(3)
    for _ in range(400):
        if game.result is not None:
            break
        decision = game.state.pending[0]
        step = present_step(game.view(decision.seat), steps)
        assert step, game.state.top
        seen.add(step)
        game.push(random.choice(list(game.options(decision))), decision)
    assert len(seen) > 1


def test_an_owner_sees_his_own_numbers() -> None:
    """A chart that the owner of a printed game overrides is shown with his numbers."""
    mine = {"charts.toml": '[terrain.woods]\nmotorized = 4\nsource = "my own copy"\n'}
    book = reference_of(register.rules("victory-denied", overlay=mine))
    woods = next(row for chart in book.charts if chart.id == "terrain" for row in chart.rows if row.label == "Woods")
    assert woods.cells[0] == "4"
