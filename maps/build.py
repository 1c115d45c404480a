"""Rebuild the frozen map data of a game: python maps/build.py --geo DIR [--game NAME] [--check] [--report]."""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from pathlib import Path

from shapely.geometry import LineString

from workshop.fit import Anchor, Fit
from workshop.freeze import frozen_files
from workshop.geography import Geography, table
from workshop.ground import Ground, Patch
from workshop.lattice import Lattice, Point
from workshop.ledger import LedgerWorkshop
from workshop.outlines import AreaWorkshop
from workshop.rivers import River, Snapper
from workshop.roads import Router, without_repeats
from workshop.tables import TableWorkshop
from workshop.theatre import TheatreWorkshop

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent / "src" / "ostfront" / "games"
COMPASS = {n: math.radians(90 - 45 * i) for i, n in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}


class Workshop:
    """One game's map, from its hand-made tables and the geography."""

    def __init__(self, folder: Path, geography: Geography) -> None:
        self.folder = folder
        self.geography = geography
        with (folder / "map.toml").open("rb") as f:
            self.plan = tomllib.load(f)
        self.lattice = Lattice(self.plan["grid"])
        anchors = [
            Anchor(r["name"], r["hex"], float(r["lon"]), float(r["lat"]), r["kind"], r["source"])
            for r in table(folder / "anchors.csv")
        ]
        self.fit = Fit(self.lattice, self.plan["fit"]["projection"], anchors)
        self.towns = self._towns()
        self.rivers = self._rivers()
        self.ground, self.roads = self._ground_and_roads()
        self.feature = {t["hex"]: t["class"] for t in self.towns if t["class"] in ("city", "town")}
        self.sites = self._sites()
        self._override()

    def place(self, name: str) -> Point:
        """A town, or a printed hex number, on the lattice."""
        if name in self.lattice.key:
            return self.lattice.centre(name)
        for row in table(self.folder / "towns.csv"):
            if row["town"] == name and row["lon"]:
                return self.fit.point(float(row["lon"]), float(row["lat"]))
        return self.fit.point(*self.geography.towns[name])

    def hex_of(self, name: str) -> str:
        """The hex of a town of the game's table, of any gazetteer town, or a printed number."""
        if name in self.lattice.key:
            return name
        for town in self.towns:
            if name in (town["town"], town["name"]):
                return town["hex"]
        return self.lattice.at(self.place(name))

    def _towns(self) -> list[dict[str, str]]:
        out = []
        for row in table(self.folder / "towns.csv"):
            hex_ = row["hex"] or self.lattice.at(self.place(row["town"]))
            if not hex_:
                raise SystemExit(f"{row['town']} is off the sheet at {self.place(row['town'])}")
            out.append({**row, "name": row["name"] or row["town"], "hex": hex_})
        return out

    def _rivers(self) -> Snapper:
        lines, parents = self.geography.rivers(), self.geography.parents()
        banks: dict[str, dict[str, tuple[float, float]]] = {}
        for row in table(self.folder / "banks.csv"):
            angle = COMPASS[row["lies"]]
            banks.setdefault(row["river"], {})[self.hex_of(row["town"])] = (math.cos(angle), math.sin(angle))
        snapper = Snapper(self.lattice)
        for row in table(self.folder / "rivers.csv"):
            name = row["river"]
            course = max((self.fit.points(part) for part in lines[name]), key=len)
            snapper.lay(
                River(
                    name,
                    LineString(course),
                    row["class"],
                    self.place(row["minor_above"]) if row["minor_above"] else None,
                    self.place(row["from"]) if row["from"] else None,
                    parents[name],
                    banks.get(name, {}),
                )
            )
        return snapper

    def _ground_and_roads(self) -> tuple[dict[str, str], list[tuple[str, list[str]]]]:
        patches = [
            Patch(r["kind"], *(float(r[k]) for k in ("lon", "lat", "long_km", "short_km", "turn")))
            for r in table(self.folder / "patches.csv")
        ]
        ground = Ground(self.fit, self.geography, patches)
        settings = self.plan["ground"]
        towns = {t["hex"]: 2.0 for t in self.towns if t["class"] in ("city", "town")}
        first = ground.terrain(settings, towns)
        router = Router(self.lattice, {(a, b): kind for a, b, kind, _ in self.rivers.rows()}, first)
        chains: dict[str, list[str]] = {}
        rows = table(self.folder / "roads.csv")
        for row in rows:
            stops = [self.hex_of(t.strip()) for t in row["stops"].split(";")]
            if "" in stops:
                raise SystemExit(f"road {row['id']} leaves the sheet: {row['stops']} is {stops}")
            chains[row["id"]] = router.chain(stops)
        self.road_class = {}
        laid = without_repeats(chains)
        for name, _ in laid:
            row = max((r for r in rows if name.startswith(r["id"])), key=lambda r: len(r["id"]))
            self.road_class[name] = row["class"]
        cleared = {h: settings["along_roads"] for chain in chains.values() for h in chain} | towns
        return ground.terrain(settings, cleared), laid

    def _sites(self) -> list[dict[str, str]]:
        out = []
        for t in self.towns:
            note = "; ".join(x for x in (f"also {t['aka']}" if t["aka"] else "", t["note"]) if x)
            where = "GeoNames" if t["town"] in self.geography.towns else "hand"
            source = f"{where}, hex set by hand" if self._moved(t) else where
            out.append({**dict.fromkeys(("value",), ""), "name": t["name"], "hex": t["hex"], "kind": t["class"],
                        "source": source, "note": note})  # fmt: skip
        for row in table(self.folder / "sites.csv"):
            places = [place.strip() for place in row["where"].split(";")]
            out += [{**row, "name": row["name"] or place, "hex": self.hex_of(place)} for place in places]
        for row in out:
            if row["kind"] == "moscow":
                self.feature[row["hex"]] = "moscow"
        return out

    def _moved(self, town: dict[str, str]) -> bool:
        return self.lattice.at(self.place(town["town"])) != town["hex"]

    def _override(self) -> None:
        for row in table(self.folder / "overrides.csv"):
            if not row["reason"]:
                raise SystemExit(f"override of {row['hexes']} cites nothing")
            for hex_ in row["hexes"].split():
                if row["field"] == "terrain":
                    self.ground[hex_] = row["value"]
                elif row["field"] == "feature":
                    self.feature[hex_] = row["value"]
                elif row["field"] == "hexside":
                    a, b = sorted(hex_.split("/"))
                    side = next(s for s, pair in self.rivers.sides.items() if pair == (a, b))
                    if row["value"]:
                        self.rivers.kind[side] = row["value"]
                    else:
                        del self.rivers.kind[side]
                else:
                    raise SystemExit(f"override of an unknown field {row['field']!r}")
        for site in self.sites:
            if site["kind"] == "pocket":
                self.ground[site["hex"]] = "pocket"

    def report(self) -> str:
        """Scale, rotation and residuals, for docs/maps."""
        lines = [f"{self.fit.km_per_hex:.2f} km/hex, rotation {self.fit.rotation:+.2f} degrees"]
        for a, p, d in self.fit.residuals():
            lines.append(
                f"{a.kind:5s} {a.name:28s} {a.hex} falls in {self.lattice.at(p) or 'off'} residual {d:.2f} hex"
            )
        for t in self.towns:
            p = self.place(t["town"])
            if self._moved(t):
                lines.append(f"moved {t['name']:28s} {t['hex']} from {self.lattice.at(p)}")
        return "\n".join(lines)


