"""1.0 The pieces: facts that never change during a game, and the state of one."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Column, Many, One, Place
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.play.actions import Nouns, Verb, Vocabulary
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.rules import Seat
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, State

SEATS = (Seat("Left", "Blue", "Blue"), Seat("Right", "Blue", "Blue"), Seat("Red", "Red", "Red"))
LEFT, RIGHT, RED_SEAT = range(3)
SIDES = ("Blue", "Red")
BLUE, RED = range(2)
SIDE_OF = (BLUE, BLUE, RED)  # by seat
TEAMS: tuple[tuple[int, ...], ...] = ((LEFT, RIGHT), (RED_SEAT,))  # by side
NO_CHITS = (-1, -1, -1)
RESULTS = {
    "A": "the attacker loses a step",
    "D": "the defender loses a step",
    "X": "both lose a step",
    "R": "the defender retreats",
    "-": "nothing happens",
}

SeatNumber = Annotated[int, One("seat")]
Chit = Annotated[int, One("chit")]
Chits = Annotated[int, Many("chit")]
Surprise = Annotated[int, One("surprise")]
Surprises = Annotated[int, Many("surprise")]


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


class FaceDown(NamedTuple):
    """A surprise and the hex it lies on."""

    place: Place
    chit: Surprise


class Facts:
    """The pieces of one scenario, read from the data files."""

    def __init__(self, data: DataFolder, scenario: str, fog: bool) -> None:
        self.fog = fog
        self.scenario = data.table("scenarios.toml", scenario, Scenario)
        self.units = data.rows("units.csv", UnitRow)
        self.chits = data.rows("chits.csv", ChitRow)
        self.surprises = data.rows("surprises.csv", SurpriseRow)
        self.crt = data.table("charts.toml", "crt", CombatTable)
        costs = data.toml("charts.toml")["cost"]
        self.costs = {
            kind: self._move_costs(data.check(costs[kind], CostTable, "charts.toml", f"cost.{kind}"))
            for kind in ("foot", "tank", "gun")
        }
        hexes, hexsides, lines, sites = (
            [row for _, row in data.raw_rows(f"map/{name}.csv")] for name in ("hexes", "hexsides", "lines", "sites")
        )
        self.board = Board.from_rows(data.toml("map/map.toml"), hexes, hexsides, lines, sites)
        self.grid = self.board.grid
        seats = [seat.name for seat in SEATS]
        self.seat_of = tuple(seats.index(unit.seat) for unit in self.units)
        self.chit_seat = tuple(seats.index(chit.seat) for chit in self.chits)
        present = [u for u, unit in enumerate(self.units) if unit.name not in self.scenario.absent]
        self.units_of = tuple(tuple(u for u in present if self.seat_of[u] == seat) for seat in range(3))
        self.units_of_side = tuple(tuple(u for seat in team for u in self.units_of[seat]) for team in TEAMS)
        # occupancy bitboards: one for each seat, then one for each side
        self.groups_of = tuple((seat, 3 + SIDE_OF[seat]) for seat in self.seat_of)
        self.cover = self.board.terrain["wood"] | self.board.terrain["town"]
        self.towns = self.board.sites.of("town").hexes
        self.ground = tuple(self.board.sites.of(name).hexes for name in seats)

    @staticmethod
    def _move_costs(table: CostTable) -> MoveCosts:
        river = Crossing(closed=True) if table.river is None else Crossing(extra=table.river)
        return MoveCosts(
            terrain=table.terrain,
            hexsides={"river": river},
            lines={"road": Crossing(fixed=1)},
            bridges={"river": ("road",)},
        )

    def friends(self, state: DrillState, unit: int) -> tuple[int, ...] | None:
        """The seats that may know what a block is; None is all of them."""
        return None if state.known[unit] else TEAMS[SIDE_OF[self.seat_of[unit]]]

    def strangers(self, unit: int) -> tuple[int, ...]:
        return TEAMS[1 - SIDE_OF[self.seat_of[unit]]]

    @carries_out("DRILL 10.2")
    def show(self, play: Play[Any, Any], unit: int) -> None:
        """Turn a block up for good."""
        if not play.state.known[unit]:
            play.state.known[unit] = 1
            play.reveal()
            play.note("shown", unit, play.state.place[unit])

    @cached_property
    def words(self) -> Vocabulary:
        """The notation: what players type and records say."""
        places = [self.board.name(i) if self.grid.valid >> i & 1 else "" for i in range(self.grid.size)]
        nouns = [
            Nouns("unit", [unit.name for unit in self.units]),
            Nouns("place", places, self.board.index),
            Nouns("chit", [chit.name for chit in self.chits]),
            Nouns("surprise", [chit.name for chit in self.surprises]),
            Nouns("seat", [seat.name for seat in SEATS]),
        ]
        return Vocabulary(VERBS, nouns)


VERBS = (
    Verb("deploy", ("unit",), "take a unit in hand, to set it up"),
    Verb("at", ("place",), "set the unit in hand up there"),
    Verb("select", ("chit",), "put an extra chit into the cup"),
    Verb("interrupt", (), "play the reserve: Red goes first"),
    Verb("pass", (), "keep the reserve"),
    Verb("move", ("unit",), "take a unit in hand, to move it"),
    Verb("go", ("place",), "go there by the cheapest way"),
    Verb("stop", (), "end the unit's move"),
    Verb("attack", ("place",), "declare an attack on a hex"),
    Verb("with", ("unit",), "commit a unit to the attack"),
    Verb("resolve", (), "roll for the attack"),
    Verb("reroll", (), "roll again, once a turn"),
    Verb("accept", (), "let the roll stand"),
    Verb("lose", ("unit",), "take a step loss"),
    Verb("retreat", ("place*",), "go back over these hexes"),
    Verb("done", (), "end the movement or the combat of this activation"),
)


class DrillState(State):
    """Where everything is, what has been done, what is left."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "moved", "fought", "known")
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"covered"}

    steps: Column
    moved: Column  # in this activation
    fought: Column  # in this activation
    known: Column  # its face has been shown to the enemy
    face_down: tuple[FaceDown, ...]
    turned_up: Surprises
    cup: Chits
    chosen: tuple[Chit, ...]  # by seat, while orders are sealed
    previous: tuple[Chit, ...]  # by seat, last turn's
    reserve: bool  # Red still holds it
    rerolled: tuple[bool, ...]  # by side, this turn
    dug_in: bool
    segment: int
    battle: int
    covered: int  # the hexes with a surprise on them

    def __init__(self, facts: Facts) -> None:
        units = len(facts.units)
        super().__init__(units, facts.board.places, facts.groups_of, 5)
        self.steps = bytearray(unit.steps for unit in facts.units)
        self.moved = bytearray(units)
        self.fought = bytearray(units)
        self.known = bytearray(units) if facts.fog else bytearray(b"\1") * units
        self.face_down = ()
        self.turned_up = 0
        self.cup = 0
        self.chosen = NO_CHITS
        self.previous = NO_CHITS
        self.reserve = True
        self.rerolled = (False, False)
        self.dug_in = False
        self.segment = 0
        self.battle = 0
        self.covered = 0

    def derive(self) -> None:
        super().derive()
        self.lay(self.face_down)

    def lay(self, chits: tuple[FaceDown, ...]) -> None:
        """The surprises that lie on the map from now on."""
        self.face_down = chits
        self.covered = 0
        for chit in chits:
            self.covered |= 1 << chit.place

    def living(self, units: tuple[int, ...]) -> list[int]:
        place: array[int] = self.place
        return [unit for unit in units if place[unit] != NOWHERE]
