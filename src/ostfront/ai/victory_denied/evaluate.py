"""What a position is worth, in victory points of the final margin.

Each term is a small function of a muster (the units on the map, counted once) and gives its value as the German
side sees it; the Soviet side sees the opposite. Weights are in `data/weights.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.ai.victory_denied.knowledge import STRONGEST, outlook
from ostfront.ai.victory_denied.tally import Hex, Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, HQS, SIDES, SOVIET
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import Facts as VictoryDenied
    from ostfront.games.victory_denied.state import VdState


COMING = 3  # hexes from which the other side's foot could come and attack
KEPT = 2000  # answers about supply that are remembered
SUPPORT = 9  # hexes from which another unit could come and join an attack


# ---- terms, as the German side sees them --------------------------------------------------------------


def result(m: Muster) -> float:
    """The game is over: nothing else counts."""
    over = m.state.result
    if over is None:
        return 0.0
    w = m.look.weights["result"]
    sign = {"german": 1.0, "soviet": -1.0}.get(over.winner, 0.0)
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    return sign * w["win"] + w["margin"] * margin  # type: ignore[no-any-return]


def points(m: Muster) -> float:
    """The margin if the game were counted now, by the directive or what is to be expected of it (16.3)."""
    state, look = m.state, m.look
    rules, count = look.rules, m.reckoning
    values = look.chit_values(state.shown)
    german = sum([values[chit] for chit in bits(state.box)])
    soviet = sum([values[chit] for chit in (*state.vp, *state.stolen) if chit >= 0])
    lost = 0
    unit = state.first[rules.boxes["eliminated-motorized"]]
    while unit >= 0:
        lost += 1
        unit = state.next[unit]
    return german - soviet * count.uncaptured - lost * count.lost_motorized


def strength(m: Muster) -> float:
    """Units on the map, and a share for those that will come."""
    w, boxes = m.look.weights["strength"], m.look.rules.boxes
    total = sum([u[4] for u in m.units[GERMAN]]) - sum([u[4] for u in m.units[SOVIET]])
    waiting = sum(_in_box(m, boxes[name]) for name in WAITING)
    reserve = sum(_in_box(m, boxes[name]) for name in RESERVES)
    return total + w["waiting"] * waiting - w["reserve"] * reserve  # type: ignore[no-any-return]


WAITING = ("german-entry-9A", "german-entry-3PzG", "german-entry-2PzG")
RESERVES = ("soviet-reserve", "elite-cup")


def _in_box(m: Muster, box: int) -> float:
    state, worths = m.state, m.look.worth
    total = 0.0
    unit = state.first[box]
    while unit >= 0:
        total += worths[unit][state.steps[unit]]
        unit = state.next[unit]
    return total


def contest(m: Muster) -> float:
    """Each objective belongs a little to whoever could get there in force; force counts squared, so it gathers."""
    german, soviet = influence(m)
    total = 0.0
    for goal, worth in enumerate(m.look.worth_of[m.state.directive]):
        mine, theirs = german[goal] ** 2, soviet[goal] ** 2
        total += worth * mine / (mine + theirs)
    return total * m.look.weights["contest"]["share"] * m.time  # type: ignore[no-any-return]


def influence(m: Muster) -> tuple[list[float], list[float]]:
    """The strength of both sides at each objective; who holds it has the benefit of the doubt."""
    look = m.look
    near, doubt = look.near, look.weights["contest"]["doubt"]
    taken = captured(m)
    german = [doubt if mine else 0.0 for mine in taken]
    soviet = [0.0 if mine else doubt for mine in taken]
    for unit, place, attack, defense, _ in m.units[GERMAN]:
        both = (attack + defense) / 2
        for goal, felt in near[unit][place]:
            german[goal] += felt * (both if taken[goal] else attack)
    for unit, place, attack, defense, _ in m.units[SOVIET]:
        both = (attack + defense) / 2
        for goal, felt in near[unit][place]:
            soviet[goal] += felt * (attack if taken[goal] else both)
    return german, soviet


def progress(m: Muster) -> float:
    """How far units are from the nearest victory hex they want: it brings up those who feel none yet.

    Once a hex is taken the next is farther: what is taken makes up for that.
    """
    w = m.look.weights["progress"]
    way = w["soviet"] * _way_to_go(m, SOVIET) - w["german"] * _way_to_go(m, GERMAN)
    return way + w["taken"] * m.state.vp.count(-1)  # type: ignore[no-any-return]


def _way_to_go(m: Muster, side: int) -> float:
    motorized, with_chit = m.look.rules.roster.motorized, m.state.with_chit
    foot, wheels = (m.look.nearest(side, with_chit, kind) for kind in (False, True))
    return sum([wheels[u[1]] if motorized[u[0]] else foot[u[1]] for u in m.units[side]])


def captured(m: Muster) -> list[bool]:
    """Which objectives are in German hands; the Pocket is, Moscow never."""
    return [*(chit < 0 for chit in m.state.vp), False, True]


def battle(m: Muster) -> float:
    """Attacks that could be made as the units stand, for and against."""
    return _prospects(m, GERMAN) - _prospects(m, SOVIET)


def _prospects(m: Muster, side: int) -> float:
    """The expected gain of a side's attacks, each hex by all who touch it or could come up."""
    w, grid = m.look.weights["battle"], m.look.rules.grid
    acting = m.side_active[side]
    far = side == SOVIET and not acting
    touched = grid.within(m.occupied[side], COMING) if far else m.zoc[side]
    total = 0.0
    for target in bits(m.occupied[1 - side] & touched):
        attack = _massed(m, side, target, acting)
        if far:
            attack += w["coming"] * _coming(m, side, target)
        if attack:
            total += max(0.0, prospect(m, side, target, m.hex(target), attack))
    return total * (w["now"] if acting else w["later"] * m.time)  # type: ignore[no-any-return]


