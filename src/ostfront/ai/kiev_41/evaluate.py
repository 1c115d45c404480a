"""What a position is worth; a victory area is worth ten.

Each term is a small function of a muster (the blocks on the map, counted once) and gives its value as the Axis sees
it; the Soviets see the opposite. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.kiev_41.context import Moment
from ostfront.ai.kiev_41.knowledge import outlook
from ostfront.ai.kiev_41.prospects import prospects
from ostfront.ai.kiev_41.tally import Muster, Stack
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules.control import discs
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.supply import connected, supplied

if TYPE_CHECKING:
    from ostfront.games.kiev_41.rules import Kiev41
    from ostfront.games.kiev_41.state import K41State


# ---- terms, as the Axis sees them ----------------------------------------------------------------------


def result(m: Muster) -> float:
    """The game is over: nothing else counts."""
    over = m.state.result
    if over is None:
        return 0.0
    w = m.look.weights["result"]
    sign = {"axis": 1.0, "soviet": -1.0}.get(over.winner, 0.0)
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    return sign * w["win"] + w["margin"] * margin  # type: ignore[no-any-return]


def areas(m: Muster) -> float:
    """Victory areas and cities held, having as many as the scenario asks for, and space."""
    look, axis = m.look, m.state.axis
    w = look.weights["areas"]
    total = w["space"] * (axis & look.rules.everywhere).bit_count()
    for area, worth in look.worth_at.items():
        if axis >> area & 1:
            total += worth
    return total + look.threshold(m.state.turn, (axis & look.rules.victory_areas).bit_count())  # type: ignore[no-any-return]


def strength(m: Muster) -> float:
    """Blocks and Defensive Lines on the map, and a share for those that will come."""
    w, state, boxes = m.look.weights["strength"], m.state, m.look.rules.boxes
    total = sum([s.worth for s in m.at[AXIS].values()]) - sum([s.worth for s in m.at[SOVIET].values()])
    total += w["line"] * (state.lines_axis.bit_count() - state.lines_soviet.bit_count())
    return total + w["pool"] * (_in_box(m, boxes["axis-pool"]) - _in_box(m, boxes["soviet-pool"]))  # type: ignore[no-any-return]


def _in_box(m: Muster, box: int) -> float:
    """What the blocks of a box would be worth if they came."""
    arriving, unseen, following = m.look.arriving, m.moment.waiting, m.state.next
    total = 0.0
    unit = m.state.first[box]
    while unit >= 0:
        total += unseen.get(unit, arriving[unit])
        unit = following[unit]
    return total


def contest(m: Muster) -> float:
    """Each objective belongs a little to whoever could get there in force; force counts squared, so it gathers."""
    axis, soviet = influence(m)
    total = 0.0
    for worth, mine, theirs in zip(m.look.goal_worth, axis, soviet, strict=True):
        square = mine * mine
        total += worth * square / (square + theirs * theirs)
    return total * m.look.weights["contest"]["share"] * m.time  # type: ignore[no-any-return]


def influence(m: Muster) -> tuple[list[float], list[float]]:
    """The strength of both sides at each objective; who holds it has the benefit of the doubt."""
    held = m.look.goal_mask & m.state.axis
    doubt = m.look.weights["contest"]["doubt"]
    found = _weights(m)
    axis, soviet = found[0][:], found[1][:]
    for number, area in enumerate(m.look.goals):
        if held >> area & 1:
            axis[number] += doubt
            soviet[number] += doubt / 4
        else:
            axis[number] += doubt / 4
            soviet[number] += doubt
    return axis, soviet


def _weights(m: Muster) -> tuple[list[float], list[float]]:
    """What the blocks of both sides weigh at each objective; from the base, less what was there, plus what is now."""
    if m.sums is not None:
        return m.sums
    goals = len(m.look.goals)
    if m.base is None:
        m.sums = [0.0] * goals, [0.0] * goals
        for side in (AXIS, SOVIET):
            for area, stack in m.at[side].items():
                _weigh(m, m.sums[side], area, stack, 1.0)
        return m.sums
    old = _weights(m.base)
    m.sums = old[0][:], old[1][:]
    for area in bits(m.changed):
        for side in (AXIS, SOVIET):
            before, after = m.base.at[side].get(area), m.at[side].get(area)
            if before is not None:
                _weigh(m, m.sums[side], area, before, -1.0)
            if after is not None:
                _weigh(m, m.sums[side], area, after, 1.0)
    return m.sums


def _weigh(m: Muster, sums: list[float], area: int, stack: Stack, sign: float) -> None:
    slow, fast = m.look.near
    if stack.fast < stack.defense:
        strength = sign * (stack.defense - stack.fast)
        for goal, felt in slow[area]:
            sums[goal] += felt * strength
    if stack.fast:
        strength = sign * stack.fast
        for goal, felt in fast[area]:
            sums[goal] += felt * strength


def guard(m: Muster) -> float:
    """Objectives left empty where the enemy can walk in; the last victory area of all above everything."""
    return _open(m, SOVIET) - _open(m, AXIS)


def _open(m: Muster, side: int) -> float:
    look, state = m.look, m.state
    w, rules = look.weights["guard"], look.rules
    foes = m.occupied[1 - side]
    held = state.controlled(side)
    total = 0.0
    for area, worth in look.worth_at.items():
        if held >> area & 1 and not m.units[side] >> area & 1 and rules.disks[area][w["reach"]] & foes:
            total += w["last"] if m.last[side] >> area & 1 else worth * w["share"] * m.time
    return total


def progress(m: Muster) -> float:
    """How far blocks are from the nearest victory area they want: it brings up those who feel none yet, and HQs."""
    w, look, state = m.look.weights["progress"], m.look, m.state
    held = state.axis & look.wanted
    aims = m.moment.aims
    ways = look.nearest(aims[AXIS].goals if aims else look.wanted & ~held), look.nearest(look.wanted)
    total = w["taken"] * held.bit_count()
    total -= w["axis"] * sum([ways[AXIS][area] * s.blocks for area, s in m.at[AXIS].items()])
    total += w["soviet"] * sum([ways[SOVIET][area] * s.blocks for area, s in m.at[SOVIET].items()])
    for hq in bits(look.rules.roster.hqs & state.on_map):
        if hq not in m.moment.assumed:
            side = look.rules.roster.side[hq]
            far = ways[side][state.place[hq]] * w["headquarters"]
            total += w["soviet"] * far if side == SOVIET else -w["axis"] * far
    return total  # type: ignore[no-any-return]


def battle(m: Muster) -> float:
    """Attacks that could be made as the blocks stand, for and against."""
    return prospects(m, AXIS) - prospects(m, SOVIET)


def supply(m: Muster) -> float:
    """Blocks without a line of communication, those whose line hangs by a thread, and those with cubes."""
    return _want(m, SOVIET) - _want(m, AXIS)


def _want(m: Muster, side: int) -> float:
    w, state, look = m.look.weights["supply"], m.state, m.look
    safe, fed = lines_of(m, side)
    total = 0.0
    cut = m.occupied[side] & ~fed
    if cut:
        total += w["cut"] * sum([m.at[side][area].worth for area in bits(cut)])
    links, foes = look.rules.links, m.units[1 - side]
    for area, stack in m.at[side].items():
        if links[area] & foes and (links[area] & safe).bit_count() < 2:
            total += w["thread"] * stack.worth
    for unit in bits(state.isolated & look.fighting[side] & state.on_map):
        known = m.moment.assumed.get(unit)
        total += w["cube"] * (look.worth[unit][state.steps[unit]] if known is None else known.worth)
    return total


def lines_of(m: Muster, side: int) -> tuple[int, int]:
    """The areas with a line of communication, and all where a block is in supply; the base's, if nothing moved."""
    base = m.base
    if base is not None and base.state.axis == m.state.axis and base.units == m.units:
        return lines_of(base, side)
    found = m.lines[side]
    if found is None:
        rules, state = m.look.rules, m.state
        found = m.lines[side] = connected(rules, state, side), supplied(rules, state, side)
    return found


