"""The state of Barbarossa 1941, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, Self

from ostfront.core.files.fields import Column, One, Place, Places, Unit, Units
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, Memo, State
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import GROUPS, MOTORISED, Roster

Side = Annotated[int, One("side")]
MARKERS = 6  # rail markers (10.3)
MOST_STEPS = 3  # no counter has more


class B41Memo(Memo):
    """Answers about positions, each kept with all it depends on."""

    __slots__ = ("fronts", "kept", "reckoned")

    def __init__(self) -> None:
        self.reckoned: tuple[Any, ...] = ()  # the position in which rules/victory.py last found nothing to do
        self.fronts: list[Any] = [None, None]  # by side: the last one, of rules/front.py
        self.kept: dict[Any, tuple[Any, Any]] = {}  # question: what it depended on, the last answer


class B41State(State):
    """Everything that changes."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "isolated", "due")
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {
        "roster", "foot", "wheels", "points", "two_foot", "two_any", "limit", "tight",
    }  # fmt: skip

    top: Any  # a frame; while the game is on there is always one
    memo: B41Memo
    steps: Column  # steps left; 0 for airborne, air corps and partisans
    isolated: Column  # 1: carries an isolated marker (8)
    due: Column  # the turn on which a unit off the map comes or comes back; 0: none is set

    side: Side  # whose operations phase it is
    held: Places  # cities whose last occupant was an Axis combat unit
    axis_rail: Places  # rail hexes of the Axis network
    markers: tuple[Place, ...]  # the rail markers; -1 is not on the map
    forts_axis: Places
    forts_soviet: Places
    manned: Places  # forts in which a unit of their side stands or has stood

    lost_infantry: int  # the loss markers (9.2): German infantry, German motorised, Soviet infantry
    lost_motorised: int
    lost_soviet: int
    pool_infantry: int  # replacement points for the whole game
    pool_motorised: int
    pool_finnish: int
    pool_romanian: int

    guns_axis: int  # artillery points left
    guns_soviet: int
    fired_axis: int  # artillery points spent this turn
    fired_soviet: int
    flown: Units  # air corps that were used this turn
    joukov: bool  # the option was used this turn
    fleet_used: bool  # the Baltic Fleet supported a combat this turn
    fleet_struck: bool  # an air corps was sent against it this turn
    mined: bool  # the fleet is shut in (12.9)
    coups: int  # coups de main tried this turn

    moved: Units  # in this phase
    carried: Units  # by rail or sea in this operations phase: no further movement
    sailed: bool  # the side has used its naval move
    spent: Units  # have attacked in this combat phase
    attacked: Places  # hexes attacked in this combat phase
    reacted: Units  # have made a reaction move in this combat phase
    dropped: Units  # airborne corps dropped in this operations phase, ready to support
    battle: int  # counts the combats of this turn, for the names of dice
    drops: int  # counts the airdrops of this turn, likewise

    triggers: tuple[int, ...]  # for each trigger of 13 the turn on which it was reached, 0: not yet
    liberated: Places  # major cities freed by partisans, which never count again (12.7)
    bonus: int  # points added for this turn only (14.3)
    required: int  # compulsory Soviet attacks this turn (14.3)
    made: Places  # hexes the Soviets attacked this turn
    approached: Places  # Soviet major cities that an Axis unit has moved next to (12.11)
    raised: Places  # cities that have had their militia
    arrived: Places  # major cities in which a unit arrived in this reinforcement step
    shocked: bool  # a shock army was made this turn

    # derived: stacking points by place, those of mobile units on foot and motorised, and who has two of them
    roster: Roster
    points: bytearray
    foot: bytearray
    wheels: bytearray
    two_foot: list[int]  # by side: hexes with two points or more of mobile units on foot
    two_any: list[int]  # by side: hexes with two points or more of mobile units
    limit: int  # stacking points in a hex
    tight: list[int]  # by the steps of a counter: hexes with too little room left for it

    def __init__(self, facts: Facts) -> None:
        roster, places = facts.roster, facts.board.places
        super().__init__(roster.count, places, roster.groups_of, GROUPS, facts.grid.size)
        self.memo = B41Memo()
        self.roster = roster
        self.steps = bytearray(roster.start)
        self.isolated = bytearray(roster.count)
        self.due = bytearray(roster.count)
        self.side = 0
        self.held = self.axis_rail = 0
        self.markers = (NOWHERE,) * MARKERS
        self.forts_axis = self.forts_soviet = self.manned = 0
        self.lost_infantry = self.lost_motorised = self.lost_soviet = 0
        self.pool_infantry = self.pool_motorised = self.pool_finnish = self.pool_romanian = 0
        self.guns_axis = self.guns_soviet = self.fired_axis = self.fired_soviet = 0
        self.flown = 0
        self.joukov = self.fleet_used = self.fleet_struck = self.mined = False
        self.coups = 0
        self.moved = self.carried = self.spent = self.attacked = self.reacted = self.dropped = 0
        self.sailed = False
        self.battle = self.drops = 0
        self.triggers = (0,) * 5
        self.liberated = 0
        self.bonus = self.required = self.made = 0
        self.approached = self.raised = self.arrived = 0
        self.shocked = False
        self.points = bytearray(places)
        self.foot = bytearray(places)
        self.wheels = bytearray(places)
        self.two_foot = [0, 0]
        self.two_any = [0, 0]
        self.limit = facts.limit
        self.tight = [0] * (MOST_STEPS + 1)

    def clone(self) -> Self:
        other = super().clone()
        other.points = self.points[:]
        other.foot = self.foot[:]
        other.wheels = self.wheels[:]
        other.two_foot = self.two_foot[:]
        other.two_any = self.two_any[:]
        other.tight = self.tight[:]
        return other

    def put(self, unit: int, place: int) -> None:
        old = self.place[unit]
        if old == place:
            return
        super().put(unit, place)
        steps, roster = self.steps[unit], self.roster
        if not (steps and roster.is_combat[unit]):
            return
        if roster.is_static[unit] or not (0 <= old < self.hexes and 0 <= place < self.hexes):
            if 0 <= old < self.hexes:
                self._count(unit, old, -steps)
            if 0 <= place < self.hexes:
                self._count(unit, place, steps)
            return
        # from hex to hex, as `_count` does it twice
        side, two_foot, two_any, points = roster.side[unit], self.two_foot, self.two_any, self.points
        spare = self.limit - MOST_STEPS
        if points[old] > spare:
            points[old] -= steps
            self._tighten(old)
        else:
            points[old] -= steps
        points[place] += steps
        if points[place] > spare:
            self._tighten(place)
        foot, wheels = self.foot, self.wheels
        column = wheels if roster.mobility[unit][steps] == MOTORISED else foot
        column[old] -= steps
        column[place] += steps
        walking = foot[old]
        if walking < 2:
            bit = 1 << old
            two_foot[side] ^= two_foot[side] & bit
            if walking + wheels[old] < 2:
                two_any[side] ^= two_any[side] & bit
        walking = foot[place]
        if walking + wheels[place] >= 2:
            bit = 1 << place
            two_any[side] |= bit
            if walking >= 2:
                two_foot[side] |= bit

    def set_steps(self, unit: int, steps: int) -> None:
        """The steps of a unit; the only way to change them."""
        before, place = self.steps[unit], self.place[unit]
        on_map = 0 <= place < self.hexes and self.roster.is_combat[unit]
        if on_map and before:
            self._count(unit, place, -before)
        self.steps[unit] = steps
        if on_map and steps:
            self._count(unit, place, steps)

    def _count(self, unit: int, place: int, change: int) -> None:
        """Keep the stacking points of a hex; the unit's steps say on which side of its counter it is."""
        roster = self.roster
        self.points[place] += change
        self._tighten(place)
        if roster.is_static[unit]:
            return
        on_wheels = roster.mobility[unit][self.steps[unit]] == MOTORISED
        column = self.wheels if on_wheels else self.foot
        column[place] += change
        bit, side = 1 << place, roster.side[unit]
        foot = self.foot[place]
        two = self.two_foot
        if bool(two[side] & bit) != (foot >= 2):
            two[side] ^= bit
        two = self.two_any
        if bool(two[side] & bit) != (foot + self.wheels[place] >= 2):
            two[side] ^= bit

    def _tighten(self, place: int) -> None:
        """Keep what the stacking points of a hex leave room for."""
        bit, left, tight = 1 << place, self.limit - self.points[place], self.tight
        for steps in range(1, MOST_STEPS + 1):
            if bool(tight[steps] & bit) != (steps > left):
                tight[steps] ^= bit

    def derive(self) -> None:
        for column in (self.points, self.foot, self.wheels):
            column[:] = bytes(len(column))
        self.two_foot = [0, 0]
        self.two_any = [0, 0]
        self.tight = [0] * (MOST_STEPS + 1)
        super().derive()


