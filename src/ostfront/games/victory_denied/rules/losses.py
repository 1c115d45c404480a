"""Step losses (9.4.2): who takes them, and where eliminated units go."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.state import ISOLATED, Losses, VdPlay


def alive(play: VdPlay, units: int) -> list[int]:
    """Those of these units that are still on the map."""
    return bits(units & play.state.on_map)


def next_loss(play: VdPlay, local: Losses) -> None:
    """Take the steps; ask only where there is a choice."""
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
        play.ask("loss", local.side)


def ask_loss(play: VdPlay, _decision: Decision) -> str:
    steps = play.state.top.local.steps
    return f"Take {steps} step{'s' if steps > 1 else ''}: choose a unit."


def loss_options(play: VdPlay, _decision: Decision) -> Options:
    local: Losses = play.state.top.local
    members = 0
    for unit in alive(play, local.units):
        members |= 1 << unit
    return Options((), ((play.facts.vocabulary.table("lose"), members),))


def answer_loss(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Losses = play.state.top.local
    lose_step(play, action.arg)
    play.local(local._replace(steps=local.steps - 1))
    play.goto("next loss")


LOSS = Kind(
    "loss",
    "9.4.2",
    verbs=(Verb("lose", (UNIT,), "take a step off this unit"),),
    prompt=ask_loss,
    options=loss_options,
    answer=answer_loss,
)


@implements("AVD 9.4.2a", "AVD 2.2.3a")
def lose_step(play: VdPlay, unit: int) -> None:
    """Flip a unit, or eliminate it."""
    state = play.state
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        play.note("step", unit)
    else:
        eliminate(play, unit)


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
