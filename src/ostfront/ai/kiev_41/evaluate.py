"""What a position is worth; a victory area is worth ten.

Each term is a small function of a tally (the blocks on the map, counted once) and gives its value as the Axis sees
it; the Soviets see the opposite. Weights are in `weights.toml`.
"""

from __future__ import annotations

from ostfront.ai.kiev_41.context import Context
from ostfront.ai.kiev_41.knowledge import Knowledge
from ostfront.ai.kiev_41.prospects import prospects
from ostfront.ai.kiev_41.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules.control import discs
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.supply import connected, supplied
from ostfront.games.kiev_41.state import K41State

# ---- terms, as the Axis sees them ----------------------------------------------------------------------


def result(tally: Tally) -> float:
    """The game is over: nothing else counts."""
    over = tally.state.result
    if over is None:
        return 0.0
    w = tally.knowledge.weights["result"]
    sign = {"axis": 1.0, "soviet": -1.0}.get(over.winner, 0.0)
    margin = over.score[0] - over.score[1] if len(over.score) == 2 else 0
    return sign * w["win"] + w["margin"] * margin  # type: ignore[no-any-return]


def areas(tally: Tally) -> float:
    """Victory areas and cities held, having as many as the scenario asks for, and space."""
    knowledge, axis = tally.knowledge, tally.state.axis
    w = knowledge.weights["areas"]
    total = w["space"] * (axis & knowledge.facts.everywhere).bit_count()
    for area, worth in knowledge.worth_at.items():
        if axis >> area & 1:
            total += worth
    return total + knowledge.threshold(tally.state.turn, (axis & knowledge.facts.victory_areas).bit_count())  # type: ignore[no-any-return]


def strength(tally: Tally) -> float:
    """Blocks and Defensive Lines on the map, and a share for those that will come."""
    w, state, boxes = tally.knowledge.weights["strength"], tally.state, tally.facts.boxes
    total = sum([s.worth for s in tally.at[AXIS].values()]) - sum([s.worth for s in tally.at[SOVIET].values()])
    total += w["line"] * (state.lines_axis.bit_count() - state.lines_soviet.bit_count())
    return total + w["pool"] * (_in_box(tally, boxes["axis-pool"]) - _in_box(tally, boxes["soviet-pool"]))  # type: ignore[no-any-return]


def _in_box(tally: Tally, box: int) -> float:
    """What the blocks of a box would be worth if they came."""
    arriving, unseen, following = tally.knowledge.arriving, tally.context.waiting, tally.state.next
    total = 0.0
    unit = tally.state.first[box]
    while unit >= 0:
        total += unseen.get(unit, arriving[unit])
        unit = following[unit]
    return total


def contest(tally: Tally) -> float:
    """Each objective belongs partly to whoever could get there in force; force counts squared, so it concentrates."""
    axis, soviet = influence(tally)
    total = 0.0
    for worth, mine, theirs in zip(tally.knowledge.goal_worth, axis, soviet, strict=True):
        square = mine * mine
        total += worth * square / (square + theirs * theirs)
    return total * tally.knowledge.weights["contest"]["share"] * tally.time  # type: ignore[no-any-return]


def influence(tally: Tally) -> tuple[list[float], list[float]]:
    """The strength of both sides at each objective; the holder gets the benefit of the doubt."""
    held = tally.knowledge.goal_mask & tally.state.axis
    doubt = tally.knowledge.weights["contest"]["doubt"]
    found = _weights(tally)
    axis, soviet = found[0][:], found[1][:]
    for number, area in enumerate(tally.knowledge.goals):
        if held >> area & 1:
            axis[number] += doubt
            soviet[number] += doubt / 4
        else:
            axis[number] += doubt / 4
            soviet[number] += doubt
    return axis, soviet


