"""Area maps as SVG: the same paper, rivers and lettering as hex maps. The look is data (areas.toml)."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from ostfront.cartography import default_style
from ostfront.cartography.areaframe import Surround
from ostfront.cartography.arealayout import Layout, layout
from ostfront.cartography.areamap import AreaData, inside, soften
from ostfront.cartography.areanames import Marks
from ostfront.cartography.land import path, tag
from ostfront.cartography.mapdata import Point, chance

__all__ = ["AreaData", "Layout", "draw_areas", "sheet"]


def area_style() -> dict[str, Any]:
    """The common style, overridden by that of area maps."""
    own = tomllib.loads((resources.files(__package__) / "areas.toml").read_text(encoding="utf-8"))
    return {**default_style(), **own}


def draw_areas(
    source: AreaData | Path,
    *,
    style: Mapping[str, Any] | None = None,
    units: Iterable[tuple[str, str]] = (),
) -> str:
    """The sheet as SVG. `units` are pairs of area and SVG fragment, drawn around the spot of their area."""
    return sheet(source, style=style, units=units)[0]


def sheet(
    source: AreaData | Path,
    *,
    style: Mapping[str, Any] | None = None,
    units: Iterable[tuple[str, str]] = (),
) -> tuple[str, Layout]:
    """The sheet as SVG, and where everything is on it."""
    data = AreaData.read(source) if isinstance(source, Path) else source
    look = {**area_style(), **(style or {})}
    ground, marks, around = Ground(data, look), Marks(data, look), Surround(data, look)
    margin, head, foot = (float(look[k]) for k in ("margin", "head", "foot"))
    width, height = data.width + 2 * margin, data.height + margin + head + foot
    paper = look["paper"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{look["font"]}">',
        f'<rect width="100%" height="100%" fill="{paper["sheet"]}"/>',
        *(
            tag("rect", x=x, y=x, width=width - 2 * x, height=height - 2 * x, fill="none", stroke=paper["frame"],
                stroke_width=thick)
            for x, thick in ((18.0, 3.0), (26.0, 1.0))
        ),
        f'<g transform="translate({margin} {head})">',
        tag("rect", x=-7.0, y=-7.0, width=data.width + 14, height=data.height + 14, fill="none",
            stroke=paper["frame"], stroke_width=4.0),
        f'<clipPath id="map"><rect width="{data.width:.0f}" height="{data.height:.0f}"/></clipPath>',
        '<g clip-path="url(#map)">',
        *ground.water(),
        *ground.fills(),
        *ground.patterns(),
        *ground.inner_rivers(),
        *ground.lines(),
        *ground.start_lines(),
        *marks.names_across(),
        *marks.symbols(),
        *marks.names(),
        "</g>",
        *around.head(),
        *(
            f'<g transform="translate({data.spot(area)[0]:.1f} {data.spot(area)[1]:.1f})">{fragment}</g>'
            for area, fragment in units
        ),
        *around.foot(data.height + margin * 0.5),
        "</g></svg>",
    ]  # fmt: skip
    return "\n".join(p for p in parts if p), layout(data, look, marks, around)


class Ground:
    """Sea, land and what grows on it, borders and rivers."""

    def __init__(self, data: AreaData, look: Mapping[str, Any]) -> None:
        self.data = data
        self.look = look
        self.rims = {area: [data.soft_ring(ring) for ring in rings] for area, rings in data.rings.items()}
        self.kinds = {frozenset((b["a"], b["b"])): b for b in data.borders}
        self.wet = [line for line, areas in data.sides.items() if self._river(areas)]

    def _river(self, areas: tuple[str, ...]) -> str:
        row = self.kinds.get(frozenset(areas)) if len(areas) == 2 else None
        return row["river"] if row and row["kind"] == "river" else ""

    def _outline(self, area: str) -> str:
        return "".join(path(ring, closed=True) for ring in self.rims[area])

    # -- colours

    def water(self) -> list[str]:
        """The sea, lighter near the coast, and the land out of play."""
        sea, outside = self.look["sea"], self.look["outside"]
        w, h = self.data.width, self.data.height
        shore = "".join(self._outline(area) for area in self.rims)
        land = "".join(path(points, closed=True) for kind, *_, points in self.data.scenery if kind == "land")
        out = [f'<rect width="{w:.0f}" height="{h:.0f}" fill="{sea["deep"]}"/>']
        for width, opacity in ((90, 0.35), (54, 0.4), (22, 0.6)):
            out.append(
                f'<path d="{shore}{land}" fill="none" stroke="{sea["shore"]}" stroke-width="{width}" '
                f'stroke-linejoin="round" opacity="{opacity}"/>'
            )
        waves = []
        for i in range(150):
            x, y = w * chance(i, 51), h * (0.55 + 0.45 * chance(i, 52))
            waves.append(f"M{x:.1f} {y:.1f}q7 -6 14 0t14 0")
        out.append(
            f'<path d="{"".join(waves)}" fill="none" stroke="{sea["coast"]}" stroke-width="1.3" opacity="0.28"/>'
        )
        out.append(
            f'<path d="{land}" fill="{outside["ground"]}" stroke="{sea["coast"]}" stroke-width="2" '
            f'stroke-linejoin="round"/>'
        )
        return out

    def fills(self) -> list[str]:
        """One tint for each class; staging areas are striped."""
        out = [
            '<pattern id="stripes" width="11" height="11" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(-45)"><rect width="11" height="11" '
            f'fill="{self.look["ground"]["staging"]["fill"]}"/><path d="M0 5.5h11" '
            f'stroke="{self.look["ground"]["staging"]["mark"]}" stroke-width="1.6" opacity="0.5"/></pattern>'
        ]
        for kind, ground in self.look["ground"].items():
            d = "".join(self._outline(a) for a, row in self.data.areas.items() if row["colour"] == kind)
            fill = "url(#stripes)" if kind == "staging" else ground["fill"]
            out.append(f'<path d="{d}" fill="{fill}" fill-rule="evenodd"/>')
        return out

    def patterns(self) -> list[str]:
        """Grass, hills, trees with reeds, and house blocks, scattered evenly and clear of the numbers."""
        strokes: dict[str, list[str]] = {"green": [], "yellow": [], "red": [], "victory": []}
        trees, reeds = [], []
        for n, (area, row) in enumerate(self.data.areas.items()):
            kind = row["colour"]
            if kind == "staging":
                continue
            gap = {"green": 58, "yellow": 38, "red": 27, "victory": 25}[kind]
            for x, y in self._strewn(area, gap, n):
                if kind == "green":
                    strokes[kind].append(f"M{x - 4:.1f} {y:.1f}l1 -6M{x:.1f} {y:.1f}v-8M{x + 4:.1f} {y:.1f}l-1 -6")
                elif kind == "yellow":
                    strokes[kind].append(f"M{x - 9:.1f} {y:.1f}q8 -13 18 0")
                    strokes[kind] += [
                        f"M{x - 9 + 18 * k:.1f} {y - 26 * k * (1 - k):.1f}l2.6 4.6" for k in (0.4, 0.62, 0.84)
                    ]
                elif kind == "red":
                    if chance(round(x), round(y), 7) < 0.25:
                        reeds.append(f"M{x - 8:.1f} {y:.1f}h16M{x - 4:.1f} {y:.1f}l-1 -7M{x:.1f} {y:.1f}v-9"
                                     f"M{x + 4:.1f} {y:.1f}l1 -7")  # fmt: skip
                    else:
                        r = 5.2 + 1.8 * chance(round(x), round(y), 8)
                        trees.append(f"M{x - r * 0.95:.1f} {y + r:.1f}l{r * 0.95:.1f} {-r * 2.7:.1f}"
                                     f"l{r * 0.95:.1f} {r * 2.7:.1f}z")  # fmt: skip
                else:
                    a, b = 4 + 3 * chance(round(x), round(y), 9), 3 + 3 * chance(round(x), round(y), 10)
                    strokes[kind].append(f"M{x - a:.1f} {y - b:.1f}h{2 * a:.1f}v{2 * b:.1f}h{-2 * a:.1f}z")
        look = self.look["ground"]
        line = 'fill="none" stroke-linecap="round"'
        return [
            f'<path d="{"".join(strokes["green"])}" {line} stroke="{look["green"]["mark"]}" stroke-width="1.2" '
            'opacity="0.75"/>',
            f'<path d="{"".join(strokes["yellow"])}" {line} stroke="{look["yellow"]["mark"]}" stroke-width="1.5" '
            'opacity="0.8"/>',
            f'<path d="{"".join(trees)}" fill="{look["red"]["mark"]}" opacity="0.9"/>',
            f'<path d="{"".join(reeds)}" {line} stroke="#2f5f66" stroke-width="1.5"/>',
            f'<path d="{"".join(strokes["victory"])}" fill="{look["victory"]["mark"]}" opacity="0.5"/>',
        ]

    def _strewn(self, area: str, gap: float, seed: int) -> Iterable[Point]:
        rings = self.rims[area]
        xs, ys = zip(*rings[0], strict=True)
        sx, sy = self.data.spot(area)
        edge: dict[tuple[int, int], list[Point]] = {}
        for ring in rings:
            for q in ring:
                edge.setdefault((int(q[0]) >> 5, int(q[1]) >> 5), []).append(q)
        raw = self.data.rings[area]
        row = 0
        y = min(ys) + gap / 2
        while y < max(ys):
            x = min(xs) + gap * (0.25 if row % 2 else 0.75)
            while x < max(xs):
                p = (
                    x + gap * 0.6 * (chance(seed, row, round(x), 1) - 0.5),
                    y + gap * 0.6 * (chance(seed, row, round(x), 2) - 0.5),
                )
                if math.dist(p, (sx, sy)) > 34 and inside(raw, p) and not _touches(edge, p, 9):
                    yield p
                x += gap
            y += gap * 0.8
            row += 1

    # -- lines

    def lines(self) -> list[str]:
        """Borders between areas, the coast, rivers that are borders."""
        border, sea, outside = self.look["border"], self.look["sea"], self.look["outside"]
        land: list[str] = []
        coast: list[str] = []
        edge: list[str] = []
        for line, areas in self.data.sides.items():
            d = path(self.data.soft(line))
            if len(areas) == 1:
                (edge if self.data.dry(line) else coast).append(d)
            elif not self._river(areas):
                land.append(d)
        joined = "".join
        look = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        return [
            f'<path d="{joined(land)}" {look} stroke="{border["casing"]}" stroke-width="5" opacity="0.8"/>',
            f'<path d="{joined(land)}" {look} stroke="{border["line"]}" stroke-width="2.2"/>',
            f'<path d="{joined(edge)}" {look} stroke="{outside["edge"]}" stroke-width="5"/>',
            f'<path d="{joined(coast)}" {look} stroke="{sea["coast"]}" stroke-width="3"/>',
            *self._water_ways([soften(line) for line in self.wet], "great"),
        ]

    def _water_ways(self, courses: list[list[Point]], rank: str) -> list[str]:
        look = self.look["river"][rank]
        d = "".join(path(course) for course in courses)
        line = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        return [
            f'<path d="{d}" {line} stroke="{look["edge"]}" stroke-width="{look["width"] + 2.4:.1f}"/>',
            f'<path d="{d}" {line} stroke="{look["fill"]}" stroke-width="{look["width"]:.1f}"/>',
        ]

    def inner_rivers(self) -> list[str]:
        """Rivers without effect: thin, even the great ones, where they run inside an area."""
        courses = [soften(points) for kind, _, _, points in self.data.scenery if kind == "river"]
        d = "".join(path(course) for course in courses)
        look = self.look["river"]["minor"]
        return [
            f'<path d="{d}" fill="none" stroke="{look["fill"]}" stroke-width="{look["width"]}" opacity="0.75" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        ]

    def start_lines(self) -> list[str]:
        """The front of each set-up, next to the border so that two fronts never hide each other."""
        out = []
        for n, (column, look) in enumerate(self.look["line"].items()):
            d = []
            for line, areas in self.data.sides.items():
                if len(areas) == 2 and len({self.data.areas[a][column] for a in areas}) == 2:
                    d.append(path(_beside(soften(line), (-1.5, 1.5, -4.5, 4.5)[n])))
            for colour, width, dash in ((look["under"], 5.0, ""), (look["colour"], 3.2, look["dash"])):
                out.append(
                    f'<path d="{"".join(d)}" fill="none" stroke="{colour}" stroke-width="{width}" '
                    f'stroke-dasharray="{dash or look["dash"]}" stroke-linecap="butt" stroke-linejoin="round"/>'
                )
        return out


def _touches(points: Mapping[tuple[int, int], list[Point]], p: Point, near: float) -> bool:
    """Whether one of the points, kept in squares of 32, is that near."""
    column, row = int(p[0]) >> 5, int(p[1]) >> 5
    return any(
        abs(p[0] - x) + abs(p[1] - y) < near
        for i in (column - 1, column, column + 1)
        for j in (row - 1, row, row + 1)
        for x, y in points.get((i, j), ())
    )


def _beside(points: list[Point], off: float) -> list[Point]:
    out = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        d = math.dist(a, b) or 1.0
        out.append((x + (b[1] - a[1]) / d * off, y - (b[0] - a[0]) / d * off))
    return out
