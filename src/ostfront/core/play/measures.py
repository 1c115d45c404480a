"""What the laboratory measures in a game: numbers by turn, captured towns, the position of the front.

A game's `measures.py` answers these questions about a state, including its secrets: the laboratory sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ostfront.core.play.sequence import Event


class Series(NamedTuple):
    """A number at the end of each turn; `history` is what it was in 1941, by turn, where that is known."""

    id: str
    title: str
    side: str = ""
    history: Mapping[int, float] = {}


class Milestone(NamedTuple):
    """Something that a side takes early, late or never; `turn` is when it did in 1941."""

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

    Ground that the defender holds behind the front is subtracted. `history` has the same numbers for 1941, by turn.
    """

    side: str
    lanes: tuple[tuple[Spot, ...], ...]
    towns: tuple[Town, ...] = ()
    history: Mapping[int, tuple[int, ...]] = {}


def _none(*_: Any) -> tuple[()]:
    return ()


def _zero(*_: Any) -> int:
    return 0


def _no_front(_facts: Any) -> None:
    return None


def _no_names(_facts: Any) -> Mapping[int, str]:
    return {}


class Measures(NamedTuple):
    """What the laboratory can ask a game; named in INFO. Each function takes the facts first."""

    series: Callable[[Any], Sequence[Series]] = _none
    values: Callable[[Any, Any, Sequence[Event]], Sequence[float]] = _none  # state, events so far: as `series`
    milestones: Callable[[Any], Sequence[Milestone]] = _none
    reached: Callable[[Any, Any], int] = _zero  # of a state: bits in the order of `milestones`
    front: Callable[[Any], Front | None] = _no_front
    held: Callable[[Any, Any], int] = _zero  # of a state: the places the front's side holds
    calendar: Callable[[Any], Mapping[int, str]] = _no_names  # what a turn is called


NOTHING = Measures()  # for a game that is measured only by its result


def measures_of(rules: Any) -> Measures:
    """What can be measured in a game."""
    return rules.info.measures or NOTHING


def front_line(front: Front, held: int) -> tuple[int, ...]:
    """How many spots of each lane lie in these places."""
    return tuple(sum([held >> spot.place & 1 for spot in lane]) for lane in front.lanes)
