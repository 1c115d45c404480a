"""What the referee reads off a position: who stands where, who controls what, which turn it is; see room.py, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET, Roster
from ostfront.games.barbarossa_deluxe.facts.track import Box, Track
from ostfront.games.barbarossa_deluxe.state import ODER, BDState
from ostfront.kit.referee import position as kit
from ostfront.kit.referee.movement import Bar

TOWNS = ("city", "oil", "industry")
SIDE_NAMES = ("German side", "Soviet side")
BALTIC_STATES = ("Estonia", "Latvia", "Lithuania")
HOME = ("Greater Germany", "General Government", "Hungary")  # where fortress cities have garrison supply (7.6, 9.2)
AXIS_SATELLITES = ("Hungarian", "Italian", "Romanian")  # 1.5
COMMUNIST_SATELLITES = ("Bulgarian", "Polish", "Romanian")  # 1.6
STATIC = ("fortress", "militia", "artillery")  # 2.9


class Facts(kit.HexFacts, Protocol):
    """What the referee takes from the facts: data, no reasoning."""

    @property
    def scenario(self) -> Any: ...
    @property
    def scenario_name(self) -> str: ...
    @property
    def track(self) -> Track: ...
    @property
    def crt(self) -> Any: ...
    @property
    def options(self) -> Mapping[str, Any]: ...


Position = kit.HexPosition[Facts, Roster, BDState]


def look(facts: Facts, state: BDState) -> Position:
    return Position(facts, state, TOWNS)


# ---- sets -------------------------------------------------------------------------------------------


def among(units: int, unit: int) -> bool:
    """Whether a unit is in a set of the state."""
    return unit >= 0 and bool(units >> unit & 1)


def units_in(position: Position, units: int) -> list[int]:
    """A set of units of the state, as a list."""
    return position.once(
        ("units", units), lambda: [unit for unit in range(position.roster.count) if units >> unit & 1]
    )


def hexes_in(position: Position, places: int) -> set[int]:
    """A set of places of the state, as a set of hexes."""
    return position.once(("hexes", places), lambda: {hex for hex in position.plain.cells if places >> hex & 1})


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 unit, 2 units."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def names(position: Position, units: Iterable[int]) -> str:
    """Units in a sentence."""
    words = [position.unit_name(unit) for unit in units]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def bars_of(found: Iterable[Bar], number: str) -> str | None:
    """The sentence of the first bar that belongs to a clause."""
    return next((bar.text for bar in found if bar.rule == number), None)


def unit_of(position: Position, name: str) -> int:
    return position.roster.index[name]


# ---- what a unit is ---------------------------------------------------------------------------------


def owner(position: Position, unit: int) -> int:
    return position.roster.side[unit]


def kind_of(position: Position, unit: int) -> str:
    return position.roster.type[unit]


def mobility(position: Position, unit: int) -> str:
    return position.roster.counters[unit].mobility


def is_attached(position: Position, unit: int) -> bool:
    """8.31, 8.32: Tiger battalions and cavalry-mechanized groups are no ground units of their own."""
    return kind_of(position, unit) in ("tiger", "cavalry-mechanized")


def is_ground(position: Position, unit: int) -> bool:
    return not is_attached(position, unit)


def is_mech(position: Position, unit: int) -> bool:
    """2.9."""
    return mobility(position, unit) == "mech"


def is_static(position: Position, unit: int) -> bool:
    """2.9: fortress commands and the two Leningrad units; the Coastal Army moves by 10.34."""
    return kind_of(position, unit) in STATIC


def is_coastal_army(position: Position, unit: int) -> bool:
    return kind_of(position, unit) == "naval-infantry"


def is_cavalry_group(position: Position, unit: int) -> bool:
    """8.30: the early ones."""
    return position.roster.entry[unit] == "cavalry"


def is_satellite(position: Position, unit: int) -> bool:
    """1.5, 1.6: an army of a satellite of either side, Poles included."""
    return position.roster.nation[unit] in (
        AXIS_SATELLITES if owner(position, unit) == GERMAN else COMMUNIST_SATELLITES
    )


def is_axis_satellite(position: Position, unit: int) -> bool:
    return owner(position, unit) == GERMAN and is_satellite(position, unit)


def is_german(position: Position, unit: int) -> bool:
    """1.5: of German nationality."""
    return position.roster.nation[unit] == "German"


def is_dotted(position: Position, unit: int) -> bool:
    """2.5: not replaceable."""
    return position.roster.counters[unit].dot == "yes"


def is_rolled(position: Position, unit: int) -> bool:
    """8.4, 8.35: its factor is a die."""
    return position.roster.counters[unit].attack == "1d6"


def is_panzer(position: Position, unit: int) -> bool:
    """11.20: every German unit of a panzer type."""
    return kind_of(position, unit) in ("panzer", "parachute-panzer")


def may_attack_at_all(position: Position, unit: int) -> bool:
    """11.12: a printed attack factor, or a die."""
    return position.roster.attack[unit] > 0 or is_rolled(position, unit)


def is_regular_army(position: Position, unit: int) -> bool:
    """8.20, 8.21: an ordinary rifle army, communist satellites among them."""
    return owner(position, unit) == SOVIET and kind_of(position, unit) == "rifle"


# ---- who stands where -------------------------------------------------------------------------------


def ground_at(position: Position, hex: int, side: int) -> list[int]:
    """The ground units of a side in a hex."""
    return [unit for unit in position.at(hex, side) if is_ground(position, unit)]


def held(position: Position) -> tuple[set[int], set[int]]:
    """By side: the hexes with a ground unit of it."""
    return position.once("held", lambda: position.hexes_of(lambda unit: is_ground(position, unit)))


def supports(position: Position, unit: int) -> list[int]:
    """8.31, 8.32: what is attached to a unit."""
    found: Mapping[int, list[int]] = position.once("supports", lambda: _supports(position))
    return found.get(unit, [])


def _supports(position: Position) -> Mapping[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit in range(position.roster.count):
        if is_attached(position, unit) and position.on_map(unit):
            found.setdefault(position.state.parent[unit], []).append(unit)
    return found


def support_at(position: Position, hex: int, side: int) -> list[int]:
    """The Tigers or cavalry-mechanized groups in a hex."""
    return [unit for unit in position.at(hex, side) if is_attached(position, unit)]


def next_to_enemy(position: Position, side: int, hex: int) -> bool:
    """Whether an enemy ground unit stands in a neighbouring hex."""
    return any(n in held(position)[1 - side] for n in position.plain.neighbours(hex))


# ---- what is printed on the map ---------------------------------------------------------------------


def printed(position: Position, column: str, hex: int) -> str:
    """A column of the map's hexes."""
    return position.board.hex_facts[column].get(hex, "")


