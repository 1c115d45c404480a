"""How secure supply is: what raiders could cut in an impulse, and which pockets only a battle would open.

There are no zones of control: whoever walks through an empty area takes it. So a front is a chain of blocks, and
supply that crosses ground the enemy could walk through is easily cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from ostfront.ai.kiev_41.prospects import prospect
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.calendar import SNOW
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.impulses import can_exploit, may_spend
from ostfront.games.kiev_41.rules.supply import connected, sources, supplied

SLOW, FAST = 3, 5  # MP
KEPT = 1000  # the key of feared attacks in a tally


def rings(links: Sequence[int], start: int, left: int, costs: tuple[int, int, int], free: int) -> Iterator[int]:
    """The areas reached with one MP, with two and so on; only those of `free` can be passed through."""
    one, two, three = costs
    found = last = start
    around = [0, 0]
    for _ in range(left):
        near = 0
        last &= free
        while last:
            low = last & -last
            near |= links[low.bit_length() - 1]
            last ^= low
        last = (near & one | around[-1] & two | around[-2] & three) & ~found
        around.append(near)
        found |= last
        yield last


def spread(links: Sequence[int], start: int, left: int, costs: tuple[int, int, int], free: int) -> int:
    """The areas that can be reached from the start with this many MP."""
    found = start
    for ring in rings(links, start, left, costs, free):
        found |= ring
    return found


def reach(tally: Tally, side: int) -> int:
    """The areas that blocks of a side could walk into, or attack, in an impulse."""
    facts, state = tally.facts, tally.state
    foes = tally.units[1 - side]
    free = facts.everywhere & ~foes & ~facts.staging_of[1 - side]
    slow, fast = tally.occupied[side], 0
    for area, stack in tally.at[side].items():
        if stack.fast:
            fast |= 1 << area
    costs = facts.costs[state.weather][0]
    found = spread(facts.links, slow, SLOW, costs, free | slow)
    if fast:
        found |= spread(facts.links, fast, FAST, costs, free | fast)
    return found & ~facts.staging_of[1 - side]


def calm(tally: Tally, side: int) -> float:
    """How much a side fears: less when the enemy has few stars left to attack with.

    When its own are few too, the month is nearly over, and the enemy gets his back.
    """
    w, left = tally.knowledge.weights["threads"], float(stars(tally, 1 - side))
    if tally.state.turn < tally.knowledge.last_turn:
        left += max(0.0, w["stars"] - stars(tally, side))
    return float(min(1.0, w["pass"] + (1 - w["pass"]) * left / w["stars"]))


def stars(tally: Tally, side: int) -> int:
    """The activations that a side's tactical HQs have left."""
    roster, state = tally.facts.roster, tally.state
    hqs = state.on_map & roster.tactical & roster.of_side[side] & ~state.isolated & ~(1 << roster.guderian)
    return sum([state.steps[hq] - 1 for hq in bits(hqs)])


def supply(tally: Tally, side: int, mine: int, theirs: int, weight_name: str) -> float:
    """What a side fears for its supply and its HQs; `mine` and `theirs` are the areas each could reach.

    `weight_name` is the weight of lines that can be cut: the side to move cuts them, the other can repair them.
    """
    knowledge, state = tally.knowledge, tally.state
    facts, w = knowledge.facts, knowledge.weights["threads"]
    held, foes = state.controlled(side), tally.units[1 - side]
    free = held & ~foes
    fed = supplied(facts, state, side)
    origins = sources(facts, state, side)
    flood, links = facts.areas.flood, facts.land_links
    firm = free & ~theirs
    secure = flood(origins & firm, firm, firm, links)
    secure |= facts.areas.step(secure, links) & tally.units[side]
    if side == SOVIET:
        secure |= fed & ~connected(facts, state, side)  # by sea
    total = w["open"] * (theirs & held & ~tally.units[side] & ~facts.staging).bit_count()
    cut = tally.occupied[side] & ~fed
    loose, mend = 0, 1.0
    if cut:
        way = (free | mine) & ~foes
        loose = flood(origins & way, way, way, links)
        loose |= facts.areas.step(loose, links)
        mend = calm(tally, 1 - side)
    for area in bits(tally.occupied[side] & ~(secure & fed)):
        worth = tally.at[side][area].worth
        if fed >> area & 1:
            total += worth * w[weight_name]
        else:
            part = mend if loose >> area & 1 else 0.0
            total += worth * (part * w["cut" if weight_name == "thread" else "broken"] + (1 - part) * w["pocket"])
    for unit in bits(state.isolated & knowledge.fighting[side] & state.on_map):
        known = tally.context.assumed.get(unit)
        total += w["cube"] * (knowledge.worth[unit][state.steps[unit]] if known is None else known.worth)
    for unit in facts.roster.hqs_of[side]:
        if state.on_map >> unit & 1 and unit not in tally.context.assumed:
            area = state.place[unit]
            if theirs >> area & 1 and tally.at[side][area].blocks == 1:
                total += w["lonely"]
    return float(total)


