"""What changes in a game, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from drill.facts import Facts
from ostfront.core.files.fields import Column, Many, One, Place, Places, Unit, Units
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, State

NO_CHITS = (NOWHERE, NOWHERE, NOWHERE)  # by seat

SeatNumber = Annotated[int, One("seat")]
Chit = Annotated[int, One("chit")]
Chits = Annotated[int, Many("chit")]
Surprise = Annotated[int, One("surprise")]
Surprises = Annotated[int, Many("surprise")]


class FaceDown(NamedTuple):
    """A surprise and the hex it lies on."""

    place: Place
    chit: Surprise


class DrillState(State):
    """Where everything is, what has been done, what is left."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "moved", "fought", "known")
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"covered"}

    top: Any  # a frame; while the game is on there is always one
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
        """Those of these units that are on the map."""
        place = self.place
        return [unit for unit in units if place[unit] != NOWHERE]


DrillPlay = Play[Facts, DrillState]


# ---- locals of procedures -----------------------------------------------------------------------------


class SetUp(NamedTuple):
    """Who deploys, and the unit in hand."""

    seat: SeatNumber
    unit: Unit = NOWHERE


class Turn(NamedTuple):
    """The chit drawn last, and whose units it activates."""

    chit: Chit = NOWHERE
    seat: SeatNumber = NOWHERE


class Activation(NamedTuple):
    """Whose units act, the one in hand with its movement points left, the hexes attacked so far."""

    seat: SeatNumber
    unit: Unit = NOWHERE
    left: int = 0
    attacked: Places = 0


class Battle(NamedTuple):
    """Who attacks which hex with what, the die, and the result it gave."""

    seat: SeatNumber
    target: Place
    attackers: Units = 0
    die: int = 0
    result: str = ""


class Losses(NamedTuple):
    """Who loses a step, and which units it may be."""

    seat: SeatNumber
    units: Units


class Retreat(NamedTuple):
    """Who leaves which hex."""

    seat: SeatNumber
    place: Place
