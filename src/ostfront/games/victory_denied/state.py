"""The state of A Victory Denied, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Annotated, ClassVar, NamedTuple

from ostfront.core.fields import Column, Many, One, Place, Places, Unit, Units
from ostfront.core.state import State
from ostfront.games.victory_denied.roster import GROUPS, Roster

Chit = Annotated[int, One("chit")]
Chits = Annotated[int, Many("chit")]
VpChit = Annotated[int, One("vp")]
VpChits = Annotated[int, Many("vp")]

OUT_OF_SUPPLY, ISOLATED = 1, 2  # bits of the status column
UNDECIDED, MOSCOW, DISTRACTED = 0, 1, 2  # the directive


class VdState(State):
    """Everything that changes."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "status")

    steps: Column  # steps left; an HQ has none
    status: Column  # OUT_OF_SUPPLY, ISOLATED

    directive: int
    chosen: bool  # Guderian's Choice: the German player chose the directive himself (15.3)

    # chits: what each side could select this turn, what it selected (secret), and where chits are
    choices_german: Chits
    choices_soviet: Chits
    selected_german: Chits
    selected_soviet: Chits
    cup: Chits
    open_cup: Chits  # the part of the cup that everybody knows
    played: tuple[Chit, ...]
    guderian: bool  # Guderian lies in its box, not yet played this turn

    # the activation in progress
    active: Units
    moved: Units
    spent: Units  # have attacked in this combat segment
    attacked: Places  # hexes attacked in this combat segment
    timoshenko: bool  # the shift of 7.5
    activation: int  # counts activations of this turn, for the names of dice
    combat: int  # counts combats of this activation

    # air and artillery
    stukas: int  # on the airfields
    bomber: bool
    rocket: bool
    bombarded: Places  # targets of artillery and rockets this turn

    # victory points: the chit on each victory hex (in the order of the map's victory hexes), or -1
    vp: tuple[VpChit, ...]
    face_up: Places
    box: VpChits
    stolen: tuple[VpChit, ...]
    stolen_from: tuple[VpChits, ...]  # for each stolen chit: chits known to lie in the box at that moment
    shown: VpChits  # chits whose value has been seen

    minsk_bonus: bool
    star_hexes: Places  # where star units were placed in this reinforcement phase

    def __init__(self, roster: Roster, places: int, victory_hexes: int) -> None:
        super().__init__(roster.count, places, roster.groups_of, GROUPS)
        self.steps = bytearray(roster.steps)
        self.status = bytearray(roster.count)
        self.directive = UNDECIDED
        self.chosen = False
        self.choices_german = self.choices_soviet = 0
        self.selected_german = self.selected_soviet = 0
        self.cup = self.open_cup = 0
        self.played = ()
        self.guderian = False
        self.active = self.moved = self.spent = self.attacked = 0
        self.timoshenko = False
        self.activation = self.combat = 0
        self.stukas = 0
        self.bomber = self.rocket = False
        self.bombarded = 0
        self.vp = (-1,) * victory_hexes
        self.face_up = 0
        self.box = 0
        self.stolen = ()
        self.stolen_from = ()
        self.shown = 0
        self.minsk_bonus = False
        self.star_hexes = 0


# ---- locals, by procedure ---------------------------------------------------------------------------


class Activation(NamedTuple):
    """A chit is played: which one, or -1 for the special activations of turn 1."""

    chit: Chit
    side: int


class Leads(NamedTuple):
    """Panzer corps still to be given their starting unit (7.4.2)."""

    chit: Chit
    corps: tuple[str, ...]


class March(NamedTuple):
    """A unit in hand: what it has left, in half movement points, and how it moves."""

    unit: Unit
    left: int
    mode: int  # 0 not begun, 1 normal, 2 strategic
    may_enter: bool = False  # still in an off-map box, beside the map


class Battle(NamedTuple):
    """An attack from its declaration to its end."""

    target: Place
    attackers: Units = 0
    defenders: Units = 0  # combat units in the target hex when it began
    column: int = 0  # after all shifts but the one for a new division
    stuka: int = 0  # columns, signed as seen by the attacker
    rolled: int = 0
    elite: Unit = -1  # drawn, not yet placed
    lose_attacker: int = 0
    lose_defender: int = 0
    retreat: int = 0
    hqs: Units = 0  # HQs stacked with attackers or defenders when it began
    advanced: Units = 0
    from_guns: int = 0  # 0 units, 1 artillery, 2 rockets, 3 bomber


class Losses(NamedTuple):
    """Steps still to be taken off these units, at the owner's choice."""

    side: int
    units: Units
    steps: int


class Retreat(NamedTuple):
    """Units still to retreat so many hexes."""

    side: int
    units: Units
    hexes: int
    origin: Place
    fled: Units = 0  # retreated and alive
    hq: Unit = -1  # goes with them


class Relocation(NamedTuple):
    """An HQ that must relocate from a hex (12.6)."""

    hq: Unit
    origin: Place


class Guns(NamedTuple):
    """Artillery attacks left to the ART chit; whether the rocket may still be fired with it."""

    attacks: int
    rocket: bool


class Markers(NamedTuple):
    """Out of Supply markers left to place."""

    left: int


class Purchase(NamedTuple):
    """Soviet reinforcements: points left, and the unit in hand."""

    points: int
    stage: int  # 0 HQs, 1 combat units
    unit: Unit = -1


class Placing(NamedTuple):
    """A unit to be placed on the map: PVO, elite or escapee."""

    unit: Unit
    kind: str


class Entry(NamedTuple):
    """German units about to enter by road."""

    units: Units


class Release(NamedTuple):
    """The Minsk Pocket: released so far, chits bought, and what escapes."""

    units: Units = 0
    chits: int = 0
    hq: Unit = -1  # just released: a chit may be bought for it
    escape: int = 0
    escaped: int = 0


class Count(NamedTuple):
    """So many units still to choose."""

    left: int
