"""The judgement of a player of Kiev '41: what HQs, impulses, support and logistics gain on average."""

from __future__ import annotations

from ostfront.ai.kiev_41.prospects import barrage, prospect, reopened
from ostfront.ai.kiev_41.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.battle import fleet_dice
from ostfront.games.kiev_41.rules.command import commanded, ready_hqs
from ostfront.games.kiev_41.rules.control import contested, friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import restorable, value
from ostfront.games.kiev_41.rules.reinforcements import pool
from ostfront.games.kiev_41.rules.supply import supplied

SLOW_REACH, FAST_REACH = 2, 4  # areas a block can usually go


# ---- HQs ------------------------------------------------------------------------------------------------


def waking(m: Muster, side: int, units: int) -> float:
    """What it is worth to let these blocks act: more for those that can reach the enemy."""
    w, rules, state = m.look.weights["activation"], m.look.rules, m.state
    foes = m.units[1 - side]
    total = 0.0
    for unit in bits(units & rules.roster.combat & state.on_map):
        reach = FAST_REACH if rules.roster.fast >> unit & 1 else SLOW_REACH
        near = rules.disks[state.place[unit]][reach] & foes
        total += m.look.worth[unit][state.steps[unit]] * (w["contact"] if near else w["distant"])
    return total


def star_cost(m: Muster, hq: int) -> float:
    """What the star costs that an activation takes; little in the last turn."""
    w = m.look.weights["activation"]
    costs = w["last_cost"] if m.state.turn >= m.look.last_turn else w["cost"]
    return float(costs[m.state.steps[hq]])


def followers(m: Muster, hq: int, area: int, reach: int) -> int:
    """The blocks that an HQ would command from an area, over friendly ground."""
    rules, state = m.look.rules, m.state
    side = rules.roster.side[hq]
    here, free = 1 << area, friendly(state, side)
    enter = free | contested(state) | here
    areas = rules.areas.flood(here, enter, free | here, rules.links, reach)
    return state.standing(areas & m.occupied[side]) & rules.obeying[hq] & ~state.acted & ~state.isolated


def storms(m: Muster, side: int) -> int:
    """Objectives of the enemy with enough of one's own blocks beside them or in them for an assault."""
    rules = m.look.rules
    found = 0
    for area in bits(m.look.wanted & m.state.controlled(1 - side) & m.units[1 - side]):
        beside = rules.links[area] & m.occupied[side] | 1 << area
        if sum(m.at[side][at].blocks for at in bits(beside) if at in m.at[side]) >= 2:
            found |= 1 << area
    return found


def hq_gain(m: Muster, hq: int) -> float:
    """What activating an HQ is worth, with those it could lead after a short move, less its star."""
    rules, state = m.look.rules, m.state
    w, roster = m.look.weights["activation"], m.look.rules.roster
    side, stars = roster.side[hq], attack_strength(rules, state, hq)
    if hq == roster.guderian:
        return w["road"] * stars / 4 * (state.yellow + state.orange) * m.time - star_cost(m, hq)  # type: ignore[no-any-return]
    at = state.place[hq]
    disk = rules.disks[at][min(4, stars + 1)]
    front = m.units[1 - side] & rules.areas.closed(m.occupied[side])
    if roster.luftwaffe >> hq & 1:
        flying = sum(state.place[b] == rules.boxes["bombers-available"] for b in bits(roster.bombers_of[hq]))
        gain = w["air"] * min(stars, flying) * stars / 16 if disk & front else w["come_up"]
        if disk & storms(m, side):
            gain += w["storm"] * stars / 4
        return gain - star_cost(m, hq)  # type: ignore[no-any-return]
    units = state.standing(disk & m.occupied[side]) & rules.obeying[hq] & ~state.acted & ~state.isolated
    if state.active:
        units &= ~commanded(rules, state, side, units)
    guns = w["storm"] * stars / 4 if disk & storms(m, side) else 0.0
    return waking(m, side, units) + guns - star_cost(m, hq)


def lead_gain(m: Muster, hq: int, area: int) -> float:
    """How good an area is to reveal an HQ in: whom it leads, what its guns reach, how safe it is."""
    rules, state, w = m.look.rules, m.state, m.look.weights["approach"]
    side, stars = rules.roster.side[hq], attack_strength(rules, state, hq)
    near_foes = rules.links[area] & m.units[1 - side]
    at = state.place[hq]
    alone = m.at[side][at].blocks == 1 if area == at else not m.occupied[side] >> area & 1
    total = -float(w["alone"]) if near_foes and alone else 0.0
    if rules.roster.luftwaffe >> hq & 1:
        return total + _airfield(m, side, stars, area)
    units = followers(m, hq, area, stars)
    if state.active:
        units &= ~commanded(rules, state, side, units)
    if near_foes:
        total += w["guns"] * stars
    if rules.links[area] & storms(m, side):
        total += w["storm"] * stars
    return total + waking(m, side, units)


def _airfield(m: Muster, side: int, stars: int, area: int) -> float:
    """How good an area is for a Luftwaffe HQ: in reach of the front, not in it."""
    rules, w = m.look.rules, m.look.weights["approach"]
    reach, front = rules.disks[area][stars], m.units[1 - side] & rules.areas.closed(m.occupied[side])
    total = w["front"] * (reach & front).bit_count() - w["way"] * m.look.nearest(m.look.wanted & ~m.state.axis)[area]
    if reach & storms(m, side):
        total += w["raid"]
    if rules.links[area] & m.units[1 - side]:
        total -= w["near"]
    return total  # type: ignore[no-any-return]


