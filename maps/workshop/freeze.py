"""The frozen files of a map, as text: the same input gives the same bytes."""

from __future__ import annotations

import csv
import io
from typing import Any


def frozen_files(workshop: Any) -> dict[str, str]:
    """File name to content."""
    w = workshop
    note = w.plan["frozen"]
    hexes = [(h, w.ground[h], w.feature.get(h, "")) for h in sorted(w.lattice.hexes)]
    lines = [(name, "road", " ".join(chain), w.road_class[name]) for name, chain in w.roads]
    sites = [tuple(s[k] for k in ("name", "hex", "kind", "value", "source", "note")) for s in w.sites]
    # turned: degrees from the sheet's right hand to geographic east, counterclockwise
    scale = {"km_per_hex": round(w.fit.km_per_hex, 2), "turned": round(w.fit.rotation, 1)}
    return {
        "map.toml": _toml(w.plan, scale),
        "hexes.csv": _csv(note["hexes"], ("hex", "terrain", "feature"), hexes),
        "hexsides.csv": _csv(note["hexsides"], ("a", "b", "kind", "river"), w.rivers.rows()),
        "lines.csv": _csv(note["lines"], ("id", "kind", "hexes", "class"), lines),
        "sites.csv": _csv(note["sites"], ("name", "hex", "kind", "value", "source", "note"), sites),
    }


def _csv(source: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    out = io.StringIO()
    for line in source.strip().splitlines():
        out.write(f"# {line.strip()}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def _toml(plan: dict[str, Any], scale: dict[str, float]) -> str:
    out = ["# Made by maps/build.py: change the tables of the map workshop, not this file."]
    out += [f"{k} = {_value(plan[k])}" for k in ("title", "source", "attribution")]
    for name, facts in (("grid", plan["grid"]), ("scale", scale)):
        out += ["", f"[{name}]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
    for name, facts in plan["terrain"].items():
        out += ["", f"[terrain.{name}]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
    for box in plan["box"]:
        out += ["", "[[box]]"] + [f"{k} = {_value(v)}" for k, v in box.items()]
    return "\n".join(out) + "\n"


def _value(v: Any) -> str:
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").strip() + '"'
    return str(v)
