"""The counters: what is printed on them, as columns by unit. Fortress markers are units too (14.2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.play.clauses import implements
from ostfront.kit.roster import check_names, strengths, unit_set

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
        self.names = tuple(c.name for c in counters)
        self.index = {c.id: i for i, c in enumerate(counters)}
        self.count = len(counters)
        self.side = bytes(SIDES.index(c.side) for c in counters)
        self.nation = bytes(NATIONS.index(c.nation) for c in counters)
        self.map = tuple(c.map for c in counters)
        self.formation = tuple(c.formation for c in counters)
        self.is_hq = tuple(c.type == "hq" for c in counters)
        self.is_fort = tuple(c.type == "fortress" for c in counters)
        self.mech = tuple(c.mech == "yes" for c in counters)
        self.mobility = bytes(mobility_of(c) for c in counters)
        self.move = bytes(c.move for c in counters)
        self.range = bytes(c.range for c in counters)
        self.steps = bytes(1 if c.attack2 is None else 2 for c in counters)
        self.at_start = bytes(steps_at_start(c) for c in counters)
        # strength by steps left: index 0 is never used
        self.attack = tuple(strengths(c.attack, c.attack2) for c in counters)
        self.defense = tuple(defense_of(c) for c in counters)
        self.hqs = unit_set(self.is_hq)
        self.forts = unit_set(self.is_fort)
        self.mechs = unit_set(self.mech)
        self.of_side = tuple(unit_set(c.side == side for c in counters) for side in SIDES)
        self.of_nation = tuple(unit_set(c.nation == nation for c in counters) for nation in NATIONS)
        self.of_map = {letter: unit_set(m == letter for m in self.map) for letter in "LSK"}
        self.of_formation = {
            name: unit_set(c.formation == name for c in counters) for name in dict.fromkeys(self.formation)
        }
        self.groups_of = tuple(
            fort_groups() if fort else (ANY[side], STACKED[side])
            for side, fort in zip(self.side, self.is_fort, strict=True)
        )

    @classmethod
    def load(cls, data: DataFolder, maps: Sequence[str], scenario: str) -> Roster:
        """The counters of these maps; some are used in one scenario only (18.1, 19.1)."""
        rows = data.rows("units.csv", Counter)
        check_names(rows)
        counters = []
        for counter in rows:
            if counter.side not in SIDES or counter.nation not in NATIONS or counter.map not in ("L", "S", "K"):
                raise BadFile(f"{counter.id}: no such side, nation or map.", file="units.csv")
            if counter.map in maps and in_use(counter, scenario):
                counters.append(counter)
        return cls(counters)


@implements("AVA 19.1b")
def in_use(counter: Counter, scenario: str) -> bool:
    """Whether a counter of these maps is used; three of them only before Leningrad (18.1)."""
    return counter.only in ("", scenario)


@implements("AVA 2.2g")
def mobility_of(counter: Counter) -> int:
    """How a unit moves; HQs on foot."""
    return MECH if counter.mech == "yes" else MOUNTAIN if counter.type == "mountain" else FOOT


@implements("AVA 2.2e", "AVA 4.0.5")
def steps_at_start(counter: Counter) -> int:
    """All units at full strength; a fortress is built with one step."""
    return 1 if counter.attack2 is None or counter.type == "fortress" else 2


@implements("AVA 14.2c", "AVA 14.2f")
def fort_groups() -> tuple[int, ...]:
    """A fortress is a unit like others, but for stacking."""
    return ANY[SOVIET], FORTS


@implements("AVA 14.2a", "AVA 2.2c")
def defense_of(counter: Counter) -> tuple[int, int, int]:
    """A value of its own; counters with a single strength repeat it."""
    return strengths(counter.defense, counter.defense2)
