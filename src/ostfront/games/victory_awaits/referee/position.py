"""A position as a referee looks at it: who stands where, hex by hex, with what follows from that alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeVar

from ostfront.core.map.board import Board
from ostfront.core.map.plain import PlainMap
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET, Roster
from ostfront.games.victory_awaits.state import VaState

T = TypeVar("T")

WATER = ("lake", "sea")  # terrain nobody enters
PROHIBITED = ("prohibited",)  # hexsides nobody crosses
MOUNTAIN_GROUND = "mountain"
START_LINE = "start-line"
BRIDGES = ("road", "rail")


class Chit(Protocol):
    """What is printed on a command chit; its HQ is a unit or -1."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def hq(self) -> int: ...
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


class Facts(Protocol):
    """What the referee takes from the compiled rules: data, no reasoning."""

    @property
    def board(self) -> Board: ...
    @property
    def roster(self) -> Roster: ...
    @property
    def charts(self) -> Mapping[str, Any]: ...
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


@lru_cache(maxsize=8)
def plain_map(board: Board) -> PlainMap:
    """The board to walk on; made once."""
    return PlainMap(board)


@lru_cache(maxsize=8)
def _town_names(board: Board) -> Mapping[int, str]:
    wanted = ("city", "major-city")
    return {site.hex: site.name for site in board.sites if site.kind in wanted}


