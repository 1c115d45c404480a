"""What a position is worth, in victory points of the final margin.

Each term is a small function of a tally (the units on the map, counted once) and gives its value as the German
side sees it; the Soviet side sees the opposite. Weights are in `weights.toml`.
"""

from __future__ import annotations

from ostfront.ai.victory_denied.knowledge import STRONGEST, Knowledge
from ostfront.ai.victory_denied.tally import Hex, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, HQS, SIDES, SOVIET
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, VdState

COMING = 3  # hexes from which the other side's foot could come and attack
KEPT = 2000  # answers about supply that are remembered
SUPPORT = 9  # hexes from which another unit could come and join an attack


# ---- terms, as the German side sees them --------------------------------------------------------------


def result(tally: Tally) -> float:
    """The game is over: nothing else counts."""
    over = tally.state.result
    if over is None:
        return 0.0
    w = tally.knowledge.weights["result"]
    sign = {"german": 1.0, "soviet": -1.0}.get(over.winner, 0.0)
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    return sign * w["win"] + w["margin"] * margin  # type: ignore[no-any-return]


def points(tally: Tally) -> float:
    """The margin if the game were counted now, by the directive or what can be expected from it (16.3)."""
    state, knowledge = tally.state, tally.knowledge
    facts, count = knowledge.facts, tally.reckoning
    values = knowledge.chit_values(state.shown)
    german = sum([values[chit] for chit in bits(state.box)])
    soviet = sum([values[chit] for chit in (*state.vp, *state.stolen) if chit >= 0])
    lost = 0
    unit = state.first[facts.boxes["eliminated-motorized"]]
    while unit >= 0:
        lost += 1
        unit = state.next[unit]
    return german - soviet * count.uncaptured - lost * count.lost_motorized


def strength(tally: Tally) -> float:
    """Units on the map, and a share for those that will come."""
    w, boxes = tally.knowledge.weights["strength"], tally.facts.boxes
    total = sum([u[4] for u in tally.units[GERMAN]]) - sum([u[4] for u in tally.units[SOVIET]])
    waiting = sum(_in_box(tally, boxes[name]) for name in WAITING)
    reserve = sum(_in_box(tally, boxes[name]) for name in RESERVES)
    return total + w["waiting"] * waiting - w["reserve"] * reserve  # type: ignore[no-any-return]


WAITING = ("german-entry-9A", "german-entry-3PzG", "german-entry-2PzG")
RESERVES = ("soviet-reserve", "elite-cup")


def _in_box(tally: Tally, box: int) -> float:
    state, worths = tally.state, tally.knowledge.worth
    total = 0.0
    unit = state.first[box]
    while unit >= 0:
        total += worths[unit][state.steps[unit]]
        unit = state.next[unit]
    return total


def contest(tally: Tally) -> float:
    """Each objective belongs partly to whoever could get there in force; force counts squared, so it concentrates."""
    german, soviet = influence(tally)
    total = 0.0
    for goal, worth in enumerate(tally.knowledge.worth_of[tally.state.directive]):
        mine, theirs = german[goal] ** 2, soviet[goal] ** 2
        total += worth * mine / (mine + theirs)
    return total * tally.knowledge.weights["contest"]["share"] * tally.time  # type: ignore[no-any-return]


def influence(tally: Tally) -> tuple[list[float], list[float]]:
    """The strength of both sides at each objective; the holder gets the benefit of the doubt."""
    knowledge = tally.knowledge
    near, doubt = knowledge.near, knowledge.weights["contest"]["doubt"]
    taken = captured(tally)
    german = [doubt if mine else 0.0 for mine in taken]
    soviet = [0.0 if mine else doubt for mine in taken]
    for unit, place, attack, defense, _ in tally.units[GERMAN]:
        both = (attack + defense) / 2
        for goal, felt in near[unit][place]:
            german[goal] += felt * (both if taken[goal] else attack)
    for unit, place, attack, defense, _ in tally.units[SOVIET]:
        both = (attack + defense) / 2
        for goal, felt in near[unit][place]:
            soviet[goal] += felt * (attack if taken[goal] else both)
    return german, soviet


def progress(tally: Tally) -> float:
    """How far units are from the nearest victory hex they want: this brings up distant units.

    Once a hex is taken the next is farther away: what was taken compensates for that.
    """
    w = tally.knowledge.weights["progress"]
    way = w["soviet"] * _way_to_go(tally, SOVIET) - w["german"] * _way_to_go(tally, GERMAN)
    return way + w["taken"] * tally.state.vp.count(-1)  # type: ignore[no-any-return]


def _way_to_go(tally: Tally, side: int) -> float:
    motorized, with_chit = tally.facts.roster.motorized, tally.state.with_chit
    foot, wheels = (tally.knowledge.nearest(side, with_chit, kind) for kind in (False, True))
    return sum([wheels[u[1]] if motorized[u[0]] else foot[u[1]] for u in tally.units[side]])


