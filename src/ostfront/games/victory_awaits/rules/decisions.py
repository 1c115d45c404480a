"""Every kind of decision: its rule, its options, its answer, its sentence."""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.rules import (
    advance,
    bidding,
    chits,
    combat,
    command,
    fortress,
    losses,
    movement,
    reinforcements,
    retreat,
    setup,
    supply,
    teams,
)
from ostfront.games.victory_awaits.state import VaPlay

Prompt = Callable[[VaPlay, Decision], str]


def says(text: str) -> Prompt:
    return lambda _play, _decision: text


def _unit(play: VaPlay, unit: int) -> str:
    return play.facts.roster.ids[unit]


def _place(play: VaPlay, place: int) -> str:
    return play.facts.board.place_name(place)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def ask_station(play: VaPlay, _decision: Decision) -> str:
    return f"Set up {_unit(play, play.state.top.local.unit)}."


def ask_select(play: VaPlay, _decision: Decision) -> str:
    return f"Select the chits that go into the cup of turn {play.state.turn}."


def ask_assign(play: VaPlay, decision: Decision) -> str:
    chit = teams.in_hand(play.facts, play.state, play.facts.seat_side[decision.seat])
    return f"Whose cup does {play.facts.chits[chit].id} go into?"


def ask_interrupt(play: VaPlay, _decision: Decision) -> str:
    return f"{play.facts.chits[play.state.top.local.chit].id} was drawn. Send it back and play a held chit?"


def ask_wake(play: VaPlay, _decision: Decision) -> str:
    return f"Activate up to {_many(play.state.top.local.left, 'unit')}."


def ask_march(play: VaPlay, _decision: Decision) -> str:
    local = play.state.top.local
    points = f"{local.left // 2}{'½' if local.left % 2 else ''}"
    if local.gates:
        return f"{_unit(play, local.unit)} enters the map with {points} MP: choose where it goes."
    return f"{_unit(play, local.unit)} in {_place(play, play.state.place[local.unit])} has {points} MP left."


def ask_commit(play: VaPlay, _decision: Decision) -> str:
    local = play.state.top.local
    facts, state = play.facts, play.state
    defense = combat.defense_strength(facts, state, local.target)
    attack = combat.attack_strength(facts, state, local.units, local.target)
    return f"Attack on {_place(play, local.target)}: {attack} to {defense} so far. Add units, or finish it."


def ask_loss(play: VaPlay, _decision: Decision) -> str:
    return f"Take {_many(play.state.top.local.steps, 'step')}: choose a unit."


def ask_retreat(play: VaPlay, _decision: Decision) -> str:
    local = play.state.top.local
    return f"Retreat {local.hexes} hex{'es' if local.hexes > 1 else ''} from {_place(play, local.origin)}."


def ask_withdraw(play: VaPlay, _decision: Decision) -> str:
    return f"Withdraw mechanized units: {play.state.top.local.strength} more attack strength."


def ask_fortify(play: VaPlay, _decision: Decision) -> str:
    return f"Build up to {_many(play.state.top.local.left, 'fortress step')}."


def ask_call(play: VaPlay, _decision: Decision) -> str:
    local = play.state.top.local
    counts = [
        f"{left} {name}"
        for name, left in (("German", local.german), ("Rumanian", local.romanian), ("Soviet", local.soviet))
        if left
    ]
    return f"Reinforcements left: {', '.join(counts) or 'those beyond the number'}. Choose a unit."


def ask_arrive(play: VaPlay, _decision: Decision) -> str:
    return f"{_unit(play, play.state.top.local.unit)} arrives by rail: choose its hex."


def ask_reserve(play: VaPlay, _decision: Decision) -> str:
    return f"Bring up to {_many(play.state.top.local.left, 'unit')} of the Strategic Reserve from Moscow."


