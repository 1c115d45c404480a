"""Rivers and roads as SVG: ribbons along hexsides, cased lines through hexes, bridges where they meet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ostfront.cartography.land import Land, Style, path
from ostfront.cartography.mapdata import Key, Line, Point, Side, curve


class Ways:
    """What runs through or between the hexes of a map."""

    def __init__(self, land: Land, *, run_off: bool = True) -> None:
        self.land = land
        self.rim = self._rim() if run_off else {}
        self.river_courses = self._courses()

    def _rim(self) -> dict[Key, Point]:
        """Corners on the border of the map, each with the middle of the hexes it belongs to."""
        touching: dict[Key, list[Point]] = {}
        for name in self.land.data.keys:
            for k in self.land.data.corner_keys(name):
                touching.setdefault(k, []).append(self.land.at(name))
        return {
            k: (sum(x for x, _ in p) / len(p), sum(y for _, y in p) / len(p))
            for k, p in touching.items()
            if len(p) < 3
        }

    def _beyond(self, key: Key) -> Point:
        """A little outside the map, so that a river runs off it."""
        (x, y), (cx, cy) = self.land.corner(key), self.rim[key]
        far = self.land.side / (math.dist((x, y), (cx, cy)) or 1.0)
        return (x + (x - cx) * far, y + (y - cy) * far)

    def _off(self, name: str) -> Point | None:
        """For a hex on the border: a point outside, for a road to run to."""
        x, y = self.land.at(name)
        out = [self.land.corner(k) for k in self.land.data.corner_keys(name) if k in self.rim]
        if not out or name in self.land.data.feature:
            return None
        dx, dy = sum(p[0] - x for p in out), sum(p[1] - y for p in out)
        far = 1.6 * self.land.side / (math.hypot(dx, dy) or 1.0)
        return (x + dx * far, y + dy * far)

    # -- rivers

    def _courses(self) -> list[tuple[str, list[Key], dict[tuple[Key, Key], str]]]:
        """Each river as one or more chains of corners, with the kind of every side."""
        groups: dict[str, list[Side]] = {}
        for side in self.land.data.sides:
            if side.kind in self.land.style["border"]:
                continue
            groups.setdefault(side.name or side.kind, []).append(side)
        out = []
        for name in groups:
            kinds: dict[tuple[Key, Key], str] = {}
            links: dict[Key, list[Key]] = {}
            for side in groups[name]:
                a, b = self.land.data.shared(side.a, side.b)
                kinds[(a, b)] = kinds[(b, a)] = side.kind
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
            out += [(name, chain, kinds) for chain in _chains(links)]
        return out

    def rivers(self) -> list[str]:
        """Ribbons that widen from the source and change width gradually where the class changes."""
        degree: dict[Key, int] = {}
        for _, chain, _ in self.river_courses:
            for a, b in pairwise(chain):
                degree[a] = degree.get(a, 0) + 1
                degree[b] = degree.get(b, 0) + 1
        under, over = [], []
        courses = sorted(self.river_courses, key=lambda c: "major" in c[2].values())
        for _, chain, kinds in courses:
            pinned = [i for i, k in enumerate(chain) if degree[k] > 2]
            nodes = [self.land.corner(k) for k in chain]
            if chain[-1] in self.rim:
                nodes.append(self._beyond(chain[-1]))
            if chain[0] in self.rim:
                nodes.insert(0, self._beyond(chain[0]))
                pinned = [i + 1 for i in pinned]
            points = curve(nodes, pinned, steps=4)
            free = [degree[k] == 1 and k not in self.rim for k in (chain[0], chain[-1])]
            widths, look = self._widths(chain, kinds, points, free)
            fat = _ribbon(points, [w + 2.2 for w in widths])
            under.append(f'<path d="{fat}" fill="{look["edge"]}"/>')
            over.append(f'<path d="{_ribbon(points, widths)}" fill="{look["fill"]}"/>')
        return under + over

    def _widths(
        self, chain: list[Key], kinds: Mapping[tuple[Key, Key], str], points: Sequence[Point], free: Sequence[bool]
    ) -> tuple[list[float], Style]:
        rivers = self.land.style["river"]
        middles = []
        for a, b in pairwise(chain):
            p, q = self.land.corner(a), self.land.corner(b)
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
        for p, q in pairwise(points):
            along.append(along[-1] + math.dist(p, q))
        run = 4.5 * self.land.side
        for i, d in enumerate(along):
            if free[0]:
                smooth[i] *= min(1.0, 0.25 + 0.75 * d / run)
            if free[1]:
                smooth[i] *= min(1.0, 0.25 + 0.75 * (along[-1] - d) / run)
        best = "major" if "major" in kinds.values() else next(iter(kinds.values()))
        return smooth, rivers[best]

    def borders(self, *kinds: str) -> list[str]:
        """Lines along hexsides other than rivers: closed hexsides, the start line, the edge of a play area."""
        out = []
        for kind in kinds:
            look = self.land.style["border"][kind]
            if look.get("lens"):
                out += self._lenses(kind, look)
                continue
            sides = [self.land.data.shared(s.a, s.b) for s in self.land.data.sides if s.kind == kind]
            if sides:
                d = "".join(path([self.land.corner(k) for k in side]) for side in sides)
                dash = f' stroke-dasharray="{look["dash"]}"' if "dash" in look else ""
                out.append(
                    f'<path d="{d}" fill="none" stroke="{look["stroke"]}" stroke-width="{look["width"]}" '
                    f'stroke-linecap="round" opacity="{look["opacity"]}"{dash}/>'
                )
        return out

    def _lenses(self, kind: str, look: Style) -> list[str]:
        """Water that lies along hexsides: widest in the middle of each stretch."""
        out = []
        links: dict[Key, list[Key]] = {}
        for side in self.land.data.sides:
            if side.kind == kind:
                a, b = self.land.data.shared(side.a, side.b)
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
        for chain in _chains(links):
            nodes = [self.land.corner(k) for k in chain]
            middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(nodes)]
            points = _dense([nodes[0], *middles, nodes[-1]], 6)
            last = len(points) - 1
            widths = [3.0 + look["lens"] * self.land.side * math.sin(math.pi * i / last) for i in range(last + 1)]
            out.append(f'<path d="{_ribbon(points, [w + 2.4 for w in widths])}" fill="{look["stroke"]}"/>')
            out.append(f'<path d="{_ribbon(points, widths)}" fill="{look["fill"]}"/>')
        return out

    # -- roads

    def _aside(self, line: Line, name: str) -> Point:
        """Where a line passes through a hex: a railway avoids the centre, except in towns."""
        x, y = self.land.at(name)
        off = (
            0.0
            if name in self.land.data.feature
            else self.land.side * self.land.style["road"][rank(line)].get("off", 0.0)
        )
        return (x + off, y + off)

    def roads(self) -> list[str]:
        """Casings first, then cores, so that crossings open; bridges where a road meets a river."""
        looks = self.land.style["road"]
        ends = {h for line in self.land.data.lines for h in (line.hexes[0], line.hexes[-1])}
        firm = ends | set(self.land.data.feature) | {s.hex for s in self.land.data.of_kind("village")}
        drawn = []
        for line in sorted(self.land.data.lines, key=rank):
            nodes = [self._aside(line, h) for h in line.hexes]
            pinned = [i for i, h in enumerate(line.hexes) if h in firm]
            beyond = self._off(line.hexes[-1])
            if beyond is not None:
                nodes.append(beyond)
            beyond = self._off(line.hexes[0])
            if beyond is not None:
                nodes.insert(0, beyond)
                pinned = [i + 1 for i in pinned]
            points = curve(nodes, pinned)
            drawn.append((path(points), looks[rank(line)]))
        round_, flat = 'fill="none" stroke-linecap="round" stroke-linejoin="round"', 'fill="none"'
        out = [
            f'<path d="{d}" {round_} stroke="{k["edge"]}" stroke-width="{k["width"] + 2.6}"/>'
            for d, k in reversed(drawn)
        ]
        out += self._bridges()
        out += [
            f'<path d="{d}" {round_ if "dash" not in k else flat} stroke="{k["core"]}" stroke-width="{k["width"]}"'
            + (f' stroke-dasharray="{k["dash"]}"/>' if "dash" in k else "/>")
            for d, k in reversed(drawn)
        ]
        return out

    def _bridges(self) -> list[str]:
        looks = self.land.style["border"]
        rivers = {frozenset((s.a, s.b)): s.kind for s in self.land.data.sides if s.kind not in looks}
        out = []
        for line in self.land.data.lines:
            for a, b in pairwise(line.hexes):
                kind = rivers.get(frozenset((a, b)))
                if kind is None:
                    continue
                p, q = self._aside(line, a), self._aside(line, b)
                x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
                turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
                half = self.land.style["river"][kind]["width"] / 2 + 4.5
                off = self.land.style["road"][rank(line)]["width"] / 2 + 3.2
                d = "".join(
                    f"M{-half - 3:.1f} {sign * (off + 3):.1f}L{-half:.1f} {sign * off:.1f}H{half:.1f}"
                    f"L{half + 3:.1f} {sign * (off + 3):.1f}"
                    for sign in (-1, 1)
                )
                out.append(
                    f'<path d="{d}" transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})" fill="none" '
                    f'stroke="{self.land.style["paper"]["ink"]}" stroke-width="2.1"/>'
                )
        return out


def rank(line: Line) -> str:
    """How a road is drawn: by its class, or by its name where the class is not known; a railway is a railway."""
    if line.kind == "rail":
        return "rail"
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


def _dense(nodes: Sequence[Point], steps: int) -> list[Point]:
    """The same line with more points on it."""
    out = [nodes[0]]
    for a, b in pairwise(nodes):
        out += [(a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps) for i in range(1, steps + 1)]
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
