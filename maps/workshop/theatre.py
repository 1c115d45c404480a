"""A map of several joined sheets with sea, railways and a start line, from its tables and the geography."""

from __future__ import annotations

import math
import tomllib
from itertools import pairwise
from pathlib import Path

from shapely.geometry import LineString

from workshop.country import Country
from workshop.cuts import cut_files
from workshop.fit import Anchor, LocalFit
from workshop.geography import Geography, table
from workshop.ground import Patch, Samples
from workshop.lattice import Lattice, Point
from workshop.nets import chains, chosen, on_sheet
from workshop.rivers import River, Snapper
from workshop.roads import Router
from workshop.waters import Waters, holders

COMPASS = {n: math.radians(90 - 45 * i) for i, n in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}
PLACES = ("major-city", "city")
WATER = ("sea", "lake")


class TheatreWorkshop:
    """One game's sheets, joined."""

    def __init__(self, folder: Path, geography: Geography) -> None:
        self.folder = folder
        self.geography = geography
        with (folder / "map.toml").open("rb") as f:
            self.plan = tomllib.load(f)
        self.lattice = Lattice(self.plan["grid"], self.plan["sheet"])
        self.own = {r["town"]: (float(r["lon"]), float(r["lat"])) for r in table(folder / "towns.csv") if r["lon"]}
        anchors = [
            Anchor(r["name"], " ".join(self.number(h) for h in r["hex"].split()), float(r["lon"]), float(r["lat"]),
                   r["kind"], r["source"])
            for r in table(folder / "anchors.csv")
        ]  # fmt: skip
        fit = self.plan["fit"]
        self.fit = LocalFit(self.lattice, fit["projection"], anchors, fit["reach"])
        self.towns = self._towns()
        self.samples = Samples(self.lattice)
        self.waters = Waters(self.fit, geography, self.samples)
        dry = {t["hex"] for t in self.towns} | self._overridden("dry")
        self.water = self.waters.hexes(self.plan["water"]["hex"], dry)
        for kind in WATER:
            self.water |= dict.fromkeys(self._overridden("terrain", kind), kind)
        self.holder = holders(self.fit, geography, self.samples, self.plan["sides"])
        self.left_out = {h for h, side in self.holder.items() if side == "out" and h not in self.water}
        self.rivers = self._rivers()
        self.closed = self._closed()
        self.ground, self.lines = self._ground_and_lines()
        self.feature = {t["hex"]: t["class"] for t in self.towns if t["class"] in PLACES}
        self.start_line = self._start_line()
        self.sites = self._sites()

    # -- places

    def number(self, name: str) -> str:
        """A printed number as it appears on the topmost sheet."""
        found = self.lattice.also.get(name, name)
        if found not in self.lattice.key:
            raise SystemExit(f"there is no hex {name}")
        return found

    def place(self, name: str) -> Point:
        """A town, or a printed hex number, on the lattice."""
        if name in self.lattice.key or name in self.lattice.also:
            return self.lattice.centre(self.number(name))
        return self.fit.point(*(self.own.get(name) or self.geography.towns[name]))

    def hex_of(self, name: str) -> str:
        """The hex of a town or number; a place in the water counts to the nearest land."""
        if name in self.lattice.key or name in self.lattice.also:
            return self.number(name)
        for town in self.towns:
            if name in (town["town"], town["name"]):
                return town["hex"]
        spot = self.place(name)
        found = self.lattice.at(spot)
        shut = {*self.water, *self.left_out}
        if found in self.left_out:
            return ""
        if found in self.water:
            land = [n for n in self.lattice.neighbours(found) if n not in shut]
            return min(land, key=lambda n: (round(math.dist(spot, self.lattice.centre(n)), 5), n), default="")
        return found

    def _towns(self) -> list[dict[str, str]]:
        out = []
        for row in table(self.folder / "towns.csv"):
            hex_ = self.number(row["hex"]) if row["hex"] else self.lattice.at(self.place(row["town"]))
            if not hex_:
                raise SystemExit(f"{row['town']} is off the sheet at {self.place(row['town'])}")
            out.append({**row, "name": row["name"] or row["town"], "hex": hex_})
        return out

    def moved(self, town: dict[str, str]) -> bool:
        """Whether a town is not where the fit puts it."""
        return self._fitted(town) != town["hex"]

    def _fitted(self, town: dict[str, str]) -> str:
        return self.lattice.at(self.place(town["town"]))

    # -- overrides

    def _overrides(self, field: str) -> list[tuple[list[str], str]]:
        out = []
        for row in table(self.folder / "overrides.csv"):
            if not row["reason"]:
                raise SystemExit(f"override of {row['hexes']} cites nothing")
            if row["field"] == field:
                out.append((row["hexes"].split(), row["value"]))
        return out

    def _overridden(self, field: str, value: str | None = None) -> set[str]:
        rows = self._overrides(field)
        return {self.number(h) for hexes, v in rows for h in hexes if value is None or v == value}

    def _side(self, text: str) -> tuple[str, str]:
        a, b = sorted(self.number(h) for h in text.split("/"))
        if b not in self.lattice.neighbours(a):
            raise SystemExit(f"{text} is no hexside")
        return (a, b)

    # -- rivers, water

    def _rivers(self) -> Snapper:
        lines, parents = self.geography.rivers(), self.geography.parents()
        banks: dict[str, dict[str, tuple[float, float]]] = {}
        for row in table(self.folder / "banks.csv"):
            angle = COMPASS[row["lies"]]
            banks.setdefault(row["river"], {})[self.hex_of(row["town"])] = (math.cos(angle), math.sin(angle))
        snapper = Snapper(self.lattice, {*self.water, *self.left_out})
        for row in table(self.folder / "rivers.csv"):
            name = row["river"]
            course = max((self.fit.points(part) for part in lines[name]), key=len)
            above, start = row["minor_above"], row["from"]
            snapper.lay(
                River(
                    name,
                    LineString(course),
                    row["class"],
                    self.place(above) if above else None,
                    self.place(start) if start else None,
                    parents[name],
                    banks.get(name, {}),
                )
            )
        by_pair = {pair: side for side, pair in snapper.sides.items()}
        for sides, kind in self._overrides("river"):
            for side in (by_pair[self._side(s)] for s in sides):
                snapper.kind.pop(side, None)
                if kind:
                    snapper.kind[side], snapper.name[side] = kind.split(" ", 1)
        return snapper

    def _closed(self) -> list[tuple[str, str]]:
        found = set(self.waters.wet_sides(self.water, self.plan["water"]["side"]))
        for sides, value in self._overrides("closed"):
            for side in map(self._side, sides):
                if value == "yes":
                    found.add(side)
                else:
                    found.discard(side)
        return sorted(s for s in found if not self.left_out & set(s))

    # -- ground and ways

    def _ground_and_lines(self) -> tuple[dict[str, str], list[tuple[str, str, list[str], str]]]:
        patches = [
            Patch(r["kind"], *(float(r[k]) for k in ("lon", "lat", "long_km", "short_km", "turn")))
            for r in table(self.folder / "patches.csv")
        ]
        country = Country(self.fit, self.geography, self.samples, patches)
        settings = self.plan["ground"]
        towns = {t["hex"]: 2.0 if t["class"] == "major-city" else 0.3 for t in self.towns if t["class"] in PLACES}
        self.ground = self._set(country.terrain(settings, towns))
        lines = [line for kind in ("rail", "road") for line in self._net(kind)]
        cleared = {h: settings["along_roads"] for _, _, chain, _ in lines for h in chain} | towns
        return self._set(country.terrain(settings, cleared)), lines

    def _set(self, terrain: dict[str, str]) -> dict[str, str]:
        """Water and overrides over computed terrain."""
        out = {**terrain, **self.water}
        out |= dict.fromkeys(self.left_out, "out")
        for hexes, value in self._overrides("terrain"):
            out |= {self.number(h): value for h in hexes}
        return out

    def _net(self, kind: str) -> list[tuple[str, str, list[str], str]]:
        rule = self.plan["ways"][kind]
        ways = chosen(self.geography.ways(rule["file"]), rule)
        for row in table(self.folder / "ways.csv"):
            if row["kind"] == kind:
                ways[row["id"]] = [t.strip() for t in row["stops"].split(";")]
        shut = {*self.water, *self.left_out}
        parts = {n: on_sheet(self.lattice, stops, self.place, self.hex_of, shut) for n, stops in ways.items()}
        rank = {r["id"]: r.get("class", "") for r in self.geography.ways(rule["file"])}
        sides = {(a, b): k for a, b, k, _ in self.rivers.rows()} | dict.fromkeys(self.closed, "prohibited")
        router = Router(self.lattice, sides, self.ground, ("sea", "lake", "out", "prohibited"))
        out = []
        for name, chain in chains(router, parts):
            drawn = "highway" if rank.get(name.split(".")[0].split("-")[0]) == "highway" else kind
            out.append((f"{kind}-{name}", kind, chain, drawn))
        return out + self._inside_cities(kind, {frozenset(p) for _, _, c, _ in out for p in pairwise(c)})

    def _inside_cities(self, kind: str, laid: set[frozenset[str]]) -> list[tuple[str, str, list[str], str]]:
        """Adjacent hexes of a major city are joined by road and rail."""
        cities = {t["hex"] for t in self.towns if t["class"] == "major-city"}
        pairs = [(a, b) for a in sorted(cities) for b in sorted(cities & set(self.lattice.neighbours(a))) if a < b]
        return [(f"{kind}-{a}-{b}", kind, [a, b], kind) for a, b in pairs if frozenset((a, b)) not in laid]

    # -- start line and sites

    def _start_line(self) -> list[tuple[str, str]]:
        side = dict(self.holder)
        for hexes, value in self._overrides("holder"):
            side |= {self.number(h): value for h in hexes}
        self.holder = side
        wet = set(self.water) | self.left_out
        out = []
        for a, b in self.lattice.sides().values():
            if a not in wet and b not in wet and {side[a], side[b]} == {"axis", "soviet"}:
                out.append((a, b))
        return sorted(out)

    def _sites(self) -> list[dict[str, str]]:
        out = []
        for t in self.towns:
            note = "; ".join(x for x in (f"also {t['aka']}" if t["aka"] else "", t["note"]) if x)
            where = "GeoNames" if t["town"] in self.geography.towns else "hand"
            source = f"{where}, hex set by hand" if self.moved(t) else where
            out.append({"name": t["name"], "hex": t["hex"], "kind": t["class"], "value": "", "source": source,
                        "note": note})  # fmt: skip
        for row in table(self.folder / "sites.csv"):
            places = [place.strip() for place in row["where"].split(";")]
            out += [{**row, "name": row["name"] or place, "hex": self.hex_of(place)} for place in places]
        return out

    # -- results

    def hexsides(self) -> list[tuple[str, str, str, str]]:
        """Rivers, closed hexsides and the start line."""
        rows = self.rivers.rows()
        rows += [(a, b, "prohibited", "") for a, b in self.closed]
        rows += [(a, b, "start-line", "") for a, b in self.start_line]
        return sorted(rows)

    def frozen_files(self) -> dict[str, str]:
        """One folder for the campaign and one for each scenario."""
        return cut_files(self)

    def report(self) -> str:
        """Scale, rotation and residuals, for docs/maps."""
        lines = [f"{self.fit.km_per_hex:.2f} km/hex, rotation {self.fit.rotation:+.2f} degrees"]
        plain = {a.name: d for a, d in self.fit.plain_residuals()}
        for a, p, d in self.fit.residuals():
            lines.append(
                f"{a.kind:5s} {a.name:32s} {a.hex} falls in {self.lattice.at(p) or 'off'} residual {d:.2f} hex, "
                f"by the affine part {plain[a.name]:.2f}"
            )
        lines += [
            f"moved {t['name']:32s} {t['hex']} from {self._fitted(t) or 'off'}" for t in self.towns if self.moved(t)
        ]
        return "\n".join(lines)
