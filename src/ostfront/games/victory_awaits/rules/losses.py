"""Step losses (10.5): who takes them, and where eliminated units go (10.8)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.facts.words import UNIT
from ostfront.games.victory_awaits.rules.seats import unit_seat
from ostfront.games.victory_awaits.state import Losses, VaPlay


def alive(play: VaPlay, units: int) -> list[int]:
    """Those of these units that are still on the map."""
    return bits(units & play.state.on_map)


def next_loss(play: VaPlay, local: Losses) -> None:
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
        play.ask("loss", unit_seat(play.facts, play.state, units[0]))


def ask_loss(play: VaPlay, _decision: Decision) -> str:
    steps = play.state.top.local.steps
    return f"Take {steps} step{'' if steps == 1 else 's'}: choose a unit."


def loss_options(play: VaPlay, _decision: Decision) -> Options:
    local: Losses = play.state.top.local
    return Options((), ((play.facts.vocabulary.table("lose"), local.units & play.state.on_map),))


@implements("AVA 10.5")
def answer_loss(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Losses = play.state.top.local
    lose_step(play, action.arg)
    play.change(steps=local.steps - 1)
    play.goto("next loss")


LOSS = Kind(
    "loss",
    "10.5",
    verbs=(Verb("lose", (UNIT,), "take a step off this unit"),),
    prompt=ask_loss,
    options=loss_options,
    answer=answer_loss,
)
LOSSES = Procedure("losses", (Step("next loss", next_loss, "10.5"),), Losses)


@implements("AVA 2.2d", "AVA 10.5")
def lose_step(play: VaPlay, unit: int, *, by_supply: bool = False) -> None:
    """Turn a unit to its reduced side, or eliminate it."""
    state = play.state
    if state.steps[unit] > 1:
        state.steps[unit] -= 1
        play.note("step", unit)
    else:
        eliminate(play, unit, by_supply=by_supply)


def eliminate(play: VaPlay, unit: int, *, by_supply: bool = False) -> None:
    """10.8: a unit leaves the map for the box the rules give it."""
    state, facts = play.state, play.facts
    play.note("eliminated", unit, state.place[unit])
    if returns(play, unit) and not (by_supply and lost_to_supply()):
        state.put(unit, facts.boxes["soviet-available"])
        state.steps[unit] = facts.roster.steps[unit]  # it comes back at full strength (12.3)
    else:
        state.put(unit, facts.boxes["eliminated"])
    state.active &= ~(1 << unit)


@implements("AVA 10.8a", "AVA 12.3a", "AVA 13.0d")
def returns(play: VaPlay, unit: int) -> bool:
    """Soviet foot units and HQs can come back; fortress markers do not (14.3)."""
    roster = play.facts.roster
    return roster.side[unit] == SOVIET and not (roster.mech[unit] and mech_is_gone()) and not roster.is_fort[unit]


@implements("AVA 10.8b", "AVA 12.3b")
def mech_is_gone() -> bool:
    return True


@implements("AVA 10.8b", "AVA 12.3b", "AVA 13.0d")
def lost_to_supply() -> bool:
    """What a supply check eliminates never comes back."""
    return True
