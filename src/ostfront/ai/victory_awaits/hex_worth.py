"""What a unit is worth in one hex or another: only what its place changes, so that many hexes can be compared.

The muster has the unit thought away. Values are as the unit's own side sees them.
"""

from __future__ import annotations

from ostfront.ai.victory_awaits.evaluate import hunger, lead, prospect
from ostfront.ai.victory_awaits.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET


class Standing:
    """One unit, to be tried in several hexes."""

    def __init__(self, m: Muster, unit: int) -> None:
        look, state = m.look, m.state
        roster = look.rules.roster
        self.m = m
        self.unit = unit
        self.side = roster.side[unit]
        self.left = state.steps[unit]
        self.attack = roster.attack[unit][self.left] / (2 if state.out_of_command >> unit & 1 else 1)
        self.strength = look.weight(unit, self.left)
        self.is_hq = roster.is_hq[unit]
        self.fights = m.acting == self.side and bool(m.fighters >> unit & 1)
        self.way = look.nearest(m.wanted(self.side), roster.mech[unit])
        self.rate = m.progress_rate(unit)
        self.rest = hunger(m, self.side) * look.price[unit][self.left]
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
        """What its weight changes at the goals, and the way that is left to them; an HQ goes where it leads."""
        m = self.m
        way = -self.rate * self.way[place]
        if self.is_hq:
            return m.look.weights["command"]["follow"] * way
        near = m.look.near[self.unit][place]
        if not near:
            return way
        sums = m.influence()
        own, other = sums[self.side], sums[1 - self.side]
        gain = 0.0
        for goal, felt in near:
            value = m.values[goal]
            if value:
                theirs = other[goal] ** 2
                before, after = own[goal] ** 2, (own[goal] + felt * self.strength) ** 2
                gain += value * (after / (after + theirs) - (before / (before + theirs) if before else 0.0))
        return way + gain * m.look.weights["contest"][SIDES[self.side]] * m.time

    def taken(self, place: int) -> float:
        """A goal that changes hands."""
        m = self.m
        goal = m.look.goal_at.get(place)
        if goal is None or m.holds(self.side, place):
            return 0.0
        share = 1.0 if self.side == SOVIET or m.fed(AXIS) >> place & 1 else 0.5
        return m.values[goal] * m.look.weights["control"]["taken"] * share

    def battle(self, place: int) -> float:
        """The best attack it could join from there, and the ways out it closes to enemies that can be attacked."""
        m, look = self.m, self.m.look
        foes = m.occupied[1 - self.side]
        near = look.rules.grid.disk(place, 2) & foes
        if not near:
            return 0.0
        w = look.weights["battle"]
        shadow = look.around[place] | 1 << place
        shut = m.zoc[self.side] | shadow
        reach = look.rules.steps_of(self.unit)[place]
        best = rings = 0.0
        for target in bits(near):
            if reach >> target & 1 and self.attack:
                best = max(best, self._attack(target, place, shut))
            closed = look.around[target] & shadow & ~m.zoc[self.side] & ~m.occupied[self.side] & ~foes
            if closed:
                rings += closed.bit_count() / 6 * m.stack(target).stake
        weight = w["now"] if self.fights else w["later"] * m.time
        return (best + rings * w["ring"]) * weight

    def _attack(self, target: int, place: int, shut: int) -> float:
        """What the unit adds to an attack, or its share in one that would be made anyway."""
        m, w = self.m, self.m.look.weights["battle"]
        rivers = 0 if m.state.surprise else m.look.rules.across_river[target]
        own = self.attack / (2 if rivers >> place & 1 else 1)
        others = m.massed(self.side, target)
        if self.fights:
            others += w["support"] * m.support(target)
        there = m.stack(target)
        gain = prospect(m, self.side, target, there, others + own, shut)
        if gain <= 0:
            return 0.0
        before = max(0.0, prospect(m, self.side, target, there, others)) if others else 0.0
        return max(gain - before, w["share"] * gain * own / (others + own))

    def danger(self, place: int) -> float:
        """What the enemy's best attack on the hex would gain more than without the unit; a guard may make it less."""
        m, look = self.m, self.m.look
        foe = 1 - self.side
        threat = m.threat(foe, place)
        w = look.weights["battle"]
        there = m.stack(place)
        goal = look.goal_at.get(place) if m.holds(self.side, place) else None
        if not threat:
            if goal is None or there.units:
                return 0.0
            return -m.values[goal] * (w["rail"] if m.exposed(foe, place) else w["guard"]) * m.time
        after = max(0.0, prospect(m, foe, place, there.joined(look, self.unit, self.left), threat))
        if there.units:
            before = max(0.0, prospect(m, foe, place, there, threat))
        elif goal is not None:
            before = m.values[goal] * w["capture"]  # anybody could walk in
        else:
            before = 0.0
        return (after - before) * w[f"danger_{SIDES[self.side]}"]

    def line(self, place: int) -> float:
        """Out of supply it would lose a step."""
        return 0.0 if not self.rest or self.m.fed(self.side) >> place & 1 else -self.rest

    def led(self, place: int) -> float:
        """In range of an HQ; or, as an HQ, leading."""
        m = self.m
        if self.is_hq:
            return lead(m, self.unit, place)
        if m.commanded(m.look.rules.roster.nation[self.unit]) >> place & 1:
            return m.look.worth[self.unit][self.left] * m.look.weights["command"]["led"]
        return 0.0

    # ---- pockets ----------------------------------------------------------------------------------

    def pocket(self, place: int) -> float:
        """Enemies that would lose their line if the unit stood there."""
        m, foe = self.m, 1 - self.side
        weight = hunger(m, foe) * m.look.weights["supply"]["pocket"]
        if not weight:
            return 0.0
        cut = m.occupied[foe] & m.fed(foe) & ~m.fed_if(foe, place)
        return weight * sum([m.stack(h).stake for h in bits(cut)])
