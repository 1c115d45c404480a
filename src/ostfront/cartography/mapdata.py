"""What the drawer needs to know about a map: hexes with their corners, and the rows of the frozen files."""

from __future__ import annotations

import csv
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ostfront.core.map.board import Board

Point = tuple[float, float]
Key = tuple[int, int]
CITIES = {"major": "major-city", "minor": "town", "place": "village"}  # kinds of place that games name otherwise
AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # clockwise from the top


@dataclass(frozen=True)
class Site:
    """A named place with a purpose."""

    name: str
    hex: str
    kind: str
    value: str = ""


@dataclass(frozen=True)
class Side:
    """A river or the like between two hexes."""

    a: str
    b: str
    kind: str
    name: str = ""


@dataclass(frozen=True)
class Line:
    """A road or railway, as a chain of hexes."""

    id: str
    kind: str
    hexes: tuple[str, ...]
    rank: str = ""


@dataclass
class MapData:
    """A hex map. Lengths are in sides of a hex; y grows downwards."""

    title: str
    pointy: bool
    keys: dict[str, Key]  # exact integer positions, so that corners can be compared
    terrain: dict[str, str]
    feature: dict[str, str] = field(default_factory=dict)
    sides: list[Side] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)  # terrain kind to its name in the legend
    km_per_hex: float = 0.0
    turned: float = 0.0  # degrees counterclockwise from the sheet's right-hand direction to geographic east
    attribution: str = ""
    look: Mapping[str, Any] = field(default_factory=dict)  # what this map changes of style.toml

    def point(self, key: Key) -> Point:
        """Where a key lies."""
        h = math.sqrt(3) / 2
        return (key[0] * h, key[1] / 2) if self.pointy else (key[0] / 2, key[1] * h)

    def centre(self, name: str) -> Point:
        """The middle of a hex."""
        return self.point(self.keys[name])

    def corner_keys(self, name: str) -> list[Key]:
        """Six corners, in order around the hex."""
        x, y = self.keys[name]
        return [(x + dx, y + dy) if self.pointy else (x + dy, y + dx) for dx, dy in AROUND]

    def shared(self, a: str, b: str) -> tuple[Key, Key]:
        """The two corners of the hexside between adjacent hexes."""
        other = set(self.corner_keys(b))
        both = [k for k in self.corner_keys(a) if k in other]
        if len(both) != 2:
            raise ValueError(f"{a} and {b} are not adjacent")
        return (both[0], both[1])

    def of_kind(self, *kinds: str) -> list[Site]:
        """Sites of these kinds, in the order of the file."""
        return [s for s in self.sites if s.kind in kinds]

    @classmethod
    def read(cls, folder: Path) -> MapData:
        """From the frozen files of a map folder."""
        with (folder / "map.toml").open("rb") as f:
            table = tomllib.load(f)
        rows = {name: _rows(folder / f"{name}.csv") for name in ("hexes", "hexsides", "lines", "sites")}
        scale = table.get("scale", {})
        found = cls(
            title=table.get("title", ""),
            pointy=table["grid"]["orientation"] == "pointy",
            keys=_keys(table["grid"], [r["hex"] for r in rows["hexes"]], table.get("sheet", [])),
            terrain={r["hex"]: r["terrain"] for r in rows["hexes"]},
            feature={r["hex"]: CITIES[r["kind"]] for r in rows["sites"] if r["kind"] in CITIES}
            | {r["hex"]: r["feature"] for r in rows["hexes"] if r.get("feature")},
            sides=[Side(r["a"], r["b"], r["kind"], r.get("river", "")) for r in rows["hexsides"]],
            lines=[Line(r["id"], r["kind"], tuple(r["hexes"].split()), r.get("class", "")) for r in rows["lines"]],
            sites=[
                Site(r["name"], r["hex"], CITIES.get(r["kind"], r["kind"]), r.get("value", "")) for r in rows["sites"]
            ],
            words={k: v["description"] for k, v in table["terrain"].items()},
            km_per_hex=float(scale.get("km_per_hex", 0)),
            turned=float(scale.get("turned", 0)),
            attribution=table.get("attribution", ""),
            look=table.get("style", {}),
        )
        if not any(side.kind == "logistics-line" for side in found.sides):  # zones of weather, not of supply
            found.sides += _weather_line(found, {r["hex"]: r.get("zone", "") for r in rows["hexes"]})
        return found

    @classmethod
    def of(cls, board: Board, title: str = "") -> MapData:
        """From a compiled board, which no longer has names of rivers and ranks of roads."""
        name = board.numbering.name
        h = math.sqrt(3) / 2
        pointy = board.grid.orientation == "pointy"
        keys = {}
        for i in board.grid.hexes:
            x, y = board.grid.centre(i)
            keys[name(i)] = (round(x / h), round(y * 2)) if pointy else (round(x * 2), round(y / h))
        on_map = set(board.grid.hexes)
        return cls(
            title=title,
            pointy=pointy,
            keys=keys,
            terrain={name(i): board.terrain_at[i] for i in board.grid.hexes},
            feature={name(i): v for i, v in board.hex_facts.get("feature", {}).items()},
            sides=[Side(name(s.a), name(s.b), s.kind) for s in board.hexside_rows],
            lines=[Line(r.id, r.kind, tuple(name(i) for i in r.hexes)) for r in board.line_rows],
            sites=[
                Site(s.name, name(s.hex), s.kind, s.facts.get("value", "")) for s in board.sites if s.hex in on_map
            ],
            words={k: v.description for k, v in board.terrain_kinds.items()},
            attribution=board.attribution,
        )


