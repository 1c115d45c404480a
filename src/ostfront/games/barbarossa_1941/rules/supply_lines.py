"""Supply lines and their sources (8, 8.2), flooded outwards from the sources for all units of a class at once."""

from __future__ import annotations

from typing import Any, cast

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE, MUD, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, MOTORISED, SOVIET
from ostfront.games.barbarossa_1941.rules.ground import Ground, closed_countries, ground, kerch_open
from ostfront.games.barbarossa_1941.rules.rail_network import blocked, connected, free_rail
from ostfront.games.barbarossa_1941.rules.seas import SEAS, superiority
from ostfront.games.barbarossa_1941.rules.weather import allowance, allowance_in, mobility, weather_at
from ostfront.games.barbarossa_1941.rules.zoc import owed_to_italians
from ostfront.games.barbarossa_1941.state import B41State

FINNS = 2  # draw on more sources than the other Axis units (8.2b); AXIS and SOVIET are the other two users
SIDE_OF = (AXIS, SOVIET, AXIS)
UNITS_GROUPS = len(COMBAT + AIRBORNE)  # the first groups of occupied hexes


# ---- sources (8.2) ----------------------------------------------------------------------------------


@implements("B41 8.2h")
def cities_of(facts: Facts, state: B41State, side: int) -> int:
    """The cities a side controls: those where its combat units were the last; none in closed countries."""
    cities = facts.cities ^ (facts.cities & closed_countries(facts, state))
    axis = cities & state.held
    return axis if side == AXIS else cities ^ axis


def sources(facts: Facts, state: B41State, user: int) -> int:
    """The unlimited sources of the Soviets, of the Finns, or of all other Axis units."""
    if user == SOVIET:
        return soviet_sources(facts, state)
    found = axis_sources(facts, state)
    if user != FINNS and not helsinki_serves_all(facts, state):
        found ^= found & 1 << facts.helsinki
    return found


@implements("B41 8.2a")
def axis_sources(facts: Facts, state: B41State) -> int:
    """Four cities and the rail hexes of the western edge."""
    edge = facts.railways.west_edge
    edge ^= edge & (closed_countries(facts, state) | facts.cities)
    return edge | (facts.axis_sources | facts.railways.west_edge & facts.cities) & cities_of(facts, state, AXIS)


@implements("B41 8.2b")
def helsinki_serves_all(facts: Facts, state: B41State) -> bool:
    return all(state.held >> facts.city(name) & 1 for name in facts.charts["supply"]["helsinki_for_others"])


@implements("B41 8.2c")
def soviet_sources(facts: Facts, state: B41State) -> int:
    """The major cities linked by their own rail to the eastern edge."""
    linked = connected(facts, facts.railways.east_edge, free_rail(facts, state, SOVIET))
    return linked & facts.majors & cities_of(facts, state, SOVIET)


def situation(facts: Facts, state: B41State) -> tuple[Any, ...]:
    """All that supply lines and railways depend on."""
    return (
        state.turn, state.held, state.axis_rail, closed_countries(facts, state),
        *state.occupied[:UNITS_GROUPS], *state.two_any, *state.two_foot, owed_to_italians(facts, state, AXIS),
    )  # fmt: skip


def targets(facts: Facts, state: B41State, user: int) -> int:
    """Where an unlimited line may end: sources, and railways that lead to one. The last answer is kept."""
    depends = situation(facts, state)
    kept = state.memo.kept
    found = kept.get(("targets", user))
    if found is None or found[0] != depends:
        side = SIDE_OF[user]
        at = sources(facts, state, user)
        at ^= at & blocked(facts, state, side)
        found = kept["targets", user] = (depends, at | connected(facts, at, free_rail(facts, state, side)))
    answer: int = found[1]
    return answer


def network(facts: Facts, state: B41State, side: int) -> int:
    """The own rail hexes that lead to a source, free of enemy units and of enemy ZOCs not cancelled."""
    user = FINNS if side == AXIS else SOVIET
    return targets(facts, state, user) & facts.railways.hexes


