"""Everything printed over an area map: badges, towns, icons and names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ostfront.cartography.areamap import AreaData, inside, soften
from ostfront.cartography.areashapes import anchor, badge, plate, supply, words
from ostfront.cartography.land import path, tag
from ostfront.cartography.mapdata import Point

Box = tuple[float, float, float, float]
RIVER_NAME = 20.0


class Marks:
    """Symbols first, then names where they cover least."""

    def __init__(self, data: AreaData, look: Mapping[str, Any]) -> None:
        self.data = data
        self.look = look
        self.ink = look["paper"]["ink"]
        self.halo = look["paper"]["land"]
        self.taken: list[tuple[Box, float]] = []
        self.water: list[Point] = []
        rivers = {frozenset((b["a"], b["b"])) for b in data.borders if b["kind"] == "river"}
        for line, areas in data.sides.items():
            if frozenset(areas) in rivers:
                self.water += soften(line)
        self.near: dict[tuple[int, int], list[tuple[Point, float]]] = {}  # ink to avoid, in squares of 64
        for points, weight in (([p for line in data.sides for p in line], 0.35), (self.water, 0.5)):
            for p in points:
                self.near.setdefault((int(p[0]) >> 6, int(p[1]) >> 6), []).append((p, weight))

    def reserve(self, x: float, y: float, half: float, tall: float = 0.0, weight: float = 6.0) -> None:
        tall = tall or half
        self.taken.append(((x - half, y - tall, x + half, y + tall), weight))

    # -- across the map

    def names_across(self) -> list[str]:
        """Seas, countries and the rivers that matter."""
        out = []
        for label in self.data.labels:
            look = self.look["sea" if label.kind == "sea" else "outside"]["name"]
            out.append(
                tag("text", escape(label.text), x=label.at[0], y=label.at[1], font_size=label.size,
                    font_style="italic" if label.kind == "sea" else "normal", letter_spacing=label.size * 0.22,
                    text_anchor="middle", fill=look, opacity=0.85)
            )  # fmt: skip
        return out

    def symbols(self) -> list[str]:
        """Badges with numbers, then icons and towns."""
        badges = [self._badge(a) for a in self.data.areas]
        icons = [self._icons(a) for a in self.data.areas]
        towns = [self._town_dot(a) for a in self.data.areas]
        return [*self._strait(), *self._fortress(), *self._fleet_boxes(), *badges, *icons, *towns]

    def _badge(self, area: str) -> str:
        kind = self.data.areas[area]["colour"]
        x, y = self.data.spot(area)
        self.reserve(x, y, 24, 22, 30.0)
        return badge(self.look["badge"][kind], area, x, y, self.ink)

    def _icons(self, area: str) -> str:
        row = self.data.areas[area]
        x, y = self.data.spot(area)
        out = ""
        if row["supply"]:
            off = {"staging": 45, "victory": 36}.get(row["colour"], 33)
            out += supply(self.look["supply"][row["supply"]], x + off, y - 6)
            self.reserve(x + off, y - 6, 14, 14, 30.0)
        if row["port"]:
            tx, ty = self.data.town(area)
            spots = [(tx + dx, ty + dy) for dx, dy in ((-24, 4), (22, 8), (0, 26), (0, -26), (-20, -20), (20, 22))]
            px, py = min(spots, key=lambda p: self._crowd((p[0] - 11, p[1] - 13, p[0] + 11, p[1] + 13)))
            out += anchor(px, py, self.look["sea"]["name"], row["port"])
            self.reserve(px, py, 12, 14, 30.0)
        return out

    def _town_dot(self, area: str) -> str:
        row = self.data.areas[area]
        if row["colour"] == "staging":
            return ""
        x, y = self.data.town(area)
        big = bool(row["city"]) or row["colour"] == "victory"
        self.reserve(x, y, 11 if big else 6, weight=25.0)
        if big:
            return tag("rect", x=x - 8, y=y - 8, width=16, height=16, fill="#ffffff", stroke=self.ink,
                       stroke_width=3.2)  # fmt: skip
        return tag("circle", cx=x, cy=y, r=4.2, fill="#fff8e6", stroke=self.ink, stroke_width=1.9)

    def _strait(self) -> list[str]:
        out = []
        for row in self.data.borders:
            if row["kind"] == "strait":
                (ax, ay), (bx, by) = _closest(self.data.rings[row["a"]][0], self.data.rings[row["b"]][0])
                d = math.dist((ax, ay), (bx, by)) or 1.0
                ux, uy = (bx - ax) / d, (by - ay) / d
                a, b = (ax - 16 * ux, ay - 16 * uy), (bx + 16 * ux, by + 16 * uy)
                heads = []
                for (px, py), s in ((a, 1), (b, -1)):
                    heads.append(
                        f"M{px + s * 12 * ux - 8 * uy:.1f} {py + s * 12 * uy + 8 * ux:.1f}L{px:.1f} {py:.1f}"
                        f"L{px + s * 12 * ux + 8 * uy:.1f} {py + s * 12 * uy - 8 * ux:.1f}"
                    )
                line = path([a, b]) + "".join(heads)
                join = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
                out += [
                    f'<path d="{line}" {join} stroke="{self.look["sea"]["coast"]}" stroke-width="10"/>',
                    f'<path d="{line}" {join} stroke="#ffffff" stroke-width="5.5"/>',
                ]
        return out

    def _fortress(self) -> list[str]:
        if "FS" not in self.data.areas:
            return []
        x, y = self.data.town("FS")
        ring = [(x + 40 * math.cos(i * math.pi / 3), y + 40 * math.sin(i * math.pi / 3)) for i in range(6)]
        d = path(ring, closed=True)
        return [
            f'<path d="{d}" fill="none" stroke="{self.ink}" stroke-width="8" stroke-linejoin="round" opacity="0.6"/>',
            f'<path d="{d}" fill="none" stroke="#ffffff" stroke-width="4.5" stroke-linejoin="round"/>',
        ]

    def fleet_box(self) -> Box | None:
        """The home box of both fleets."""
        if not any(name == "fleet-staging" for name, _ in self.data.boxes):
            return None
        x, y = self.data.town("FS")
        return (x - 330, y + 62, x - 66, y + 124)

    def _fleet_boxes(self) -> list[str]:
        box = self.fleet_box()
        if box is None:
            return []
        fx, fy = self.data.town("FS")
        out = []
        for n, name in enumerate(("Battleship", "Cruisers")):
            x, y = box[0] + 140 * n, box[1]
            out.append(plate(x, y, 124, 62, "#eef3f2", self.look["sea"]["coast"]))
            out.append(words(name, x + 62, y + 37, 19, self.look["sea"]["name"], style="italic"))
            self.reserve(x + 62, y + 31, 66, 34, 40.0)
        out.append(words("FLEET STAGING AREA", fx - 192, fy + 50, 17, self.look["sea"]["name"], spread=2))
        self.reserve(fx - 192, fy + 44, 120, 12, 40.0)
        return out

    # -- names

    def names(self) -> list[str]:
        """Cities and victory areas first, then the rest; then rivers."""
        rows = self.data.areas
        order = sorted(rows, key=lambda a: (rows[a]["colour"] != "victory", not rows[a]["city"]))
        out = [self._name(a) for a in order if rows[a]["colour"] != "staging"]
        out += [self._staging(a) for a in order if rows[a]["colour"] == "staging"]
        return [*out, *self._rivers()]

    def _staging(self, area: str) -> str:
        x, y = self.data.spot(area)
        xs, ys = zip(*self.data.rings[area][0], strict=True)
        if max(ys) - min(ys) < 130:
            return ""
        side = "AXIS" if area == "Axis" else "SOVIET"
        size = 26 if max(xs) - min(xs) > 230 else 15
        return "".join(
            words(line, x, y + 34 + size * (0.5 + 1.15 * i), size, self.ink, halo=self.halo, weight="bold", spread=2)
            for i, line in enumerate((side, "STAGING", "AREA"))
        )

    def _name(self, area: str) -> str:
        row = self.data.areas[area]
        kind = "victory" if row["colour"] == "victory" else "city" if row["city"] else "place"
        size = {"victory": 31.0, "city": 23.0, "place": 16.5}[kind]
        name = row["name"].upper() if kind == "victory" else row["name"]
        size -= 6.0 if len(name) > 11 and kind == "victory" else 0.0
        width = size * {"victory": 0.72, "city": 0.6, "place": 0.54}[kind] * len(name)
        x, y = self.data.town(area)
        gap = 15.0 if kind != "place" else 9.0
        spots = [(x + gap, y + size * 0.34, "start"), (x - gap, y + size * 0.34, "end"),
                 (x, y - gap - 2, "middle"), (x, y + gap + size * 0.72, "middle")]  # fmt: skip
        for dx, side in ((gap * 0.6, "start"), (-gap * 0.6, "end")):
            spots += [(x + dx, y - gap * 0.62, side), (x + dx, y + gap * 0.62 + size * 0.66, side)]
        prices = [self._price(spot, width, size) + self._away(area, spot, width, size) for spot in spots]
        best = min(enumerate(spots), key=lambda s: (prices[s[0]] + 0.2 * s[0], s[0]))[1]
        self.taken.append((_around(best, width, size), 12.0))
        weight = "normal" if kind == "place" else "bold"
        return words(name, best[0], best[1], size, self.ink, best[2], halo=self.halo, weight=weight)

    def _price(self, spot: tuple[float, float, str], width: float, size: float) -> float:
        box = _around(spot, width, size)
        price = self._crowd(box)
        if box[0] < 4 or box[1] < 4 or box[2] > self.data.width - 4 or box[3] > self.data.height - 4:
            price += 200
        return price

    def _away(self, area: str, spot: tuple[float, float, str], width: float, size: float) -> float:
        """A name belongs in its own area."""
        left, top, right, bottom = _around(spot, width, size)
        middle = (top + bottom) / 2
        across = [left + (right - left) * k for k in (0.1, 0.3, 0.5, 0.7, 0.9)]
        return 2.5 * sum(not inside(self.data.rings[area], (x, middle)) for x in across)

    def _crowd(self, box: Box) -> float:
        price = 0.0
        left, top, right, bottom = box
        for (x0, y0, x1, y1), weight in self.taken:
            if x0 < right and x1 > left and y0 < bottom and y1 > top:
                wide, high = min(right, x1) - max(left, x0), min(bottom, y1) - max(top, y0)
                price += weight * (0.5 + wide * high / 300)
        for column in range(int(box[0]) >> 6, (int(box[2]) >> 6) + 1):
            for row in range(int(box[1]) >> 6, (int(box[3]) >> 6) + 1):
                for (x, y), weight in self.near.get((column, row), ()):
                    price += weight * (box[0] < x < box[2] and box[1] < y < box[3])
        return price

    def _rivers(self) -> list[str]:
        """A name along the longest stretches of each river that is a border."""
        courses: dict[str, list[list[Point]]] = {}
        kinds = {frozenset((b["a"], b["b"])): b for b in self.data.borders}
        for line, areas in self.data.sides.items():
            row = kinds.get(frozenset(areas))
            if row and row["kind"] == "river":
                courses.setdefault(row["river"], []).append(soften(line))
        out = []
        for n, (name, lines) in enumerate(sorted(courses.items())):
            way = self._along(name, _chained(lines), RIVER_NAME)
            for x, y in way[::4]:
                self.reserve(x, y - 6, 8, 10, 6.0)
            if way:
                out.append(
                    f'<path id="river{n}" d="{path(way)}" fill="none"/><text font-size="{RIVER_NAME}" '
                    f'font-style="italic" letter-spacing="2" fill="{self.look["river"]["great"]["edge"]}" '
                    f'stroke="{self.halo}" stroke-width="3.5" stroke-opacity="0.85" paint-order="stroke">'
                    f'<textPath href="#river{n}" startOffset="50%" text-anchor="middle">{escape(name)}'
                    "</textPath></text>"
                )
        return out

    def _along(self, name: str, chains: list[list[Point]], size: float) -> list[Point]:
        """The straightest and emptiest line beside a river that is long enough for its name."""
        count = int((size * 0.62 * len(name) + 2 * len(name) + 20) / 6.0)
        best: tuple[float, list[Point]] = (math.inf, [])
        for chain in chains:
            calm = _calm(_even(chain, 6.0), 9)
            for start in range(0, len(calm) - count + 1, 4):
                part = calm[start : start + count]
                if part[-1][0] < part[0][0]:
                    part.reverse()
                direct = math.dist(part[0], part[-1]) or 1.0
                bend = 30 * (6.0 * count / direct - 1) + abs(part[-1][1] - part[0][1]) / direct * 3
                for off in (12.0, -25.0):
                    way = _beside(part, off)
                    price = bend + sum(self._crowd((x - 8, y - 16, x + 8, y + 4)) * 0.3 for x, y in way[::4])
                    if price < best[0]:
                        best = (price, way)
        return best[1]


def _around(spot: tuple[float, float, str], width: float, size: float) -> Box:
    x, y, at = spot
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[at]
    return (left, y - size * 0.74, left + width, y + size * 0.22)


def _closest(a: Sequence[Point], b: Sequence[Point]) -> tuple[Point, Point]:
    return min(((p, q) for p in a for q in b), key=lambda pair: math.dist(*pair))


def _chained(lines: list[list[Point]]) -> list[list[Point]]:
    """Lines that share an end, joined into longer ones."""
    rest = [list(line) for line in lines]
    out = []
    while rest:
        chain = rest.pop(0)
        grown = True
        while grown:
            grown = False
            for line in rest:
                for way in (line, line[::-1]):
                    if way[0] == chain[-1]:
                        chain = chain + way[1:]
                    elif way[-1] == chain[0]:
                        chain = way[:-1] + chain
                    else:
                        continue
                    rest.remove(line)
                    grown = True
                    break
                if grown:
                    break
        out.append(chain)
    return out


def _even(points: Sequence[Point], step: float) -> list[Point]:
    """Points at even distances along a line."""
    out = [points[0]]
    for b in points[1:]:
        while (d := math.dist(out[-1], b)) >= step:
            a = out[-1]
            out.append((a[0] + (b[0] - a[0]) * step / d, a[1] + (b[1] - a[1]) * step / d))
    return out


def _calm(points: Sequence[Point], reach: int) -> list[Point]:
    out = []
    for i in range(len(points)):
        r = min(reach, i, len(points) - 1 - i)
        near = points[i - r : i + r + 1]
        out.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return out


def _beside(points: Sequence[Point], off: float) -> list[Point]:
    out = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 2)], points[min(len(points) - 1, i + 2)]
        d = math.dist(a, b) or 1.0
        out.append((x + (b[1] - a[1]) / d * off, y - (b[0] - a[0]) / d * off))
    return out
