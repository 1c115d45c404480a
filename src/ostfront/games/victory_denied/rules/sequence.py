"""The sequence of play (4), as the stack of procedures sees it."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules import activation, command, directive, hq, victory
from ostfront.games.victory_denied.state import Activation, VdPlay


def next_turn(play: VdPlay, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


@implements("AVD 4.1.2b")
def special_combat(play: VdPlay, _local: None) -> None:
    """Turn 1: all of 2nd Panzer Group on the map fights before the first chit, without moving."""
    if play.state.turn == 1:
        state, facts = play.state, play.facts
        units = [u for u, group in enumerate(facts.roster.group) if group == "2PzG" and not facts.roster.is_hq[u]]
        state.active = sum(1 << u for u in units if 0 <= state.place[u] < facts.grid.size)
        state.timoshenko = False
        state.activation += 1
        play.note("special combat")
        play.begin("combat segment", Activation(-1, GERMAN))


@implements("AVD 4.1.2c")
def first_chit(play: VdPlay, _local: None) -> None:
    """Turn 1: the chit put aside is played first; it is not drawn and cannot be trumped."""
    if play.state.turn == 1:
        chit = play.facts.chit_index["3PzG-1"]
        play.state.activation += 1
        play.state.played += (chit,)
        play.note("first chit", chit)
        activation.activate_group(play, chit, "3PzG")


PROCEDURES = (
    Procedure("game", (
        Step("deal victory chits", victory.deal_chits, "3.4"),
        Step("turn", next_turn, "4.0"),
    )),
    Procedure("turn", (
        Step("withdrawal", directive.begin_withdrawal, "15.2"),
        Step("select chits", command.choose_chits, "4.1.1"),
        Step("fill the cup", command.fill_cup, "7.1.2"),
        Step("special combat", special_combat, "4.1.2"),
        Step("first chit", first_chit, "4.1.2"),
        Step("draw a chit", command.draw_chit, "4.1.2"),
        Step("Guderian last", command.guderian_last, "7.2.2"),
        Step("HQ removal", hq.remove_hqs, "4.2"),
        Step("Hitler Directive", directive.roll_directive, "4.2"),
        Step("turn advance", directive.end_turn, "4.2"),
    )),
)  # fmt: skip