def _weather_line(data: MapData, zones: Mapping[str, str]) -> list[Side]:
    """The hexsides between two weather zones, where a map has them."""
    meeting: dict[tuple[Key, Key], str] = {}
    out = []
    for name, zone in zones.items():
        corners = data.corner_keys(name) if zone else []
        for a, b in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            edge = (min(a, b), max(a, b))
            other = meeting.setdefault(edge, name)
            if zones[other] != zone:
                out.append(Side(other, name, "weather-line"))
    return out


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def _keys(grid: Mapping[str, Any], names: Iterable[str], sheets: Sequence[Mapping[str, Any]] = ()) -> dict[str, Key]:
    """Printed numbers to positions: which pair is the row, which way both grow, which lines are shifted.

    Where several sheets are joined, each is moved to its place.
    """
    moved = {
        sheet["prefix"]: tuple(sheet["at"][i] + 1 - sheet[axis][0] for i, axis in enumerate(("columns", "rows")))
        for sheet in sheets
    }
    pointy, low_odd = grid["orientation"] == "pointy", grid["low"] == "odd"
    right = 1 if grid.get("east", True) else -1
    down = -1 if grid.get("north", not grid.get("south", True)) else 1
    out = {}
    for name in names:
        digits = name[-4:]
        first, second = int(digits[:2]), int(digits[2:])
        row, column = (first, second) if grid["pattern"] == "RRCC" else (second, first)
        shoved = ((row if pointy else column) % 2 == 1) == low_odd
        across, along = moved.get(name[:-4], (0, 0))
        c, r = right * (column + across), down * (row + along)
        out[name] = (2 * c + shoved, 3 * r) if pointy else (3 * c, 2 * r + shoved)
    return out


def chance(*seed: int) -> float:
    """A number from 0 to 1 that depends only on the seed: the drawing is always the same."""
    n = 2166136261
    for s in seed:
        n = ((n ^ (s & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
        n ^= n >> 15
    n = (n * 2246822519) & 0xFFFFFFFF
    return ((n ^ (n >> 13)) & 0xFFFFFF) / 0x1000000


def outline(data: MapData, hexes: Iterable[str]) -> list[list[Key]]:
    """The closed border loops of a set of hexes, as corner keys."""
    edges: dict[tuple[Key, Key], None] = {}
    for name in hexes:
        c = data.corner_keys(name)
        for i in range(6):
            edges[(c[i], c[(i + 1) % 6])] = None
    after: dict[Key, list[Key]] = {}
    for a, b in edges:
        if (b, a) not in edges:
            after.setdefault(a, []).append(b)
    loops = []
    while after:
        start = next(iter(after))
        loop = [start]
        while True:
            follow = after[loop[-1]]
            step = follow.pop()
            if not follow:
                del after[loop[-1]]
            if step == start:
                break
            loop.append(step)
        loops.append(loop)
    return loops


def curve(nodes: Sequence[Point], pinned: Iterable[int] = (), steps: int = 5) -> list[Point]:
    """A smooth line through the midpoints between nodes, both ends, and pinned nodes."""
    if len(nodes) == 2:
        return list(nodes)
    firm = set(pinned)
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(nodes)]
    out = [nodes[0], middle[0]]
    for i in range(1, len(nodes) - 1):
        a, c, b = middle[i - 1], nodes[i], middle[i]
        if i in firm:
            t = ((b[0] - a[0]) / 5, (b[1] - a[1]) / 5)
            out += _cubic(a, _mid(a, c), (c[0] - t[0], c[1] - t[1]), c, steps)
            out += _cubic(c, (c[0] + t[0], c[1] + t[1]), _mid(c, b), b, steps)
        else:
            for k in range(1, steps + 1):
                u = k / steps
                p, q, r = (1 - u) ** 2, 2 * u * (1 - u), u * u
                out.append((p * a[0] + q * c[0] + r * b[0], p * a[1] + q * c[1] + r * b[1]))
    out.append(nodes[-1])
    return out


def _mid(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _cubic(a: Point, b: Point, c: Point, d: Point, steps: int) -> list[Point]:
    out = []
    for k in range(1, steps + 1):
        u = k / steps
        w = ((1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u**3)
        out.append((sum(f * p[0] for f, p in zip(w, (a, b, c, d), strict=True)),
                    sum(f * p[1] for f, p in zip(w, (a, b, c, d), strict=True))))  # fmt: skip
    return out
