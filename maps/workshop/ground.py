"""Terrain per hex: the share of sample points in forest, marsh and hill outlines, then a little noise.

The outlines are large; the noise and the clearings along roads break them into clumps of plausible size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from workshop.fit import Fit
from workshop.geography import Geography
from workshop.lattice import Lattice

WEIGHT = {
    ("heavy_forest", 3): 1.0,
    ("heavy_forest", 2): 0.88,
    ("heavy_forest", 1): 0.7,
    ("light_forest", 3): 0.76,
    ("light_forest", 2): 0.64,
    ("light_forest", 1): 0.48,
}


@dataclass(frozen=True)
class Patch:
    """A hand-made ellipse of ground: kind, centre, half axes and the turn of the long one."""

    kind: str
    lon: float
    lat: float
    long_km: float
    short_km: float
    turn: float


class Samples:
    """A fixed pattern of points in every hex."""

    def __init__(self, lattice: Lattice) -> None:
        self.hexes = lattice.hexes
        offsets = [(0.0, 0.0)]
        for ring, n in ((0.18, 6), (0.34, 12), (0.46, 18)):
            offsets += [
                (ring * math.cos(2 * math.pi * i / n), ring * math.sin(2 * math.pi * i / n)) for i in range(n)
            ]
        self.each = len(offsets)
        centres = np.array([lattice.centre(h) for h in self.hexes])
        self.points = (centres[:, None, :] + np.array(offsets)[None, :, :]).reshape(-1, 2)

    def inside(self, polygon: Any) -> Any:
        """Which points lie in a polygon."""
        shapely.prepare(polygon)
        return shapely.contains_xy(polygon, self.points[:, 0], self.points[:, 1])

    def share(self, values: Any) -> dict[str, float]:
        """The mean over each hex."""
        means = values.reshape(-1, self.each).mean(axis=1).round(4)
        return {h: float(m) for h, m in zip(self.hexes, means, strict=True)}


def polygons(fit: Fit, rings: Iterable[Any]) -> Any:
    """Rings of longitude and latitude as one shape on the lattice."""
    return shapely.union_all([shapely.make_valid(shapely.Polygon(fit.points(r[0]))) for r in rings])


def ellipse(fit: Fit, patch: Patch) -> Any:
    """A patch as a polygon on the lattice."""
    out = []
    x, y = fit.point(patch.lon, patch.lat)
    turn = math.radians(patch.turn + fit.rotation)
    for i in range(48):
        a = 2 * math.pi * i / 48
        u = patch.long_km / fit.km_per_hex * math.cos(a)
        v = patch.short_km / fit.km_per_hex * math.sin(a)
        out.append((x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)))
    return shapely.Polygon(out)


def noise(x: float, y: float, seed: int) -> float:
    """Smooth, between -1 and 1, the same on every machine."""

    def lattice_value(i: int, j: int) -> float:
        n = (i * 374761393 + j * 668265263 + seed * 2147483647) & 0xFFFFFFFF
        n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
        return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1

    i, j = math.floor(x), math.floor(y)
    fx, fy = x - i, y - j
    sx, sy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = lattice_value(i, j) * (1 - sx) + lattice_value(i + 1, j) * sx
    low = lattice_value(i, j + 1) * (1 - sx) + lattice_value(i + 1, j + 1) * sx
    return top * (1 - sy) + low * sy


class Ground:
    """Scores per hex, before the game's own rules turn them into terrain."""

    def __init__(self, fit: Fit, geography: Geography, patches: Iterable[Patch]) -> None:
        self.lattice = fit.lattice
        samples = Samples(fit.lattice)
        n = len(samples.points)
        layers = {kind: np.zeros(n) for kind in ("woods", "swamp", "hills", "open")}
        for kind, _, strength, rings in geography.terrain():
            weight = WEIGHT.get((kind, strength))
            if weight is not None:
                shape = polygons(fit, rings)
                layers["woods"] = np.maximum(layers["woods"], weight * samples.inside(shape))
            elif kind == "marsh" and strength >= 2:
                layers["swamp"] = np.maximum(layers["swamp"], samples.inside(polygons(fit, rings)))
        for patch in patches:
            layers[patch.kind] = np.maximum(layers[patch.kind], samples.inside(ellipse(fit, patch)))
        self.score = {kind: samples.share(values) for kind, values in layers.items()}

    def terrain(self, settings: Mapping[str, Any], cleared: Mapping[str, float]) -> dict[str, str]:
        """Terrain of every hex; `cleared` reduces the woods score of towns and road hexes."""
        out: dict[str, str] = {}
        woods: dict[str, float] = {}
        for h in self.lattice.hexes:
            x, y = self.lattice.centre(h)
            wave = 0.6 * noise(x / 2.6, y / 2.6, settings["seed"]) + 0.4 * noise(
                x / 1.3, y / 1.3, settings["seed"] + 7
            )
            value = self.score["woods"][h] + settings["noise"] * wave
            value -= settings["open"] * self.score["open"][h] + cleared.get(h, 0.0)
            woods[h] = round(value, 4)
        smooth = {h: self._smooth(h, woods) for h in self.lattice.hexes}
        for h in self.lattice.hexes:
            if self.score["swamp"][h] >= settings["swamp"] and cleared.get(h, 0.0) < 1:
                out[h] = "swamp"
            elif self.score["hills"][h] >= settings["hills"]:
                out[h] = "hills"
            elif smooth[h] >= settings["woods"]:
                out[h] = "woods"
            else:
                out[h] = "clear"
        self._tidy(out, cleared)
        return out

    def _smooth(self, h: str, value: Mapping[str, float]) -> float:
        around = [value[n] for n in self.lattice.neighbours(h)]
        return round(0.7 * value[h] + 0.3 * sum(around) / len(around), 4)

    def _tidy(self, terrain: dict[str, str], cleared: Mapping[str, float]) -> None:
        """A lone woods hex far from any other becomes clear, a lone clear hex inside a forest becomes woods."""
        for h in self.lattice.hexes:
            around = [terrain[n] for n in self.lattice.neighbours(h)]
            if terrain[h] == "woods" and "woods" not in around:
                terrain[h] = "clear"
            elif terrain[h] == "clear" and around.count("woods") == 6 and cleared.get(h, 0.0) < 1:
                terrain[h] = "woods"
