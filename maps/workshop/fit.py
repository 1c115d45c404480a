"""From longitude and latitude to the lattice: a conic projection, then a similarity through the anchors."""

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
    """A printed hex number tied to a place on the ground."""

    name: str
    hex: str
    lon: float
    lat: float
    kind: str  # hard: used by the fit; check: only compared with it
    source: str


class Fit:
    """The transform of one map."""

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
        """A place on the lattice, rounded so that later decisions do not hang on the last bit."""
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
            out.append((a, p, math.dist(p, self.lattice.centre(a.hex))))
        return out
