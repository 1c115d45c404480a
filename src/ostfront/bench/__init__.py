"""Measurements: of the engine's parts on synthetic maps, and of each game against a yardstick.

A part of the core bench is a module with a function `measure()` that returns plain data. It is imported only
when it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

CORE_PARTS = {
    "geometry": "ostfront.bench.geometry",
    "clone": "ostfront.bench.clone",
    "overhead": "ostfront.bench.overhead",
    "imports": "ostfront.bench.imports",
}


def measure_core(
    parts: Iterable[str] = tuple(CORE_PARTS), started: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Each part's measurements by its name, None for a part this version does not have.

    `started` is called with the part being measured.
    """
    found: dict[str, Any] = {}
    for name in parts:
        if find_spec(CORE_PARTS[name]) is None:
            found[name] = None
            continue
        if started is not None:
            started(name)
        found[name] = import_module(CORE_PARTS[name]).measure()
    return found
