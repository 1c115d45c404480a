"""Movement (5): units in hand, alone or as a motorised stack, go in legs; then exploitation.

Events: "go" (units, from, to); units are a tuple.
"""

from __future__ import annotations

from ostfront.core.errors import listed
from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_1941.facts import CLEAR, ICY, MUD, PLACE, UNIT, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, HUNGARIANS, MOTORISED, ROMANIANS
from ostfront.games.barbarossa_1941.rules import airborne, control, naval
from ostfront.games.barbarossa_1941.rules.front import front
from ostfront.games.barbarossa_1941.rules.overrun import (
    after_overrun,
    begin_overrun,
    can_overrun,
    fit_to_overrun,
    ignores_zoc,
    targets,
)
from ostfront.games.barbarossa_1941.rules.stacking import coasts_closed_to_italians, room, stacks
from ostfront.games.barbarossa_1941.rules.supply import in_supply
from ostfront.games.barbarossa_1941.rules.ways import Range, Ways, doors, reach
from ostfront.games.barbarossa_1941.rules.weather import allowance_in, mobility, weather_at
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, March, Phase
from ostfront.kit import march as kit

_new = tuple.__new__  # of named tuples, without the call that names their fields

# ---- the phases -------------------------------------------------------------------------------------


def next_move(play: B41Play, local: Phase) -> None:
    """Take the next unit in hand, send one by sea or drop one, as long as there is something to do."""
    offered = movable(play.facts, play.state, local.side)
    if any(offered):
        play.ask("move", local.side, prepared=offered)


def movable(facts: Facts, state: B41State, side: int) -> tuple[int, int, int]:
    """Units to march, to sail, and to drop."""
    marching = active(facts, state, _mobile(facts, state, side), False)
    return marching, naval.sailable(facts, state, side), airborne.droppable(facts, state, side)


def _mobile(facts: Facts, state: B41State, side: int) -> int:
    """Units of a side that may still move in this phase."""
    roster = facts.roster
    units = state.on_map & (roster.combat_units[side] | roster.airborne & roster.of_side[side])
    return units & ~(roster.static | only_drops(facts) | state.moved | state.dropped | gone_by_rail_or_sea(state))


@implements("B41 12.5l")
def only_drops(facts: Facts) -> int:
    """The 7th Fallschirmjaeger division, which never walks."""
    unit = facts.roster.fallschirmjaeger
    return 1 << unit if unit >= 0 else 0


@implements("B41 10.1e", "B41 12.1c")
def gone_by_rail_or_sea(state: B41State) -> int:
    """Units that have no movement left in this operations phase."""
    return state.carried


def active(facts: Facts, state: B41State, units: int, exploiting: bool) -> int:
    """Those of the units, of one side, that have somewhere to go, or an enemy to overrun."""
    if not units:
        return 0
    side = facts.roster.side[units.bit_length() - 1]
    held = (state.occupied[COMBAT[side]] | state.occupied[AIRBORNE[side]]) & facts.valid
    calm, beside_zoc = easy(facts, state, side)
    hexes = held ^ (held & (calm | beside_zoc))
    if units.bit_count() < hexes.bit_count():
        place = state.place
        doubtful = mask(unit for unit in bits(units) if hexes >> place[unit] & 1)
    else:
        doubtful = units & state.standing(hexes)
    finns = units & facts.roster.finns
    if finns and beside_zoc & ~calm:
        doubtful |= finns & state.standing(held & beside_zoc & ~calm)
    for unit in bits(doubtful):
        if not (next_door(facts, state, unit) or _has_way(facts, state, side, unit, exploiting)):
            units ^= 1 << unit
    return units


def next_door(facts: Facts, state: B41State, unit: int) -> int:
    """The neighbours to which the minimum move takes a unit: most units that can move at all can do that."""
    units = 1 << unit
    near = doors(facts, state, unit, ignores_zoc(facts, state, units))
    return stacks(facts, state, units, near & facts.land) if near else 0


def _has_way(facts: Facts, state: B41State, side: int, unit: int, exploiting: bool) -> bool:
    """Whether a unit has somewhere to go, or an enemy to overrun."""
    local = muster(facts, state, side, 1 << unit, exploiting)
    return bool(legs(facts, state, local)[1] or targets(facts, state, local))


