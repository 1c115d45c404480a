"""The state of Barbarossa Deluxe, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from ostfront.core.files.fields import Column, One, PerUnit, Place, PlaceColumn, Places, Unit, Units, Whole
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, Memo, State
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GROUPS, Roster

Side = Annotated[int, One("side")]
UnitColumn = Annotated[Whole, PerUnit(), One("unit")]

MOST = 15  # units in a hex, as far as they are counted: more than any rule lets happen

# phases of a game turn (5.2)
ADMINISTRATION, STRATEGIC, RESERVE, MOVEMENT, ASSAULT, CHECK = range(6)
# phase orders (5.4, 5.5)
UNDECLARED, FIGHT_MOVE, MOVE_FIGHT, FIGHT_FIGHT = range(4)
# the Caucasus expedition (4.11 to 4.13)
NONE, UNDER_WAY, SUCCEEDED, ENDED = range(4)
# the operation of turn 30 (4.18)
UNCHOSEN, RHINE, ODER = range(3)
# logistics zones (7.15)
NORTH, SOUTH = 0, 1
# supply in the Black Sea this game turn: not used yet, Crimea supply, coastal supply (7.4, 7.5); coastal supply was
# declined for the battle that is being fought
UNUSED, CRIMEA, COASTAL, DECLINED = range(4)


class BDMemo(Memo):
    """Answers about positions, each kept with all it depends on."""

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}  # question: what it depended on, the last answer


class BDState(State):
    """Everything that changes."""

    COLUMNS: ClassVar[tuple[str, ...]] = (
        "place", "due", "began", "used", "slowed", "entry", "parent", "group",
    )  # fmt: skip
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"roster", "held", "load", "least"}

    top: Any  # a frame; while the game is on there is always one
    memo: BDMemo

    due: Column  # of a unit on the track: the turn on which it comes; 0: none is set
    began: PlaceColumn  # where a unit of the moving side stood when the movement phase began (10.5)
    used: Column  # movement points a unit has spent in this phase
    slowed: Column  # points taken from a mechanized unit by the die of turn 3 (5.10)
    entry: PlaceColumn  # the hex in which a unit arrived in this game turn (8.1)
    parent: UnitColumn  # the corps or army that a Tiger battalion or cavalry-mechanized group supports
    group: UnitColumn  # Soviet units the German cannot tell apart (11.7): the first of them

    # the sequence (5)
    side: Side  # whose player turn it is
    phase: int
    order: int  # the phase order that was declared
    nth: int  # 1 or 2: which of the two phases of the player turn
    hands: int  # by side, a bit: raised, so that the seat is asked in the enemy's time

    # control (3.6) and points (4)
    german: Places  # hexes the German side controls
    neutral: Places  # Bulgaria until it is entered
    vp: int
    forgiven: int  # forgiveness points (4.20)
    moscow_rolled: bool  # 4.15
    kiev_taken: bool  # the German side has controlled Kiev (4.21)
    baltic_lost: bool  # 4.5
    dnepr_lost: bool  # 4.6
    bucharest_lost: bool  # it has fallen once (4.7)
    ploesti_lost: bool  # 4.8
    siege: bool  # the siege point of Leningrad is in the total (12.13)
    siege_settled: bool  # the Germans have taken Leningrad: the point stays
    stalingrad_bound: Units  # the garrison that stands fast in this game turn (12.7)
    stalingrad_freed: bool  # the stand-fast order has ended
    owned: Places  # cities that were German when the game turn, or the player turn of Oder, began
    start_cities: Places  # cities that were German when the scenario began
    killed: int  # Soviet units eliminated in this game turn, as 4.19 counts them
    killed_unsupplied: int  # Soviet units eliminated out of supply (14.10)

    # declarations
    zone: int  # logistics zone of the 1942 bonus; -1: not named yet (5.6)
    paused: bool  # the Paulus Pause was taken (5.10)
    fight_fights: tuple[int, ...]  # years in which the German side has used it (5.5)
    soviet_fight_fight: bool
    comb_outs: tuple[int, ...]  # years in which the comb-out was used (8.16)
    airborne_years: tuple[int, ...]  # years in which the Airborne Assault was used (8.40)
    offensive: int  # the turn on which the 1943 offensive was declared; 0: it was not (4.4)
    offensive_judged: bool  # its die, or its success, is settled
    gambit: int  # the turn on which Manstein's Gambit was declared; 0: it was not (4.16)
    operation: int  # Rhine or Oder (4.18), secret until turn 30
    expedition: int
    expedition_ready: bool  # its conditions held when the game turn began (4.11)

    # cities, works and markers
    hero: Places
    hero_left: int
    fortress: Places
    fortress_anywhere: int  # markers left for any city (the first one)
    fortress_home: int  # markers left for Germany, Hungary and the General Government
    wall: Places  # East Wall markers
    broken: Places  # German lines that Soviet units have entered: no longer there (11.21)
    area: Place  # the Fortified Area (8.18)
    area_since: int
    airlift: Place  # the aerial supply marker on the map (7.7)
    airlift_from: int  # the turn from which it can be used; 0: it has not come
    airlift_used: bool  # it was put on the map in this game turn
    depots: tuple[Place, ...]  # offensive supply markers A, B, C; -1 is not on the map
    depots_barred: bool  # Moscow was German when the game turn began (7.21)
    sea_supply: int  # which of Crimea and coastal supply was used in this game turn
    crimea_on: bool  # Crimea supply is switched on
    fed: Units  # units named for Crimea supply in this game turn, those that have died since among them

    # units that came, left or are to come
    returned: Units  # Romanian armies that have had their return (8.15)
    pending_change: Units  # are to convert or leave as soon as they are supplied or dead (8.19, 8.23, 8.29)
    withdrawals_due: int  # 2nd SS Panzer Corps: withdrawals that were put off (8.17)
    defected: bool  # Romania (8.25)
    early_triggers: int  # bits: Poland, Romania, Bulgaria were triggered by turn 13
    bulgarian_exit: int  # the turn on which a Soviet unit left by Bulgaria; 0: none did

    tops: Units  # Soviet units that lie on top of their stacks (11.7); of a stack without one it is the first
    shown: Units  # Soviet units that were laid on top of their stacks in this phase

    # this phase or turn
    moved: Units  # have finished their movement in this phase
    halved: Units  # were out of supply when their movement began in this phase (7.17)
    parent_hex: Place  # where the parent stack that is moving began the phase; -1: none has moved (10.6)
    mobile: Units  # have made a mobile assault in this phase (10.24)
    crossed: bool  # a stack has crossed the Kerch Strait in this phase (10.14)
    sailed: int  # bits: Black Sea, Baltic: used in this phase (10.16, 10.17)
    bound: Units  # have gone by sea: neither move nor attack in this player turn (10.16, 10.17)
    deployed: bool  # the emergency deployment of this German movement phase was used (8.11)
    spent: Units  # have attacked in this assault phase (11.4)
    attacked: Places  # hexes attacked in this assault phase
    fled: Units  # retreated in this assault phase (11.29)
    obliged: Units  # Soviet units that began this assault phase next to an enemy they must attack (5.12)
    luftwaffe: int  # counters used in this game turn (11.23)
    guns: int  # artillery corps used in this phase (8.36)
    wings: int  # air armies used in this phase (8.38)
    interceptors: bool  # used in this phase (8.37)
    partisans: bool  # used in this phase (8.39)
    shipped: int  # strategic movement used in this turn, in units (8.7)
    reserved: int  # units moved into or out of the RVGK box in this phase (8.9)
    shuffled: Units  # those units; in a German player turn, units that have moved strategically
    battle: int  # counts the battles of this turn, for the names of dice
    rolls: int  # counts the other dice of this turn, likewise

    # derived
    roster: Roster
    held: list[int]  # by place: the units there
    load: bytearray  # by place: units that count for stacking (6.3)
    least: list[int]  # by number: hexes with at least that many of them

    def __init__(self, facts: Facts) -> None:
        roster, places = facts.roster, facts.board.places
        super().__init__(roster.count, places, roster.groups_of, GROUPS, facts.grid.size)
        count = roster.count
        self.memo = BDMemo()
        self.due = bytearray(count)
        self.began = array("h", [NOWHERE]) * count
        self.used = bytearray(count)
        self.slowed = bytearray(count)
        self.entry = array("h", [NOWHERE]) * count
        self.parent = array("h", [NOWHERE]) * count
        self.group = array("h", range(count))
        self.side = 0
        self.phase = self.order = self.nth = self.hands = 0
        self.german = self.neutral = 0
        self.vp = self.forgiven = 0
        self.moscow_rolled = self.kiev_taken = self.baltic_lost = self.dnepr_lost = False
        self.bucharest_lost = self.ploesti_lost = self.siege = self.siege_settled = False
        self.stalingrad_bound = 0
        self.stalingrad_freed = False
        self.owned = self.start_cities = self.killed = self.killed_unsupplied = 0
        self.zone = NOWHERE
        self.paused = False
        self.fight_fights = ()
        self.soviet_fight_fight = False
        self.comb_outs = self.airborne_years = ()
        self.offensive = 0
        self.offensive_judged = False
        self.gambit = self.operation = self.expedition = 0
        self.expedition_ready = False
        self.hero = self.hero_left = self.fortress = self.fortress_anywhere = self.fortress_home = 0
        self.wall = self.broken = 0
        self.area = NOWHERE
        self.area_since = 0
        self.airlift = NOWHERE
        self.airlift_from = 0
        self.airlift_used = False
        self.depots = (NOWHERE,) * 3
        self.depots_barred = False
        self.sea_supply = self.fed = 0
        self.crimea_on = False
        self.returned = self.pending_change = self.withdrawals_due = 0
        self.defected = False
        self.early_triggers = self.bulgarian_exit = 0
        self.tops = self.shown = 0
        self.moved = self.halved = 0
        self.parent_hex = NOWHERE
        self.mobile = 0
        self.crossed = False
        self.sailed = self.bound = 0
        self.deployed = False
        self.spent = self.attacked = self.fled = self.obliged = 0
        self.luftwaffe = self.guns = self.wings = 0
        self.interceptors = self.partisans = False
        self.shipped = self.reserved = self.shuffled = 0
        self.battle = self.rolls = 0
        self.roster = roster
        self.held = [0] * places
        self.load = bytearray(places)
        self.least = [0] * (MOST + 1)

    def clone(self) -> Self:
        other = super().clone()
        other.held = self.held[:]
        other.load = self.load[:]
        other.least = self.least[:]
        return other

    # Units are asked for by stack more often than by anything else, so a set of them is kept for each place in place
    # of the lists of the core.

    def put(self, unit: int, place: int) -> None:
        where = self.place
        old = where[unit]
        if old == place:
            return
        where[unit] = place
        bit, hexes, held = 1 << unit, self.hexes, self.held
        groups, occupied, crowded = self.groups_of[unit], self.occupied, self.crowded
        counted = not self.roster.free_stacking & bit
        if old >= 0:
            there = 1 << old
            left = held[old] = held[old] ^ bit
            for group in groups:
                if not crowded[group] & there:
                    occupied[group] ^= there
                elif (left & self.members[group]).bit_count() == 1:
                    crowded[group] ^= there
            if old >= hexes:
                self.boxed[old - hexes] = left
            elif counted:
                count = self.load[old]
                if count <= MOST:
                    self.least[count] ^= there
                self.load[old] = count - 1
        if place >= 0:
            there = 1 << place
            held[place] |= bit
            for group in groups:
                if occupied[group] & there:
                    crowded[group] |= there
                else:
                    occupied[group] |= there
            if place >= hexes:
                self.boxed[place - hexes] = held[place]
            elif counted:
                count = self.load[place] = self.load[place] + 1
                if count <= MOST:
                    self.least[count] |= there
        if (0 <= old < hexes) != (0 <= place < hexes):
            self.on_map ^= bit

    def at(self, place: int) -> list[int]:
        found, left = [], self.held[place]
        while left:
            found.append((left & -left).bit_length() - 1)
            left &= left - 1
        return found

    def each_at(self, place: int) -> Iterator[int]:
        return iter(self.at(place))

    def units_at(self, place: int) -> int:
        return self.held[place]

    def derive(self) -> None:
        self.load = bytearray(len(self.load))
        self.least = [0] * (MOST + 1)
        self.held = [0] * len(self.held)
        super().derive()


BDPlay = Play[Facts, BDState]


# ---- locals of procedures -----------------------------------------------------------------------------


class Arranging(NamedTuple):
    """Set-up: whose, and the unit in hand."""

    side: Side
    unit: Unit = NOWHERE


class Phase(NamedTuple):
    """A phase or segment of a side, and the unit that is being placed, carried or converted."""

    side: Side
    unit: Unit = NOWHERE


class Replacing(NamedTuple):
    """A replacement step: steps left for mechanized and other units, and the unit being placed."""

    side: Side
    mech: int
    foot: int
    unit: Unit = NOWHERE


class Placing(NamedTuple):
    """Markers to be placed one by one: how many are left, or which one is next."""

    side: Side
    left: int


class Transfers(NamedTuple):
    """Strategic movement: units that began the phase where they may use it, and have not; the unit on its way."""

    side: Side
    ready: Units
    unit: Unit = NOWHERE


class Attaching(NamedTuple):
    """A Tiger battalion or cavalry-mechanized group that looks for a corps or army in one of these hexes."""

    side: Side
    unit: Unit
    hexes: Places
    stay: bool = False  # the unit it supports now is among the choices (14.7)


class March(NamedTuple):
    """The units in hand, which move together from one hex."""

    side: Side
    units: Units
    fresh: bool = True  # they have not moved since they were taken in hand
    dropped: Units = 0  # put down since the last leg: they do not join again before the next
    target: Place = NOWHERE  # of the mobile assault that is announced or being fought
    deployed: bool = False  # the emergency deployment of the phase was used before it was announced (8.11)


class Battle(NamedTuple):
    """A mobile or prepared assault, from its declaration to the advance."""

    side: Side  # of the attacker
    target: Place
    attackers: Units = 0
    mobile: bool = False
    launch: Place = NOWHERE  # of a mobile assault
    drop: Unit = NOWHERE  # 2nd Para, dropped on the target (4.17)
    defenders: Units = 0
    supplied: Units = 0  # units of both sides in regular overland supply when the battle began (7.17)
    luftwaffe: bool = False
    guns: Units = 0  # armies supported by an artillery corps
    wings: Units = 0  # armies supported by an air army
    interceptors: bool = False
    partisans: bool = False
    airborne: bool = False
    asked: int = 0  # how many of the commitments have been offered
    dice: tuple[int, ...] = ()  # strengths rolled for units without a printed one, in unit order, attackers first
    looked: bool = False  # the odds are known: the attack cannot be called off (11.7)
    attack: int = 0
    defence: int = 0
    column: int = 0
    result: str = ""
    hexes: Places = 0  # from which the attack came


class Losses(NamedTuple):
    """A bloodbath: factors the attacker has to lose in all."""

    side: Side
    units: Units  # attackers that are left
    factors: int
    lost: Units = 0  # attackers that have been named; they die together at the end


class Retreat(NamedTuple):
    """Units that have to retreat from a hex, and hexes they may not enter."""

    side: Side
    units: Units
    start: Place
    barred: Places
    mobile: bool = False
    supplied: Units = 0  # in regular overland supply when the battle began


class Advance(NamedTuple):
    """An advance after combat: who may still go in, and who may go on for a second hex (11.30, 11.32)."""

    side: Side
    target: Place
    first: Units
    second: Units = 0
    unit: Unit = NOWHERE  # has just advanced and may go on
    start: Place = NOWHERE  # the hex it attacked from


class Excess(NamedTuple):
    """A stack over the limit: the opponent removes units (6.2)."""

    side: Side  # the owner of the stack
    place: Place


class Window(NamedTuple):
    """An offer in the other side's time: the seat that is asked, the point of the sequence, a unit being placed."""

    side: Side
    point: str
    unit: Unit = NOWHERE
    place: Place = NOWHERE  # of the mobile assault that is announced