def captured(tally: Tally) -> list[bool]:
    """Which objectives are in German hands; the Pocket is, Moscow never."""
    return [*(chit < 0 for chit in tally.state.vp), False, True]


def battle(tally: Tally) -> float:
    """Attacks that could be made as the units stand, for and against."""
    return _prospects(tally, GERMAN) - _prospects(tally, SOVIET)


def _prospects(tally: Tally, side: int) -> float:
    """The expected gain of a side's attacks, each hex by all who touch it or could come up."""
    w, grid = tally.knowledge.weights["battle"], tally.facts.grid
    acting = tally.side_active[side]
    far = side == SOVIET and not acting
    touched = grid.within(tally.occupied[side], COMING) if far else tally.zoc[side]
    total = 0.0
    for target in bits(tally.occupied[1 - side] & touched):
        attack = _massed(tally, side, target, acting)
        if far:
            attack += w["coming"] * _coming(tally, side, target)
        if attack:
            total += max(0.0, prospect(tally, side, target, tally.hex(target), attack))
    return total * (w["now"] if acting else w["later"] * tally.time)  # type: ignore[no-any-return]


def _massed(tally: Tally, side: int, target: int, acting: bool) -> float:
    """The strength of adjacent units, and part of those that could still join them now."""
    facts = tally.facts
    around, river = facts.around[target], facts.across_river[target]
    strengths = tally.attack[side]
    attack = 0.0
    for place in facts.grid.adjacent(target):
        strength = strengths.get(place)
        if strength is not None:
            attack += strength / 2 if river >> place & 1 else strength
    if acting and tally.ready:
        near = facts.grid.disk(target, SUPPORT) & ~around
        attack += (
            sum([s for place, s in tally.ready if near >> place & 1]) * tally.knowledge.weights["battle"]["support"]
        )
    return attack


def _coming(tally: Tally, side: int, target: int) -> float:
    """The strength of units that could be next to a hex after their next move."""
    facts = tally.facts
    near, strengths = facts.grid.disk(target, COMING) & tally.occupied[side], tally.attack[side]
    return sum([strengths[place] for place in bits(near & ~facts.around[target])]) if near else 0.0


def prospect(
    tally: Tally, side: int, target: int, there: Hex, attack: float, extra: int = 0, price: float | None = None
) -> float:
    """What an attack of this strength on a hex gains on average, in points; less than nothing at bad odds."""
    knowledge = tally.knowledge
    facts, w = knowledge.facts, knowledge.weights["battle"]
    column = knowledge.columns[min(int(attack), STRONGEST)][min(int(there.defense), STRONGEST)]
    if there.defense >= 1:
        column -= facts.shift_at[target]
        if column < 0:
            return 0.0
        column = min(facts.crt.last, max(0, column + extra + _shift(tally, side)))
    mean = knowledge.expected[side][column]
    step = there.stake / there.steps
    flee = step * there.units if not exits(tally, side, target) else float(w["push"])
    if facts.victory_mask >> target & 1 or facts.moscow >> target & 1:
        flee += capture_worth(tally, side, target) * w["capture"] * (0.4 if there.pvo else 1.0)
    return (
        min(mean.defender, there.steps) * step
        + mean.retreat * flee
        - mean.attacker * (knowledge.lost_step[side] if price is None else price)
    )


def _shift(tally: Tally, side: int) -> int:
    if side == GERMAN:
        return 2 if tally.state.turn == 1 else 0
    return 1 if tally.state.timoshenko else 0


def exits(tally: Tally, side: int, target: int) -> int:
    """Where a defender can retreat without loss."""
    return tally.facts.around[target] & ~(tally.zoc[side] | tally.occupied[side])


def capture_worth(tally: Tally, side: int, target: int) -> float:
    """What entering a hex changes in the margin, if it changes hands."""
    facts = tally.facts
    worths = tally.knowledge.worth_of[tally.state.directive]
    if facts.victory_mask >> target & 1:
        if bool(tally.state.with_chit >> target & 1) == (side == GERMAN):
            return worths[facts.victory_hexes.index(target)]
        return 0.0
    return tally.knowledge.weights["result"]["win"] if side == GERMAN else 0.0


def supply(tally: Tally) -> float:
    """Units without a line, and those with markers."""
    return _want(tally, SOVIET) - _want(tally, GERMAN)


def _want(tally: Tally, side: int) -> float:
    w, status = tally.knowledge.weights["supply"], tally.state.status
    cut = cut_off(tally, side)
    total = 0.0
    for unit, place, attack, _, worth in tally.units[side]:
        if cut >> place & 1:
            total += worth * w["cut"]
        if status[unit]:
            total += worth * w["isolated"] if status[unit] & ISOLATED else 0.0
            total += attack * w["out_of_supply"] if status[unit] & OUT_OF_SUPPLY else 0.0
    return total


def cut_off(tally: Tally, side: int) -> int:
    """The hexes of a side's units that no supply line reaches (10.2.2); plans often ask for the same ones again."""
    units, found_before = tally.state.occupied, tally.knowledge.cuts
    key = side, units[ANY[1 - side]], tally.zoc[1 - side], units[ANY[side]], tally.occupied[side]
    found = found_before.get(key)
    if found is None:
        if len(found_before) >= KEPT:
            found_before.clear()
        found = found_before[key] = _cut_off(tally, side)
    return found


