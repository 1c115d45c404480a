"""Step losses that the owner assigns: asked one by one, and only where there is a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ostfront.core.files.fields import Units
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision

LOSE = Verb("lose", ("unit",), "take a step off this unit", label="Lose a step")


class Losses(NamedTuple):
    """Steps that these units still have to lose, at the owner's choice."""

    side: int
    units: Units
    steps: int


def alive(play: Play[Any, Any], units: int) -> list[int]:
    """Those of these units that are still on the map."""
    return bits(units & play.state.on_map)


def next_loss(
    play: Play[Any, Any],
    local: Losses,
    seat: Callable[[int], int],
    lose_step: Callable[[Any, int], None],
    eliminate: Callable[[Any, int], None],
) -> None:
    """Take the steps, or ask the owner of the first unit which one loses the next."""
    units = alive(play, local.units)
    steps = local.steps
    total = sum(play.state.steps[unit] for unit in units)
    if total <= steps:
        for unit in units:
            eliminate(play, unit)
        play.leave()
    elif not steps:
        play.leave()
    elif len(units) == 1:
        for _ in range(steps):
            lose_step(play, units[0])
        play.leave()
    else:
        play.ask("loss", seat(units[0]))


def ask_loss(play: Play[Any, Any], _decision: Decision) -> str:
    steps = play.state.top.local.steps
    return f"Take {steps} step{'' if steps == 1 else 's'}: choose a unit."


def loss_options(play: Play[Any, Any], _decision: Decision) -> Options:
    local: Losses = play.state.top.local
    return Options((), ((play.facts.vocabulary.table("lose"), local.units & play.state.on_map),))


def answer_loss(play: Play[Any, Any], action: Action, lose_step: Callable[[Any, int], None]) -> None:
    assert isinstance(action.arg, int)
    local: Losses = play.state.top.local
    lose_step(play, action.arg)
    play.local(local._replace(steps=local.steps - 1))
    play.goto("next loss")


def flip(play: Play[Any, Any], unit: int, eliminate: Callable[[Any, int], None]) -> None:
    """Turn a unit to its reduced side, or eliminate it."""
    state = play.state
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        play.note("step", unit)
    else:
        eliminate(play, unit)
