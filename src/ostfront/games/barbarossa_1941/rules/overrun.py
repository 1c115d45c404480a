"""Overruns (7): a motorised stack attacks in the midst of its move, and may go on through the hex.

Events: "overrun" (units, from, target), "follow" (units, from, to); units are a tuple.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, COMBAT, MOTORISED
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.ground import ground, kerch_open, open_hexes
from ostfront.games.barbarossa_1941.rules.stacking import coasts_closed_to_italians, room
from ostfront.games.barbarossa_1941.rules.supply import in_supply
from ostfront.games.barbarossa_1941.rules.weather import mobility
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Battle, March


def can_overrun(facts: Facts, state: B41State, units: int) -> bool:
    """Whether a stack that is about to move may overrun on its way."""
    return fit_to_overrun(state, units) and unhampered(facts, state, units)


@implements("B41 7a", "B41 8.1a")
def fit_to_overrun(state: B41State, units: int) -> bool:
    """All of them motorised and in supply."""
    if units & state.roster.ever_motorised != units:
        return False
    return all(mobility(state, unit) == MOTORISED and in_supply(state, unit) for unit in bits(units))


@implements("B41 7b")
def unhampered(facts: Facts, state: B41State, units: int) -> bool:
    """Not begun in an enemy ZOC, unless the stack ignores it."""
    unit = units.bit_length() - 1
    in_zoc = zoc(facts, state, 1 - facts.roster.side[unit]) >> state.place[unit] & 1
    return not in_zoc or ignores_zoc(facts, state, units)


def ignores_zoc(facts: Facts, state: B41State, units: int) -> bool:
    """Whether enemy ZOCs have no effect on the movement of these units."""
    return state.turn == 1 and surprise(facts, state, units)


@implements("B41 12.8c")
def surprise(facts: Facts, state: B41State, units: int) -> bool:
    """Turn 1: German motorised units ignore Soviet ZOCs in movement and exploitation."""
    if units & facts.swift_germans != units:
        return False
    return all(mobility(state, unit) == MOTORISED for unit in bits(units))


def targets(facts: Facts, state: B41State, local: March) -> int:
    """The hexes that the units in hand can overrun from where they stand."""
    if not local.overruns:
        return 0
    units, side = local.units, local.side
    here = state.place[units.bit_length() - 1]
    if not facts.grid.disk(here, 1) & state.occupied[COMBAT[1 - side]]:
        return 0
    kerch = kerch_open(facts, state, side)
    over = ground(facts, True, local.weather, kerch)
    found = over.next_to[here] & state.occupied[COMBAT[1 - side]]
    if not found:
        return 0
    found &= open_hexes(facts, state, side)
    found ^= found & forbidden_ground(facts, here)
    if side == AXIS and units & facts.roster.italians:
        found ^= found & coasts_closed_to_italians(facts)
    left = local.allowance - local.used
    for target in bits(found):
        if overrun_cost(facts, local, here, target, kerch) > left:
            found ^= 1 << target
    return found


@implements("B41 7.1")
def forbidden_ground(facts: Facts, here: int) -> int:
    """Major cities, marsh, arctic, and what lies across a river."""
    chart = facts.charts["terrain"]
    found = facts.majors | facts.across_river[here]
    for kind, hexes in facts.board.terrain.items():
        if kind in chart and not chart[kind].get("overrun", False):
            found |= hexes
    return found


@implements("B41 7c")
def overrun_cost(facts: Facts, local: March, here: int, target: int, kerch: bool) -> int:
    """The cost of the defender's hex, and one point more; the strait of Kerch costs its own."""
    over = ground(facts, True, local.weather, kerch)
    strait = over.strait_cost if over.strait.get(here) == target else 0
    return over.cost[target] + strait + int(facts.charts["movement"]["overrun_extra"])


def begin_overrun(play: B41Play, local: March, target: int) -> None:
    """Pay, and fight; the strategic point is forfeit (5)."""
    facts, state = play.facts, play.state
    here = state.place[lowest(local.units)]
    cost = overrun_cost(facts, local, here, target, kerch_open(facts, state, local.side))
    play.note("overrun", tuple(bits(local.units)), here, target)
    after = local._replace(used=local.used + cost, fresh=False, strategic=False, target=target)
    play.again("after the overrun", after)
    play.begin("battle", Battle(local.side, target, local.units, overrun=True))


def after_overrun(play: B41Play, local: March) -> None:
    """If the hex is vacated the stack may enter it; else its move ends where it attacked from."""
    facts, state = play.facts, play.state
    units = local.units & state.on_map
    play.again("end", local._replace(units=units))
    if units and vacated(facts, state, units, local.target):
        play.ask("follow", local.side)


@implements("B41 7.2b")
def vacated(facts: Facts, state: B41State, units: int, target: int) -> bool:
    """Whether the stack may enter the hex it has overrun."""
    return bool(room(facts, state, units, 1 << target))


def follow_options(play: B41Play, _decision: Decision) -> Options:
    single = play.facts.single
    return Options((single["enter"], single["stop"]))


def answer_follow(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "stop":
        return
    state = play.state
    local: March = state.top.local
    units, target = local.units, local.target
    here = state.place[lowest(units)]
    play.note("follow", tuple(bits(units)), here, target)
    overruns = local.overruns and again(state, units)
    for unit in bits(units):
        state.put(unit, target)
    play.again("leg", local._replace(stopped=False, overruns=overruns, target=-1))
    control.left(play, 1 << here)
    control.entered(play, units, target)


@implements("B41 7.2c")
def again(state: B41State, units: int) -> bool:
    """A stack may overrun as often as it has the points, if all that is left of it is motorised."""
    return fit_to_overrun(state, units)


def ask_follow(play: B41Play, _decision: Decision) -> str:
    local: March = play.state.top.local
    place = play.facts.board.place_name(local.target)
    return f"{place} is free: enter it with {max(0, local.allowance - local.used)} MP left, or stop."


FOLLOW = Kind(
    "follow",
    "7.2",
    verbs=(Verb("enter", (), "enter the hex that was overrun, and go on"), "stop"),
    prompt=ask_follow,
    options=follow_options,
    answer=answer_follow,
)
