"""Defensive Lines (4.1): who may build one, and what it takes."""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, Facts
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import settle
from ostfront.games.kiev_41.rules.supply import remove_line
from ostfront.games.kiev_41.state import Build, K41Play, K41State


def builders(facts: Facts, state: K41State, side: int, among: int) -> int:
    """Those of these blocks that may build a Defensive Line (4.1, 10.9e)."""
    lines = state.lines(side)
    if not lines_left(facts, state, side) and not lines & ~state.isolated_lines:
        return 0
    elsewhere = state.occupied[side] & (state.units_of(1 - side) | lines)
    return among & facts.roster.combat & state.spare() & ~state.standing(elsewhere)


def lines_left(facts: Facts, state: K41State, side: int) -> int:
    return facts.line_count[side] - state.lines(side).bit_count()


@implements("K41 4.1a")
def salvage(play: K41Play, local: Build) -> None:
    """When none is left, one that is in supply is removed."""
    facts, state = play.facts, play.state
    side = facts.roster.side[local.unit]
    if lines_left(facts, state, side):
        return
    spare = state.lines(side) & ~state.isolated_lines
    if spare & (spare - 1):
        play.ask("salvage", side)
    else:
        disband(play, side, spare.bit_length() - 1)


def salvage_options(play: K41Play, decision: Decision) -> Options:
    state = play.state
    spare = state.lines(decision.seat) & ~state.isolated_lines
    return Options((), ((play.facts.vocabulary.table("disband"), spare),))


def answer_salvage(play: K41Play, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    disband(play, decision.seat, action.arg)


SALVAGE = Kind(
    "salvage",
    "4.1a",
    verbs=(Verb("disband", (PLACE,), "remove the Defensive Line there"),),
    prompt="No Defensive Line is left: which one do you remove?",
    options=salvage_options,
    answer=answer_salvage,
)


def disband(play: K41Play, side: int, area: int) -> None:
    remove_line(play, side, area)
    play.note("disbanded", side, area)
    settle(play, area)


@implements("K41 4.1b")
def build(play: K41Play, local: Build) -> None:
    """The block loses a step and a line is built."""
    state, unit = play.state, local.unit
    area, side = state.place[unit], play.facts.roster.side[unit]
    if area >= play.facts.area_count:
        return
    state.steps[unit] -= 1
    if not state.visible >> unit & 1:
        fog.weaker(state, unit)
    if side == AXIS:
        state.lines_axis |= 1 << area
    else:
        state.lines_soviet |= 1 << area
    play.note("built", side, area)


BUILD_STEPS = Procedure(
    "build",
    (
        Step("salvage", salvage, "4.1a"),
        Step("build", build, "4.1b"),
    ),
    Build,
)
