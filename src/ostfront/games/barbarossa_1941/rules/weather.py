"""Weather (12.3): what the turn track says for the two zones, and what it leaves of allowances."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE, ICY, MUD, Facts
from ostfront.games.barbarossa_1941.facts.roster import CAVALRY, INFANTRY, MOTORISED
from ostfront.games.barbarossa_1941.state import B41State

CLASSES = {INFANTRY: "infantry", CAVALRY: "cavalry", MOTORISED: "motorised"}


@implements("B41 12.3a")
def weather_at(facts: Facts, state: B41State, place: int) -> int:
    """The weather of a hex: clear, mud, icy or deep freeze."""
    track = facts.weather_north if facts.north >> place & 1 else facts.weather_south
    return track[state.turn]


@implements("B41 1b")
def mobility(state: B41State, unit: int) -> int:
    """Infantry, cavalry or motorised, by the side of the counter that is up."""
    return state.roster.mobility[unit][state.steps[unit]]


def motorised_units(state: B41State, units: int) -> int:
    """The motorised units among these."""
    found = 0
    left = units & state.roster.ever_motorised
    while left:
        low = left & -left
        left ^= low
        if mobility(state, low.bit_length() - 1) == MOTORISED:
            found |= low
    return found


@implements("B41 12.3b")
def allowance(facts: Facts, state: B41State, unit: int) -> int:
    """Movement points of a unit on the map, by the weather of its hex; 0 if it never moves."""
    return allowance_in(facts, state, unit, weather_at(facts, state, state.place[unit]))


def allowance_in(facts: Facts, state: B41State, unit: int, weather: int) -> int:
    """Movement points of a unit that began its move in this weather."""
    roster = facts.roster
    if roster.is_static[unit]:
        return 0
    if weather == CLEAR:
        return roster.move[unit]
    return SLOWED[weather](facts, mobility(state, unit))


@implements("B41 12.3c")
def points_in_mud(facts: Facts, mobility: int) -> int:
    return int(facts.charts["weather"]["mud"][CLASSES[mobility]])


@implements("B41 12.3g")
def points_when_icy(facts: Facts, mobility: int) -> int:
    return int(facts.charts["weather"]["icy"][CLASSES[mobility]])


@implements("B41 12.3i")
def points_in_frost(facts: Facts, mobility: int) -> int:
    return int(facts.charts["weather"]["deep_freeze"][CLASSES[mobility]])


SLOWED = {
    MUD: lambda facts, mobility: points_in_mud(facts, mobility),
    ICY: lambda facts, mobility: points_when_icy(facts, mobility),
    DEEP_FREEZE: lambda facts, mobility: points_in_frost(facts, mobility),
}
