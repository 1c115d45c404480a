"""The sequence of play (6), as the stack of procedures sees it."""

from __future__ import annotations

from ostfront.core.play.clauses import carries_out
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.kiev_41 import state as local
from ostfront.games.kiev_41.rules import (
    battle,
    blitz,
    command,
    defensive_lines,
    fleets,
    guderian,
    impulses,
    logistics,
    losses,
    movement,
    naval,
    reinforcements,
    setup,
    supply,
    support,
    victory,
    weather,
)
from ostfront.games.kiev_41.state import K41Play


def begin_turn(play: K41Play, _local: None) -> None:
    play.begin("turn")


@carries_out("K41 6.0a")
def next_month(play: K41Play, _local: None) -> None:
    play.state.turn += 1
    play.goto("turn")


@carries_out("K41 13.0", "K41 10.15.3a")
def final_phase(play: K41Play, _local: None) -> None:
    """Destroyed bombers come back; dice of the next turn have other names."""
    state = play.state
    impulses.bombers_back(play, "bombers-destroyed")
    state.impulse = state.battle = 0


def scenario_end(play: K41Play, _local: None) -> None:
    if play.state.turn >= play.facts.scenario.last_turn:
        victory.scenario_end(play)


IMPULSE = (
    Step("begin", impulses.begin_impulse, "6.0b"),
    Step("weather", weather.weather_check, "8.1a"),
    Step("supply check", supply.supply_check, "9.1a"),
    Step("choose", impulses.choose, "3.0a"),
    Step("play", impulses.play_it, "3.0a"),
    Step("isolation check", supply.isolation_check, "9.3"),
    Step("fleets return", impulses.fleets_return, "12.0"),
    Step("exploitation", impulses.offer_exploitation, "10.19a"),
    Step("pass the disc", impulses.end_impulse, "11.0d"),
)
BATTLE = (
    Step("showdown", battle.showdown, "10.13.1"),
    Step("fleets", battle.fleets, "10.13.2a"),
    Step("artillery", battle.artillery, "10.13.3"),
    Step("anti-air", battle.anti_air, "10.13.4a"),
    Step("airstrike", battle.airstrike, "10.13.5"),
    Step("ground", battle.ground, "10.13.6"),
    Step("second fire", battle.second_fire, "10.13.6"),
    Step("end", battle.end_battle, "10.16b"),
)


@carries_out("K41 6.0b", otherwise=lambda: tuple(step for step in IMPULSE if step.name != "supply check"))
def order_of_impulse() -> tuple[Step, ...]:
    return IMPULSE


@carries_out("K41 10.13", otherwise=lambda: (BATTLE[0], BATTLE[2], BATTLE[1], *BATTLE[3:]))
def order_of_battle() -> tuple[Step, ...]:
    return BATTLE


PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        Procedure("game", (
            Step("set up", setup.set_up, "SU.1"),
            Step("turn", begin_turn, "6.0a"),
            Step("next month", next_month, "13.0"),
        )),
        Procedure("turn", (
            Step("join", reinforcements.join_pool, "5.1b"),
            Step("winter", weather.winter, "8.1c"),
            Step("logistics", logistics.begin_logistics, "7.0"),
            Step("impulses", impulses.begin_impulses, "6.0b"),
            Step("final phase", final_phase, "13.0"),
            Step("scenario end", scenario_end, "2.4.4.2b"),
        )),
        Procedure("logistics", (
            Step("choose", logistics.choose, "7.0"),
            Step("begin restoring", logistics.begin_restoring, "7.2.2a"),
            Step("restore", logistics.next_restore, "7.2.2a"),
            Step("begin replacing", logistics.begin_replacing, "7.2.2b"),
            Step("replace", logistics.next_replace, "7.2.2b"),
            Step("reinforce", logistics.begin_reinforcing, "5.0a"),
            Step("reduce leader", logistics.reduce_leader, "7.2b"),
        ), local.Logistics),
        Procedure("arrival", (
            Step("call", reinforcements.call, "5.0a"),
            Step("draw", reinforcements.draw, "5.0a"),
            Step("privilege", reinforcements.privilege, "2.6a"),
            Step("place", reinforcements.next_placement, "5.0c"),
        ), local.Arrival),
        Procedure("impulse", order_of_impulse(), local.Impulse),
        Procedure("tactical", (
            Step("headquarters", command.next_hq, "10.1a"),
            Step("fleets", fleets.begin_fleets, "10.2.1c"),
            Step("command", impulses.begin_command, "10.8"),
            Step("support", support.begin_support, "10.4a"),
            Step("guderian", guderian.guderian, "10.10b"),
            Step("combat", battle.begin_combat, "10.12a"),
            Step("blitz", blitz.begin_blitz, "10.17a"),
            Step("deactivate", impulses.deactivate, "10.18"),
        ), local.Side),
        Procedure("approach", (
            Step("leg", movement.next_approach, "10.1b"),
        ), local.March),
        Procedure("fleets", (
            Step("order", fleets.next_fleet, "10.2.1c"),
        ), local.Fleets),
        Procedure("command", (
            Step("pick", command.next_command, "10.8"),
        ), local.Command),
        Procedure("march", (
            Step("leg", movement.next_leg, "10.9a"),
        ), local.March),
        Procedure("build", (
            Step("salvage", defensive_lines.salvage, "4.1a"),
            Step("build", defensive_lines.build, "4.1b"),
        ), local.Build),
        Procedure("support", (
            Step("commit", support.next_support, "10.4a"),
        ), local.Support),
        Procedure("combat", (
            Step("begin", battle.count_battles, "10.12a"),
            Step("next battle", battle.next_battle, "10.12e"),
        ), local.Combat),
        Procedure("battle", order_of_battle(), local.Battle),
        Procedure("naval air", (
            Step("engage", naval.engage, "10.13.2a"),
            Step("fire", naval.next_fleet, "10.13.2a"),
            Step("strike", naval.strike, "10.2.1b"),
            Step("gunfire", naval.gunfire, "10.13.2b"),
        ), local.NavalAir),
        Procedure("flak", (
            Step("take hits", naval.take_hits, "10.13.4b"),
        ), local.Flak),
        Procedure("losses", (
            Step("lose", losses.next_loss, "10.15a"),
        ), local.Losses),
        Procedure("blitz", (
            Step("move", blitz.next_dash, "10.17a"),
            Step("support", blitz.blitz_support, "10.13.3.1"),
            Step("combat", blitz.blitz_combat, "10.17d"),
            Step("end", blitz.end_blitz, "10.16c"),
        ), local.Blitz),
        Procedure("attrition", (
            Step("lines", supply.lone_lines, "9.4a"),
            Step("siege", supply.siege, "14.4b"),
            Step("blocks", supply.marked_blocks, "9.4b"),
        ), local.Attrition),
    )
}  # fmt: skip
