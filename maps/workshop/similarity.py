"""From the ground to a lattice by turning, scaling and moving: a conformal conic fitted to anchors."""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence
from typing import Any

from workshop.lattice import Lattice

EARTH_KM = 6371.0


class Similarity:
    """Least squares over anchors; each residual counts times the anchor's weight."""

    def __init__(self, lattice: Lattice, plan: Mapping[str, Any], anchors: Sequence[Mapping[str, str]]) -> None:
        self.lattice = lattice
        self.plan = plan
        self.anchors = anchors
        known = [(float(a["weight"]) ** 2, self.ground(a), self.middle(a["hex"])) for a in anchors]
        total = sum(w for w, _, _ in known)
        ground, paper = sum(w * g for w, g, _ in known) / total, sum(w * p for w, _, p in known) / total
        scale = sum(w * (g - ground).conjugate() * (p - paper) for w, g, p in known)
        self.scale = scale / sum(w * abs(g - ground) ** 2 for w, g, _ in known)
        self.shift = paper - self.scale * ground

    @property
    def km_per_hex(self) -> float:
        """Between the middles of adjacent hexes."""
        return 1 / abs(self.scale)

    @property
    def turned(self) -> float:
        """Degrees from the sheet's right hand to geographic east, counterclockwise."""
        return math.degrees(cmath.phase(self.scale))

    def point(self, place: Mapping[str, str]) -> complex:
        """Where a longitude and latitude lie on the lattice."""
        return self.ground(place) * self.scale + self.shift

    def residual(self, anchor: Mapping[str, str]) -> float:
        """How far an anchor lies from its hexes, in hexes."""
        return abs(self.point(anchor) - self.middle(anchor["hex"]))

    def ground(self, place: Mapping[str, str]) -> complex:
        """Kilometres east and north of the origin, on a conformal conic of the sphere."""
        south, north = (math.radians(p) for p in self.plan["parallels"])
        lon, lat = math.radians(float(place["lon"]) - self.plan["origin"][0]), math.radians(float(place["lat"]))
        cone = math.log(math.cos(south) / math.cos(north)) / math.log(_tan(north) / _tan(south))
        reach = EARTH_KM * math.cos(south) * _tan(south) ** cone / cone
        middle = reach / _tan(math.radians(self.plan["origin"][1])) ** cone
        here = reach / _tan(lat) ** cone
        return complex(here * math.sin(cone * lon), middle - here * math.cos(cone * lon))

    def middle(self, hexes: str) -> complex:
        """The point in the middle of some hexes."""
        centres = [complex(*self.lattice.centre(h)) for h in hexes.split()]
        return sum(centres, 0j) / len(centres)


def _tan(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)