B41Play = Play[Facts, B41State]


# ---- locals of procedures -----------------------------------------------------------------------------


class Arranging(NamedTuple):
    """Set-up: whose, and the unit in hand."""

    side: Side
    unit: Unit = NOWHERE


class Phase(NamedTuple):
    """A phase of a side, and the unit that is being placed or carried."""

    side: Side
    unit: Unit = NOWHERE


class Isolation(NamedTuple):
    """An isolation check: the limited source that is feeding, the units fed so far, the hexes whose loss is paid."""

    side: Side
    source: Place = NOWHERE
    left: int = 0  # steps it can still feed
    fed: Units = 0
    lacking: Units = 0  # units that trace to no unlimited source
    done: Places = 0  # limited sources that have fed; then hexes that have paid


class Replacing(NamedTuple):
    """A replacement step: points at hand and the units that have had one."""

    side: Side
    city_infantry: int = 0
    city_motorised: int = 0
    taken: int = 0  # points taken from the Soviet track on turn 1, of two
    refitted: Units = 0
    unit: Unit = NOWHERE  # being rebuilt: its place is asked for


class Fortifying(NamedTuple):
    """Fort construction: how many may still be built."""

    side: Side
    left: int


class Laying(NamedTuple):
    """Rail markers: hexes each can still lay; the one at work."""

    left: tuple[int, ...]
    marker: int = NOWHERE
    before: Places = 0  # rail hexes that were Axis when the phase began


