"""Reading the geography folder (towns, roads, rivers, terrain) and the hand-made tables of a game."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any


def table(path: Path) -> list[dict[str, str]]:
    """A CSV file whose lines starting with # are comments."""
    with path.open(encoding="utf-8", newline="") as f:
        lines = [line for line in f if not line.startswith("#")]
    return [{k: (v or "").strip() for k, v in row.items()} for row in csv.DictReader(lines)]


class Geography:
    """The theatre as data; only what falls on a hex is copied into the frozen files."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "towns.csv").exists():
            raise SystemExit(f"{folder} holds no towns.csv: give the geography folder with --geo")
        self.folder = folder
        self.towns: dict[str, tuple[float, float]] = {
            row["name_1941"]: (float(row["lon"]), float(row["lat"])) for row in table(folder / "towns.csv")
        }
        self.roads: dict[str, list[str]] = {
            row["id"]: [t.strip() for t in row["towns"].split(";")] for row in table(folder / "roads.csv")
        }

    def ways(self, name: str) -> list[dict[str, str]]:
        """The rows of railways.csv or roads.csv."""
        return table(self.folder / f"{name}.csv")

    def countries(self) -> list[tuple[str, list[Any]]]:
        """The holders of the land on 22 June 1941, with their polygons."""
        out = []
        for f in self._features("borders.geojson"):
            if f["properties"]["layer"] == "countries_1941":
                g = f["geometry"]
                polygons = g["coordinates"] if g["type"] == "MultiPolygon" else [g["coordinates"]]
                out.append((f["properties"]["name"], polygons))
        return out

    def _features(self, name: str) -> list[dict[str, Any]]:
        with (self.folder / name).open(encoding="utf-8") as f:
            features: list[dict[str, Any]] = json.load(f)["features"]
        return features

    def rivers(self) -> dict[str, list[list[list[float]]]]:
        """Name to polylines, each from source to mouth."""
        out = {}
        for f in self._features("rivers.geojson"):
            g = f["geometry"]
            parts = g["coordinates"] if g["type"] == "MultiLineString" else [g["coordinates"]]
            out[f["properties"]["name"]] = parts
        return out

    def parents(self) -> dict[str, str]:
        """River to the river it flows into."""
        return {f["properties"]["name"]: f["properties"]["flows_into"] for f in self._features("rivers.geojson")}

    def terrain(self) -> list[tuple[str, str, int, list[Any]]]:
        """Kind, name, strength and polygons (rings of longitude and latitude)."""
        out = []
        for f in self._features("terrain.geojson"):
            g, p = f["geometry"], f["properties"]
            polygons = g["coordinates"] if g["type"] == "MultiPolygon" else [g["coordinates"]]
            out.append((p["kind"], p["name"], int(p["strength"]), polygons))
        return out

    def water(self) -> list[tuple[str, list[Any]]]:
        """Kind (sea, estuary, lagoon, lake) and polygon, each a list of rings."""
        out = []
        for f in self._features("water.geojson"):
            g = f["geometry"]
            polygons = g["coordinates"] if g["type"] == "MultiPolygon" else [g["coordinates"]]
            out += [(f["properties"]["kind"], polygon) for polygon in polygons]
        return out
