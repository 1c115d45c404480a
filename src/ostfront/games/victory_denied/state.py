"""The state of A Victory Denied, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from ostfront.core.files.fields import Column, Many, One, Place, Places, Unit, Units
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Memo, State
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GROUPS, Roster

Chit = Annotated[int, One("chit")]
Chits = Annotated[int, Many("chit")]
VpChit = Annotated[int, One("vp")]
VpChits = Annotated[int, Many("vp")]

OUT_OF_SUPPLY, ISOLATED = 1, 2  # bits of the status column
UNDECIDED, MOSCOW, DISTRACTED = 0, 1, 2  # the directive


class Lines(NamedTuple):
    """An answer about supply: where lines could come, pass and begin, and the hexes they reached."""

    enter: int
    through: int
    sources: int
    found: int


class VdMemo(Memo):
    """The last answers for each side; each stands with all it depends on."""

    __slots__ = ("lines", "strategic", "supplied", "zoc")

    def __init__(self) -> None:
        self.zoc: list[tuple[int, int]] = [(0, 0), (0, 0)]  # combat units: their zones of control
        self.strategic: list[tuple[int, int, int]] = [
            (-1, 0, 0),
            (-1, 0, 0),
        ]  # enemies, their victory hexes: free roads
        self.lines: list[tuple[tuple[int, ...], Lines] | None] = [None, None]  # a position: its lines
        self.supplied: list[tuple[Lines, ...]] = [(), ()]  # the last two floods


class VdState(State):
    """Everything that changes."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "status")
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"victory_hexes", "with_chit"}

    top: Any  # a frame; there is always one while the game is in progress
    memo: VdMemo
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

    victory_hexes: tuple[int, ...]
    with_chit: int  # derived from vp: the victory hexes that have a chit

    def __init__(self, roster: Roster, places: int, hexes: int, victory_hexes: tuple[int, ...]) -> None:
        super().__init__(roster.count, places, roster.groups_of, GROUPS, hexes)
        self.memo = VdMemo()
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
        self.victory_hexes = victory_hexes
        self.vp = (-1,) * len(victory_hexes)
        self.with_chit = 0
        self.face_up = 0
        self.box = 0
        self.stolen = ()
        self.stolen_from = ()
        self.shown = 0
        self.minsk_bonus = False
        self.star_hexes = 0

    def derive(self) -> None:
        super().derive()
        self.with_chit = 0
        for place, chit in zip(self.victory_hexes, self.vp, strict=True):
            if chit >= 0:
                self.with_chit |= 1 << place

    def lay_chit(self, place: int, chit: int) -> None:
        """Put a VP chit on a victory hex, or take it off with -1."""
        at = self.victory_hexes.index(place)
        self.vp = (*self.vp[:at], chit, *self.vp[at + 1 :])
        self.with_chit = self.with_chit | 1 << place if chit >= 0 else self.with_chit & ~(1 << place)


VdPlay = Play[Facts, VdState]


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


class Escort(NamedTuple):
    """An HQ and the attackers it stood with when the attack began (12.4)."""

    hq: Unit
    mates: Units


class Battle(NamedTuple):
    """An attack from its declaration to its end; also artillery, rockets and the bomber, without attackers."""

    target: Place
    attackers: Units = 0
    defenders: Units = 0  # combat units in the target hex when it began
    escorts: tuple[Escort, ...] = ()
    stuka: int = 0  # columns, as seen by the attacker
    elite: Unit = -1  # drawn, not yet placed
    column: int = 0  # the die was rolled on
    rolled: int = 0  # modified
    lose_defender: int = 0
    retreat: int = 0
    advanced: Units = 0


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


class Arrivals(NamedTuple):
    """The reinforcement phase: what has come so far."""

    timoshenko: bool = False  # his force entered in this phase
    due: Units = 0  # Germans marked with a turn who were waiting to enter


class Purchase(NamedTuple):
    """Soviet reinforcements: points left, and the unit in hand."""

    points: int
    units_now: bool = False  # combat units have been called: no more HQs
    unit: Unit = -1


class Placing(NamedTuple):
    """A unit to be placed on the map: PVO, elite or escapee."""

    unit: Unit


class Entry(NamedTuple):
    """German units about to enter by road."""

    units: Units


class Release(NamedTuple):
    """The Minsk Pocket: units released and chits bought so far."""

    units: Units = 0
    chits: int = 0


class Escape(NamedTuple):
    """Soviet units that may still leave the Pocket."""

    left: int


class Count(NamedTuple):
    """So many units still to choose or draw."""

    left: int
