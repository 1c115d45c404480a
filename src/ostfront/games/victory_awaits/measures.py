"""What the laboratory measures of A Victory Awaits: points, losses, cities, the front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET, STACKED
from ostfront.games.victory_awaits.rules.victory import score
from ostfront.kit import course
from ostfront.kit.course import days, last_day, nearer, rows, steps_lost, taken, turn_of

if TYPE_CHECKING:
    from ostfront.core.play.sequence import Event
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

TOWNS = ("city", "major-city")


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(rules: VictoryAwaits) -> tuple[Series, ...]:
    axis, soviet = (_side(rules, side) for side in (AXIS, SOVIET))
    fell, hexes = days(rules, "cities"), _hexes(rules, ("major-city",))
    held = {
        turn: float(sum(hexes[name].bit_count() for name in hexes if taken(fell[name], last_day(rules, turn))))
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
    lost = steps_lost(rules.roster.side, rules.roster.steps, events)
    return (found.total, cities, found.soviet_mech, *lost, *there)


def _side(rules: VictoryAwaits, side: int) -> str:
    """What a side's seats are called; the seats of a bidding have other names (17.1)."""
    return rules.seats[rules.lead_seat[side]].side


# ---- cities -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def milestones(rules: VictoryAwaits) -> tuple[Milestone, ...]:
    """The fall of each major city, all of its hexes, then the breakthrough (16.3)."""
    fell = days(rules, "cities")
    axis = _side(rules, AXIS)
    found = [
        Milestone(name.lower(), f"{name} falls", axis, turn_of(rules, _turns(rules), fell[name]))
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
    towns = tuple(Town(name, *grid.centre(bits(at)[0])) for name, at in _hexes(rules, ("major-city",)).items())
    bare = Front(_side(rules, AXIS), rows(grid, bits(rules.land)), towns)
    return bare._replace(history={turn: _front_of_1941(rules, bare, turn) for turn in _turns(rules)})


def held(rules: VictoryAwaits, state: VaState) -> int:
    """The hexes nearer to Axis units than to Soviet ones, and half of those as near to both."""
    axis, soviet = (state.occupied[STACKED[side]] & rules.valid for side in (AXIS, SOVIET))
    return nearer(rules.grid, rules.valid, axis, soviet)


# ---- 1941 ---------------------------------------------------------------------------------------------


def _turns(rules: VictoryAwaits) -> range:
    return range(1, rules.last_turn + 1)


def calendar(rules: VictoryAwaits) -> dict[int, str]:
    return course.calendar(rules, _turns(rules))


def _front_of_1941(rules: VictoryAwaits, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town; sources stand for the edges."""
    day = last_day(rules, turn)
    towns, changes = _hexes(rules, TOWNS), {**days(rules, "towns"), **days(rules, "cities")}
    axis, soviet = rules.sources
    for name, at in towns.items():
        if name in changes:
            if taken(changes[name], day):
                axis |= at
            else:
                soviet |= at
    return front_line(lanes, nearer(rules.grid, rules.valid, axis & ~soviet, soviet))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