def easy(facts: Facts, state: B41State, side: int) -> tuple[int, int]:
    """Hexes from which any unit of a side can surely move: into a free neighbour outside enemy ZOCs, or, unless it is
    a Finn, from outside them into one that they cover. The minimum move (5) makes points no matter.
    """
    occupied, ahead = state.occupied, front(facts, state, side)
    # one counter leaves room for another
    taken = state.crowded[COMBAT[side]] | ahead.closed | occupied[AIRBORNE[1 - side]]
    if side == AXIS:
        taken |= coasts_closed_to_italians(facts) | occupied[HUNGARIANS] | occupied[ROMANIANS]
    if MUD in (facts.weather_north[state.turn], facts.weather_south[state.turn]):
        taken |= facts.valid ^ facts.cost_masks[MOTORISED][1]
    free, enemy_zoc = facts.land ^ (facts.land & taken), ahead.zoc
    kept = state.memo.kept
    found = kept.get("easy")
    if found is None or found[0] != (free, enemy_zoc):
        covered = free & enemy_zoc
        sides = facts.sides[False, False]
        beside = facts.grid.step(covered, sides) if covered else 0
        answer = (facts.grid.step(free ^ covered, sides), beside ^ (beside & enemy_zoc))
        found = kept["easy"] = ((free, enemy_zoc), answer)
    calm, beside = found[1]
    return calm, beside


def move_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    marching, sailing, dropping = play.prepared or movable(facts, state, state.top.local.side)
    table = facts.vocabulary.table
    among = [(table("pick"), marching)]
    if sailing:
        among.append((table("sail"), sailing))
    if dropping:
        among.append((table("drop"), dropping))
    return Options((facts.single["done"],), among)


