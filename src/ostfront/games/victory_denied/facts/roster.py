"""The counters: what is printed on them, as columns by unit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.play.clauses import implements
from ostfront.kit.roster import check_names, strengths, unit_set

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")

# occupancy bitboards, by side: every unit, combat units, HQs; and Soviet tan combat units
ANY = (0, 1)
COMBAT = (2, 3)
HQS = (4, 5)
TAN = 6
GROUPS = 7


class Counter(msgspec.Struct, frozen=True):
    """A line of units.csv."""

    id: str
    name: str
    side: str
    group: str
    type: str
    motorized: str
    move: int
    enters: str
    source: str
    corps: str = ""
    attack: int = 0
    defense: int = 0
    attack2: int | None = None
    defense2: int | None = None
    range: int = 0
    colour: str = ""
    note: str = ""


class Roster:
    """Static facts about units, by unit index; sets of units as bitboards."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self.counters = tuple(counters)
        self.ids = tuple(c.id for c in counters)
        self.names = tuple(c.name for c in counters)
        self.count = len(counters)
        self.side = bytes(SIDES.index(c.side) for c in counters)
        self.is_hq = tuple(c.type == "hq" for c in counters)
        self.is_pvo = tuple(c.type == "pvo" for c in counters)
        self.is_star = tuple(c.enters == "*" for c in counters)
        self.motorized = tuple(c.motorized == "yes" for c in counters)
        self.on_wheels = tuple(pays_as_motorized(c) for c in counters)  # for the costs of terrain and rivers
        self.tan = tuple(c.colour == "tan" and c.type != "hq" for c in counters)
        self.move = bytes(c.move for c in counters)
        self.range = bytes(c.range for c in counters)
        self.steps = bytes(0 if c.type == "hq" else 1 if c.attack2 is None else 2 for c in counters)
        # strength by steps left: index 0 is never used, a unit without steps is off the map
        self.attack = tuple(strengths(c.attack, c.attack2) for c in counters)
        self.defense = tuple(_defense(c) for c in counters)
        self.corps = tuple(c.corps for c in counters)
        self.group = tuple(c.group for c in counters)
        self.enters = tuple(c.enters for c in counters)
        self.hqs = unit_set(c.type == "hq" for c in counters)
        self.of_side = tuple(unit_set(c.side == side for c in counters) for side in SIDES)
        self.combat_units = tuple(units & ~self.hqs for units in self.of_side)
        self.hqs_of = tuple(units & self.hqs for units in self.of_side)
        self.motorized_set = unit_set(c.motorized == "yes" for c in counters)
        self.pvos = unit_set(c.type == "pvo" for c in counters)
        self.disbandable = self.combat_units[SOVIET] & ~self.pvos
        self.stars = unit_set(c.enters == "*" for c in counters)
        self.panzers = {  # the motorized combat units of each Panzer Group, which activate by unit (7.4)
            group: unit_set(c.group == group and c.corps != "" for c in counters) for group in ("2PzG", "3PzG")
        }
        self.corps_of_group = {
            group: tuple(dict.fromkeys(c.corps for c in counters if c.group == group and c.corps))
            for group in ("2PzG", "3PzG")
        }
        self.corps_units = {
            corps: unit_set(c.corps == corps for c in counters)
            for corps in dict.fromkeys(c.corps for c in counters if c.corps)
        }
        self.entering_alike = tuple(  # German units that enter by the same hex, with as many points and as much room
            unit_set((c.side, c.group, c.move, c.type == "hq") == kind for c in counters)
            for kind in dict.fromkeys(
                (c.side, c.group, c.move, c.type == "hq") for c in counters if c.side == SIDES[GERMAN]
            )
        )
        self.groups_of = tuple(self._groups(u) for u in range(self.count))
        self.index = {c.id: i for i, c in enumerate(counters)}

    def _groups(self, unit: int) -> tuple[int, ...]:
        side = self.side[unit]
        if self.is_hq[unit]:
            return (ANY[side], HQS[side])
        return (ANY[side], COMBAT[side], TAN) if self.tan[unit] else (ANY[side], COMBAT[side])

    @classmethod
    def load(cls, data: DataFolder) -> Roster:
        counters = data.rows("units.csv", Counter)
        check_names(counters)
        for counter in counters:
            if counter.side not in SIDES:
                raise BadFile(f"{counter.id}: side is german or soviet, not '{counter.side}'.", file="units.csv")
        return cls(counters)


@implements("AVD 2.3.2b")
def pays_as_motorized(counter: Counter) -> bool:
    """A motorized HQ moves like any other HQ, except for strategic movement."""
    return counter.motorized == "yes" and counter.type != "hq"


@implements("AVD 2.2.2b")
def _defense(counter: Counter) -> tuple[int, int, int]:
    """A value of its own; counters with a single strength repeat it."""
    return strengths(counter.defense, counter.defense2)
