"""Roads and railways of the geography as chains of hexes: clipped at the sheet, routed between their towns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import Any

from workshop.lattice import Lattice, Point
from workshop.roads import Router, without_repeats

Place = Callable[[str], Point]
HexOf = Callable[[str], str]


def on_sheet(
    lattice: Lattice, stops: Iterable[str], place: Place, hex_of: HexOf, shut: Collection[str]
) -> list[list[str]]:
    """The parts of a road or railway on the sheet, as hexes; a part that leaves it ends in its last hex there."""
    out: list[list[str]] = []
    run: list[str] = []
    names = list(stops)
    for a, b in pairwise(names):
        here, there = hex_of(a), hex_of(b)
        if here and not run:
            run = [here]
        if here and there:
            run.append(there)
        elif here:
            out.append([*run, edge(lattice, here, place(a), place(b), shut)])
            run = []
        elif there:
            run = [edge(lattice, there, place(b), place(a), shut), there]
    if len(run) > 1:
        out.append(run)
    return [part for part in (_plain(p) for p in out) if len(part) > 1]


def edge(lattice: Lattice, start: str, inside: Point, outside: Point, shut: Collection[str]) -> str:
    """The last hex of the sheet on the straight line out, before any closed hex."""
    last = start
    for k in range(1, 401):
        spot = (inside[0] + (outside[0] - inside[0]) * k / 400, inside[1] + (outside[1] - inside[1]) * k / 400)
        found = lattice.at(spot)
        if not found or found in shut:
            break
        last = found
    return last


def _plain(stops: list[str]) -> list[str]:
    return [h for i, h in enumerate(stops) if i == 0 or h != stops[i - 1]]


def chains(router: Router, ways: Mapping[str, list[list[str]]]) -> list[tuple[str, list[str]]]:
    """Every road or railway routed over hexes, no hexside twice."""
    laid: dict[str, list[str]] = {}
    for name, parts in ways.items():
        for n, part in enumerate(parts):
            laid[name if len(parts) == 1 else f"{name}.{n + 1}"] = router.chain(part)
    return without_repeats(laid)


def chosen(rows: Iterable[Mapping[str, str]], rule: Mapping[str, Any]) -> dict[str, list[str]]:
    """The roads or railways that a rule of map.toml takes from the geography, in the order of its classes."""
    out = {}
    table = list(rows)
    for wanted in rule["take"]:
        for row in table:
            narrow = row.get("gauge_mm") == "narrow"
            if row[rule["by"]] == wanted and row["id"] not in rule["leave"] and not narrow:
                out[row["id"]] = [t.strip() for t in row["towns"].split(";")]
    for row in table:
        if row["id"] in rule["also"]:
            out[row["id"]] = [t.strip() for t in row["towns"].split(";")]
    return out
