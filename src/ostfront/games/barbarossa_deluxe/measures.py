"""What the laboratory measures of Barbarossa Deluxe: points, cities, losses, the front, beside the war itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.measures import Front, Measures, Milestone, Series, Town, front_line
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.rules import supply
from ostfront.games.barbarossa_deluxe.state import BDState
from ostfront.kit.course import days, nearer, rows, taken

ATTACKER, DEFENDER = SIDES


# ---- the calendar -------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _ends(facts: Facts) -> tuple[date, ...]:
    """The last day of each turn; turns are of one or two months."""
    table: Mapping[str, Any] = facts.data.toml("history.toml")["calendar"]
    return tuple(table["ends"])


def _last_day(facts: Facts, turn: int) -> date:
    return _ends(facts)[turn - 1]


def _turns(facts: Facts) -> range:
    return range(facts.scenario.first_turn, facts.scenario.last_turn + 1)


def calendar(facts: Facts) -> dict[int, str]:
    return {turn: facts.box(turn).date for turn in _turns(facts)}


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(facts: Facts) -> tuple[Series, ...]:
    points = {
        turn: float(row.historical_vp)
        for turn, row in facts.track.limits.items()
        if row.historical_vp is not None and turn in _turns(facts) and facts.scenario.first_check
    }
    held = {turn: float(len(_held_then(facts, _last_day(facts, turn)))) for turn in _turns(facts)}
    return (
        Series("points_german", "Victory points", ATTACKER, points),
        Series("held_german", "Cities, oil and industry", ATTACKER, held),
        Series("lost_german", "Units lost", ATTACKER),
        Series("lost_soviet", "Units lost", DEFENDER),
        Series("units_german", "Units on the map", ATTACKER),
        Series("units_soviet", "Units on the map", DEFENDER),
        Series("cut_off_german", "Units without overland supply", ATTACKER),
        Series("cut_off_soviet", "Units without overland supply", DEFENDER),
    )


def values(facts: Facts, state: BDState, events: Sequence[Event]) -> tuple[float, ...]:
    units = [state.on_map & facts.roster.ground[side] for side in (GERMAN, SOVIET)]
    cut_off = [found & ~supply.supplied_overland(facts, state, found) for found in units]
    return (
        state.vp,
        (state.german & facts.victory_hexes).bit_count(),
        *units_lost(facts, events),
        *(found.bit_count() for found in units),
        *(found.bit_count() for found in cut_off),
    )


def units_lost(facts: Facts, events: Sequence[Event]) -> tuple[int, int]:
    """Ground units eliminated since the game began, by side."""
    total = [0, 0]
    for event in events:
        if event.kind == "eliminated" and not facts.roster.attached >> event.args[0] & 1:
            total[facts.roster.side[event.args[0]]] += 1
    return total[0], total[1]


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _places(facts: Facts) -> dict[str, int]:
    """What is worth a point, by name, in the order of its hexes."""
    return {facts.city_name(place): place for place in bits(facts.victory_hexes)}


def _held_then(facts: Facts, day: date) -> list[str]:
    """What the Germans held on the evening of a day."""
    east = [name for name, changes in days(facts, "victory").items() if taken(changes, day)]
    west = [name for name, changes in days(facts, "home").items() if not taken(changes, day)]
    return [*east, *west]


@lru_cache(maxsize=8)
def milestones(facts: Facts) -> tuple[Milestone, ...]:
    """German captures in the east and Soviet ones in the west, in the order of the hexes."""
    east, west = days(facts, "victory"), days(facts, "home")
    found = []
    for name in _places(facts):
        side = ATTACKER if name in east else DEFENDER
        found.append(
            Milestone(name.lower(), f"{name} falls", side, _turn_of(facts, east.get(name) or west.get(name) or []))
        )
    return tuple(found)


def _turn_of(facts: Facts, changes: Sequence[date]) -> int | None:
    """The turn of the first capture; the first turn if it was before, None if it never came."""
    return next((turn for turn in _turns(facts) if changes and changes[0] <= _last_day(facts, turn)), None)


def reached(facts: Facts, state: BDState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(facts, state.german & facts.victory_hexes)


@lru_cache(maxsize=512)
def _reached(facts: Facts, held: int) -> int:
    home = facts.home_points
    return mask(i for i, place in enumerate(bits(facts.victory_hexes)) if (held ^ home) >> place & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def front(facts: Facts) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = facts.grid
    towns = tuple(Town(site.name, *grid.centre(site.hex)) for site in facts.board.sites.of("city"))
    bare = Front(ATTACKER, rows(grid, bits(facts.land)), towns)
    return bare._replace(history={turn: _front_then(facts, bare, turn) for turn in _turns(facts)})


def held(facts: Facts, state: BDState) -> int:
    """The hexes nearer to German units than to Soviet ones, and half of those as near to both."""
    german, soviet = (state.occupied[GROUND[side]] & facts.valid for side in (GERMAN, SOVIET))
    return nearer(facts.grid, facts.land, german, soviet)


def _front_then(facts: Facts, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town."""
    day = _last_day(facts, turn)
    german = mask(_places(facts)[name] for name in _held_then(facts, day) if name in _places(facts))
    soviet = facts.victory_hexes & ~german | facts.sources[SOVIET]
    return front_line(lanes, nearer(facts.grid, facts.land, german | facts.sources[GERMAN], soviet))


MEASURES = Measures(series, values, milestones, reached, front, held, calendar)
