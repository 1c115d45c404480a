"""The movement columns of a terrain effects chart, as data: what one mobility class pays for what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Barred = Literal["", "both", "entered", "either"]
"""Which hexes of a hexside must be in enemy ZOC to close it; each word closes more than the one before."""


@dataclass(frozen=True)
class Crossing:
    """The cost of crossing a hexside, moving along a line, or entering a hex of special terrain."""

    extra: int = 0  # on top of the entered hex's cost
    fixed: int | None = None  # instead of the entered hex's cost
    closed: bool = False
    start_only: bool = False  # only as the first step of a move, which it ends
    all_points: bool = False  # start_only, at the cost of the whole movement allowance
    barred: Barred = ""

    def __post_init__(self) -> None:
        if self.extra < 0 or (self.fixed is not None and self.fixed < 1):
            raise ValueError(f"a step costs at least 1: {self}")

    @property
    def ends_move(self) -> bool:
        """Whether it can only be the single step of a move."""
        return self.start_only or self.all_points


@dataclass(frozen=True)
class MoveCosts:
    """One mobility class. Kinds that are not mentioned do not matter; unmentioned terrain cannot be entered.

    All numbers are in 1/scale movement points. Along a line with a `fixed` cost the terrain does not matter.
    """

    terrain: Mapping[str, int | Crossing]
    hexsides: Mapping[str, Crossing] = field(default_factory=dict)
    lines: Mapping[str, Crossing] = field(default_factory=dict)
    bridges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kinds of line over a kind of hexside
    bridged: Mapping[str, Crossing] = field(default_factory=dict)  # what a bridged hexside still costs
    scale: int = 1

    def __post_init__(self) -> None:
        for kind, cost in self.terrain.items():
            if isinstance(cost, Crossing):
                if cost.fixed is None and not cost.all_points and not cost.closed:
                    raise ValueError(f"terrain {kind!r} needs a cost")
            elif cost < 1:
                raise ValueError(f"terrain {kind!r}: a step costs at least 1, not {cost}")

    def scaled(self, n: int) -> MoveCosts:
        """The same costs in units n times finer."""

        def finer(c: Crossing) -> Crossing:
            return replace(c, extra=c.extra * n, fixed=None if c.fixed is None else c.fixed * n)

        return replace(
            self,
            terrain={k: finer(c) if isinstance(c, Crossing) else c * n for k, c in self.terrain.items()},
            hexsides={k: finer(c) for k, c in self.hexsides.items()},
            lines={k: finer(c) for k, c in self.lines.items()},
            bridged={k: finer(c) for k, c in self.bridged.items()},
            scale=self.scale * n,
        )