def _cut_off(tally: Tally, side: int) -> int:
    """Found from the sources outward; what is near them is skipped."""
    state, facts = tally.state, tally.facts
    grid = facts.grid
    foes = state.occupied[ANY[1 - side]] & facts.valid
    shadow = tally.zoc[1 - side] & ~state.occupied[ANY[side]]
    trouble = foes | shadow
    rings = tally.knowledge.rings[side]
    first = next((i for i, ring in enumerate(rings) if ring & trouble), len(rings))
    inside = rings[first - 1] if first else 0
    printed = facts.german_sources if side == GERMAN else facts.soviet_sources
    enter = facts.valid & ~foes
    edge = inside or printed & ~trouble
    todo = enter & ~edge
    left = tally.occupied[side] & ~edge
    a, b, c, d, e, f = facts.supply_sides
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


def command(tally: Tally) -> float:
    """HQs with units to lead, units with an HQ to lead them, chains of panzer corps."""
    return _led(tally, GERMAN) - _led(tally, SOVIET) + _chains(tally)


def _led(tally: Tally, side: int) -> float:
    knowledge, state = tally.knowledge, tally.state
    facts, w = knowledge.facts, knowledge.weights["command"]
    occupied, foes = tally.occupied[side], tally.occupied[1 - side]
    reach = 0
    total = 0.0
    near_foes = facts.grid.within(foes, 3)
    for place in bits(state.occupied[HQS[side]] & facts.valid):
        range_ = facts.grid.disk(place, 4)
        reach |= range_
        total += w["hq"] * min(3, (range_ & occupied).bit_count()) / 3
        if tally.zoc[1 - side] >> place & 1:
            total -= w["front"]
        if near_foes >> place & 1 and not occupied >> place & 1:
            total -= w["exposed"]
    by_hq = knowledge.by_hq
    led = sum([worth for unit, place, _, _, worth in tally.units[side] if reach >> place & 1 and by_hq >> unit & 1])
    return total + led * w["commanded"]  # type: ignore[no-any-return]


def _chains(tally: Tally) -> float:
    """Motorized units within three hexes of another of their corps (7.4.2)."""
    facts, state = tally.facts, tally.state
    disk, place = facts.grid.disk, state.place
    linked = 0
    for units in tally.knowledge.corps:
        found = [place[u] for u in units if state.on_map >> u & 1]
        everywhere = 0
        for at in found:
            everywhere |= 1 << at
        for at in set(found):
            count = found.count(at)
            if count > 1 or disk(at, 3) & everywhere != 1 << at:
                linked += count
    return linked * tally.knowledge.weights["command"]["chain"]  # type: ignore[no-any-return]


def line(tally: Tally) -> float:
    """Objectives the enemy can walk into past every zone of control."""
    return open_ways(tally, GERMAN) - open_ways(tally, SOVIET)


def open_ways(tally: Tally, side: int) -> float:
    """What a side could walk into."""
    knowledge, w = tally.knowledge, tally.knowledge.weights["line"]
    grid, enter = knowledge.facts.grid, knowledge.facts.valid & ~tally.occupied[1 - side]
    reached = grid.flood(
        tally.occupied[side], enter, enter & ~tally.zoc[1 - side] | tally.occupied[side], None, w["reach"]
    )
    mine = captured(tally)
    total = 0.0
    for goal, worth in enumerate(knowledge.worth_of[tally.state.directive]):
        if mine[goal] == (side == SOVIET) and knowledge.objectives[goal] & reached:
            total += worth
    return total * w["open"] * tally.time  # type: ignore[no-any-return]


def assets(tally: Tally) -> float:
    """What is kept for later: Stukas, bomber, rocket."""
    w, state = tally.knowledge.weights["assets"], tally.state
    own = w["stuka"] * state.stukas + w["bomber"] * state.bomber
    theirs = w["rocket"] * state.rocket + w["minsk_bonus"] * state.minsk_bonus
    return (own - theirs) * tally.time  # type: ignore[no-any-return]


TERMS = (points, strength, contest, progress, battle, supply, command, line, assets)


# ---- the whole ----------------------------------------------------------------------------------------


def evaluate(knowledge: Knowledge, state: VdState, side: str, active: int | None = None, ready: int = 0) -> float:
    """The worth of a position for a side. `active` names units that can still fight, if not those of the state."""
    tally = Tally(knowledge, state, state.active & ~state.spent if active is None else active, ready)
    worth = result(tally) if state.result is not None else sum([term(tally) for term in TERMS])
    return worth if side == SIDES[GERMAN] else -worth


def explain(knowledge: Knowledge, state: VdState, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    tally = Tally(knowledge, state, state.active & ~state.spent)
    sign = 1 if side == SIDES[GERMAN] else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(tally) for term in terms}
