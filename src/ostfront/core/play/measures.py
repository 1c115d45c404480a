"""What the laboratory measures of a game: numbers by turn, towns that fall, where the front runs.

A game's room `measures.py` answers these questions about a state, secrets included: the laboratory looks from above.
A game without such a room is measured by its result alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from ostfront.core.play.rules import Rules
    from ostfront.core.play.sequence import Event


class Series(NamedTuple):
    """A number at the end of each turn; `history` is what it was in 1941, by turn, where that is known."""

    id: str
    title: str
    side: str = ""
    history: Mapping[int, float] = {}


class Milestone(NamedTuple):
    """Something that a side takes sooner, later or never; `turn` is when it did in 1941."""

    id: str
    title: str
    side: str
    turn: int | None = None


class Spot(NamedTuple):
    """A point of a lane: the place it lies in, and where that is on the map; y grows downwards."""

    place: int
    x: float
    y: float


class Town(NamedTuple):
    name: str
    x: float
    y: float


class Front(NamedTuple):
    """Lanes across the map, each from the attacker's edge. The front in a lane is how many of its spots he holds.

    Ground the defender holds behind the front counts against it. `history` has the same numbers for 1941, by turn.
    """

    side: str
    lanes: tuple[tuple[Spot, ...], ...]
    towns: tuple[Town, ...] = ()
    history: Mapping[int, tuple[int, ...]] = {}


class MeasuresRoom(Protocol):
    """What a game's `measures.py` offers."""

    series: Callable[[Any], Sequence[Series]]
    values: Callable[[Any, Any, Sequence[Event]], Sequence[float]]  # rules, state, what was told so far: as `series`
    milestones: Callable[[Any], Sequence[Milestone]]
    reached: Callable[[Any, Any], int]  # as bits, in the order of `milestones`; asked after every action
    front: Callable[[Any], Front | None]
    held: Callable[[Any, Any], int]  # the places the front's side holds
    calendar: Callable[[Any], Mapping[int, str]]  # what a turn is called


class NoMeasures:
    """The room of a game that has none."""

    @staticmethod
    def series(_rules: Any) -> Sequence[Series]:
        return ()

    @staticmethod
    def values(_rules: Any, _state: Any, _events: Sequence[Event]) -> Sequence[float]:
        return ()

    @staticmethod
    def milestones(_rules: Any) -> Sequence[Milestone]:
        return ()

    @staticmethod
    def reached(_rules: Any, _state: Any) -> int:
        return 0

    @staticmethod
    def front(_rules: Any) -> Front | None:
        return None

    @staticmethod
    def held(_rules: Any, _state: Any) -> int:
        return 0

    @staticmethod
    def calendar(_rules: Any) -> Mapping[int, str]:
        return {}


def measures_of(rules: Rules) -> MeasuresRoom:
    """The room `measures.py` beside a game's rules, if there is one."""
    package = type(rules).__module__.rpartition(".")[0]
    found = bool(package) and find_spec(f"{package}.measures") is not None
    room: Any = import_module(f"{package}.measures") if found else NoMeasures
    return room  # type: ignore[no-any-return]


def front_line(front: Front, held: int) -> tuple[int, ...]:
    """How many spots of each lane lie in these places."""
    return tuple(sum([held >> spot.place & 1 for spot in lane]) for lane in front.lanes)
