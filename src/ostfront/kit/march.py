"""A unit in hand moves in legs, by normal movement or along the road, until it stops or has no points left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Play

GO = Verb("go", ("place",), "move the unit in hand there by the cheapest route")
ROAD = Verb("road", ("place",), "move the unit in hand there by strategic movement", label="By road")
STOP = Verb("stop", (), "end the move of the unit in hand", ends="hand")
# a unit that is picked goes to a hex, in as many legs as it takes
MOVE = Compound("move UNIT HEX", (Part("pick UNIT"), Part("go HEX", again=True), Part("stop", maybe=True)))


def points(left: int) -> str:
    """Movement points counted in halves: 3½, ½, 0."""
    return f"{left // 2 or ''}½" if left % 2 else str(left // 2)


def ask(play: Play[Any, Any], entering: str) -> str:
    """What the unit in hand has left; `entering` says what to choose when it comes from off the map."""
    local = play.state.top.local
    facts = play.facts
    unit = facts.roster.names[local.unit]
    if entering:
        return f"{unit} enters the map with {points(local.left)} MP: {entering}."
    return f"{unit} in {facts.board.place_name(play.state.place[local.unit])} has {points(local.left)} MP left."


def options(
    stop: Sequence[Action], goes: tuple[Sequence[Action], int], rides: tuple[Sequence[Action], int]
) -> Options:
    """Legs by normal movement and along the road, and stopping; empty choices are left out."""
    return Options(stop, (goes,) if not rides[1] else (rides,) if not goes[1] else (goes, rides))


def answer(
    play: Play[Any, Any],
    action: Action,
    outside: bool,
    enter: Callable[[Any, Any, Action], None],
    go: Callable[[Any, Any, int], None],
    ride: Callable[[Any, Any, int], None],
    end: Callable[[Any], None],
) -> None:
    """Carry out a leg as the game does it: onto the map, by normal movement, along the road; or end the move."""
    if action.verb == "stop":
        end(play)
        return
    assert isinstance(action.arg, int)
    local = play.state.top.local
    if outside:
        enter(play, local, action)
    elif action.verb == "go":
        go(play, local, action.arg)
    else:
        ride(play, local, action.arg)
