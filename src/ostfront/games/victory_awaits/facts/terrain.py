"""The map of A Victory Awaits, compiled: where units can step, along what, at what cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.hexes import Grid, Sides, bits, mask
from ostfront.core.map.reach import Profile
from ostfront.games.victory_awaits.facts.effects import (
    bridging,
    climb,
    ground_costs,
    major_river,
    minor_river,
    roads,
    start_line,
)
from ostfront.games.victory_awaits.facts.roster import AXIS, FOOT, MECH, MOUNTAIN, SOVIET

Rows = list[tuple[int, dict[str, str]]]  # of a CSV file, with their line numbers

TURNS = tuple(f"turn-{turn}" for turn in range(1, 10))
BOXES = ("axis-available", "soviet-available", "eliminated", "withdrawn", "fortresses", "setup", *TURNS)
RIVERS = ("minor", "major")


def load_board(data: DataFolder, name: str) -> Board:
    """The frozen map of a scenario; boxes that the map does not draw are added."""
    table = data.toml(f"map/{name}/map.toml")
    known = {box["name"] for box in table.get("box", [])}
    table["box"] = [*table.get("box", []), *({"name": box} for box in BOXES if box not in known)]
    rows = {kind: data.raw_rows(f"map/{name}/{kind}.csv") for kind in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(table, city_ground(rows["hexes"]), rows["hexsides"], rows["lines"], rows["sites"])


def city_ground(rows: Rows) -> Rows:
    """The terrain chart: a major city replaces the ground of its hex, which costs 1 MP whatever else is there."""
    return [(line, {**row, "terrain": "plains"} if row.get("feature") == "major-city" else row) for line, row in rows]


# ---- stepping ---------------------------------------------------------------------------------------


def step_table(grid: Grid, sides: Sides, land: int, uphill: int, along: Sides) -> list[int]:
    """For each hex the neighbours that normal movement could enter, whatever it costs.

    Hexes of `uphill` are entered along roads only.
    """
    found = [0] * grid.size
    for i in bits(land):
        here = 1 << i
        for d in range(6):
            n = grid.neighbour(i, d)
            if n < 0 or not sides[d] & here or not land >> n & 1:
                continue
            if uphill >> n & 1 and not along[d] & here:
                continue
            found[i] |= 1 << n
    return found


def by_road_in_mountains(grid: Grid, sides: Sides, mountains: int, along: Sides) -> Sides:
    """These hexsides, those of mountain hexes along roads only."""

    def is_high(i: int) -> bool:
        return i >= 0 and bool(mountains >> i & 1)

    out = []
    for d in range(6):
        high = mountains | mask(i for i in grid.hexes if is_high(grid.neighbour(i, d)))
        out.append(sides[d] & ~(high & ~along[d]))
    return cast(Sides, tuple(out))


def unbridged(grid: Grid, across: Sequence[int], bridges: Sides) -> list[int]:
    """For each hex, the hexes across an unbridged river."""

    def bridged(i: int) -> int:
        return mask(grid.neighbour(i, d) for d, hexes in enumerate(bridges) if hexes >> i & 1)

    return [hexes & ~bridged(i) if hexes else 0 for i, hexes in enumerate(across)]


def both(a: Sides, b: Sides) -> Sides:
    return cast(Sides, tuple(x & y for x, y in zip(a, b, strict=True)))


def either(a: Sides, b: Sides) -> Sides:
    return cast(Sides, tuple(x | y for x, y in zip(a, b, strict=True)))


# ---- costs ------------------------------------------------------------------------------------------


def move_profiles(board: Board, charts: Mapping[str, Any]) -> tuple[tuple[Profile, ...], ...]:
    """What movement costs, by side and mobility."""
    return tuple(
        tuple(Profile(board, _costs(charts, side, mobility)) for mobility in (FOOT, MECH, MOUNTAIN))
        for side in (AXIS, SOVIET)
    )


def _costs(charts: Mapping[str, Any], side: int, mobility: int) -> MoveCosts:
    column = "mech" if mobility == MECH else "foot"
    terrain: dict[str, int | Crossing] = dict(ground_costs(_ground(charts), column))
    terrain["mountain"] = climb() if mobility == MOUNTAIN else Crossing(closed=True)
    hexsides = {
        "minor": Crossing(extra=minor_river(charts)),
        "major": major_river(),
        "prohibited": Crossing(closed=True),
    }
    if side == SOVIET:
        hexsides |= {kind: Crossing(closed=True) for kind in start_line()}
    return MoveCosts(
        terrain,
        hexsides,
        lines=roads(),
        bridges=bridging(),
        bridged={"minor": Crossing(), "major": Crossing()},
    )


def entry_costs(board: Board, charts: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """What it costs to enter each hex from off the map, on foot and mechanized."""
    ground = _ground(charts)
    foot, mech = ([ground[t].get(column, 99) if t else 99 for t in board.terrain_at] for column in ("foot", "mech"))
    return foot, mech


def _ground(charts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: kind for name, kind in charts["terrain"].items() if not kind.get("feature")}
