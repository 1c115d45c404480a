"""Every kind of decision: its rule, its options, its answer, its sentence."""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
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
    strength,
    supply,
)
from ostfront.games.victory_denied.state import VdPlay

Prompt = Callable[[VdPlay, Decision], str]


def says(text: str) -> Prompt:
    return lambda _play, _decision: text


def _unit(play: VdPlay, unit: int) -> str:
    return play.facts.roster.ids[unit]


def _place(play: VdPlay, place: int) -> str:
    return play.facts.board.place_name(place)


def ask_select(play: VdPlay, decision: Decision) -> str:
    wanted, _, selected = command.selection(play.facts, play.state, decision.seat)
    left = wanted - selected.bit_count()
    return f"Select {left} more chit{'s' if left > 1 else ''} for the cup of turn {play.state.turn}."


def ask_guderian(play: VdPlay, _decision: Decision) -> str:
    return f"{play.facts.chits[play.state.top.local.chit].id} was drawn. Trump it with Guderian?"


def ask_lead(play: VdPlay, _decision: Decision) -> str:
    return f"Choose the unit from which {play.state.top.local.corps[0]} Panzer Corps is activated."


def ask_march(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    points = f"{local.left // 2}{'½' if local.left % 2 else ''}"
    if local.may_enter:
        return f"{_unit(play, local.unit)} enters the map with {points} MP: choose its first hex."
    return f"{_unit(play, local.unit)} in {_place(play, play.state.place[local.unit])} has {points} MP left."


def ask_commit(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    facts, state = play.facts, play.state
    defense = strength.defense_strength(facts, state, local.target)
    attack = strength.attack_strength(facts, state, local.attackers, local.target)
    return f"Attack on {_place(play, local.target)}: {attack} to {defense} so far. Add units, or roll."


def ask_stuka(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    side = strength.attacking_side(play)
    column = play.facts.crt.columns[strength.final_column(play.facts, play.state, local, side)]
    doing = "attack" if side == GERMAN else "defense"
    return f"The attack on {_place(play, local.target)} stands at {column}-1. Commit a Stuka to the {doing}?"


def ask_elite(play: VdPlay, _decision: Decision) -> str:
    return f"{_unit(play, play.state.top.local.elite)} joins the attack: choose its hex."


def ask_loss(play: VdPlay, _decision: Decision) -> str:
    steps = play.state.top.local.steps
    return f"Take {steps} step{'s' if steps > 1 else ''}: choose a unit."


def ask_retreat(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    return f"Retreat {local.hexes} hex{'es' if local.hexes > 1 else ''} from {_place(play, local.origin)}."


def ask_relocate(play: VdPlay, _decision: Decision) -> str:
    return f"{_unit(play, play.state.top.local.hq)} relocates: choose its new hex."


def ask_bombard(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    rocket = ", and the rockets" if local.rocket else ""
    return f"{local.attacks} artillery attack{'' if local.attacks == 1 else 's'} left{rocket}: choose a target."


def ask_starve(play: VdPlay, _decision: Decision) -> str:
    return f"Mark up to {play.state.top.local.left} German units out of supply."


def ask_reserve(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    points = f"{local.points} reinforcement point{'s' if local.points != 1 else ''}"
    return f"{points} left: call a unit from the Reserve Box."


def ask_place(play: VdPlay, _decision: Decision) -> str:
    return f"Place {_unit(play, play.state.top.local.unit)}."


def ask_chit(play: VdPlay, decision: Decision) -> str:
    if decision.seat == GERMAN:
        return "Buy a 9th Army chit for the HQ just released?"
    return f"Buy the chit of {_unit(play, play.state.top.local.unit)} for one point?"


def ask_arrive(play: VdPlay, _decision: Decision) -> str:
    return f"{_unit(play, play.state.top.local.unit)} enters by road: choose where it stops."


def ask_escape(play: VdPlay, _decision: Decision) -> str:
    return f"{play.state.top.local.left} more may escape from the Minsk Pocket: choose a unit."


def ask_star(play: VdPlay, _decision: Decision) -> str:
    return f"{play.state.top.local.left} star units join the Reserve Box: choose one."


def ask_withdraw(play: VdPlay, _decision: Decision) -> str:
    return f"Hitler is distracted: withdraw {play.state.top.local.left} more motorized units."


KINDS = {
    kind.name: kind
    for kind in (
        Kind("select", "7.1.2", command.select_options, command.select, ask_select, ("select",), "secret"),
        Kind("guderian", "7.2.2", command.guderian_options, command.answer_guderian, ask_guderian,
             ("trump", "pass"), window=True, conditions=command.guderian_facts),
        Kind("lead", "7.4.2", activation.lead_options, activation.answer_lead, ask_lead, ("lead",)),
        Kind("headquarters", "7.2.2", activation.headquarters_options, activation.answer_headquarters,
             says("Choose the HQ that the 9th Army chit activates."), ("activate",)),
        Kind("move", "8.1", movement.move_options, movement.answer_move,
             says("Pick a unit to move, or finish the movement segment."), ("pick", "done")),
        Kind("march", "8.1", movement.march_options, movement.answer_march, ask_march, ("go", "road", "stop")),
        Kind("attack", "9.2", combat.attack_options, combat.answer_attack,
             says("Declare an attack, or finish the combat segment."), ("attack", "done")),
        Kind("commit", "9.2", combat.commit_options, combat.answer_commit, ask_commit, ("with", "resolve")),
        Kind("stuka", "9.3.4", combat.stuka_options, combat.answer_stuka, ask_stuka, ("stuka", "pass"),
             window=True, conditions=combat.stuka_facts),
        Kind("elite", "9.4.3", combat.elite_options, combat.answer_elite, ask_elite, ("join",)),
        Kind("loss", "9.4.2", losses.loss_options, losses.answer_loss, ask_loss, ("lose",)),
        Kind("retreat", "9.5", retreat.retreat_options, retreat.answer_retreat, ask_retreat, ("retreat",)),
        Kind("follow", "12.3", retreat.follow_options, retreat.answer_follow,
             says("The HQ retreats too: with which unit?"), ("follow",)),
        Kind("advance", "9.6", advance.advance_options, advance.answer_advance,
             says("The hex is empty: advance, or stay."), ("advance", "done")),
        Kind("relocate", "12.6", hq.relocate_options, hq.answer_relocate, ask_relocate, ("relocate",)),
        Kind("bombard", "13.2", artillery.bombard_options, artillery.answer_bombard, ask_bombard,
             ("bombard", "rockets", "done")),
        Kind("air", "13.3", artillery.air_options, artillery.answer_air,
             says("Send the bomber against a hex, or keep it."), ("bomb", "pass")),
        Kind("starve", "10.1.2", supply.starve_options, supply.answer_starve, ask_starve, ("starve", "done")),
        Kind("regroup", "10.4", hq.regroup_options, hq.answer_regroup,
             says("Pick an HQ to relocate, or leave them where they are."), ("pick", "done")),
        Kind("disband", "10.5", supply.disband_options, supply.answer_disband,
             says("Disband a unit, or keep them all."), ("disband", "done")),
        Kind("reserve", "11.1.1", purchases.reserve_options, purchases.answer_reserve, ask_reserve,
             ("call", "done")),
        Kind("place", "11.1.1", purchases.place_options, purchases.answer_place, ask_place, ("place",)),
        Kind("chit", "11.1.1", new_chits.chit_options, new_chits.answer_chit, ask_chit, ("buy", "pass")),
        Kind("enter", "11.1.2", entries.enter_options, entries.answer_enter,
             says("Bring the next unit onto the map."), ("enter",)),
        Kind("arrive", "11.1.2", entries.arrive_options, entries.answer_arrive, ask_arrive, ("road",)),
        Kind("release", "14.0", minsk.release_options, minsk.answer_release,
             says("Release units from the Minsk Pocket, or finish."), ("release", "done")),
        Kind("escape", "14.0", minsk.escape_options, minsk.answer_escape, ask_escape, ("escape",)),
        Kind("stars", "11.3", reinforcements.star_options, reinforcements.answer_star, ask_star, ("star",)),
        Kind("directive", "15.3", directive.directive_options, directive.answer_directive,
             says("Guderian's Choice: Objective Moscow, or Hitler Distracted?"), ("moscow", "distract")),
        Kind("withdraw", "15.2", directive.withdraw_options, directive.answer_withdraw, ask_withdraw, ("withdraw",)),
    )
}  # fmt: skip

COMPOUNDS = (
    Compound(
        "move UNIT HEX",
        (Part("pick UNIT"), Part("go HEX", instead="road HEX", again=True), Part("stop", maybe=True)),
    ),
    Compound(
        "attack HEX with UNIT... [resolve]",
        (Part("attack HEX"), Part("with UNIT..."), Part("resolve", maybe=True)),
    ),
)
