"""Ground, rivers and roads as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ostfront.cartography.mapdata import Key, Line, MapData, Point, Side, chance, curve, outline

Style = Mapping[str, Any]


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Points as path data, to a tenth of a pixel."""
    words = [f"{x:.1f} {y:.1f}" for x, y in points]
    return "M" + "L".join(words) + ("Z" if closed else "")


class Land:
    """Draws one map; all points it returns are pixels."""

    def __init__(self, data: MapData, style: Style) -> None:
        self.data = data
        self.style = style
        self.side = float(style["side"])
        xs, ys = zip(*(data.centre(h) for h in data.keys), strict=True)
        reach = (math.sqrt(3) / 2, 1.0) if data.pointy else (1.0, math.sqrt(3) / 2)
        self.left, self.top = min(xs) - reach[0], min(ys) - reach[1]
        self.width = (max(xs) + reach[0] - self.left) * self.side
        self.height = (max(ys) + reach[1] - self.top) * self.side
        self.road_hexes = {h for line in data.lines for h in line.hexes}
        self.river_courses = self._courses()

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
        """Soft outlines of a set of hexes, merged over their common sides."""
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
        """Every terrain the map has and the drawer knows."""
        out = []
        kinds = set(self.data.terrain.values())
        for kind, draw in (("woods", self._woods), ("swamp", self._swamp), ("hills", self._hills)):
            if kind in kinds:
                out += draw()
        if "pocket" in kinds:
            out += self._pocket()
        return out

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

    def _woods(self) -> list[str]:
        look = self.style["woods"]
        patch, _ = self._patch("woods", 0.16)
        leaf, shade, needle = [], [], []
        for name in sorted(h for h, t in self.data.terrain.items() if t == "woods"):
            kx, ky = self.data.keys[name]
            for i, (x, y) in enumerate(sorted(self._spots(name, 13, 3), key=lambda p: p[1])):
                r = self.side * (0.105 + 0.05 * chance(kx, ky, i, 4))
                if chance(kx // 5, ky // 7, 5) * 0.6 + chance(kx, ky, i, 6) * 0.4 < 0.5:
                    h = r * 2.7
                    needle.append(f"M{x - r * 0.95:.1f} {y + r:.1f}l{r * 0.95:.1f} {-h:.1f}l{r * 0.95:.1f} {h:.1f}z")
                else:
                    leaf.append(f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 1 {-2 * r:.1f} 0z")
                    shade.append(f"M{x - r * 0.3:.1f} {y + r * 0.75:.1f}a{r:.1f} {r:.1f} 0 0 0 {r * 1.1:.1f} {-r * 1.1:.1f}")
        return [
            patch,
            f'<path d="{"".join(leaf)}" fill="{look["tree"]}" stroke="{look["dark"]}" stroke-width="0.9"/>',
            f'<path d="{"".join(shade)}" fill="none" stroke="{look["dark"]}" stroke-width="1.5" opacity="0.7"/>',
            f'<path d="{"".join(needle)}" fill="{look["dark"]}" stroke="{look["tree"]}" stroke-width="0.5"/>',
        ]

    def _swamp(self) -> list[str]:
        look = self.style["swamp"]
        patch, _ = self._patch("swamp", 0.14)
        reed = []
        s = self.side
        for name in sorted(h for h, t in self.data.terrain.items() if t == "swamp"):
            for i, (x, y) in enumerate(self._spots(name, 8, 8)):
                w = s * 0.17
                reed.append(f"M{x - w:.1f} {y:.1f}h{2 * w:.1f}")
                if i % 4 != 3:
                    for dx, lean, high in ((-0.4, -0.25, 0.14), (0.0, 0.0, 0.21), (0.4, 0.25, 0.14)):
                        reed.append(f"M{x + dx * w:.1f} {y:.1f}l{lean * w:.1f} {-high * s:.1f}")
        return [
            patch,
            f'<path d="{"".join(reed)}" fill="none" stroke="{look["reed"]}" stroke-width="1.5" stroke-linecap="round"/>',
        ]

    def _hills(self) -> list[str]:
        look = self.style["hills"]
        patch, loops = self._patch("hills", 0.12)
        strokes, humps = [], []
        for loop in loops:
            strokes += self._hachures(loop)
        s = self.side
        for name in sorted(h for h, t in self.data.terrain.items() if t == "hills"):
            for x, y in self._spots(name, 4, 11):
                w = s * 0.2
                humps.append(f"M{x - w:.1f} {y:.1f}q{w * 0.9:.1f} {-w * 1.5:.1f} {2 * w:.1f} 0")
                for k in (0.35, 0.6, 0.82):
                    humps.append(f"M{x - w + 2 * w * k:.1f} {y - w * 1.35 * k * (1 - k) * 1.9:.1f}l{w * 0.28:.1f} {w * 0.5:.1f}")
        line = f'fill="none" stroke="{look["stroke"]}" stroke-linecap="round"'
        return [
            patch,
            f'<path d="{"".join(strokes)}" {line} stroke-width="1.3" opacity="0.85"/>',
            f'<path d="{"".join(humps)}" {line} stroke-width="1.7"/>',
        ]

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
        moscow = sorted(h for h, f in self.data.feature.items() if f == "moscow")
        if moscow:
            d = "".join(path(loop, closed=True) for loop in self.blobs(moscow, 0.05))
            out.append(f'<path d="{d}" fill="{look["moscow"]}" stroke="{look["moscow_edge"]}" stroke-width="3.5"/>')
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
            out.append(f'<path d="{path(loop, closed=True)}" fill="{look[feature]}" stroke="{look["edge"]}" stroke-width="1.2"/>')
        for name, feature in sorted(self.data.feature.items()):
            dense = {"moscow": (34, 0.8, "moscow_block"), "city": (17, 0.52, "block"), "town": (7, 0.27, "block")}
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

    # -- rivers

    def _courses(self) -> list[tuple[str, list[Key], dict[tuple[Key, Key], str]]]:
        """Each river as one or more chains of corners, with the kind of every side."""
        groups: dict[str, list[Side]] = {}
        for side in self.data.sides:
            groups.setdefault(side.name or side.kind, []).append(side)
        out = []
        for name in groups:
            kinds: dict[tuple[Key, Key], str] = {}
            links: dict[Key, list[Key]] = {}
            for side in groups[name]:
                a, b = self.data.shared(side.a, side.b)
                kinds[(a, b)] = kinds[(b, a)] = side.kind
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
            for chain in _chains(links):
                out.append((name, chain, kinds))
        return out

    def rivers(self) -> list[str]:
        """Ribbons that swell from the source and change width gently where the class changes."""
        degree: dict[Key, int] = {}
        for _, chain, _ in self.river_courses:
            for a, b in zip(chain, chain[1:], strict=False):
                degree[a] = degree.get(a, 0) + 1
                degree[b] = degree.get(b, 0) + 1
        touching: dict[Key, int] = {}
        for name in self.data.keys:
            for k in self.data.corner_keys(name):
                touching[k] = touching.get(k, 0) + 1
        under, over = [], []
        courses = sorted(self.river_courses, key=lambda c: "major" in c[2].values())
        for _, chain, kinds in courses:
            pinned = [i for i, k in enumerate(chain) if degree[k] > 2]
            points = curve([self.corner(k) for k in chain], pinned, steps=4)
            free = [degree[k] == 1 and touching[k] == 3 for k in (chain[0], chain[-1])]
            widths, look = self._widths(chain, kinds, points, free)
            fat = _ribbon(points, [w + 2.2 for w in widths])
            under.append(f'<path d="{fat}" fill="{look["edge"]}"/>')
            over.append(f'<path d="{_ribbon(points, widths)}" fill="{look["fill"]}"/>')
        return under + over

    def _widths(
        self, chain: list[Key], kinds: Mapping[tuple[Key, Key], str], points: Sequence[Point], free: Sequence[bool]
    ) -> tuple[list[float], Style]:
        rivers = self.style["river"]
        middles = []
        for a, b in zip(chain, chain[1:], strict=False):
            p, q = self.corner(a), self.corner(b)
            middles.append(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, float(rivers[kinds[(a, b)]]["width"])))
        raw, at = [], 0
        for p in points:
            while at + 1 < len(middles) and math.dist(p, middles[at + 1][:2]) <= math.dist(p, middles[at][:2]):
                at += 1
            raw.append(middles[at][2])
        smooth = []
        for i in range(len(raw)):
            near = raw[max(0, i - 9) : i + 10]
            smooth.append(sum(near) / len(near))
        along = [0.0]
        for p, q in zip(points, points[1:], strict=False):
            along.append(along[-1] + math.dist(p, q))
        run = 4.5 * self.side
        for i, d in enumerate(along):
            if free[0]:
                smooth[i] *= min(1.0, 0.25 + 0.75 * d / run)
            if free[1]:
                smooth[i] *= min(1.0, 0.25 + 0.75 * (along[-1] - d) / run)
        best = "major" if "major" in kinds.values() else next(iter(kinds.values()))
        return smooth, rivers[best]

    # -- roads

    def roads(self) -> list[str]:
        """Casings first, then cores, so that crossings open; bridges where a road meets a river."""
        looks = self.style["road"]
        ends = {h for line in self.data.lines for h in (line.hexes[0], line.hexes[-1])}
        firm = ends | set(self.data.feature) | {s.hex for s in self.data.of_kind("village")}
        drawn = []
        for line in sorted(self.data.lines, key=rank):
            points = curve([self.at(h) for h in line.hexes], [i for i, h in enumerate(line.hexes) if h in firm])
            drawn.append((path(points), looks[rank(line)]))
        round_ = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        out = [
            f'<path d="{d}" {round_} stroke="{k["edge"]}" stroke-width="{k["width"] + 2.6}"/>' for d, k in reversed(drawn)
        ]
        out += self._bridges()
        out += [f'<path d="{d}" {round_} stroke="{k["core"]}" stroke-width="{k["width"]}"/>' for d, k in reversed(drawn)]
        return out

    def _bridges(self) -> list[str]:
        rivers = {frozenset((s.a, s.b)): s.kind for s in self.data.sides}
        out = []
        for line in self.data.lines:
            for a, b in zip(line.hexes, line.hexes[1:], strict=False):
                kind = rivers.get(frozenset((a, b)))
                if kind is None:
                    continue
                p, q = self.at(a), self.at(b)
                x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
                turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
                half = self.style["river"][kind]["width"] / 2 + 4.5
                off = self.style["road"][rank(line)]["width"] / 2 + 3.2
                d = "".join(
                    f"M{-half - 3:.1f} {sign * (off + 3):.1f}L{-half:.1f} {sign * off:.1f}H{half:.1f}"
                    f"L{half + 3:.1f} {sign * (off + 3):.1f}"
                    for sign in (-1, 1)
                )
                out.append(
                    f'<path d="{d}" transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})" fill="none" '
                    f'stroke="{self.style["paper"]["ink"]}" stroke-width="2.1"/>'
                )
        return out


def rank(line: Line) -> str:
    """How a road is drawn: by its class, or by its name where the class is not known."""
    return line.rank or ("highway" if "highway" in line.id else "road")


def _chains(links: dict[Key, list[Key]]) -> list[list[Key]]:
    """All links, as chains from end to end; a fork starts a new chain."""
    left = {(a, b) for a, nexts in links.items() for b in nexts}
    out = []
    ends = [k for k in links if len(links[k]) != 2] or list(links)[:1]
    for start in [*ends, *links]:
        for step in links[start]:
            if (start, step) not in left:
                continue
            chain = [start]
            here = step
            while True:
                left -= {(chain[-1], here), (here, chain[-1])}
                chain.append(here)
                onward = [k for k in links[here] if (here, k) in left]
                if len(links[here]) != 2 or not onward:
                    break
                here = onward[0]
            out.append(chain)
    return out


def _ribbon(points: Sequence[Point], widths: Sequence[float]) -> str:
    """A band of changing width around a line, with round ends."""
    left, right = [], []
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        length = math.dist(a, b) or 1.0
        nx, ny = -(b[1] - a[1]) / length * widths[i] / 2, (b[0] - a[0]) / length * widths[i] / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    r0, r1 = widths[0] / 2, widths[-1] / 2
    words = [f"{x:.1f} {y:.1f}" for x, y in left]
    back = [f"{x:.1f} {y:.1f}" for x, y in reversed(right)]
    return (
        f"M{'L'.join(words)}A{r1:.1f} {r1:.1f} 0 0 0 {back[0]}L{'L'.join(back[1:])}"
        f"A{r0:.1f} {r0:.1f} 0 0 0 {words[0]}Z"
    )
