"""Movement range, supply flood and ZOC map on bitboards, compared with `core/map/plain.py` in the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from ostfront.bench.synthetic import FOOT, MECH, MOUNTAIN, front, synthetic_board
from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.plain import PlainMap, Situation
from ostfront.core.map.reach import Profile, move_range

SHAPES = {700: (35, 20, 100), 2000: (50, 40, 300), 5400: (90, 60, 600)}  # columns, rows, units
Call = Callable[[], object]


def measure(sizes: Sequence[int] = tuple(SHAPES), seconds: float = 1.0, seed: int = 1941) -> dict[str, Any]:
    """Microseconds per call and ratios by map size; `seconds` of CPU go into each of three questions per size."""
    found = {str(size): _measure_size(size, seconds, seed) for size in sizes}
    ratios = ("range_ratio", "flood_ratio", "zoc_ratio")
    lowest = {key: min((f[key] for f in found.values()), default=0.0) for key in ratios}
    return {"sizes": found, "lowest": lowest}


def median_range_us(size: int = 700, seconds: float = 0.5, seed: int = 1941) -> float:
    """The median cost of one movement range, as a yardstick for other parts of the engine."""
    situation = _Situation(size, seed)
    return _per_call(situation.fast_ranges(), seconds) * 1e6


class _Situation:
    """A synthetic map with two armies; west moves, east has the ZOC."""

    def __init__(self, size: int, seed: int) -> None:
        if size not in SHAPES:
            raise ValueError(f"no synthetic map of {size} hexes: choose from {', '.join(map(str, SHAPES))}")
        columns, rows, units = SHAPES[size]
        rng = Random(seed + size)
        self.board = synthetic_board(columns, rows, rng)
        self.plain = PlainMap(self.board)
        self.armies = front(self.board, units, rng)
        kinds = rng.choices(((FOOT, 5), (MECH, 8), (MOUNTAIN, 5)), (70, 25, 5), k=len(self.armies.west))
        self.movers = [(unit, *kind) for unit, kind in zip(self.armies.west, kinds, strict=True)]
        profiles = {id(c): Profile(self.board, c) for c in (FOOT, MECH, MOUNTAIN)}
        self.profiles = [profiles[id(costs)] for _, costs, _ in self.movers]
        grid = self.board.grid
        self.land = grid.valid ^ self.board.terrain["lake"]
        self.open_sides = self.board.open_sides(["closed"])
        self.east = mask(self.armies.east)
        self.west = mask(self.armies.west)
        self.zoc = grid.step(self.east, self.open_sides) & self.land
        self.enter = self.land ^ (self.land & self.east)
        blocked = self.zoc ^ (self.zoc & self.west)
        self.through = self.enter ^ (self.enter & blocked)
        self.sources = mask(i for i in grid.hexes if grid.position(i)[0] == 0)

    def fast_ranges(self) -> list[Call]:
        return [
            lambda p=profile, m=mover: move_range(p, m[0], m[2], zoc=self.zoc, closed=self.east)  # type: ignore[misc]
            for profile, mover in zip(self.profiles, self.movers, strict=True)
        ]

    def plain_ranges(self) -> list[Call]:
        enemy = Situation(zoc=set(bits(self.zoc)), closed=set(bits(self.east)))
        return [
            lambda m=mover: self.plain.move_range(m[1], m[0], m[2], enemy)  # type: ignore[misc]
            for mover in self.movers
        ]

    def floods(self) -> tuple[list[Call], list[Call]]:
        sources = bits(self.sources)
        enter, through = set(bits(self.enter)), set(bits(self.through))
        flood = self.board.grid.flood
        return (
            [lambda: flood(self.sources, self.enter, self.through, self.open_sides)],
            [lambda: self.plain.flood(sources, enter, through, closed=("closed",))],
        )

    def zocs(self) -> tuple[list[Call], list[Call]]:
        land = set(bits(self.land))
        step = self.board.grid.step
        return (
            [lambda: step(self.east, self.open_sides) & self.land],
            [lambda: self.plain.zoc(self.armies.east, onto=land, closed=("closed",))],
        )


def _measure_size(size: int, seconds: float, seed: int) -> dict[str, float]:
    situation = _Situation(size, seed)
    out: dict[str, float] = {
        "hexes": len(situation.board.grid.hexes),
        "units": len(situation.armies.west) + len(situation.armies.east),
    }
    questions = {
        "range": (situation.fast_ranges(), situation.plain_ranges()),
        "flood": situation.floods(),
        "zoc": situation.zocs(),
    }
    for name, (fast, slow) in questions.items():
        quick, naive, ratio = _compare(fast, slow, seconds)
        out[f"{name}_us"] = quick * 1e6
        out[f"plain_{name}_us"] = naive * 1e6
        out[f"{name}_ratio"] = ratio
    return out


def _compare(fast: Sequence[Call], slow: Sequence[Call], seconds: float) -> tuple[float, float, float]:
    """Seconds per call of both, and the median ratio of alternating chunks, so that noise affects both alike."""
    pairs: list[tuple[float, float]] = []
    deadline = process_time() + seconds
    while len(pairs) < 5 or process_time() < deadline:
        slow_time = _chunk(slow, 0.005)
        pairs.append((_chunk(fast, 0.005), slow_time))
    return (
        median(f for f, _ in pairs),
        median(s for _, s in pairs),
        median(s / f for f, s in pairs),
    )


def _per_call(calls: Sequence[Call], seconds: float) -> float:
    chunks: list[float] = []
    deadline = process_time() + seconds
    while len(chunks) < 5 or process_time() < deadline:
        chunks.append(_chunk(calls, 0.002))
    return median(chunks)


def _chunk(calls: Sequence[Call], at_least: float) -> float:
    """CPU seconds per call, over whole rounds of all calls, so that every chunk does the same work."""
    count = 0
    start = process_time()
    while True:
        for call in calls:
            call()
        count += len(calls)
        spent = process_time() - start
        if spent >= at_least:
            return spent / count
