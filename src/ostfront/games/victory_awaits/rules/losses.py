"""Step losses (10.5): who takes them, and where eliminated units go (10.8)."""

from __future__ import annotations

from ostfront.core.play.actions import Action
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.rules.seats import unit_seat
from ostfront.games.victory_awaits.state import VaPlay
from ostfront.kit import losses as kit
from ostfront.kit.losses import Losses


def next_loss(play: VaPlay, local: Losses) -> None:
    kit.next_loss(play, local, lambda unit: unit_seat(play.facts, play.state, unit), lose_step, eliminate)


@implements("AVA 10.5")
def answer_loss(play: VaPlay, _decision: Decision, action: Action) -> None:
    kit.answer_loss(play, action, lose_step)


LOSS = Kind(
    "loss",
    "10.5",
    verbs=(kit.LOSE,),
    prompt=kit.ask_loss,
    options=kit.loss_options,
    answer=answer_loss,
)
LOSSES = Procedure("losses", (Step("next loss", next_loss, "10.5"),), Losses)


@implements("AVA 2.2d", "AVA 10.5")
def lose_step(play: VaPlay, unit: int, *, by_supply: bool = False) -> None:
    """Turn a unit to its reduced side, or eliminate it."""
    kit.flip(play, unit, lambda play, unit: eliminate(play, unit, by_supply=by_supply))


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