def answer_move(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    side: int = play.state.top.local.side
    play.goto("next unit")
    if action.verb == "pick":
        play.begin("march", muster(play.facts, play.state, side, 1 << action.arg, False))
    else:
        play.begin(action.verb, Phase(side, action.arg))


MOVE = Kind(
    "move",
    "5",
    verbs=(
        "pick",
        Verb("sail", (UNIT,), "send a unit by sea from its port"),
        Verb("drop", (UNIT,), "drop an airborne corps from the air"),
        "done",
    ),
    prompt="Take a unit in hand to move it, or finish the movement phase.",
    options=move_options,
    answer=answer_move,
)


def next_exploitation(play: B41Play, local: Phase) -> None:
    """Take the next motorised unit in hand."""
    units = exploiters(play.facts, play.state, local.side)
    if units:
        play.ask("exploit", local.side, prepared=units)


def exploiters(facts: Facts, state: B41State, side: int) -> int:
    """Motorised units that may exploit and have somewhere to go."""
    units = _mobile(facts, state, side) & facts.roster.ever_motorised
    if not units:
        return 0
    for unit in bits(units):
        if not (may_exploit(state, unit) and exploitation(facts, state, unit)):
            units ^= 1 << unit
    return active(facts, state, units, True)


@implements("B41 8.1a")
def may_exploit(state: B41State, unit: int) -> bool:
    """Motorised, and without an isolated marker."""
    return mobility(state, unit) == MOTORISED and in_supply(state, unit)


def exploitation(facts: Facts, state: B41State, unit: int) -> int:
    """Points of a motorised unit in the exploitation phase, by the weather of its hex."""
    weather = weather_at(facts, state, state.place[unit])
    if weather == CLEAR:
        return half_allowance(facts, unit)
    return icy_exploitation(facts) if weather == ICY else barred_exploitation()


@implements("B41 5f")
def half_allowance(facts: Facts, unit: int) -> int:
    return -(-facts.roster.move[unit] // facts.exploitation_divisor)


@implements("B41 5g")
def icy_exploitation(facts: Facts) -> int:
    return int(facts.charts["weather"]["icy"]["exploitation_points"])


@implements("B41 12.3e", "B41 12.3j")
def barred_exploitation() -> int:
    """Mud and deep freeze."""
    return 0


def exploit_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = play.prepared or exploiters(facts, state, state.top.local.side)
    return Options((facts.single["done"],), ((facts.vocabulary.table("pick"), units),))


def answer_exploit(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    side: int = play.state.top.local.side
    play.goto("next unit")
    play.begin("march", muster(play.facts, play.state, side, 1 << action.arg, True))


EXPLOIT = Kind(
    "exploit",
    "5",
    verbs=("pick", "done"),
    prompt="Take a motorised unit in hand to exploit with it, or finish the exploitation phase.",
    options=exploit_options,
    answer=answer_exploit,
)

# ---- units in hand ----------------------------------------------------------------------------------


def muster(facts: Facts, state: B41State, side: int, units: int, exploiting: bool) -> March:
    """Units of one hex in hand: the slowest sets the pace."""
    top = units.bit_length() - 1
    weather = weather_at(facts, state, state.place[top])
    points = exploitation(facts, state, top) if exploiting else allowance_in(facts, state, top, weather)
    if units & units - 1:
        others = bits(units ^ 1 << top)
        if exploiting:
            points = min(points, *(exploitation(facts, state, unit) for unit in others))
        else:
            points = min(points, *(allowance_in(facts, state, unit, weather) for unit in others))
    overruns = can_overrun(facts, state, units)
    return _new(March, (side, units, points, 0, True, not exploiting, False, overruns, exploiting, weather, NOWHERE))


def next_leg(play: B41Play, local: March) -> None:
    """Ask for the next leg, as long as there is one, or an overrun."""
    found, go = legs(play.facts, play.state, local)
    attacks = targets(play.facts, play.state, local)
    if go or attacks:
        play.ask("march", local.side, prepared=(found, go, attacks))


def legs(facts: Facts, state: B41State, local: March) -> tuple[Ways | None, int]:
    """The ways of the units in hand, and the hexes where they could stop."""
    bonus = strategic_point(facts) if local.strategic else 0
    left = local.allowance - local.used
    if only_overruns(local) or (left + bonus <= 0 and not local.fresh):
        return None, 0
    units = local.units
    found = reach(
        facts,
        state,
        units,
        left,
        bonus=bonus,
        minimum=local.fresh,
        weather=local.weather,
        unstopped=ignores_zoc(facts, state, units),
    )
    return found, stacks(facts, state, units, found.reach & facts.land)  # what is closed to them is out of reach


@implements("B41 7d")
def only_overruns(local: March) -> bool:
    """Whether the units in hand have entered an enemy ZOC and may do nothing but overrun."""
    return local.stopped


@implements("B41 5n")
def strategic_point(facts: Facts) -> int:
    """The point more for units that enter no enemy ZOC, in the movement phase."""
    return facts.strategic_bonus


def companions(facts: Facts, state: B41State, local: March) -> int:
    """Units that may join those in hand before their first leg: motorised ones beside motorised ones."""
    if not local.fresh:
        return 0
    units = local.units
    roster = facts.roster
    if not units & roster.ever_motorised:
        return 0
    place = state.place[units.bit_length() - 1]
    if not state.crowded[COMBAT[local.side]] >> place & 1 or mobility(state, lowest(units)) != MOTORISED:
        return 0
    others = state.units_at(place) & roster.ever_motorised & ~units
    others &= others and _mobile(facts, state, local.side)
    for unit in bits(others):
        if not _can_join(facts, state, local, unit):
            others ^= 1 << unit
    return others


def _can_join(facts: Facts, state: B41State, local: March, unit: int) -> bool:
    """Whether a unit beside those in hand is fit to come along, and they could still do something together."""
    if not fit_to_overrun(state, local.units | 1 << unit):  # a stack moves together to overrun
        return False
    if local.exploiting and not (may_exploit(state, unit) and exploitation(facts, state, unit)):
        return False
    joint = muster(facts, state, local.side, local.units | 1 << unit, local.exploiting)
    return bool(legs(facts, state, joint)[1] or targets(facts, state, joint))


def ask_march(play: B41Play, _decision: Decision) -> str:
    facts, state = play.facts, play.state
    local: March = state.top.local
    names = listed([facts.roster.names[unit] for unit in bits(local.units)])
    place = facts.board.place_name(state.place[lowest(local.units)])
    left = max(0, local.allowance - local.used)
    more = ", and one more outside enemy ZOC" if local.strategic and local.used <= local.allowance else ""
    return f"{names} in {place}: {left} MP left{more}."


def march_options(play: B41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    if play.prepared is None:
        play.prepared = (*legs(facts, state, local), targets(facts, state, local))
    _, go, attacks = play.prepared
    table = facts.vocabulary.table
    among = [(table("go"), go)]
    if attacks:
        among.append((table("overrun"), attacks))
    joining = companions(facts, state, local)
    if joining:
        among.append((table("with"), joining))
    return Options((facts.single["stop"],), among)


def answer_march(play: B41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "stop":
        return
    assert isinstance(action.arg, int)
    local: March = play.state.top.local
    if action.verb == "go":
        go(play, local, action.arg)
    elif action.verb == "overrun":
        begin_overrun(play, local, action.arg)
    else:
        units = local.units | 1 << action.arg
        play.again("leg", muster(play.facts, play.state, local.side, units, local.exploiting))


MARCH = Kind(
    "march",
    "5",
    verbs=(
        kit.GO,
        Verb("overrun", (PLACE,), "overrun an adjacent hex with the units in hand"),
        Verb("with", (UNIT,), "let a unit take part", label="Add"),
        kit.STOP,
    ),
    prompt=ask_march,
    options=march_options,
    answer=answer_march,
)

MOVE_COMPOUND = Compound(
    "move UNIT HEX",
    (Part("pick UNIT"), Part("go HEX", again=True), Part("stop", maybe=True)),
)


def go(play: B41Play, local: March, goal: int) -> None:
    """A leg by the cheapest way, as far as the first hex where entering does something."""
    facts, state = play.facts, play.state
    side, units = local.side, local.units
    start = state.place[units.bit_length() - 1]
    found: Ways | None = play.prepared[0] if play.prepared is not None else legs(facts, state, local)[0]
    assert found is not None
    way = found.way(goal)
    enemy_zoc = zoc(facts, state, 1 - side)
    unstopped = ignores_zoc(facts, state, units)
    goal = _first_stop(facts, state, local, way, goal)
    in_zoc = enemy_zoc & 1 << goal
    strategic = local.strategic
    if strategic:
        entered = in_zoc
        if unstopped and way.reach & enemy_zoc:
            entered = mask(way.path(goal)[1:]) & enemy_zoc
        strategic = not forfeits(entered)
    if play.events is not None:
        play.note("go", tuple(bits(units)), start, goal)
    used, stopped = local.used + way.cost(goal), bool(in_zoc) and not unstopped
    for unit in bits(units):
        state.put(unit, goal)
    overruns, exploiting, weather = local.overruns, local.exploiting, local.weather
    play.again(
        "leg",
        _new(
            March,
            (side, units, local.allowance, used, False, strategic, stopped, overruns, exploiting, weather, NOWHERE),
        ),
    )
    control.left(play, 1 << start)
    control.entered(play, units, goal)


@implements("B41 5n")
def forfeits(entered: int) -> bool:
    """Whether the strategic point is lost: an enemy ZOC was entered."""
    return bool(entered)


def _first_stop(facts: Facts, state: B41State, local: March, way: Range, goal: int) -> int:
    """Where a leg ends: at the first hex on its way where entering does something, if it must pass one."""
    doing = control.interesting(facts, state, local.side) & way.reach
    doing ^= doing & 1 << goal
    if not doing:
        return goal
    cost, distance = way.cost(goal), facts.grid.distance
    doing &= facts.grid.disk(goal, cost - 1)
    for i in bits(doing):
        before = way.cost(i)
        if before >= cost or before + distance(i, goal) > cost:
            doing ^= 1 << i
    doing = doing and room(facts, state, local.units, doing)
    if not doing:
        return goal
    return next((step for step in way.path(goal, doing)[1:-1] if doing >> step & 1), goal)


def end_march(play: B41Play, local: March) -> None:
    """The units in hand have moved."""
    play.state.moved |= local.units
    play.leave()


PROCEDURES = (
    Procedure("movement", (Step("next unit", next_move, "5"),), Phase),
    Procedure("exploitation", (Step("next unit", next_exploitation, "5"),), Phase),
    Procedure("march", (
        Step("leg", next_leg, "5"),
        Step("end", end_march, "5"),
        Step("after the overrun", after_overrun, "7.2"),
    ), March),
)  # fmt: skip
