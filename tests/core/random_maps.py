"""Random boards, charts and situations on which the bitboards must agree with the plain reference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ostfront.bench.synthetic import FOOT, MECH, MOUNTAIN, synthetic_board
from ostfront.core.map.areas import AreaMap
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Barred, Crossing, MoveCosts
from ostfront.core.map.plain import Situation

BARS: tuple[Barred, ...] = ("", "both", "entered", "either")


def random_board(rng: Random, most: int = 12) -> Board:
    """A small board of any layout, often crowded with rivers, sometimes with holes."""
    return synthetic_board(
        rng.randint(1, most),
        rng.randint(1, most),
        rng,
        dense=rng.random() < 0.6,
        orientation=rng.choice(("flat", "pointy")),
        low=rng.choice(("odd", "even")),
        holes=rng.choice((0.0, 0.0, 0.1, 0.3)),
    )


def random_crossing(rng: Random) -> Crossing:
    """Any kind of hexside a chart could have."""
    return rng.choice(
        (
            Crossing(extra=rng.randint(0, 3), barred=rng.choice(BARS)),
            Crossing(fixed=rng.randint(1, 3), barred=rng.choice(BARS)),
            Crossing(start_only=True, extra=rng.randint(0, 2), barred=rng.choice(BARS)),
            Crossing(all_points=True, barred=rng.choice(BARS)),
            Crossing(closed=True),
        )
    )


def random_costs(rng: Random) -> MoveCosts:
    """One of the charts of the Victory games, or anything."""
    chosen = rng.choice((FOOT, MECH, MOUNTAIN, VICTORY_DENIED_MOTORIZED, None, None))
    if chosen is None:
        terrain: dict[str, int | Crossing] = {kind: rng.randint(1, 4) for kind in MECH.terrain if rng.random() < 0.9}
        terrain["mountain"] = rng.choice(
            (Crossing(closed=True), Crossing(all_points=True, barred=rng.choice(BARS)),
             Crossing(start_only=True, fixed=2, barred=rng.choice(BARS)), Crossing(fixed=3, barred="entered"))
        )  # fmt: skip
        kinds = ("minor", "major", "closed")
        chosen = MoveCosts(
            terrain,
            {kind: random_crossing(rng) for kind in kinds if rng.random() < 0.9},
            {kind: random_crossing(rng) for kind in ("road", "rail") if rng.random() < 0.5},
            {kind: rng.choice((("road",), ("rail",), ("road", "rail"))) for kind in kinds if rng.random() < 0.6},
            {kind: random_crossing(rng) for kind in kinds if rng.random() < 0.4},
        )
    if rng.random() < 0.2:
        chosen = replace(chosen.scaled(2), lines={"road": Crossing(fixed=1)})
    return chosen


@dataclass(frozen=True)
class Case:
    """One question about a movement range."""

    start: int
    allowance: int
    fresh: bool
    situation: Situation
    avoid: frozenset[int]


def random_case(rng: Random, board: Board) -> Case:
    """A unit on the board, and an enemy in its way."""
    hexes = board.grid.hexes

    def some(share: float) -> frozenset[int]:
        return frozenset(i for i in hexes if rng.random() < share)

    start = rng.choice(hexes)
    zoc_in, zoc_out = rng.choice(((2, 2), (2, 2), (0, 0), (1, 0), (0, 3), (4, 1)))
    return Case(
        start,
        rng.randint(0, 12),
        rng.random() < 0.8,
        Situation(
            zoc=some(rng.choice((0.0, 0.1, 0.3, 0.6))),
            closed=some(rng.choice((0.0, 0.05, 0.15))) - {start},
            stop=some(rng.choice((0.0, 0.0, 0.2))),
            zoc_in=zoc_in,
            zoc_out=zoc_out,
        ),
        some(0.3),
    )


# A Victory Denied 8.1.2, 8.1.3, 8.2.2, as ruled
VICTORY_DENIED_MOTORIZED = MoveCosts(
    {"clear": 1, "light woods": 2, "heavy woods": 2, "marsh": 2, "city": 1, "mountain": 1},
    {"minor": Crossing(extra=2), "major": Crossing(start_only=True, barred="both"),
     "closed": Crossing(closed=True)},
    {},
    {"minor": ("road", "rail"), "major": ("road", "rail")},
    {"major": Crossing(barred="both")},
)  # fmt: skip


def random_area_map(rng: Random, areas: int) -> AreaMap:
    """A random planar map: the areas are towns on a plane, joined shortest first where lines do not cross."""
    at = [(rng.random(), rng.random()) for _ in range(areas)]

    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    def cross(a: int, b: int, c: int, d: int) -> bool:
        if len({a, b, c, d}) < 4:
            return False
        p, q, r, s = at[a], at[b], at[c], at[d]
        return side(p, q, r) != side(p, q, s) and side(r, s, p) != side(r, s, q)

    pairs = [(a, b) for a in range(areas) for b in range(a)]
    pairs.sort(key=lambda p: (at[p[0]][0] - at[p[1]][0]) ** 2 + (at[p[0]][1] - at[p[1]][1]) ** 2)
    joined: list[tuple[int, int]] = []
    for a, b in pairs[: areas * 4]:
        if not any(cross(a, b, c, d) for c, d in joined):
            joined.append((a, b))
    names = [str(n + 1) for n in range(areas)]
    names[-1] = "FS"
    kinds = ("land", "land", "land", "river", "strait", "sea")
    return AreaMap.from_rows(
        [{"area": name} for name in names],
        [{"a": names[a], "b": names[b], "kind": rng.choice(kinds)} for a, b in joined],
    )
