"""A hex map whose tables list every hex: checks them, adds what follows from them, reports the fit of its anchors."""

from __future__ import annotations

import tomllib
from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any

from workshop.freeze import csv_text, toml_text
from workshop.geography import table
from workshop.lattice import Lattice
from workshop.similarity import Similarity

WATER = ("sea", "lake")
HEX_COLUMNS = ("hex", "terrain", "country", "zone", "coast", "sea", "depth", "finnish", "name", "source")
SITE_COLUMNS = ("name", "hex", "kind", "value", "source", "note")
TOWN_SITES = {"port": "port", "base": "base", "axis-supply": "supply", "victory": "points", "entry": "entry"}
"""Kinds of sites by the column of towns.csv that says so."""


class TableWorkshop:
    """One game's map from its tables alone; no geography is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with (folder / "map.toml").open("rb") as f:
            self.plan: dict[str, Any] = tomllib.load(f)
        self.lattice = Lattice(self.plan["grid"])
        self.hexes = {r["hex"]: r for r in table(folder / "hexes.csv")}
        if sorted(self.hexes) != sorted(self.lattice.hexes):
            raise SystemExit(f"hexes.csv and the grid differ: {sorted(set(self.hexes) ^ set(self.lattice.hexes))}")
        self.towns = table(folder / "towns.csv")
        self.fit = Similarity(self.lattice, self.plan["fit"], table(folder / "anchors.csv"))
        self.sides = self._sides()
        self.chains = {r["id"]: (r["name"], r["hexes"].split()) for r in table(folder / "railways.csv")}
        self._check()

    def frozen_files(self) -> dict[str, str]:
        """File name to content."""
        note = self.plan["frozen"]
        hexes = [tuple(row[k] for k in HEX_COLUMNS) for row in self._hex_rows()]
        lines = [(name, "rail", " ".join(chain), title) for name, (title, chain) in self.chains.items()]
        scale = {"km_per_hex": round(self.fit.km_per_hex, 1), "turned": round(self.fit.turned, 1)}
        return {
            "map.toml": toml_text(self.plan, scale),
            "hexes.csv": csv_text(note["hexes"], HEX_COLUMNS, hexes),
            "hexsides.csv": csv_text(note["hexsides"], ("a", "b", "kind", "river", "source"), self.sides),
            "lines.csv": csv_text(note["lines"], ("id", "kind", "hexes", "name"), lines),
            "sites.csv": csv_text(note["sites"], SITE_COLUMNS, self._sites()),
        }

    def _sides(self) -> list[tuple[str, ...]]:
        """Water of the table, then the frontiers between hexes of two countries."""
        out: list[tuple[str, ...]] = []
        out += [
            tuple(r[k] for k in ("a", "b", "kind", "name", "source")) for r in table(self.folder / "hexsides.csv")
        ]
        home = self.plan["rules"]["home"]
        for a in sorted(self.hexes):
            for b in sorted(self.lattice.neighbours(a)):
                pair = (self.hexes[a]["country"], self.hexes[b]["country"])
                if a < b and pair[0] != pair[1] and all(pair):
                    kind = "frontier" if home in pair else "border"
                    out.append((a, b, kind, "", "reconstructed: frontiers of June 1941"))
        return out

    def _check(self) -> None:
        """Refuse hexsides and railways that cannot be."""
        for a, b, kind, *_ in self.sides:
            if b not in self.lattice.neighbours(a):
                raise SystemExit(f"hexsides.csv: {a} and {b} are not adjacent")
            if kind == "river" and any(self.hexes[h]["terrain"] in WATER for h in (a, b)):
                raise SystemExit(f"hexsides.csv: a river between {a} and {b}, one of which is water")
        for name, (_, chain) in self.chains.items():
            for a, b in pairwise(chain):
                if b not in self.lattice.neighbours(a) or self.hexes[b]["terrain"] in WATER:
                    raise SystemExit(f"railways.csv: {name} cannot go from {a} to {b}")

    def _hex_rows(self) -> list[dict[str, str]]:
        depth = self._depth()
        north, home = self.plan["rules"]["north"], self.plan["rules"]["home"]
        out = []
        for name in sorted(self.hexes):
            row = self.hexes[name]
            wet = row["terrain"] == "sea"
            coast = set() if wet else {self.hexes[n]["sea"] for n in self.lattice.neighbours(name)}
            zone = "N" if int(name[2:]) <= north else "S"
            found = {
                "zone": "" if wet else zone,
                "coast": "+".join(sorted(coast - {""})),
                "depth": str(depth[name]) if row["country"] == home else "",
            }
            out.append({**row, **found})
        return out

    def _depth(self) -> dict[str, int]:
        """Hexes from the nearest western country, its own hexes being 0."""
        depth = {h: 0 for h, row in self.hexes.items() if row["country"] in self.plan["rules"]["west"]}
        queue = deque(depth)
        while queue:
            here = queue.popleft()
            for there in self.lattice.neighbours(here):
                if there not in depth:
                    depth[there] = depth[here] + 1
                    queue.append(there)
        return depth

    def _sites(self) -> list[tuple[str, ...]]:
        out: list[tuple[str, ...]] = []
        out += [(t["name"], t["hex"], t["class"], "", t["source"], t["note"]) for t in self.towns]
        for kind, column in TOWN_SITES.items():
            for town in self.towns:
                if town[column]:
                    value = "" if town[column] == "yes" else town[column]
                    out.append((town["name"], town["hex"], kind, value, town["source"], ""))
        out += [tuple(row[k] for k in SITE_COLUMNS) for row in table(self.folder / "sites.csv")]
        return out + self._edges()

    def _edges(self) -> list[tuple[str, ...]]:
        """Railways that leave the sheet in the west and in the east."""
        names = {t["hex"]: t["name"] for t in self.towns} | {h: r["name"] for h, r in self.hexes.items() if r["name"]}
        rail = {h for _, chain in self.chains.values() for h in chain}
        first, last = (f"{c:02d}" for c in (1, self.plan["grid"]["columns"]))
        out: list[tuple[str, ...]] = []
        for kind, column, word in (("axis-edge", first, "west edge"), ("soviet-edge", last, "east edge")):
            ends = sorted(h for h in rail if h.startswith(column))
            out += [(names.get(h, word), h, kind, self.hexes[h]["country"], "rulebook 8.2", "") for h in ends]
        return out

    def report(self) -> str:
        """Scale, rotation and residuals, for docs/maps."""
        out = [f"{self.fit.km_per_hex:.2f} km/hex, rotation {self.fit.turned:+.2f} degrees"]
        out += [
            f"{a['kind']:5s} {a['name']:28s} {a['hex']} residual {self.fit.residual(a):.2f} hex"
            for a in self.fit.anchors
        ]
        for town in self.towns:
            z = self.fit.point(town)
            fallen = self.lattice.at((z.real, z.imag))
            if fallen != town["hex"]:
                out.append(f"moved {town['name']:28s} {town['hex']} from {fallen or 'off the sheet'}")
        return "\n".join(out)
