"""The counters: what is printed on them, as columns by unit (1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ostfront.core.errors import BadFile
from ostfront.core.files.data import DataFolder
from ostfront.kit.roster import check_names, unit_set

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")

# occupancy bitboards, by side: combat units, which hold a hex; airborne corps; bases of air corps
COMBAT = (0, 1)
AIRBORNE = (2, 3)
AIR = (4, 5)
PARTISANS, HUNGARIANS, ROMANIANS = 6, 7, 8
GROUPS = 9

# mobility: what a unit pays for terrain, and what the weather leaves of its allowance
INFANTRY, CAVALRY, MOTORISED = 0, 1, 2
MOST_STEPS = 7  # more than any counter has

HUNGARY = "hungary+"  # arrives so many turns after

AIRBORNE_TYPES = ("airborne", "guards_airborne", "paratroop")
STATIC_TYPES = ("garrison", "militia", "fort")
NO_COMBAT_TYPES = ("air", "fleet", "partisan", *AIRBORNE_TYPES)
CAVALRY_TYPES = ("cavalry", "mobile_group", "guards_cavalry")
UNTOUCHED_BY_FROST = ("mountain", "guards_cavalry", "guards_airborne", "shock_army")  # 12.3, with all Finns


class Counter(msgspec.Struct, frozen=True):
    """A line of units.csv."""

    id: str
    name: str
    side: str
    nation: str
    type: str
    motorised: str
    steps: int
    start: int
    source: str
    group: str = ""
    combat: str = ""
    quality: int = 0
    move: int = 0
    track: str = "none"
    rebuild: str = "none"
    arrives: str = ""
    at: str = ""
    note: str = ""


class Roster:
    """Static facts about units, by unit index; sets of units as bitboards."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self.counters = tuple(counters)
        self.ids = tuple(c.id for c in counters)
        self.names = tuple(c.name for c in counters)
        self.count = len(counters)
        self.index = {c.id: i for i, c in enumerate(counters)}
        self.side = bytes(SIDES.index(c.side) for c in counters)
        self.nation = tuple(c.nation for c in counters)
        self.type = tuple(c.type for c in counters)
        self.quality = bytes(c.quality for c in counters)
        self.move = bytes(c.move for c in counters)
        self.steps = bytes(c.steps for c in counters)  # at full strength
        self.start = bytes(c.start for c in counters)  # steps it enters play with
        self.combat = tuple(_strengths(c) for c in counters)  # by steps left
        self.mobility = tuple(_mobilities(c) for c in counters)  # by steps left
        self.ever_motorised = unit_set(MOTORISED in by_steps for by_steps in self.mobility)  # on one side at least
        self.is_combat = tuple(c.type not in NO_COMBAT_TYPES for c in counters)
        self.is_static = tuple(c.type in STATIC_TYPES for c in counters)
        self.is_airborne = tuple(c.type in AIRBORNE_TYPES for c in counters)
        self.is_air = tuple(c.type == "air" for c in counters)
        self.of_side = tuple(unit_set(c.side == side for c in counters) for side in SIDES)
        self.combat_units = tuple(units & unit_set(self.is_combat) for units in self.of_side)
        self.static = unit_set(self.is_static)
        self.airborne = unit_set(self.is_airborne)
        self.air = unit_set(self.is_air)
        self.germans = unit_set(c.nation == "German" for c in counters)
        self.finns = unit_set(c.nation == "Finnish" for c in counters)
        self.romanians = unit_set(c.nation == "Romanian" for c in counters)
        self.hungarians = unit_set(c.nation == "Hungarian" for c in counters)
        self.italians = unit_set(c.nation == "Italian" for c in counters)
        self.panzers = unit_set(c.type == "panzer" for c in counters)
        self.winter_troops = unit_set(c.type in UNTOUCHED_BY_FROST or c.nation == "Finnish" for c in counters)
        self.militias = unit_set(c.type == "militia" for c in counters)
        self.partisans = unit_set(c.type == "partisan" for c in counters)
        self.shock_armies = unit_set(c.type == "shock_army" for c in counters)
        self.ersatz = unit_set(c.rebuild == "is-ersatz" for c in counters)
        self.initial_airborne = unit_set(c.type == "airborne" for c in counters)
        self.guards_airborne = unit_set(c.type == "guards_airborne" for c in counters)
        self.fallschirmjaeger = next((i for i, c in enumerate(counters) if c.type == "paratroop"), -1)
        self.fleet = next((i for i, c in enumerate(counters) if c.type == "fleet"), -1)
        self.track = tuple(c.track for c in counters)  # inf, mot or none: which loss marker counts its steps
        self.rebuild = tuple(c.rebuild for c in counters)
        self.arrives = tuple(c.arrives for c in counters)
        # turns after the third victory point, 0 for all who come on a turn of their own (13)
        self.after_hungary = bytes(int(c.arrives[len(HUNGARY) :]) if HUNGARY in c.arrives else 0 for c in counters)
        self.at = tuple(tuple(c.at.split()) for c in counters)
        self.groups_of = tuple(self._groups(u) for u in range(self.count))

    def _groups(self, unit: int) -> tuple[int, ...]:
        side = self.side[unit]
        if self.is_combat[unit]:
            nation = {"Hungarian": (HUNGARIANS,), "Romanian": (ROMANIANS,)}.get(self.nation[unit], ())
            return (COMBAT[side], *nation)
        if self.is_airborne[unit]:
            return (AIRBORNE[side],)
        if self.is_air[unit]:
            return (AIR[side],)
        return (PARTISANS,) if self.type[unit] == "partisan" else ()

    @classmethod
    def load(cls, data: DataFolder) -> Roster:
        counters = data.rows("units.csv", Counter)
        check_names(counters)
        for counter in counters:
            if counter.side not in SIDES:
                raise BadFile(f"{counter.id}: side is axis or soviet, not '{counter.side}'.", file="units.csv")
        return cls(counters)


def _strengths(counter: Counter) -> tuple[int, ...]:
    """Combat value by steps left; index 0 is never asked for a combat unit."""
    values = [int(value) for value in counter.combat.split("|") if value]
    return (0, *reversed(values))


def _mobilities(counter: Counter) -> tuple[int, ...]:
    """Mobility by steps left: some counters are motorised on their full side only (12.11).

    Steps that no counter has count as full, so that a faulty position can still be looked at and told its faults.
    """
    on_foot = CAVALRY if counter.type in CAVALRY_TYPES else INFANTRY
    reduced = MOTORISED if counter.motorised == "yes" else on_foot
    full = on_foot if counter.motorised == "no" else MOTORISED
    at_full = max(1, counter.steps)
    return (*(reduced,) * at_full, *(full,) * (MOST_STEPS + 1 - at_full))
