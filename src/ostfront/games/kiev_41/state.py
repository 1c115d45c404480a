"""The state of Kiev '41, and the locals of its procedures. The annotations are the file format."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from ostfront.core.files.fields import Column, Place, Places, Unit, Units
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import NOWHERE, Memo, State
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS, GROUPS, NOBODY, Roster

MORE_THAN_ONE = b"00" + b"1" * 254  # turns a column of steps into digits
NO_FORECAST = -1  # the marker is not on its track yet


class K41Memo(Memo):
    """By side: free areas, sources and ports, and the areas with a line to a source (2.1)."""

    __slots__ = ("connected",)

    def __init__(self) -> None:
        self.connected: list[tuple[tuple[int, int, int], int]] = [((-1, -1, -1), 0)] * 2


class K41State(State):
    """Everything that changes."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place", "steps", "group", "seen")
    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"full", "limit", "owner", "areas", "stacks"}

    top: Any  # a frame; there is always one while the game is in progress
    steps: Column  # steps left
    group: Column  # blocks the enemy cannot tell from each other; the number is that of the first of them
    seen: Column  # steps as far as the enemy knows

    visible: Units
    blurred: Units  # numbers of groups whose steps the enemy no longer knows
    isolated: Units  # with a white cube
    acted: Units  # commanded, activated or placed in this impulse
    active: Units  # activated HQs
    crossed: Units  # blue cubes
    blitzers: Units

    axis: Places  # controlled by the Axis, all others by the Soviets
    lines_axis: Places
    lines_soviet: Places
    isolated_lines: Places
    contested_before: Places  # when the impulse, or the Blitz Segment, began
    to_fight: Places
    guns: tuple[tuple[Unit, Place], ...]

    weather: int
    forecast: int
    initiative: int
    spent: tuple[bool, bool]
    passes: int
    impulse: int  # counts the impulses of the turn
    battle: int  # counts the battles of the impulse
    yellow: bool
    orange: bool

    full: tuple[int, int]  # derived: the areas where a side has all the blocks that fit
    stacks: list[int]  # derived: the units in each place; `crowded` and `boxed` are not kept
    limit: bytes  # blocks of a side that fit in a place; 0 is any number
    owner: bytes  # whose block a unit is
    areas: int  # every area of the map
    memo: K41Memo

    def __init__(self, roster: Roster, places: int, areas: int, limit: bytes) -> None:
        self.limit = limit
        self.owner = roster.owner
        self.areas = (1 << areas) - 1
        self.full = (0, 0)
        self.stacks = [0] * places
        super().__init__(roster.count, places, roster.groups_of, GROUPS, areas)
        self.memo = K41Memo()
        self.crowded = self.boxed = []
        self.steps = bytearray(roster.full)
        self.group = bytearray(range(roster.count))
        self.seen = bytearray(roster.count)
        self.visible = self.blurred = self.isolated = self.acted = self.active = self.crossed = self.blitzers = 0
        self.axis = self.lines_axis = self.lines_soviet = self.isolated_lines = 0
        self.contested_before = self.to_fight = 0
        self.guns = ()
        self.weather = SUNNY
        self.forecast = NO_FORECAST
        self.initiative = AXIS
        self.spent = (False, False)
        self.passes = self.impulse = self.battle = 0
        self.yellow = self.orange = True

    def put(self, unit: int, place: int) -> None:
        """Move a unit. An area holds few units and their set is at hand, so no stack need be walked."""
        old = self.place[unit]
        if old == place:
            return
        self.place[unit] = place
        hexes, bit = self.hexes, 1 << unit
        if old >= 0:
            self._leave(unit, bit, old)
        if (0 <= old < hexes) != (0 <= place < hexes):
            self.on_map ^= bit
        if place >= 0:
            self._enter(unit, bit, place)
        else:
            self.next[unit] = NOWHERE

    def _leave(self, unit: int, bit: int, place: int) -> None:
        following, members = self.next, self.members
        left = self.stacks[place] = self.stacks[place] ^ bit
        before = left & (bit - 1)
        if before:
            following[before.bit_length() - 1] = following[unit]
        else:
            self.first[place] = following[unit]
        for group in self.groups_of[unit]:
            if not left & members[group]:
                self.occupied[group] ^= 1 << place
        side = self.owner[unit]
        if side == NOBODY or not self.full[side] >> place & 1:
            return
        if (left & members[side]).bit_count() < self.limit[place]:
            self._fill(side, place)

    def _enter(self, unit: int, bit: int, place: int) -> None:
        following = self.next
        here = self.stacks[place]
        before = here & (bit - 1)
        if before:
            at = before.bit_length() - 1
            following[unit] = following[at]
            following[at] = unit
        else:
            following[unit] = self.first[place]
            self.first[place] = unit
        here = self.stacks[place] = here | bit
        for group in self.groups_of[unit]:
            self.occupied[group] |= 1 << place
        side, limit = self.owner[unit], self.limit[place]
        if not limit or side == NOBODY or self.full[side] >> place & 1:
            return
        if (here & self.members[side]).bit_count() >= limit:
            self._fill(side, place)

    def _fill(self, side: int, place: int) -> None:
        """A side's blocks now fill a place, or no longer do."""
        axis, soviet = self.full
        self.full = (axis ^ 1 << place, soviet) if side == AXIS else (axis, soviet ^ 1 << place)

    def clone(self) -> Self:
        other = super().clone()
        other.stacks = self.stacks[:]
        return other

    def derive(self) -> None:
        self.full = (0, 0)
        self.stacks = [0] * len(self.stacks)
        super().derive()

    def spare(self) -> int:
        """The units with more than one step."""
        return int(self.steps.translate(MORE_THAN_ONE)[::-1], 2)

    def units_at(self, place: int) -> int:
        return self.stacks[place]

    def standing(self, places: int) -> int:
        """The units in these places."""
        stacks = self.stacks
        found = 0
        while places:
            place = places.bit_length() - 1
            found |= stacks[place]
            places ^= 1 << place
        return found

    def lines(self, side: int) -> int:
        """The Defensive Lines of a side."""
        return self.lines_axis if side == AXIS else self.lines_soviet

    def controlled(self, side: int) -> int:
        """The areas a side controls, contested or not."""
        return self.axis if side == AXIS else self.areas & ~self.axis

    def units_of(self, side: int) -> int:
        """The areas where a side has a block or a Defensive Line."""
        return self.occupied[side] & self.areas | (self.lines_soviet if side else self.lines_axis)


