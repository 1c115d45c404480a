"""Fleets at sea (2.7, 10.2.1): which may be sent to a coast or called home."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, UNIT, Facts
from ostfront.games.kiev_41.facts.calendar import BLIZZARD
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules.control import friendly, send_home
from ostfront.games.kiev_41.state import Fleets, K41Play, K41State, Side


@implements("K41 10.2.1c")
def begin_fleets(play: K41Play, local: Side) -> None:
    """One fleet at sea for each activated HQ that is not exhausted."""
    state = play.state
    if local.side == SOVIET:
        play.begin("fleets", Fleets(sum(state.steps[hq] > 1 for hq in bits(state.active))))


def next_fleet(play: K41Play, local: Fleets) -> None:
    facts, state = play.facts, play.state
    at_sea = facts.roster.fleets & state.on_map
    if sendable(facts, state, local) or at_sea.bit_count() > local.allowed:
        play.ask("fleets", SOVIET)


def sendable(facts: Facts, state: K41State, local: Fleets) -> int:
    """The fleets that may be sent to a coast (2.7)."""
    if not base_open(facts, state) or state.weather == BLIZZARD:
        return 0
    fleets = facts.roster.fleets & ~local.moved
    sent = facts.roster.fleets & local.moved & state.on_map
    if sent.bit_count() >= local.allowed:
        return 0
    home = facts.boxes["fleet-staging"]
    return mask(f for f in bits(fleets) if state.place[f] == home or state.on_map >> f & 1)


@implements("K41 2.7")
def base_open(facts: Facts, state: K41State) -> bool:
    return bool(friendly(state, SOVIET) >> facts.sevastopol & 1)


def fleet_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Fleets = state.top.local
    at_sea = facts.roster.fleets & state.on_map
    singles = [facts.single["done"]] if at_sea.bit_count() <= local.allowed else []
    for fleet in bits(sendable(facts, state, local)):
        singles += facts.sends[fleet]
    return Options(singles, ((facts.vocabulary.table("recall"), at_sea & ~local.moved),))


def answer_fleets(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    state = play.state
    if isinstance(action.arg, tuple):
        fleet, area = action.arg
        state.put(fleet, area)
        play.note("sail", fleet, area)
    else:
        assert isinstance(action.arg, int)
        fleet = action.arg
        send_home(play, 1 << fleet)
    play.change(moved=state.top.local.moved | 1 << fleet)
    play.goto("order")


def ask_fleets(play: K41Play, _decision: Decision) -> str:
    allowed = play.state.top.local.allowed
    return f"Send fleets to a coast or call them home: {allowed} may be at sea."


FLEETS = Kind(
    "fleets",
    "10.2.1c",
    verbs=(
        Verb("send", (UNIT, PLACE), "commit a fleet to a coast"),
        Verb("recall", (UNIT,), "call a fleet home"),
        "done",
    ),
    prompt=ask_fleets,
    options=fleet_options,
    answer=answer_fleets,
)

FLEETS_STEPS = Procedure("fleets", (Step("order", next_fleet, "10.2.1c"),), Fleets)
