"""Running the tests of a clause without the clause, in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from mutants import without
from ostfront.core.files.rules_index import MarkedTest

TESTS = Path(__file__).parent.parent
KEPT = ("conftest", "drill", "harness", "mutants")  # what this trial itself stands on, and the drill's rules
OPTIONS = ("-x", "-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist")


def trial(number: str, tests: Iterable[MarkedTest]) -> tuple[int, str]:
    """The exit status of pytest on these tests without the clause, and what it printed."""
    nodes = [f"{TESTS / test.file}::{test.name.replace('.', '::')}" for test in tests]
    printed = io.StringIO()
    with without(number), _imported_anew(), redirect_stdout(printed), redirect_stderr(printed):
        status = pytest.main([*OPTIONS, *nodes])
    return int(status), printed.getvalue()


@contextmanager
def _imported_anew() -> Iterator[None]:
    """Test modules are imported again meanwhile: many compile rules when they are imported."""
    ours = [name for name, module in sys.modules.items() if _is_test(name, getattr(module, "__file__", None))]
    before = {name: sys.modules.pop(name) for name in ours}
    try:
        yield
    finally:
        for name, module in list(sys.modules.items()):
            if _is_test(name, getattr(module, "__file__", None)):
                del sys.modules[name]
        sys.modules.update(before)


def _is_test(name: str, file: str | None) -> bool:
    top, _, rest = name.partition(".")
    if file is None or not Path(file).is_relative_to(TESTS):
        return False
    return top not in KEPT or (top in ("drill", "harness") and rest.startswith("test_"))