def _weights(tally: Tally) -> tuple[list[float], list[float]]:
    """What the blocks of both sides weigh at each objective; from the base, less what was there, plus what is now."""
    if tally.sums is not None:
        return tally.sums
    goals = len(tally.knowledge.goals)
    if tally.base is None:
        tally.sums = [0.0] * goals, [0.0] * goals
        for side in (AXIS, SOVIET):
            for area, stack in tally.at[side].items():
                _weigh(tally, tally.sums[side], area, stack, 1.0)
        return tally.sums
    old = _weights(tally.base)
    tally.sums = old[0][:], old[1][:]
    for area in bits(tally.changed):
        for side in (AXIS, SOVIET):
            before, after = tally.base.at[side].get(area), tally.at[side].get(area)
            if before is not None:
                _weigh(tally, tally.sums[side], area, before, -1.0)
            if after is not None:
                _weigh(tally, tally.sums[side], area, after, 1.0)
    return tally.sums


def _weigh(tally: Tally, sums: list[float], area: int, stack: Stack, sign: float) -> None:
    slow, fast = tally.knowledge.near
    if stack.fast < stack.defense:
        strength = sign * (stack.defense - stack.fast)
        for goal, felt in slow[area]:
            sums[goal] += felt * strength
    if stack.fast:
        strength = sign * stack.fast
        for goal, felt in fast[area]:
            sums[goal] += felt * strength


def guard(tally: Tally) -> float:
    """Objectives left empty where the enemy can walk in; the last victory area of all above everything."""
    return _open(tally, SOVIET) - _open(tally, AXIS)


def _open(tally: Tally, side: int) -> float:
    knowledge, state = tally.knowledge, tally.state
    w, facts = knowledge.weights["guard"], knowledge.facts
    foes = tally.occupied[1 - side]
    held = state.controlled(side)
    total = 0.0
    for area, worth in knowledge.worth_at.items():
        if held >> area & 1 and not tally.units[side] >> area & 1 and facts.disks[area][w["reach"]] & foes:
            total += w["last"] if tally.last[side] >> area & 1 else worth * w["share"] * tally.time
    return total


def progress(tally: Tally) -> float:
    """How far blocks are from the nearest victory area they want: this brings up distant blocks, and HQs."""
    w, knowledge, state = tally.knowledge.weights["progress"], tally.knowledge, tally.state
    held = state.axis & knowledge.wanted
    aims = tally.context.aims
    ways = (
        knowledge.nearest(aims[AXIS].goals if aims else knowledge.wanted & ~held),
        knowledge.nearest(knowledge.wanted),
    )
    total = w["taken"] * held.bit_count()
    total -= w["axis"] * sum([ways[AXIS][area] * s.blocks for area, s in tally.at[AXIS].items()])
    total += w["soviet"] * sum([ways[SOVIET][area] * s.blocks for area, s in tally.at[SOVIET].items()])
    for hq in bits(knowledge.facts.roster.hqs & state.on_map):
        if hq not in tally.context.assumed:
            side = knowledge.facts.roster.side[hq]
            far = ways[side][state.place[hq]] * w["headquarters"]
            total += w["soviet"] * far if side == SOVIET else -w["axis"] * far
    return total  # type: ignore[no-any-return]


def battle(tally: Tally) -> float:
    """Attacks that could be made as the blocks stand, for and against."""
    return prospects(tally, AXIS) - prospects(tally, SOVIET)


def supply(tally: Tally) -> float:
    """Blocks without a line of communication, those whose line could easily be cut, and those with cubes."""
    return _want(tally, SOVIET) - _want(tally, AXIS)