def territory(position: Position, hex: int) -> str:
    return printed(position, "territory", hex)


def in_ussr(position: Position, hex: int) -> bool:
    """3.6, 8.39: the Soviet Union without the Baltic states."""
    return territory(position, hex) == "USSR"


def in_baltic_states(position: Position, hex: int) -> bool:
    return territory(position, hex) in BALTIC_STATES


def zone(position: Position, hex: int) -> str:
    """7.15: the logistics area, N or S."""
    return printed(position, "zone", hex)


def in_crimea(position: Position, hex: int) -> bool:
    """7.4: the CS area."""
    return printed(position, "cs", hex) == "yes"


def is_land(position: Position, hex: int) -> bool:
    return position.ground(hex) not in ("sea", "lake")


def is_clear(position: Position, hex: int) -> bool:
    """10.10; desert-steppe counts as clear (ruling on 10.9)."""
    return position.ground(hex) in ("clear", "desert-steppe")


def land(position: Position) -> set[int]:
    return position.once("land", lambda: {hex for hex in position.plain.cells if is_land(position, hex)})


def cities(position: Position) -> set[int]:
    """9.2: without the USIR and the oil fields."""
    return position.sites("city")


def is_city(position: Position, hex: int) -> bool:
    return hex in cities(position)


def city(position: Position, name: str) -> int:
    """The hex of a town, oil field or region."""
    return next(site.hex for site in position.board.sites if site.name == name and site.kind in TOWNS)


def numbered(position: Position, *numbers: str) -> set[int]:
    """Hexes by their printed numbers."""
    return {position.board.index(number) for number in numbers}


def marked(position: Position, column: str, word: str) -> set[int]:
    """The hexes with a word in a column of the map."""
    return position.once(
        ("marked", column, word),
        lambda: {hex for hex, text in position.board.hex_facts[column].items() if text == word},
    )


def coasts(position: Position, hex: int) -> list[str]:
    """The seas a hex touches: Baltic, Black, Azov."""
    return [sea for sea in printed(position, "coast", hex).split("+") if sea]


def is_river(position: Position, a: int, b: int) -> bool:
    return "river" in position.sides(a, b)


# ---- control and works ------------------------------------------------------------------------------


def controls(position: Position, side: int, hex: int) -> bool:
    """3.6: nobody controls Bulgaria before it is entered."""
    if hex in hexes_in(position, position.state.neutral) or not is_land(position, hex):
        return False
    return (hex in hexes_in(position, position.state.german)) == (side == GERMAN)


def is_neutral(position: Position, hex: int) -> bool:
    return hex in hexes_in(position, position.state.neutral)


def is_hero(position: Position, hex: int) -> bool:
    return hex in hexes_in(position, position.state.hero)


def is_fortress(position: Position, hex: int) -> bool:
    return hex in hexes_in(position, position.state.fortress)


def german_lines(position: Position) -> set[int]:
    """11.21: intact fortified lines, printed ones and East Wall markers."""
    whole = marked(position, "fortified", "german") | hexes_in(position, position.state.wall)
    return whole - hexes_in(position, position.state.broken)


def soviet_lines(position: Position) -> set[int]:
    """11.21: indestructible."""
    return marked(position, "fortified", "soviet")


def fortified_area(position: Position) -> set[int]:
    """8.18: the marker's hex and the six around it."""
    centre = position.state.area
    return {centre, *position.plain.neighbours(centre)} if position.is_hex(centre) else set()


# ---- the calendar -----------------------------------------------------------------------------------


def box(position: Position) -> Box:
    """The box of this turn on the track."""
    return position.facts.track.boxes[position.state.turn]


def single_month(position: Position) -> bool:
    """5.8."""
    return box(position).length == "single"


def year(position: Position) -> int:
    """5.9: December belongs to the year that ends."""
    return box(position).year


def movement_factor(position: Position, unit: int) -> int:
    """2.11, 10.1, 15.6: the factor of this turn for a unit's side and class; 4.18: more on the Oder."""
    side, mech = owner(position, unit), is_mech(position, unit)
    if side == GERMAN and mech and position.state.turn == 30 and position.state.operation == ODER:
        return 6
    return int(position.facts.scenario.movement(box(position), side, mech))


def campaign_of_1941(position: Position) -> bool:
    """15.1: rules tied to 1941 hold in the Grand Campaign only."""
    return position.facts.scenario_name == "grand-campaign"


def what_if(position: Position) -> bool:
    return position.facts.scenario_name == "what-if"
