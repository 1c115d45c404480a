"""Which code implements a clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mutants
from ostfront.core.play.clauses import code_for, implements


def test_code_is_found_by_the_clause() -> None:
    @implements("TEST 1.5", "TEST 1.6")
    def round_down(value: int) -> int:
        return value // 2

    assert round_down(5) == 2
    for number in ("TEST 1.5", "TEST 1.6"):
        (code,) = code_for(number)
        assert code.name.endswith("round_down")
        assert code.file.endswith("test_clauses.py")
    assert code_for("TEST 99") == []


def made() -> dict[str, Callable[..., Any]]:
    """Marked functions, for another to be put in their place."""

    @implements("TEST 2.1")
    def nothing() -> int:
        return 1

    @implements("TEST 2.1")
    def seven() -> int:
        return 1

    @implements("TEST 2.1", "TEST 2.3")
    def halved(value: int, by: int = 2) -> int:
        return value // by

    @implements("TEST 2.2")
    def other() -> int:
        return 1

    return {"nothing": nothing, "seven": seven, "halved": halved, "other": other}


def test_without_a_clause_its_functions_do_something_else_wherever_they_were_captured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = made()
    captured = list(found.values())
    true = mutants.real(found["halved"])
    instead = {found["seven"]: 7, found["halved"]: lambda value: true(value) + 100}
    monkeypatch.setattr(mutants, "_module", lambda _mark: ({"TEST 2.1": instead}, {}))
    nothing, seven, halved, other = captured
    with mutants.without("TEST 2.1"):
        assert (nothing(), seven(), halved(4), other()) == (None, 7, 102, 1)
    assert (nothing(), seven(), halved(4), other()) == (1, 1, 2, 1)
    with mutants.without("TEST 2.3"):
        assert (seven(), halved(4)) == (1, None)


def test_a_mutant_of_a_function_without_the_mark_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made()
    monkeypatch.setattr(mutants, "_module", lambda _mark: ({"TEST 2.2": {found["seven"]: 7}}, {}))
    with pytest.raises(AssertionError, match=r"not marked with TEST 2\.2"), mutants.without("TEST 2.2"):
        pass
