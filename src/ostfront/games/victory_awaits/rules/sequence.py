"""The sequence of play (5), as the stack of procedures sees it."""

from __future__ import annotations

from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_awaits import state as local
from ostfront.games.victory_awaits.rules import (
    advance,
    bidding,
    chits,
    combat,
    command,
    controller,
    fortress,
    losses,
    movement,
    reinforcements,
    retreat,
    setup,
    supply,
    teams,
    victory,
)
from ostfront.games.victory_awaits.state import VaPlay


@carries_out("AVA 5.0")
def next_turn(play: VaPlay, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        Procedure("game", (
            Step("bidding", bidding.begin_bidding, "17.1"),
            Step("sides", bidding.settle, "17.1"),
            Step("first set-up", setup.deploy_first, "4.0.2"),
            Step("second set-up", setup.deploy_second, "4.0.2"),
            Step("surprise attack", command.surprise_attack, "15.1"),
            Step("turn", next_turn, "5.0"),
        )),
        Procedure("deployment", (
            Step("next unit", setup.next_deployment, "4.0.2"),
        ), local.Deployment),
        Procedure("turn", (
            Step("selection", chits.begin_selection, "5.0"),
            Step("select chits", chits.choose_chits, "6.1"),
            Step("hold", chits.offer_hold, "18.1"),
            Step("fill the cup", chits.fill_cup, "6.1"),
            Step("surprise attack of the teams", command.surprise_of_teams, "20.2"),
            Step("declare", chits.offer_declaration, "18.1"),
            Step("draw a chit", chits.draw_chit, "7.1"),
            Step("play the rest", chits.play_the_rest, "7.3"),
            Step("end phase", victory.end_turn, "5.0"),
        )),
        Procedure("raising", (
            Step("next army", chits.next_army, "15.2"),
        ), local.Raising),
        Procedure("chit", (
            Step("interrupt", chits.offer_interrupt, "7.3"),
            Step("Zhukov", chits.offer_zhukov, "18.1"),
            Step("play the chit", command.play_chit, "7.2"),
        ), local.Command),
        Procedure("held chit", (
            Step("play the chit", command.play_chit, "7.3"),
        ), local.Command),
        Procedure("controller", (
            Step("draw ahead", controller.draw_ahead, "19.4"),
            Step("carry out", controller.carry_out, "19.4"),
        )),
        Procedure("reveal", (
            Step("interrupt", controller.offer_cancel, "19.5"),
        ), local.Reveal),
        Procedure("master", (
            Step("next player", teams.next_player, "20.2"),
        ), local.Masters),
        Procedure("transfer", (
            Step("next HQ", command.next_transfer, "17.3"),
        ), local.Transfer),
        Procedure("waking", (
            Step("next unit", command.next_waking, "17.2"),
        ), local.Waking),
        Procedure("activation", (
            Step("movement segment", movement.begin_movement, "5.0"),
            Step("next unit", movement.next_move, "9.1"),
            Step("combat segment", combat.begin_combat, "5.0"),
            Step("end", command.end_activation, "8.2"),
        ), local.Command),
        Procedure("assault", (
            Step("combat segment", combat.begin_combat, "15.1"),
            Step("end", command.end_activation, "15.1"),
        ), local.Command),
        Procedure("entry", (
            Step("gate", command.choose_gate, "15.3"),
        ), local.Gate),
        Procedure("army entry", (
            Step("movement segment", movement.begin_movement, "15.3"),
            Step("next unit", movement.next_move, "15.3"),
            Step("combat segment", combat.begin_combat, "15.3"),
            Step("end", command.end_activation, "15.3"),
        ), local.Entering),
        Procedure("march", (
            Step("leg", movement.next_leg, "9.1"),
        ), local.March),
        Procedure("combat segment", (
            Step("declare", combat.next_declaration, "10.2"),
            Step("commit", combat.commit, "10.2"),
            Step("next attack", combat.next_attack, "10.2"),
        ), local.Segment),
        Procedure("battle", (
            Step("roll", combat.roll, "10.2"),
            Step("defender's losses", combat.defender_losses, "10.5"),
            Step("retreat", retreat.begin_retreat, "10.6"),
            Step("advance", advance.next_advance, "10.7"),
        ), local.Battle),
        Procedure("losses", (
            Step("next loss", losses.next_loss, "10.5"),
        ), local.Losses),
        Procedure("retreat", (
            Step("next retreat", retreat.next_retreat, "10.6"),
        ), local.Retreat),
        Procedure("supply check", (
            Step("Soviet units", supply.check_soviets, "11.1"),
            Step("Axis units", supply.check_axis, "11.1"),
            Step("withdrawal", supply.begin_withdrawal, "18.2"),
            Step("recall", supply.offer_recall, "11.2"),
            Step("fortresses", fortress.begin_fortifying, "11.3"),
            Step("Stand Fast", fortress.begin_abandoning, "16.2"),
            Step("end of the game", victory.end_game, "16.4"),
        )),
        Procedure("withdrawal", (
            Step("next unit", supply.next_withdrawal, "18.2"),
        ), local.Withdrawal),
        Procedure("fortifying", (
            Step("next step", fortress.next_fortress, "14.1"),
        ), local.Fortifying),
        Procedure("abandoning", (
            Step("next marker", fortress.next_marker, "16.2"),
        ), local.Abandoning),
        Procedure("reinforcements", (
            Step("by rail", reinforcements.begin_reinforcements, "12.0"),
            Step("Strategic Reserve", reinforcements.begin_reserves, "15.4"),
        ), local.Command),
        Procedure("arrivals", (
            Step("next unit", reinforcements.next_arrival, "12.2"),
        ), local.Reinforcing),
        Procedure("reserves", (
            Step("next unit", reinforcements.next_reserve, "15.4"),
        ), local.Reserves),
    )
}  # fmt: skip