def _massed(m: Muster, side: int, target: int, acting: bool) -> float:
    """The strength of those who touch a hex, and part of those who could still join them now."""
    rules = m.look.rules
    around, river = rules.around[target], rules.across_river[target]
    strengths = m.attack[side]
    attack = 0.0
    for place in rules.grid.adjacent(target):
        strength = strengths.get(place)
        if strength is not None:
            attack += strength / 2 if river >> place & 1 else strength
    if acting and m.ready:
        near = rules.grid.disk(target, SUPPORT) & ~around
        attack += sum([s for place, s in m.ready if near >> place & 1]) * m.look.weights["battle"]["support"]
    return attack


def _coming(m: Muster, side: int, target: int) -> float:
    """The strength of those who could be beside a hex after their next move."""
    rules = m.look.rules
    near, strengths = rules.grid.disk(target, COMING) & m.occupied[side], m.attack[side]
    return sum([strengths[place] for place in bits(near & ~rules.around[target])]) if near else 0.0


def prospect(
    m: Muster, side: int, target: int, there: Hex, attack: float, extra: int = 0, price: float | None = None
) -> float:
    """What an attack of this strength on a hex gains on average, in points; less than nothing at bad odds."""
    look = m.look
    rules, w = look.rules, look.weights["battle"]
    column = look.columns[min(int(attack), STRONGEST)][min(int(there.defense), STRONGEST)]
    if there.defense >= 1:
        column -= rules.shift_at[target]
        if column < 0:
            return 0.0
        column = min(rules.crt.last, max(0, column + extra + _shift(m, side)))
    mean = look.expected[side][column]
    step = there.stake / there.steps
    flee = step * there.units if not exits(m, side, target) else float(w["push"])
    if rules.victory_mask >> target & 1 or rules.moscow >> target & 1:
        flee += capture_worth(m, side, target) * w["capture"] * (0.4 if there.pvo else 1.0)
    return (
        min(mean.defender, there.steps) * step
        + mean.retreat * flee
        - mean.attacker * (look.lost_step[side] if price is None else price)
    )


def _shift(m: Muster, side: int) -> int:
    if side == GERMAN:
        return 2 if m.state.turn == 1 else 0
    return 1 if m.state.timoshenko else 0


def exits(m: Muster, side: int, target: int) -> int:
    """Where a defender can retreat without loss."""
    return m.look.rules.around[target] & ~(m.zoc[side] | m.occupied[side])


def capture_worth(m: Muster, side: int, target: int) -> float:
    """What entering a hex changes in the margin, if it changes hands."""
    rules = m.look.rules
    worths = m.look.worth_of[m.state.directive]
    if rules.victory_mask >> target & 1:
        if bool(m.state.with_chit >> target & 1) == (side == GERMAN):
            return worths[rules.victory_hexes.index(target)]
        return 0.0
    return m.look.weights["result"]["win"] if side == GERMAN else 0.0


def supply(m: Muster) -> float:
    """Units without a line, and those with markers."""
    return _want(m, SOVIET) - _want(m, GERMAN)


def _want(m: Muster, side: int) -> float:
    w, status = m.look.weights["supply"], m.state.status
    cut = cut_off(m, side)
    total = 0.0
    for unit, place, attack, _, worth in m.units[side]:
        if cut >> place & 1:
            total += worth * w["cut"]
        if status[unit]:
            total += worth * w["isolated"] if status[unit] & ISOLATED else 0.0
            total += attack * w["out_of_supply"] if status[unit] & OUT_OF_SUPPLY else 0.0
    return total


def cut_off(m: Muster, side: int) -> int:
    """The hexes of a side's units that no supply line reaches (10.2.2); plans often ask for the same ones again."""
    units, known = m.state.occupied, m.look.cuts
    key = side, units[ANY[1 - side]], m.zoc[1 - side], units[ANY[side]], m.occupied[side]
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = _cut_off(m, side)
    return found


