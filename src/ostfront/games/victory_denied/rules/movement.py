"""Movement (8): units one at a time, in legs; strategic movement along roads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits, mask
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN
from ostfront.games.victory_denied.rules.ground import full_hexes, triggers, zoc
from ostfront.games.victory_denied.rules.play import VdPlay
from ostfront.games.victory_denied.rules.roads import Roads, free_roads, strategic_hexes
from ostfront.games.victory_denied.rules.victory import enter_hex
from ostfront.games.victory_denied.state import Activation, March

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

NOT_BEGUN, NORMAL, STRATEGIC = range(3)


# ---- the segment ------------------------------------------------------------------------------------


@carries_out("AVD 7.3.2b")
def begin_movement(play: VdPlay, _local: Activation) -> None:
    """Whatever moved under an earlier chit may move again."""
    play.state.moved = 0


def next_move(play: VdPlay, local: Activation) -> None:
    """8.1.1: pick the next unit, as long as there is one."""
    units = pickable(play.rules, play.state)
    if units:
        play.ask("move", local.side, prepared=units)


def pickable(rules: VictoryDenied, state: VdState) -> int:
    """Active units that have not moved and may (8.1.6); from a box only where there is a way in."""
    units = state.active
    units ^= units & (state.moved | immobile(rules))
    waiting = units & boxed(rules, state)
    if waiting:
        for unit in bits(waiting):
            if not any(entry_legs(rules, state, unit)):
                units &= ~(1 << unit)
    return units


def boxed(rules: VictoryDenied, state: VdState) -> int:
    """The units in Timoshenko's box."""
    return state.units_at(rules.boxes["timoshenko"])


@carries_out("AVD 8.1.6", otherwise=0)
def immobile(rules: VictoryDenied) -> int:
    return rules.roster.pvos


