"""The map of A Victory Awaits, compiled: where units can step, along what, at what cost."""

from __future__ import annotations

from typing import Any, cast

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import NO_SIDES, Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.hexes import Sides, bits, mask
from ostfront.core.map.reach import Profile
from ostfront.core.play.rules import Rules
from ostfront.games.victory_awaits.facts.effects import (
    bridging,
    climb,
    ground_costs,
    major_river,
    minor_river,
    roads,
    start_line,
)
from ostfront.games.victory_awaits.facts.roster import AXIS, FOOT, MECH, MOUNTAIN, SOVIET, Roster

TURNS = tuple(f"turn-{turn}" for turn in range(1, 10))
BOXES = ("axis-available", "soviet-available", "eliminated", "withdrawn", "fortresses", "setup", *TURNS)
RIVERS = ("minor", "major")


class Terrain(Rules):
    """The part of the rules object that is made from the map and the terrain effects chart."""

    board: Board
    charts: dict[str, Any]
    roster: Roster

    def _compile_map(self) -> None:
        board, grid = self.board, self.board.grid
        self.grid = grid
        self.valid = grid.valid
        terrain = board.terrain
        self.land = grid.valid & ~terrain.get("lake", 0) & ~terrain.get("sea", 0)
        self.mountains = terrain.get("mountain", 0)
        self.roads: Sides = board.lines.get("road", NO_SIDES)
        self.road_hexes = board.on_line.get("road", 0)
        self.rail_hexes = board.on_line.get("rail", 0)
        self.open_sides = board.open_sides(closed=("prohibited",))
        soviet_sides = board.open_sides(closed=("prohibited", *start_line()))
        self.step_sides = (self.open_sides, soviet_sides)
        self.line_sides = tuple(self._by_road_in_mountains(sides) for sides in self.step_sides)
        rails = board.lines.get("rail", NO_SIDES)
        self.rail_lines = tuple(_both(rails, sides) for sides in self.step_sides)
        self.road_sides = tuple(_both(self.roads, sides) for sides in self.step_sides)
        self.road_lines = self.road_sides[SOVIET]
        self.road_steps = tuple(
            [grid.step(1 << i, sides) if self.road_hexes >> i & 1 else 0 for i in range(grid.size)]
            for sides in self.road_sides
        )
        self.across_river = self.board.across(RIVERS)
        bridges = _union(self.roads, rails)
        self.across_unbridged_major = [
            m & ~self._along(i, bridges) if m else 0 for i, m in enumerate(self.board.across(("major",)))
        ]
        # the hexes a unit may step into, mountain divisions apart
        self.steps = tuple(
            tuple(self._step_table(sides, climbing) for climbing in (False, True)) for sides in self.step_sides
        )
        self.boxes = {name: board.box(name) for name in BOXES}
        self.track_boxes = tuple(self.boxes[name] for name in TURNS)

    def _by_road_in_mountains(self, sides: Sides) -> Sides:
        out = []
        for d in range(6):
            high = self.mountains | mask(i for i in self.grid.hexes if self._is_high(self.grid.neighbour(i, d)))
            out.append(sides[d] & ~(high & ~self.roads[d]))
        return cast(Sides, tuple(out))

    def _is_high(self, i: int) -> bool:
        return i >= 0 and bool(self.mountains >> i & 1)

    def _along(self, i: int, lines: Sides) -> int:
        here = 1 << i
        return mask(self.grid.neighbour(i, d) for d, hexes in enumerate(lines) if hexes & here)

    def _step_table(self, sides: Sides, climbing: bool) -> list[int]:
        """For each hex the neighbours that normal movement could enter, whatever it costs."""
        found = [0] * self.grid.size
        for i in bits(self.land):
            here = 1 << i
            for d in range(6):
                n = self.grid.neighbour(i, d)
                if n < 0 or not sides[d] & here or not self.land >> n & 1:
                    continue
                if self.mountains >> n & 1 and not climbing and not self.roads[d] & here:
                    continue
                found[i] |= 1 << n
        return found

    def _compile_costs(self) -> None:
        charts = self.charts
        ground = {name: kind for name, kind in charts["terrain"].items() if not kind.get("feature")}
        zoc = charts["zoc"]
        self.zoc_in, self.zoc_out = zoc["enter"], zoc["leave"]

        def costs(side: int, mobility: int) -> MoveCosts:
            column = "mech" if mobility == MECH else "foot"
            terrain: dict[str, int | Crossing] = dict(ground_costs(ground, column))
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

        self.profiles = tuple(
            tuple(Profile(self.board, costs(side, mobility)) for mobility in (FOOT, MECH, MOUNTAIN))
            for side in (AXIS, SOVIET)
        )
        self.entry_cost = tuple(
            [ground[t].get(column, 99) if t else 99 for t in self.board.terrain_at] for column in ("foot", "mech")
        )

    def steps_of(self, unit: int) -> list[int]:
        """For each hex the neighbours that normal movement of this unit could enter."""
        roster = self.roster
        return self.steps[roster.side[unit]][roster.mobility[unit] == MOUNTAIN]

    def strategic_sides(self, unit: int) -> Sides:
        return self.road_sides[self.roster.side[unit]]


def load_board(data: DataFolder, name: str) -> Board:
    """The frozen map of a scenario; boxes that the map does not draw are added."""
    table = data.toml(f"map/{name}/map.toml")
    known = {box["name"] for box in table.get("box", [])}
    table["box"] = [*table.get("box", []), *({"name": box} for box in BOXES if box not in known)]
    rows = {kind: data.raw_rows(f"map/{name}/{kind}.csv") for kind in ("hexes", "hexsides", "lines", "sites")}
    return Board.from_rows(table, rows["hexes"], rows["hexsides"], rows["lines"], rows["sites"])


def _both(a: Sides, b: Sides) -> Sides:
    return cast(Sides, tuple(x & y for x, y in zip(a, b, strict=True)))


def _union(a: Sides, b: Sides) -> Sides:
    return cast(Sides, tuple(x | y for x, y in zip(a, b, strict=True)))
