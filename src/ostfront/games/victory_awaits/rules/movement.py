"""Movement (9): units one at a time, in legs; strategic movement along roads; entry from the map's edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import MECH
from ostfront.games.victory_awaits.rules.ground import changing, crowded, enter, full_hexes, zoc
from ostfront.games.victory_awaits.rules.play import VaPlay
from ostfront.games.victory_awaits.rules.roads import (
    NO_RIDE,
    Ride,
    follow,
    ride,
    road_stops,
    road_way,
    strategic_hexes,
)
from ostfront.games.victory_awaits.rules.supply import cut_off
from ostfront.games.victory_awaits.state import Command, Entering, March

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState

NOT_BEGUN, NORMAL, STRATEGIC = range(3)


# ---- the segment ------------------------------------------------------------------------------------


@carries_out("AVA 8.1b")
def begin_movement(play: VaPlay, _local: Command | Entering) -> None:
    """Whatever moved under an earlier chit may move again."""
    play.state.moved = 0


@carries_out("AVA 5.0.4a")
def next_move(play: VaPlay, local: Command | Entering) -> None:
    """Pick the next unit, as long as there is one."""
    units = pickable(play.rules, play.state, local)
    if units:
        play.ask("move", local.seat, prepared=units)


def _still_in_range(rules: VictoryAwaits, state: VaState, local: Command | Entering) -> int:
    near = rules.grid.disk(state.place[rules.chits[local.chit].hq], rules.charts["command"]["range"])
    units = state.active & ~state.moved & state.on_map
    return mask(unit for unit in bits(units) if near >> state.place[unit] & 1)


@carries_out("AVA 8.2b", otherwise=_still_in_range)
@carries_out("AVA 8.1c", "AVA 9.0", otherwise=lambda rules, state, _local: state.on_map & ~rules.roster.forts)
def pickable(rules: VictoryAwaits, state: VaState, local: Command | Entering) -> int:
    """Active units that have not moved; beside the map only where there is a way in."""
    units = state.active & ~state.moved
    if isinstance(local, Entering):
        for unit in bits(units & ~state.on_map):
            if not any(entry_legs(rules, state, unit, 1 << local.gate)):
                units &= ~(1 << unit)
        return units
    units &= state.on_map
    if state.confined:
        feared = zoc(rules, state, 1 - local.side)
        units &= ~mask(unit for unit in bits(units) if feared >> state.place[unit] & 1)
    return units


def move_options(play: VaPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    units = play.prepared or pickable(rules, state, state.top.local)
    waiting = units & ~state.on_map  # 19th Army enters if it can
    return Options(() if waiting else (rules.words["done"],), ((rules.vocabulary.table("pick"), units),))


def answer_move(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    local: Command | Entering = play.state.top.local
    unit = action.arg
    outside = isinstance(local, Entering) and not play.state.on_map >> unit & 1
    play.goto("next unit")
    begin_march(play, unit, local.seat, 1 << local.gate if outside and isinstance(local, Entering) else 0)


def begin_march(play: VaPlay, unit: int, seat: int, gates: int = 0) -> None:
    play.begin("march", March(unit, seat, 2 * allowance(play.rules, play.state, unit), NOT_BEGUN, gates))


def _hungry(rules: VictoryAwaits, state: VaState, unit: int) -> int:
    return rules.roster.move[unit] >> cut_off(rules, state, unit)


@carries_out("AVA 11.1.3", otherwise=_hungry)
def allowance(rules: VictoryAwaits, _state: VaState, unit: int) -> int:
    """A unit's movement points, with or without supply."""
    return rules.roster.move[unit]


# ---- a unit in hand ---------------------------------------------------------------------------------


def next_leg(play: VaPlay, local: March) -> None:
    play.ask("march", local.seat)


