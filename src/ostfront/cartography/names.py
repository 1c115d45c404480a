"""Names on the map: towns around their symbols, rivers along their course, without overlaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from ostfront.cartography.land import Land, path
from ostfront.cartography.mapdata import Point, curve
from ostfront.cartography.ways import Ways

Box = tuple[float, float, float, float]
PLACES = {
    "major-city": (24, 26),
    "city": (20, 22),
    "oil": (12, 14),
    "industry": (12, 14),
    "town": (12, 14),
    "village": (5, 8),
}
"""Kinds of named places, large ones first: half the size of the symbol, distance of the name."""


class Names:
    """Places labels one after another, each where it covers least."""

    def __init__(self, land: Land, ways: Ways) -> None:
        self.land = land
        self.ways = ways
        self.style = land.style
        self.taken: list[tuple[Box, float]] = []
        self.roads: list[Point] = []
        for line in land.data.lines:
            self.roads += curve([land.at(h) for h in line.hexes], steps=3)
        self.water: list[Point] = []
        for _, chain, _ in ways.river_courses:
            self.water += curve([land.corner(k) for k in chain], steps=3)

        for site in land.data.of_kind(*PLACES):
            x, y = land.at(site.hex)
            self.reserve(x, y, PLACES[site.kind][0], self.style["label"][site.kind].get("weight", 4.0))

    def reserve(self, x: float, y: float, half: float, weight: float = 3.0, tall: float = 0.0) -> None:
        """Keep labels off a symbol."""
        tall = tall or half
        self.taken.append(((x - half, y - tall, x + half, y + tall), weight))

    def towns(self) -> list[str]:
        """Names of Moscow, cities, towns and villages, large ones first."""
        data = self.land.data
        great: dict[tuple[str, str], list[Point]] = {}
        for site in data.of_kind("moscow", "major-city"):
            great.setdefault((site.name, site.kind), []).append(self.land.at(site.hex))
        out = [self._great(*key, at) for key, at in great.items() if len(at) > 1]
        sites = [s for kind in PLACES for s in data.of_kind(kind) if len(great.get((s.name, s.kind), ())) < 2]
        out += [self._town(site.name, site.kind, self.land.at(site.hex)) for site in sites]
        return out

    def _great(self, name: str, kind: str, at: list[Point]) -> str:
        """The name of a city of several hexes, under them."""
        xs, ys = zip(*at, strict=True)
        size = float(self.style["label"]["moscow"]["size"])
        half = size * 0.5 * len(name)
        x = min(sum(xs) / len(xs), self.land.width - half - 4)
        y = max(ys) + self.land.side * 1.85
        self.reserve(x, y - size * 0.3, half, 6.0, size * 0.5)
        return self._text(name.upper(), x, y, size, "middle", "bold", 2.0)

    def _town(self, name: str, kind: str, at: Point) -> str:
        size = float(self.style["label"][kind]["size"])
        width = size * (0.54 if kind == "village" else 0.62) * len(name)
        gap = PLACES[kind][1]
        x, y = at
        spots = [(x + gap, y + size * 0.34, "start"), (x - gap, y + size * 0.34, "end"),
                 (x, y - gap - 2, "middle"), (x, y + gap + size * 0.72, "middle")]  # fmt: skip
        for dx, anchor in ((gap * 0.7, "start"), (-gap * 0.7, "end")):
            spots += [(x + dx, y - gap * 0.62, anchor), (x + dx, y + gap * 0.62 + size * 0.66, anchor)]
        best = min(enumerate(spots), key=lambda s: (self._price(s[1], width, size) + 0.15 * s[0], s[0]))[1]
        self.taken.append((_box(best, width, size), 5.0))
        weight = "bold" if kind in ("city", "major-city") else ("600" if kind == "town" else "normal")
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="#fff8e6" stroke="#3a2f22" stroke-width="1.7"/>'
        label = self._text(name, best[0], best[1], size, best[2], weight)
        return label if kind != "village" else dot + label

    def _price(self, spot: tuple[float, float, str], width: float, size: float) -> float:
        box = _box(spot, width, size)
        price = 0.0
        if box[0] < 2 or box[1] < 2 or box[2] > self.land.width - 2 or box[3] > self.land.height - 2:
            price += 100
        elif self.style["trim"]:
            price += 100 * sum(not self.land.on_sheet(x, (box[1] + box[3]) / 2) for x in (box[0], box[2]))
        for other, weight in self.taken:
            wide = min(box[2], other[2]) - max(box[0], other[0])
            high = min(box[3], other[3]) - max(box[1], other[1])
            if wide > 0 and high > 0:
                price += weight * (0.4 + wide * high / (size * size))
        for x, y in self.roads:
            price += 0.12 * (box[0] < x < box[2] and box[1] < y < box[3])
        for x, y in self.water:
            price += 0.2 * (box[0] < x < box[2] and box[1] < y < box[3])
        return price

    def _text(
        self, words: str, x: float, y: float, size: float, anchor: str, weight: str, spread: float = 0.0
    ) -> str:
        look = self.style["paper"]
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'letter-spacing="{spread}" fill="{look["ink"]}" stroke="{look["land"]}" stroke-width="{size * 0.2:.1f}" '
            f'stroke-linejoin="round" stroke-opacity="0.88" paint-order="stroke">{escape(words)}</text>'
        )

    def wide(self) -> list[str]:
        """Names of countries and seas, spaced out across the map and under everything else."""
        out = []
        for kind, look in self.style["wide"].items():
            for site in self.land.data.of_kind(kind):
                x, y = self.land.at(site.hex)
                size = look["size"] * self.land.side * float(site.value or 1)
                words = site.name.upper() if look["capitals"] else site.name
                out.append(
                    f'<text x="{x + size * look["spread"] / 2 + look["shift"] * self.land.side:.1f}" '
                    f'y="{y + size * 0.35 + look["drop"] * self.land.side:.1f}" '
                    f'font-size="{size:.1f}" '
                    f'letter-spacing="{size * look["spread"]:.1f}" font-style="{look["style"]}" text-anchor="middle" '
                    f'font-weight="bold" fill="{look["fill"]}" opacity="{look["opacity"]}">{escape(words)}</text>'
                )
        return out

    # -- rivers

    def rivers(self) -> list[str]:
        """River names in italics along a smoothed version of the course."""
        courses: dict[str, tuple[list[Point], str]] = {}
        for name, chain, kinds in self.ways.river_courses:
            if name in self.style["river"]:
                continue  # a river without a name
            points = curve([self.land.corner(k) for k in chain], steps=4)
            kind = "major" if "major" in kinds.values() else "minor"
            if name not in courses or len(points) > len(courses[name][0]):
                courses[name] = (points, kind)
        out = []
        for n, (name, (points, kind)) in enumerate(courses.items()):
            size = float(self.style["river"][kind]["name"])
            need = size * 0.62 * len(name) + 3 * len(name)
            calm = _calm(points, 14)
            if _length(calm) < need * 1.15:
                continue
            repeats = max(1, min(4, round(_length(calm) / (self.land.side * 42))))
            parts = [(part / repeats, (part + 1) / repeats) for part in range(repeats)]
            out += [self._along(calm, name, kind, size, need, p, f"r{n}-{i}") for i, p in enumerate(parts)]
        return out

    def _along(
        self, calm: list[Point], name: str, kind: str, size: float, need: float, part: tuple[float, float], key: str
    ) -> str:
        look = self.style["river"][kind]
        lift = look["width"] / 2 + 10
        best: tuple[float, list[Point]] = (math.inf, [])
        span = part[1] - part[0]
        lo, hi = int((part[0] + 0.12 * span) * len(calm)), int((part[1] - 0.2 * span) * len(calm))
        for start in range(lo, hi, 3):
            stretch = _take(calm, start, need)
            if not stretch:
                break
            for way in (stretch, stretch[::-1]):
                if way[-1][0] < way[0][0]:
                    continue
                for side in (lift, -lift - size * 0.62):
                    line = _beside(way, side)
                    price = self._line_price(line, size) + 2.5 * _bend(way)
                    if price < best[0]:
                        best = (price, line)
        if not best[1]:
            return ""
        for x, y in best[1][::3]:
            self.reserve(x, y - size * 0.25, size * 0.5, 2.0)
        return (
            f'<path id="{key}" d="{path(best[1])}" fill="none"/><text font-size="{size}" font-style="italic" '
            f'letter-spacing="3" fill="{look["edge"]}" stroke="{self.style["paper"]["land"]}" stroke-width="3" '
            f'stroke-opacity="0.8" paint-order="stroke"><textPath href="#{key}" startOffset="50%" '
            f'text-anchor="middle">{escape(name)}</textPath></text>'
        )

    def _line_price(self, line: Sequence[Point], size: float) -> float:
        price = 0.0
        for x, y in line[::2]:
            y -= size * 0.3
            if not (8 < x < self.land.width - 8 and 8 < y < self.land.height - 8):
                price += 50
            for (x0, y0, x1, y1), weight in self.taken:
                price += weight * (x0 - 6 < x < x1 + 6 and y0 - 8 < y < y1 + 8)
        return price


def _box(spot: tuple[float, float, str], width: float, size: float) -> Box:
    x, y, anchor = spot
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return (left, y - size * 0.74, left + width, y + size * 0.22)


def _calm(points: Sequence[Point], reach: int) -> list[Point]:
    out = []
    for i in range(len(points)):
        r = min(reach, i, len(points) - 1 - i)
        near = points[i - r : i + r + 1]
        out.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return out


def _length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _take(points: Sequence[Point], start: int, length: float) -> list[Point]:
    out = [points[start]]
    for p in points[start + 1 :]:
        length -= math.dist(out[-1], p)
        out.append(p)
        if length <= 0:
            return out
    return []


def _bend(points: Sequence[Point]) -> float:
    """How far a stretch is from straight and from level."""
    direct = math.dist(points[0], points[-1]) or 1.0
    steep = abs(points[-1][1] - points[0][1]) / direct
    return 12 * (_length(points) / direct - 1) + steep


def _beside(points: Sequence[Point], off: float) -> list[Point]:
    """The line moved to its left by `off` (up, for a line running right)."""
    out = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 3)], points[min(len(points) - 1, i + 3)]
        d = math.dist(a, b) or 1.0
        out.append((x + (b[1] - a[1]) / d * off, y - (b[0] - a[0]) / d * off))
    return out
