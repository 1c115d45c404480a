"""What battles promise: those of this impulse, and those that may come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ostfront.ai.kiev_41.tally import Muster, Stack
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, SNOW, SUNNY
from ostfront.games.kiev_41.rules.control import holder
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.supply import sources, supplied

if TYPE_CHECKING:
    from ostfront.games.kiev_41.state import K41State

NEAR = 2  # areas from which a block could still come and join an attack


# ---- one battle ---------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """What a battle costs on average, in steps, and how likely the area is cleared."""

    attacker: float
    defender: float
    cleared: float


def clash(m: Muster, side: int, area: int, attack: float, steps: float, tanks: bool, support: float) -> Clash:
    """A battle in an area by attackers of so many hits and steps, after so many hits of support."""
    look, state = m.look, m.state
    foe = 1 - side
    there = m.at[foe].get(area)
    line = state.lines(foe) >> area & 1
    absorb = min(3, look.rough[area] + line + (look.built[area] if holder(state, area) == foe else 0)) + line
    defense, left = (there.defense, there.steps) if there is not None else (0.0, 0.0)
    if line:
        defense += 1 / 6
    if support:
        struck = look.beyond(support, absorb)
        defense *= max(0.0, 1 - struck / left) if left else 1.0
    surprise = tanks and state.weather == SUNNY and look.open_ground >> area & 1 and not line
    if surprise and not (there is not None and there.tanks):
        hits = look.beyond(support + attack, absorb)
        lost = min(steps, defense * max(0.0, 1 - hits / left)) if left else 0.0
        mean = support + attack
    else:
        lost = min(steps, defense)
        mean = support + attack * (1 - 0.7 * lost / steps) if steps else support
        hits = look.beyond(mean, absorb)
    return Clash(lost, min(hits, left), look.chance(mean, absorb + left))


def prospect(
    m: Muster,
    side: int,
    area: int,
    attack: float,
    steps: float,
    worth: float,
    tanks: bool,
    support: float = 0.0,
    beyond: float = 0.0,
) -> float:
    """What an attack gains on average, with so much beyond if the area is cleared; less than nothing at bad odds."""
    if not steps:
        return 0.0
    look = m.look
    w = look.weights["battle"]
    found = clash(m, side, area, attack, steps, tanks, support)
    there = m.at[1 - side].get(area)
    gain = 0.0
    prize = w["clear"] + beyond
    if there is not None:
        gain = found.defender * there.worth / there.steps * m.stake[1 - side]
        if there.starving:
            fed = 1.0 - w["starving"] * there.starving / there.worth
            gain, prize = gain * fed, prize * fed
    goal = look.worth_at.get(area, 0.0)
    if goal and holder(m.state, area) == side:
        prize += goal * w["relieve"]
    elif goal:
        prize += w["capture"] * (look.weights["guard"]["last"] if m.last[1 - side] >> area & 1 else goal)
        if w["tide"] and look.rules.victory_areas >> area & 1:
            prize += w["tide"] * look.tide(m.state.turn, m.held, side)
    return gain + found.cleared * prize - found.attacker * worth / steps * m.stake[side]  # type: ignore[no-any-return]


def frozen(state: K41State) -> bool:
    return state.weather >= SNOW


# ---- all battles of a side ----------------------------------------------------------------------------


def prospects(m: Muster, side: int) -> float:
    look, moment = m.look, m.moment
    w, links = look.weights["battle"], look.rules.links
    mine, foes = m.at[side], m.units[1 - side]
    fighting = moment.acting == side and moment.fights
    around = m.occupied[side]
    for area in mine:
        around |= links[area]
    now = later = 0.0
    for area in bits(foes & around):
        own = mine.get(area)
        if own is not None and fighting:
            now += engaged(m, side, area, own)
        else:
            later += _threat(m, side, area, own)
    return now * w["now"] + later * w["later"] * m.time  # type: ignore[no-any-return]


def engaged(m: Muster, side: int, area: int, own: Stack) -> float:
    """A battle of this impulse, with those who could still join; one that need not be fought costs nothing."""
    attack, steps, worth = own.attack, own.steps, own.worth
    room = m.look.rules.limit[area] - own.blocks
    if m.moment.ready and room > 0:
        for more, left, price in _joining(m, area)[:room]:
            attack += more
            steps += left
            worth += price
    support = barrage(m, side, area, m.look.weights["battle"]["barrage"])
    found = prospect(m, side, area, attack, steps, worth, bool(own.tanks), support, reopened(m, side, area))
    return max(0.0, found) if m.state.contested_before >> area & 1 else found


def reopened(m: Muster, side: int, area: int) -> float:
    """What it is worth that friends without supply have it again when an area is cleared of the enemy."""
    rules, state = m.look.rules, m.state
    worth = float(m.look.weights["battle"]["reopen"])
    cut = m.occupied[side] & ~supplied(rules, state, side) if worth else 0
    if not cut:
        return 0.0
    way = state.controlled(side) & ~m.units[1 - side] | 1 << area
    found = rules.areas.flood(sources(rules, state, side) & way, way, way, rules.land_links)
    again = cut & (found | rules.areas.step(found, rules.land_links))
    return worth * sum([m.at[side][place].worth for place in bits(again)])


def _joining(m: Muster, area: int) -> list[tuple[float, float, float]]:
    """Hits, steps and worth of blocks that could come, the best first; less for those who may not get there."""
    state, rules = m.state, m.look.rules
    facts, w = m.look.facts[state.weather], m.look.weights["battle"]
    beside, near = rules.links[area], rules.disks[area][NEAR]
    found = []
    for unit in bits(m.moment.ready):
        where = state.place[unit]
        if near >> where & 1 and where != area:
            share = w["ready"] if beside >> where & 1 or rules.roster.fast >> unit & 1 else w["maybe"]
            attack, _, left, worth = facts[unit][state.steps[unit]]
            found.append((share * attack, share * left, share * worth))
    found.sort(reverse=True)
    return found


def barrage(m: Muster, side: int, area: int, share: float) -> float:
    """Hits of artillery and bombers committed to a battle, and a share of those that could be."""
    state, rules = m.state, m.look.rules
    if not state.active:
        return 0.0
    given = dict(state.guns)
    total = 0.0
    for hq in bits(state.active & rules.roster.of_side[side] & ~(1 << rules.roster.guderian)):
        stars = attack_strength(rules, state, hq)
        if rules.roster.luftwaffe >> hq & 1:
            total += _raid(m, hq, stars, area, share)
        elif given.get(hq) == area:
            total += stars * m.look.one_die[hq]
        elif share and hq not in given and rules.links[state.place[hq]] >> area & 1:
            total += stars * m.look.one_die[hq] * share
    return total


def _raid(m: Muster, hq: int, stars: int, area: int, share: float) -> float:
    """Bombers over the area, and those that could still come: all of them to a victory area, else half."""
    state, rules = m.state, m.look.rules
    if state.weather == BLIZZARD:
        return 0.0
    ready = rules.boxes["bombers-available"]
    here = free = flying = 0
    for bomber in bits(rules.roster.bombers_of[hq]):
        where = state.place[bomber]
        here += where == area
        free += where == ready
        flying += 0 <= where < rules.area_count
    total = float(here)
    if share and free and flying < stars and rules.disks[state.place[hq]][stars] >> area & 1:
        total += share * min(free, stars - flying) / (1 if m.look.wanted >> area & 1 else 2)
    return total * stars / 3


def _threat(m: Muster, side: int, area: int, own: Stack | None) -> float:
    """An attack that may come, if it is worth making; known already where nothing has changed."""
    key = area * 2 + side
    same = m.base is not None and not (m.look.rules.links[area] | 1 << area) & m.changed
    known = m.base.later if same and m.base is not None else m.later
    found = known.get(key)
    if found is None:
        found = known[key] = max(0.0, _massed(m, side, area, own))
    return found


def _massed(m: Muster, side: int, area: int, own: Stack | None) -> float:
    """An attack that could be made later, by those in the area and those in the next ones."""
    look = m.look
    rules, w = look.rules, look.weights["battle"]
    attack = steps = worth = 0.0
    blocks = tanks = 0
    rivers = 0 if own is not None or frozen(m.state) else rules.rivers[area]
    for other in bits(rules.links[area] & m.occupied[side]):
        stack = m.at[side][other]
        share = w["wet"] if rivers >> other & 1 else w["beside"]
        attack += stack.attack * share
        steps += stack.steps * share
        worth += stack.worth * share
        blocks += stack.blocks
        tanks += stack.tanks
    limit = rules.limit[area]
    if own is not None:
        room = limit - own.blocks
        scale = min(1.0, room / blocks) if blocks else 0.0
        attack, steps, worth = own.attack + attack * scale, own.steps + steps * scale, own.worth + worth * scale
        tanks += own.tanks
    elif limit and blocks * w["beside"] > limit:
        scale = limit / (blocks * w["beside"])
        attack, steps, worth = attack * scale, steps * scale, worth * scale
    return prospect(m, side, area, attack, steps, worth, bool(tanks))
