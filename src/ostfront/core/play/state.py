"""The state of a game: columns by unit, scalars, the stack, and what is derived from them.

A state is cloned in about a microsecond: its attributes are copied in one go, and only the columns named in
`COLUMNS` are duplicated; everything else is immutable. `put` is the only way to move a unit; it keeps the
stacks and the occupancy bitboards up to date, which `derive` can recompute.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from ostfront.core.files.fields import PlaceColumn, Whole
from ostfront.core.map.hexes import bits

NOWHERE = -1


class Frame(NamedTuple):
    """One level of the sequence of play: a procedure, its next step, its locals, the frame below."""

    procedure: str
    step: int
    local: Any
    below: Frame | None


class Decision(NamedTuple):
    """A decision of a seat. What it is about is in the top frame's locals."""

    seat: int
    kind: str


class Result(NamedTuple):
    """How a game ended. `winner` is a side's name, or empty for a draw; `grade` is "decisive" or another word of the
    rulebook, where it grades victories.
    """

    winner: str
    reason: str
    rule: str = ""
    score: tuple[int, ...] = ()
    grade: str | None = None  # None is not written: a result without a grade reads as it always did


class Memo:
    """Cached answers about positions, each with everything it depends on; shared by the copies of a play.

    A game adds slots. An entry is replaced whole, so that threads never see half of one. Any two memos are
    equal: states compare by their content, not by what was computed about them.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    __hash__ = None  # type: ignore[assignment]


class State:
    """The base of every game's state. A subclass annotates its fields and names its columns in COLUMNS."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("place",)
    # not written to files: computed by derive(), or kept beside the fields
    DERIVED: ClassVar[frozenset[str]] = frozenset(
        {
            "groups_of",
            "hexes",
            "first",
            "next",
            "occupied",
            "crowded",
            "boxed",
            "members",
            "on_map",
            "top",
            "pending",
            "memo",
        }
    )

    place: PlaceColumn
    turn: int
    result: Result | None
    drawn: Mapping[str, int]
    top: Frame | None
    pending: tuple[Decision, ...]
    groups_of: Sequence[tuple[int, ...]]
    members: Sequence[int]  # by group: its units
    first: Whole
    next: Whole
    occupied: list[int]  # by group: the places where such a unit is
    crowded: list[int]  # by group: the places where two or more are
    boxed: list[int]  # the units in each box
    on_map: int  # the units on the map
    memo: Any  # the game's Memo

    def __init__(
        self, units: int, places: int, groups_of: Sequence[tuple[int, ...]], groups: int, hexes: int | None = None
    ) -> None:
        """`groups_of` names for each unit the occupancy bitboards it counts in.

        Places below `hexes` are the map, the rest are boxes; without it all places are the map.
        """
        self.place = array("h", [NOWHERE]) * units
        self.turn = 1
        self.result = None
        self.drawn = {}
        self.top = None
        self.pending = ()
        self.groups_of = groups_of
        self.members = tuple(
            sum(1 << unit for unit, its in enumerate(groups_of) if group in its) for group in range(groups)
        )
        self.first = array("h", [NOWHERE]) * places
        self.next = array("h", [NOWHERE]) * units
        self.occupied = [0] * groups
        self.crowded = [0] * groups
        self.hexes = places if hexes is None else hexes
        self.boxed = [0] * (places - self.hexes)
        self.on_map = 0
        self.memo = Memo()

    def clone(self) -> Self:
        fields = self.__dict__.copy()
        fields["first"] = self.first[:]
        fields["next"] = self.next[:]
        fields["occupied"] = self.occupied[:]
        fields["crowded"] = self.crowded[:]
        fields["boxed"] = self.boxed[:]
        for name in self.COLUMNS:
            fields[name] = fields[name][:]
        other = object.__new__(type(self))
        other.__dict__ = fields
        return other

    def put(self, unit: int, place: int) -> None:
        """Move a unit: the only mutator. Stacks stay in unit order, so that equal states are equal bytes."""
        where = self.place
        old = where[unit]
        if old == place:
            return
        where[unit] = place
        hexes, first, following = self.hexes, self.first, self.next
        occupied, groups = self.occupied, self.groups_of[unit]
        if old >= 0:
            bit = 1 << old
            at = first[old]
            if old >= hexes:
                self.boxed[old - hexes] ^= 1 << unit
            if at != unit:
                if old >= hexes:
                    at = self._before(unit, old)
                while following[at] != unit:
                    at = following[at]
                following[at] = following[unit]
                self._thin_out(groups, old, bit)
            elif following[unit] >= 0:
                first[old] = following[unit]
                self._thin_out(groups, old, bit)
            else:
                first[old] = NOWHERE
                for group in groups:
                    occupied[group] ^= bit
        if (0 <= old < hexes) != (0 <= place < hexes):
            self.on_map ^= 1 << unit
        if place < 0:
            following[unit] = NOWHERE
            return
        bit = 1 << place
        at = first[place]
        if at < 0 or at > unit:
            following[unit] = at
            first[place] = unit
        else:
            if place >= hexes:
                at = self._before(unit, place)
            while 0 <= following[at] < unit:
                at = following[at]
            following[unit] = following[at]
            following[at] = unit
        if place >= hexes:
            self.boxed[place - hexes] |= 1 << unit
        for group in groups:
            if occupied[group] & bit:
                self.crowded[group] |= bit
            else:
                occupied[group] |= bit

    def _before(self, unit: int, box: int) -> int:
        """The last unit in a box that comes before this one."""
        return (self.boxed[box - self.hexes] & (1 << unit) - 1).bit_length() - 1

    def _thin_out(self, groups: tuple[int, ...], place: int, bit: int) -> None:
        """A unit of these groups has left a stack that is not empty: keep the occupancy there."""
        crowded = self.crowded
        left = self.units_at(place)
        for group in groups:
            if not crowded[group] & bit:
                self.occupied[group] ^= bit
            elif (left & self.members[group]).bit_count() == 1:
                crowded[group] ^= bit

    def at(self, place: int) -> list[int]:
        """The units in a place, in unit order."""
        out = []
        unit = self.first[place]
        while unit >= 0:
            out.append(unit)
            unit = self.next[unit]
        return out

    def each_at(self, place: int) -> Iterator[int]:
        unit = self.first[place]
        while unit >= 0:
            yield unit
            unit = self.next[unit]

    def units_at(self, place: int) -> int:
        """The units in a place, as a set."""
        if place >= self.hexes:
            return self.boxed[place - self.hexes]
        found = 0
        following = self.next
        unit = self.first[place]
        while unit >= 0:
            found |= 1 << unit
            unit = following[unit]
        return found

    def standing(self, places: int) -> int:
        """The units in these places, as a set."""
        found = 0
        for place in bits(places):
            found |= self.units_at(place)
        return found

    def derive(self) -> None:
        """Compute stacks and occupancy from the place column."""
        places = self.place[:]
        self.first = array("h", [NOWHERE]) * len(self.first)
        self.next = array("h", [NOWHERE]) * len(self.next)
        self.occupied = [0] * len(self.occupied)
        self.crowded = [0] * len(self.crowded)
        self.boxed = [0] * len(self.boxed)
        self.on_map = 0
        self.place = array("h", [NOWHERE]) * len(places)
        for unit, place in enumerate(places):
            if place >= 0:
                self.put(unit, place)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]
