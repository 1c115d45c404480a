"""1.0 The pieces: what lies in the box, read from the data files and compiled. Nothing here changes during a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from ostfront.core.files.data import DataFolder
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.profile import Profile
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.rules import Seat, Settings

SEATS = (Seat("Left", "Blue", "Blue"), Seat("Right", "Blue", "Blue"), Seat("Red", "Red", "Red"))
LEFT, RIGHT, RED_SEAT = range(3)
SIDES = ("Blue", "Red")
BLUE, RED = range(2)
SIDE_OF = (BLUE, BLUE, RED)  # by seat
TEAMS: tuple[tuple[int, ...], ...] = ((LEFT, RIGHT), (RED_SEAT,))  # by side
RESULTS = {
    "A": "the attacker loses a step",
    "D": "the defender loses a step",
    "X": "both lose a step",
    "R": "the defender retreats",
    "-": "nothing happens",
}


class UnitRow(msgspec.Struct, frozen=True):
    """A block: what is printed on it."""

    name: str
    seat: Literal["Left", "Right", "Red"]
    kind: Literal["foot", "tank", "gun"]
    attack: int
    defence: int
    steps: int
    move: int


class ChitRow(msgspec.Struct, frozen=True):
    """A chit of the cup; `extra` ones are put in only when selected."""

    name: str
    seat: Literal["Left", "Right", "Red"]
    extra: bool
    effect: Literal["activate", "dig in"]


class SurpriseRow(msgspec.Struct, frozen=True):
    """A chit that lies face down on the map."""

    name: str
    effect: Literal["mine", "fuel", "blank"]


class CostTable(msgspec.Struct, frozen=True):
    """What a kind of unit pays; without `river` it may not cross one."""

    terrain: dict[str, int]
    river: int | None = None


class CombatTable(msgspec.Struct, frozen=True):
    """7.7: a column for each range of leads, a line for each roll of the die."""

    lead: list[int]
    die: list[list[Literal["A", "D", "X", "R", "-"]]]
    source: str = ""

    def result(self, lead: int, die: int) -> str:
        column = sum(lead > most for most in self.lead[:-1])
        return self.die[die - 1][column]


class Scenario(msgspec.Struct, frozen=True):
    title: str
    turns: int
    absent: list[str]


class Facts:
    """The pieces of one scenario; the generator and the referee both work from them."""

    seats = SEATS

    def __init__(self, settings: Settings, data: DataFolder, verbs: Iterable[Verb]) -> None:
        self.fog: bool = settings.options["fog"]
        self.scenario = data.table("scenarios.toml", settings.scenario, Scenario)
        self.chits = data.rows("chits.csv", ChitRow)
        self.surprises = data.rows("surprises.csv", SurpriseRow)
        self.crt = data.table("charts.toml", "crt", CombatTable)
        self._compile_map(data)
        self._compile_costs(data)
        self._compile_units(data)
        self.vocabulary = self._compile_words(verbs)

    def _compile_map(self, data: DataFolder) -> None:
        hexes, hexsides, lines, sites = (
            [row for _, row in data.raw_rows(f"map/{name}.csv")] for name in ("hexes", "hexsides", "lines", "sites")
        )
        self.board = Board.from_rows(data.toml("map/map.toml"), hexes, hexsides, lines, sites)
        self.grid = self.board.grid
        self.cover = self.board.terrain["wood"] | self.board.terrain["town"]
        self.towns = self.board.sites.of("town").hexes
        self.ground = tuple(self.board.sites.of(seat.name).hexes for seat in SEATS)
        # by direction, the hexes without a river on that side, or with a bridge over it
        self.bridged_sides = self.board.open_sides(["river"], bridged_by=["road"])

    def _compile_costs(self, data: DataFolder) -> None:
        costs = data.toml("charts.toml")["cost"]
        self.costs = {
            kind: _move_costs(data.check(costs[kind], CostTable, "charts.toml", f"cost.{kind}"))
            for kind in ("foot", "tank", "gun")
        }
        self.profiles = {kind: Profile(self.board, costs) for kind, costs in self.costs.items()}

    def _compile_units(self, data: DataFolder) -> None:
        self.units = data.rows("units.csv", UnitRow)
        seats = [seat.name for seat in SEATS]
        self.seat_of = tuple(seats.index(unit.seat) for unit in self.units)
        self.chit_seat = tuple(seats.index(chit.seat) for chit in self.chits)
        present = [u for u, unit in enumerate(self.units) if unit.name not in self.scenario.absent]
        self.units_of = tuple(tuple(u for u in present if self.seat_of[u] == seat) for seat in range(3))
        self.units_of_side = tuple(tuple(u for seat in team for u in self.units_of[seat]) for team in TEAMS)
        # occupancy bitboards: one for each seat, then one for each side
        self.groups_of = tuple((seat, 3 + SIDE_OF[seat]) for seat in self.seat_of)

    def _compile_words(self, verbs: Iterable[Verb]) -> Vocabulary:
        """The notation: what players type and records say."""
        places = [self.board.name(i) if self.grid.valid >> i & 1 else "" for i in range(self.grid.size)]
        nouns = [
            Nouns("unit", [unit.name for unit in self.units]),
            Nouns("place", places, self.board.index),
            Nouns("chit", [chit.name for chit in self.chits]),
            Nouns("surprise", [chit.name for chit in self.surprises]),
            Nouns("seat", [seat.name for seat in SEATS]),
        ]
        return Vocabulary(verbs, nouns)


def _move_costs(table: CostTable) -> MoveCosts:
    river = Crossing(closed=True) if table.river is None else Crossing(extra=table.river)
    return MoveCosts(
        terrain=table.terrain,
        hexsides={"river": river},
        lines={"road": Crossing(fixed=1)},
        bridges={"river": ("road",)},
    )
