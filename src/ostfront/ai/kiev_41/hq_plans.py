"""HQ plans of Kiev '41: which HQs are activated for an impulse, where, and what their guns and bombers add.

Several kinds are compared: routes for all blocks that HQs could lead; assaults on victory areas, for which the best
attackers are chosen first and guns and bombers are brought up; and its encirclement, to starve the garrison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ostfront.ai.kiev_41 import gains
from ostfront.ai.kiev_41.destinations import Destinations, Route
from ostfront.ai.kiev_41.fire_support import NOWHERE, FireSupport
from ostfront.ai.kiev_41.officer_adviser import OfficerAdviser
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits, mask
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.rules.command import ready_hqs
from ostfront.games.kiev_41.rules.control import friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import value
from ostfront.games.kiev_41.rules.movement import ways
from ostfront.games.kiev_41.rules.supply import supplied
from ostfront.games.kiev_41.state import K41State

END = 200.0  # the end of the game, won
NEVER = 1e6  # lost: costs more than any star
LIKELY = 0.6  # the chance that the enemy answers a Pass with his own, if he gains by it
LOOK_AT_ASSAULT = 8  # thoughts that evaluating an assault takes
REACH = 4  # areas from which a block may come to an assault


SiegeMethod = Callable[[Destinations, Iterable[int], int], bool]  # Destinations.assault_city or .cordon


class HqActivation(NamedTuple):
    """An HQ that is to be activated, where it is revealed, and what it is worth less its star."""

    hq: int
    area: int
    gain: float


class ImpulsePlan(NamedTuple):
    """Where blocks will be, their routes, HQs in order, what the blocks gain."""

    posts: dict[int, int]
    routes: dict[int, Route]
    leads: list[HqActivation]
    gain: float


def best_hq_plan(adviser: OfficerAdviser, budget: Allowance) -> ImpulsePlan:
    """The best impulse without an assault, and the best assaults on victory areas that can be reached."""
    facts, state, seat = adviser.facts, adviser.state, adviser.seat
    ready = ready_hqs(facts, state, seat) if not state.active else 0
    led = {
        hq: {area: _followers(adviser, hq, area) for area in _places(facts, state, hq)}
        for hq in bits(ready)
        if hq in facts.obeying
    }
    units = 0
    for areas in led.values():
        for found in areas.values():
            units |= found
    units &= facts.roster.combat & ~state.acted & ~state.isolated
    goals: list[tuple[int, SiegeMethod]] = [(NOWHERE, Destinations.assault_city)]
    for method in siege_methods(adviser):
        goal = _best_goal(adviser, units, ready, method, budget)
        if goal != NOWHERE:
            goals.append((goal, method))
    plans = []
    for number, (goal, method) in enumerate(goals):
        with_goal = portion(budget, len(goals) - number)
        plans.append(
            _planned(adviser, led, _destinations(adviser, units, ready, goal, with_goal), units, goal, method)
        )
        budget.take(with_goal.spent)
    return max(plans, key=lambda made: made.gain)


def siege_methods(adviser: OfficerAdviser) -> list[SiegeMethod]:
    """The ways to go about a victory area of the enemy."""
    return (
        [Destinations.assault_city, Destinations.cordon]
        if adviser.knowledge.weights["storm"]["cordon"]
        else [Destinations.assault_city]
    )


def portion(budget: Allowance, plans: int) -> Allowance:
    """What the next of several plans may spend."""
    return Allowance((budget.thoughts - budget.spent) // plans)


def _best_goal(adviser: OfficerAdviser, units: int, ready: int, method: SiegeMethod, budget: Allowance) -> int:
    """The enemy victory area whose assault or cordon is expected to gain most, if there is one."""
    best, found = 0.0, NOWHERE
    for goal in bits(adviser.knowledge.wanted & adviser.state.controlled(1 - adviser.seat)):
        if adviser.facts.disks[goal][REACH] & adviser.state.occupied[adviser.seat] and budget.take(LOOK_AT_ASSAULT):
            destinations = _destinations(adviser, units, ready, goal, budget)
            start = destinations.worth
            if method(destinations, bits(units), goal) and destinations.worth - start > best:
                best, found = destinations.worth - start, goal
    return found


def _destinations(adviser: OfficerAdviser, units: int, ready: int, goal: int, budget: Allowance) -> Destinations:
    context = adviser.context._replace(acting=adviser.seat, fights=True, ready=units)
    start = _deployed(adviser, ready, goal)
    return Destinations(adviser.knowledge, start, adviser.seat, "tactical", context, adviser.pull, budget)


def _planned(
    adviser: OfficerAdviser,
    led: dict[int, dict[int, int]],
    destinations: Destinations,
    units: int,
    goal: int,
    method: SiegeMethod,
) -> ImpulsePlan:
    """A plan, with an assault on the goal or a cordon around it, if there is one."""
    if goal != NOWHERE:
        method(destinations, bits(units), goal)
    destinations.plan(unit for unit in bits(units) if unit not in destinations.routes)
    leads = _leads(adviser, destinations, led)
    return ImpulsePlan(
        {lead.hq: lead.area for lead in leads}, destinations.routes, leads, sum(lead.gain for lead in leads)
    )


# ---- HQs ------------------------------------------------------------------------------------------------


def _deployed(adviser: OfficerAdviser, ready: int, target: int) -> K41State:
    """The position with HQs and Luftwaffe where they would be revealed, all of them active."""
    facts, state, seat = adviser.facts, adviser.state, adviser.seat
    roster = facts.roster
    found: K41State = state.clone()
    flying = ~roster.luftwaffe | mask(hq for hq in bits(roster.luftwaffe & state.on_map) if state.steps[hq] > 1)
    able = (ready | roster.luftwaffe & roster.of_side[seat] & state.on_map) & flying & ~state.isolated
    beside = facts.links[target] if target != NOWHERE else 0
    for hq in bits(able & ~(1 << roster.guderian)):
        areas = [area for area in _places(facts, state, hq) if not found.full[seat] >> area & 1]
        if not roster.luftwaffe >> hq & 1:
            areas = [area for area in areas if beside >> area & 1] or areas
        goal = max(areas, key=lambda area: gains.lead_gain(adviser.tally, hq, area), default=state.place[hq])
        found.put(hq, goal)
        found.active |= 1 << hq
    return found


def _places(facts: Facts, state: K41State, hq: int) -> list[int]:
    """Where an HQ could be revealed."""
    here = state.place[hq]
    seat = facts.roster.side[hq]
    found = ways(facts, state, hq, facts.allowance[hq], "approach").legs & friendly(state, seat)
    found &= ~state.full[seat]
    if not state.units_of(1 - seat) >> here & 1:
        found |= 1 << here
    return bits(found)


def _followers(adviser: OfficerAdviser, hq: int, area: int) -> int:
    """The blocks that an HQ would command from an area."""
    stars = attack_strength(adviser.facts, adviser.state, hq)
    return gains.followers(adviser.tally, hq, area, stars) | adviser.state.standing(1 << area)


def _leads(adviser: OfficerAdviser, destinations: Destinations, led: dict[int, dict[int, int]]) -> list[HqActivation]:
    """HQs that assault a victory area together, then the others one by one, the one that gains most first.

    Each leads blocks that nobody leads yet; last comes the Luftwaffe.
    """
    fire = FireSupport(adviser, destinations)
    more = float(adviser.knowledge.weights["staff"]["more"])
    least = -NEVER if passing(adviser) < 0 else 0.0  # some HQ must be activated if a Pass would lose the game
    free = mask(destinations.gains)
    left = dict(led)
    found: list[HqActivation] = []
    for lead in _siege_support(adviser, destinations, fire, led):
        found.append(lead)
        if lead.hq in led:
            free &= ~led[lead.hq][lead.area]
            del left[lead.hq]
    while left:
        offers = [
            HqActivation(hq, area, _lead_gain(adviser, destinations, fire, hq, area, units & free))
            for hq, areas in left.items()
            for area, units in areas.items()
        ]
        best = max(offers, key=lambda lead: (lead.gain, -lead.hq, -lead.area), default=None)
        if best is None or best.gain <= (more if found else least):
            break
        found.append(best)
        fire.add(best.hq, best.area)
        free &= ~led[best.hq][best.area]
        del left[best.hq]
    for hq in [hq for hq in left if adviser.brings_up and _idle(adviser, destinations, led[hq])]:
        coming = _coming_up(adviser, destinations, hq, led[hq], free)
        if coming is not None:
            found.append(coming)
            free &= ~led[hq][coming.area]
    taken = mask(lead.hq for lead in found)
    return found + _flights(adviser, fire, taken) if found else found


def _idle(adviser: OfficerAdviser, destinations: Destinations, areas: Mapping[int, int]) -> bool:
    """Whether no block that an HQ could lead is near the enemy."""
    units = 0
    for found in areas.values():
        units |= found
    return not any(destinations.near(unit) for unit in bits(units & adviser.facts.roster.combat))


def _coming_up(
    adviser: OfficerAdviser, destinations: Destinations, hq: int, areas: Mapping[int, int], free: int
) -> HqActivation | None:
    """Where an HQ goes that has nothing to do where it is: its stars have no other use, so this costs little."""
    w, here = adviser.knowledge.weights["staff"], adviser.state.place[hq]
    known = _leads_there(adviser, destinations, hq, here)
    offers = []
    for area, units in areas.items():
        gain = w["lead"] * (_leads_there(adviser, destinations, hq, area) - known)
        gain += w["follow"] * (adviser.ways[here] - adviser.ways[area])
        gain += sum([destinations.gains[unit] for unit in bits(units & free)])
        offers.append(HqActivation(hq, area, float(gain - w["idle"] * star(adviser, hq))))
    best = max(offers, key=lambda lead: (lead.gain, -lead.area), default=None)
    return best if best is not None and best.gain > 0 else None


def _leads_there(adviser: OfficerAdviser, destinations: Destinations, hq: int, area: int) -> float:
    """How many blocks would be near enough to follow an HQ; those one more march away count half."""
    facts, near = adviser.facts, destinations.state.occupied[adviser.seat]
    obeying = facts.obeying[hq] & facts.roster.combat
    reach = max(2, min(4, attack_strength(facts, adviser.state, hq) - 1))
    now = (destinations.state.standing(facts.disks[area][reach] & near) & obeying).bit_count()
    later = (destinations.state.standing(facts.disks[area][4] & near) & obeying).bit_count()
    return now + 0.5 * (later - now)


def _siege_support(
    adviser: OfficerAdviser, destinations: Destinations, fire: FireSupport, led: dict[int, dict[int, int]]
) -> list[HqActivation]:
    """The guns and bombers that are worth their stars in a siege only together: walls absorb the first hits."""
    best: list[HqActivation] = []
    gain, goal, hits = 0.0, NOWHERE, 0.0
    free = mask(destinations.gains)
    for area in bits(fire.fields & adviser.knowledge.wanted & adviser.state.controlled(1 - adviser.seat)):
        crew = sorted(
            _crew(adviser, destinations, fire, led, area, free), key=lambda offer: -(offer[0] + offer[1].gain)
        )
        start = fire.worth(area, 0.0)
        total, costs = 0.0, 0.0
        for number, (more, lead) in enumerate(crew, 1):
            total, costs = total + more, costs + lead.gain
            net = (fire.worth(area, total) - start) * fire.now + costs
            if net > gain and any(one.hq in led for _, one in crew[:number]):
                gain, goal, hits = net, area, total
                best = [lead._replace(gain=net / number) for _, lead in crew[:number]]
    if best:
        fire.hits[goal] = fire.hits.get(goal, 0.0) + hits
        for lead in best:
            fire.stand_at(lead.hq, lead.area)
    return best


def _crew(
    adviser: OfficerAdviser,
    destinations: Destinations,
    fire: FireSupport,
    led: dict[int, dict[int, int]],
    goal: int,
    free: int,
) -> list[tuple[float, HqActivation]]:
    """Hits that each HQ could add to a battle, from where, and what it gains besides, less its star."""
    facts, state = adviser.facts, adviser.state
    found = []
    for hq, areas in led.items():
        offers = [
            HqActivation(
                hq, area, _lead_gain(adviser, destinations, fire, hq, area, units & free) - fire.guns(hq, area)[0]
            )
            for area, units in areas.items()
            if facts.links[goal] >> area & 1
        ]
        if offers:
            best = max(offers, key=lambda lead: (lead.gain, -lead.area))
            found.append((attack_strength(facts, state, hq) * adviser.knowledge.one_die[hq], best))
    for hq in _squadrons(adviser):
        stars = attack_strength(facts, state, hq)
        offers = [
            HqActivation(hq, area, _flight_gain(adviser, fire, hq, area) - fire.bombs(hq, area)[0])
            for area in _places(facts, state, hq)
            if facts.disks[area][stars] >> goal & 1
        ]
        if offers:
            best = max(offers, key=lambda lead: (lead.gain, -lead.area))
            found.append((fire.load(hq), best))
    return found


def _lead_gain(
    adviser: OfficerAdviser, destinations: Destinations, fire: FireSupport, hq: int, area: int, units: int
) -> float:
    """What its blocks gain, its guns beside a battle, less its star and the danger; and the way it comes nearer."""
    facts, w = adviser.facts, adviser.knowledge.weights["staff"]
    gain = sum([destinations.gains[unit] for unit in bits(units)]) + fire.guns(hq, area)[0]
    if facts.links[area] & destinations.foes and not destinations.state.occupied[adviser.seat] >> area & 1:
        gain -= w["alone"]
    if adviser.behind:
        gain -= w["follow"] * (adviser.ways[area] - adviser.ways[adviser.state.place[hq]])
        gain += w["drawn"] * fire.assault_gain(hq, area)
    if w["hand"]:
        gain += w["hand"] * _in_hand(adviser, destinations, hq, area)
    return gain - star(adviser, hq)


def _in_hand(adviser: OfficerAdviser, destinations: Destinations, hq: int, area: int) -> float:
    """Blocks near the enemy that an HQ could lead in its next impulse from where it will stand."""
    facts = adviser.facts
    reach = max(1, attack_strength(facts, adviser.state, hq) - 1)
    near = (
        destinations.state.standing(facts.areas.closed(destinations.foes)) & facts.obeying[hq] & facts.roster.combat
    )
    now = (destinations.state.standing(facts.disks[area][reach]) & near).bit_count()
    later = (destinations.state.standing(facts.disks[area][reach + 1]) & near).bit_count()
    return now + 0.5 * (later - now)


def _squadrons(adviser: OfficerAdviser) -> list[int]:
    """Luftwaffe HQs that can fly."""
    roster, state = adviser.facts.roster, adviser.state
    mine = roster.luftwaffe & roster.of_side[adviser.seat] & state.on_map & ~state.isolated
    return [hq for hq in bits(mine) if state.steps[hq] > 1]


def _flights(adviser: OfficerAdviser, fire: FireSupport, taken: int) -> list[HqActivation]:
    """More Luftwaffe HQs whose bombers are worth the star, where they would fly from."""
    facts, state = adviser.facts, adviser.state
    found = []
    for hq in [hq for hq in _squadrons(adviser) if not taken >> hq & 1]:
        offers = [HqActivation(hq, area, _flight_gain(adviser, fire, hq, area)) for area in _places(facts, state, hq)]
        best = max(offers, key=lambda lead: (lead.gain, -lead.area), default=None)
        if best is not None and best.gain > 0:
            found.append(best)
            fire.add(hq, best.area)
    return found


def _flight_gain(adviser: OfficerAdviser, fire: FireSupport, hq: int, area: int) -> float:
    nearer = adviser.ways[adviser.state.place[hq]] - adviser.ways[area]
    exposed = bool(adviser.facts.links[area] & adviser.foes)
    w = adviser.knowledge.weights["staff"]
    drawn = w["drawn"] * fire.assault_gain(hq, area) if adviser.behind else 0.0
    return fire.bombs(hq, area)[0] - star(adviser, hq) + w["follow"] * nearer + drawn - exposed  # type: ignore[no-any-return]


def star(adviser: OfficerAdviser, hq: int) -> float:
    """What the star of an HQ costs."""
    w, state = adviser.knowledge.weights["staff"], adviser.state
    if state.turn < adviser.knowledge.last_turn:
        return float(w["star"][state.steps[hq]])
    return float(w["last_star"][state.steps[hq]]) * adviser.scarcity


def passing(adviser: OfficerAdviser) -> float:
    """What a Pass is worth: it may be the end of the month, or of the game."""
    state = adviser.state
    if state.turn < adviser.knowledge.last_turn:
        cost = staying(adviser)
        return -cost if state.passes else -max(0.0, cost) * LIKELY
    if adviser.behind:
        return -NEVER
    return END if state.passes else 0.0


def staying(adviser: OfficerAdviser) -> float:
    """The value of continuing the month: stars that the Leader could not restore, an enemy without supply."""
    w, seat = adviser.knowledge.weights["staff"], adviser.seat
    stars = _unspent(adviser, seat) - _unspent(adviser, 1 - seat)
    return float(w["tempo"] * stars + w["hunger"] * (_hungry(adviser, 1 - seat) - _hungry(adviser, seat)))


def _unspent(adviser: OfficerAdviser, side: int) -> int:
    """Stars that would be lost if the Leader restored as many as he can."""
    facts, state = adviser.facts, adviser.state
    hqs = bits(facts.roster.hqs & facts.roster.of_side[side] & state.on_map)
    spent = sum(facts.roster.full[hq] - state.steps[hq] for hq in hqs)
    return max(0, value(facts, state, side) - spent)


def _hungry(adviser: OfficerAdviser, side: int) -> float:
    """The worth of the blocks of a side that have no supply."""
    tally = adviser.tally
    areas = tally.occupied[side] & ~supplied(adviser.facts, adviser.state, side)
    return sum([tally.at[side][area].worth for area in bits(areas)])
