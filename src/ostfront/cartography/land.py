"""The ground as SVG: woods, swamp, hills, mountains, water, built-up places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ostfront.cartography.mapdata import Key, MapData, Point, chance, curve, outline

Style = Mapping[str, Any]


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Points as path data, to a tenth of a pixel."""
    words = [f"{x:.1f} {y:.1f}" for x, y in points]
    return "M" + "L".join(words) + ("Z" if closed else "")


def tag(kind: str, body: str = "", /, **facts: object) -> str:
    """An SVG element; numbers to a tenth, stroke_width becomes stroke-width."""
    words = []
    for key, value in facts.items():
        text = f"{value:.1f}" if isinstance(value, float) else str(value)
        words.append(f'{key.replace("_", "-")}="{text}"')
    return f"<{kind} {' '.join(words)}>{body}</{kind}>" if body else f"<{kind} {' '.join(words)}/>"


def laid_over(base: Style, change: Style) -> dict[str, Any]:
    """A look with some of its entries changed, at any depth."""
    out = dict(base)
    for key, value in change.items():
        old = out.get(key)
        out[key] = laid_over(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


class Land:
    """Draws one map; all points it returns are pixels."""

    def __init__(self, data: MapData, style: Style) -> None:
        self.data = data
        self.style = laid_over(style, data.look)
        self.side = float(self.style["side"])
        xs, ys = zip(*(data.centre(h) for h in data.keys), strict=True)
        reach = (math.sqrt(3) / 2, 1.0) if data.pointy else (1.0, math.sqrt(3) / 2)
        self.left, self.top = min(xs) - reach[0], min(ys) - reach[1]
        self.width = (max(xs) + reach[0] - self.left) * self.side
        self.height = (max(ys) + reach[1] - self.top) * self.side
        self.road_hexes = {h for line in data.lines for h in line.hexes}

    def px(self, p: Point) -> Point:
        """From sides of a hex to pixels, with the map's corner at (0, 0)."""
        return ((p[0] - self.left) * self.side, (p[1] - self.top) * self.side)

    def at(self, name: str) -> Point:
        """The middle of a hex in pixels."""
        return self.px(self.data.centre(name))

    def corner(self, key: Key) -> Point:
        """A corner in pixels."""
        return self.px(self.data.point(key))

    # -- ground

    def blobs(self, hexes: Iterable[str], wobble: float) -> list[list[Point]]:
        """Smooth outlines of a set of hexes, merged along their common sides."""
        out = []
        for loop in outline(self.data, sorted(hexes)):
            points = [self._shaken(k, wobble) for k in loop]
            closed = [*points, points[0], points[1]]
            out.append(curve(closed, steps=4)[1:-1])
        return out

    def _shaken(self, key: Key, wobble: float) -> Point:
        x, y = self.corner(key)
        reach = wobble * self.side
        return (x + reach * (chance(*key, 1) * 2 - 1), y + reach * (chance(*key, 2) * 2 - 1))

    def _patch(self, kind: str, wobble: float, extra: str = "") -> tuple[str, list[list[Point]]]:
        hexes = [h for h, t in self.data.terrain.items() if t == kind]
        loops = self.blobs(hexes, wobble)
        look = self.style[kind]
        d = "".join(path(loop, closed=True) for loop in loops)
        return (
            f'<path d="{d}" fill="{look["ground"]}" stroke="{look["edge"]}" stroke-width="1.6" '
            f'fill-rule="evenodd"{extra}/>',
            loops,
        )

    def ground(self) -> list[str]:
        """Every terrain of the map that the drawer knows."""
        out = []
        kinds = set(self.data.terrain.values())
        for kind, draw in GROUND:
            if kind in kinds:
                out += draw(self, kind)
        if "pocket" in kinds:
            out += self._pocket()
        return out

    def on_sheet(self, x: float, y: float) -> bool:
        """Whether a point lies in a hex, or very near one."""
        return any(math.dist((x, y), self.at(name)) < self.side for name in self.data.keys)

    def off_sheet(self) -> list[str]:
        """What lies within the frame but on no hex, for a sheet whose corners are cut off."""
        if not self.style["trim"]:
            return []
        rim = "".join(
            path([self.corner(k) for k in loop], closed=True) for loop in outline(self.data, self.data.keys)
        )
        paper = self.style["paper"]
        frame = f"M-9 -9H{self.width + 9:.1f}V{self.height + 9:.1f}H-9Z"
        return [
            f'<path d="{frame}{rim}" fill="{paper["sheet"]}" fill-rule="evenodd"/>',
            f'<path d="{rim}" fill="none" stroke="{paper["frame"]}" stroke-width="2.5" stroke-linejoin="round"/>',
        ]

    def _spots(self, name: str, n: int, salt: int) -> list[Point]:
        """Scattered points in a hex, off the middle if a road or town is there, clear of the number."""
        x, y = self.at(name)
        kx, ky = self.data.keys[name]
        busy = name in self.road_hexes or name in self.data.feature
        out = []
        turn = chance(kx, ky, salt) * 6.28
        for i in range(n):
            # a sunflower pattern fills the hex evenly without rows
            r = self.side * 0.8 * math.sqrt((i + 0.6) / n)
            a = turn + i * 2.39996 + 0.7 * chance(kx, ky, salt, i)
            px, py = x + r * math.cos(a), y + r * math.sin(a)
            if busy and math.dist((px, py), (x, y)) < 0.33 * self.side:
                continue
            if py - y < -0.52 * self.side and abs(px - x) < 0.42 * self.side:
                continue
            out.append((px, py))
        return out

    def _woods(self, kind: str) -> list[str]:
        look = self.style[kind]
        patch, _ = self._patch(kind, 0.16)
        leaf, shade, needle = [], [], []
        for name in sorted(h for h, t in self.data.terrain.items() if t == kind):
            kx, ky = self.data.keys[name]
            for i, (x, y) in enumerate(sorted(self._spots(name, look.get("trees", 13), 3), key=lambda p: p[1])):
                r = self.side * (0.105 + 0.05 * chance(kx, ky, i, 4))
                if chance(kx // 5, ky // 7, 5) * 0.6 + chance(kx, ky, i, 6) * 0.4 < 0.5:
                    h = r * 2.7
                    needle.append(f"M{x - r * 0.95:.1f} {y + r:.1f}l{r * 0.95:.1f} {-h:.1f}l{r * 0.95:.1f} {h:.1f}z")
                else:
                    arc = f"a{r:.1f} {r:.1f} 0 1 1 "
                    leaf.append(f"M{x - r:.1f} {y:.1f}{arc}{2 * r:.1f} 0{arc}{-2 * r:.1f} 0z")
                    shade.append(
                        f"M{x - r * 0.3:.1f} {y + r * 0.75:.1f}a{r:.1f} {r:.1f} 0 0 0 {r * 1.1:.1f} {-r * 1.1:.1f}"
                    )
        return [
            patch,
            f'<path d="{"".join(leaf)}" fill="{look["tree"]}" stroke="{look["dark"]}" stroke-width="0.9"/>',
            f'<path d="{"".join(shade)}" fill="none" stroke="{look["dark"]}" stroke-width="1.5" opacity="0.7"/>',
            f'<path d="{"".join(needle)}" fill="{look["dark"]}" stroke="{look["tree"]}" stroke-width="0.5"/>',
        ]

    def _swamp(self, kind: str) -> list[str]:
        look = self.style[kind]
        patch, _ = self._patch(kind, 0.14)
        reed = []
        s = self.side
        for name in sorted(h for h, t in self.data.terrain.items() if t == kind):
            for i, (x, y) in enumerate(self._spots(name, 8, 8)):
                w = s * 0.17
                reed.append(f"M{x - w:.1f} {y:.1f}h{2 * w:.1f}")
                if i % 4 != 3:
                    for dx, lean, high in ((-0.4, -0.25, 0.14), (0.0, 0.0, 0.21), (0.4, 0.25, 0.14)):
                        reed.append(f"M{x + dx * w:.1f} {y:.1f}l{lean * w:.1f} {-high * s:.1f}")
        return [
            patch,
            tag("path", d="".join(reed), fill="none", stroke=look["reed"], stroke_width=1.5, stroke_linecap="round"),
        ]

    def _hills(self, kind: str) -> list[str]:
        look = self.style[kind]
        patch, loops = self._patch(kind, 0.12)
        strokes, humps = [], []
        for loop in loops:
            strokes += self._hachures(loop)
        s = self.side
        for name in sorted(h for h, t in self.data.terrain.items() if t == kind):
            for x, y in self._spots(name, 4, 11):
                w = s * 0.2
                humps.append(f"M{x - w:.1f} {y:.1f}q{w * 0.9:.1f} {-w * 1.5:.1f} {2 * w:.1f} 0")
                humps += [
                    f"M{x - w + 2 * w * k:.1f} {y - w * 2.565 * k * (1 - k):.1f}l{w * 0.28:.1f} {w * 0.5:.1f}"
                    for k in (0.35, 0.6, 0.82)
                ]
        line = f'fill="none" stroke="{look["stroke"]}" stroke-linecap="round"'
        return [
            patch,
            f'<path d="{"".join(strokes)}" {line} stroke-width="1.3" opacity="0.85"/>',
            f'<path d="{"".join(humps)}" {line} stroke-width="1.7"/>',
        ]

    def _mountains(self, kind: str) -> list[str]:
        look = self.style[kind]
        patch, _ = self._patch(kind, 0.1)
        peaks, shade = [], []
        for name in sorted(h for h, t in self.data.terrain.items() if t == kind):
            for x, y in sorted(self._spots(name, 5, 12), key=lambda p: p[1]):
                w, h = self.side * 0.24, self.side * 0.42
                peaks.append(f"M{x - w:.1f} {y + h / 2:.1f}l{w:.1f} {-h:.1f}l{w:.1f} {h:.1f}z")
                shade.append(f"M{x:.1f} {y - h / 2:.1f}l{w:.1f} {h:.1f}h{-w * 0.8:.1f}z")
        return [
            patch,
            f'<path d="{"".join(peaks)}" fill="{look["peak"]}" stroke="{look["stroke"]}" stroke-width="1.1"/>',
            f'<path d="{"".join(shade)}" fill="{look["stroke"]}" opacity="0.75"/>',
        ]

    def _tundra(self, kind: str) -> list[str]:
        look = self.style[kind]
        patch, _ = self._patch(kind, 0.14)
        tufts = []
        for name in sorted(h for h, t in self.data.terrain.items() if t == kind):
            for x, y in self._spots(name, 6, 14):
                w = self.side * 0.11
                tufts.append(
                    f"M{x - w:.1f} {y - w:.1f}l{w:.1f} {w:.1f}l{w:.1f} {-w:.1f}M{x:.1f} {y:.1f}v{-1.7 * w:.1f}"
                )
        return [
            patch,
            tag(
                "path", d="".join(tufts), fill="none", stroke=look["stroke"], stroke_width=1.2, stroke_linecap="round"
            ),
        ]

    def _water(self, kind: str) -> list[str]:
        return [self._patch(kind, 0.12)[0]]

    def _hachures(self, loop: Sequence[Point]) -> list[str]:
        """Short strokes from the rim inwards (the loop runs clockwise on the sheet)."""
        out = []
        gap, due = self.side * 0.17, 0.0
        for i, a in enumerate(loop):
            b = loop[(i + 1) % len(loop)]
            length = math.dist(a, b)
            if length < 1e-6:
                continue
            nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
            while due < length:
                t = due / length
                x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                reach = self.side * (0.15 + 0.13 * chance(round(x), round(y)))
                out.append(f"M{x:.1f} {y:.1f}l{nx * reach:.1f} {ny * reach:.1f}")
                due += gap
            due -= length
        return out

    def _pocket(self) -> list[str]:
        look = self.style["pocket"]
        hexes = [h for h, t in self.data.terrain.items() if t == "pocket"]
        d = "".join(path([self.corner(k) for k in loop], closed=True) for loop in outline(self.data, sorted(hexes)))
        return [
            '<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
            f'<rect width="9" height="9" fill="{look["ground"]}"/><path d="M0 4.5h9" stroke="{look["stroke"]}" '
            'stroke-width="1.5" opacity="0.55"/></pattern>',
            f'<path d="{d}" fill="url(#hatch)"/>',
            f'<path d="{d}" fill="none" stroke="{look["edge"]}" stroke-width="4.5" stroke-dasharray="14 6" '
            'stroke-linejoin="round"/>',
        ]

    def built(self) -> list[str]:
        """Towns and cities as built-up ground; Moscow as one city over its hexes."""
        look = self.style["built"]
        out = []
        for great in ("moscow", "major-city"):
            hexes = sorted(h for h, f in self.data.feature.items() if f == great)
            if hexes:
                d = "".join(path(loop, closed=True) for loop in self.blobs(hexes, 0.05))
                fill, edge = look[great], look[f"{great}_edge"]
                out.append(f'<path d="{d}" fill="{fill}" stroke="{edge}" stroke-width="3.5"/>')
        for name, feature in sorted(self.data.feature.items()):
            if feature not in ("city", "town"):
                continue
            size = 0.62 if feature == "city" else 0.36
            x, y = self.at(name)
            kx, ky = self.data.keys[name]
            ring = []
            for i in range(10):
                r = self.side * size * (0.86 + 0.28 * chance(kx, ky, i, 21))
                ring.append((x + r * math.cos(i * 0.628), y + r * math.sin(i * 0.628)))
            loop = curve([*ring, ring[0], ring[1]], steps=3)[1:-1]
            out.append(
                tag("path", d=path(loop, closed=True), fill=look[feature], stroke=look["edge"], stroke_width=1.2)
            )
        for name, feature in sorted(self.data.feature.items()):
            dense = {"moscow": (34, 0.8, "moscow_block"), "city": (17, 0.52, "block"), "town": (7, 0.27, "block"),
                     "major-city": (30, 0.76, "major-city_block")}  # fmt: skip
            if feature in dense:
                n, reach, colour = dense[feature]
                out.append(f'<path d="{self._blocks(name, n, reach)}" fill="{look[colour]}"/>')
        return out

    def _blocks(self, name: str, n: int, reach: float) -> str:
        x, y = self.at(name)
        kx, ky = self.data.keys[name]
        tilt = chance(kx, ky, 31) * 1.2 - 0.6
        c, s = math.cos(tilt), math.sin(tilt)
        out = []
        for i in range(n):
            r = self.side * reach * math.sqrt((i + 0.7) / n)
            a = i * 2.39996 + tilt
            px, py = x + r * math.cos(a), y + r * math.sin(a)
            w = self.side * (0.05 + 0.05 * chance(kx, ky, i, 32))
            h = self.side * (0.04 + 0.04 * chance(kx, ky, i, 33))
            box = [(-w, -h), (w, -h), (w, h), (-w, h)]
            out.append(path([(px + u * c - v * s, py + u * s + v * c) for u, v in box], closed=True))
        return "".join(out)


GROUND = (
    ("sea", Land._water),
    ("lake", Land._water),
    ("arctic", Land._tundra),
    ("desert-steppe", Land._tundra),
    ("woods", Land._woods),
    ("forest", Land._woods),
    ("light-woods", Land._woods),
    ("heavy-woods", Land._woods),
    ("swamp", Land._swamp),
    ("marsh", Land._swamp),
    ("hills", Land._hills),
    ("rough", Land._hills),
    ("mountain", Land._mountains),
)
"""Kinds of terrain and how they are drawn, lowest first."""
