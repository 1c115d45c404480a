"""Movement (9): units one at a time, in legs; strategic movement along roads; entry from the map's edge."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.facts.roads import NO_RIDE, Ride
from ostfront.games.victory_awaits.facts.roster import MECH
from ostfront.games.victory_awaits.rules.ground import changing, crowded, enter, full_hexes, zoc
from ostfront.games.victory_awaits.rules.roads import road_stops, strategic_hexes
from ostfront.games.victory_awaits.state import Command, Entering, March, VaPlay, VaState
from ostfront.kit import march

NOT_BEGUN, NORMAL, STRATEGIC = range(3)


# ---- the segment ------------------------------------------------------------------------------------


@implements("AVA 8.1b")
def begin_movement(play: VaPlay, _local: Command | Entering) -> None:
    """Units that moved under an earlier chit may move again."""
    play.state.moved = 0


@implements("AVA 5.0.4a")
def next_move(play: VaPlay, local: Command | Entering) -> None:
    """Pick the next unit, as long as there is one."""
    units = pickable(play.facts, play.state, local)
    if units:
        play.ask("move", local.seat, prepared=units)


@implements("AVA 8.2b", "AVA 8.1c", "AVA 9.0")
def pickable(facts: Facts, state: VaState, local: Command | Entering) -> int:
    """Active units that have not moved; off the map only if they can enter."""
    units = state.active & ~state.moved
    if isinstance(local, Entering):
        for unit in bits(units & ~state.on_map):
            if not any(entry_legs(facts, state, unit, 1 << local.gate)):
                units &= ~(1 << unit)
        return units
    units &= state.on_map
    if state.confined:
        feared = zoc(facts, state, 1 - local.side)
        units &= ~mask(unit for unit in bits(units) if feared >> state.place[unit] & 1)
    return units


def move_options(play: VaPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = play.prepared or pickable(facts, state, state.top.local)
    waiting = units & ~state.on_map  # 19th Army enters if it can
    return Options(() if waiting else facts.done, ((facts.picks, units),))


def answer_move(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    local: Command | Entering = play.state.top.local
    unit = action.arg
    outside = isinstance(local, Entering) and not play.state.on_map >> unit & 1
    play.goto("next unit")
    begin_march(play, unit, local.seat, 1 << local.gate if outside and isinstance(local, Entering) else 0)


MOVE = Kind(
    "move",
    "9.1",
    verbs=(
        Verb("pick", (UNIT,), "pick up a unit to set it up or to move it"),
        Verb("done", (), "finish this segment", ends="segment"),
    ),
    prompt="Pick a unit to move, or finish the movement segment.",
    options=move_options,
    answer=answer_move,
)
MOVE_AT_ONCE = Compound(
    "move UNIT HEX",
    (Part("pick UNIT"), Part("go HEX", instead="road HEX"), Part("stop", maybe=True)),
)


def begin_march(play: VaPlay, unit: int, seat: int, gates: int = 0) -> None:
    play.begin("march", March(unit, seat, 2 * allowance(play.facts, play.state, unit), NOT_BEGUN, gates))


@implements("AVA 11.1.3")
def allowance(facts: Facts, _state: VaState, unit: int) -> int:
    """A unit's movement points, with or without supply."""
    return facts.roster.move[unit]


# ---- a unit in hand ---------------------------------------------------------------------------------


def next_leg(play: VaPlay, local: March) -> None:
    play.ask("march", local.seat)


def ask_march(play: VaPlay, _decision: Decision) -> str:
    return march.ask(play, "choose where it goes" if play.state.top.local.gates else "")


