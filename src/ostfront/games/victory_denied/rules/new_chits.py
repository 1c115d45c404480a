"""Chits that join the cup of the current turn (11.1, 11.2.3, 14.0)."""

from __future__ import annotations

from ostfront.core.map.hexes import mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.state import Purchase, Release, VdPlay, VdState


def add_chit(play: VdPlay, chit: int) -> None:
    """A chit goes openly into the current cup."""
    play.state.cup |= 1 << chit
    play.state.open_cup |= 1 << chit
    play.note("chit added", chit)


# ---- 9th Army chits (11.1.2, 14.0) -----------------------------------------------------------------


@implements("AVD 11.1.2c")
def free_army_chit(play: VdPlay) -> None:
    """A 9th Army chit from the unselected ones, if there is one left."""
    pool = army_pool(play.facts, play.state)
    if pool:
        add_chit(play, pool.bit_length() - 1)


def army_pool(facts: Facts, state: VdState) -> int:
    """9th Army chits neither in the cup nor played; the last number is taken first, so numbers reveal nothing."""
    return facts.army_chits & ~state.cup & ~mask(state.played)


@implements("AVD 14.0b")
def buy_army_chit(play: VdPlay) -> None:
    """A 9th Army chit for an HQ just released."""
    local: Release = play.state.top.local
    add_chit(play, army_pool(play.facts, play.state).bit_length() - 1)
    play.local(local._replace(chits=local.chits + 1))


# ---- buying (11.1.1) -------------------------------------------------------------------------------


@implements("AVD 11.1.1b")
def offer_chit(play: VdPlay, local: Purchase) -> None:
    """11.1.1: the chit of an HQ just placed, for another point."""
    facts = play.facts
    if facts.roster.is_hq[local.unit] and local.points >= facts.charts["reinforcements"]["chit_points"]:
        play.ask("chit", SOVIET)


def ask_chit(play: VdPlay, decision: Decision) -> str:
    if decision.seat == GERMAN:
        return "Buy a 9th Army chit for the HQ just released?"
    return f"Buy the chit of {play.facts.roster.names[play.state.top.local.unit]} for one point?"


def chit_options(play: VdPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["pass"], play.facts.single["buy"]))


def answer_chit(play: VdPlay, decision: Decision, action: Action) -> None:
    if action.verb != "buy":
        return
    if decision.seat == GERMAN:
        buy_army_chit(play)
        return
    local: Purchase = play.state.top.local
    add_chit(play, play.facts.chit_of_hq[local.unit])
    play.local(local._replace(points=local.points - int(play.facts.charts["reinforcements"]["chit_points"])))


BUY = Kind(
    "chit",
    "11.1.1",
    verbs=(Verb("buy", (), "buy the HQ's chit for the cup"), "pass"),
    prompt=ask_chit,
    options=chit_options,
    answer=answer_chit,
)
