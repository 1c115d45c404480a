"""VP bidding (17.1): both bid in secret, the higher bid plays the Axis and must score it."""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.nouns import POINTS
from ostfront.games.victory_awaits.state import VaPlay


def begin_bidding(play: VaPlay, _local: None) -> None:
    if play.state.bids:
        play.ask("bid", *range(len(play.facts.seats)))


def bid_options(play: VaPlay, _decision: Decision) -> Options:
    table = play.facts.vocabulary.table("bid")
    floor = play.state.tied
    return Options((), ((table, (1 << len(table)) - (1 << floor)),))


def answer_bid(play: VaPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state = play.state
    state.bids = tuple(action.arg if i == decision.seat else bid for i, bid in enumerate(state.bids))
    play.note("bid", decision.seat, action.arg, to=(decision.seat,))


BID = Kind(
    "bid",
    "17.1",
    verbs=(Verb("bid", (POINTS,), "bid this many victory points for the Axis side"),),
    prompt="Bid victory points for the Axis side; the higher bid plays it.",
    options=bid_options,
    answer=answer_bid,
    secrecy="sealed",
)


@implements("AVA 17.1")
def settle(play: VaPlay, _local: None) -> None:
    """Equal bids are repeated, at least as high; the higher bid decides the sides."""
    state = play.state
    if not state.bids:
        return
    first, second = state.bids
    play.note("bids", first, second)
    if first == second:
        state.tied = min(first, len(play.facts.vocabulary.table("bid")) - 2)
        state.bids = (-1, -1)
        play.goto("bidding")
        return
    state.swapped = second > first
    state.target = max(first, second)
