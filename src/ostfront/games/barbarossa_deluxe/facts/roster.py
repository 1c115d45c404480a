"""The counters: what is printed on them, as columns by unit (2.5 to 2.12)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.core.play.clauses import implements
from ostfront.kit.roster import check_names, unit_set

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")

# occupancy bitboards, by side: ground units, which hold a hex and block the enemy
GROUND = (0, 1)
# satellite armies, of which a hex takes one
SATELLITES = (2, 3)
GROUPS = 4

MECH, FOOT, STATIC, ATTACHED = range(4)
MOBILITIES = ("mech", "foot", "static", "attached")
DIE = "1d6"  # a strength that is rolled for each battle (8.4, 8.35)

GERMAN_SATELLITES = ("Hungarian", "Italian", "Romanian")
SOVIET_SATELLITES = ("Bulgarian", "Romanian")  # of 6.4; the Polish army stacks freely
ARMIES = ("rifle", "oversized-rifle", "shock", "guards", "guards-tank", "tank")  # army-sized Soviet counters
ARMY_SIZED = ("Wenck",)  # German units that are no corps (8.31)
KEPT = ("6SS", "KSC")  # never leave the area of their arrival (8.3)
EARLY_CORPS = ("mechanized", "rifle-corps", "airborne")  # leave in the reorganization (8.23)


class Counter(msgspec.Struct, frozen=True):
    """A line of units.csv."""

    id: str
    name: str
    side: str
    nationality: str
    type: str
    mobility: str
    source: str
    short: str = ""
    attack: str = ""
    defense: str = ""
    dot: str = ""
    entry: str = ""
    setup: str = ""
    turn: str = ""
    place: str = ""
    counterpart: str = ""
    note: str = ""


class Roster:
    """Static facts about units, by unit index; sets of units as bitboards."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self.counters = tuple(counters)
        self.ids = tuple(c.id for c in counters)
        self.names = tuple(c.name for c in counters)
        self.short = tuple(c.short or c.id for c in counters)  # as printed on the counter
        self.count = len(counters)
        self.index = {c.id: i for i, c in enumerate(counters)}
        self.side = bytes(SIDES.index(c.side) for c in counters)
        self.nation = tuple(c.nationality for c in counters)
        self.type = tuple(c.type for c in counters)
        self.mobility = bytes(MOBILITIES.index(c.mobility) for c in counters)
        self.attack = bytes(_strength(c.attack) for c in counters)  # 0 for a die
        self.defense = bytes(_strength(c.defense) for c in counters)
        self.turn = bytes(int(c.turn) if c.turn.isdigit() else 0 for c in counters)  # printed turn of entry, 0: none
        self.entry = tuple(c.entry for c in counters)
        self.entry_place = tuple(c.place for c in counters)
        # the other version of a counter: oversized and standard army, tank and guards tank army, early and late corps
        self.counterpart = tuple(self.index.get(c.counterpart, -1) for c in counters)
        self.of_side = tuple(unit_set(c.side == side for c in counters) for side in SIDES)
        self.mech = unit_set(mobility == MECH for mobility in self.mobility)
        self.static = unit_set(mobility == STATIC for mobility in self.mobility)
        self.attached = unit_set(mobility == ATTACHED for mobility in self.mobility)
        # mobility classes of the sides: who is in the same one has the same movement factor
        self.kinds = bytes(
            2 * side + (mobility == MECH) for side, mobility in zip(self.side, self.mobility, strict=True)
        )
        self.dotted = unit_set(c.dot == "yes" for c in counters)
        self.rolled = unit_set(c.attack == DIE for c in counters)
        self.tigers = unit_set(c.type == "tiger" for c in counters)
        self.cavalry_mechanized = unit_set(c.type == "cavalry-mechanized" for c in counters)
        self.cavalry_groups = unit_set(c.entry == "cavalry" for c in counters)
        self.fortress_commands = unit_set(c.type == "fortress" for c in counters)
        self.panzers = unit_set(c.type in ("panzer", "parachute-panzer") for c in counters)
        self.late_panzers = unit_set(c.type == "panzer" and c.entry == "conversion" for c in counters)
        self.mountain = unit_set(c.type == "mountain" for c in counters)
        self.shock = unit_set(c.type == "shock" for c in counters)
        self.oversized = unit_set(c.type == "oversized-rifle" for c in counters)
        self.early_corps = unit_set(c.type in EARLY_CORPS and c.entry == "start" for c in counters)
        self.armed = unit_set(_strength(c.attack) > 0 or c.attack == DIE for c in counters)  # may attack (11.12)
        self.kept = unit_set(c.id in KEPT for c in counters)
        self.germans = unit_set(c.nationality == "German" for c in counters)
        self.red_army = unit_set(c.nationality == "Soviet" for c in counters)
        self.satellites = (
            unit_set(c.side == "german" and c.nationality in GERMAN_SATELLITES for c in counters),
            unit_set(c.side == "soviet" and c.nationality in SOVIET_SATELLITES for c in counters),
        )
        self.bound = self.satellites[GERMAN] | self.cavalry_groups | self.kept  # kept to a part of the map
        # rifle armies in the plain sense of 4.12, communist satellites among them: neither guards, shock nor tank
        self.rifle_armies = self.of_side[SOVIET] & unit_set(c.type in ("rifle", "oversized-rifle") for c in counters)
        # those of the usual size: what guards and shock armies grow from, what is withdrawn
        self.regular_armies = self.of_side[SOVIET] & unit_set(c.type == "rifle" for c in counters)
        # what a Tiger battalion may support (8.31)
        self.tiger_corps = self.germans & unit_set(
            c.attack not in ("", "0") and c.id not in ARMY_SIZED for c in counters
        )
        self.armies = self.of_side[SOVIET] & unit_set(c.type in ARMIES for c in counters)
        # every counter of army size (8.35, 8.36, 8.38)
        self.army_sized = self.armies | self.of_side[SOVIET] & unit_set(c.type == "militia" for c in counters)
        self.free_stacking = self._free()
        self.ground = tuple(units & ~self.attached for units in self.of_side)
        self.groups_of = tuple(self._groups(u) for u in range(self.count))

    @implements("BD 6.5")
    def _free(self) -> int:
        """Static and attached units and cavalry groups do not count for stacking; the Coastal Army does."""
        coastal = unit_set(c.type == "naval-infantry" for c in self.counters)
        return self.static & ~coastal | self.attached | self.cavalry_groups

    def _groups(self, unit: int) -> tuple[int, ...]:
        bit, side = 1 << unit, self.side[unit]
        if self.attached & bit:
            return ()
        found = [GROUND[side]]
        if self.satellites[side] & bit:
            found.append(SATELLITES[side])
        return tuple(found)

    def unit(self, name: str) -> int:
        """The unit of that id; -1 if an owner's counters have none."""
        return self.index.get(name, -1)

    @classmethod
    def load(cls, data: DataFolder) -> Roster:
        counters = data.rows("units.csv", Counter)
        check_names(counters)
        for counter in counters:
            if counter.side not in SIDES:
                raise BadFile(f"{counter.id}: side is german or soviet, not '{counter.side}'.", file="units.csv")
            if counter.mobility not in MOBILITIES:
                raise BadFile(
                    f"{counter.id}: mobility is {', '.join(MOBILITIES)}, not '{counter.mobility}'.", file="units.csv"
                )
        return cls(counters)


def _strength(text: str) -> int:
    return int(text) if text.isdigit() else 0
