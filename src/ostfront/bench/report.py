"""The targets of the measurements, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Line(NamedTuple):
    """A measured number, its target, and whether it is met; None: there is no target."""

    part: str
    name: str
    value: float
    unit: str
    requirement: str = ""
    holds: bool | None = None


def at_least(part: str, name: str, value: float, unit: str, limit: float) -> Line:
    return Line(part, name, value, unit, f"at least {limit:g} {unit}".strip(), value >= limit)


def at_most(part: str, name: str, value: float, unit: str, limit: float) -> Line:
    return Line(part, name, value, unit, f"at most {limit:.4g} {unit}".strip(), value <= limit)


def core_lines(found: Mapping[str, Any]) -> list[Line]:
    """The lines of the core bench, for the parts that were measured."""
    readers = {"geometry": _geometry, "clone": _clone, "overhead": _overhead, "imports": _imports}
    lines: list[Line] = []
    for name, data in found.items():
        lines += [Line(name, "not measured in this version", 0, "")] if data is None else readers[name](data)
    return lines


YARDSTICK = 16_000  # plies of python-chess per CPU second, on the machine the requirements were written for
GEOMETRY = {"range": ("movement range", 15), "flood": ("supply flood", 30), "zoc": ("ZOC map", 50)}


def _geometry(data: Mapping[str, Any]) -> Iterator[Line]:
    for size, numbers in data["sizes"].items():
        for key, (name, limit) in GEOMETRY.items():
            times = "times faster than plain"
            yield at_least("geometry", f"{name}, {size} hexes", numbers[f"{key}_ratio"], times, limit)
            yield Line("geometry", f"{name}, {size} hexes", numbers[f"{key}_us"], "us")


def _imports(data: Mapping[str, Any]) -> Iterator[Line]:
    yield at_most("imports", "import ostfront", data["ratio"], "times import msgspec, tomllib, csv", 3)
    yield Line("imports", "import ostfront", data["ostfront_ms"], "ms")
    count = len(data["unwanted"])
    yield at_most("imports", "web, plotting and RL packages pulled in", count, "", 0)


def _clone(data: Mapping[str, Any]) -> Iterator[Line]:
    """`clone_us` of a state of 800 units without history, `range_us` of one movement range in the same run."""
    share = data["clone_us"] / data["range_us"]
    yield at_most("clone", "state of 800 units", share, "of one movement range", 0.1)
    yield Line("clone", "state of 800 units", data["clone_us"], "us")


def _overhead(data: Mapping[str, Any]) -> Iterator[Line]:
    """`overhead_us` per decision beyond the rules, `plies_per_cpu_s` of the yardstick in the same run."""
    scaled = data["overhead_us"] * data["plies_per_cpu_s"] / YARDSTICK
    yield at_most("overhead", "core, per decision", scaled, f"us at {YARDSTICK:,} plies a second", 15)
    yield Line("overhead", "core, per decision", data["overhead_us"], "us")
