"""What the laboratory measures in A Victory Awaits: points, losses, cities, the front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ostfront.core.map.hexes import bits
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.core.play.sequence import Event
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET, STACKED
from ostfront.games.victory_awaits.rules.victory import score
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit import course
from ostfront.kit.course import days, last_day, nearer, rows, steps_lost, taken, turn_of

TOWNS = ("city", "major-city")


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(facts: Facts) -> tuple[Series, ...]:
    axis, soviet = (_side(facts, side) for side in (AXIS, SOVIET))
    fell, hexes = days(facts, "cities"), _hexes(facts, ("major-city",))
    held = {
        turn: float(sum(hexes[name].bit_count() for name in hexes if taken(fell[name], last_day(facts, turn))))
        for turn in _turns(facts)
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


def values(facts: Facts, state: VaState, events: Sequence[Event]) -> tuple[float, ...]:
    """Points are counted as at the end (16)."""
    found = score(facts, state)
    cities = (facts.major_cities & state.axis_held).bit_count()
    there = [sum([state.steps[u] for u in bits(state.on_map & facts.roster.of_side[s])]) for s in (AXIS, SOVIET)]
    lost = steps_lost(facts.roster.side, facts.roster.steps, events)
    return (found.total, cities, found.soviet_mech, *lost, *there)


def _side(facts: Facts, side: int) -> str:
    """What a side's seats are called; the seats of a bidding have other names (17.1)."""
    return facts.seats[facts.lead_seat[side]].side


# ---- cities -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def milestones(facts: Facts) -> tuple[Milestone, ...]:
    """The fall of each major city, all of its hexes, then the breakthrough (16.3)."""
    fell = days(facts, "cities")
    axis = _side(facts, AXIS)
    found = [
        Milestone(name.lower(), f"{name} falls", axis, turn_of(facts, _turns(facts), fell[name]))
        for name in _hexes(facts, ("major-city",))
    ]
    return (*found, Milestone("breakthrough", "The Axis breaks through", axis))


def reached(facts: Facts, state: VaState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(facts, state.axis_held)


@lru_cache(maxsize=512)
def _reached(facts: Facts, held: int) -> int:
    cities = _hexes(facts, ("major-city",)).values()
    found = sum(1 << i for i, hexes in enumerate(cities) if not hexes & ~held)
    return found | bool(facts.sources[SOVIET] & held) << len(cities)


@lru_cache(maxsize=16)
def _hexes(facts: Facts, kinds: tuple[str, ...]) -> dict[str, int]:
    """Towns of these kinds on the scenario's map, with their hexes."""
    found: dict[str, int] = {}
    for kind in kinds:
        for site in facts.board.sites.of(kind):
            if facts.valid >> site.hex & 1:
                found[site.name] = found.get(site.name, 0) | 1 << site.hex
    return found


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def front(facts: Facts) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = facts.grid
    towns = tuple(Town(name, *grid.centre(bits(at)[0])) for name, at in _hexes(facts, ("major-city",)).items())
    bare = Front(_side(facts, AXIS), rows(grid, bits(facts.land)), towns)
    return bare._replace(history={turn: _front_of_1941(facts, bare, turn) for turn in _turns(facts)})


def held(facts: Facts, state: VaState) -> int:
    """The hexes nearer to Axis units than to Soviet ones, and half of those as near to both."""
    axis, soviet = (state.occupied[STACKED[side]] & facts.valid for side in (AXIS, SOVIET))
    return nearer(facts.grid, facts.valid, axis, soviet)


# ---- 1941 ---------------------------------------------------------------------------------------------


def _turns(facts: Facts) -> range:
    return range(1, facts.last_turn + 1)


def calendar(facts: Facts) -> dict[int, str]:
    return course.calendar(facts, _turns(facts))


def _front_of_1941(facts: Facts, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns show it: a hex belongs to the side of the nearest town; sources count for the edges."""
    day = last_day(facts, turn)
    towns, changes = _hexes(facts, TOWNS), {**days(facts, "towns"), **days(facts, "cities")}
    axis, soviet = facts.sources
    for name, at in towns.items():
        if name in changes:
            if taken(changes[name], day):
                axis |= at
            else:
                soviet |= at
    return front_line(lanes, nearer(facts.grid, facts.valid, axis & ~soviet, soviet))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