def command(m: Muster) -> float:
    """Blocks in range of an HQ that commands them, HQs out of the enemy's way. HQs that are not seen are left out."""
    return _led(m, AXIS) - _led(m, SOVIET)


def _led(m: Muster, side: int) -> float:
    look, state = m.look, m.state
    rules, w = look.rules, look.weights["command"]
    total = 0.0
    led = 0
    for hq, obeying in rules.obeying.items():
        if rules.roster.side[hq] != side or not state.on_map >> hq & 1 or hq in m.moment.assumed:
            continue
        at = state.place[hq]
        if state.steps[hq] > 1:
            disk = rules.disks[at][min(4, attack_strength(rules, state, hq))]
            led |= state.standing(disk & m.occupied[side]) & obeying
        if m.units[1 - side] >> at & 1:
            total -= w["engaged"]
        elif m.at[side][at].blocks == 1 and rules.links[at] & m.units[1 - side]:
            total -= w["exposed"]
    return total + w["led"] * (led & rules.roster.combat).bit_count()  # type: ignore[no-any-return]


def assets(m: Muster) -> float:
    """Discs, the Road to Tula, the initiative, bombers and fleets."""
    w, state, rules = m.look.weights["assets"], m.state, m.look.rules
    roster, boxes = rules.roster, rules.boxes
    soviet = w["disc"] * discs(rules, state)
    sunk = boxes["soviet-lost"]
    soviet += w["fleet"] * sum([state.steps[f] for f in bits(roster.fleets) if state.place[f] != sunk])
    where = state.place[roster.guderian]
    axis = w["tula"] * rules.tula.index(where) if where in rules.tula else 0.0
    down = boxes["bombers-destroyed"]
    axis -= w["bomber"] * sum([state.place[b] == down for b in bits(roster.bombers)])
    axis += w["initiative"] * (1 if state.initiative == AXIS else -1)
    return (axis - soviet) * m.time  # type: ignore[no-any-return]


TERMS = (areas, strength, contest, guard, progress, battle, supply, command, assets)


# ---- the whole ----------------------------------------------------------------------------------------


def evaluate(rules: Kiev41, state: K41State, side: str) -> float:
    """The worth of a position for a side, as one who sees every block."""
    return assess(Muster(outlook(rules), state, Moment()), side)


def assess(m: Muster, side: str) -> float:
    """The worth of a position that has been counted."""
    worth = result(m) if m.state.result is not None else sum([term(m) for term in TERMS])
    return worth if side == SIDES[AXIS] else -worth


def explain(rules: Kiev41, state: K41State, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    m = Muster(outlook(rules), state, Moment())
    sign = 1 if side == SIDES[AXIS] else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(m) for term in terms}
