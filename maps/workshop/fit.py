"""From longitude and latitude to the lattice: a conic projection, then a fit through the anchors."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pyproj import Transformer

from workshop.lattice import Lattice, Point


@dataclass(frozen=True)
class Anchor:
    """A printed hex number with its real place."""

    name: str
    hex: str  # several hexes, separated by spaces, mean the point in their middle
    lon: float
    lat: float
    kind: str  # hard: used by the fit; check: only compared with it
    source: str


class Fit:
    """The transform of one map: a similarity, turned and scaled alike in both directions."""

    def __init__(self, lattice: Lattice, projection: str, anchors: Sequence[Anchor]) -> None:
        self._project = Transformer.from_crs("EPSG:4326", projection, always_xy=True)
        hard = [a for a in anchors if a.kind == "hard"]
        ground = np.array([self._ground(a.lon, a.lat) for a in hard])
        paper = np.array([complex(*lattice.centre(a.hex)) for a in hard])
        design = np.c_[ground, np.ones(len(hard))]
        solution = np.linalg.lstsq(design, paper, rcond=None)[0]
        self.scale: complex = complex(solution[0])
        self.shift: complex = complex(solution[1])
        self.lattice = lattice
        self.anchors = tuple(anchors)

    def _ground(self, lon: float, lat: float) -> complex:
        x, y = self._project.transform(lon, lat)
        return complex(x, y)

    def point(self, lon: float, lat: float) -> Point:
        """A place on the lattice, rounded so that later decisions do not depend on the last bit."""
        z = self.scale * self._ground(lon, lat) + self.shift
        return (round(z.real, 5), round(z.imag, 5))

    def points(self, coordinates: Any) -> Any:
        """Many places at once: an array of longitude and latitude to an array of points."""
        c = np.asarray(coordinates, dtype=float)
        x, y = self._project.transform(c[:, 0], c[:, 1])
        z = self.scale * (np.asarray(x) + 1j * np.asarray(y)) + self.shift
        return np.c_[z.real, z.imag].round(5)

    @property
    def km_per_hex(self) -> float:
        return 1 / abs(self.scale)

    @property
    def rotation(self) -> float:
        """Degrees by which geographic east is turned on the sheet, counterclockwise positive."""
        return math.degrees(cmath.phase(self.scale))

    def residuals(self) -> list[tuple[Anchor, Point, float]]:
        """For each anchor: where the fit puts it and how far that is from its hex, in hexes."""
        out = []
        for a in self.anchors:
            p = self.point(a.lon, a.lat)
            out.append((a, p, math.dist(p, middle(self.lattice, a))))
        return out


def middle(lattice: Lattice, anchor: Anchor) -> Point:
    """Where an anchor is on the sheet."""
    centres = [lattice.centre(h) for h in anchor.hex.split()]
    return (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))


class LocalFit(Fit):
    """An affine fit, then a correction that is exact at the hard anchors and fades within `reach` hexes."""

    def __init__(self, lattice: Lattice, projection: str, anchors: Sequence[Anchor], reach: float) -> None:
        self._project = Transformer.from_crs("EPSG:4326", projection, always_xy=True)
        self.lattice = lattice
        self.anchors = tuple(anchors)
        self.reach = reach
        hard = [a for a in anchors if a.kind == "hard"]
        x, y = self._project.transform([a.lon for a in hard], [a.lat for a in hard])
        paper = np.array([middle(lattice, a) for a in hard])
        design = np.c_[x, y, np.ones(len(hard))]
        self.matrix = np.linalg.lstsq(design, paper, rcond=None)[0]
        self.knots = design @ self.matrix
        self.pull = np.linalg.solve(self._near(self.knots), paper - self.knots)

    def _near(self, points: Any) -> Any:
        away = np.hypot(*(points[:, None, :] - self.knots[None, :, :]).transpose(2, 0, 1))
        return np.exp(-((away / self.reach) ** 2))

    def plain(self, coordinates: Any) -> Any:
        """Many places by the affine part alone."""
        c = np.asarray(coordinates, dtype=float)
        x, y = self._project.transform(c[:, 0], c[:, 1])
        return np.c_[x, y, np.ones(len(c))] @ self.matrix

    def points(self, coordinates: Any) -> Any:
        p = self.plain(coordinates)
        return (p + self._near(p) @ self.pull).round(5)

    def point(self, lon: float, lat: float) -> Point:
        x, y = self.points([(lon, lat)])[0]
        return (float(x), float(y))

    @property
    def km_per_hex(self) -> float:
        return float(1 / math.sqrt(abs(np.linalg.det(self.matrix[:2]))))

    @property
    def rotation(self) -> float:
        return math.degrees(math.atan2(self.matrix[0, 1], self.matrix[0, 0]))

    def plain_residuals(self) -> list[tuple[Anchor, float]]:
        """How far the affine part alone is from each anchor, in hexes: the honest figure."""
        return [(a, math.dist(self.plain([(a.lon, a.lat)])[0], middle(self.lattice, a))) for a in self.anchors]