def danger(tally: Tally, side: int, theirs: int) -> float:
    """What the enemy gains by attacking each stack in reach, with nearby blocks; he attacks where it pays."""
    facts = tally.facts
    base = tally.base
    total = 0.0
    for area in bits(tally.occupied[side] & theirs):
        key = KEPT + area * 2 + side
        same = base is not None and not facts.disks[area][2] & tally.changed
        known = base.later if same and base is not None else tally.later
        found = known.get(key)
        if found is None:
            found = known[key] = max(0.0, assault(tally, side, area))
        total += found
    return total


def assault(tally: Tally, side: int, area: int) -> float:
    """An enemy attack on a stack, by as many nearby blocks as there is room for."""
    knowledge, foe = tally.knowledge, 1 - side
    facts, w = knowledge.facts, knowledge.weights["threads"]
    beside = facts.links[area]
    wet = 0 if tally.state.weather >= SNOW else facts.rivers[area]
    there = tally.at[foe].get(area)
    attack = steps = worth = blocks = 0.0
    tanks = False
    room = float(facts.limit[area] or 8)
    if there is not None:
        attack, steps, worth, blocks = there.attack, there.steps, there.worth, float(there.blocks)
        tanks = bool(there.tanks)
        wet = 0
    comers = []
    for other in bits(facts.disks[area][2] & tally.occupied[foe] & ~(1 << area)):
        stack = tally.at[foe][other]
        share = w["beside"] if beside >> other & 1 else w["near"]
        dice = share * (w["wet"] if wet >> other & 1 else 1.0)
        comers.append((stack.attack * dice / stack.blocks, share, stack, dice))
    comers.sort(key=lambda entry: -entry[0])
    for _, share, stack, dice in comers:
        part = min(1.0, (room - blocks) / (stack.blocks * share))
        if part <= 0:
            break
        attack += stack.attack * dice * part
        steps += stack.steps * share * part
        worth += stack.worth * share * part
        blocks += stack.blocks * share * part
        tanks = tanks or bool(stack.tanks)
    return prospect(tally, foe, area, attack, steps, worth, tanks)


def siege(tally: Tally, side: int) -> float:
    """Enemy victory areas that a side fights in: the nearer to falling, the better."""
    knowledge, state, foe = tally.knowledge, tally.state, 1 - side
    total = 0.0
    for area in bits(knowledge.wanted & state.controlled(foe) & tally.occupied[side]):
        there = tally.at[foe].get(area)
        left = there.steps if there is not None else 0.0
        line = state.lines(foe) >> area & 1
        own = tally.at[side][area].steps
        share = own / (own + left + min(3, knowledge.built[area] + line) + line)
        total += share * share * prize(tally)
    return total


def ring(tally: Tally, side: int) -> float:
    """Enemy victory areas that a side encircles: a garrison without supply surrenders step by step.

    One without a garrison can simply be entered.
    """
    knowledge, state, foe = tally.knowledge, tally.state, 1 - side
    facts, w = knowledge.facts, knowledge.weights["threads"]
    goals = knowledge.wanted & state.controlled(foe)
    fed = supplied(facts, state, foe)
    held = state.controlled(side) | tally.occupied[side]
    origins = sources(facts, state, foe)
    total = 0.0
    for area in bits(goals & ~origins & tally.units[foe]):
        around = facts.land_links[area]
        shut = (around & tally.occupied[side]).bit_count() + 0.5 * (around & held & ~tally.occupied[side]).bit_count()
        share = shut / around.bit_count()
        total += w["ring"] * share * share
        if not fed >> area & 1:
            total += w["starved"] * (0.5 + 0.5 * share)
    return total * prize(tally)


def spearhead(tally: Tally) -> float:
    """How far the foremost fast blocks of the Axis are from the next victory area they want."""
    knowledge = tally.knowledge
    goals = tally.context.aims[AXIS].goals
    fast = (
        sorted([knowledge.nearest(goals)[area] for area, stack in tally.at[AXIS].items() if stack.fast])
        if goals
        else []
    )
    return float(knowledge.weights["threads"]["spear"]) * sum(fast[:2]) * (knowledge.needed == 0 or 0.4)


