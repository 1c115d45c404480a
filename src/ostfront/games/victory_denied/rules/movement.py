"""Movement (8): units one at a time, in legs; strategic movement along roads."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roads import Roads
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN
from ostfront.games.victory_denied.rules.ground import full_hexes, has_room, triggers, zoc
from ostfront.games.victory_denied.rules.roads import strategic_hexes
from ostfront.games.victory_denied.rules.victory import enter_hex
from ostfront.games.victory_denied.state import Activation, March, VdPlay, VdState
from ostfront.kit import march

NOT_BEGUN, NORMAL, STRATEGIC = range(3)


# ---- the segment ------------------------------------------------------------------------------------


@implements("AVD 7.3.2b")
def begin_movement(play: VdPlay, _local: Activation) -> None:
    """Units that moved under an earlier chit may move again."""
    play.state.moved = 0


def next_move(play: VdPlay, local: Activation) -> None:
    """8.1.1: pick the next unit, as long as there is one."""
    units = pickable(play.facts, play.state)
    if units:
        play.ask("move", local.side, prepared=units)


def pickable(facts: Facts, state: VdState) -> int:
    """Active units that have not moved and may (8.1.6); from a box only where there is a way in."""
    units = state.active
    units ^= units & (state.moved | immobile(facts))
    waiting = units & boxed(facts, state)
    if waiting:
        for unit in bits(waiting):
            if not any(entry_legs(facts, state, unit)):
                units &= ~(1 << unit)
    return units


def boxed(facts: Facts, state: VdState) -> int:
    """The units in Timoshenko's box."""
    return state.units_at(facts.boxes["timoshenko"])


@implements("AVD 8.1.6")
def immobile(facts: Facts) -> int:
    return facts.roster.pvos


def move_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = play.prepared or pickable(facts, state)
    waiting = units & boxed(facts, state)
    return Options(() if waiting else facts.done, ((facts.picks, units),))