KINDS = {
    kind.name: kind
    for kind in (
        Kind("bid", "17.1", bidding.bid_options, bidding.answer_bid,
             says("Bid victory points for the Axis side; the higher bid plays it."), ("bid",), "sealed"),
        Kind("deploy", "4.0.2", setup.deploy_options, setup.answer_deploy,
             says("Pick a unit to set up."), ("pick",)),
        Kind("station", "4.0.2", setup.station_options, setup.answer_station, ask_station, ("place",)),
        Kind("raise", "15.2", chits.raise_options, chits.answer_raise,
             says("Choose an army whose chit becomes available."), ("raise",)),
        Kind("select", "6.1", chits.select_options, chits.answer_select, ask_select, ("select",), "secret"),
        Kind("assign", "20.2", teams.assign_options, teams.answer_assign, ask_assign, ("give",), "secret"),
        Kind("hold", "18.1", chits.hold_options, chits.answer_hold,
             says("Zhukov's Command: hold the Reinforcements chit in hand?"), ("hold", "pass")),
        Kind("declare", "18.1", chits.declare_options, chits.answer_declare,
             says("The enemy is before Leningrad. Declare Zhukov's Command?"), ("declare", "pass"), window=True),
        Kind("interrupt", "7.3", chits.interrupt_options, chits.answer_interrupt, ask_interrupt,
             ("trump", "pass"), window=True, conditions=chits.interrupt_facts),
        Kind("zhukov", "18.1", chits.interrupt_options, chits.answer_interrupt, ask_interrupt,
             ("trump", "pass"), window=True, conditions=chits.interrupt_facts),
        Kind("last", "7.3", chits.last_options, chits.answer_last,
             says("The cup is empty: choose which held chit is played first."), ("trump",)),
        Kind("transfer", "17.3", command.transfer_options, command.answer_transfer,
             says("Put HQs in range on the next turn of the track, or go on."), ("transfer", "done")),
        Kind("wake", "17.2", command.wake_options, command.answer_wake, ask_wake, ("activate", "done")),
        Kind("gate", "15.3", command.gate_options, command.answer_gate,
             says("19th Army enters: choose the supply source it comes through."), ("gate",)),
        Kind("move", "9.1", movement.move_options, movement.answer_move,
             says("Pick a unit to move, or finish the movement segment."), ("pick", "done")),
        Kind("march", "9.1", movement.march_options, movement.answer_march, ask_march, ("go", "road", "stop")),
        Kind("attack", "10.2", combat.attack_options, combat.answer_attack,
             says("Declare an attack; when all are declared, finish to resolve them."), ("attack", "done")),
        Kind("commit", "10.2", combat.commit_options, combat.answer_commit, ask_commit, ("with", "ready")),
        Kind("resolve", "10.2", combat.resolve_options, combat.answer_resolve,
             says("Choose the attack to resolve next."), ("resolve",)),
        Kind("loss", "10.5", losses.loss_options, losses.answer_loss, ask_loss, ("lose",)),
        Kind("retreat", "10.6", retreat.retreat_options, retreat.answer_retreat, ask_retreat, ("retreat",)),
        Kind("advance", "10.7", advance.advance_options, advance.answer_advance,
             says("The hex is empty: advance, or stay."), ("advance", "done")),
        Kind("recall", "11.2", supply.recall_options, supply.answer_recall,
             says("Send units back to the Available Box, or keep them all."), ("recall", "done")),
        Kind("withdraw", "18.2", supply.withdraw_options, supply.answer_withdraw, ask_withdraw, ("withdraw",)),
        Kind("fortify", "14.1", fortress.fortify_options, fortress.answer_fortify, ask_fortify, ("fortify", "done")),
        Kind("abandon", "16.2", fortress.abandon_options, fortress.answer_abandon,
             says("Take a Stand Fast marker off a city, or keep them."), ("abandon", "done")),
        Kind("call", "12.2", reinforcements.call_options, reinforcements.answer_call, ask_call, ("call", "done")),
        Kind("arrive", "12.1", reinforcements.arrive_options, reinforcements.answer_arrive, ask_arrive, ("place",)),
        Kind("reserve", "15.4", reinforcements.reserve_options, reinforcements.answer_reserve, ask_reserve,
             ("call", "done")),
    )
}  # fmt: skip

COMPOUNDS = (
    Compound(
        "move UNIT HEX",
        (Part("pick UNIT"), Part("go HEX", instead="road HEX"), Part("stop", maybe=True)),
    ),
    Compound(
        "attack HEX with UNIT... [ready]",
        (Part("attack HEX"), Part("with UNIT..."), Part("ready", maybe=True)),
    ),
)
