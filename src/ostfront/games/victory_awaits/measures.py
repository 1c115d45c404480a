"""What the laboratory measures of A Victory Awaits: points, losses, cities, the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ostfront.core.hexes import bits, mask
from ostfront.core.measures import Front, Milestone, Series, Spot, Town, front_line
from ostfront.games.victory_awaits.roster import AXIS, SOVIET, STACKED
from ostfront.games.victory_awaits.victory import score

if TYPE_CHECKING:
    from ostfront.core.sequence import Event
    from ostfront.games.victory_awaits.rules import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

TOWNS = ("city", "major-city")


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(rules: VictoryAwaits) -> tuple[Series, ...]:
    axis, soviet = (_side(rules, side) for side in (AXIS, SOVIET))
    days, hexes = _days(rules, "cities"), _hexes(rules, ("major-city",))
    held = {
        turn: float(sum(hexes[name].bit_count() for name in hexes if _taken(days[name], _last_day(rules, turn))))
        for turn in _turns(rules)
    }
    return (
        Series("points_axis", "Victory points", axis),
        Series("cities_axis", "Hexes of major cities held", axis, held),
        Series("tanks_lost", "Mechanized units lost", soviet),
        Series("lost_axis", "Steps lost", axis),
        Series("lost_soviet", "Steps lost", soviet),
        Series("steps_axis", "Steps on the map", axis),
        Series("steps_soviet", "Steps on the map", soviet),
    )


def values(rules: VictoryAwaits, state: VaState, events: Sequence[Event]) -> tuple[float, ...]:
    """Points are counted as at the end (16)."""
    found = score(rules, state)
    cities = (rules.major_cities & state.axis_held).bit_count()
    there = [sum([state.steps[u] for u in bits(state.on_map & rules.roster.of_side[s])]) for s in (AXIS, SOVIET)]
    return (found.total, cities, found.soviet_mech, *steps_lost(rules, events), *there)


def steps_lost(rules: VictoryAwaits, events: Sequence[Event]) -> tuple[int, int]:
    """Steps taken off by combat and supply since the game began, by side; who comes back is whole again (12.3)."""
    roster, total = rules.roster, [0, 0]
    reduced: dict[int, int] = {}
    for event in events:
        if event.kind == "step":
            unit = event.args[0]
            reduced[unit] = reduced.get(unit, 0) + 1
            total[roster.side[unit]] += 1
        elif event.kind == "eliminated":
            unit = event.args[0]
            total[roster.side[unit]] += roster.steps[unit] - reduced.pop(unit, 0)
    return total[AXIS], total[SOVIET]


def _side(rules: VictoryAwaits, side: int) -> str:
    """What a side's seats are called; the seats of a bidding have other names (17.1)."""
    return rules.seats[rules.lead_seat[side]].side


# ---- cities -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def milestones(rules: VictoryAwaits) -> tuple[Milestone, ...]:
    """The fall of each major city, all of its hexes, then the breakthrough (16.3)."""
    days = _days(rules, "cities")
    axis = _side(rules, AXIS)
    found = [
        Milestone(name.lower(), f"{name} falls", axis, _turn_of(rules, days[name]))
        for name in _hexes(rules, ("major-city",))
    ]
    return (*found, Milestone("breakthrough", "The Axis breaks through", axis))


def reached(rules: VictoryAwaits, state: VaState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(rules, state.axis_held)


@lru_cache(maxsize=512)
def _reached(rules: VictoryAwaits, held: int) -> int:
    cities = _hexes(rules, ("major-city",)).values()
    found = sum(1 << i for i, hexes in enumerate(cities) if not hexes & ~held)
    return found | bool(rules.sources[SOVIET] & held) << len(cities)


@lru_cache(maxsize=16)
def _hexes(rules: VictoryAwaits, kinds: tuple[str, ...]) -> dict[str, int]:
    """Towns of these kinds on the scenario's map, with their hexes."""
    found: dict[str, int] = {}
    for kind in kinds:
        for site in rules.board.sites.of(kind):
            if rules.valid >> site.hex & 1:
                found[site.name] = found.get(site.name, 0) | 1 << site.hex
    return found


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def front(rules: VictoryAwaits) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = rules.grid
    rows: dict[float, list[Spot]] = {}
    for i in bits(rules.land):
        x, y = grid.centre(i)
        rows.setdefault(y, []).append(Spot(i, x, y))
    lanes = tuple(tuple(sorted(row, key=lambda spot: spot.x)) for _, row in sorted(rows.items()))
    towns = tuple(Town(name, *grid.centre(bits(at)[0])) for name, at in _hexes(rules, ("major-city",)).items())
    bare = Front(_side(rules, AXIS), lanes, towns)
    return bare._replace(history={turn: _front_of_1941(rules, bare, turn) for turn in _turns(rules)})


def held(rules: VictoryAwaits, state: VaState) -> int:
    """The hexes nearer to Axis units than to Soviet ones, and half of those as near to both."""
    axis, soviet = (state.occupied[STACKED[side]] & rules.valid for side in (AXIS, SOVIET))
    return nearer(rules, axis, soviet)


def nearer(rules: VictoryAwaits, axis: int, soviet: int) -> int:
    """Both sides' hexes grow by a ring at a time; what they reach together is shared out."""
    grid, free = rules.grid, rules.valid & ~axis & ~soviet
    share = _half(rules)
    while free and (axis or soviet):
        grown, other = grid.neighbours(axis) & free, grid.neighbours(soviet) & free
        if not grown and not other:
            break
        both = grown & other
        grown, other = grown & ~both | both & share, other & ~both | both & ~share
        axis |= grown
        soviet |= other
        free &= ~(grown | other)
    return axis


@lru_cache(maxsize=8)
def _half(rules: VictoryAwaits) -> int:
    """Every second column."""
    return mask(i for i in rules.grid.hexes if rules.grid.position(i)[0] % 2 == 0)


# ---- 1941 ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _history(rules: VictoryAwaits) -> Mapping[str, Any]:
    return rules.data.toml("history.toml")


def _days(rules: VictoryAwaits, table: str) -> dict[str, list[date]]:
    return {name: days for name, days in _history(rules)[table].items() if name != "source"}


def _turns(rules: VictoryAwaits) -> range:
    return range(1, rules.last_turn + 1)


def _last_day(rules: VictoryAwaits, turn: int) -> date:
    """The last day of a turn."""
    table = _history(rules)["calendar"]
    first: date = table["first"]
    return first + timedelta(days=table["days"] * turn - 1)


def calendar(rules: VictoryAwaits) -> dict[int, str]:
    return {turn: f"to {day.day} {day:%B}" for turn in _turns(rules) for day in (_last_day(rules, turn),)}


def _turn_of(rules: VictoryAwaits, days: Sequence[date]) -> int | None:
    """The turn in which a city fell; None when it did not fall in time."""
    return next((turn for turn in _turns(rules) if days and days[0] <= _last_day(rules, turn)), None)


def _taken(days: Sequence[date], day: date) -> bool:
    """Whether the Axis has a town in the evening of a day."""
    return len([d for d in days if d <= day]) % 2 == 1


def _front_of_1941(rules: VictoryAwaits, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town; sources stand for the edges."""
    day = _last_day(rules, turn)
    towns, days = _hexes(rules, TOWNS), {**_days(rules, "towns"), **_days(rules, "cities")}
    axis, soviet = rules.sources
    for name, at in towns.items():
        if name in days:
            if _taken(days[name], day):
                axis |= at
            else:
                soviet |= at
    return front_line(lanes, nearer(rules, axis & ~soviet, soviet))
