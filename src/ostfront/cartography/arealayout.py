"""Where things are on a drawn area map: what a table needs to place its pieces on the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ostfront.cartography.areaframe import Surround
from ostfront.cartography.areamap import AreaData
from ostfront.cartography.areanames import Box, Marks
from ostfront.cartography.mapdata import Point

PRINTED = 12.0  # anything as important as a name should stay readable


class Spot(NamedTuple):
    """A place: its middle, its outline, and the print in it that should not be covered."""

    x: float
    y: float
    outline: tuple[Point, ...]
    clear: tuple[Box, ...] = ()


class Layout(NamedTuple):
    """In units of the picture."""

    width: float
    height: float
    spots: dict[str, Spot]


def layout(data: AreaData, look: Mapping[str, Any], marks: Marks, around: Surround) -> Layout:
    """Of a map whose names have been set."""
    margin, head, foot = (float(look[k]) for k in ("margin", "head", "foot"))
    printed = [box for box, weight in marks.taken if weight >= PRINTED]

    def at(p: Point) -> Point:
        return (round(p[0] + margin, 1), round(p[1] + head, 1))

    def moved(box: Box) -> Box:
        return (*at((box[0], box[1])), *at((box[2], box[3])))

    spots: dict[str, Spot] = {}
    for area in data.areas:
        rim = data.soft_ring(data.rings[area][0])
        xs, ys = zip(*rim, strict=True)
        bounds = (min(xs), min(ys), max(xs), max(ys))
        near = tuple(moved(box) for box in printed if _meet(box, bounds))
        spots[area] = Spot(*at(data.spot(area)), tuple(at(p) for p in rim), near)
    boxes = around.boxes()
    fleets = marks.fleet_box()
    if fleets is not None:
        boxes["fleet-staging"] = fleets
    for name, (left, top, right, bottom) in boxes.items():
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        spots[name] = Spot(*at(((left + right) / 2, (top + bottom) / 2)), tuple(at(p) for p in corners))
    for label in data.labels:
        spots[label.text.lower().replace(" ", "-")] = Spot(*at((label.at[0], label.at[1] + label.size)), ())
    return Layout(data.width + 2 * margin, data.height + margin + head + foot, spots)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]