# ---- lines (8) --------------------------------------------------------------------------------------


@implements("B41 8b")
def flood(field: Ground, ends: int, passable: int, most: int) -> tuple[int, ...]:
    """By points, the hexes from which a line of so many points comes to one of the ends.

    The unit's hex is not paid, the last hex of the line is: seen from the end, leaving a hex costs what it costs.
    """
    step, sides = field.grid.step, field.back
    found = ends & passable
    exact, within = [found], [found]
    for points in range(1, most + 1):
        new = 0
        for cost, hexes in field.base:
            if points >= cost:
                edge = exact[points - cost] & hexes
                if edge:
                    new |= step(edge, sides)
        for here, over in field.strait.items():
            paid = points - field.cost[here] - field.strait_cost
            if paid >= 0 and exact[paid] >> here & 1:
                new |= 1 << over
        new ^= new & found
        found |= new
        exact.append(new & passable)
        within.append(found)
    return tuple(within)


def flooded(facts: Facts, wheels: bool, weather: int, kerch: bool, ends: int, passable: int) -> tuple[int, ...]:
    """By points, the hexes from which units of a class trace a line to one of the ends in some weather."""
    return flood(ground(facts, wheels, weather, kerch), ends, passable, facts.points_at_most[wheels])


def line_weather(wheels: bool, weather: int) -> int:
    """The weather as far as it opens or closes the ground to lines: frost does to all, mud to motorised units."""
    return weather if weather == DEEP_FREEZE or (wheels and weather == MUD) else CLEAR


def lines(facts: Facts, state: B41State, user: int, wheels: bool, weather: int) -> tuple[int, ...]:
    """By points, the hexes from which units of a class trace an unlimited line; the last answer is kept."""
    weather = line_weather(wheels, weather)
    depends = situation(facts, state)
    kept = state.memo.kept
    found = kept.get(("lines", user, wheels, weather))
    if found is None or found[0] != depends:
        side = SIDE_OF[user]
        ends, passable = targets(facts, state, user), open_to_lines(facts, state, side)
        answer = flooded(facts, wheels, weather, kerch_open(facts, state, side), ends, passable)
        found = kept["lines", user, wheels, weather] = (depends, answer)
    return cast(tuple[int, ...], found[1])


def open_to_lines(facts: Facts, state: B41State, side: int) -> int:
    """Hexes a line of this side may come through; what the ground allows comes on top."""
    shut = blocked(facts, state, side) | closed_countries(facts, state)
    return facts.valid ^ (facts.valid & shut)


def user_of(facts: Facts, unit: int) -> int:
    return FINNS if facts.roster.finns >> unit & 1 else facts.roster.side[unit]


@implements("B41 8.2e")
def needs_no_line(facts: Facts, unit: int) -> bool:
    """The fortress of Sevastopol."""
    return facts.roster.type[unit] == "fort"


def traced(facts: Facts, state: B41State, unit: int) -> bool:
    """Whether a unit on the map can trace a line to an unlimited source now."""
    if needs_no_line(facts, unit):
        return True
    place = state.place[unit]
    wheels = mobility(state, unit) == MOTORISED
    found = lines(facts, state, user_of(facts, unit), wheels, weather_at(facts, state, place))
    return bool(found[allowance(facts, state, unit)] >> place & 1)


def judged(facts: Facts, state: B41State, side: int) -> int:
    """The units whose lines are looked for: combat units and airborne corps on the map."""
    roster = facts.roster
    return (roster.combat_units[side] | roster.airborne & roster.of_side[side]) & state.on_map


