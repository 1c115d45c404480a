"""The counters: what is printed on them, as columns by unit. Fortress markers are units too (14.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ostfront.core.clauses import carries_out
from ostfront.core.data import DataFolder
from ostfront.core.errors import BadFile

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
GERMAN, ROMANIAN, RUSSIAN = range(3)
NATIONS = ("german", "romanian", "soviet")
FOOT, MECH, MOUNTAIN = range(3)  # how a unit moves

# occupancy bitboards, by side: every unit, and those that count for stacking; Soviet fortresses
ANY = (0, 1)
STACKED = (2, 3)
FORTS = 4
GROUPS = 5


class Counter(msgspec.Struct, frozen=True):
    """A line of units.csv."""

    id: str
    name: str
    side: str
    nation: str
    map: str
    type: str
    mech: str
    attack: int
    defense: int
    move: int
    start: str
    source: str
    formation: str = ""
    printed: str = ""
    attack2: int | None = None
    defense2: int | None = None
    range: int = 0
    only: str = ""
    note: str = ""


class Roster:
    """Static facts about units, by unit index; sets of units as bitboards."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self.counters = tuple(counters)
        self.ids = tuple(c.id for c in counters)
        self.index = {c.id: i for i, c in enumerate(counters)}
        self.count = len(counters)
        self.side = bytes(SIDES.index(c.side) for c in counters)
        self.nation = bytes(NATIONS.index(c.nation) for c in counters)
        self.map = tuple(c.map for c in counters)
        self.formation = tuple(c.formation for c in counters)
        self.is_hq = tuple(c.type == "hq" for c in counters)
        self.is_fort = tuple(c.type == "fortress" for c in counters)
        self.mech = tuple(c.mech == "yes" for c in counters)
        self.mobility = bytes(
            MECH if c.mech == "yes" else MOUNTAIN if c.type == "mountain" else FOOT for c in counters
        )
        self.move = bytes(c.move for c in counters)
        self.range = bytes(c.range for c in counters)
        self.steps = bytes(1 if c.attack2 is None else 2 for c in counters)
        self.at_start = bytes(1 if c.type == "fortress" else n for c, n in zip(counters, self.steps, strict=True))
        # strength by steps left: index 0 is never used
        self.attack = tuple(_strengths(c.attack, c.attack2) for c in counters)
        self.defense = tuple(_defense(c) for c in counters)
        self.hqs = _set(self.is_hq)
        self.forts = _set(self.is_fort)
        self.mechs = _set(self.mech)
        self.of_side = tuple(_set(c.side == side for c in counters) for side in SIDES)
        self.of_nation = tuple(_set(c.nation == nation for c in counters) for nation in NATIONS)
        self.of_map = {letter: _set(m == letter for m in self.map) for letter in "LSK"}
        self.of_formation = {
            name: _set(c.formation == name for c in counters) for name in dict.fromkeys(self.formation)
        }
        self.groups_of = tuple(self._groups(u) for u in range(self.count))

    def _groups(self, unit: int) -> tuple[int, ...]:
        side = self.side[unit]
        return (ANY[side], FORTS) if self.is_fort[unit] else (ANY[side], STACKED[side])

    @classmethod
    def load(cls, data: DataFolder, maps: Sequence[str], scenario: str) -> Roster:
        """The counters of these maps; some are used in one scenario only (18.1, 19.1)."""
        counters = []
        seen: set[str] = set()
        for counter in data.rows("units.csv", Counter):
            if counter.side not in SIDES or counter.nation not in NATIONS or counter.map not in ("L", "S", "K"):
                raise BadFile(f"{counter.id}: no such side, nation or map.", file="units.csv")
            if counter.id in seen:
                raise BadFile(f"{counter.id} stands there twice.", file="units.csv")
            seen.add(counter.id)
            if counter.map in maps and counter.only in ("", scenario):
                counters.append(counter)
        return cls(counters)


def _set(members: Iterable[bool]) -> int:
    total = 0
    for i, member in enumerate(members):
        if member:
            total |= 1 << i
    return total


@carries_out("AVA 2.2c", otherwise=lambda c: _strengths(c.attack, c.attack2))
def _defense(counter: Counter) -> tuple[int, int, int]:
    """A value of its own; counters with a single strength repeat it."""
    return _strengths(counter.defense, counter.defense2)


def _strengths(front: int, back: int | None) -> tuple[int, int, int]:
    return (0, front, front) if back is None else (0, back, front)
