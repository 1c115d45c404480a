"""What the laboratory measures in A Victory Denied: points, losses, towns, the front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.core.play.sequence import Event
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.rules.victory import lost_motorized, score
from ostfront.games.victory_denied.state import DISTRACTED, UNDECIDED, VdState
from ostfront.kit import course
from ostfront.kit.course import days, last_day, nearer, rows, steps_lost, taken, turn_of

TURNS = range(1, 11)
ATTACKER = SIDES[GERMAN]


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(facts: Facts) -> tuple[Series, ...]:
    towns = days(facts, "victory").values()
    held = {turn: float(sum(taken(changes, last_day(facts, turn)) for changes in towns)) for turn in TURNS}
    return (
        Series("points_german", "Victory points", "german"),
        Series("points_soviet", "Victory points", "soviet"),
        Series("hexes_german", "Victory hexes held", "german", held),
        Series("lost_german", "Steps lost", "german"),
        Series("lost_soviet", "Steps lost", "soviet"),
        Series("motorized_lost", "Motorized units lost", "german"),
        Series("steps_german", "Steps on the map", "german"),
        Series("steps_soviet", "Steps on the map", "soviet"),
    )


def values(facts: Facts, state: VdState, events: Sequence[Event]) -> tuple[float, ...]:
    """Points are counted as at the end (16.3); before there is a directive, as if Hitler were distracted."""
    points = score(facts, state, DISTRACTED if state.directive == UNDECIDED else state.directive)
    lost = steps_lost(facts.roster.side, facts.roster.steps, events)
    there = [sum([state.steps[u] for u in bits(state.on_map & facts.roster.of_side[s])]) for s in (GERMAN, SOVIET)]
    return (*points, state.vp.count(-1), *lost, lost_motorized(facts, state), *there)


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def milestones(facts: Facts) -> tuple[Milestone, ...]:
    """The fall of each victory hex, in the order of the map's victory hexes, then Moscow."""
    names = {site.hex: site.name for kind in ("victory-gold", "victory-blue") for site in facts.board.sites.of(kind)}
    fell = days(facts, "victory")
    found = [
        Milestone(_id(name), f"{name} falls", ATTACKER, turn_of(facts, TURNS, fell.get(name, ())))
        for name in (names[place] for place in facts.victory_hexes)
    ]
    return (*found, Milestone("moscow", "Moscow is entered", ATTACKER))


def _id(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


def reached(facts: Facts, state: VdState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(facts, state.with_chit) | bool(state.occupied[COMBAT[GERMAN]] & facts.moscow) << len(
        facts.victory_hexes
    )


@lru_cache(maxsize=512)
def _reached(facts: Facts, with_chit: int) -> int:
    return sum(1 << i for i, place in enumerate(facts.victory_hexes) if not with_chit >> place & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def front(facts: Facts) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = facts.grid
    towns = tuple(Town(s.name, *grid.centre(s.hex)) for s in facts.board.sites.of("victory-gold"))
    bare = Front(ATTACKER, rows(grid, grid.hexes), (*towns, Town("Moscow", *grid.centre(bits(facts.moscow)[0]))))
    return bare._replace(history={turn: _front_of_1941(facts, bare, turn) for turn in TURNS})


def held(facts: Facts, state: VdState) -> int:
    """The hexes nearer to German combat units than to Soviet ones, and half of those as near to both."""
    valid = facts.valid
    german, soviet = state.occupied[COMBAT[GERMAN]] & valid, state.occupied[COMBAT[SOVIET]] & valid
    return nearer(facts.grid, valid, german, soviet)


# ---- 1941 ---------------------------------------------------------------------------------------------


def calendar(facts: Facts) -> dict[int, str]:
    return course.calendar(facts, TURNS)


def _front_of_1941(facts: Facts, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns show it: a hex belongs to the side of the nearest town."""
    hexes = {s.name: s.hex for kind in ("village", "town", "city") for s in facts.board.sites.of(kind)}
    towns = {**days(facts, "victory"), **days(facts, "towns")}
    day = last_day(facts, turn)
    german = mask(hexes[name] for name, changes in towns.items() if taken(changes, day))
    soviet = mask(hexes[name] for name, changes in towns.items() if not taken(changes, day))
    return front_line(lanes, nearer(facts.grid, facts.valid, german | facts.pocket, soviet | facts.moscow))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