def untraced(facts: Facts, state: B41State, side: int) -> int:
    """The units of a side that cannot trace a line to an unlimited source; lines are looked up once a class."""
    known: dict[tuple[int, bool, int], tuple[int, ...]] = {}
    found = 0
    finns, places = facts.roster.finns, state.place
    for unit in bits(judged(facts, state, side)):
        place = places[unit]
        weather = weather_at(facts, state, place)
        key = (
            FINNS if finns >> unit & 1 else side,
            mobility(state, unit) == MOTORISED,
            weather,
        )
        within = known.get(key)
        if within is None:
            within = known[key] = lines(facts, state, *key)
        points = allowance_in(facts, state, unit, weather)
        if not (within[points] >> place & 1 or needs_no_line(facts, unit)):
            found |= 1 << unit
    return found


def supplied_hexes(facts: Facts, state: B41State, side: int) -> int:
    """The hexes from which an infantry unit of a side could trace a line to an unlimited source."""
    depends = situation(facts, state)
    kept = state.memo.kept
    last = kept.get(("supplied", side))
    if last is not None and last[0] == depends:
        answer: int = last[1]
        return answer
    found = 0
    zones = ((facts.weather_north, facts.north), (facts.weather_south, facts.valid ^ facts.north))
    for track, zone in zones:
        weather = track[state.turn]
        points = infantry_points(facts, weather)
        found |= lines(facts, state, side, False, weather)[points] & zone
    kept["supplied", side] = (depends, found)
    return found


def infantry_points(facts: Facts, weather: int) -> int:
    if weather == CLEAR:
        return int(facts.charts["movement"]["infantry"])
    return int(facts.charts["weather"][WEATHER[weather].replace(" ", "_")]["infantry"])


# ---- limited sources (8.2) --------------------------------------------------------------------------


@implements("B41 8.2d")
def besieged_cities(facts: Facts, state: B41State, side: int) -> int:
    """Soviet-held Russian major cities that no railway links to a source."""
    if side == AXIS:
        return 0
    cities = facts.russian_majors & cities_of(facts, state, SOVIET)
    return cities ^ (cities & targets(facts, state, SOVIET))


@implements("B41 8.2f")
def besieged_ports(facts: Facts, state: B41State, side: int) -> int:
    """The ports of the side with naval superiority that no railway links to a source."""
    found = 0
    for sea in SEAS:
        if superiority(facts, state, side, sea):
            found |= facts.ports[sea]
    found &= cities_of(facts, state, side)
    return found ^ (found & targets(facts, state, FINNS if side == AXIS else SOVIET))


def limited_sources(facts: Facts, state: B41State, side: int) -> int:
    return besieged_cities(facts, state, side) | besieged_ports(facts, state, side)


def ration(facts: Facts, state: B41State, side: int, place: int) -> int:
    """The steps that a limited source can supply; a port that is a major city counts as both."""
    chart = facts.charts["supply"]
    steps = int(chart["russian_major_city_alone"]) if besieged_cities(facts, state, side) >> place & 1 else 0
    return steps + (int(chart["port_alone"]) if besieged_ports(facts, state, side) >> place & 1 else 0)


def tracing_to(facts: Facts, state: B41State, units: int, place: int) -> int:
    """Those of the units, of one side, that can trace a line to a hex, or to a railway that leads to it."""
    side = facts.roster.side[units.bit_length() - 1] if units else AXIS
    passable = open_to_lines(facts, state, side)
    ends = 1 << place | connected(facts, 1 << place, free_rail(facts, state, side))
    kerch = kerch_open(facts, state, side)
    floods: dict[tuple[bool, int], tuple[int, ...]] = {}
    found = 0
    for unit in bits(units):
        here = state.place[unit]
        wheels = mobility(state, unit) == MOTORISED
        weather = line_weather(wheels, weather_at(facts, state, here))
        if (wheels, weather) not in floods:
            floods[wheels, weather] = flooded(facts, wheels, weather, kerch, ends, passable)
        if floods[wheels, weather][allowance(facts, state, unit)] >> here & 1:
            found |= 1 << unit
    return found
