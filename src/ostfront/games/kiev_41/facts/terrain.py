"""Terrain (2.4, 2.8): what each colour of area costs, holds and absorbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ostfront.core.play.clauses import implements

Charts = Mapping[str, Any]


class Terrain(NamedTuple):
    """MP to enter, blocks of a side that fit (0: any number), hits absorbed."""

    move: int
    stacking: int
    absorb: int


def _printed(charts: Charts, colour: str) -> Terrain:
    row = charts["terrain"][colour]
    return Terrain(row["move"], row["stacking"], row["absorb"])


@implements("K41 2.4.1")
def green(charts: Charts) -> Terrain:
    return _printed(charts, "green")


@implements("K41 2.4.2")
def yellow(charts: Charts) -> Terrain:
    return _printed(charts, "yellow")


@implements("K41 2.4.3")
def red(charts: Charts) -> Terrain:
    return _printed(charts, "red")


@implements("K41 2.4.4")
def victory(charts: Charts) -> Terrain:
    return _printed(charts, "victory")


def terrain_by_colour(charts: Charts) -> dict[str, Terrain]:
    """What each colour of area costs, holds and absorbs."""
    return {
        "green": green(charts), "yellow": yellow(charts), "red": red(charts), "victory": victory(charts),
        "staging": _printed(charts, "staging"),
    }  # fmt: skip