class Position:
    """Facts about one position, each worked out when it is first asked for."""

    def __init__(self, facts: Facts, state: VaState) -> None:
        self.facts = facts
        self.state = state
        self.board = facts.board
        self.roster = facts.roster
        self.charts = facts.charts
        self.plain = plain_map(facts.board)
        self._known: dict[Hashable, Any] = {}

    def once(self, key: Hashable, work_out: Callable[[], T]) -> T:
        """Work something out the first time it is asked for."""
        if key not in self._known:
            self._known[key] = work_out()
        found: T = self._known[key]
        return found

    # ---- what is played, and by whom --------------------------------------------------------------

    def option(self, name: str) -> bool:
        return bool(self.facts.options[name])

    @property
    def track(self) -> Mapping[str, Any]:
        """The Turn Track of the scenario; both Smolensk games share one."""
        track: Mapping[str, Any] = self.charts["track"][self.facts.scenario["track"]]
        return track

    def side_of(self, seat: int) -> int:
        """The side a seat plays; after a bid the two may have changed sides (17.1)."""
        return self.facts.seat_side[seat] ^ self.state.swapped

    # ---- names ------------------------------------------------------------------------------------

    def unit_name(self, unit: int) -> str:
        return self.roster.ids[unit]

    def hex_name(self, place: int) -> str:
        """The printed number, with the town if there is one; or the name of a box."""
        if not self.is_hex(place) and not self.board.grid.size <= place < self.board.places:
            return "That"
        town = _town_names(self.board).get(place)
        number = self.board.place_name(place)
        return f"{number} ({town})" if town else number

    # ---- who stands where -------------------------------------------------------------------------

    def is_hex(self, place: int) -> bool:
        return place in self.plain.cells

    def is_unit(self, unit: int) -> bool:
        return 0 <= unit < self.roster.count

    def on_map(self, unit: int) -> bool:
        return self.state.place[unit] in self.plain.cells

    def in_box(self, unit: int, box: str) -> bool:
        return self.state.place[unit] == self.board.box(box)

    @cached_property
    def units_at(self) -> Mapping[int, list[int]]:
        """The units on the map, by hex."""
        found: dict[int, list[int]] = {}
        for unit, place in enumerate(self.state.place):
            if place in self.plain.cells:
                found.setdefault(place, []).append(unit)
        return found

    def at(self, hex: int, side: int) -> list[int]:
        """The units of a side in a hex, fortresses included."""
        return [unit for unit in self.units_at.get(hex, ()) if self.roster.side[unit] == side]

    def fort_at(self, hex: int) -> int:
        """The fortress in a hex, -1 if there is none."""
        return next((unit for unit in self.units_at.get(hex, ()) if self.roster.is_fort[unit]), -1)

    @cached_property
    def held(self) -> tuple[set[int], set[int]]:
        """By side: the hexes with any unit of it."""
        found: tuple[set[int], set[int]] = (set(), set())
        for hex, units in self.units_at.items():
            for unit in units:
                found[self.roster.side[unit]].add(hex)
        return found

    # ---- zones of control (3.2) -------------------------------------------------------------------

    @cached_property
    def zoc(self) -> tuple[set[int], set[int]]:
        """By side: the hexes in which its units feel enemy zones of control.

        Every unit has one, HQs and fortresses too; none in all-sea hexes or across prohibited hexsides (3.2).
        Soviets feel none in a fortress hex (14.2).
        """
        axis, soviet = (self.plain.zoc(self.held[side], onto=self.land, closed=PROHIBITED) for side in (AXIS, SOVIET))
        forts = {hex for hex in self.units_at if self.fort_at(hex) >= 0}
        return (soviet, axis - forts)

    # ---- the map ----------------------------------------------------------------------------------

    @cached_property
    def land(self) -> set[int]:
        """Hexes that are neither lake nor sea."""
        return {hex for hex in self.plain.cells if self.board.terrain_at[hex] not in WATER}

    def sides(self, a: int, b: int) -> Sequence[str]:
        return self.plain.sides.get(frozenset((a, b)), ())

    def is_prohibited(self, a: int, b: int) -> bool:
        """Whether nobody ever crosses between two hexes."""
        return b not in self.land or any(kind in PROHIBITED for kind in self.sides(a, b))

    def is_start_line(self, a: int, b: int) -> bool:
        return START_LINE in self.sides(a, b)

    def has_road(self, a: int, b: int) -> bool:
        return "road" in self.plain.lines.get(frozenset((a, b)), ())

    def has_rail(self, a: int, b: int) -> bool:
        return "rail" in self.plain.lines.get(frozenset((a, b)), ())

    def is_river(self, a: int, b: int) -> bool:
        """A river of any kind, bridged or not."""
        return any(kind in ("minor", "major") for kind in self.sides(a, b))

    def is_unbridged_major(self, a: int, b: int) -> bool:
        """2.1: a road or railroad over the river is a bridge."""
        return "major" in self.sides(a, b) and not (self.has_road(a, b) or self.has_rail(a, b))

    def is_mountain(self, hex: int) -> bool:
        return self.board.terrain_at[hex] == MOUNTAIN_GROUND

    def feature(self, hex: int) -> str:
        """city, major-city or nothing."""
        return self.board.hex_facts.get("feature", {}).get(hex, "")

    def ground(self, hex: int) -> str:
        """The terrain of a hex."""
        return self.board.terrain_at[hex]

    def hexes_on(self, line: str) -> set[int]:
        """The hexes of all roads, or of all railroads."""
        return self.once(
            ("on", line), lambda: {hex for row in self.board.line_rows if row.kind == line for hex in row.hexes}
        )

    def sites(self, kind: str) -> set[int]:
        return self.once(("sites", kind), lambda: {site.hex for site in self.board.sites if site.kind == kind})

    # ---- what fighting and fleeing units cannot cross --------------------------------------------

    def barred_to(self, unit: int, a: int, b: int) -> tuple[str, str] | None:
        """Why a unit could never step from a to b by normal movement: 'edge', 'start' or 'mountain', and a sentence.

        Points, zones of control and rivers are not a bar (rulings 10.1, 10.6.3).
        """
        here, there = self.hex_name(a), self.hex_name(b)
        if self.is_prohibited(a, b):
            return "edge", f"Nobody crosses from {here} to {there}: lake or sea."
        if self.roster.side[unit] == SOVIET and self.is_start_line(a, b):
            return "start", f"The start line runs between {here} and {there}; Soviet units do not cross it."
        climbs = self.roster.counters[unit].type == "mountain"
        if self.is_mountain(b) and not climbs and not self.has_road(a, b):
            return "mountain", f"No road leads from {here} into the mountains of {there}."
        return None
