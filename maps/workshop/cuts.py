"""The frozen folders of a map of several sheets: the campaign, and each scenario cut from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from workshop.freeze import csv_text, toml_text

HEXES, SIDES = ("hex", "terrain", "feature", "held"), ("a", "b", "kind", "river")
LINES, SITES = ("id", "kind", "hexes", "class"), ("name", "hex", "kind", "value", "source", "note")


def cut_files(w: Any) -> dict[str, str]:
    """File name to content, in the folders campaign, leningrad, smolensk and kiev."""
    area = areas(w)
    plan = w.plan
    out: dict[str, str] = {}
    everything = {h: h for h in w.lattice.hexes if h not in w.left_out}
    parted = [(a, b, "scenario-border", "") for a, b in w.lattice.sides().values() if area[a] != area[b]]
    out |= _folder(w, "campaign", everything, plan["grid"], plan["sheet"], sorted(parted))
    by_prefix = {s["prefix"]: s for s in plan["sheet"]}
    for scenario, prefix in (("leningrad", "L"), ("smolensk", "S"), ("kiev", "K")):
        sheet = {**by_prefix[prefix], "at": [0, 0]}
        own = {top: number for number, top in w.lattice.also.items() if number[0] == prefix}
        names = {h: own.get(h, h) for h in everything if area[h] == scenario}
        grid = {**plan["grid"], "rows": sheet["rows"][1]}
        sheets = [sheet]
        if scenario == "leningrad":  # the numbers of the Smolensk sheet, which covers it in the campaign
            over = by_prefix["S"]
            sheets.append({**over, "rows": [1, sheet["rows"][1] - over["at"][1]]})
        out |= _folder(w, scenario, names, grid, sheets)
    return out


def areas(w: Any) -> dict[str, str]:
    """The scenario each hex belongs to."""
    last = {c: b["last"] for b in w.plan["border"] for c in range(b["columns"][0], b["columns"][1] + 1)}
    out = {}
    for h in w.lattice.hexes:
        column, row = int(h[1:3]), int(h[3:])
        if h[0] == "S":
            out[h] = "leningrad" if row + 20 <= last[column] else "smolensk"
        else:
            out[h] = {"L": "leningrad", "K": "kiev"}[h[0]]
    return out


def _folder(
    w: Any, folder: str, names: Mapping[str, str], grid: Any, sheets: list[Any], more: Sequence[Any] = ()
) -> dict[str, str]:
    """One frozen folder: only the hexes of `names`, under the numbers it gives them; `more` hexsides last."""
    note = w.plan["frozen"]
    hexes = sorted((n, w.ground[h], w.feature.get(h, ""), w.holder[h] if h not in w.water else "")
                   for h, n in names.items())  # fmt: skip
    sides = [
        (names[a], names[b], kind, river) for a, b, kind, river in [*w.hexsides(), *more] if a in names and b in names
    ]
    lines = [row for line in w.lines for row in _pieces(line, names)]
    sites = [tuple({**s, "hex": names[s["hex"]]}[k] for k in SITES) for s in w.sites if s["hex"] in names]
    scale = {"km_per_hex": round(w.fit.km_per_hex, 2), "turned": round(w.fit.rotation, 1)}
    texts = {
        "map.toml": toml_text({**w.plan, "title": w.plan["titles"][folder], "grid": grid}, scale, sheets),
        "hexes.csv": csv_text(note["hexes"], HEXES, hexes),
        "hexsides.csv": csv_text(note["hexsides"], SIDES, sides),
        "lines.csv": csv_text(note["lines"], LINES, lines),
        "sites.csv": csv_text(note["sites"], SITES, sites),
    }
    return {f"{folder}/{name}": text for name, text in texts.items()}


def _pieces(line: tuple[str, str, list[str], str], names: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """A road or railway, cut where it leaves the area."""
    name, kind, chain, rank = line
    runs: list[list[str]] = [[]]
    for a, b in pairwise(chain):
        if a in names and b in names:
            runs[-1] = [*(runs[-1] or [names[a]]), names[b]]
        elif runs[-1]:
            runs.append([])
    runs = [r for r in runs if r]
    return [(name if len(runs) == 1 else f"{name}/{n}", kind, " ".join(r), rank) for n, r in enumerate(runs, 1)]
