"""What the laboratory measures of A Victory Denied: points, losses, towns, the front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.rules.victory import lost_motorized, score
from ostfront.games.victory_denied.state import DISTRACTED, UNDECIDED
from ostfront.kit import course
from ostfront.kit.course import days, last_day, nearer, rows, steps_lost, taken, turn_of

if TYPE_CHECKING:
    from ostfront.core.play.sequence import Event
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

TURNS = range(1, 11)
ATTACKER = SIDES[GERMAN]


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(rules: VictoryDenied) -> tuple[Series, ...]:
    towns = days(rules, "victory").values()
    held = {turn: float(sum(taken(changes, last_day(rules, turn)) for changes in towns)) for turn in TURNS}
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


def values(rules: VictoryDenied, state: VdState, events: Sequence[Event]) -> tuple[float, ...]:
    """Points are counted as at the end (16.3); before there is a directive, as if Hitler were distracted."""
    points = score(rules, state, DISTRACTED if state.directive == UNDECIDED else state.directive)
    lost = steps_lost(rules.roster.side, rules.roster.steps, events)
    there = [sum([state.steps[u] for u in bits(state.on_map & rules.roster.of_side[s])]) for s in (GERMAN, SOVIET)]
    return (*points, state.vp.count(-1), *lost, lost_motorized(rules, state), *there)


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def milestones(rules: VictoryDenied) -> tuple[Milestone, ...]:
    """The fall of each victory hex, in the order of the map's victory hexes, then Moscow."""
    names = {site.hex: site.name for kind in ("victory-gold", "victory-blue") for site in rules.board.sites.of(kind)}
    fell = days(rules, "victory")
    found = [
        Milestone(_id(name), f"{name} falls", ATTACKER, turn_of(rules, TURNS, fell.get(name, ())))
        for name in (names[place] for place in rules.victory_hexes)
    ]
    return (*found, Milestone("moscow", "Moscow is entered", ATTACKER))


def _id(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


def reached(rules: VictoryDenied, state: VdState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(rules, state.with_chit) | bool(state.occupied[COMBAT[GERMAN]] & rules.moscow) << len(
        rules.victory_hexes
    )


@lru_cache(maxsize=512)
def _reached(rules: VictoryDenied, with_chit: int) -> int:
    return sum(1 << i for i, place in enumerate(rules.victory_hexes) if not with_chit >> place & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def front(rules: VictoryDenied) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = rules.grid
    towns = tuple(Town(s.name, *grid.centre(s.hex)) for s in rules.board.sites.of("victory-gold"))
    bare = Front(ATTACKER, rows(grid, grid.hexes), (*towns, Town("Moscow", *grid.centre(bits(rules.moscow)[0]))))
    return bare._replace(history={turn: _front_of_1941(rules, bare, turn) for turn in TURNS})


def held(rules: VictoryDenied, state: VdState) -> int:
    """The hexes nearer to German combat units than to Soviet ones, and half of those as near to both."""
    valid = rules.valid
    german, soviet = state.occupied[COMBAT[GERMAN]] & valid, state.occupied[COMBAT[SOVIET]] & valid
    return nearer(rules.grid, valid, german, soviet)


# ---- 1941 ---------------------------------------------------------------------------------------------


def calendar(rules: VictoryDenied) -> dict[int, str]:
    return course.calendar(rules, TURNS)


def _front_of_1941(rules: VictoryDenied, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town."""
    hexes = {s.name: s.hex for kind in ("village", "town", "city") for s in rules.board.sites.of(kind)}
    towns = {**days(rules, "victory"), **days(rules, "towns")}
    day = last_day(rules, turn)
    german = mask(hexes[name] for name, changes in towns.items() if taken(changes, day))
    soviet = mask(hexes[name] for name, changes in towns.items() if not taken(changes, day))
    return front_line(lanes, nearer(rules.grid, rules.valid, german | rules.pocket, soviet | rules.moscow))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
