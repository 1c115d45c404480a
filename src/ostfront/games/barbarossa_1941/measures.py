"""What the laboratory measures of Barbarossa 1941: points, losses, towns, the front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, SIDES, SOVIET
from ostfront.games.barbarossa_1941.rules.victory import points
from ostfront.games.barbarossa_1941.state import B41State
from ostfront.kit import course
from ostfront.kit.course import days, last_day, nearer, rows, taken, turn_of

ATTACKER, DEFENDER = SIDES


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(facts: Facts) -> tuple[Series, ...]:
    """History has the points of its cities, all garrisoned, without the Finnish one."""
    worth, fell = _worth(facts), days(facts, "victory")
    held = {turn: [n for n in worth if taken(fell[n], last_day(facts, turn))] for turn in _turns(facts)}
    of_1941 = {turn: float(sum(worth[name] for name in names)) for turn, names in held.items()}
    return (
        Series("points_axis", "Victory points", ATTACKER, of_1941),
        Series("cities_axis", "Objectives held", ATTACKER, {turn: float(len(n)) for turn, n in held.items()}),
        Series("lost_axis", "Steps lost", ATTACKER),
        Series("lost_soviet", "Steps lost", DEFENDER),
        Series("steps_axis", "Steps on the map", ATTACKER),
        Series("steps_soviet", "Steps on the map", DEFENDER),
        Series("isolated_axis", "Isolated units", ATTACKER),
        Series("isolated_soviet", "Isolated units", DEFENDER),
        Series("rail_axis", "Soviet rail hexes in Axis hands", ATTACKER),
    )


def values(facts: Facts, state: B41State, events: Sequence[Event]) -> tuple[float, ...]:
    units = [bits(state.on_map & facts.roster.combat_units[side]) for side in (AXIS, SOVIET)]
    return (
        points(facts, state),
        (state.held & facts.victory_hexes).bit_count(),
        *steps_lost(facts, events),
        *(sum([state.steps[u] for u in found]) for found in units),
        *(sum([state.isolated[u] for u in found]) for found in units),
        (state.axis_rail & facts.ussr).bit_count(),
    )


def steps_lost(facts: Facts, events: Sequence[Event]) -> tuple[int, int]:
    """Steps taken off by combat and isolation since the game began, by side; not militia destroyed at will."""
    roster, total, disbanded = facts.roster, [0, 0], -1
    for event in events:
        if event.kind in ("step", "eliminated"):
            unit = event.args[0]
            if unit == disbanded:
                disbanded = -1
            elif roster.is_combat[unit]:
                total[roster.side[unit]] += 1
        elif event.kind == "disband":
            disbanded = event.args[0]
    return total[0], total[1]


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _worth(facts: Facts) -> dict[str, int]:
    """The objectives by name, with their points, in the order of their hexes."""
    return {facts.city_name(place): facts.victory_points[place] for place in bits(facts.victory_hexes)}


@lru_cache(maxsize=4)
def milestones(facts: Facts) -> tuple[Milestone, ...]:
    """The fall of each objective, in the order of their hexes."""
    fell = days(facts, "victory")
    return tuple(
        Milestone(
            name.lower().replace(" ", "_"), f"{name} falls", ATTACKER, turn_of(facts, _turns(facts), fell[name])
        )
        for name in _worth(facts)
    )


def reached(facts: Facts, state: B41State) -> int:
    """Bits in the order of `milestones`."""
    return _reached(facts, state.held & facts.victory_hexes)


@lru_cache(maxsize=512)
def _reached(facts: Facts, held: int) -> int:
    return mask(i for i, place in enumerate(bits(facts.victory_hexes)) if held >> place & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def front(facts: Facts) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = facts.grid
    towns = tuple(Town(s.name, *grid.centre(s.hex)) for s in facts.board.sites.of("major") if _soviet(facts, s.hex))
    bare = Front(ATTACKER, rows(grid, bits(facts.land)), towns)
    return bare._replace(history={turn: _front_of_1941(facts, bare, turn) for turn in _turns(facts)})


def _soviet(facts: Facts, place: int) -> bool:
    return bool(facts.ussr >> place & 1)


def held(facts: Facts, state: B41State) -> int:
    """The hexes nearer to Axis units than to Soviet ones, and half of those as near to both."""
    axis, soviet = (state.occupied[COMBAT[side]] & facts.valid for side in (AXIS, SOVIET))
    return nearer(facts.grid, facts.land, axis, soviet)


# ---- 1941 ---------------------------------------------------------------------------------------------


def _turns(facts: Facts) -> range:
    return range(1, facts.turns + 1)


def calendar(facts: Facts) -> dict[int, str]:
    return course.calendar(facts, _turns(facts))


def _front_of_1941(facts: Facts, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town; Axis countries are Axis throughout."""
    towns, day = {**days(facts, "victory"), **days(facts, "towns")}, last_day(facts, turn)
    fallen = mask(facts.city(name) for name, changes in towns.items() if taken(changes, day))
    standing = mask(facts.city(name) for name, changes in towns.items() if not taken(changes, day))
    home = facts.axis_home & facts.land
    return front_line(lanes, nearer(facts.grid, facts.land, fallen | home, standing | facts.railways.east_edge))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
