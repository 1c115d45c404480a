"""Operations of Kiev '41: which HQs are activated for an impulse, where, and what their guns and bombers add.

Kinds are weighed against each other: ways for all blocks that HQs could lead, and a storm of a victory area: the best
attackers are chosen first, guns and bombers are brought up for it. Or it is closed round: its garrison starves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ostfront.ai.kiev_41 import city_assaults as storms
from ostfront.ai.kiev_41 import gains as judgement
from ostfront.ai.kiev_41.destinations import Route, Staff
from ostfront.ai.kiev_41.tally import Muster
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits, mask
from ostfront.games.kiev_41.rules.command import ready_hqs
from ostfront.games.kiev_41.rules.control import friendly
from ostfront.games.kiev_41.rules.fire import attack_strength
from ostfront.games.kiev_41.rules.logistics import value
from ostfront.games.kiev_41.rules.movement import ways
from ostfront.games.kiev_41.rules.supply import supplied

if TYPE_CHECKING:
    from ostfront.ai.kiev_41.plans import Adviser
    from ostfront.games.kiev_41.facts import Facts
    from ostfront.games.kiev_41.state import K41State

END = 200.0  # the end of the game, won
NEVER = 1e6  # lost: dearer than any star
LIKELY = 0.6  # that the enemy answers a Pass with his own, if he gains by it
FLAK = 0.75  # bombers that get through
NOWHERE = -1
STORM = 8  # thoughts that it takes to look at a storm
REACH = 4  # areas from which a block may come to a storm


Manner = Callable[[Staff, Iterable[int], int], bool]  # Staff.storm or Staff.cordon


class Lead(NamedTuple):
    """An HQ that is to be activated, where it is revealed, and what it is worth less its star."""

    hq: int
    area: int
    gain: float


class Plan(NamedTuple):
    """Where blocks will stand, their ways, HQs in order, what the blocks gain."""

    posts: dict[int, int]
    routes: dict[int, Route]
    leads: list[Lead]
    gain: float


def operation(adviser: Adviser, budget: Allowance) -> Plan:
    """The best of an impulse without a storm, and of storms of the victory areas that can be reached."""
    rules, state, seat = adviser.rules, adviser.state, adviser.seat
    ready = ready_hqs(rules, state, seat) if not state.active else 0
    led = {
        hq: {area: _followers(adviser, hq, area) for area in _places(rules, state, hq)}
        for hq in bits(ready)
        if hq in rules.obeying
    }
    units = 0
    for areas in led.values():
        for found in areas.values():
            units |= found
    units &= rules.roster.combat & ~state.acted & ~state.isolated
    goals: list[tuple[int, Manner]] = [(NOWHERE, Staff.storm)]
    for manner in manners(adviser):
        goal = _stormed(adviser, units, ready, manner, budget)
        if goal != NOWHERE:
            goals.append((goal, manner))
    plans = []
    for number, (goal, manner) in enumerate(goals):
        with_goal = portion(budget, len(goals) - number)
        plans.append(_planned(adviser, led, _staff(adviser, units, ready, goal, with_goal), units, goal, manner))
        budget.take(with_goal.spent)
    return max(plans, key=lambda made: made.gain)


def manners(adviser: Adviser) -> list[Manner]:
    """The ways to go about a victory area of the enemy."""
    return [Staff.storm, Staff.cordon] if adviser.look.weights["storm"]["cordon"] else [Staff.storm]


def portion(budget: Allowance, plans: int) -> Allowance:
    """What the next of so many plans may spend."""
    return Allowance((budget.thoughts - budget.spent) // plans)


def _stormed(adviser: Adviser, units: int, ready: int, manner: Manner, budget: Allowance) -> int:
    """The victory area of the enemy whose storm, or cordon, promises most, if one can be made."""
    best, found = 0.0, NOWHERE
    for goal in bits(adviser.look.wanted & adviser.state.controlled(1 - adviser.seat)):
        if adviser.rules.disks[goal][REACH] & adviser.state.occupied[adviser.seat] and budget.take(STORM):
            staff = _staff(adviser, units, ready, goal, budget)
            start = staff.worth
            if manner(staff, bits(units), goal) and staff.worth - start > best:
                best, found = staff.worth - start, goal
    return found


def _staff(adviser: Adviser, units: int, ready: int, goal: int, budget: Allowance) -> Staff:
    moment = adviser.moment._replace(acting=adviser.seat, fights=True, ready=units)
    start = _deployed(adviser, ready, goal)
    return Staff(adviser.look, start, adviser.seat, "tactical", moment, adviser.pull, budget)


def _planned(
    adviser: Adviser, led: dict[int, dict[int, int]], staff: Staff, units: int, goal: int, manner: Manner
) -> Plan:
    """A plan, with a storm or a cordon of the goal if there is one."""
    if goal != NOWHERE:
        manner(staff, bits(units), goal)
    staff.plan(unit for unit in bits(units) if unit not in staff.routes)
    leads = _leads(adviser, staff, led)
    return Plan({lead.hq: lead.area for lead in leads}, staff.routes, leads, sum(lead.gain for lead in leads))


# ---- HQs ------------------------------------------------------------------------------------------------


def _deployed(adviser: Adviser, ready: int, target: int) -> K41State:
    """The position with HQs and Luftwaffe where they would be revealed, all of them active."""
    rules, state, seat = adviser.rules, adviser.state, adviser.seat
    roster = rules.roster
    found: K41State = state.clone()
    flying = ~roster.luftwaffe | mask(hq for hq in bits(roster.luftwaffe & state.on_map) if state.steps[hq] > 1)
    able = (ready | roster.luftwaffe & roster.of_side[seat] & state.on_map) & flying & ~state.isolated
    beside = rules.links[target] if target != NOWHERE else 0
    for hq in bits(able & ~(1 << roster.guderian)):
        areas = [area for area in _places(rules, state, hq) if not found.full[seat] >> area & 1]
        if not roster.luftwaffe >> hq & 1:
            areas = [area for area in areas if beside >> area & 1] or areas
        goal = max(areas, key=lambda area: judgement.lead_gain(adviser.muster, hq, area), default=state.place[hq])
        found.put(hq, goal)
        found.active |= 1 << hq
    return found


def _places(rules: Facts, state: K41State, hq: int) -> list[int]:
    """Where an HQ could be revealed."""
    here = state.place[hq]
    seat = rules.roster.side[hq]
    found = ways(rules, state, hq, rules.allowance[hq], "approach").legs & friendly(state, seat)
    found &= ~state.full[seat]
    if not state.units_of(1 - seat) >> here & 1:
        found |= 1 << here
    return bits(found)


def _followers(adviser: Adviser, hq: int, area: int) -> int:
    """The blocks that an HQ would command from an area."""
    stars = attack_strength(adviser.rules, adviser.state, hq)
    return judgement.followers(adviser.muster, hq, area, stars) | adviser.state.standing(1 << area)


def _leads(adviser: Adviser, staff: Staff, led: dict[int, dict[int, int]]) -> list[Lead]:
    """Those who storm a victory area together, then HQs one by one, the one that gains most first.

    Each leads blocks that nobody leads yet; last comes the Luftwaffe.
    """
    fire = Fire(adviser, staff)
    more = float(adviser.look.weights["staff"]["more"])
    least = -NEVER if passing(adviser) < 0 else 0.0  # somebody has to, if a Pass would lose the game
    free = mask(staff.gains)
    left = dict(led)
    found: list[Lead] = []
    for lead in _assault(adviser, staff, fire, led):
        found.append(lead)
        if lead.hq in led:
            free &= ~led[lead.hq][lead.area]
            del left[lead.hq]
    while left:
        offers = [
            Lead(hq, area, _lead_gain(adviser, staff, fire, hq, area, units & free))
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
    for hq in [hq for hq in left if adviser.brings_up and _idle(adviser, staff, led[hq])]:
        coming = _coming_up(adviser, staff, hq, led[hq], free)
        if coming is not None:
            found.append(coming)
            free &= ~led[hq][coming.area]
    taken = mask(lead.hq for lead in found)
    return found + _flights(adviser, fire, taken) if found else found


def _idle(adviser: Adviser, staff: Staff, areas: Mapping[int, int]) -> bool:
    """Whether no block that an HQ could lead is near the enemy."""
    units = 0
    for found in areas.values():
        units |= found
    return not any(staff.near(unit) for unit in bits(units & adviser.rules.roster.combat))


def _coming_up(adviser: Adviser, staff: Staff, hq: int, areas: Mapping[int, int], free: int) -> Lead | None:
    """Where an HQ goes that has nothing to do where it is: its stars are of no other use, so that costs little."""
    w, here = adviser.look.weights["staff"], adviser.state.place[hq]
    known = _leads_there(adviser, staff, hq, here)
    offers = []
    for area, units in areas.items():
        gain = w["lead"] * (_leads_there(adviser, staff, hq, area) - known)
        gain += w["follow"] * (adviser.ways[here] - adviser.ways[area])
        gain += sum([staff.gains[unit] for unit in bits(units & free)])
        offers.append(Lead(hq, area, float(gain - w["idle"] * star(adviser, hq))))
    best = max(offers, key=lambda lead: (lead.gain, -lead.area), default=None)
    return best if best is not None and best.gain > 0 else None


def _leads_there(adviser: Adviser, staff: Staff, hq: int, area: int) -> float:
    """How many blocks would be near enough to an HQ to follow it, those that one more march would reach for half."""
    rules, near = adviser.rules, staff.state.occupied[adviser.seat]
    obeying = rules.obeying[hq] & rules.roster.combat
    reach = max(2, min(4, attack_strength(rules, adviser.state, hq) - 1))
    now = (staff.state.standing(rules.disks[area][reach] & near) & obeying).bit_count()
    later = (staff.state.standing(rules.disks[area][4] & near) & obeying).bit_count()
    return now + 0.5 * (later - now)


def _assault(adviser: Adviser, staff: Staff, fire: Fire, led: dict[int, dict[int, int]]) -> list[Lead]:
    """The guns and bombers that are worth their stars in a siege only together: walls absorb the first hits."""
    best: list[Lead] = []
    gain, goal, hits = 0.0, NOWHERE, 0.0
    free = mask(staff.gains)
    for area in bits(fire.fields & adviser.look.wanted & adviser.state.controlled(1 - adviser.seat)):
        crew = sorted(_crew(adviser, staff, fire, led, area, free), key=lambda offer: -(offer[0] + offer[1].gain))
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
            fire.gone(lead.hq, lead.area)
    return best


def _crew(
    adviser: Adviser, staff: Staff, fire: Fire, led: dict[int, dict[int, int]], goal: int, free: int
) -> list[tuple[float, Lead]]:
    """Hits that each HQ could add to a battle, from where, and what it gains besides, less its star."""
    rules, state = adviser.rules, adviser.state
    found = []
    for hq, areas in led.items():
        offers = [
            Lead(hq, area, _lead_gain(adviser, staff, fire, hq, area, units & free) - fire.guns(hq, area)[0])
            for area, units in areas.items()
            if rules.links[goal] >> area & 1
        ]
        if offers:
            best = max(offers, key=lambda lead: (lead.gain, -lead.area))
            found.append((attack_strength(rules, state, hq) * adviser.look.one_die[hq], best))
    for hq in _squadrons(adviser):
        stars = attack_strength(rules, state, hq)
        offers = [
            Lead(hq, area, _flight_gain(adviser, fire, hq, area) - fire.bombs(hq, area)[0])
            for area in _places(rules, state, hq)
            if rules.disks[area][stars] >> goal & 1
        ]
        if offers:
            best = max(offers, key=lambda lead: (lead.gain, -lead.area))
            found.append((fire.load(hq), best))
    return found


def _lead_gain(adviser: Adviser, staff: Staff, fire: Fire, hq: int, area: int, units: int) -> float:
    """What its blocks gain, its guns beside a battle, less its star and the danger; and the way it comes nearer."""
    rules, w = adviser.rules, adviser.look.weights["staff"]
    gain = sum([staff.gains[unit] for unit in bits(units)]) + fire.guns(hq, area)[0]
    if rules.links[area] & staff.foes and not staff.state.occupied[adviser.seat] >> area & 1:
        gain -= w["alone"]
    if adviser.behind:
        gain -= w["follow"] * (adviser.ways[area] - adviser.ways[adviser.state.place[hq]])
        gain += w["drawn"] * fire.drawn(hq, area)
    if w["hand"]:
        gain += w["hand"] * _in_hand(adviser, staff, hq, area)
    return gain - star(adviser, hq)


def _in_hand(adviser: Adviser, staff: Staff, hq: int, area: int) -> float:
    """Blocks near the enemy that an HQ could lead in its next impulse from where it will stand."""
    rules = adviser.rules
    reach = max(1, attack_strength(rules, adviser.state, hq) - 1)
    near = staff.state.standing(rules.areas.closed(staff.foes)) & rules.obeying[hq] & rules.roster.combat
    now = (staff.state.standing(rules.disks[area][reach]) & near).bit_count()
    later = (staff.state.standing(rules.disks[area][reach + 1]) & near).bit_count()
    return now + 0.5 * (later - now)


def _squadrons(adviser: Adviser) -> list[int]:
    """Luftwaffe HQs that can fly."""
    roster, state = adviser.rules.roster, adviser.state
    mine = roster.luftwaffe & roster.of_side[adviser.seat] & state.on_map & ~state.isolated
    return [hq for hq in bits(mine) if state.steps[hq] > 1]


def _flights(adviser: Adviser, fire: Fire, taken: int) -> list[Lead]:
    """More Luftwaffe HQs whose bombers are worth the star, where they would fly from."""
    rules, state = adviser.rules, adviser.state
    found = []
    for hq in [hq for hq in _squadrons(adviser) if not taken >> hq & 1]:
        offers = [Lead(hq, area, _flight_gain(adviser, fire, hq, area)) for area in _places(rules, state, hq)]
        best = max(offers, key=lambda lead: (lead.gain, -lead.area), default=None)
        if best is not None and best.gain > 0:
            found.append(best)
            fire.add(hq, best.area)
    return found


def _flight_gain(adviser: Adviser, fire: Fire, hq: int, area: int) -> float:
    nearer = adviser.ways[adviser.state.place[hq]] - adviser.ways[area]
    exposed = bool(adviser.rules.links[area] & adviser.foes)
    w = adviser.look.weights["staff"]
    drawn = w["drawn"] * fire.drawn(hq, area) if adviser.behind else 0.0
    return fire.bombs(hq, area)[0] - star(adviser, hq) + w["follow"] * nearer + drawn - exposed  # type: ignore[no-any-return]


def star(adviser: Adviser, hq: int) -> float:
    """What the star of an HQ costs."""
    w, state = adviser.look.weights["staff"], adviser.state
    if state.turn < adviser.look.last_turn:
        return float(w["star"][state.steps[hq]])
    return float(w["last_star"][state.steps[hq]]) * adviser.scarcity


def passing(adviser: Adviser) -> float:
    """What a Pass is worth: it may be the end of the month, or of the game."""
    state = adviser.state
    if state.turn < adviser.look.last_turn:
        cost = staying(adviser)
        return -cost if state.passes else -max(0.0, cost) * LIKELY
    if adviser.behind:
        return -NEVER
    return END if state.passes else 0.0


def staying(adviser: Adviser) -> float:
    """What it is worth that the month goes on: stars that the Leader could not give back, an enemy without supply."""
    w, seat = adviser.look.weights["staff"], adviser.seat
    stars = _unspent(adviser, seat) - _unspent(adviser, 1 - seat)
    return float(w["tempo"] * stars + w["hunger"] * (_hungry(adviser, 1 - seat) - _hungry(adviser, seat)))


def _unspent(adviser: Adviser, side: int) -> int:
    """Stars that would be lost if the Leader gave back as many as he can."""
    rules, state = adviser.rules, adviser.state
    hqs = bits(rules.roster.hqs & rules.roster.of_side[side] & state.on_map)
    spent = sum(rules.roster.full[hq] - state.steps[hq] for hq in hqs)
    return max(0, value(rules, state, side) - spent)


def _hungry(adviser: Adviser, side: int) -> float:
    """The worth of the blocks of a side that have no supply."""
    m = adviser.muster
    areas = m.occupied[side] & ~supplied(adviser.rules, adviser.state, side)
    return sum([m.at[side][area].worth for area in bits(areas)])


# ---- guns and bombers -----------------------------------------------------------------------------------


class Fire:
    """What guns and bombers add to the battles of a plan, each to the one where it counts most."""

    def __init__(self, adviser: Adviser, staff: Staff) -> None:
        self.adviser = adviser
        state = staff.state.clone()
        state.active = 0
        self.muster = Muster(adviser.look, state, staff.moment._replace(ready=0))
        self.fields = staff.foes & state.occupied[adviser.seat]
        self.now = float(adviser.look.weights["battle"]["now"])
        home = staff.state.clone()
        for hq in bits(adviser.rules.roster.hqs & adviser.state.on_map):
            home.put(hq, adviser.state.place[hq])
        home.active = 0
        self.home = home
        self.camp = Muster(adviser.look, home, self.muster.moment)
        self.hits: dict[int, float] = {}
        self.known: dict[tuple[int, float], float] = {}

    def gain(self, area: int, hits: float) -> float:
        """What so many hits more are worth in a battle."""
        have = self.hits.get(area, 0.0)
        return (self.worth(area, have + hits) - self.worth(area, have)) * self.now

    def worth(self, area: int, hits: float) -> float:
        key = area, hits
        if key not in self.known:
            self.known[key] = judgement.battle_gain(self.muster, self.adviser.seat, area, hits)
        return self.known[key]

    def best(self, areas: int, hits: float) -> tuple[float, int, float]:
        offers = [(self.gain(area, hits), area, hits) for area in bits(areas & self.fields)]
        return max(offers, default=(0.0, NOWHERE, 0.0))

    def guns(self, hq: int, area: int) -> tuple[float, int, float]:
        """The gain, the battle and the hits."""
        rules, state = self.adviser.rules, self.adviser.state
        return self.best(rules.links[area], attack_strength(rules, state, hq) * self.adviser.look.one_die[hq])

    def bombs(self, hq: int, area: int) -> tuple[float, int, float]:
        rules, state = self.adviser.rules, self.adviser.state
        return self.best(rules.disks[area][attack_strength(rules, state, hq)], self.load(hq))

    def load(self, hq: int) -> float:
        """Hits of a Luftwaffe HQ's bombers."""
        rules, state = self.adviser.rules, self.adviser.state
        stars = attack_strength(rules, state, hq)
        ready = sum(state.place[b] == rules.boxes["bombers-available"] for b in bits(rules.roster.bombers_of[hq]))
        return min(stars, ready) * stars / 3 * FLAK

    def drawn(self, hq: int, area: int) -> float:
        """What it adds to a storm in the impulses to come that an HQ will stand there."""
        return storms.drawn(self.camp, hq, area)

    def add(self, hq: int, area: int) -> None:
        """It will fire."""
        bombs = self.adviser.rules.roster.luftwaffe >> hq & 1
        _, where, hits = self.bombs(hq, area) if bombs else self.guns(hq, area)
        self.hits[where] = self.hits.get(where, 0.0) + hits
        self.gone(hq, area)

    def gone(self, hq: int, area: int) -> None:
        """It will stand there."""
        self.home = self.home.clone()
        self.home.put(hq, area)
        self.camp = Muster(self.adviser.look, self.home, self.muster.moment)