def fleet_gain(m: Muster, fleet: int, area: int) -> float:
    """Gunfire where there is, or may be, a battle on a coast."""
    w, rules = m.look.weights["fleets"], m.look.rules
    if area not in m.at[SOVIET]:
        return -float(w["empty"])
    dice = fleet_dice(rules, m.state, fleet)
    hits = dice.number * (7 - dice.hits_from) / 6
    if area in m.at[AXIS]:
        return hits
    near = (rules.links[area] & m.occupied[AXIS]).bit_count()
    goal = w["goal"] * m.look.worth_at.get(area, 0.0) if near else 0.0
    return hits * min(1.0, w["near"] * near) + goal - w["least"]  # type: ignore[no-any-return]


# ---- impulses -------------------------------------------------------------------------------------------


def open_battles(m: Muster, side: int) -> float:
    """What the battles that are under way promise."""
    total = 0.0
    for area in bits(m.units[1 - side] & m.occupied[side]):
        total += max(0.0, battle_gain(m, side, area))
    return total


def battle_gain(m: Muster, side: int, area: int, more: float = 0.0) -> float:
    """What the attackers in an area gain, with so many hits of support beyond what is committed."""
    own = m.at[side].get(area)
    if own is None:
        return 0.0
    support = barrage(m, side, area, 0.0) + more
    beyond = reopened(m, side, area)
    return prospect(m, side, area, own.attack, own.steps, own.worth, bool(own.tanks), support, beyond)


def tactical_gain(m: Muster, side: int) -> float:
    """The best HQ to begin with, the battles that any impulse lets one go on with, and who must be got out."""
    rules, state = m.look.rules, m.state
    roster = rules.roster
    hqs = ready_hqs(rules, state, side) & roster.tactical & ~(1 << roster.guderian)
    best = max((hq_gain(m, hq) for hq in bits(hqs)), default=-9.0)
    cut = m.occupied[side] & ~supplied(rules, state, side)
    rescue = m.look.weights["supply"]["rescue"] * sum(m.at[side][area].worth for area in bits(cut))
    return best + open_battles(m, side) + rescue  # type: ignore[no-any-return]


def reinforce_gain(m: Muster, side: int) -> float:
    """Blocks now instead of later, against the disc."""
    rules, state = m.look.rules, m.state
    waiting = pool(rules, state, side)
    if not waiting:
        return -disc_cost(m)
    number = min(len(waiting), value(rules, state, side))
    worth = sum(m.look.arriving[u] for u in waiting) / len(waiting)
    return number * worth * m.look.weights["impulse"]["reinforce"] * m.time - disc_cost(m)  # type: ignore[no-any-return]


def disc_cost(m: Muster) -> float:
    """What handing over the disc costs; a disc that can be spent once only is there to be spent."""
    cost = float(2 * m.look.weights["assets"]["initiative"] * m.time)
    return cost / 2 if m.look.rules.scenario.disc_once else cost


# ---- logistics ------------------------------------------------------------------------------------------


def activate_gain(m: Muster, side: int) -> float:
    """What the Leader would bring: stars, steps and blocks, as far as there is need."""
    rules, state, w = m.look.rules, m.state, m.look.weights["logistics"]
    points = value(rules, state, side)
    full, steps = rules.roster.full, state.steps
    stars = sum(full[hq] - steps[hq] for hq in bits(restorable(rules, state, side)))
    units = rules.roster.combat & rules.roster.of_side[side] & state.on_map & ~state.isolated
    lost = sum(full[u] - steps[u] for u in bits(units))
    waiting = pool(rules, state, side)
    worth = sum(m.look.arriving[u] for u in waiting) / len(waiting) if waiting else 0.0
    blocks = min(points, len(waiting)) * worth * w["block"]
    return min(points, stars) * w["star"] + min(points, 2 * lost) * w["point"] + blocks  # type: ignore[no-any-return]


def pause_gain(m: Muster, side: int) -> float:
    """A Leader at full strength for the months to come."""
    rules, state = m.look.rules, m.state
    leader = rules.roster.leader_of[side]
    months = m.look.last_turn - state.turn
    stars = rules.roster.strength[leader]
    gain = m.look.weights["logistics"]["leader"] * (stars[-1] - stars[state.steps[leader]])
    return gain * min(2, months)  # type: ignore[no-any-return]


def replace_gain(m: Muster, side: int, unit: int) -> float:
    """The worth of a step for its price; blocks near the enemy first."""
    rules, state = m.look.rules, m.state
    steps = state.steps[unit]
    worths = m.look.worth[unit]
    price = rules.roster.replacement[unit][steps + 1]
    near = rules.disks[state.place[unit]][3] & m.units[1 - side]
    return (worths[steps + 1] - worths[steps]) / price * (1.0 if near else m.look.weights["logistics"]["rear"])


def lost_worth(m: Muster, unit: int) -> float:
    """What a step of a block is worth to its owner."""
    worths, steps = m.look.worth[unit], m.state.steps[unit]
    return worths[steps] - worths[steps - 1]