def _want(tally: Tally, side: int) -> float:
    w, state, knowledge = tally.knowledge.weights["supply"], tally.state, tally.knowledge
    safe, fed = lines_of(tally, side)
    total = 0.0
    cut = tally.occupied[side] & ~fed
    if cut:
        total += w["cut"] * sum([tally.at[side][area].worth for area in bits(cut)])
    links, foes = knowledge.facts.links, tally.units[1 - side]
    for area, stack in tally.at[side].items():
        if links[area] & foes and (links[area] & safe).bit_count() < 2:
            total += w["thread"] * stack.worth
    for unit in bits(state.isolated & knowledge.fighting[side] & state.on_map):
        known = tally.context.assumed.get(unit)
        total += w["cube"] * (knowledge.worth[unit][state.steps[unit]] if known is None else known.worth)
    return total


def lines_of(tally: Tally, side: int) -> tuple[int, int]:
    """The areas with a line of communication, and all where a block is in supply; the base's, if nothing moved."""
    base = tally.base
    if base is not None and base.state.axis == tally.state.axis and base.units == tally.units:
        return lines_of(base, side)
    found = tally.lines[side]
    if found is None:
        facts, state = tally.facts, tally.state
        found = tally.lines[side] = connected(facts, state, side), supplied(facts, state, side)
    return found


def command(tally: Tally) -> float:
    """Blocks in range of an HQ that commands them, HQs out of the enemy's way. HQs that are not seen are left out."""
    return _led(tally, AXIS) - _led(tally, SOVIET)


def _led(tally: Tally, side: int) -> float:
    knowledge, state = tally.knowledge, tally.state
    facts, w = knowledge.facts, knowledge.weights["command"]
    total = 0.0
    led = 0
    for hq, obeying in facts.obeying.items():
        if facts.roster.side[hq] != side or not state.on_map >> hq & 1 or hq in tally.context.assumed:
            continue
        at = state.place[hq]
        if state.steps[hq] > 1:
            disk = facts.disks[at][min(4, attack_strength(facts, state, hq))]
            led |= state.standing(disk & tally.occupied[side]) & obeying
        if tally.units[1 - side] >> at & 1:
            total -= w["engaged"]
        elif tally.at[side][at].blocks == 1 and facts.links[at] & tally.units[1 - side]:
            total -= w["exposed"]
    return total + w["led"] * (led & facts.roster.combat).bit_count()  # type: ignore[no-any-return]


def assets(tally: Tally) -> float:
    """Discs, the Road to Tula, the initiative, bombers and fleets."""
    w, state, facts = tally.knowledge.weights["assets"], tally.state, tally.facts
    roster, boxes = facts.roster, facts.boxes
    soviet = w["disc"] * discs(facts, state)
    sunk = boxes["soviet-lost"]
    soviet += w["fleet"] * sum([state.steps[f] for f in bits(roster.fleets) if state.place[f] != sunk])
    where = state.place[roster.guderian]
    axis = w["tula"] * facts.tula.index(where) if where in facts.tula else 0.0
    down = boxes["bombers-destroyed"]
    axis -= w["bomber"] * sum([state.place[b] == down for b in bits(roster.bombers)])
    axis += w["initiative"] * (1 if state.initiative == AXIS else -1)
    return (axis - soviet) * tally.time  # type: ignore[no-any-return]


TERMS = (areas, strength, contest, guard, progress, battle, supply, command, assets)


# ---- the whole ----------------------------------------------------------------------------------------


def evaluate(knowledge: Knowledge, state: K41State, side: str) -> float:
    """The worth of a position for a side that sees every block."""
    return assess(Tally(knowledge, state, Context()), side)


def assess(tally: Tally, side: str) -> float:
    """The worth of a position that has been counted."""
    worth = result(tally) if tally.state.result is not None else sum([term(tally) for term in TERMS])
    return worth if side == SIDES[AXIS] else -worth


def explain(knowledge: Knowledge, state: K41State, side: str) -> dict[str, float]:
    """The terms by name, as the side sees them."""
    tally = Tally(knowledge, state, Context())
    sign = 1 if side == SIDES[AXIS] else -1
    terms = (result,) if state.result is not None else TERMS
    return {term.__name__: sign * term(tally) for term in terms}
