"""Every scenario of every game, its options as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from harness.cases import CASES

F = TypeVar("F", bound=Callable[..., Any])
SCENARIOS = [case for case in CASES if not case.options]


def every_scenario(test: F) -> F:
    """Run a test for each of them."""
    marked: F = pytest.mark.parametrize("case", SCENARIOS, ids=[case.name for case in SCENARIOS])(test)
    return marked
