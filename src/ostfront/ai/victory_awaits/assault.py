"""The assaults of an activation: which hexes to attack, and from where, before the units move.

Computed again for every position: units that have gone to their places are counted there, so that the same
assaults are found again.
"""

from __future__ import annotations

from typing import NamedTuple

from ostfront.ai.victory_awaits.evaluate import prospect, supply_weight
from ostfront.ai.victory_awaits.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.rules.ground import crowded
from ostfront.games.victory_awaits.rules.movement import range_from

Posts = dict[int, int]  # units and the hexes they go to


class PossibleAssault(NamedTuple):
    """An attack that could be made: what it gains, and the units with their places."""

    gain: float
    posts: Posts


class Assaults:
    """The assaults of the acting side."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.side = tally.acting
        self.facts = tally.facts
        self.posts: Posts = {}
        self._reach = {unit: self._places(unit) for unit in tally.ready}
        wanted = tally.wanted(self.side)
        self._ways = [tally.knowledge.nearest(wanted, mech) for mech in (False, True)]
        self._still = self._standing_force()
        self._room: dict[int, int] = {}
        self._walk_in()
        self._attack()

    def _places(self, unit: int) -> int:
        """Where a unit could be when combat starts: city guards stay, others keep to their lines."""
        tally, facts, state = self.tally, self.facts, self.tally.state
        at = state.place[unit]
        here = 1 << at
        guards = at in tally.knowledge.goal_at and tally.holds(self.side, at) and tally.threat(1 - self.side, at)
        if guards or facts.roster.is_hq[unit]:
            return here
        found = range_from(
            facts, state, unit, at, facts.roster.move[unit], tally.zoc[1 - self.side], fresh=True
        ).reach
        if supply_weight(tally, self.side) and tally.supplied(self.side) & here:
            found &= tally.supplied(self.side)
        return found & ~crowded(state, self.side) | here

    def _standing_force(self) -> int:
        """Units that have moved and can only fight from where they are."""
        return self.tally.fighters & self.tally.state.on_map & ~sum(1 << unit for unit in self.tally.ready)

    # ---- empty cities -----------------------------------------------------------------------------

    def _walk_in(self) -> None:
        """Goals that nobody defends: the weakest unit that can get there takes each."""
        tally = self.tally
        foes = tally.occupied[1 - self.side]
        for goal, place in sorted(enumerate(tally.knowledge.goals), key=lambda g: -tally.values[g[0]]):
            if tally.values[goal] and not tally.holds(self.side, place) and not foes >> place & 1:
                able = [u for u, reach in self._reach.items() if reach >> place & 1 and u not in self.posts]
                if able:
                    unit = min(able, key=lambda u: tally.knowledge.worth[u][tally.state.steps[u]])
                    self._send(unit, place)

    def _send(self, unit: int, place: int) -> None:
        self.posts[unit] = place
        if place != self.tally.state.place[unit]:
            self._room[place] = self._room.get(place, 0) + 1

    # ---- attacks ----------------------------------------------------------------------------------

    def _attack(self) -> None:
        """The best assault, then the best with the remaining units, until none is worth it."""
        tally, spent = self.tally, 0
        reach = 0
        for unit, places in self._reach.items():
            if unit not in self.posts:
                reach |= places
        targets = bits(tally.occupied[1 - self.side] & self.facts.grid.neighbours(reach))
        least = tally.knowledge.weights["battle"]["least"]
        found = {target: self._assault(target, spent) for target in targets}
        while found:
            best = max(found, key=lambda target: found[target].gain)
            chosen = found.pop(best)
            if chosen.gain <= least:
                return
            for unit, place in chosen.posts.items():
                if unit in self._reach:
                    self._send(unit, place)
                spent |= 1 << unit
            for target, other in found.items():
                if not other.posts.keys().isdisjoint(chosen.posts):
                    found[target] = self._assault(target, spent)

    def _assault(self, target: int, spent: int) -> PossibleAssault:
        """The best attack on a hex: strong units first, or one in every hex around it first."""
        tally, facts, state = self.tally, self.facts, self.tally.state
        attack = facts.roster.attack
        river = 0 if state.surprise else facts.across_river[target]
        sides = tally.knowledge.entries[self.side][target]
        pairs = []
        posts: Posts = {}
        for unit in bits(self._still & ~spent):
            if state.place[unit] in sides:
                posts[unit] = state.place[unit]
        around = sum(1 << place for place in sides)
        for unit, reach in self._reach.items():
            touched = reach & around
            if touched and unit not in self.posts and not spent >> unit & 1:
                strength = attack[unit][state.steps[unit]]
                for place in bits(touched):
                    stays = place == state.place[unit]
                    pairs.append((strength / (2 if river >> place & 1 else 1), stays, unit, place))
        if not pairs:
            return PossibleAssault(0.0, {})
        pairs.sort(reverse=True)
        gathered = self._gathered(target, dict(posts), pairs, river, 2)
        spread = self._gathered(target, posts, pairs, river, 1)
        return max(gathered, spread, key=lambda assault: assault.gain)

    def _gathered(
        self, target: int, posts: Posts, pairs: list[tuple[float, bool, int, int]], river: int, first: int
    ) -> PossibleAssault:
        """Fill the hexes around a target, at first with this many units each, until more does not help."""
        tally = self.tally
        best = PossibleAssault(0.0, {})
        taken = dict(self._room)
        for limit in dict.fromkeys((first, 2)):
            here: dict[int, int] = {}
            for _, stays, unit, place in pairs:
                if unit in posts or here.get(place, 0) >= limit or not (stays or self._free(place, taken)):
                    continue
                posts[unit] = place
                here[place] = here.get(place, 0) + 1
                if not stays:
                    taken[place] = taken.get(place, 0) + 1
                gain = self._gain(target, posts, river)
                if gain > best.gain + tally.knowledge.weights["battle"]["waste"]:
                    best = PossibleAssault(gain, dict(posts))
        return best

    def _free(self, place: int, taken: dict[int, int]) -> bool:
        """Whether there is room for one more besides the units that are there and those that will come (3.1)."""
        forts = self.facts.roster.is_fort
        return sum(not forts[u] for u in self.tally.state.each_at(place)) + taken.get(place, 0) < 2

    def _gain(self, target: int, posts: Posts, river: int) -> float:
        tally, state = self.tally, self.tally.state
        attack, knowledge = self.facts.roster.attack, tally.knowledge
        strength = 0.0
        shut = tally.zoc[self.side]
        price, back = 99.0, 0.0
        for unit, place in posts.items():
            strength += attack[unit][state.steps[unit]] / (2 if river >> place & 1 else 1)
            shut |= knowledge.around[place] | 1 << place
            price = min(price, knowledge.price[unit][state.steps[unit]])
            back += self._way_back(unit, place)
        return prospect(tally, self.side, target, tally.stack(target), strength, shut, price) - back

    def _way_back(self, unit: int, place: int) -> float:
        """What it costs to move away from the goals."""
        roster, state = self.facts.roster, self.tally.state
        way = self._ways[roster.mech[unit]]
        farther = way[place] - way[state.place[unit]]
        return farther * self.tally.progress_rate(unit) if farther > 0 else 0.0


def assaults(tally: Tally) -> Posts:
    return Assaults(tally).posts if tally.ready and tally.acting >= AXIS else {}