class March(NamedTuple):
    """Units in hand that move together."""

    side: Side
    units: Units
    allowance: int  # without the strategic point
    used: int = 0  # points spent so far
    fresh: bool = True  # has not moved
    strategic: bool = False  # the strategic point is still to be had (5)
    stopped: bool = False  # in an enemy ZOC: nothing but overruns
    overruns: bool = False  # may overrun: motorised, supplied, not begun in an enemy ZOC (7)
    exploiting: bool = False
    weather: int = 0  # of the hex where they began, which holds for the whole move (12.3)
    target: Place = NOWHERE  # of the overrun under way


class Battle(NamedTuple):
    """A combat: who attacks which hex with what, the options chosen, the result."""

    side: Side  # of the attacker
    target: Place
    attackers: Units = 0
    overrun: bool = False
    defenders: Units = 0
    air_attack: Unit = NOWHERE
    air_defence: Unit = NOWHERE
    fleet: bool = False
    guns_attack: bool = False
    guns_defence: bool = False
    para_attack: Unit = NOWHERE
    para_defence: Unit = NOWHERE
    joukov: bool = False
    coup: int = 0  # 1: succeeded, 2: failed
    reacted: bool = False  # a reaction move was tried
    lead_attack: Unit = NOWHERE
    lead_defence: Unit = NOWHERE
    column: int = 0
    rolled: int = 0  # dice with modifiers
    loss_attack: int = 0
    loss_defence: int = 0
    retreat: Place = NOWHERE  # where the defenders went
    asked: int = 0  # which of the options of 6 have been asked


class Reaction(NamedTuple):
    """A reaction move under way."""

    side: Side
    unit: Unit
    left: int


class Losses(NamedTuple):
    """Steps still to be lost by these units; the lead unit loses the first one."""

    side: Side
    units: Units
    steps: int
    lead: Unit = NOWHERE


class Window(NamedTuple):
    """An offer in the other side's time: militia or partisans in these cities."""

    side: Side
    cities: Places
