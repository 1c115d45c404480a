"""What Barbarossa 1941's referee reads off a position: who stands where, the map, control, weather, allowances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from ostfront.games.barbarossa_1941.facts.roster import AXIS, CAVALRY, INFANTRY, MOTORISED, SOVIET, Roster
from ostfront.games.barbarossa_1941.state import B41State
from ostfront.kit.referee import position as kit

TOWNS = ("major", "minor")
CLEAR, MUD, ICY, DEEP_FREEZE = WEATHER = ("clear", "mud", "icy", "deep freeze")
NEUTRAL = ("Bulgaria", "Sweden")
SIDE_NAMES = ("Axis", "Soviet")
HUNGARY, MILITIA, MOBILISATION, JOUKOV, PARTISANS = range(5)  # the triggers of 13, in the order of the chart


class Facts(kit.HexFacts, Protocol):
    """What the referee takes from the facts: data, no reasoning."""

    @property
    def scenario(self) -> str: ...
    @property
    def deployment(self) -> Any: ...
    def option(self, name: str) -> bool: ...


Position = kit.HexPosition[Facts, Roster, B41State]


def look(facts: Facts, state: B41State) -> Position:
    return Position(facts, state, TOWNS)


# ---- sets -------------------------------------------------------------------------------------------


def among(units: int, unit: int) -> bool:
    """Whether a unit is in a set of the state."""
    return bool(units >> unit & 1)


def units_in(position: Position, units: int) -> list[int]:
    """A set of units of the state, as a list."""
    return position.once(
        ("units", units), lambda: [unit for unit in range(position.roster.count) if units >> unit & 1]
    )


def hexes_in(position: Position, places: int) -> set[int]:
    """A set of places of the state, as a set of hexes."""
    return position.once(("hexes", places), lambda: {hex for hex in position.plain.cells if places >> hex & 1})


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 step, 2 steps."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def names(position: Position, units: Sequence[int]) -> str:
    """Units in a sentence."""
    words = [position.unit_name(unit) for unit in units]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ---- who stands where -------------------------------------------------------------------------------


def is_combat(position: Position, unit: int) -> bool:
    """A unit that holds ground: with steps, of a combat type; garrisons, militia and the fortress too."""
    return position.roster.is_combat[unit] and position.state.steps[unit] > 0


def combat_at(position: Position, hex: int, side: int) -> list[int]:
    """The combat units of a side in a hex."""
    return [unit for unit in position.at(hex, side) if is_combat(position, unit)]


def airborne_at(position: Position, hex: int, side: int) -> list[int]:
    return [unit for unit in position.at(hex, side) if position.roster.is_airborne[unit]]


def air_at(position: Position, hex: int, side: int) -> list[int]:
    return [unit for unit in position.at(hex, side) if position.roster.is_air[unit]]


def partisans_at(position: Position, hex: int) -> list[int]:
    return [unit for unit in position.at(hex, SOVIET) if position.roster.type[unit] == "partisan"]


def fought_for(position: Position) -> tuple[set[int], set[int]]:
    """By side: the hexes with a combat unit of it."""
    return position.once("fought for", lambda: position.hexes_of(lambda unit: is_combat(position, unit)))


def lines_blocked(position: Position, side: int) -> set[int]:
    """8c, 10: the hexes of a side's combat units and airborne corps, which enemy supply and trains do not pass."""

    def blocks(unit: int) -> bool:
        return is_combat(position, unit) or position.roster.is_airborne[unit]

    return position.once("blocked", lambda: position.hexes_of(blocks))[side]


def points_of(position: Position, units: Iterable[int]) -> int:
    """3: stacking points are steps of combat units; the fortress counts, airborne and air corps do not."""
    return sum(position.state.steps[unit] for unit in units if position.roster.is_combat[unit])


def points_at(position: Position, hex: int, side: int) -> int:
    return points_of(position, position.at(hex, side))


# ---- what is printed on the map ---------------------------------------------------------------------


def country(position: Position, hex: int) -> str:
    return position.board.hex_facts["country"].get(hex, "")


def in_ussr(position: Position, hex: int) -> bool:
    return country(position, hex) == "USSR"


def is_water(position: Position, hex: int) -> bool:
    return position.ground(hex) in ("sea", "lake")


def majors(position: Position) -> set[int]:
    return position.sites("major")


def cities(position: Position) -> set[int]:
    return position.once("cities", lambda: position.sites("major") | position.sites("minor"))


def city(position: Position, name: str) -> int:
    """The hex of a city."""
    return next(site.hex for site in position.board.sites if site.name == name and site.kind in TOWNS)


def soviet_majors(position: Position) -> set[int]:
    return position.once("soviet majors", lambda: {hex for hex in majors(position) if in_ussr(position, hex)})


