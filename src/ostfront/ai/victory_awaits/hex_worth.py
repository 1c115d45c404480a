"""What a unit is worth in one hex or another: only what its place changes, so that many hexes can be compared.

The unit is left out of the tally. Values are as the unit's own side sees them.
"""

from __future__ import annotations

from ostfront.ai.victory_awaits.evaluate import lead, prospect, supply_weight
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET


class HexWorth:
    """What one unit would be worth in several hexes, to compare them."""

    def __init__(self, tally: Tally, unit: int) -> None:
        knowledge, state = tally.knowledge, tally.state
        roster = knowledge.facts.roster
        self.tally = tally
        self.unit = unit
        self.side = roster.side[unit]
        self.left = state.steps[unit]
        self.attack = roster.attack[unit][self.left] / (2 if state.out_of_command >> unit & 1 else 1)
        self.strength = knowledge.weight(unit, self.left)
        self.is_hq = roster.is_hq[unit]
        self.fights = tally.acting == self.side and bool(tally.fighters >> unit & 1)
        self.way = knowledge.nearest(tally.wanted(self.side), roster.mech[unit])
        self.rate = tally.progress_rate(unit)
        self.supply_cost = supply_weight(tally, self.side) * knowledge.price[unit][self.left]
        self.known: dict[int, float] = {}

    def worth(self, place: int) -> float:
        found = self.known.get(place)
        if found is None:
            found = self.pull(place) + self.taken(place) + self.battle(place) - self.danger(place)
            found += self.line(place) + self.led(place)
            self.known[place] = found
        return found

    # ---- terms ------------------------------------------------------------------------------------

    def pull(self, place: int) -> float:
        """What its weight changes at the goals, and the remaining distance to them; an HQ goes where it leads."""
        tally = self.tally
        way = -self.rate * self.way[place]
        if self.is_hq:
            return tally.knowledge.weights["command"]["follow"] * way
        near = tally.knowledge.near[self.unit][place]
        if not near:
            return way
        sums = tally.influence()
        own, other = sums[self.side], sums[1 - self.side]
        gain = 0.0
        for goal, felt in near:
            value = tally.values[goal]
            if value:
                theirs = other[goal] ** 2
                before, after = own[goal] ** 2, (own[goal] + felt * self.strength) ** 2
                gain += value * (after / (after + theirs) - (before / (before + theirs) if before else 0.0))
        return way + gain * tally.knowledge.weights["contest"][SIDES[self.side]] * tally.time

    def taken(self, place: int) -> float:
        """A goal that changes hands."""
        tally = self.tally
        goal = tally.knowledge.goal_at.get(place)
        if goal is None or tally.holds(self.side, place):
            return 0.0
        share = 1.0 if self.side == SOVIET or tally.supplied(AXIS) >> place & 1 else 0.5
        return tally.values[goal] * tally.knowledge.weights["control"]["taken"] * share

    def battle(self, place: int) -> float:
        """The best attack it could join from there, and the ways out it closes to enemies that can be attacked."""
        tally, knowledge = self.tally, self.tally.knowledge
        foes = tally.occupied[1 - self.side]
        near = knowledge.facts.grid.disk(place, 2) & foes
        if not near:
            return 0.0
        w = knowledge.weights["battle"]
        shadow = knowledge.around[place] | 1 << place
        shut = tally.zoc[self.side] | shadow
        reach = knowledge.facts.steps_of(self.unit)[place]
        best = rings = 0.0
        for target in bits(near):
            if reach >> target & 1 and self.attack:
                best = max(best, self._attack(target, place, shut))
            closed = knowledge.around[target] & shadow & ~tally.zoc[self.side] & ~tally.occupied[self.side] & ~foes
            if closed:
                rings += closed.bit_count() / 6 * tally.stack(target).stake
        weight = w["now"] if self.fights else w["later"] * tally.time
        return (best + rings * w["ring"]) * weight

    def _attack(self, target: int, place: int, shut: int) -> float:
        """What the unit adds to an attack, or its share in one that would be made anyway."""
        tally, w = self.tally, self.tally.knowledge.weights["battle"]
        rivers = 0 if tally.state.surprise else tally.facts.across_river[target]
        own = self.attack / (2 if rivers >> place & 1 else 1)
        others = tally.massed(self.side, target)
        if self.fights:
            others += w["support"] * tally.support(target)
        there = tally.stack(target)
        gain = prospect(tally, self.side, target, there, others + own, shut)
        if gain <= 0:
            return 0.0
        before = max(0.0, prospect(tally, self.side, target, there, others)) if others else 0.0
        return max(gain - before, w["share"] * gain * own / (others + own))

    def danger(self, place: int) -> float:
        """How much more the enemy's best attack on the hex would gain because of the unit; a guard may reduce it."""
        tally, knowledge = self.tally, self.tally.knowledge
        foe = 1 - self.side
        threat = tally.threat(foe, place)
        w = knowledge.weights["battle"]
        there = tally.stack(place)
        goal = knowledge.goal_at.get(place) if tally.holds(self.side, place) else None
        if not threat:
            if goal is None or there.units:
                return 0.0
            return -tally.values[goal] * (w["rail"] if tally.exposed(foe, place) else w["guard"]) * tally.time
        after = max(0.0, prospect(tally, foe, place, there.joined(knowledge, self.unit, self.left), threat))
        if there.units:
            before = max(0.0, prospect(tally, foe, place, there, threat))
        elif goal is not None:
            before = tally.values[goal] * w["capture"]  # the enemy could walk in
        else:
            before = 0.0
        return (after - before) * w[f"danger_{SIDES[self.side]}"]

    def line(self, place: int) -> float:
        """Out of supply it would lose a step."""
        return 0.0 if not self.supply_cost or self.tally.supplied(self.side) >> place & 1 else -self.supply_cost

    def led(self, place: int) -> float:
        """In range of an HQ; or, as an HQ, leading."""
        tally = self.tally
        if self.is_hq:
            return lead(tally, self.unit, place)
        if tally.commanded(tally.facts.roster.nation[self.unit]) >> place & 1:
            return tally.knowledge.worth[self.unit][self.left] * tally.knowledge.weights["command"]["led"]
        return 0.0

    # ---- pockets ----------------------------------------------------------------------------------

    def pocket(self, place: int) -> float:
        """Enemies that would lose their line if the unit were there."""
        tally, foe = self.tally, 1 - self.side
        weight = supply_weight(tally, foe) * tally.knowledge.weights["supply"]["pocket"]
        if not weight:
            return 0.0
        cut = tally.occupied[foe] & tally.supplied(foe) & ~tally.supplied_if(foe, place)
        return weight * sum([tally.stack(h).stake for h in bits(cut)])
