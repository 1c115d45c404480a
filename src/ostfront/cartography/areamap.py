"""What the drawer needs to know about an area map: the frozen rows, and outlines as shared lines."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from ostfront.cartography.mapdata import Point, curve

Row = dict[str, str]
Line = tuple[Point, ...]


@dataclass(frozen=True)
class Label:
    """A name across the map."""

    text: str
    kind: str
    at: Point
    size: float


@dataclass
class AreaData:
    """An area map in its plane; y grows downwards."""

    title: str
    width: float
    height: float
    areas: dict[str, Row]
    borders: list[Row]
    rings: dict[str, list[Line]]  # the rim first, then lagoons
    scenery: list[tuple[str, str, str, Line]] = field(default_factory=list)  # kind, name, rank, points
    labels: list[Label] = field(default_factory=list)
    boxes: list[tuple[str, str]] = field(default_factory=list)  # name, title
    words: dict[str, str] = field(default_factory=dict)
    km_per_unit: float = 0.0
    attribution: str = ""
    _soft: dict[Line, list[Point]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path) -> AreaData:
        """From the frozen files of a map folder."""
        with (folder / "map.toml").open("rb") as f:
            table: dict[str, Any] = tomllib.load(f)
        rings: dict[str, list[Line]] = {}
        for row in _rows(folder / "polygons.csv"):
            rings.setdefault(row["area"], []).append(_points(row["points"]))
        plane = table["plane"]
        return cls(
            title=table["title"],
            width=float(plane["width"]),
            height=float(plane["height"]),
            areas={row["area"]: row for row in _rows(folder / "areas.csv")},
            borders=_rows(folder / "borders.csv"),
            rings=rings,
            scenery=[(r["kind"], r["name"], r["rank"], _points(r["points"])) for r in _rows(folder / "scenery.csv")],
            labels=[
                Label(t["text"], t["kind"], (float(t["x"]), float(t["y"])), float(t["size"])) for t in table["label"]
            ],
            boxes=[(b["name"], b["title"]) for b in table["box"]],
            words={kind: facts["description"] for kind, facts in table["terrain"].items()},
            km_per_unit=float(plane["km_per_unit"]),
            attribution=table["attribution"],
        )

    def spot(self, area: str) -> Point:
        """Where an area's number goes."""
        row = self.areas[area]
        return (float(row["x"]), float(row["y"]))

    def town(self, area: str) -> Point:
        row = self.areas[area]
        return (float(row["town_x"]), float(row["town_y"]))

    # -- outlines as shared lines

    @cached_property
    def _ends(self) -> set[Point]:
        """Points where lines begin and end: three areas meet, or two and the outside."""
        near: dict[Point, set[Point]] = {}
        sides: dict[frozenset[Point], set[str]] = {}
        for area, rings in self.rings.items():
            for ring in rings:
                for a, b in pairwise((*ring, ring[0])):
                    near.setdefault(a, set()).add(b)
                    near.setdefault(b, set()).add(a)
                    sides.setdefault(frozenset((a, b)), set()).add(area)
        return {
            p
            for p, others in near.items()
            if len(others) != 2 or len({frozenset(sides[frozenset((p, q))]) for q in others}) > 1
        }

    def lines(self, ring: Line) -> list[Line]:
        """A ring cut at its ends; without one it is a single closed line."""
        cuts = [i for i, p in enumerate(ring) if p in self._ends]
        if not cuts:
            return [(*ring, ring[0])]
        turned = (*ring[cuts[0] :], *ring[: cuts[0]], ring[cuts[0]])
        out, start = [], 0
        for i in range(1, len(turned)):
            if turned[i] in self._ends:
                out.append(turned[start : i + 1])
                start = i
        return out

    @cached_property
    def sides(self) -> dict[Line, tuple[str, ...]]:
        """Every line once, with the area or the two areas beside it."""
        out: dict[Line, tuple[str, ...]] = {}
        for area, rings in self.rings.items():
            for ring in rings:
                for line in self.lines(ring):
                    key = one_way(line)
                    out[key] = (*out.get(key, ()), area)
        return out

    def soft_ring(self, ring: Line) -> list[Point]:
        """The ring along softened lines, the same for both neighbours."""
        out: list[Point] = []
        for line in self.lines(ring):
            soft = self.soft(one_way(line))
            out += soft[:-1] if one_way(line) == line else soft[::-1][:-1]
        return out

    def soft(self, line: Line) -> list[Point]:
        """A line as drawn: rounded, but straight along the edge of the map."""
        found = self._soft.get(line)
        if found is None:
            found = self._soft[line] = list(line) if self.dry(line) else soften(line)
        return found

    def dry(self, line: Line) -> bool:
        """Whether a line is the edge of the map on land out of play: neither coast nor between two areas."""
        if len(self.sides[one_way(line)]) != 1:
            return False
        mid = line[len(line) // 2]
        x, y = mid if len(line) > 2 else ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
        around = [(x + dx, y + dy) for dx in (-16, 0, 16) for dy in (-16, 0, 16)]
        lands = [points for kind, *_, points in self.scenery if kind == "land"]
        return any(inside([land], p) for land in lands for p in around)


def one_way(line: Line) -> Line:
    """A line and its reverse are the same line."""
    return min(line, line[::-1])


def soften(line: Line) -> list[Point]:
    return list(line) if len(line) < 3 else curve(line, steps=3)


def inside(rings: Sequence[Sequence[Point]], p: Point) -> bool:
    """Whether a point is inside the outline and in no lagoon, by counting crossings."""
    x, y = p
    odd = False
    for ring in rings:
        for (x0, y0), (x1, y1) in pairwise((*ring, ring[0])):
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                odd = not odd
    return odd


def _rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def _points(text: str) -> Line:
    out = []
    for word in text.split():
        x, _, y = word.partition(",")
        out.append((float(x), float(y)))
    return tuple(out)