def prize(tally: Tally) -> float:
    """What one more victory area is worth to a side."""
    return float(tally.knowledge.weights["threads"]["siege"]) * (0.5 + 0.5 * tally.time)


def bare(tally: Tally, side: int, theirs: int) -> float:
    """Victory areas of a side without a unit: where the enemy could walk in now, and where he could later."""
    knowledge, w = tally.knowledge, tally.knowledge.weights["threads"]
    empty = knowledge.wanted & tally.state.controlled(side) & ~tally.units[side]
    if not empty:
        return 0.0
    if tally.state.turn < knowledge.last_turn:
        return float(w["bare"] * (empty & theirs).bit_count() + w["vacant"] * (empty & ~theirs).bit_count())
    total = 0.0
    for area, late in raids(tally, side, empty).items():
        ways = knowledge.distances[area]
        near = min([1.0] + [ways[place] / w["help"] for place in bits(tally.units[side])])
        total += (1.0 if theirs >> area & 1 else max(0.0, 1.0 - late / w["afar"])) * (1 + near) / 2
    return float(w["last_bare"]) * total


def raids(tally: Tally, side: int, goals: int) -> dict[int, int]:
    """MP that the enemy of a side lacks to walk into each of these areas at once; areas out of reach are left out.

    At once means within an impulse, and its Exploitation Move for fast blocks if he can spend the disc. Blocks
    that are not seen may be fast.
    """
    facts, state, foe = tally.facts, tally.state, 1 - side
    most = int(tally.knowledge.weights["threads"]["afar"])
    free = facts.everywhere & ~tally.units[side] & ~facts.staging_of[side]
    costs = facts.costs[state.weather][0]
    slow, fast = tally.occupied[foe], 0
    for area, stack in tally.at[foe].items():
        if stack.fast or stack.unseen:
            fast |= 1 << area
    again = may_spend(facts, state, foe) and can_exploit(facts, state, foe)
    found: dict[int, int] = {}
    for start, at_once in ((fast, 2 * FAST if again else FAST), (slow, SLOW)):
        for spent, ring in enumerate(rings(facts.links, start, at_once + most, costs, free | start), 1):
            for area in bits(ring & goals):
                found[area] = min(found.get(area, most), max(0, spent - at_once))
    return found


def last_stand(tally: Tally, side: int) -> float:
    """The danger to a side's only victory area, whose loss ends the game: from the best of all attackers in reach."""
    area = tally.last[side].bit_length() - 1
    if area < 0:
        return 0.0
    knowledge, state, foe = tally.knowledge, tally.state, 1 - side
    w, facts = knowledge.weights["threads"], knowledge.facts
    inside = tally.at[foe].get(area)
    attack, room = 0.0, facts.limit[area]
    if inside is not None:
        attack, room = inside.attack, room - inside.blocks
    wet = 0 if state.weather >= SNOW or inside is not None else facts.rivers[area]
    comers = []
    for other, way in ways_to(tally, side, area).items():
        stack = tally.at[foe].get(other)
        if stack is not None and other != area:
            share = 1.0 if way <= SLOW or stack.fast else w["mobile"] if stack.unseen else 0.0
            dice = share * (w["wet"] if wet >> other & 1 else 1.0)
            comers.append((stack.attack / stack.blocks * dice, stack.blocks))
    comers.sort(reverse=True)
    for each, blocks in comers:
        attack += each * min(room, blocks)
        room -= min(room, blocks)
    if not attack:
        return 0.0
    own = tally.at[side].get(area)
    line = state.lines(side) >> area & 1
    absorb = min(3, knowledge.built[area] + line) + line
    return float(w["last"] * knowledge.chance(attack * w["rounds"], absorb + (own.steps if own is not None else 0.0)))


def ways_to(tally: Tally, side: int, goal: int) -> dict[int, int]:
    """MP that the enemy of a side needs to attack an area, by the area he starts from."""
    facts = tally.facts
    one, two, _ = facts.costs[tally.state.weather][0]
    found: dict[int, int] = {}
    todo = [(0, goal)]
    while todo:
        spent, area = heappop(todo)
        if area in found:
            continue
        found[area] = spent
        there = spent + (1 if one >> area & 1 else 2 if two >> area & 1 else 3)
        if there <= FAST and (area == goal or not tally.units[side] >> area & 1):
            for other in bits(facts.links[area]):
                if other not in found:
                    heappush(todo, (there, other))
    return found
