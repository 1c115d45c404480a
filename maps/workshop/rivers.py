"""Rivers along hexsides: the cheapest path on the graph of hex corners that follows the real course."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from workshop.lattice import Key, Lattice, Point

Side = tuple[Key, Key]
FAR = 1.6  # a path never strays further than this from the river, in hexes


@dataclass
class River:
    """One river of the game's table."""

    name: str
    line: LineString  # whole course on the lattice, source to mouth
    kind: str
    minor_above: Point | None = None  # upstream of this place the river is minor
    start: Point | None = None  # drawn only from here
    parent: str = ""
    banks: dict[str, tuple[float, float]] = field(default_factory=dict)  # hex -> where the river lies from it


class Snapper:
    """Places rivers one after another; later ones end on earlier ones or keep away from them."""

    def __init__(self, lattice: Lattice, water: Collection[str] = ()) -> None:
        self.lattice = lattice
        self.sides = lattice.sides()
        self.water = water
        self.shore = {k for h in water for k in lattice.corner_keys(h)}
        self.graph: dict[Key, list[Key]] = {}
        for a, b in sorted(self.sides):
            self.graph.setdefault(a, []).append(b)
            self.graph.setdefault(b, []).append(a)
        self.keys = sorted(self.graph)
        self.where = np.array([lattice.point(k) for k in self.keys])
        self.rim = {k for k in self.keys if len(self.graph[k]) < 3}
        hexes = [shapely.Polygon(lattice.corners(h)) for h in lattice.hexes]
        self.board = shapely.union_all(hexes, grid_size=1e-6)
        self.kind: dict[Side, str] = {}
        self.name: dict[Side, str] = {}
        self.paths: dict[str, list[list[Key]]] = {}
        self.used: set[Key] = set()

    def lay(self, river: River) -> None:
        """Snap one river."""
        line = river.line
        if river.start is not None:
            line = shapely.ops.substring(line, line.project(Spot(river.start)), line.length)
        cut = line.intersection(self.board.buffer(0.02))
        pieces = [g for g in getattr(cut, "geoms", [cut]) if g.geom_type == "LineString" and not g.is_empty]
        pieces = sorted(_joined(pieces), key=lambda g: line.project(Spot(g.coords[0])))
        paths = []
        for piece in pieces:
            if piece.length < 0.9:
                continue
            path = self._path(river, piece, line)
            if len(path) > 1:
                paths.append(path)
        self.paths[river.name] = paths
        self._record(river, paths)

    def _record(self, river: River, paths: list[list[Key]]) -> None:
        split = -1.0
        if river.minor_above is not None:
            split = river.line.project(Spot(river.minor_above))
        for path in paths:
            for a, b in pairwise(path):
                side = (min(a, b), max(a, b))
                middle = self._middle(a, b)
                kind = "minor" if river.line.project(Spot(middle)) < split else river.kind
                self.kind.setdefault(side, kind)
                self.name.setdefault(side, river.name)
            self.used.update(path)

    def _middle(self, a: Key, b: Key) -> Point:
        p, q = self.lattice.point(a), self.lattice.point(b)
        return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)

    def _nearest(self, p: Point, among: Iterable[Key]) -> Key:
        return min(among, key=lambda k: (round(math.dist(p, self.lattice.point(k)), 6), k))

    def _apart(self, spot: Spot, k: Key) -> float:
        return math.dist(spot.coords[0], self.lattice.point(k))

    def _path(self, river: River, piece: LineString, line: LineString) -> list[Key]:
        first, last = Spot(piece.coords[0]), Spot(piece.coords[-1])
        from_edge = line.project(first) > 0.05
        to_edge = line.project(last) < line.length - 0.05
        trunk = {k for path in self.paths.get(river.parent, []) for k in path}
        free = [
            k for k in self.keys if k not in self.used and math.dist(first.coords[0], self.lattice.point(k)) < 2.5
        ]
        lonely = [k for k in free if not any(n in self.used for n in self.graph[k])]
        starts = [k for k in free if k in self.rim] if from_edge else lonely
        if not from_edge:
            starts = [k for k in starts if k in self.shore and self._apart(first, k) < 0.9] or starts
        if to_edge:
            goals = [k for k in self.rim if k not in self.used]
        else:
            goals = [k for k in trunk if self._apart(last, k) < FAR] or (
                [] if trunk else [k for k in self.keys if k not in self.used]
            )
            if not trunk:
                goals = [k for k in goals if k in self.shore and self._apart(last, k) < FAR] or goals
        if not starts or not goals:
            raise SystemExit(f"{river.name}: no place to {'start' if not starts else 'end'} on the sheet")
        start = self._nearest(first.coords[0], starts)
        goal = self._nearest(last.coords[0], goals)
        return self._cheapest(river, piece, start, goal, trunk)

    def _cheapest(self, river: River, piece: LineString, start: Key, goal: Key, trunk: set[Key]) -> list[Key]:
        barred = self._banks(river.banks)
        shapely.prepare(piece)
        cost: dict[Key, float] = {start: 0.0}
        back: dict[Key, Key] = {}
        queue = [(0.0, start)]
        while queue:
            so_far, k = heapq.heappop(queue)
            if k == goal or (k in trunk and k != start and _close(self.lattice.point(k), piece)):
                goal = k
                break
            if so_far > cost[k]:
                continue
            for n in self.graph[k]:
                if n in self.used and n not in trunk and n != goal:
                    continue
                d = piece.distance(Spot(self._middle(k, n)))
                if d > FAR:
                    continue
                side = (min(k, n), max(k, n))
                new = round(so_far + (0.06 + 4 * d * d) * barred.get(side, 1.0), 9)
                if new < cost.get(n, math.inf):
                    cost[n] = new
                    back[n] = k
                    heapq.heappush(queue, (new, n))
        else:
            raise SystemExit(f"{river.name}: no way from {start} to {goal}")
        path = [goal]
        while path[-1] != start:
            path.append(back[path[-1]])
        return path[::-1]

    def _banks(self, banks: Mapping[str, tuple[float, float]]) -> dict[Side, float]:
        """Hexsides on the wrong bank of a riverside town cost much, those on the right bank little."""
        out: dict[Side, float] = {}
        for hex_, (dx, dy) in banks.items():
            cx, cy = self.lattice.centre(hex_)
            corners = self.lattice.corner_keys(hex_)
            for i in range(6):
                a, b = corners[i], corners[(i + 1) % 6]
                mx, my = self._middle(a, b)
                side = (min(a, b), max(a, b))
                toward = ((mx - cx) * dx + (my - cy) * dy) * 2
                factor = 60.0 if toward < -0.05 else (0.25 if toward > 0.3 else 1.0)
                out[side] = max(out.get(side, 0.0), factor) if factor > 1 else out.get(side, factor)
        return out

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Frozen hexsides: two hexes, the kind and the river's name; none along open water."""
        return sorted(
            (*self.sides[s], kind, self.name.get(s, ""))
            for s, kind in self.kind.items()
            if not any(h in self.water for h in self.sides[s])
        )


def _close(p: Point, piece: LineString) -> bool:
    """Near the last stretch of the river, so that it may join its parent here."""
    return bool(piece.project(Spot(p)) > piece.length - 2.2)


def _joined(pieces: list[LineString]) -> list[LineString]:
    """Pieces with a short gap outside the board between them become one."""
    out: list[LineString] = []
    for piece in pieces:
        if out and math.dist(out[-1].coords[-1], piece.coords[0]) < 1.2:
            out[-1] = LineString([*out[-1].coords, *piece.coords])
        else:
            out.append(piece)
    return out