def _cut_off(m: Muster, side: int) -> int:
    """Found from the sources outward; what lies near them is skipped."""
    state, rules = m.state, m.look.rules
    grid = rules.grid
    foes = state.occupied[ANY[1 - side]] & rules.valid
    shadow = m.zoc[1 - side] & ~state.occupied[ANY[side]]
    trouble = foes | shadow
    rings = m.look.rings[side]
    first = next((i for i, ring in enumerate(rings) if ring & trouble), len(rings))
    inside = rings[first - 1] if first else 0
    printed = rules.german_sources if side == GERMAN else rules.soviet_sources
    enter = rules.valid & ~foes
    edge = inside or printed & ~trouble
    todo = enter & ~edge
    left = m.occupied[side] & ~edge
    a, b, c, d, e, f = rules.supply_sides
    s = grid.stride
    t = s - 1
    through = enter & ~shadow
    while edge and left:
        new = (edge & a) >> 1 | (edge & b) << t | (edge & c) << s
        new |= (edge & d) << 1 | (edge & e) >> t | (edge & f) >> s
        new &= todo
        todo ^= new
        left &= ~new
        edge = new & through
    return left


def command(m: Muster) -> float:
    """HQs with somebody to lead, units with somebody to lead them, chains of panzer corps."""
    return _led(m, GERMAN) - _led(m, SOVIET) + _chains(m)


def _led(m: Muster, side: int) -> float:
    look, state = m.look, m.state
    rules, w = look.rules, look.weights["command"]
    occupied, foes = m.occupied[side], m.occupied[1 - side]
    reach = 0
    total = 0.0
    near_foes = rules.grid.within(foes, 3)
    for place in bits(state.occupied[HQS[side]] & rules.valid):
        range_ = rules.grid.disk(place, 4)
        reach |= range_
        total += w["hq"] * min(3, (range_ & occupied).bit_count()) / 3
        if m.zoc[1 - side] >> place & 1:
            total -= w["front"]
        if near_foes >> place & 1 and not occupied >> place & 1:
            total -= w["exposed"]
    by_hq = look.by_hq
    led = sum([worth for unit, place, _, _, worth in m.units[side] if reach >> place & 1 and by_hq >> unit & 1])
    return total + led * w["commanded"]  # type: ignore[no-any-return]


def _chains(m: Muster) -> float:
    """Motorized units within three hexes of another of their corps (7.4.2)."""
    rules, state = m.look.rules, m.state
    disk, place = rules.grid.disk, state.place
    linked = 0
    for units in m.look.corps:
        found = [place[u] for u in units if state.on_map >> u & 1]
        everywhere = 0
        for at in found:
            everywhere |= 1 << at
        for at in set(found):
            count = found.count(at)
            if count > 1 or disk(at, 3) & everywhere != 1 << at:
                linked += count
    return linked * m.look.weights["command"]["chain"]  # type: ignore[no-any-return]


def line(m: Muster) -> float:
    """Objectives the enemy can walk into past every zone of control."""
    return open_ways(m, GERMAN) - open_ways(m, SOVIET)


def open_ways(m: Muster, side: int) -> float:
    """What a side could walk into."""
    look, w = m.look, m.look.weights["line"]
    grid, enter = look.rules.grid, look.rules.valid & ~m.occupied[1 - side]
    reached = grid.flood(m.occupied[side], enter, enter & ~m.zoc[1 - side] | m.occupied[side], None, w["reach"])
    mine = captured(m)
    total = 0.0
    for goal, worth in enumerate(look.worth_of[m.state.directive]):
        if mine[goal] == (side == SOVIET) and look.objectives[goal] & reached:
            total += worth
    return total * w["open"] * m.time  # type: ignore[no-any-return]


def assets(m: Muster) -> float:
    """What is kept for later: Stukas, bomber, rocket."""
    w, state = m.look.weights["assets"], m.state
    own = w["stuka"] * state.stukas + w["bomber"] * state.bomber
    theirs = w["rocket"] * state.rocket + w["minsk_bonus"] * state.minsk_bonus
    return (own - theirs) * m.time  # type: ignore[no-any-return]


TERMS = (points, strength, contest, progress, battle, supply, command, line, assets)


# ---- the whole ----------------------------------------------------------------------------------------


def evaluate(rules: VictoryDenied, state: VdState, side: str, active: int | None = None, ready: int = 0) -> float:
    """The worth of a position for a side. `active` names units that can still fight, if not those of the state."""
    m = Muster(outlook(rules), state, state.active & ~state.spent if active is None else active, ready)
    worth = result(m) if state.result is not None else sum([term(m) for term in TERMS])
    return worth if side == SIDES[GERMAN] else -worth


def explain(rules: VictoryDenied, state: VdState, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    m = Muster(outlook(rules), state, state.active & ~state.spent)
    sign = 1 if side == SIDES[GERMAN] else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(m) for term in terms}
