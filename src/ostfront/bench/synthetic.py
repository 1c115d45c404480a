"""Made-up maps for benchmarks and tests: woods, marsh, lakes, mountains, rivers, roads, and a front line."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.hexes import Grid, Orientation, Parity

TERRAIN = ("clear", "light woods", "heavy woods", "marsh", "lake", "city", "mountain")
_BLOBS = (("light woods", 0.20, 12), ("heavy woods", 0.12, 10), ("marsh", 0.06, 8), ("lake", 0.02, 4),
          ("mountain", 0.015, 4), ("city", 0.02, 2))  # fmt: skip

_RIVERS = {
    "minor": Crossing(extra=1),
    "major": Crossing(all_points=True, barred="either"),
    "closed": Crossing(closed=True),
}
_BRIDGES = {"minor": ("road",), "major": ("road", "rail")}
_ROADS = {"road": Crossing(fixed=1)}

FOOT = MoveCosts({"clear": 1, "light woods": 1, "heavy woods": 2, "marsh": 2, "city": 1}, _RIVERS, _ROADS, _BRIDGES)
MECH = MoveCosts({"clear": 1, "light woods": 2, "heavy woods": 3, "marsh": 3, "city": 1}, _RIVERS, _ROADS, _BRIDGES)
MOUNTAIN = MoveCosts(
    {**FOOT.terrain, "mountain": Crossing(all_points=True, barred="either")}, _RIVERS, _ROADS, _BRIDGES
)


class _Painter:
    """Draws a map on a grid, feature by feature."""

    def __init__(self, grid: Grid, rng: Random, dense: int) -> None:
        self.grid = grid
        self.rng = rng
        self.terrain = dict.fromkeys(grid.hexes, "clear")
        self.sides: dict[tuple[int, int], str] = {}
        self.chains: list[tuple[str, list[int]]] = []
        n = len(grid.hexes)
        for kind, share, size in _BLOBS:
            self.blobs(kind, int(n * share * dense), size)
        for kind, count in (("minor", n // 120), ("major", n // 500), ("closed", n // 300)):
            for _ in range(max(1, count) * dense):
                self.river(kind, rng.randint(5, 30) if kind != "closed" else 2)
        for kind, count in (("road", n // 90), ("rail", n // 250)):
            for _ in range(max(1, count)):
                self.line(kind)

    def blobs(self, kind: str, left: int, size: int) -> None:
        while left > 0:
            i = self.rng.choice(self.grid.hexes)
            for _ in range(self.rng.randint(1, size)):
                self.terrain[i] = kind
                left -= 1
                i = self.rng.choice(self.grid.adjacent(i) or (i,))

    def river(self, kind: str, steps: int) -> None:
        """Hexsides on the right-hand side of a walk that roughly keeps one heading."""
        i = self.rng.choice(self.grid.hexes)
        heading = self.rng.randrange(6)
        for _ in range(steps):
            d = (heading + self.rng.choice((-1, 0, 0, 0, 1))) % 6
            for side in ((d + 1) % 6, (d + 2) % 6):
                n = self.grid.neighbour(i, side)
                if n >= 0:
                    self.sides[min(i, n), max(i, n)] = kind
            i = self.grid.neighbour(i, d)
            if i < 0:
                return

    def line(self, kind: str) -> None:
        i, goal = self.rng.choice(self.grid.hexes), self.rng.choice(self.grid.hexes)
        chain = [i]
        while i != goal and len(chain) < 200:
            near = [n for n in self.grid.adjacent(i) if self.terrain[n] != "lake"]
            if not near:
                break
            i = min(near, key=lambda n: self.grid.distance(n, goal) + self.rng.random() * 1.5)
            chain.append(i)
        if len(chain) > 1:
            self.chains.append((kind, chain))


def synthetic_board(
    columns: int,
    rows: int,
    rng: Random,
    *,
    dense: bool = False,
    orientation: Orientation = "flat",
    low: Parity = "odd",
    holes: float = 0.0,
) -> Board:
    """A random board; `dense` doubles its woods and rivers, `holes` is the share of hexes left out."""
    missing = [(c, r) for c in range(columns) for r in range(rows) if rng.random() < holes]
    if len(missing) == columns * rows:
        missing = []
    drawn = _Painter(Grid(columns, rows, orientation=orientation, low=low, holes=missing), rng, 2 if dense else 1)
    grid = drawn.grid

    def number(i: int) -> str:
        column, row = grid.position(i)
        return f"{column:02d}{row:02d}"

    table: dict[str, Any] = {
        "source": "synthetic",
        "grid": {"orientation": orientation, "columns": columns, "rows": rows, "first_column": 0,
                 "first_row": 0, "pattern": "CCRR", "low": low},
        "terrain": {kind: kind for kind in TERRAIN},
    }  # fmt: skip
    return Board.from_rows(
        table,
        [{"hex": number(i), "terrain": kind} for i, kind in drawn.terrain.items()],
        [{"a": number(a), "b": number(b), "kind": kind} for (a, b), kind in drawn.sides.items()],
        [
            {"id": str(n), "kind": kind, "hexes": " ".join(map(number, chain))}
            for n, (kind, chain) in enumerate(drawn.chains)
        ],
    )


@dataclass(frozen=True)
class Front:
    """Two armies facing each other, as hexes of their units; no hex holds both, or more than two units."""

    west: list[int]
    east: list[int]


def front(board: Board, units: int, rng: Random) -> Front:
    """Units thickest along the middle of the map."""
    land = [i for i in board.grid.hexes if board.terrain_at[i] not in ("lake", "mountain")]
    width = board.grid.columns
    armies: tuple[list[int], list[int]] = ([], [])
    while sum(map(len, armies)) < min(units, len(land)):
        i = rng.choice(land)
        column = board.grid.position(i)[0]
        if rng.random() > max(0.08, 1 - abs(column - width / 2) / (width * 0.25)):
            continue
        side = 0 if column + rng.gauss(0, width * 0.06) < width / 2 else 1
        if i not in armies[1 - side] and armies[side].count(i) < 2:
            armies[side].append(i)
    return Front(*armies)
