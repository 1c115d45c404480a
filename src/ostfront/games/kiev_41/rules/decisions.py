"""Every kind of decision: its rule, its options, its answer, its sentence."""

from __future__ import annotations

from collections.abc import Callable

from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.rules import (
    battle,
    blitz,
    command,
    defensive_lines,
    fleets,
    impulses,
    logistics,
    losses,
    movement,
    naval,
    reinforcements,
    supply,
    support,
)
from ostfront.games.kiev_41.state import K41Play

Prompt = Callable[[K41Play, Decision], str]


def says(text: str) -> Prompt:
    return lambda _play, _decision: text


def _unit(play: K41Play, unit: int) -> str:
    return play.facts.roster.ids[unit]


def _place(play: K41Play, place: int) -> str:
    """An area by name and number."""
    number: str = play.facts.place_names[place]
    name = play.facts.areas.areas[place].facts["name"] if place < play.facts.area_count else number
    return number if name in ("", number) else f"{name} ({number})"


def _points(number: int, what: str) -> str:
    return f"{number} {what} Point{'' if number == 1 else 's'} left"


def ask_restore(play: K41Play, _decision: Decision) -> str:
    return f"{_points(play.state.top.local.points, 'Regeneration')}: restore a step of an HQ, or finish."


def ask_replace(play: K41Play, _decision: Decision) -> str:
    return f"{_points(play.state.top.local.points, 'Replacement')}: replace a step of a block, or finish."


def ask_call(play: K41Play, _decision: Decision) -> str:
    return f"The Logistics Value is {play.state.top.local.value}: how many reinforcements do you call?"


def ask_place(play: K41Play, _decision: Decision) -> str:
    return f"{_unit(play, play.state.top.local.units[0])} arrives: choose its area."


def ask_approach(play: K41Play, _decision: Decision) -> str:
    local = play.state.top.local
    where = _place(play, play.state.place[local.unit])
    return f"{_unit(play, local.unit)} in {where} has {local.left} MP left: move it, then reveal it."


def ask_march(play: K41Play, _decision: Decision) -> str:
    local = play.state.top.local
    return f"{_unit(play, local.unit)} in {_place(play, play.state.place[local.unit])} has {local.left} MP left."


def ask_fleets(play: K41Play, _decision: Decision) -> str:
    allowed = play.state.top.local.allowed
    return f"Send fleets to a coast or call them home: {allowed} may be at sea."


def ask_command(play: K41Play, _decision: Decision) -> str:
    local = play.state.top.local
    if local.mode == "tactical":
        return "Pick a block in command to move it or to build, or finish."
    what = "Pick a fast block to move" if local.mode == "exploitation" else "Pick a block to move it or to build"
    return f"{what}, or finish: {local.left} more may act."


def ask_loss(play: K41Play, _decision: Decision) -> str:
    local = play.state.top.local
    hits = f"{local.hits} hit{'' if local.hits == 1 else 's'}"
    return f"{hits} in {_place(play, local.area)}: which block takes the next?"


def ask_flak(play: K41Play, _decision: Decision) -> str:
    hits = play.state.top.local.hits
    return f"{hits} hit{'' if hits == 1 else 's'} on your bombers: one turns a bomber back, two destroy one."


KINDS = {
    kind.name: kind
    for kind in (
        Kind("logistics", "7.0", logistics.choose_options, logistics.answer_choose,
             says("Activate your Leader, or declare a Logistics Pause."), ("activate", "pause")),
        Kind("restore", "7.2.2a", logistics.restore_options, logistics.answer_restore, ask_restore,
             ("restore", "done"), "secret"),
        Kind("replace", "7.2.2b", logistics.replace_options, logistics.answer_replace, ask_replace,
             ("replace", "done"), "secret"),
        Kind("call", "5.0a", reinforcements.call_options, reinforcements.answer_call, ask_call, ("call",)),
        Kind("privilege", "2.6a", reinforcements.privilege_options, reinforcements.answer_privilege,
             says("You hold Kiev: choose the last reinforcement, or have it drawn."), ("choose", "draw"), "secret"),
        Kind("place", "5.0c", reinforcements.place_options, reinforcements.answer_place, ask_place, ("place",)),
        Kind("impulse", "3.0a", impulses.impulse_options, impulses.answer_impulse,
             says("Which impulse do you play?"), ("tactical", "strategic", "reinforce", "pass")),
        Kind("headquarters", "10.1a", command.headquarters_options, command.answer_headquarters,
             says("Pick an HQ to activate, or finish."), ("pick", "done"), "secret"),
        Kind("approach", "10.1b", movement.approach_options, movement.answer_approach, ask_approach,
             ("go", "reveal")),
        Kind("fleets", "10.2.1c", fleets.fleet_options, fleets.answer_fleets, ask_fleets,
             ("send", "recall", "done")),
        Kind("command", "10.8", command.command_options, command.answer_command, ask_command,
             ("pick", "build", "done"), "secret"),
        Kind("salvage", "4.1a", defensive_lines.salvage_options, defensive_lines.answer_salvage,
             says("No Defensive Line is left: which one do you take up?"), ("disband",)),
        Kind("march", "10.9a", movement.march_options, movement.answer_march, ask_march,
             ("go", "rail", "sail", "land", "drop", "stop")),
        Kind("support", "10.4a", support.support_options, support.answer_support,
             says("Commit artillery and bombers to battles, or finish."), ("fire", "bomb", "done")),
        Kind("battle", "10.12e", battle.battle_options, battle.answer_battle,
             says("Choose the next battle."), ("fight", "done")),
        Kind("engage", "10.13.2a", naval.engage_options, naval.answer_engage,
             says("Send bombers against the fleets."), ("engage", "done")),
        Kind("flak", "10.13.4b", naval.flak_options, naval.answer_flak, ask_flak, ("abort", "down")),
        Kind("loss", "10.15a", losses.loss_options, losses.answer_loss, ask_loss, ("lose",)),
        Kind("siege", "14.4b", supply.siege_options, supply.answer_siege,
             says("Hunger in Sevastopol: which block loses a step?"), ("lose",), "secret"),
        Kind("blitz", "10.17a", blitz.blitz_options, blitz.answer_blitz,
             says("Send a block on into an adjacent green area, or finish."), ("blitz", "done")),
        Kind("exploit", "10.19a", impulses.exploit_options, impulses.answer_exploit,
             says("Spend the disc on an Exploitation Move?"), ("exploit", "pass")),
    )
}  # fmt: skip

COMPOUNDS = (
    Compound("move UNIT AREA...", (Part("pick UNIT"), Part("go AREA..."), Part("stop", maybe=True))),
    Compound("hq UNIT [AREA...]", (Part("pick UNIT"), Part("go AREA..."), Part("reveal", maybe=True))),
    *(
        Compound(f"{verb} UNIT AREA", (Part("pick UNIT"), Part(f"{verb} AREA")))
        for verb in ("rail", "sail", "land", "drop")
    ),
)