def russian_majors(position: Position) -> set[int]:
    """8.2: the major cities of the USSR without Lvov and Riga."""
    others = {city(position, name) for name in position.charts["supply"]["not_russian"]}
    return position.once("russian majors", lambda: soviet_majors(position) - others)


def ports(position: Position, sea: str) -> set[int]:
    sites = position.board.sites
    return {site.hex for site in sites if site.kind == "port" and site.facts.get("value") == sea}


def seas_of(position: Position, hex: int) -> list[str]:
    """The seas on which a hex has a port."""
    return [sea for sea in ("baltic", "black") if hex in ports(position, sea)]


def touches_sea(position: Position, hex: int, *seas: str) -> bool:
    coast = position.board.hex_facts["coast"].get(hex, "").split("+")
    return any(sea in coast for sea in seas)


def depth(position: Position, hex: int) -> int:
    """12.7: hexes behind the western frontier, the hex at it is 1; 0 outside the USSR."""
    return int(position.board.hex_facts["depth"].get(hex, "") or 0)


def has_rail(position: Position, a: int, b: int) -> bool:
    return position.has_line("rail", a, b)


def rail_hexes(position: Position) -> set[int]:
    return position.hexes_on("rail")


def rail_links(position: Position, hex: int) -> list[int]:
    """The hexes next to a hex by rail."""
    return [n for n in position.plain.neighbours(hex) if has_rail(position, hex, n)]


# ---- control ----------------------------------------------------------------------------------------


def controls(position: Position, side: int, hex: int) -> bool:
    """8.2: a city or port belongs to the side that last had a combat unit in it."""
    return (hex in hexes_in(position, position.state.held)) == (side == AXIS)


def superior(position: Position, side: int, sea: str) -> bool:
    """8.2: naval superiority, two of three ports on the Black Sea, three of five on the Baltic."""
    own = sum(controls(position, side, port) for port in ports(position, sea))
    return own >= int(position.charts["naval"][f"{sea}_needed"])


def own_rail(position: Position, side: int) -> set[int]:
    """10.2: the rail hexes of a side's network, none in a closed country; what is not Axis in the USSR is Soviet."""
    axis = hexes_in(position, position.state.axis_rail)
    if side == AXIS:
        return position.once("axis rail", lambda: {hex for hex in axis if not closed_country(position, hex)})
    return position.once(
        "soviet rail", lambda: {hex for hex in rail_hexes(position) - axis if in_ussr(position, hex)}
    )


def hungary_is_in(position: Position) -> bool:
    """12.2: Hungary is in the war from its first unit on."""
    nation, waiting = position.roster.nation, position.board.box("waiting")
    places = (place for unit, place in enumerate(position.state.place) if nation[unit] == "Hungarian")
    return any(place >= 0 and place != waiting for place in places)


def closed_country(position: Position, hex: int) -> bool:
    """12.2: Bulgaria and Sweden are closed, and Hungary before it is in the war."""
    name = country(position, hex)
    return name in NEUTRAL or (name == "Hungary" and not position.once("hungary", lambda: hungary_is_in(position)))


def triggered(position: Position, which: int) -> bool:
    """13: whether a trigger has been reached, on whatever turn."""
    return position.state.triggers[which] > 0


def is_isolated(position: Position, unit: int) -> bool:
    """8: whether a unit carries an isolated marker."""
    return bool(position.state.isolated[unit])


# ---- weather and allowances -------------------------------------------------------------------------


def weather_at(position: Position, hex: int) -> str:
    """12.3: the weather of this turn in a hex, by its zone."""
    north = position.board.hex_facts["zone"].get(hex, "") == "N"
    chart = position.charts["weather"]["north" if north else "south"]
    word: str = chart[position.state.turn - 1]
    return word


def weather_chart(position: Position, weather: str) -> Mapping[str, Any]:
    chart: Mapping[str, Any] = position.charts["weather"][weather.replace(" ", "_")]
    return chart


def mobility(position: Position, unit: int) -> int:
    """1, 12.11: motorised, cavalry or on foot, on the side of the counter that is up."""
    return position.roster.mobility[unit][position.state.steps[unit]]


def is_motorised(position: Position, unit: int) -> bool:
    return mobility(position, unit) == MOTORISED


def is_mobile(position: Position, unit: int) -> bool:
    """A unit with an allowance at all: no garrison, militia or fortress."""
    return position.roster.move[unit] > 0


def allowance_in(position: Position, unit: int, weather: str) -> int:
    """12.3: what the weather leaves of a unit's allowance."""
    printed = position.roster.move[unit]
    if not printed:
        return 0
    word = {INFANTRY: "infantry", CAVALRY: "cavalry", MOTORISED: "motorised"}[mobility(position, unit)]
    return int(weather_chart(position, weather)[word]) or printed


def allowance(position: Position, unit: int) -> int:
    """The present allowance of a unit on the map, in the weather of its hex."""
    return allowance_in(position, unit, weather_at(position, position.state.place[unit]))
