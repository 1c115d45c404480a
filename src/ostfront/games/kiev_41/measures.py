"""What the laboratory measures in Kiev '41: victory areas, losses, towns by month, the front."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from ostfront.core.map.hexes import bits
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Spot, Town
from ostfront.core.play.sequence import Event
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, NOBODY, SIDES, SOVIET
from ostfront.games.kiev_41.rules.victory import points
from ostfront.games.kiev_41.state import K41State
from ostfront.games.kiev_41.table.log import MONTHS

TURNS = range(1, 7)
ATTACKER = SIDES[AXIS]
LANE, SPOT = 110, 60  # the distance between lanes, and between spots in a lane, in the plane of the map


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(facts: Facts) -> tuple[Series, ...]:
    days = _victory(facts).values()
    held = {turn: float(sum(_axis(taken, _last_day(facts, turn)) for taken in days)) for turn in TURNS}
    return (
        Series("points_axis", "Victory areas", "axis", held),
        Series("points_soviet", "Victory areas", "soviet", {turn: len(days) - n for turn, n in held.items()}),
        Series("areas_axis", "Areas controlled", "axis"),
        Series("lost_axis", "Steps lost", "axis"),
        Series("lost_soviet", "Steps lost", "soviet"),
        Series("steps_axis", "Steps on the map", "axis"),
        Series("steps_soviet", "Steps on the map", "soviet"),
    )


def values(facts: Facts, state: K41State, events: Sequence[Event]) -> tuple[float, ...]:
    """Steps are lost in battle and by being cut off; what HQs spend is not counted."""
    there = [0, 0]
    for unit in bits(state.on_map):
        if state.owner[unit] != NOBODY:
            there[state.owner[unit]] += state.steps[unit]
    lost = [0, 0]
    for event in events:
        if event.kind in ("step", "destroyed"):
            lost[facts.roster.side[event.args[0]]] += 1
        elif event.kind == "starve":
            lost[event.args[0]] += 1
    return (
        points(facts, state, AXIS), points(facts, state, SOVIET), state.axis.bit_count(), *lost, *there,
    )  # fmt: skip


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def milestones(facts: Facts) -> tuple[Milestone, ...]:
    """The fall of each victory area, in the order of the map."""
    days = _victory(facts)
    names = [_name(facts, area) for area in bits(facts.victory_areas)]
    return tuple(
        Milestone(name.lower(), f"{name} falls", ATTACKER, _turn_of(facts, days.get(name, ()))) for name in names
    )


def _name(facts: Facts, area: int) -> str:
    return str(facts.areas.areas[area].facts["name"])


def reached(facts: Facts, state: K41State) -> int:
    """Bits in the order of `milestones`."""
    return _reached(facts, state.axis & facts.victory_areas)


@lru_cache(maxsize=512)
def _reached(facts: Facts, areas: int) -> int:
    return sum(1 << i for i, area in enumerate(bits(facts.victory_areas)) if areas >> area & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def front(facts: Facts) -> Front:
    """A lane is a line of spots on land from west to east."""
    plane = facts.data.toml("map/map.toml")["plane"]
    outlines = _outlines(facts)
    lanes = []
    for y in range(LANE // 2, plane["height"], LANE):
        near = [(area, ring) for area, ring in outlines if min(p[1] for p in ring) <= y <= max(p[1] for p in ring)]
        spots = [(x, _area_at(near, x, y)) for x in range(SPOT // 2, plane["width"], SPOT)]
        lanes.append(tuple(Spot(area, float(x), float(y)) for x, area in spots if area >= 0))
    towns = [
        Town(_name(facts, i), float(printed["x"]), float(printed["y"]))
        for i in bits(facts.victory_areas)
        for printed in (facts.areas.areas[i].facts,)
    ]
    return Front(ATTACKER, tuple(lane for lane in lanes if lane), tuple(towns))


def held(_facts: Facts, state: K41State) -> int:
    return state.axis


Ring = tuple[tuple[float, float], ...]


def _outlines(facts: Facts) -> list[tuple[int, Ring]]:
    found = []
    for _, row in facts.data.raw_rows("map/polygons.csv"):
        if row["ring"] == "outer":
            pairs = (pair.split(",") for pair in row["points"].split())
            found.append((facts.areas.index(row["area"]), tuple((float(x), float(y)) for x, y in pairs)))
    return found


def _area_at(outlines: Sequence[tuple[int, Ring]], x: float, y: float) -> int:
    """The area a point lies in; -1 in the sea."""
    return next((area for area, ring in outlines if _inside(ring, x, y)), -1)


def _inside(ring: Ring, x: float, y: float) -> bool:
    """Whether a ray to the east crosses the outline an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


# ---- 1941 ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _history(facts: Facts) -> Mapping[str, Any]:
    return facts.data.toml("history.toml")


def _victory(facts: Facts) -> dict[str, list[date]]:
    return {name: days for name, days in _history(facts)["victory"].items() if name != "source"}


def calendar(_facts: Facts) -> dict[int, str]:
    return {turn: MONTHS[turn] for turn in TURNS}


def _last_day(facts: Facts, turn: int) -> date:
    table = _history(facts)["calendar"]
    month = table["first_month"] + turn - 1
    return date(table["year"], month, monthrange(table["year"], month)[1])


def _turn_of(facts: Facts, days: Sequence[date]) -> int | None:
    """The month in which a town fell; None when it did not fall in time."""
    return next((turn for turn in TURNS if days and days[0] <= _last_day(facts, turn)), None)


def _axis(days: Sequence[date], day: date) -> bool:
    """Whether a town is held on the evening of a day."""
    return len([d for d in days if d <= day]) % 2 == 1


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
