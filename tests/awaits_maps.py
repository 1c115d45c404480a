"""The frozen maps of A Victory Awaits, as their tests look at them."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

from ostfront.cartography import MapData
from ostfront.core.map.board import Board

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src/ostfront/games/victory_awaits/data/map"
TABLES = ROOT / "maps/victory_awaits"
SCENARIOS = ("leningrad", "smolensk", "kiev")
MAPS = ("campaign", *SCENARIOS)
WATER = ("sea", "lake")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


@cache
def the_map(name: str = "campaign") -> MapData:
    return MapData.read(FOLDER / name)


@cache
def board(name: str = "campaign") -> Board:
    with (FOLDER / name / "map.toml").open("rb") as f:
        table = tomllib.load(f)
    return Board.from_rows(
        table, *(rows(FOLDER / name / f"{n}.csv") for n in ("hexes", "hexsides", "lines", "sites"))
    )


@cache
def neighbours(name: str = "campaign") -> dict[str, set[str]]:
    b = board(name)
    spots = {b.grid.position(i): b.name(i) for i in b.grid.hexes}
    out: dict[str, set[str]] = {n: set() for n in spots.values()}
    for (x, y), n in spots.items():
        near = [spots[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) in spots]
        out[n] = {m for m in near if m != n and b.grid.direction(b.index(n), b.index(m)) >= 0}
    return out


def num(printed: str, name: str = "campaign") -> str:
    """The number on the uppermost sheet of a printed one."""
    return board(name).name(board(name).index(printed))


def hexes(kind: str, name: str = "campaign") -> set[str]:
    return {s.hex for s in the_map(name).of_kind(kind)}


def where(town: str) -> str:
    return next(s.hex for s in the_map().of_kind("major-city", "city", "village") if s.name == town)


def table(name: str) -> list[dict[str, str]]:
    return rows(TABLES / name)


@cache
def sides(kind: str, name: str = "campaign") -> set[frozenset[str]]:
    return {frozenset((s.a, s.b)) for s in the_map(name).sides if s.kind == kind}


@cache
def steps(kind: str, name: str = "campaign") -> set[frozenset[str]]:
    return {frozenset(p) for line in the_map(name).lines if line.kind == kind for p in pairwise(line.hexes)}


def links(pairs: Iterable[frozenset[str]]) -> dict[str, set[str]]:
    out: dict[str, set[str]] = {}
    for pair in pairs:
        for a in pair:
            out.setdefault(a, set()).update(pair - {a})
    return out


def reached(start: set[str], net: dict[str, set[str]]) -> set[str]:
    seen, edge = set(start), set(start)
    while edge:
        edge = {n for h in edge for n in net.get(h, ())} - seen
        seen |= edge
    return seen


def land(name: str = "campaign") -> set[str]:
    return {h for h, t in the_map(name).terrain.items() if t not in WATER}


def open_land(name: str = "campaign", shut: Iterable[frozenset[str]] = ()) -> dict[str, set[str]]:
    """From land to land, not over closed hexsides."""
    barred = sides("prohibited", name) | set(shut)
    dry = land(name)
    return {h: {n for n in neighbours(name)[h] & dry if frozenset((h, n)) not in barred} for h in dry}


def touching(printed: str, kind: str) -> bool:
    return any(num(printed) in side for side in sides(kind))
