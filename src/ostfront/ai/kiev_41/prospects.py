"""What battles are expected to gain: those of this impulse, and those that may come."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.ai.kiev_41.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, SNOW, SUNNY
from ostfront.games.kiev_41.rules.control import holder
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.supply import sources, supplied
from ostfront.games.kiev_41.state import K41State

NEAR = 2  # areas from which a block could still come and join an attack


# ---- one battle ---------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """What a battle costs on average, in steps, and how likely the area is cleared."""

    attacker: float
    defender: float
    cleared: float


def clash(tally: Tally, side: int, area: int, attack: float, steps: float, tanks: bool, support: float) -> Clash:
    """A battle in an area by attackers with these hits and steps, after these hits of support."""
    knowledge, state = tally.knowledge, tally.state
    foe = 1 - side
    there = tally.at[foe].get(area)
    line = state.lines(foe) >> area & 1
    absorb = (
        min(3, knowledge.rough[area] + line + (knowledge.built[area] if holder(state, area) == foe else 0)) + line
    )
    defense, left = (there.defense, there.steps) if there is not None else (0.0, 0.0)
    if line:
        defense += 1 / 6
    if support:
        struck = knowledge.beyond(support, absorb)
        defense *= max(0.0, 1 - struck / left) if left else 1.0
    surprise = tanks and state.weather == SUNNY and knowledge.open_ground >> area & 1 and not line
    if surprise and not (there is not None and there.tanks):
        hits = knowledge.beyond(support + attack, absorb)
        lost = min(steps, defense * max(0.0, 1 - hits / left)) if left else 0.0
        mean = support + attack
    else:
        lost = min(steps, defense)
        mean = support + attack * (1 - 0.7 * lost / steps) if steps else support
        hits = knowledge.beyond(mean, absorb)
    return Clash(lost, min(hits, left), knowledge.chance(mean, absorb + left))


def prospect(
    tally: Tally,
    side: int,
    area: int,
    attack: float,
    steps: float,
    worth: float,
    tanks: bool,
    support: float = 0.0,
    beyond: float = 0.0,
) -> float:
    """What an attack gains on average, with a bonus if the area is cleared; negative at bad odds."""
    if not steps:
        return 0.0
    knowledge = tally.knowledge
    w = knowledge.weights["battle"]
    found = clash(tally, side, area, attack, steps, tanks, support)
    there = tally.at[1 - side].get(area)
    gain = 0.0
    prize = w["clear"] + beyond
    if there is not None:
        gain = found.defender * there.worth / there.steps * tally.stake[1 - side]
        if there.starving:
            fed = 1.0 - w["starving"] * there.starving / there.worth
            gain, prize = gain * fed, prize * fed
    goal = knowledge.worth_at.get(area, 0.0)
    if goal and holder(tally.state, area) == side:
        prize += goal * w["relieve"]
    elif goal:
        prize += w["capture"] * (knowledge.weights["guard"]["last"] if tally.last[1 - side] >> area & 1 else goal)
        if w["tide"] and knowledge.facts.victory_areas >> area & 1:
            prize += w["tide"] * knowledge.tide(tally.state.turn, tally.held, side)
    return gain + found.cleared * prize - found.attacker * worth / steps * tally.stake[side]  # type: ignore[no-any-return]


def frozen(state: K41State) -> bool:
    return state.weather >= SNOW


# ---- all battles of a side ----------------------------------------------------------------------------


def prospects(tally: Tally, side: int) -> float:
    knowledge, context = tally.knowledge, tally.context
    w, links = knowledge.weights["battle"], knowledge.facts.links
    mine, foes = tally.at[side], tally.units[1 - side]
    fighting = context.acting == side and context.fights
    around = tally.occupied[side]
    for area in mine:
        around |= links[area]
    now = later = 0.0
    for area in bits(foes & around):
        own = mine.get(area)
        if own is not None and fighting:
            now += engaged(tally, side, area, own)
        else:
            later += _threat(tally, side, area, own)
    return now * w["now"] + later * w["later"] * tally.time  # type: ignore[no-any-return]


def engaged(tally: Tally, side: int, area: int, own: Stack) -> float:
    """A battle of this impulse, with blocks that could still join; one that need not be fought costs nothing."""
    attack, steps, worth = own.attack, own.steps, own.worth
    room = tally.facts.limit[area] - own.blocks
    if tally.context.ready and room > 0:
        for more, left, price in _joining(tally, area)[:room]:
            attack += more
            steps += left
            worth += price
    support = barrage(tally, side, area, tally.knowledge.weights["battle"]["barrage"])
    found = prospect(tally, side, area, attack, steps, worth, bool(own.tanks), support, reopened(tally, side, area))
    return max(0.0, found) if tally.state.contested_before >> area & 1 else found


def reopened(tally: Tally, side: int, area: int) -> float:
    """The value of restoring supply to friendly blocks when an area is cleared of the enemy."""
    facts, state = tally.facts, tally.state
    worth = float(tally.knowledge.weights["battle"]["reopen"])
    cut = tally.occupied[side] & ~supplied(facts, state, side) if worth else 0
    if not cut:
        return 0.0
    way = state.controlled(side) & ~tally.units[1 - side] | 1 << area
    found = facts.areas.flood(sources(facts, state, side) & way, way, way, facts.land_links)
    again = cut & (found | facts.areas.step(found, facts.land_links))
    return worth * sum([tally.at[side][place].worth for place in bits(again)])


def _joining(tally: Tally, area: int) -> list[tuple[float, float, float]]:
    """Hits, steps and worth of blocks that could come, the best first; less for those that may not get there."""
    state, facts = tally.state, tally.facts
    strengths, w = tally.knowledge.strengths[state.weather], tally.knowledge.weights["battle"]
    beside, near = facts.links[area], facts.disks[area][NEAR]
    found = []
    for unit in bits(tally.context.ready):
        where = state.place[unit]
        if near >> where & 1 and where != area:
            share = w["ready"] if beside >> where & 1 or facts.roster.fast >> unit & 1 else w["maybe"]
            attack, _, left, worth = strengths[unit][state.steps[unit]]
            found.append((share * attack, share * left, share * worth))
    found.sort(reverse=True)
    return found


def barrage(tally: Tally, side: int, area: int, share: float) -> float:
    """Hits of artillery and bombers committed to a battle, and a share of those that could be."""
    state, facts = tally.state, tally.facts
    if not state.active:
        return 0.0
    given = dict(state.guns)
    total = 0.0
    for hq in bits(state.active & facts.roster.of_side[side] & ~(1 << facts.roster.guderian)):
        stars = attack_strength(facts, state, hq)
        if facts.roster.luftwaffe >> hq & 1:
            total += _raid(tally, hq, stars, area, share)
        elif given.get(hq) == area:
            total += stars * tally.knowledge.one_die[hq]
        elif share and hq not in given and facts.links[state.place[hq]] >> area & 1:
            total += stars * tally.knowledge.one_die[hq] * share
    return total


def _raid(tally: Tally, hq: int, stars: int, area: int, share: float) -> float:
    """Bombers over the area, and those that could still come: all of them to a victory area, otherwise half."""
    state, facts = tally.state, tally.facts
    if state.weather == BLIZZARD:
        return 0.0
    ready = facts.boxes["bombers-available"]
    here = free = flying = 0
    for bomber in bits(facts.roster.bombers_of[hq]):
        where = state.place[bomber]
        here += where == area
        free += where == ready
        flying += 0 <= where < facts.area_count
    total = float(here)
    if share and free and flying < stars and facts.disks[state.place[hq]][stars] >> area & 1:
        total += share * min(free, stars - flying) / (1 if tally.knowledge.wanted >> area & 1 else 2)
    return total * stars / 3


def _threat(tally: Tally, side: int, area: int, own: Stack | None) -> float:
    """An attack that may come, if it is worth making; cached where nothing has changed."""
    key = area * 2 + side
    same = tally.base is not None and not (tally.facts.links[area] | 1 << area) & tally.changed
    known = tally.base.later if same and tally.base is not None else tally.later
    found = known.get(key)
    if found is None:
        found = known[key] = max(0.0, _massed(tally, side, area, own))
    return found


def _massed(tally: Tally, side: int, area: int, own: Stack | None) -> float:
    """An attack that could be made later, by blocks in the area and in adjacent ones."""
    knowledge = tally.knowledge
    facts, w = knowledge.facts, knowledge.weights["battle"]
    attack = steps = worth = 0.0
    blocks = tanks = 0
    rivers = 0 if own is not None or frozen(tally.state) else facts.rivers[area]
    for other in bits(facts.links[area] & tally.occupied[side]):
        stack = tally.at[side][other]
        share = w["wet"] if rivers >> other & 1 else w["beside"]
        attack += stack.attack * share
        steps += stack.steps * share
        worth += stack.worth * share
        blocks += stack.blocks
        tanks += stack.tanks
    limit = facts.limit[area]
    if own is not None:
        room = limit - own.blocks
        scale = min(1.0, room / blocks) if blocks else 0.0
        attack, steps, worth = own.attack + attack * scale, own.steps + steps * scale, own.worth + worth * scale
        tanks += own.tanks
    elif limit and blocks * w["beside"] > limit:
        scale = limit / (blocks * w["beside"])
        attack, steps, worth = attack * scale, steps * scale, worth * scale
    return prospect(tally, side, area, attack, steps, worth, bool(tanks))
