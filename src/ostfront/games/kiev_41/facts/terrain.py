"""Terrain (2.4, 2.8): what each colour of area costs, holds and absorbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ostfront.core.play.clauses import carries_out

Charts = Mapping[str, Any]


class Terrain(NamedTuple):
    """MP to enter, blocks of a side that fit (0: any number), hits absorbed."""

    move: int
    stacking: int
    absorb: int


NOTHING = Terrain(1, 0, 0)  # a colour whose clause is switched off


def _printed(charts: Charts, colour: str) -> Terrain:
    row = charts["terrain"][colour]
    return Terrain(row["move"], row["stacking"], row["absorb"])


@carries_out("K41 2.4.1", otherwise=NOTHING)
def green(charts: Charts) -> Terrain:
    return _printed(charts, "green")


@carries_out("K41 2.4.2", otherwise=NOTHING)
def yellow(charts: Charts) -> Terrain:
    return _printed(charts, "yellow")


@carries_out("K41 2.4.3", otherwise=NOTHING)
def red(charts: Charts) -> Terrain:
    return _printed(charts, "red")


@carries_out("K41 2.4.4", otherwise=NOTHING)
def victory(charts: Charts) -> Terrain:
    return _printed(charts, "victory")


def terrain(charts: Charts) -> dict[str, Terrain]:
    """By colour."""
    return {
        "green": green(charts), "yellow": yellow(charts), "red": red(charts), "victory": victory(charts),
        "staging": _printed(charts, "staging"),
    }  # fmt: skip
