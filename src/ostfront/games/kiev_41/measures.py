"""What the laboratory measures of Kiev '41: victory areas, losses, towns by month, the front."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ostfront.core.map.hexes import bits
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Spot, Town
from ostfront.games.kiev_41.facts.roster import AXIS, NOBODY, SIDES, SOVIET
from ostfront.games.kiev_41.rules.victory import points
from ostfront.games.kiev_41.table.log import MONTHS

if TYPE_CHECKING:
    from ostfront.core.play.sequence import Event
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State

TURNS = range(1, 7)
ATTACKER = SIDES[AXIS]
LANE, SPOT = 110, 60  # how far lanes, and spots in a lane, lie apart, in the plane of the map


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(rules: Kiev41) -> tuple[Series, ...]:
    days = _victory(rules).values()
    held = {turn: float(sum(_axis(taken, _last_day(rules, turn)) for taken in days)) for turn in TURNS}
    return (
        Series("points_axis", "Victory areas", "axis", held),
        Series("points_soviet", "Victory areas", "soviet", {turn: len(days) - n for turn, n in held.items()}),
        Series("areas_axis", "Areas controlled", "axis"),
        Series("lost_axis", "Steps lost", "axis"),
        Series("lost_soviet", "Steps lost", "soviet"),
        Series("steps_axis", "Steps on the map", "axis"),
        Series("steps_soviet", "Steps on the map", "soviet"),
    )


def values(rules: Kiev41, state: K41State, events: Sequence[Event]) -> tuple[float, ...]:
    """Steps are lost in battle and by being cut off; what HQs spend is not counted."""
    there = [0, 0]
    for unit in bits(state.on_map):
        if state.owner[unit] != NOBODY:
            there[state.owner[unit]] += state.steps[unit]
    lost = [0, 0]
    for event in events:
        if event.kind in ("step", "destroyed"):
            lost[rules.roster.side[event.args[0]]] += 1
        elif event.kind == "starve":
            lost[event.args[0]] += 1
    return (
        points(rules, state, AXIS), points(rules, state, SOVIET), state.axis.bit_count(), *lost, *there,
    )  # fmt: skip


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def milestones(rules: Kiev41) -> tuple[Milestone, ...]:
    """The fall of each victory area, in the order of the map."""
    days = _victory(rules)
    names = [_name(rules, area) for area in bits(rules.victory_areas)]
    return tuple(
        Milestone(name.lower(), f"{name} falls", ATTACKER, _turn_of(rules, days.get(name, ()))) for name in names
    )


def _name(rules: Kiev41, area: int) -> str:
    return str(rules.areas.areas[area].facts["name"])


def reached(rules: Kiev41, state: K41State) -> int:
    """Bits in the order of `milestones`."""
    return _reached(rules, state.axis & rules.victory_areas)


@lru_cache(maxsize=512)
def _reached(rules: Kiev41, areas: int) -> int:
    return sum(1 << i for i, area in enumerate(bits(rules.victory_areas)) if areas >> area & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def front(rules: Kiev41) -> Front:
    """A lane is a line of spots on land from west to east."""
    plane = rules.data.toml("map/map.toml")["plane"]
    outlines = _outlines(rules)
    lanes = []
    for y in range(LANE // 2, plane["height"], LANE):
        near = [(area, ring) for area, ring in outlines if min(p[1] for p in ring) <= y <= max(p[1] for p in ring)]
        spots = [(x, _area_at(near, x, y)) for x in range(SPOT // 2, plane["width"], SPOT)]
        lanes.append(tuple(Spot(area, float(x), float(y)) for x, area in spots if area >= 0))
    towns = [
        Town(_name(rules, i), float(facts["x"]), float(facts["y"]))
        for i in bits(rules.victory_areas)
        for facts in (rules.areas.areas[i].facts,)
    ]
    return Front(ATTACKER, tuple(lane for lane in lanes if lane), tuple(towns))


def held(_rules: Kiev41, state: K41State) -> int:
    return state.axis


Ring = tuple[tuple[float, float], ...]


def _outlines(rules: Kiev41) -> list[tuple[int, Ring]]:
    found = []
    for _, row in rules.data.raw_rows("map/polygons.csv"):
        if row["ring"] == "outer":
            pairs = (pair.split(",") for pair in row["points"].split())
            found.append((rules.areas.index(row["area"]), tuple((float(x), float(y)) for x, y in pairs)))
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
def _history(rules: Kiev41) -> Mapping[str, Any]:
    return rules.data.toml("history.toml")


def _victory(rules: Kiev41) -> dict[str, list[date]]:
    return {name: days for name, days in _history(rules)["victory"].items() if name != "source"}


def calendar(_rules: Kiev41) -> dict[int, str]:
    return {turn: MONTHS[turn] for turn in TURNS}


def _last_day(rules: Kiev41, turn: int) -> date:
    table = _history(rules)["calendar"]
    month = table["first_month"] + turn - 1
    return date(table["year"], month, monthrange(table["year"], month)[1])


def _turn_of(rules: Kiev41, days: Sequence[date]) -> int | None:
    """The month in which a town fell; None when it did not fall in time."""
    return next((turn for turn in TURNS if days and days[0] <= _last_day(rules, turn)), None)


def _axis(days: Sequence[date], day: date) -> bool:
    """Whether a town is held in the evening of a day."""
    return len([d for d in days if d <= day]) % 2 == 1


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