def answer_move(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    unit = action.arg
    play.goto("next unit")
    left = 2 * allowance(facts, state, unit)
    play.begin("march", March(unit, left, NOT_BEGUN, state.place[unit] >= facts.grid.size))


MOVE = Kind(
    "move",
    "8.1",
    verbs=(
        Verb("pick", (UNIT,), "pick up a unit to move it"),
        Verb("done", (), "finish this segment", ends="segment"),
    ),
    prompt="Pick a unit to move, or finish the movement segment.",
    options=move_options,
    answer=answer_move,
)


def allowance(facts: Facts, state: VdState, unit: int) -> int:
    """Movement points: halved, rounded down, without supply (10.3)."""
    points = facts.roster.move[unit]
    return halved(points) if state.status[unit] and slowed() else points


@implements("AVD 1.3a")
def halved(points: int) -> int:
    return points // 2


@implements("AVD 10.3.2", "AVD 10.3.3a")
def slowed() -> bool:
    return True


# ---- a unit in hand ---------------------------------------------------------------------------------


def next_leg(play: VdPlay, local: March) -> None:
    play.ask("march", play.facts.roster.side[local.unit])


def legs(facts: Facts, state: VdState, local: March) -> tuple[Range | None, Roads | None]:
    """Where the unit in hand can go by normal movement, and along roads."""
    normal = local.mode != STRATEGIC and local.left >= 2
    return ways(facts, state, local) if normal else None, strategic_ways(facts, state, local)


@implements("AVD 5.4")
def closed_to(facts: Facts, state: VdState, unit: int) -> int:
    """Hexes a unit may not enter: enemies, for an HQ lone HQs too (5.2); the Pocket for Germans (14).

    Friends close none: the stacking limit is for where a unit stops (5.4).
    """
    roster = facts.roster
    side = roster.side[unit]
    groups = ANY if roster.is_hq[unit] else COMBAT
    closed = state.occupied[groups[1 - side]]
    return closed | facts.pocket if side == GERMAN else closed


def ways(facts: Facts, state: VdState, local: March, start: int = -1) -> Range:
    """Where the unit in hand can go by normal movement, from its hex or another one."""
    unit, roster = local.unit, facts.roster
    zoc_in, zoc_out = zoc_costs(facts)
    return move_range(
        facts.profiles[roster.on_wheels[unit]],
        state.place[unit] if start < 0 else start,
        local.left // 2,
        zoc=zoc(facts, state, 1 - roster.side[unit]),
        closed=closed_to(facts, state, unit),
        zoc_in=zoc_in,
        zoc_out=zoc_out,
        fresh=local.mode == NOT_BEGUN,
    )


@implements("AVD 6.3")
def zoc_costs(facts: Facts) -> tuple[int, int]:
    """What it costs to enter and to leave enemy zones of control, however many overlap."""
    return facts.zoc_in, facts.zoc_out


def normal_legs(facts: Facts, state: VdState, unit: int, found: Range) -> int:
    """The hexes in reach where the unit could stop."""
    reach = found.reach ^ (1 << state.place[unit])
    return reach ^ full_hexes(facts, state, unit, reach)


def strategic_ways(facts: Facts, state: VdState, local: March) -> Roads | None:
    """8.3: along the road at half a point a hex, away from enemies and their victory hexes."""
    unit, here = local.unit, state.place[local.unit]
    if local.mode == NORMAL or facts.roster.motorized[unit] or not local.left:
        return None
    if not facts.road_links[here]:
        return None
    side = facts.roster.side[unit]
    if local.mode == NOT_BEGUN and zoc(facts, state, 1 - side) >> here & 1:
        return None
    return facts.road_net.free(here, strategic_hexes(facts, state, side), local.left)


def strategic_legs(facts: Facts, state: VdState, local: March) -> int:
    """The hexes along the road where the unit could stop."""
    found = strategic_ways(facts, state, local)
    return found.reach ^ full_hexes(facts, state, local.unit, found.reach) if found is not None else 0


def ask_march(play: VdPlay, _decision: Decision) -> str:
    return march.ask(play, "choose its first hex" if play.state.top.local.may_enter else "")


def march_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: March = state.top.local
    if local.may_enter:
        go, road = entry_legs(facts, state, local.unit)
        return Options((), ((facts.goes, go), (facts.rides, road)))
    if play.prepared is None:
        play.prepared = legs(facts, state, local)
    found, roads = play.prepared
    go = normal_legs(facts, state, local.unit, found) if found is not None else 0
    road = roads.reach ^ full_hexes(facts, state, local.unit, roads.reach) if roads is not None else 0
    stop = facts.stop if may_stop(facts, state, local) else ()
    return march.options(stop, (facts.goes, go), (facts.rides, road))


def may_stop(facts: Facts, state: VdState, local: March) -> bool:
    """Not in a hex it only passes: from Timoshenko's box a unit can come into a full one."""
    return local.mode == NOT_BEGUN or has_room(facts, state, local.unit, state.place[local.unit])


def answer_march(play: VdPlay, _decision: Decision, action: Action) -> None:
    march.answer(play, action, play.state.top.local.may_enter, _enter_map, _go, _ride, end_march)


MARCH = Kind(
    "march",
    "8.1",
    verbs=(march.GO, march.ROAD, march.STOP),
    prompt=ask_march,
    options=march_options,
    answer=answer_march,
)

MOVE_COMPOUND = Compound(
    "move UNIT HEX",
    (Part("pick UNIT"), Part("go HEX", instead="road HEX", again=True), Part("stop", maybe=True)),
)


def _go(play: VdPlay, local: March, goal: int) -> None:
    """A normal leg by the cheapest route, as far as the first hex with an effect."""
    state, facts = play.state, play.facts
    unit = local.unit
    found: Range = play.prepared[0] if play.prepared is not None else ways(facts, state, local)
    doing = triggers(facts, state, unit)
    stopping = crosses(found, goal, doing)
    cost = found.cost(goal, onward=not stopping)
    if not stopping and _on_the_way(facts, found, goal, doing) and mask(found.path(goal, onward=True)[1:-1]) & doing:
        for step in found.path(goal, avoid=doing, onward=True)[1:-1]:
            if doing >> step & 1:
                goal, cost = step, found.cost(step, onward=True)
                break
    play.note("go", unit, state.place[unit], goal)
    _arrive(play, March(unit, 0 if stopping else local.left - 2 * cost, NORMAL), goal, doing)


def crosses(found: Range, goal: int, doing: int) -> bool:
    """Whether a leg crosses a river and ends the move (8.1.3): only if no detour avoids that.

    A detour through a hex with an effect must be made in separate legs.
    """
    if not found.stops >> goal & 1:
        return False
    if not found.onward >> goal & 1:
        return True
    return bool(mask(found.path(goal, avoid=doing, onward=True)[1:-1]) & doing)


def _on_the_way(facts: Facts, found: Range, goal: int, doing: int) -> bool:
    """Whether one of these hexes could be on a cheapest route: cheap enough, and near enough to continue from."""
    near = doing & found.onward
    if not near:
        return False
    cost, distance = found.cost(goal, onward=True), facts.grid.distance
    for place in bits(near & ~(1 << goal)):
        before = found.cost(place, onward=True)
        if before < cost and before + distance(place, goal) <= cost:
            return True
    return False


def _ride(play: VdPlay, local: March, goal: int) -> None:
    """A strategic leg, as far as the first hex with an effect: by 8.3.1 only one that wins the game."""
    state, facts = play.state, play.facts
    unit = local.unit
    found: Roads | None = play.prepared[1] if play.prepared is not None else strategic_ways(facts, state, local)
    assert found is not None
    costs = found.costs
    cost = costs[goal]
    doing = triggers(facts, state, unit)
    if doing & found.reach:
        at = goal
        for n in range(cost - 1, 0, -1):
            at = next(there for there in facts.road_links[at] if costs.get(there) == n)
            if doing >> at & 1:
                goal, cost = at, n
    play.note("road", unit, state.place[unit], goal)
    _arrive(play, March(unit, local.left - cost, STRATEGIC), goal, doing)


def _arrive(play: VdPlay, local: March, goal: int, doing: int) -> None:
    """The leg is done; if nothing happens there, the unit continues at once."""
    state = play.state
    state.put(local.unit, goal)
    if doing >> goal & 1:
        play.again("after the leg", local)
        enter_hex(play, local.unit, goal)
    elif local.left < (2 if local.mode == NORMAL else 1):
        end_march(play)
    else:
        play.local(local)
        play.ask("march", play.facts.roster.side[local.unit])


def after_leg(play: VdPlay, local: March) -> None:
    """Continue while there are points for another hex."""
    if local.mode == NOT_BEGUN or local.left < (2 if local.mode == NORMAL else 1):
        end_march(play)
    else:
        next_leg(play, local)


def end_march(play: VdPlay) -> None:
    state = play.state
    frame = state.top
    state.moved |= 1 << frame.local.unit
    state.top = frame.below


# ---- Timoshenko's box (11.2.2) ----------------------------------------------------------------------


def entry_legs(facts: Facts, state: VdState, unit: int) -> tuple[int, int]:
    """The hexes a unit in the box can enter first: at normal cost, and by road; full ones if it can continue."""
    left = 2 * allowance(facts, state, unit)
    open_hexes = facts.timoshenko_hexes & ~closed_to(facts, state, unit)
    full = full_hexes(facts, state, unit, open_hexes)
    in_zoc = zoc(facts, state, 1 - facts.roster.side[unit])
    go = 0
    for i in bits(open_hexes):
        rest = left - 2 * entry_cost(facts, unit, i, in_zoc)
        if rest >= 0 and (not full >> i & 1 or leads_on(facts, state, March(unit, rest, NORMAL), i)):
            go |= 1 << i
    road = open_hexes & entry_roads(facts, state, unit)
    for i in bits(road & full):
        if not leads_on(facts, state, March(unit, left - 1, STRATEGIC), i):
            road ^= 1 << i
    return go, road


@implements("AVD 5.4")
def leads_on(facts: Facts, state: VdState, local: March, start: int) -> bool:
    """Whether a unit that only passes the first hex could stop in another one."""
    unit = local.unit
    if local.mode == NORMAL:
        reach = ways(facts, state, local, start).reach & ~(1 << start)
    else:
        reach = facts.road_net.free(start, strategic_hexes(facts, state, facts.roster.side[unit]), local.left).reach
    return bool(reach & ~full_hexes(facts, state, unit, reach))


@implements("AVD 11.2.2b")
def entry_roads(facts: Facts, state: VdState, unit: int) -> int:
    """Where strategic movement may begin from the box: the first hex must be a road hex."""
    return 0 if facts.roster.motorized[unit] else strategic_hexes(facts, state, facts.roster.side[unit])


def entry_cost(facts: Facts, unit: int, place: int, in_zoc: int) -> int:
    """What the first hex costs; `in_zoc` are the hexes in enemy zones of control."""
    costs = facts.costs[facts.roster.on_wheels[unit]].terrain[facts.board.terrain_at[place]]
    assert isinstance(costs, int)
    return costs + (facts.zoc_in if in_zoc >> place & 1 else 0)


def _enter_map(play: VdPlay, local: March, action: Action) -> None:
    state, facts = play.state, play.facts
    assert isinstance(action.arg, int)
    normal = action.verb == "go"
    in_zoc = zoc(facts, state, 1 - facts.roster.side[local.unit])
    cost = 2 * entry_cost(facts, local.unit, action.arg, in_zoc) if normal else 1
    play.note("enter", local.unit, action.arg)
    after = March(local.unit, local.left - cost, NORMAL if normal else STRATEGIC)
    _arrive(play, after, action.arg, triggers(facts, state, local.unit))


PROCEDURES = (
    Procedure("march", (
        Step("leg", next_leg, "8.1"),
        Step("after the leg", after_leg, "8.1"),
    ), March),
)  # fmt: skip