def move_options(play: VdPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    units = play.prepared or pickable(rules, state)
    waiting = units & boxed(rules, state)
    return Options(() if waiting else rules.done, ((rules.picks, units),))


def answer_move(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, rules = play.state, play.rules
    unit = action.arg
    play.goto("next unit")
    left = 2 * allowance(rules, state, unit)
    play.begin("march", March(unit, left, NOT_BEGUN, state.place[unit] >= rules.grid.size))


def allowance(rules: VictoryDenied, state: VdState, unit: int) -> int:
    """Movement points: halved, rounded down, without supply (10.3)."""
    points = rules.roster.move[unit]
    return halved(points) if state.status[unit] and slowed() else points


@carries_out("AVD 1.3a", otherwise=lambda points: points - points // 2)
def halved(points: int) -> int:
    return points // 2


@carries_out("AVD 10.3.2", "AVD 10.3.3a", otherwise=False)
def slowed() -> bool:
    return True


# ---- a unit in hand ---------------------------------------------------------------------------------


def next_leg(play: VdPlay, local: March) -> None:
    play.ask("march", play.rules.roster.side[local.unit])


def march_options(play: VdPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    local: March = state.top.local
    if local.may_enter:
        go, road = entry_legs(rules, state, local.unit)
        return Options((), ((rules.goes, go), (rules.rides, road)))
    if play.prepared is None:
        play.prepared = legs(rules, state, local)
    found, roads = play.prepared
    go = normal_legs(rules, state, local.unit, found) if found is not None else 0
    road = roads.reach ^ full_hexes(rules, state, local.unit, roads.reach) if roads is not None else 0
    if not road:
        return Options(rules.stop, ((rules.goes, go),))
    if not go:
        return Options(rules.stop, ((rules.rides, road),))
    return Options(rules.stop, ((rules.goes, go), (rules.rides, road)))


def legs(rules: VictoryDenied, state: VdState, local: March) -> tuple[Range | None, Roads | None]:
    """Where the unit in hand can go by normal movement, and along roads."""
    normal = local.mode != STRATEGIC and local.left >= 2
    return ways(rules, state, local) if normal else None, strategic_ways(rules, state, local)


def _closed_as_at_rest(rules: VictoryDenied, state: VdState, unit: int) -> int:
    """Without 5.4 the stacking limit would close hexes to passing units as well."""
    own = state.occupied[COMBAT[rules.roster.side[unit]]]
    return own & rules.valid | state.occupied[ANY[1 - rules.roster.side[unit]]]


@carries_out("AVD 5.4", otherwise=_closed_as_at_rest)
def closed_to(rules: VictoryDenied, state: VdState, unit: int) -> int:
    """Hexes a unit may not enter: enemies, for an HQ lone HQs too (5.2); the Pocket for Germans (14).

    Friends close none: the stacking limit is for where a unit stops (5.4).
    """
    roster = rules.roster
    side = roster.side[unit]
    groups = ANY if roster.is_hq[unit] else COMBAT
    closed = state.occupied[groups[1 - side]]
    return closed | rules.pocket if side == GERMAN else closed


def ways(rules: VictoryDenied, state: VdState, local: March) -> Range:
    """Where the unit in hand can go by normal movement."""
    unit, roster = local.unit, rules.roster
    zoc_in, zoc_out = zoc_costs(rules)
    return move_range(
        rules.profiles[roster.motorized[unit]],
        state.place[unit],
        local.left // 2,
        zoc=zoc(rules, state, 1 - roster.side[unit]),
        closed=closed_to(rules, state, unit),
        zoc_in=zoc_in,
        zoc_out=zoc_out,
        fresh=local.mode == NOT_BEGUN,
    )


@carries_out("AVD 6.3", otherwise=lambda rules: (2 * rules.zoc_in, 2 * rules.zoc_out))
def zoc_costs(rules: VictoryDenied) -> tuple[int, int]:
    """What it costs to enter and to leave enemy zones of control, however many lie over each other."""
    return rules.zoc_in, rules.zoc_out


def normal_legs(rules: VictoryDenied, state: VdState, unit: int, found: Range) -> int:
    """The hexes in reach where the unit could stop."""
    reach = found.reach ^ (1 << state.place[unit])
    return reach ^ full_hexes(rules, state, unit, reach)


def strategic_ways(rules: VictoryDenied, state: VdState, local: March) -> Roads | None:
    """8.3: along the road at half a point a hex, away from enemies and their victory hexes."""
    unit, here = local.unit, state.place[local.unit]
    if local.mode == NORMAL or rules.roster.motorized[unit] or not local.left:
        return None
    if not rules.road_links[here]:
        return None
    side = rules.roster.side[unit]
    if local.mode == NOT_BEGUN and zoc(rules, state, 1 - side) >> here & 1:
        return None
    return free_roads(rules, here, strategic_hexes(rules, state, side), local.left)


def strategic_legs(rules: VictoryDenied, state: VdState, local: March) -> int:
    """The hexes along the road where the unit could stop."""
    found = strategic_ways(rules, state, local)
    return found.reach ^ full_hexes(rules, state, local.unit, found.reach) if found is not None else 0


def answer_march(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "stop":
        end_march(play)
        return
    assert isinstance(action.arg, int)
    local: March = play.state.top.local
    if local.may_enter:
        _enter_map(play, local, action)
    elif action.verb == "go":
        _go(play, local, action.arg)
    else:
        _ride(play, local, action.arg)


def _go(play: VdPlay, local: March, goal: int) -> None:
    """A normal leg by the cheapest way, as far as the first hex that does something."""
    state, rules = play.state, play.rules
    unit = local.unit
    found: Range = play.prepared[0] if play.prepared is not None else ways(rules, state, local)
    stopping = found.stops >> goal & 1
    cost = found.cost(goal)
    doing = triggers(rules, state, unit)
    if _on_the_way(rules, found, goal, doing) and mask(found.path(goal)[1:-1]) & doing:
        for step in found.path(goal, avoid=doing)[1:-1]:
            if doing >> step & 1:
                goal, cost, stopping = step, found.cost(step, onward=True), 0
                break
    play.note("go", unit, state.place[unit], goal)
    _arrive(play, March(unit, 0 if stopping else local.left - 2 * cost, NORMAL), goal, doing)


def _on_the_way(rules: VictoryDenied, found: Range, goal: int, doing: int) -> bool:
    """Whether one of these hexes could lie on a cheapest way: cheap enough, and near enough to go on from."""
    near = doing & found.onward
    if not near:
        return False
    cost, distance = found.cost(goal), rules.grid.distance
    for place in bits(near & ~(1 << goal)):
        before = found.cost(place, onward=True)
        if before < cost and before + distance(place, goal) <= cost:
            return True
    return False


def _ride(play: VdPlay, local: March, goal: int) -> None:
    """A strategic leg, as far as the first hex that does something: by 8.3.1 only one that wins the game."""
    state, rules = play.state, play.rules
    unit = local.unit
    found: Roads | None = play.prepared[1] if play.prepared is not None else strategic_ways(rules, state, local)
    assert found is not None
    costs = found.costs
    cost = costs[goal]
    doing = triggers(rules, state, unit)
    if doing & found.reach:
        at = goal
        for n in range(cost - 1, 0, -1):
            at = next(there for there in rules.road_links[at] if costs.get(there) == n)
            if doing >> at & 1:
                goal, cost = at, n
    play.note("road", unit, state.place[unit], goal)
    _arrive(play, March(unit, local.left - cost, STRATEGIC), goal, doing)


def _arrive(play: VdPlay, local: March, goal: int, doing: int) -> None:
    """The leg is done; where nothing happens the unit goes on at once."""
    state = play.state
    state.put(local.unit, goal)
    if doing >> goal & 1:
        play.again("after the leg", local)
        enter_hex(play, local.unit, goal)
    elif local.left < (2 if local.mode == NORMAL else 1):
        end_march(play)
    else:
        play.local(local)
        play.ask("march", play.rules.roster.side[local.unit])


def after_leg(play: VdPlay, local: March) -> None:
    """Go on while there are points for another hex."""
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


def entry_legs(rules: VictoryDenied, state: VdState, unit: int) -> tuple[int, int]:
    """The hexes a unit in the box can enter first: at normal cost, and by road."""
    left = 2 * allowance(rules, state, unit)
    open_hexes = rules.timoshenko_hexes & ~closed_to(rules, state, unit)
    open_hexes &= ~full_hexes(rules, state, unit, open_hexes)
    in_zoc = zoc(rules, state, 1 - rules.roster.side[unit])
    go = 0
    for i in bits(open_hexes):
        if 2 * entry_cost(rules, unit, i, in_zoc) <= left:
            go |= 1 << i
    return go, open_hexes & entry_roads(rules, state, unit)


@carries_out("AVD 11.2.2b", otherwise=0)
def entry_roads(rules: VictoryDenied, state: VdState, unit: int) -> int:
    """Where strategic movement may begin from the box: the first hex must be a road hex."""
    return 0 if rules.roster.motorized[unit] else strategic_hexes(rules, state, rules.roster.side[unit])


def entry_cost(rules: VictoryDenied, unit: int, place: int, in_zoc: int) -> int:
    """What the first hex costs; `in_zoc` are the hexes in enemy zones of control."""
    costs = rules.costs[rules.roster.motorized[unit]].terrain[rules.board.terrain_at[place]]
    assert isinstance(costs, int)
    return costs + (rules.zoc_in if in_zoc >> place & 1 else 0)


def _enter_map(play: VdPlay, local: March, action: Action) -> None:
    state, rules = play.state, play.rules
    assert isinstance(action.arg, int)
    normal = action.verb == "go"
    in_zoc = zoc(rules, state, 1 - rules.roster.side[local.unit])
    cost = 2 * entry_cost(rules, local.unit, action.arg, in_zoc) if normal else 1
    play.note("enter", local.unit, action.arg)
    after = March(local.unit, local.left - cost, NORMAL if normal else STRATEGIC)
    _arrive(play, after, action.arg, triggers(rules, state, local.unit))
