"""Step losses (9.4.2): who takes them, and where eliminated units go."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.state import ISOLATED, VdPlay
from ostfront.kit import losses as kit
from ostfront.kit.losses import Losses


def next_loss(play: VdPlay, local: Losses) -> None:
    kit.next_loss(play, local, lambda _unit: local.side, lose_step, eliminate)


def answer_loss(play: VdPlay, _decision: Decision, action: Action) -> None:
    kit.answer_loss(play, action, lose_step)


LOSS = Kind(
    "loss",
    "9.4.2",
    verbs=(kit.LOSE,),
    prompt=kit.ask_loss,
    options=kit.loss_options,
    answer=answer_loss,
)


@implements("AVD 9.4.2a", "AVD 2.2.3a")
def lose_step(play: VdPlay, unit: int) -> None:
    """Flip a unit, or eliminate it."""
    kit.flip(play, unit, eliminate)


def eliminate(play: VdPlay, unit: int) -> None:
    """9.4.2: a unit leaves the map for the place the rules give it."""
    play.note("eliminated", unit, play.state.place[unit])
    _leave_map(play, unit, _grave(play, unit))


def _grave(play: VdPlay, unit: int) -> str:
    roster = play.facts.roster
    if roster.side[unit] == GERMAN:
        return _german_grave(bool(roster.corps[unit]))
    if lost_for_good(play, unit):
        return "removed"
    return tan_grave() if roster.tan[unit] else red_grave()


@implements("AVD 9.4.2b")
def _german_grave(motorized: bool) -> str:
    return "eliminated-motorized" if motorized else "removed"


@implements("AVD 9.4.2e", "AVD 10.3.3b")
def lost_for_good(play: VdPlay, unit: int) -> bool:
    roster = play.facts.roster
    return roster.is_pvo[unit] or roster.is_star[unit] or bool(play.state.status[unit] & ISOLATED)


@implements("AVD 9.4.2c")
def tan_grave() -> str:
    return "soviet-reserve"


@implements("AVD 9.4.2d")
def red_grave() -> str:
    return "elite-cup"


@implements("AVD 10.5")
def disband(play: VdPlay, unit: int) -> None:
    """10.5: back to the box or the cup, at full strength; isolated units for good."""
    isolated = play.state.status[unit] & ISOLATED
    box = "removed" if isolated else "soviet-reserve" if play.facts.roster.tan[unit] else "elite-cup"
    play.note("disband", unit, play.state.place[unit])
    _leave_map(play, unit, box)


def _leave_map(play: VdPlay, unit: int, box: str) -> None:
    state, facts = play.state, play.facts
    state.put(unit, facts.boxes[box])
    restore(play, unit)
    state.status[unit] = 0
    state.active &= ~(1 << unit)


@implements("AVD 2.2.3b")
def restore(play: VdPlay, unit: int) -> None:
    """Should the unit come back, it comes at full strength."""
    play.state.steps[unit] = play.facts.roster.steps[unit]


PROCEDURES = (
    Procedure("losses", (
        Step("next loss", next_loss, "9.4.2"),
    ), Losses),
)  # fmt: skip
