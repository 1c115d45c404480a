"""A position as a referee looks at it: who stands where, hex by hex, with what follows from that alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeVar

from ostfront.core.map.board import Board
from ostfront.core.map.plain import PlainMap
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET, Roster
from ostfront.games.victory_denied.state import VdState

T = TypeVar("T")


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
    def group(self) -> str: ...


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
    def victory_hexes(self) -> Sequence[int]: ...


@lru_cache(maxsize=8)
def plain_map(board: Board) -> PlainMap:
    """The board to walk on; made once."""
    return PlainMap(board)


@lru_cache(maxsize=8)
def _town_names(board: Board) -> Mapping[int, str]:
    wanted = ("city", "town", "village", "moscow")
    return {site.hex: site.name for site in board.sites if site.kind in wanted}


class Position:
    """Facts about one position, each worked out when it is first asked for."""

    def __init__(self, facts: Facts, state: VdState) -> None:
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
        """The units of a side in a hex."""
        return [unit for unit in self.units_at.get(hex, ()) if self.roster.side[unit] == side]

    def combat_units_at(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.at(hex, side) if not self.roster.is_hq[unit]]

    def hqs_at(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.at(hex, side) if self.roster.is_hq[unit]]

    @cached_property
    def held(self) -> tuple[set[int], set[int]]:
        """By side: the hexes with any unit of it."""
        return self._held(combat_only=False)

    @cached_property
    def fought_for(self) -> tuple[set[int], set[int]]:
        """By side: the hexes with a combat unit of it."""
        return self._held(combat_only=True)

    def _held(self, *, combat_only: bool) -> tuple[set[int], set[int]]:
        found: tuple[set[int], set[int]] = (set(), set())
        for hex, units in self.units_at.items():
            for unit in units:
                if not (combat_only and self.roster.is_hq[unit]):
                    found[self.roster.side[unit]].add(hex)
        return found

    @cached_property
    def zoc(self) -> tuple[set[int], set[int]]:
        """By side: the hexes in its zones of control (6.1: all six around a combat unit, none for HQs)."""
        return (self.plain.zoc(self.fought_for[GERMAN]), self.plain.zoc(self.fought_for[SOVIET]))

    # ---- the map ----------------------------------------------------------------------------------

    @cached_property
    def pocket(self) -> set[int]:
        return {site.hex for site in self.board.sites if site.kind == "pocket"}

    @cached_property
    def with_chit(self) -> set[int]:
        """The victory hexes in which a VP chit lies: those in Soviet hands."""
        return {hex for hex, chit in zip(self.facts.victory_hexes, self.state.vp, strict=True) if chit >= 0}

    def hostile_victory_hexes(self, side: int) -> set[int]:
        """The victory hexes in the hands of the other side (8.3.1)."""
        return self.with_chit if side == GERMAN else set(self.facts.victory_hexes) - self.with_chit

    def has_river(self, a: int, b: int) -> bool:
        """Whether a river of any kind runs between two hexes, bridged or not."""
        return bool(self.plain.sides.get(frozenset((a, b))))

    def has_road(self, a: int, b: int) -> bool:
        return "road" in self.plain.lines.get(frozenset((a, b)), ())

    @cached_property
    def road_hexes(self) -> set[int]:
        return {hex for line in self.board.line_rows if line.kind == "road" for hex in line.hexes}

    def is_major(self, a: int, b: int) -> bool:
        return "major" in self.plain.sides.get(frozenset((a, b)), ())

    def is_unbridged_major(self, a: int, b: int) -> bool:
        return self.is_major(a, b) and not self.has_road(a, b)
