"""What HQs, impulses, support and logistics in Kiev '41 gain on average."""

from __future__ import annotations

from ostfront.ai.kiev_41.prospects import barrage, prospect, reopened
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules.battle import fleet_dice
from ostfront.games.kiev_41.rules.command import commanded, ready_hqs
from ostfront.games.kiev_41.rules.control import contested, friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import restorable, value
from ostfront.games.kiev_41.rules.reinforcements import pool
from ostfront.games.kiev_41.rules.supply import supplied

SLOW_REACH, FAST_REACH = 2, 4  # areas a block can usually move


# ---- HQs ------------------------------------------------------------------------------------------------


def waking(tally: Tally, side: int, units: int) -> float:
    """The value of letting these blocks act: more for those that can reach the enemy."""
    w, facts, state = tally.knowledge.weights["activation"], tally.facts, tally.state
    foes = tally.units[1 - side]
    total = 0.0
    for unit in bits(units & facts.roster.combat & state.on_map):
        reach = FAST_REACH if facts.roster.fast >> unit & 1 else SLOW_REACH
        near = facts.disks[state.place[unit]][reach] & foes
        total += tally.knowledge.worth[unit][state.steps[unit]] * (w["contact"] if near else w["distant"])
    return total


def star_cost(tally: Tally, hq: int) -> float:
    """The cost of the star that an activation takes; little in the last turn."""
    w = tally.knowledge.weights["activation"]
    costs = w["last_cost"] if tally.state.turn >= tally.knowledge.last_turn else w["cost"]
    return float(costs[tally.state.steps[hq]])


def followers(tally: Tally, hq: int, area: int, reach: int) -> int:
    """The blocks that an HQ would command from an area, over friendly ground."""
    facts, state = tally.facts, tally.state
    side = facts.roster.side[hq]
    here, free = 1 << area, friendly(state, side)
    enter = free | contested(state) | here
    areas = facts.areas.flood(here, enter, free | here, facts.links, reach)
    return state.standing(areas & tally.occupied[side]) & facts.obeying[hq] & ~state.acted & ~state.isolated


def assault_targets(tally: Tally, side: int) -> int:
    """Objectives of the enemy with enough of one's own blocks beside them or in them for an assault."""
    facts = tally.facts
    found = 0
    for area in bits(tally.knowledge.wanted & tally.state.controlled(1 - side) & tally.units[1 - side]):
        beside = facts.links[area] & tally.occupied[side] | 1 << area
        if sum(tally.at[side][at].blocks for at in bits(beside) if at in tally.at[side]) >= 2:
            found |= 1 << area
    return found


def hq_gain(tally: Tally, hq: int) -> float:
    """What activating an HQ is worth, with those it could lead after a short move, less its star."""
    facts, state = tally.facts, tally.state
    w, roster = tally.knowledge.weights["activation"], tally.facts.roster
    side, stars = roster.side[hq], attack_strength(facts, state, hq)
    if hq == roster.guderian:
        return w["road"] * stars / 4 * (state.yellow + state.orange) * tally.time - star_cost(tally, hq)  # type: ignore[no-any-return]
    at = state.place[hq]
    disk = facts.disks[at][min(4, stars + 1)]
    front = tally.units[1 - side] & facts.areas.closed(tally.occupied[side])
    if roster.luftwaffe >> hq & 1:
        flying = sum(state.place[b] == facts.boxes["bombers-available"] for b in bits(roster.bombers_of[hq]))
        gain = w["air"] * min(stars, flying) * stars / 16 if disk & front else w["come_up"]
        if disk & assault_targets(tally, side):
            gain += w["storm"] * stars / 4
        return gain - star_cost(tally, hq)  # type: ignore[no-any-return]
    units = state.standing(disk & tally.occupied[side]) & facts.obeying[hq] & ~state.acted & ~state.isolated
    if state.active:
        units &= ~commanded(facts, state, side, units)
    guns = w["storm"] * stars / 4 if disk & assault_targets(tally, side) else 0.0
    return waking(tally, side, units) + guns - star_cost(tally, hq)


def lead_gain(tally: Tally, hq: int, area: int) -> float:
    """How good an area is for revealing an HQ: which blocks it leads, what its guns reach, how safe it is."""
    facts, state, w = tally.facts, tally.state, tally.knowledge.weights["approach"]
    side, stars = facts.roster.side[hq], attack_strength(facts, state, hq)
    near_foes = facts.links[area] & tally.units[1 - side]
    at = state.place[hq]
    alone = tally.at[side][at].blocks == 1 if area == at else not tally.occupied[side] >> area & 1
    total = -float(w["alone"]) if near_foes and alone else 0.0
    if facts.roster.luftwaffe >> hq & 1:
        return total + _airfield(tally, side, stars, area)
    units = followers(tally, hq, area, stars)
    if state.active:
        units &= ~commanded(facts, state, side, units)
    if near_foes:
        total += w["guns"] * stars
    if facts.links[area] & assault_targets(tally, side):
        total += w["storm"] * stars
    return total + waking(tally, side, units)


def _airfield(tally: Tally, side: int, stars: int, area: int) -> float:
    """How good an area is for a Luftwaffe HQ: in reach of the front, not in it."""
    facts, w = tally.facts, tally.knowledge.weights["approach"]
    reach, front = facts.disks[area][stars], tally.units[1 - side] & facts.areas.closed(tally.occupied[side])
    total = (
        w["front"] * (reach & front).bit_count()
        - w["way"] * tally.knowledge.nearest(tally.knowledge.wanted & ~tally.state.axis)[area]
    )
    if reach & assault_targets(tally, side):
        total += w["raid"]
    if facts.links[area] & tally.units[1 - side]:
        total -= w["near"]
    return total  # type: ignore[no-any-return]


