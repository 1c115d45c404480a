"""The sequence of play (4), as the stack of procedures sees it."""

from __future__ import annotations

from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_denied import state as local
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules import (
    activation,
    advance,
    artillery,
    combat,
    command,
    directive,
    entries,
    hq,
    losses,
    minsk,
    movement,
    new_chits,
    purchases,
    reinforcements,
    retreat,
    supply,
    victory,
)
from ostfront.games.victory_denied.state import VdPlay


def next_turn(play: VdPlay, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


@carries_out("AVD 4.1.2b")
def special_combat(play: VdPlay, _local: None) -> None:
    """Turn 1: all of 2nd Panzer Group on the map fights before the first chit, without moving."""
    if play.state.turn == 1:
        state, facts = play.state, play.facts
        units = [u for u, group in enumerate(facts.roster.group) if group == "2PzG" and not facts.roster.is_hq[u]]
        state.active = sum(1 << u for u in units if 0 <= state.place[u] < facts.grid.size)
        state.timoshenko = False
        state.activation += 1
        play.note("special combat")
        play.begin("combat segment", local.Activation(-1, GERMAN))


@carries_out("AVD 4.1.2c")
def first_chit(play: VdPlay, _local: None) -> None:
    """Turn 1: the chit put aside is played first; it is not drawn and cannot be trumped."""
    if play.state.turn == 1:
        chit = play.facts.chit_index["3PzG-1"]
        play.state.activation += 1
        play.state.played += (chit,)
        play.note("first chit", chit)
        activation.activate_group(play, chit, "3PzG")


PROCEDURES = {
    procedure.name: procedure
    for procedure in (
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
        Procedure("chit", (
            Step("window for Guderian", command.offer_guderian, "7.2.2"),
            Step("play the chit", command.play_chit, "7.2.1"),
        ), local.Activation),
        Procedure("panzer corps", (
            Step("each corps", activation.next_corps, "7.4.2"),
        ), local.Leads),
        Procedure("activation", (
            Step("movement segment", movement.begin_movement, "4.1.2"),
            Step("next unit", movement.next_move, "8.1.1"),
            Step("combat segment", activation.begin_segment, "4.1.2"),
            Step("end", combat.end_activation, "7.2.1"),
        ), local.Activation),
        Procedure("march", (
            Step("leg", movement.next_leg, "8.1"),
            Step("after the leg", movement.after_leg, "8.1"),
        ), local.March),
        Procedure("combat segment", (
            Step("begin", combat.begin_combat, "9.0"),
            Step("next attack", combat.next_attack, "9.2"),
            Step("end", combat.end_activation, "9.2"),
        ), local.Activation),
        Procedure("battle", (
            Step("commit", combat.commit, "9.2"),
            Step("join", combat.join_battle, "9.2"),
            Step("Stuka", combat.offer_stuka, "9.3.4"),
            Step("roll", combat.roll, "9.4.1"),
            Step("result", combat.apply_result, "9.4.1"),
            Step("defender's losses", combat.defender_losses, "9.4.2"),
            Step("retreat", retreat.begin_retreat, "9.5"),
            Step("HQs left alone", retreat.stranded_hqs, "12.2"),
            Step("advance", advance.next_advance, "9.6"),
        ), local.Battle),
        Procedure("losses", (
            Step("next loss", losses.next_loss, "9.4.2"),
        ), local.Losses),
        Procedure("retreat", (
            Step("next retreat", retreat.next_retreat, "9.5"),
            Step("HQ", retreat.take_hq_along, "12.3"),
        ), local.Retreat),
        Procedure("relocation", (
            Step("new hex", hq.begin_relocation, "12.6"),
        ), local.Relocation),
        Procedure("artillery", (
            Step("roll", artillery.roll_guns, "13.2"),
        )),
        Procedure("guns", (
            Step("next target", artillery.next_bombardment, "13.2"),
        ), local.Guns),
        Procedure("bombardment", (
            Step("losses", combat.defender_losses, "9.4.2"),
            Step("retreat", retreat.begin_retreat, "9.5"),
            Step("HQs left alone", retreat.stranded_hqs, "12.2"),
        ), local.Battle),
        Procedure("air power", (
            Step("Stuka", artillery.return_stuka, "13.3"),
            Step("bomber", artillery.offer_bomber, "13.3"),
        )),
        Procedure("supply", (
            Step("remove markers", supply.remove_markers, "10.1.1"),
            Step("place markers", supply.place_markers, "10.1.2"),
            Step("isolation", supply.check_isolation, "10.2"),
            Step("regroup", hq.begin_regrouping, "10.4"),
            Step("Soviet HQs", hq.regroup_soviet, "10.4"),
            Step("German HQs", hq.regroup_german, "10.4"),
            Step("disbanding", supply.disbanding, "10.5"),
        )),
        Procedure("markers", (
            Step("next marker", supply.next_marker, "10.1.2"),
        ), local.Markers),
        Procedure("reinforcements", (
            Step("begin", reinforcements.begin_reinforcements, "11.0"),
            Step("Timoshenko", reinforcements.enter_timoshenko, "11.2"),
            Step("Timoshenko chit", reinforcements.timoshenko_chit, "11.2.3"),
            Step("purchases", purchases.begin_purchases, "11.1.1"),
            Step("PVO", purchases.place_pvo, "11.1.1"),
            Step("elite divisions", purchases.begin_elites, "11.1.1"),
            Step("German entries", entries.enter_germans, "11.1.2"),
            Step("9th Army chit", entries.entry_chit, "11.1.2"),
            Step("Minsk Pocket", minsk.open_pocket, "14.0"),
            Step("star units", reinforcements.roll_stars, "11.3"),
        ), local.Arrivals),
        Procedure("purchase", (
            Step("next purchase", purchases.next_purchase, "11.1.1"),
            Step("chit", new_chits.offer_chit, "11.1.1"),
            Step("again", purchases.purchase_again, "11.1.1"),
        ), local.Purchase),
        Procedure("placing", (
            Step("place", purchases.place_unit, "11.1.1"),
        ), local.Placing),
        Procedure("elites", (
            Step("next elite", purchases.next_elite, "11.1.1"),
        ), local.Count),
        Procedure("entry", (
            Step("next entry", entries.next_entry, "11.1.2"),
        ), local.Entry),
        Procedure("arrival", (
            Step("arrive", entries.arrive, "11.1.2"),
        ), local.March),
        Procedure("release", (
            Step("next release", minsk.next_release, "14.0"),
            Step("escape roll", minsk.roll_escape, "14.0"),
        ), local.Release),
        Procedure("escape", (
            Step("next escape", minsk.next_escape, "14.0"),
        ), local.Escape),
        Procedure("stars", (
            Step("next star", reinforcements.next_star, "11.3"),
        ), local.Count),
        Procedure("withdrawal", (
            Step("next unit", directive.next_withdrawal, "15.2"),
        ), local.Count),
    )
}  # fmt: skip
