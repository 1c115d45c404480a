"""What A Victory Awaits' referee reads off a position: sides and options, fortresses, zones of control, the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from ostfront.core.play.rules import Seat
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET, Roster
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.referee import position as kit

TOWNS = ("city", "major-city")
WATER = ("lake", "sea")  # terrain no unit enters
PROHIBITED = ("prohibited",)  # hexsides no unit crosses
MOUNTAIN_GROUND = "mountain"
START_LINE = "start-line"


class Chit(kit.Chit, Protocol):
    @property
    def nation(self) -> int: ...
    @property
    def map(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def choice(self) -> bool: ...


class Zone(Protocol):
    """A deployment zone: its hexes, those that need a unit, its units, and the HQs with a symbol."""

    @property
    def hexes(self) -> int: ...
    @property
    def must(self) -> int: ...
    @property
    def members(self) -> Collection[int]: ...
    @property
    def hq_hexes(self) -> Mapping[int, int]: ...


class Facts(kit.HexFacts, Protocol):
    """What the referee uses from the facts: data, no reasoning."""

    @property
    def chits(self) -> Sequence[Chit]: ...
    @property
    def zones(self) -> Mapping[str, Zone]: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def scenario(self) -> Mapping[str, Any]: ...
    @property
    def seat_side(self) -> Sequence[int]: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def unit_seat(self) -> Sequence[int]: ...
    @property
    def chit_seat(self) -> Sequence[int]: ...
    @property
    def controlled(self) -> bool: ...


Position = kit.HexPosition[Facts, Roster, VaState]


def look(facts: Facts, state: VaState) -> Position:
    return Position(facts, state, TOWNS)


# ---- what is played, and by whom --------------------------------------------------------------------


def option(position: Position, name: str) -> bool:
    return bool(position.facts.options[name])


def turn_track(position: Position) -> Mapping[str, Any]:
    """The Turn Track of the scenario; both Smolensk games share one."""
    track: Mapping[str, Any] = position.charts["track"][position.facts.scenario["track"]]
    return track


def this_turn(position: Position, column: str) -> int:
    """A number of this turn on the Turn Track."""
    return int(turn_track(position)[column][position.state.turn - 1])


def side_of(position: Position, seat: int) -> int:
    """The side a seat plays; after a bid the two may have changed sides (17.1)."""
    return position.facts.seat_side[seat] ^ position.state.swapped


def commander(position: Position, unit: int) -> str:
    """The player who commands a unit (19.2)."""
    return position.facts.seats[position.facts.unit_seat[unit]].name


def anothers(position: Position, unit: int, seat: int) -> bool:
    """Whether another player of the side commands a unit (19.2)."""
    return position.facts.controlled and position.facts.unit_seat[unit] != seat


# ---- fortresses and zones of control (3.2) ----------------------------------------------------------


def fort_at(position: Position, hex: int) -> int:
    """The fortress in a hex, -1 if there is none."""
    return next((unit for unit in position.units_at.get(hex, ()) if position.roster.is_fort[unit]), -1)


def zoc(position: Position, side: int) -> set[int]:
    """The hexes in a side's zones of control, as the other side feels them.

    Every unit has one, HQs and fortresses too; none in all-sea hexes or across prohibited hexsides (3.2).
    Soviets feel none in a fortress hex (14.2).
    """
    return position.once(("zoc", side), lambda: _zoc(position, side))


def _zoc(position: Position, side: int) -> set[int]:
    found = position.plain.zoc(position.held[side], onto=land(position), closed=PROHIBITED)
    if side == AXIS:
        found -= {hex for hex in position.units_at if fort_at(position, hex) >= 0}
    return found


# ---- the map ----------------------------------------------------------------------------------------


def land(position: Position) -> set[int]:
    """Hexes that are neither lake nor sea."""
    return position.once("land", lambda: {hex for hex in position.plain.cells if position.ground(hex) not in WATER})


def is_prohibited(position: Position, a: int, b: int) -> bool:
    """Whether nobody ever crosses between two hexes."""
    return b not in land(position) or any(kind in PROHIBITED for kind in position.sides(a, b))


def is_start_line(position: Position, a: int, b: int) -> bool:
    return START_LINE in position.sides(a, b)


def is_river(position: Position, a: int, b: int) -> bool:
    """A river of any kind, bridged or not."""
    return any(kind in ("minor", "major") for kind in position.sides(a, b))


def is_unbridged_major(position: Position, a: int, b: int) -> bool:
    """2.1: a road or railroad over the river is a bridge."""
    bridged = position.has_road(a, b) or position.has_line("rail", a, b)
    return "major" in position.sides(a, b) and not bridged


def is_mountain(position: Position, hex: int) -> bool:
    return position.ground(hex) == MOUNTAIN_GROUND


def barred_to(position: Position, unit: int, a: int, b: int) -> tuple[str, str] | None:
    """Why a unit could never step from a to b by normal movement: 'edge', 'start' or 'mountain', and a sentence.

    Points, zones of control and rivers are not a bar (rulings 10.1, 10.6.3).
    """
    here, there = position.hex_name(a), position.hex_name(b)
    if is_prohibited(position, a, b):
        return "edge", f"No unit may cross from {here} to {there}: the hexside is lake or sea."
    if position.roster.side[unit] == SOVIET and is_start_line(position, a, b):
        return "start", f"The start line runs between {here} and {there}; Soviet units may not cross it."
    climbs = position.roster.counters[unit].type == "mountain"
    if is_mountain(position, b) and not climbs and not position.has_road(a, b):
        return "mountain", f"No road leads from {here} into the mountains of {there}."
    return None
