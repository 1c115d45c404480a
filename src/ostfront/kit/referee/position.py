"""A position on a hex map as a referee sees it: which units are where, and what is printed there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, Protocol, TypeVar

from ostfront.core.map.board import Board
from ostfront.core.map.plain import PlainMap


class Roster(Protocol):
    """What the referee needs from any roster: the name and the side of each unit."""

    @property
    def ids(self) -> Sequence[str]: ...
    @property
    def side(self) -> Sequence[int]: ...
    @property
    def count(self) -> int: ...


class HexFacts(Protocol):
    """What the referee uses from the facts of a game on a hex map: data, no reasoning."""

    @property
    def board(self) -> Board: ...
    @property
    def roster(self) -> Any: ...
    @property
    def charts(self) -> Mapping[str, Any]: ...


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


class Placed(Protocol):
    """A state in which every unit has a place."""

    @property
    def place(self) -> Sequence[int]: ...


F = TypeVar("F", bound=HexFacts)
R = TypeVar("R", bound=Roster)
S = TypeVar("S", bound=Placed)
T = TypeVar("T")


class Once:
    """Answers about a position, each computed on first use."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, work_out: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = work_out()
        found: T = self._known[key]
        return found


@lru_cache(maxsize=8)
def plain_map(board: Board) -> PlainMap:
    """The board to walk on; made once."""
    return PlainMap(board)


@lru_cache(maxsize=8)
def _town_names(board: Board, kinds: Collection[str]) -> Mapping[int, str]:
    return {site.hex: site.name for site in board.sites if site.kind in kinds}


class HexPosition(Generic[F, R, S]):
    """Which units are where; everything else in a game is a function of this, cached by `once`.

    `towns` are the kinds of sites that sentences name.
    """

    def __init__(self, facts: F, state: S, towns: tuple[str, ...] = ()) -> None:
        self.facts = facts
        self.state = state
        self.board = facts.board
        self.roster: R = facts.roster
        self.charts = facts.charts
        self.plain = plain_map(facts.board)
        self.once = Once()
        self._towns = towns

    # ---- names ------------------------------------------------------------------------------------

    def unit_name(self, unit: int) -> str:
        return self.roster.ids[unit]

    def hex_name(self, place: int) -> str:
        """The printed number, with the town if there is one; or the name of a box."""
        if not self.is_hex(place) and not self.board.grid.size <= place < self.board.places:
            return "That"
        town = _town_names(self.board, self._towns).get(place)
        number = self.board.place_name(place)
        return f"{number} ({town})" if town else number

    # ---- units on the map --------------------------------------------------------------------------

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
        """The units of a side in a hex, of every kind."""
        return [unit for unit in self.units_at.get(hex, ()) if self.roster.side[unit] == side]

    @cached_property
    def held(self) -> tuple[set[int], set[int]]:
        """By side: the hexes with any unit of it."""
        return self.hexes_of(lambda _unit: True)

    def hexes_of(self, counts: Callable[[int], bool]) -> tuple[set[int], set[int]]:
        """By side: the hexes with a unit of it that counts."""
        found: tuple[set[int], set[int]] = (set(), set())
        for hex, units in self.units_at.items():
            for unit in units:
                if counts(unit):
                    found[self.roster.side[unit]].add(hex)
        return found

    # ---- what is printed --------------------------------------------------------------------------

    def sides(self, a: int, b: int) -> Sequence[str]:
        """What is on the hexside between two hexes: rivers and the like."""
        return self.plain.sides.get(frozenset((a, b)), ())

    def has_line(self, kind: str, a: int, b: int) -> bool:
        """Whether a line of that kind, such as a road, leads from hex to hex."""
        return kind in self.plain.lines.get(frozenset((a, b)), ())

    def has_road(self, a: int, b: int) -> bool:
        return self.has_line("road", a, b)

    def hexes_on(self, line: str) -> set[int]:
        """The hexes of all lines of a kind."""
        rows = self.board.line_rows
        return self.once(("on", line), lambda: {hex for row in rows if row.kind == line for hex in row.hexes})

    def sites(self, kind: str) -> set[int]:
        return self.once(("sites", kind), lambda: {site.hex for site in self.board.sites if site.kind == kind})

    def ground(self, hex: int) -> str:
        """The terrain of a hex."""
        return self.board.terrain_at[hex]

    def feature(self, hex: int) -> str:
        """What is in the hex besides terrain, such as a city; or nothing."""
        return self.board.hex_facts.get("feature", {}).get(hex, "")
