"""Area maps: outlines in, polygons in a plane, borders, places for numbers and scenery out."""

from __future__ import annotations

import csv
import io
import math
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.ops import linemerge, unary_union

from workshop.geography import Geography, table

Corner = tuple[int, int]
COLUMNS = (
    "area", "name", "colour", "city", "port", "sea", "supply", "edge", "rumania", "campaign", "river",
    "pocket", "snow",
)  # fmt: skip
PLACES = ("x", "y", "town_x", "town_y")
RIVER_GAP = 14.0  # units: a river closer than this to a river border is that border
FAR = 25.0


class AreaWorkshop:
    """One game's area map, from its hand-made tables and the geography."""

    def __init__(self, folder: Path, geography: Geography) -> None:
        self.folder = folder
        self.geography = geography
        with (folder / "map.toml").open("rb") as f:
            self.plan = tomllib.load(f)
        self.plane = Plane(self.plan["plane"])
        self.areas = table(folder / "areas.csv")
        self.rings: dict[str, list[tuple[str, list[Corner]]]] = {}
        for row in table(folder / "outlines.csv"):
            pairs = [word.split(",") for word in row["points"].split()]
            ring = without_repeats([self.plane.at(float(x), float(y)) for x, y in pairs])
            self.rings.setdefault(row["area"], []).append((row["ring"], ring))
        self.shape = {name: self._polygon(rings) for name, rings in self.rings.items()}
        self.edges = self._edges()
        self.borders = self._borders()

    def _polygon(self, rings: list[tuple[str, list[Corner]]]) -> Polygon:
        outer = next(points for kind, points in rings if kind == "outer")
        shape = Polygon(outer, [points for kind, points in rings if kind != "outer"])
        if not shape.is_valid:
            raise SystemExit(f"an outline crosses itself near {shapely.is_valid_reason(shape)}")
        return shape

    def _edges(self) -> dict[frozenset[Corner], list[str]]:
        """Each edge of a rim with the areas on its sides."""
        found: dict[frozenset[Corner], list[str]] = {}
        for name, rings in self.rings.items():
            for _, points in rings:
                for i, corner in enumerate(points):
                    found.setdefault(frozenset((points[i - 1], corner)), []).append(name)
        return found

    def _borders(self) -> list[tuple[str, str, str, str, int]]:
        order = {row["area"]: n for n, row in enumerate(self.areas)}
        length: dict[tuple[str, str], float] = {}
        for edge, names in self.edges.items():
            if len(names) == 2:
                a, b = sorted(names, key=order.__getitem__)
                length[a, b] = length.get((a, b), 0.0) + math.dist(*edge) * self.plane.km
        kinds = {(row["a"], row["b"]): (row["kind"], row["river"]) for row in table(self.folder / "rivers.csv")}
        out = []
        for pair in {**length, **kinds}:
            kind, river = kinds.get(pair, ("land", ""))
            if pair not in length and kind != "strait":
                raise SystemExit(f"rivers.csv: {pair[0]} and {pair[1]} do not touch")
            out.append((*pair, kind, river, round(length.get(pair, 0))))
        return sorted(out, key=lambda row: (order[row[0]], order[row[1]]))

    # -- where things go

    def middle(self, name: str, town: Corner | None) -> Corner:
        """A roomy spot: far from the border, not on the town, otherwise near the middle."""
        shape = self.shape[name]
        centre = shape.centroid
        left, top, right, bottom = (int(v) for v in shape.bounds)
        best: tuple[float, Corner] = (-math.inf, (0, 0))
        for x in range(left - left % 4, right, 4):
            for y in range(top - top % 4, bottom, 4):
                spot = Point(x, y)
                if shape.contains(spot):
                    room = min(shape.boundary.distance(spot), 60.0)
                    off = min(math.hypot((x - town[0]) * 0.6, y - town[1]), 34.0) if town else 0.0
                    price = round(room + 0.8 * off - 0.06 * centre.distance(spot), 6)
                    if price > best[0]:
                        best = (price, (x, y))
        return best[1]

    def placed(self) -> list[list[str]]:
        out = []
        for row in self.areas:
            town = self.plane.at(float(row["lon"]), float(row["lat"]))
            x, y = self.middle(row["area"], None if row["colour"] == "staging" else town)
            out.append([*(row[k] for k in COLUMNS), str(x), str(y), str(town[0]), str(town[1]), row["colour_source"]])
        return out

    # -- scenery

    def scenery(self) -> list[tuple[str, str, str, str]]:
        """Land out of play, and rivers where they are not the border of two areas."""
        frame = box(0, 0, *self.plane.size)
        play = unary_union(list(self.shape.values()))
        sea = unary_union([self._flat(p) for kind, p in self.geography.water() if kind != "lake"]).intersection(
            frame.buffer(50)
        )
        land = frame.buffer(20).difference(play.buffer(1)).difference(sea.buffer(4)).buffer(-6).buffer(14)
        lands = sorted(_parts(land.intersection(frame)), key=lambda p: (p.bounds, p.area))
        rows = [("land", "", "", _points(p.simplify(3).exterior.coords)) for p in lands if p.area > 4000]
        borders = MultiLineString(
            [list(edge) for edge, names in sorted(self.edges.items(), key=lambda e: sorted(e[0])) if self._wet(names)]
        )
        lines = self.geography.rivers()
        for rank in ("great", "minor"):
            for name in self.plan["scenery"][rank]:
                course = MultiLineString([[self.plane.at(x, y) for x, y, *_ in part] for part in lines[name]])
                rows += [
                    ("river", name, rank, _points(piece.coords))
                    for piece in self._pieces(course, borders, frame.intersection(unary_union([play, land])))
                ]
        return rows

    def _wet(self, names: Sequence[str]) -> bool:
        if len(names) != 2:
            return False
        return any(k == "river" for a, b, k, *_ in self.borders if {a, b} == set(names))

    def _pieces(self, course: MultiLineString, borders: MultiLineString, where: Any) -> list[LineString]:
        rest = course.intersection(where).difference(borders.buffer(RIVER_GAP))
        merged = linemerge(rest) if rest.geom_type == "MultiLineString" else rest
        out = []
        for piece in _parts(merged):
            if piece.geom_type != "LineString" or piece.length < 2 * FAR:
                continue
            points = list(piece.simplify(2.5).coords)
            for end in (0, -1):
                near = borders.interpolate(borders.project(Point(points[end]))) if borders.length else None
                if near is not None and near.distance(Point(points[end])) < RIVER_GAP + 6:
                    points.insert(0 if end == 0 else len(points), (near.x, near.y))
            out.append(LineString(points))
        return sorted(out, key=lambda p: (round(p.coords[0][0]), round(p.coords[0][1]), p.length))

    def _flat(self, polygon: Sequence[Sequence[Sequence[float]]]) -> Any:
        rings = [[self.plane.at(x, y) for x, y, *_ in ring] for ring in polygon]
        return Polygon(rings[0], rings[1:]).buffer(0)

    def report(self) -> str:
        """A summary for docs/maps."""
        kinds = [row[2] for row in self.borders]
        return f"{len(self.shape)} areas, " + ", ".join(f"{kinds.count(k)} {k}" for k in ("land", "river", "strait"))

    def frozen_files(self) -> dict[str, str]:
        """File name to content."""
        note = self.plan["frozen"]
        polygons = [(name, kind, _points(points)) for name, rings in self.rings.items() for kind, points in rings]
        return {
            "map.toml": self._toml(),
            "areas.csv": _csv(
                note["areas"], (*COLUMNS, "x", "y", "town_x", "town_y", "colour_source"), self.placed()
            ),
            "borders.csv": _csv(note["borders"], ("a", "b", "kind", "river", "km"), self.borders),
            "polygons.csv": _csv(note["polygons"], ("area", "ring", "points"), polygons),
            "scenery.csv": _csv(note["scenery"], ("kind", "name", "rank", "points"), self.scenery()),
        }

    def _toml(self) -> str:
        plan, (wide, high) = self.plan, self.plane.size
        out = ["# Made by maps/build.py: change the tables of the map workshop, not this file."]
        out += [f"{k} = {_value(plan[k])}" for k in ("title", "source", "attribution")]
        out += ["", "[plane]", f"width = {wide}", f"height = {high}", f"km_per_unit = {plan['plane']['km_per_unit']}"]
        for name, facts in plan["terrain"].items():
            out += ["", f"[terrain.{name}]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
        for label in plan["label"]:
            x, y = self.plane.at(label["lon"], label["lat"])
            facts = {"text": label["text"], "kind": label["kind"], "x": x, "y": y, "size": label["size"]}
            out += ["", "[[label]]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
        for facts in plan["box"]:
            out += ["", "[[box]]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
        return "\n".join(out) + "\n"


class Plane:
    """Mercator, in units from the north-west corner, rounded to whole ones."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.km = float(plan["km_per_unit"])
        self.scale = 6371.0 * math.cos(math.radians(plan["parallel"])) / self.km
        self.west, self.north = float(plan["west"]), _northing(float(plan["north"]))
        self.size = self.at(plan["east"], plan["south"])

    def at(self, lon: float, lat: float) -> Corner:
        return (
            round(self.scale * math.radians(lon - self.west)),
            round(self.scale * (self.north - _northing(lat))),
        )


def _northing(lat: float) -> float:
    return math.log(math.tan(math.pi / 4 + math.radians(lat) / 2))


def without_repeats(points: Iterable[Corner]) -> list[Corner]:
    out: list[Corner] = []
    for p in points:
        if not out or out[-1] != p:
            out.append(p)
    return out[:-1] if out[0] == out[-1] else out


def _parts(shape: Any) -> list[Any]:
    return [p for p in getattr(shape, "geoms", [shape]) if not p.is_empty]


def _points(points: Iterable[Sequence[float]]) -> str:
    return " ".join(f"{round(x)},{round(y)}" for x, y, *_ in points)


def _csv(source: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    for line in source.strip().splitlines():
        out.write(f"# {line.strip()}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def _value(v: object) -> str:
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").strip() + '"'
    return str(v)
