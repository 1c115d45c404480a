"""The sequence of play (2), as the stack of procedures sees it.

Events:
    turn(n)
    phase(side)   an operations phase begins
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules import airborne, naval, options, rail, setup, victory
from ostfront.games.barbarossa_1941.state import (
    B41Play,
    Fortifying,
    Isolation,
    Laying,
    Phase,
    Replacing,
)

REBASING_FROM = 2  # 2: the turn of the first rebasing


def next_turn(play: B41Play, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


def begin_turn(play: B41Play, _local: None) -> None:
    """What is counted by the turn begins anew."""
    state = play.state
    state.battle = state.drops = state.coups = 0
    state.flown = 0
    state.joukov = state.fleet_used = state.fleet_struck = state.shocked = False
    state.fired_axis = state.fired_soviet = 0
    state.bonus = state.required = state.made = 0
    state.arrived = 0
    play.note("turn", state.turn)


def begin_phase(play: B41Play, side: int) -> None:
    """What is counted by the operations phase begins anew."""
    state = play.state
    state.side = side
    state.moved = state.carried = state.spent = state.attacked = state.reacted = state.dropped = 0
    state.sailed = False
    state.arrived = 0
    play.note("phase", side)


def begin_combat(play: B41Play, _local: None) -> None:
    state = play.state
    state.spent = state.attacked = state.reacted = 0


def begin_exploitation(play: B41Play, _local: None) -> None:
    airborne.end_drops(play)
    play.state.moved = 0


def since(play: B41Play, table: str, entry: str) -> bool:
    """Whether the turn has come from which on something is done."""
    first: int = play.facts.charts[table][entry]
    return play.state.turn >= first


# ---- the Axis phase -----------------------------------------------------------------------------------------


@implements("B41 2a")
def begin_axis(play: B41Play, _local: None) -> None:
    begin_phase(play, AXIS)


@implements("B41 2b")
def axis_isolation(play: B41Play, _local: None) -> None:
    if since(play, "supply", "first_check"):
        play.begin("isolation", Isolation(AXIS))


@implements("B41 2c")
def axis_replacements(play: B41Play, _local: None) -> None:
    if since(play, "replacements", "axis_from_turn"):
        play.begin("replacements", Replacing(AXIS))


@implements("B41 2c")
def axis_reinforcements(play: B41Play, _local: None) -> None:
    options.murmansk(play)
    play.begin("reinforcements", Phase(AXIS))


@implements("B41 2d")
def axis_rebasing(play: B41Play, _local: None) -> None:
    if play.state.turn >= REBASING_FROM:
        play.begin("rebase", Phase(AXIS))


@implements("B41 2d")
def soviet_rebasing(play: B41Play, _local: None) -> None:
    if play.state.turn >= REBASING_FROM:
        play.begin("rebase", Phase(SOVIET))


@implements("B41 2e")
def axis_rail(play: B41Play, _local: None) -> None:
    if since(play, "rail", "axis_from_turn"):
        play.begin("rail", Phase(AXIS))


@implements("B41 2f")
def axis_forts(play: B41Play, _local: None) -> None:
    if since(play, "forts", "german_first_turn"):
        play.begin("forts", Fortifying(AXIS, 0))


@implements("B41 2g")
def axis_movement(play: B41Play, _local: None) -> None:
    play.begin("movement", Phase(AXIS))


@implements("B41 2h")
def axis_combat(play: B41Play, _local: None) -> None:
    play.begin("combat", Phase(AXIS))


@implements("B41 2i")
def axis_exploitation(play: B41Play, _local: None) -> None:
    play.begin("exploitation", Phase(AXIS))


@implements("B41 2j")
def rail_markers(play: B41Play, _local: None) -> None:
    play.begin("rail markers", Laying(()))


# ---- the Soviet phase ---------------------------------------------------------------------------------------


@implements("B41 2a")
def begin_soviet(play: B41Play, _local: None) -> None:
    begin_phase(play, SOVIET)
    options.demand_attacks(play)


def place_partisans(play: B41Play, _local: None) -> None:
    play.begin("partisans", Phase(SOVIET))


@implements("B41 2k")
def soviet_isolation(play: B41Play, _local: None) -> None:
    if since(play, "supply", "first_check"):
        play.begin("isolation", Isolation(SOVIET))


@implements("B41 2l")
def soviet_replacements(play: B41Play, _local: None) -> None:
    play.begin("replacements", Replacing(SOVIET))


@implements("B41 2l")
def soviet_reinforcements(play: B41Play, _local: None) -> None:
    play.begin("reinforcements", Phase(SOVIET))


@implements("B41 2m")
def soviet_rail(play: B41Play, _local: None) -> None:
    play.begin("rail", Phase(SOVIET))


@implements("B41 2n")
def soviet_forts(play: B41Play, _local: None) -> None:
    if since(play, "forts", "soviet_first_turn"):
        play.begin("forts", Fortifying(SOVIET, 0))


@implements("B41 2o")
def soviet_movement(play: B41Play, _local: None) -> None:
    play.begin("movement", Phase(SOVIET))


@implements("B41 2p")
def soviet_combat(play: B41Play, _local: None) -> None:
    play.begin("combat", Phase(SOVIET))


@implements("B41 2q")
def soviet_exploitation(play: B41Play, _local: None) -> None:
    play.begin("exploitation", Phase(SOVIET))


def railways_cut(play: B41Play, _local: None) -> None:
    rail.cut(play)


# ---- the victory phase --------------------------------------------------------------------------------------


def victory_phase(play: B41Play, _local: None) -> None:
    """What the end of the turn brings, then the points."""
    airborne.initial_corps_leave(play)
    naval.mine_the_gulf(play)
    options.penalise(play)
    play.note("points", victory.points(play.facts, play.state))


@implements("B41 2r")
def end_turn(play: B41Play, _local: None) -> None:
    """The last turn ends the game."""
    if play.state.turn == play.facts.turns:
        victory.judge(play)
    else:
        play.state.turn += 1


PROCEDURES = (
    Procedure("game", (
        Step("set-up", setup.begin_set_up, "14"),
        Step("turn", next_turn, "2"),
    )),
    Procedure("turn", (
        Step("begin", begin_turn, "2"),
        Step("begin Axis phase", begin_axis, "2"),
        Step("Axis isolation", axis_isolation, "2"),
        Step("Axis replacements", axis_replacements, "2"),
        Step("Axis reinforcements", axis_reinforcements, "2"),
        Step("Axis rebase", axis_rebasing, "2"),
        Step("Soviet rebase", soviet_rebasing, "2"),
        Step("Axis rail", axis_rail, "2"),
        Step("Axis forts", axis_forts, "2"),
        Step("Axis movement", axis_movement, "2"),
        Step("begin Axis combat", begin_combat, "2"),
        Step("Axis combat", axis_combat, "2"),
        Step("begin Axis exploitation", begin_exploitation, "2"),
        Step("Axis exploitation", axis_exploitation, "2"),
        Step("rail markers", rail_markers, "2"),
        Step("begin Soviet phase", begin_soviet, "2"),
        Step("partisans", place_partisans, "12.7"),
        Step("Soviet isolation", soviet_isolation, "2"),
        Step("Soviet replacements", soviet_replacements, "2"),
        Step("Soviet reinforcements", soviet_reinforcements, "2"),
        Step("Soviet rail", soviet_rail, "2"),
        Step("Soviet forts", soviet_forts, "2"),
        Step("Soviet movement", soviet_movement, "2"),
        Step("begin Soviet combat", begin_combat, "2"),
        Step("Soviet combat", soviet_combat, "2"),
        Step("begin Soviet exploitation", begin_exploitation, "2"),
        Step("Soviet exploitation", soviet_exploitation, "2"),
        Step("railways cut", railways_cut, "10.3"),
        Step("victory", victory_phase, "13"),
        Step("end", end_turn, "2"),
    )),
)  # fmt: skip
