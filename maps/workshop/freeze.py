"""The frozen files of a map, as text: the same input gives the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
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
        "map.toml": toml_text(w.plan, scale),
        "hexes.csv": csv_text(note["hexes"], ("hex", "terrain", "feature"), hexes),
        "hexsides.csv": csv_text(note["hexsides"], ("a", "b", "kind", "river"), w.rivers.rows()),
        "lines.csv": csv_text(note["lines"], ("id", "kind", "hexes", "class"), lines),
        "sites.csv": csv_text(note["sites"], ("name", "hex", "kind", "value", "source", "note"), sites),
    }


def csv_text(source: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with comments on its source."""
    out = io.StringIO()
    for line in source.strip().splitlines():
        out.write(f"# {line.strip()}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def toml_text(plan: dict[str, Any], scale: dict[str, float], sheets: Sequence[Mapping[str, Any]] = ()) -> str:
    """map.toml of a frozen folder."""
    out = ["# Made by maps/build.py: change the tables of the map workshop, not this file."]
    out += [f"{k} = {_value(plan[k])}" for k in ("title", "source", "attribution")]
    for name, facts in (("grid", plan["grid"]), ("scale", scale)):
        out += ["", f"[{name}]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
    for sheet in sheets:
        out += ["", "[[sheet]]"] + [f"{k} = {_value(v)}" for k, v in sheet.items()]
    out += _nested("style", plan.get("style", {}))
    for name, facts in plan["terrain"].items():
        out += ["", f"[terrain.{name}]"] + [f"{k} = {_value(v)}" for k, v in facts.items()]
    for box in plan["box"]:
        out += ["", "[[box]]"] + [f"{k} = {_value(v)}" for k, v in box.items()]
    return "\n".join(out) + "\n"


def _nested(name: str, facts: Mapping[str, Any]) -> list[str]:
    """A table with the tables in it."""
    plain = [f"{k} = {_value(v)}" for k, v in facts.items() if not isinstance(v, Mapping)]
    out = ["", f"[{name}]", *plain] if plain else []
    for key, value in facts.items():
        if isinstance(value, Mapping):
            out += _nested(f"{name}.{key}", value)
    return out


def _value(v: Any) -> str:
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").strip() + '"'
    return str(v)