def march_options(play: VaPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    if local.gates:
        go, road = entry_legs(facts, state, local.unit, local.gates)
        return Options((), ((facts.goes, go), (facts.rides, road)))
    if play.prepared is None:
        play.prepared = known_ways(facts, state, local)
    normal, along_road = play.prepared
    go = normal_legs(facts, state, local.unit, normal) if normal is not None else 0
    road = road_stops(facts, state, local.unit, along_road.reach)
    return march.options(facts.stop, (facts.goes, go), (facts.rides, road))


class Ways(NamedTuple):
    """Where the unit in hand can go: by normal movement, and along the road."""

    normal: Range | None
    road: Ride


def known_ways(facts: Facts, state: VaState, local: March) -> Ways:
    normal = ways(facts, state, local) if local.mode != STRATEGIC and local.left >= 2 else None
    return Ways(normal, road_ahead(facts, state, local))


@implements("AVA 3.1c", "AVA 3.1b")
def closed_to(facts: Facts, state: VaState, side: int) -> int:
    """Hexes a unit may not enter: those with enemies; full ones matter where a move ends."""
    return state.occupied[1 - side]


def ways(facts: Facts, state: VaState, local: March) -> Range:
    """Where the unit in hand can go by normal movement."""
    side = facts.roster.side[local.unit]
    return range_from(
        facts, state, local.unit, state.place[local.unit], local.left // 2, zoc(facts, state, 1 - side),
        fresh=local.mode == NOT_BEGUN,
    )  # fmt: skip


def range_from(
    facts: Facts, state: VaState, unit: int, start: int, points: int, feared: int, *, fresh: bool
) -> Range:
    side = facts.roster.side[unit]
    closed = closed_to(facts, state, side)
    if state.confined:
        closed |= feared
    zoc_in, zoc_out = zoc_costs(facts)
    return move_range(
        facts.profiles[side][facts.roster.mobility[unit]],
        start, points, zoc=feared, closed=closed, zoc_in=zoc_in, zoc_out=zoc_out, fresh=fresh,
    )  # fmt: skip


@implements("AVA 9.2e", "AVA 3.2c")
def zoc_costs(facts: Facts) -> tuple[int, int]:
    """What it costs to enter and to leave enemy zones of control, however many overlap."""
    return facts.zoc_in, facts.zoc_out


def normal_legs(facts: Facts, state: VaState, unit: int, found: Range) -> int:
    """The hexes in reach where the unit could stop."""
    reach = found.reach ^ 1 << state.place[unit]
    return reach ^ (reach & crowded(state, facts.roster.side[unit]))


def strategic_legs(facts: Facts, state: VaState, local: March) -> int:
    """9.3: the hexes along the road where the unit could stop."""
    return road_stops(facts, state, local.unit, road_ahead(facts, state, local).reach)


@implements("AVA 9.3a")
def road_ahead(facts: Facts, state: VaState, local: March) -> Ride:
    """Along the road at half a point a hex, out of enemy zones of control."""
    unit, here = local.unit, state.place[local.unit]
    if local.mode == NORMAL or not local.left or not facts.road_hexes >> here & 1 or bound(state, unit):
        return NO_RIDE
    side = facts.roster.side[unit]
    free = strategic_hexes(facts, state, side)
    return facts.road_nets[side].ride(here, local.left, free) if free >> here & 1 else NO_RIDE


@implements("AVA 17.2d")
def bound(state: VaState, unit: int) -> bool:
    """Units of the Reserve out of command use normal movement only."""
    return bool(state.out_of_command >> unit & 1)


def answer_march(play: VaPlay, _decision: Decision, action: Action) -> None:
    march.answer(play, action, bool(play.state.top.local.gates), _enter_map, _go, _ride, end_march)


MARCH = Kind(
    "march",
    "9.1",
    verbs=(march.GO, march.ROAD, march.STOP),
    prompt=ask_march,
    options=march_options,
    answer=answer_march,
)
MARCHING = Procedure("march", (Step("leg", next_leg, "9.1"),), March)


def _go(play: VaPlay, local: March, goal: int) -> None:
    """A normal leg by the cheapest route."""
    state, facts = play.state, play.facts
    found: Range = play.prepared.normal if play.prepared else ways(facts, state, local)
    play.note("go", local.unit, state.place[local.unit], goal)
    left = 0 if found.stops >> goal & 1 else local.left - 2 * found.cost(goal)
    passed = _passed(facts, state, local.unit, found, goal)
    _arrive(play, March(local.unit, local.seat, left, NORMAL), goal, passed)


def _passed(facts: Facts, state: VaState, unit: int, found: Range, goal: int) -> int:
    """The hexes entered on the way, where they matter."""
    doing = changing(facts, state, facts.roster.side[unit]) & found.reach
    if not doing or doing == 1 << goal:
        return 1 << goal
    return mask(found.path(goal)[1:])


def _ride(play: VaPlay, local: March, goal: int) -> None:
    """A strategic leg."""
    state, facts = play.state, play.facts
    unit = local.unit
    road: Ride = play.prepared.road if play.prepared else road_ahead(facts, state, local)
    play.note("road", unit, state.place[unit], goal)
    cost = road.cost(goal)
    side = facts.roster.side[unit]
    doing = changing(facts, state, side) & road.reach
    passed = facts.road_nets[side].way(goal, road) if doing and doing != 1 << goal else 1 << goal
    _arrive(play, March(unit, local.seat, local.left - cost, STRATEGIC), goal, passed)


def _arrive(play: VaPlay, local: March, goal: int, passed: int) -> None:
    """The leg is done; go on while there are points for another hex."""
    state = play.state
    state.put(local.unit, goal)
    enter(play.facts, state, play.facts.roster.side[local.unit], passed)
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


def open_gates(facts: Facts, state: VaState, side: int, gates: int) -> list[int]:
    """The gates where no enemy stands."""
    return bits(gates & ~closed_to(facts, state, side))


def entry_ways(facts: Facts, state: VaState, unit: int, gates: int) -> list[EntryWay]:
    """Normal movement from beside the map: the gate's hex is paid for as any other."""
    side = facts.roster.side[unit]
    feared = zoc(facts, state, 1 - side)
    found = []
    for gate in open_gates(facts, state, side, gates):
        cost = facts.entry_cost[facts.roster.mobility[unit] == MECH][gate]
        cost += zoc_costs(facts)[0] if feared >> gate & 1 else 0
        left = facts.roster.move[unit] - cost
        if left >= 0:
            reach = range_from(facts, state, unit, gate, left, feared, fresh=False)
            found.append(EntryWay(gate, 2 * cost, reach))
    return found


def entry_roads(facts: Facts, state: VaState, unit: int, gates: int) -> list[int]:
    """Gates through which the unit could enter by strategic movement."""
    side = facts.roster.side[unit]
    return bits(gates & strategic_hexes(facts, state, side))


@implements("AVA 15.3b", "AVA 15.4b")
def entry_legs(facts: Facts, state: VaState, unit: int, gates: int) -> tuple[int, int]:
    """The hexes a unit beside the map can reach: by normal movement, and by strategic movement."""
    go = road = 0
    for way in entry_ways(facts, state, unit, gates):
        go |= way.range.reach
    free = strategic_hexes(facts, state, facts.roster.side[unit])
    points = 2 * facts.roster.move[unit] - 1
    for gate in entry_roads(facts, state, unit, gates):
        road |= facts.grid.flood(1 << gate, free, free, facts.strategic_sides(unit), points)
    return go & ~full_hexes(facts, state, unit, go), road & ~full_hexes(facts, state, unit, road)


def _enter_map(play: VaPlay, local: March, action: Action) -> None:
    """The first leg, through the gate that leaves the unit most points."""
    state, facts = play.state, play.facts
    goal = action.arg
    assert isinstance(goal, int)
    unit = local.unit
    play.note("enter", unit, goal)
    if action.verb == "go":
        ways_in = [way for way in entry_ways(facts, state, unit, local.gates) if way.range.reach >> goal & 1]
        best = min(ways_in, key=lambda way: way.cost + 2 * way.range.cost(goal))
        left = local.left - best.cost - 2 * best.range.cost(goal)
        passed = 1 << best.gate | mask(best.range.path(goal)[1:])
        _arrive(play, local._replace(left=left, mode=NORMAL, gates=0), goal, passed)
        return
    side = facts.roster.side[unit]
    free, roads = strategic_hexes(facts, state, side), facts.road_nets[side]
    rides = []
    for gate in entry_roads(facts, state, unit, local.gates):
        way = roads.follow(gate, local.left - 1, free)
        if way.reach >> goal & 1 or goal == gate:
            rides.append((way.cost(goal), roads.way(goal, way), gate))
    cost, passed, gate = min(rides)
    _arrive(play, local._replace(left=local.left - 1 - cost, mode=STRATEGIC, gates=0), goal, passed | 1 << gate)
