"""Which code answers for a clause."""

from __future__ import annotations

import pytest

from ostfront.core.play import clauses
from ostfront.core.play.clauses import carries_out, code_for


def test_code_is_found_by_the_clause() -> None:
    @carries_out("TEST 1.5", "TEST 1.6")
    def round_down(value: int) -> int:
        return value // 2

    assert round_down(5) == 2
    for number in ("TEST 1.5", "TEST 1.6"):
        (code,) = code_for(number)
        assert code.name.endswith("round_down")
        assert code.file.endswith("test_clauses.py")
    assert code_for("TEST 99") == []


def test_a_switched_off_function_does_nothing_or_what_it_names_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clauses.VARIABLE, "TEST 2.1")

    @carries_out("TEST 2.1")
    def nothing() -> int:
        return 1

    @carries_out("TEST 2.1", otherwise=7)
    def seven() -> int:
        return 1

    @carries_out("TEST 2.1", otherwise=lambda value: value)
    def halved(value: int) -> int:
        return value // 2

    @carries_out("TEST 2.2")
    def other() -> int:
        return 1

    assert (nothing(), seven(), halved(4), other()) == (None, 7, 4, 1)  # type: ignore[comparison-overlap]
    assert code_for("TEST 2.1")