def fleet_gain(tally: Tally, fleet: int, area: int) -> float:
    """Gunfire where there is, or may be, a battle on a coast."""
    w, facts = tally.knowledge.weights["fleets"], tally.facts
    if area not in tally.at[SOVIET]:
        return -float(w["empty"])
    dice = fleet_dice(facts, tally.state, fleet)
    hits = dice.number * (7 - dice.hits_from) / 6
    if area in tally.at[AXIS]:
        return hits
    near = (facts.links[area] & tally.occupied[AXIS]).bit_count()
    goal = w["goal"] * tally.knowledge.worth_at.get(area, 0.0) if near else 0.0
    return hits * min(1.0, w["near"] * near) + goal - w["least"]  # type: ignore[no-any-return]


# ---- impulses -------------------------------------------------------------------------------------------


def open_battles(tally: Tally, side: int) -> float:
    """What the battles that are under way promise."""
    total = 0.0
    for area in bits(tally.units[1 - side] & tally.occupied[side]):
        total += max(0.0, battle_gain(tally, side, area))
    return total


def battle_gain(tally: Tally, side: int, area: int, more: float = 0.0) -> float:
    """What the attackers in an area gain, with so many hits of support beyond what is committed."""
    own = tally.at[side].get(area)
    if own is None:
        return 0.0
    support = barrage(tally, side, area, 0.0) + more
    beyond = reopened(tally, side, area)
    return prospect(tally, side, area, own.attack, own.steps, own.worth, bool(own.tanks), support, beyond)


def tactical_gain(tally: Tally, side: int) -> float:
    """The best HQ to begin with, the battles that any impulse lets one go on with, and who must be got out."""
    facts, state = tally.facts, tally.state
    roster = facts.roster
    hqs = ready_hqs(facts, state, side) & roster.tactical & ~(1 << roster.guderian)
    best = max((hq_gain(tally, hq) for hq in bits(hqs)), default=-9.0)
    cut = tally.occupied[side] & ~supplied(facts, state, side)
    rescue = tally.knowledge.weights["supply"]["rescue"] * sum(tally.at[side][area].worth for area in bits(cut))
    return best + open_battles(tally, side) + rescue  # type: ignore[no-any-return]


def reinforce_gain(tally: Tally, side: int) -> float:
    """Blocks now instead of later, against the disc."""
    facts, state = tally.facts, tally.state
    waiting = pool(facts, state, side)
    if not waiting:
        return -disc_cost(tally)
    number = min(len(waiting), value(facts, state, side))
    worth = sum(tally.knowledge.arriving[u] for u in waiting) / len(waiting)
    return number * worth * tally.knowledge.weights["impulse"]["reinforce"] * tally.time - disc_cost(tally)  # type: ignore[no-any-return]


def disc_cost(tally: Tally) -> float:
    """What handing over the disc costs; a disc that can be spent once only is there to be spent."""
    cost = float(2 * tally.knowledge.weights["assets"]["initiative"] * tally.time)
    return cost / 2 if tally.facts.scenario.disc_once else cost


# ---- logistics ------------------------------------------------------------------------------------------


def activate_gain(tally: Tally, side: int) -> float:
    """What the Leader would bring: stars, steps and blocks, as far as there is need."""
    facts, state, w = tally.facts, tally.state, tally.knowledge.weights["logistics"]
    points = value(facts, state, side)
    full, steps = facts.roster.full, state.steps
    stars = sum(full[hq] - steps[hq] for hq in bits(restorable(facts, state, side)))
    units = facts.roster.combat & facts.roster.of_side[side] & state.on_map & ~state.isolated
    lost = sum(full[u] - steps[u] for u in bits(units))
    waiting = pool(facts, state, side)
    worth = sum(tally.knowledge.arriving[u] for u in waiting) / len(waiting) if waiting else 0.0
    blocks = min(points, len(waiting)) * worth * w["block"]
    return min(points, stars) * w["star"] + min(points, 2 * lost) * w["point"] + blocks  # type: ignore[no-any-return]


def pause_gain(tally: Tally, side: int) -> float:
    """A Leader at full strength for the months to come."""
    facts, state = tally.facts, tally.state
    leader = facts.roster.leader_of[side]
    months = tally.knowledge.last_turn - state.turn
    stars = facts.roster.strength[leader]
    gain = tally.knowledge.weights["logistics"]["leader"] * (stars[-1] - stars[state.steps[leader]])
    return gain * min(2, months)  # type: ignore[no-any-return]


def replace_gain(tally: Tally, side: int, unit: int) -> float:
    """The worth of a step for its price; blocks near the enemy first."""
    facts, state = tally.facts, tally.state
    steps = state.steps[unit]
    worths = tally.knowledge.worth[unit]
    price = facts.roster.replacement[unit][steps + 1]
    near = facts.disks[state.place[unit]][3] & tally.units[1 - side]
    return (
        (worths[steps + 1] - worths[steps]) / price * (1.0 if near else tally.knowledge.weights["logistics"]["rear"])
    )


def lost_worth(tally: Tally, unit: int) -> float:
    """What a step of a block is worth to its owner."""
    worths, steps = tally.knowledge.worth[unit], tally.state.steps[unit]
    return worths[steps] - worths[steps - 1]
