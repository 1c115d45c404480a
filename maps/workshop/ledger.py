"""A hex map whose ledger lists every fact of every hex: checks it, adds lines between unlike hexes, and sites."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workshop.freeze import csv_text, toml_text
from workshop.geography import table
from workshop.lattice import Lattice
from workshop.similarity import Similarity

WATER = ("sea", "lake")
HEX_COLUMNS = (
    "hex", "terrain", "feature", "territory", "control", "zone", "dp", "r_area", "cs", "dnepr", "coast", "sea",
    "fortified", "setup", "edge", "supply", "special", "source",
)  # fmt: skip
SITE_COLUMNS = ("name", "hex", "kind", "value", "source", "note")
AREAS = {"dp": "dp-line", "r_area": "r-line", "cs": "cs-line"}
"""Supply areas by their column, and the line around each."""
WORTH_POINTS = ("city", "oil", "industry")

Row = tuple[str, ...]


class LedgerWorkshop:
    """One game's map from its tables alone; no geography is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with (folder / "map.toml").open("rb") as f:
            self.plan: dict[str, Any] = tomllib.load(f)
        self.lattice = Lattice(self.plan["grid"])
        self.hexes = {r["hex"]: r for r in table(folder / "hexes.csv")}
        self.places = table(folder / "places.csv")
        self.water = table(folder / "hexsides.csv")
        self.fit = Similarity(self.lattice, self.plan["fit"], table(folder / "anchors.csv"))
        self.owner = {land: side for side, lands in self.plan["control"].items() for land in lands}
        self._check()

    def frozen_files(self) -> dict[str, str]:
        """File name to content."""
        note = self.plan["frozen"]
        scale = {"km_per_hex": round(self.fit.km_per_hex, 1), "turned": round(self.fit.turned, 1)}
        return {
            "map.toml": toml_text(self.plan, scale),
            "hexes.csv": csv_text(note["hexes"], HEX_COLUMNS, self._hex_rows()),
            "hexsides.csv": csv_text(note["hexsides"], ("a", "b", "kind", "river", "source"), self._sides()),
            "lines.csv": csv_text(note["lines"], ("id", "kind", "hexes", "name"), []),
            "sites.csv": csv_text(note["sites"], SITE_COLUMNS, self._sites()),
        }

    def _check(self) -> None:
        """Refuse hexes off the grid, and water that cannot be."""
        off = sorted(set(self.hexes) - set(self.lattice.hexes))
        if off:
            raise SystemExit(f"hexes.csv: {off} are not on the grid")
        for side in self.water:
            a, b = side["a"], side["b"]
            if b not in self._near(a):
                raise SystemExit(f"hexsides.csv: {a} and {b} are not adjacent")
            if not (self._land(a) and self._land(b)):
                raise SystemExit(f"hexsides.csv: {side['kind']} between {a} and {b}, one of which is water")
        for place in self.places:
            if not self._land(place["hex"]):
                raise SystemExit(f"places.csv: {place['name']} lies in the water")

    def _near(self, hex_: str) -> list[str]:
        """Adjacent hexes of the sheet, whose corners are cut off."""
        return sorted(n for n in self.lattice.neighbours(hex_) if n in self.hexes)

    def _land(self, hex_: str) -> bool:
        return self.hexes[hex_]["terrain"] not in WATER

    def _control(self, hex_: str) -> str:
        return self.owner.get(self.hexes[hex_]["territory"], "") if self._land(hex_) else ""

    def _hex_rows(self) -> list[Row]:
        feature = {p["hex"]: p["kind"] for p in self.places if p["kind"] in WORTH_POINTS}
        out = []
        for name in sorted(self.hexes):
            coast = {self.hexes[n]["sea"] for n in self._near(name)} if self._land(name) else set()
            found = {
                **self.hexes[name],
                "feature": feature.get(name, ""),
                "control": self._control(name),
                "coast": "+".join(sorted(coast - {""})),
            }
            out.append(tuple(found[k] for k in HEX_COLUMNS))
        return out

    def _sides(self) -> list[Row]:
        """Water of the table, then the lines between land hexes that differ."""
        out: list[Row] = []
        out += [tuple(r[k] for k in ("a", "b", "kind", "name", "source")) for r in self.water]
        for a in sorted(self.hexes):
            for b in self._near(a):
                if a < b and self._land(a) and self._land(b):
                    out += [(a, b, kind, "", source) for kind, source in self._lines(a, b)]
        return out

    def _lines(self, a: str, b: str) -> Iterator[tuple[str, str]]:
        """The kinds of line between two land hexes, with their sources."""
        first, second = self.hexes[a], self.hexes[b]
        if {self._control(a), self._control(b)} == {"german", "soviet"}:
            stated = first["setup"] or second["setup"]
            yield "start-line", "rulebook 3.3, 3.6" if stated else "reconstructed: frontiers of June 1941"
        elif first["territory"] != second["territory"]:
            yield "border", "reconstructed: frontiers of June 1941"
        if first["zone"] != second["zone"]:
            yield "logistics-line", "rulebook 7.15 (exists); reconstructed: between rows 21 and 22"
        for column, kind in AREAS.items():
            if first[column] != second[column]:
                yield kind, "rulebook 7.4 (hexes it names); reconstructed: course"

    def _sites(self) -> list[Row]:
        out: list[Row] = []
        out += [(p["name"], p["hex"], p["kind"], "", p["source"], p["note"]) for p in self.places]
        for kind, column in (("victory", "points"), ("port", "port")):
            out += [(p["name"], p["hex"], kind, p[column], p["source"], "") for p in self.places if p[column]]
        for kind, clause in (("hero", "rulebook 9.1"), ("fortress", "rulebook 9.2")):
            lands = self.plan["markers"][kind]
            cities = (p for p in self.places if p["kind"] == "city" and self.hexes[p["hex"]]["territory"] in lands)
            out += [(p["name"], p["hex"], kind, "", clause, "") for p in cities]
        names = {p["hex"]: p["name"] for p in self.places}
        for column, suffix, source in (
            ("supply", "-supply", "rulebook 7.3, 7.9"),
            ("fortified", "-line", "rulebook 11.21 (exist); reconstructed: hex"),
            ("special", "", "rulebook 4.11, 8.3, 8.26"),
        ):
            found = ((h, r[column]) for h, r in sorted(self.hexes.items()) if r[column])
            out += [(names.get(h, h), h, f"{side}{suffix}", "", source, "") for h, side in found]
        groups = ((h, r["setup"]) for h, r in sorted(self.hexes.items()) if r["setup"])
        out += [(label, h, "army-group", "", "rulebook 3.3", "") for h, label in groups]
        labels = table(self.folder / "labels.csv")
        where = "reconstructed: where there is room"
        return out + [(r["name"], r["hex"], r["kind"], r["size"], where, "") for r in labels]

    def report(self) -> str:
        """Scale, rotation and residuals of a plain fit; the ledger was warped locally to meet every anchor."""
        out = [f"{self.fit.km_per_hex:.2f} km/hex, rotation {self.fit.turned:+.2f} degrees"]
        out += [
            f"{a['kind']:8s} {a['name']:24s} {a['hex']} residual {self.fit.residual(a):.2f} hex"
            for a in self.fit.anchors
        ]
        return "\n".join(out)
