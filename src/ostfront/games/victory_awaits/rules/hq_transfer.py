"""HQ transfer (17.3)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.rules.command import in_range
from ostfront.games.victory_awaits.rules.supply_lines import supplied
from ostfront.games.victory_awaits.state import Command, Transfer, VaPlay


@implements("AVA 17.3a")
def offer_transfer(play: VaPlay, local: Command, hq: int) -> None:
    """HQs near the active one may go to the Turn Track, but not on the last turn."""
    state, facts = play.state, play.facts
    if state.turn >= facts.last_turn:
        return
    near = in_range(facts, state.place[hq]) & supplied(facts, state, local.side)
    others = facts.roster.hqs & facts.roster.of_side[local.side] & state.on_map & ~(1 << hq)
    among = mask(unit for unit in bits(others) if near >> state.place[unit] & 1)
    if among:
        play.begin("transfer", Transfer(local.seat, among))


def next_transfer(play: VaPlay, local: Transfer) -> None:
    if local.among:
        play.ask("transfer", local.seat)
    else:
        play.leave()


def transfer_options(play: VaPlay, _decision: Decision) -> Options:
    local: Transfer = play.state.top.local
    return Options(
        (play.facts.single["done"],), ((play.facts.vocabulary.table("transfer"), local.among & play.state.on_map),)
    )


def answer_transfer(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Transfer = state.top.local
    state.put(action.arg, facts.boxes[f"turn-{state.turn + 1}"])
    state.transferred |= 1 << action.arg
    play.note("transfer", action.arg)
    play.local(local._replace(among=local.among & ~(1 << action.arg)))
    play.goto("next HQ")


TRANSFER = Kind(
    "transfer",
    "17.3",
    verbs=(Verb("transfer", (UNIT,), "put this HQ on the next turn of the Turn Track"), "done"),
    prompt="Put HQs in range on the next turn of the track, or go on.",
    options=transfer_options,
    answer=answer_transfer,
)
TRANSFERS = Procedure("transfer", (Step("next HQ", next_transfer, "17.3"),), Transfer)
