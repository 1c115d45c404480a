"""Sea and lakes on the lattice: hexes that are mostly water, and hexsides that run through water."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import shapely

from workshop.fit import Fit
from workshop.geography import Geography
from workshop.ground import Samples, polygons

SALT = ("sea", "estuary", "lagoon")


class Waters:
    """Shares of salt and fresh water, and of the countries, in every hex."""

    def __init__(self, fit: Fit, geography: Geography, samples: Samples) -> None:
        self.lattice = fit.lattice
        shapes: dict[str, list[Any]] = {"sea": [], "lake": []}
        board = shapely.box(*_bounds(samples.points))
        for kind, rings in geography.water():
            shape = polygons(fit, [rings])
            holes = [shapely.make_valid(shapely.Polygon(fit.points(r))) for r in rings[1:]]
            if holes:
                shape = shapely.difference(shape, shapely.union_all(holes))
            shape = shapely.intersection(shape, board)
            if not shape.is_empty:
                shapes["sea" if kind in SALT else "lake"].append(shape)
        self.shape = {kind: shapely.union_all(parts) for kind, parts in shapes.items()}
        self.all = shapely.union_all(list(self.shape.values()))
        self.share = {kind: samples.share(samples.inside(shape).astype(float)) for kind, shape in self.shape.items()}

    def hexes(self, enough: float, dry: Collection[str]) -> dict[str, str]:
        """Hexes of water and their kind; `dry` ones are land whatever their share."""
        out = {}
        for h in self.lattice.hexes:
            sea, lake = self.share["sea"][h], self.share["lake"][h]
            if h not in dry and sea + lake >= enough:
                out[h] = "sea" if sea >= lake else "lake"
        return out

    def wet_sides(self, water: Mapping[str, str], enough: float) -> list[tuple[str, str]]:
        """Hexsides between two land hexes that run through water over most of their length."""
        shapely.prepare(self.all)
        out = []
        for (a, b), (one, other) in sorted(self.lattice.sides().items()):
            if one in water or other in water:
                continue
            p, q = self.lattice.point(a), self.lattice.point(b)
            spots = np.array([[p[i] + (q[i] - p[i]) * k / 20 for i in (0, 1)] for k in range(21)])
            if shapely.contains_xy(self.all, spots[:, 0], spots[:, 1]).mean() >= enough:
                out.append((one, other))
        return out


def holders(fit: Fit, geography: Geography, samples: Samples, sides: Mapping[str, str]) -> dict[str, str]:
    """The side that holds most of the land of each hex; `sides` names the side of each country."""
    votes: dict[str, Any] = {side: np.zeros(len(samples.points)) for side in set(sides.values())}
    for name, rings in geography.countries():
        if name in sides:
            shape = polygons(fit, rings)
            votes[sides[name]] = np.maximum(votes[sides[name]], samples.inside(shape))
    shares = {side: samples.share(values) for side, values in sorted(votes.items())}
    out = {}
    for h in fit.lattice.hexes:
        best = max(shares, key=lambda side: (shares[side][h], side))
        out[h] = best if shares[best][h] > 0 else ""
    return out


def _bounds(points: Any) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return (float(x0) - 2, float(y0) - 2, float(x1) + 2, float(y1) + 2)
