"""Every clause of kind engine has code and a test, and the test fails when the clause is switched off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.cases import all_games, every_game
from mutants.trial import trial
from ostfront import games
from ostfront.core.files.rules_index import MarkedTest, Row, answers, load_index, marked_tests, strays
from ostfront.core.play.rules import GameInfo

TESTS = Path(__file__).parent.parent
MARKED = marked_tests(TESTS)


def rows(info: GameInfo) -> list[Row]:
    games.rules(info.name)  # its clauses register themselves
    return answers(load_index(Path(info.data)), MARKED)


@every_game
def test_the_index_speaks_of_this_game(info: GameInfo) -> None:
    index = load_index(Path(info.data))
    assert (index.game, index.mark, index.complete) == (info.name, info.mark, info.complete)


@every_game
def test_tests_name_clauses_that_exist(info: GameInfo) -> None:
    assert strays(load_index(Path(info.data)), MARKED) == []


@every_game
def test_every_engine_clause_has_code_and_a_test(info: GameInfo) -> None:
    if not info.complete:
        pytest.skip(f"{info.title} does not say it is complete")
    assert [f"{row.clause.number} has no {row.missing}" for row in rows(info) if row.missing] == []


def engine_clauses() -> Iterator[tuple[str, tuple[MarkedTest, ...]]]:
    for info in all_games():
        if info.complete:
            for row in rows(info):
                if row.clause.kind == "engine":
                    yield f"{info.mark} {row.clause.number}", row.tests


ENGINE = list(engine_clauses())
SAMPLE = 37  # `make test` tries every n-th clause; n is prime, so that all games and sections are covered


def sampled() -> Iterator[object]:
    for at, (number, tests) in enumerate(ENGINE):
        marks = () if at % SAMPLE == 0 else pytest.mark.soak
        yield pytest.param(number, tests, id=number, marks=marks)


@pytest.mark.parametrize(("number", "tests"), list(sampled()))
def test_its_tests_fail_when_a_clause_is_switched_off(number: str, tests: tuple[MarkedTest, ...]) -> None:
    assert tests
    status, printed = trial(number, tests)
    assert status == pytest.ExitCode.TESTS_FAILED, f"nothing fails without {number}:\n{printed[-1000:]}"