def march_options(play: VaPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    local: March = state.top.local
    words = rules.vocabulary
    if local.gates:
        go, road = entry_legs(rules, state, local.unit, local.gates)
        return Options((), ((words.table("go"), go), (words.table("road"), road)))
    if play.prepared is None:
        play.prepared = known_ways(rules, state, local)
    normal, along_road = play.prepared
    go = normal_legs(rules, state, local.unit, normal) if normal is not None else 0
    road = road_stops(rules, state, local.unit, along_road.reach)
    if not road:
        return Options((rules.words["stop"],), ((words.table("go"), go),))
    if not go:
        return Options((rules.words["stop"],), ((words.table("road"), road),))
    return Options((rules.words["stop"],), ((words.table("go"), go), (words.table("road"), road)))


class Ways(NamedTuple):
    """Where the unit in hand can go: by normal movement, and along the road."""

    normal: Range | None
    road: Ride


def known_ways(rules: VictoryAwaits, state: VaState, local: March) -> Ways:
    normal = ways(rules, state, local) if local.mode != STRATEGIC and local.left >= 2 else None
    return Ways(normal, road_ahead(rules, state, local))


@carries_out("AVA 3.1c", otherwise=lambda rules, state, side: state.occupied[1 - side] | crowded(state, side))
@carries_out("AVA 3.1b", otherwise=0)
def closed_to(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """Hexes a unit may not enter: those with enemies; full ones matter where a move ends."""
    return state.occupied[1 - side]


def ways(rules: VictoryAwaits, state: VaState, local: March) -> Range:
    """Where the unit in hand can go by normal movement."""
    side = rules.roster.side[local.unit]
    return range_from(
        rules, state, local.unit, state.place[local.unit], local.left // 2, zoc(rules, state, 1 - side),
        fresh=local.mode == NOT_BEGUN,
    )  # fmt: skip


def range_from(
    rules: VictoryAwaits, state: VaState, unit: int, start: int, points: int, feared: int, *, fresh: bool
) -> Range:
    side = rules.roster.side[unit]
    closed = closed_to(rules, state, side)
    if state.confined:
        closed |= feared
    zoc_in, zoc_out = zoc_costs(rules)
    return move_range(
        rules.profiles[side][rules.roster.mobility[unit]],
        start, points, zoc=feared, closed=closed, zoc_in=zoc_in, zoc_out=zoc_out, fresh=fresh,
    )  # fmt: skip


@carries_out("AVA 9.2e", otherwise=(0, 0))
@carries_out("AVA 3.2c", otherwise=lambda rules: (2 * rules.zoc_in, 2 * rules.zoc_out))
def zoc_costs(rules: VictoryAwaits) -> tuple[int, int]:
    """What it costs to enter and to leave enemy zones of control, however many lie over each other."""
    return rules.zoc_in, rules.zoc_out


def normal_legs(rules: VictoryAwaits, state: VaState, unit: int, found: Range) -> int:
    """The hexes in reach where the unit could stop."""
    reach = found.reach ^ 1 << state.place[unit]
    return reach ^ (reach & crowded(state, rules.roster.side[unit]))


def strategic_legs(rules: VictoryAwaits, state: VaState, local: March) -> int:
    """9.3: the hexes along the road where the unit could stop."""
    return road_stops(rules, state, local.unit, road_ahead(rules, state, local).reach)


@carries_out("AVA 9.3a", otherwise=NO_RIDE)
def road_ahead(rules: VictoryAwaits, state: VaState, local: March) -> Ride:
    """Along the road at half a point a hex, out of enemy zones of control."""
    unit, here = local.unit, state.place[local.unit]
    if local.mode == NORMAL or not local.left or not rules.road_hexes >> here & 1 or bound(state, unit):
        return NO_RIDE
    side = rules.roster.side[unit]
    free = strategic_hexes(rules, state, side)
    return ride(rules, side, here, local.left, free) if free >> here & 1 else NO_RIDE


@carries_out("AVA 17.2d", otherwise=False)
def bound(state: VaState, unit: int) -> bool:
    """Units of the Reserve out of command use normal movement only."""
    return bool(state.out_of_command >> unit & 1)


def answer_march(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "stop":
        end_march(play)
        return
    assert isinstance(action.arg, int)
    local: March = play.state.top.local
    if local.gates:
        _enter_map(play, local, action)
    elif action.verb == "go":
        _go(play, local, action.arg)
    else:
        _ride(play, local, action.arg)


def _go(play: VaPlay, local: March, goal: int) -> None:
    """A normal leg by the cheapest way."""
    state, rules = play.state, play.rules
    found: Range = play.prepared.normal if play.prepared else ways(rules, state, local)
    play.note("go", local.unit, state.place[local.unit], goal)
    left = 0 if found.stops >> goal & 1 else local.left - 2 * found.cost(goal)
    passed = _passed(rules, state, local.unit, found, goal)
    _arrive(play, March(local.unit, local.seat, left, NORMAL), goal, passed)


def _passed(rules: VictoryAwaits, state: VaState, unit: int, found: Range, goal: int) -> int:
    """The hexes entered on the way, where they matter."""
    doing = changing(rules, state, rules.roster.side[unit]) & found.reach
    if not doing or doing == 1 << goal:
        return 1 << goal
    return mask(found.path(goal)[1:])


def _ride(play: VaPlay, local: March, goal: int) -> None:
    """A strategic leg."""
    state, rules = play.state, play.rules
    unit = local.unit
    road: Ride = play.prepared.road if play.prepared else road_ahead(rules, state, local)
    play.note("road", unit, state.place[unit], goal)
    cost = road.cost(goal)
    side = rules.roster.side[unit]
    doing = changing(rules, state, side) & road.reach
    passed = road_way(rules, side, goal, road) if doing and doing != 1 << goal else 1 << goal
    _arrive(play, March(unit, local.seat, local.left - cost, STRATEGIC), goal, passed)


def _arrive(play: VaPlay, local: March, goal: int, passed: int) -> None:
    """The leg is done; go on while there are points for another hex."""
    state = play.state
    state.put(local.unit, goal)
    enter(play.rules, state, play.rules.roster.side[local.unit], passed)
    if local.left < (2 if local.mode == NORMAL else 1):
        end_march(play)
    else:
        play.local(local)
        next_leg(play, local)


def end_march(play: VaPlay) -> None:
    state = play.state
    state.moved |= 1 << state.top.local.unit
    play.leave()


# ---- from beside the map (15.3, 15.4) ---------------------------------------------------------------


class EntryWay(NamedTuple):
    """A gate, what it costs to enter it in half points, and the range from there."""

    gate: int
    cost: int
    range: Range


def open_gates(rules: VictoryAwaits, state: VaState, side: int, gates: int) -> list[int]:
    """The gates where no enemy stands."""
    return bits(gates & ~closed_to(rules, state, side))


def entry_ways(rules: VictoryAwaits, state: VaState, unit: int, gates: int) -> list[EntryWay]:
    """Normal movement from beside the map: the gate's hex is paid for as any other."""
    side = rules.roster.side[unit]
    feared = zoc(rules, state, 1 - side)
    found = []
    for gate in open_gates(rules, state, side, gates):
        cost = rules.entry_cost[rules.roster.mobility[unit] == MECH][gate]
        cost += zoc_costs(rules)[0] if feared >> gate & 1 else 0
        left = rules.roster.move[unit] - cost
        if left >= 0:
            reach = range_from(rules, state, unit, gate, left, feared, fresh=False)
            found.append(EntryWay(gate, 2 * cost, reach))
    return found


def entry_roads(rules: VictoryAwaits, state: VaState, unit: int, gates: int) -> list[int]:
    """Gates through which the unit could enter by strategic movement."""
    side = rules.roster.side[unit]
    return bits(gates & strategic_hexes(rules, state, side))


@carries_out("AVA 15.3b", "AVA 15.4b", otherwise=(0, 0))
def entry_legs(rules: VictoryAwaits, state: VaState, unit: int, gates: int) -> tuple[int, int]:
    """The hexes a unit beside the map can reach: by normal movement, and by strategic movement."""
    go = road = 0
    for way in entry_ways(rules, state, unit, gates):
        go |= way.range.reach
    free = strategic_hexes(rules, state, rules.roster.side[unit])
    points = 2 * rules.roster.move[unit] - 1
    for gate in entry_roads(rules, state, unit, gates):
        road |= rules.grid.flood(1 << gate, free, free, rules.strategic_sides(unit), points)
    return go & ~full_hexes(rules, state, unit, go), road & ~full_hexes(rules, state, unit, road)


def _enter_map(play: VaPlay, local: March, action: Action) -> None:
    """The first leg, through the gate that leaves the unit most points."""
    state, rules = play.state, play.rules
    goal = action.arg
    assert isinstance(goal, int)
    unit = local.unit
    play.note("enter", unit, goal)
    if action.verb == "go":
        ways_in = [way for way in entry_ways(rules, state, unit, local.gates) if way.range.reach >> goal & 1]
        best = min(ways_in, key=lambda way: way.cost + 2 * way.range.cost(goal))
        left = local.left - best.cost - 2 * best.range.cost(goal)
        passed = 1 << best.gate | mask(best.range.path(goal)[1:])
        _arrive(play, local._replace(left=left, mode=NORMAL, gates=0), goal, passed)
        return
    side = rules.roster.side[unit]
    free = strategic_hexes(rules, state, side)
    rides = []
    for gate in entry_roads(rules, state, unit, local.gates):
        way = follow(rules, side, gate, local.left - 1, free)
        if way.reach >> goal & 1 or goal == gate:
            rides.append((way.cost(goal), road_way(rules, side, goal, way), gate))
    cost, passed, gate = min(rides)
    _arrive(play, local._replace(left=local.left - 1 - cost, mode=STRATEGIC, gates=0), goal, passed | 1 << gate)
