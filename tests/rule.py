"""`@rule("AVD 9.5.4")`: the clause of a rulebook that a test covers."""

from __future__ import annotations

import pytest


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test with its clauses; switched off, each of them must make the test fail."""
    return pytest.mark.rule(*numbers)