def made(folder: Path, geography: Geography) -> tuple[dict[str, str], str]:
    """The frozen files of a map and its report; the plan says of which of the five kinds it is."""
    plan = tomllib.loads((folder / "map.toml").read_text(encoding="utf-8"))
    if plan.get("kind") == "tables":
        tables = TableWorkshop(folder)
        return tables.frozen_files(), tables.report()
    if plan.get("kind") == "ledger":
        ledger = LedgerWorkshop(folder)
        return ledger.frozen_files(), ledger.report()
    if plan.get("kind") == "areas":
        areas = AreaWorkshop(folder, geography)
        return areas.frozen_files(), areas.report()
    if plan.get("kind") == "sheets":
        theatre = TheatreWorkshop(folder, geography)
        return theatre.frozen_files(), theatre.report()
    hexes = Workshop(folder, geography)
    return frozen_files(hexes), hexes.report()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Rebuild the frozen map data of the games.")
    parser.add_argument("--geo", type=Path, required=True, help="folder with the geography layers")
    parser.add_argument("--game", help="only this game, such as victory-denied")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    parser.add_argument("--report", action="store_true", help="print the fit and its residuals")
    args = parser.parse_args(argv)
    geography = Geography(args.geo)
    stale = []
    for plan in sorted(HERE.glob("*/map.toml")):
        folder = plan.parent
        if args.game and folder.name != args.game.replace("-", "_"):
            continue
        files, report = made(folder, geography)
        if args.report:
            print(report)
        target = GAMES / folder.name / "data" / "map"
        for name, text in files.items():
            path = target / name
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(str(path.relative_to(HERE.parent)))
            if not args.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    print("\n".join(f"{'would change' if args.check else 'written'}: {s}" for s in stale) or "all files up to date")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
