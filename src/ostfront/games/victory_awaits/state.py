"""The state of A Victory Awaits, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from ostfront.core.files.fields import Column, Many, One, Place, Places, Unit, Units
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Memo, State
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import GROUPS

Chit = Annotated[int, One("chit")]
Chits = Annotated[int, Many("chit")]


class RailSide(NamedTuple):
    """A hexside of a railroad along which a Panzergruppe's line ran this turn, and its HQ (17.6)."""

    a: Place
    b: Place
    hq: Unit = -1  # saves of rules 1.0 do not say


class VaMemo(Memo):
    """By side: the zones of control of its units, the railroads it can use, the hexes its lines reach."""

    __slots__ = ("rails", "supplied", "zoc")

    def __init__(self) -> None:
        self.zoc = [(-1, 0), (-1, 0)]
        self.rails = [(-1, 0), (-1, 0)]
        self.supplied = [((-1, -1), 0), ((-1, -1), 0)]


class VaState(State):
    """Everything that changes. Fortresses are units: one that stands has 1 or 2 steps (14.2)."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps")

    top: Any  # a frame; there is always one while the game is in progress
    memo: VaMemo
    steps: Column  # steps left; a fortress that is not built has none

    axis_held: Places  # cities, supply sources and breakthrough hexes the Axis controls (3.4, 16.3)
    stand_fast: Places  # Stand Fast markers (16.2)

    # chits: what a side could select this turn, what it selected (secret), and where chits are
    raised: Chits  # army chits the Soviet player has made available since turn 4
    choices_axis: Chits
    choices_soviet: Chits
    selected_axis: Chits
    selected_soviet: Chits
    cup: Chits
    open_cup: Chits  # the part of the cup that everybody knows
    hand: Chits  # interrupt chits held in hand and not yet played this turn
    played: tuple[Chit, ...]

    # several players: the Controller's queue (19.4), or the cups of team play (20.2), by seat
    queue: tuple[Chit, ...]  # drawn and waiting, the next one first
    revealed: Chits  # of the queue
    hq_cups: tuple[Chits, ...]
    dummies: tuple[int, ...]  # in the HQ cups
    masters: tuple[int, ...]  # Master chits of each side in the Master cup

    # the activation in progress
    active: Units
    moved: Units
    retreated: Units  # have retreated in this combat segment (10.3.1)
    out_of_command: Units  # activated by the Reserve out of every HQ's range (17.2)
    confined: bool  # the Reserve of Leningrad: no entering or leaving enemy ZOC, no attacks (18.1)
    surprise: bool  # the surprise attack: rivers have no effect (15.1)
    activation: int  # counts activations of this turn, for the names of dice
    combat: int  # counts combats of this activation

    # special rules
    zhukov: int  # the turn in which Zhukov's Command was declared, 0 not yet (18.1)
    at_the_gates: bool  # an Axis unit has entered a hex next to Leningrad
    transferred: Units  # to arrive in addition to the number: HQs of 17.3, and the three units of 18.1
    panzer_hqs: Units  # Panzergruppe HQs that were activated this turn (17.6)
    rails_used: tuple[RailSide, ...]  # this turn, by lines of Panzergruppe HQs (17.6)
    bids: tuple[int, ...]  # by seat, -1 not yet (17.1)
    tied: int  # the bid both made: the next ones are at least as high
    swapped: bool  # the second seat won the bidding: it plays the Axis
    target: int  # victory points the Axis needs

    def __init__(self, facts: Facts) -> None:
        roster = facts.roster
        super().__init__(roster.count, facts.board.places, roster.groups_of, GROUPS, facts.grid.size)
        self.memo = VaMemo()
        self.steps = bytearray(roster.at_start)
        self.axis_held = self.stand_fast = 0
        self.raised = 0
        self.choices_axis = self.choices_soviet = 0
        self.selected_axis = self.selected_soviet = 0
        self.cup = self.open_cup = self.hand = 0
        self.played = ()
        self.queue = ()
        self.revealed = 0
        self.hq_cups = ()
        self.dummies = self.masters = ()
        self.active = self.moved = self.retreated = self.out_of_command = 0
        self.confined = self.surprise = False
        self.activation = self.combat = 0
        self.zhukov = 0
        self.at_the_gates = False
        self.transferred = self.panzer_hqs = 0
        self.rails_used = ()
        self.bids = ()
        self.tied = 0
        self.swapped = False
        self.target = 0


VaPlay = Play[Facts, VaState]


# ---- locals, by procedure ---------------------------------------------------------------------------


class Deployment(NamedTuple):
    """Free set-up (4.0): units of a side still to be placed, and the one in hand."""

    side: int
    units: Units
    unit: Unit = -1


class Raising(NamedTuple):
    """Maps, as their letters, for which an army chit is still to be made available this turn (15.2)."""

    maps: str


class Command(NamedTuple):
    """A chit is carried out: which one (-1: the surprise attack), for a side, by a seat."""

    chit: Chit
    side: int
    seat: int


class Reveal(NamedTuple):
    """A chit of the queue was turned face up: the Axis may cancel it (19.5)."""

    chit: Chit


class DrawnChit(NamedTuple):
    """A chit that a player drew from his own cup (20.2)."""

    seat: int
    chit: Chit


class Masters(NamedTuple):
    """A Master chit was drawn (20.2): seats that still draw from their own cups, and chits to be carried out."""

    side: int
    seats: tuple[int, ...]
    drawn: tuple[DrawnChit, ...] = ()


class Waking(NamedTuple):
    """Units still to be activated one by one: by Reserve or OKH (17.2), or the armor of a German HQ (17.5)."""

    chit: Chit
    side: int
    seat: int
    among: Units
    left: int


class Transfer(NamedTuple):
    """HQs that may still be put on the Turn Track (17.3)."""

    seat: int
    among: Units


class Gate(NamedTuple):
    """19th Army is about to enter (15.3): the units, before its gate is chosen."""

    chit: Chit
    side: int
    seat: int


class Entering(NamedTuple):
    """19th Army enters through a gate, by an activation of its own."""

    chit: Chit
    side: int
    seat: int
    gate: Place


class March(NamedTuple):
    """A unit in hand: what it has left, in half movement points, and how it moves.

    `gates` are the hexes through which it enters while it is still off the map.
    """

    unit: Unit
    seat: int
    left: int
    mode: int  # 0 not begun, 1 normal, 2 strategic
    gates: Places = 0


class Attack(NamedTuple):
    """A declared attack: the hex and the units."""

    target: Place
    units: Units


class Segment(NamedTuple):
    """A combat segment: the attacks declared and not yet resolved; `target` is being declared, -1 none."""

    side: int
    seat: int
    attacks: tuple[Attack, ...] = ()
    declared: bool = False  # all attacks are declared
    attacked: Places = 0  # hexes attacked in this segment, declared ones too
    target: Place = -1
    units: Units = 0


class Battle(NamedTuple):
    """An attack that is being resolved."""

    side: int
    seat: int
    target: Place
    attackers: Units
    defenders: Units = 0  # units in the hex when the die was rolled
    column: int = 0
    rolled: int = 0
    lose_defender: int = 0
    retreat: int = 0
    advanced: Units = 0


class Retreat(NamedTuple):
    """Units still to retreat so many hexes."""

    side: int
    units: Units
    hexes: int
    origin: Place


class Fortifying(NamedTuple):
    """Fortress steps left to build in this Supply Check (14.1)."""

    left: int


class Abandoning(NamedTuple):
    """Maps on which a Stand Fast marker was taken off in this Supply Check (16.2), as their letters."""

    maps: str = ""


class Withdrawal(NamedTuple):
    """Attack strength still to be withdrawn (18.2)."""

    strength: int


class Reinforcing(NamedTuple):
    """Reinforcements: units left to call by nation, and the one in hand (-1 none)."""

    side: int
    german: int = 0
    romanian: int = 0
    soviet: int = 0
    unit: Unit = -1


class Reserves(NamedTuple):
    """Units of the Strategic Reserve left to call (15.4)."""

    left: int