K41Play = Play[Facts, K41State]


# ---- locals, by procedure ---------------------------------------------------------------------------


class Logistics(NamedTuple):
    """A side's part of the Logistics Phase: its value, and the points left of the segment in progress."""

    side: int
    value: int = 0
    points: int = 0


class Arrival(NamedTuple):
    """Reinforcements: how many may arrive, how many are still to be drawn, which are in hand, areas that took one."""

    side: int
    value: int
    left: int = 0
    units: tuple[Unit, ...] = ()
    used: Places = 0


class Impulse(NamedTuple):
    """An impulse and its kind: tactical, strategic, reinforce or pass; exploitation after a tactical one."""

    side: int
    kind: str = ""


class Side(NamedTuple):
    """A procedure of one side."""

    side: int


class March(NamedTuple):
    """A block in hand: MP left, where it set out, legs made so far."""

    unit: Unit
    left: int
    origin: Place
    legs: int = 0


class Fleets(NamedTuple):
    """Soviet fleets may be sent: how many may be at sea, which have had their order."""

    allowed: int
    moved: Units = 0


class Command(NamedTuple):
    """The Command Segment, mode pass, strategic, tactical or exploitation: blocks that may still act."""

    side: int
    mode: str
    left: int


class Build(NamedTuple):
    """A block builds a Defensive Line where it stands."""

    unit: Unit


class Support(NamedTuple):
    """Artillery and bombers are committed; in the Blitz Segment artillery of Blitz HQs only."""

    side: int
    blitz: bool = False


class Combat(NamedTuple):
    """A series of battles of the active side."""

    side: int
    blitz: bool = False


class Battle(NamedTuple):
    """A battle: absorption left, whether the defender's Defensive Line stands, whether it is decided."""

    area: Place
    side: int  # who attacks
    new: bool = False
    absorb: int = 0
    line: bool = False
    done: bool = False
    first: int = 0  # who rolls first in ground combat


class NavalAir(NamedTuple):
    """Bombers against fleets: pairs of bomber and fleet; the fleet whose turn it is."""

    area: Place
    fleet: Unit = -1
    pairs: tuple[tuple[Unit, Unit], ...] = ()
    hits: int = 0


class Flak(NamedTuple):
    """Hits on bombers that are still to be taken; those over a fleet, or all over the area (fleet -1)."""

    area: Place
    hits: int
    fleet: Unit = -1
    bombers: Units = 0


class Losses(NamedTuple):
    """Hits that the blocks of a side in an area are still to take."""

    side: int
    area: Place
    hits: int


class Blitz(NamedTuple):
    """The Blitz Segment: areas that were contested when it began."""

    side: int
    contested: Places


class Attrition(NamedTuple):
    """The Isolation Check of a side."""

    side: int
