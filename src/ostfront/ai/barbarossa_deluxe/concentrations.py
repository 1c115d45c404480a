"""Gathering strength around enemy stacks: for an assault that follows at once, or in the next turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.planner import Allowance, Posts
from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_deluxe.facts import GERMAN, LIMIT

TARGETS = 14  # enemy stacks considered
ENOUGH = 6.0  # the step of the odds beyond which nobody joins


class Force(NamedTuple):
    """Units and the hexes from which they would attack, and what that gains."""

    posts: Posts
    gain: float


NOBODY = Force({}, 0.0)


class Concentrations:
    """Which enemy stacks to gather against, and with whom."""

    def __init__(self, field: OfficerField, reach: Mapping[int, int], allowance: Allowance) -> None:
        self.field = field
        self.facts = field.facts
        self.reach = reach
        self.allowance = allowance
        self.share = min(1.0, field.contact_share / 0.9)

    def found(self) -> dict[int, Force]:
        """The forces by target, the most promising first; the field's tables follow them."""
        field = self.field
        left = {target: self._prize(target) for target in bits(field.foes)}
        near = sorted(left, key=lambda t: (-left[t] / (1 + field.foe_defence[t]), t))
        free = {unit for unit in self.reach if self._spare(unit)}
        offers = {target: self.force(target, free) for target in near[: 4 * TARGETS]}
        chosen: dict[int, Force] = {}
        while offers and len(chosen) < TARGETS:
            best = max(offers, key=lambda t: (offers[t].gain, -t))
            force = offers.pop(best)
            if force.gain <= field.weights["battle"]["least"]:
                break
            chosen[best] = force
            for unit, spot in force.posts.items():
                field.take(unit, self._at(unit))
                field.add(unit, spot)
            free -= force.posts.keys()
            filled = {spot for spot in force.posts.values() if field.count[spot] >= LIMIT}
            for target, offer in offers.items():
                if offer.posts.keys() & force.posts.keys() or filled & set(offer.posts.values()):
                    offers[target] = self.force(target, free)
        return chosen

    def _at(self, unit: int) -> int:
        return self.field.state.place[unit]

    def _spare(self, unit: int) -> bool:
        """Whether a unit is not the only garrison of a city that the enemy could reach."""
        field, place = self.field, self._at(unit)
        if not field.knowledge.attack[unit]:
            return False
        return field.count[place] > 1 or not any(city == place for city, _ in field.exposed)

    def _prize(self, target: int) -> float:
        field = self.field
        return field.foe_stake[target] + field.prize(field.seat, target)

    def force(self, target: int, free: set[int]) -> Force:
        """The strongest first, each where it is needed, up to the force that gains most."""
        field, facts = self.field, self.facts
        around = facts.near[target]
        attack = field.knowledge.attack
        able = [(attack[unit], unit) for unit in free if self.reach[unit] & around]
        fixed = sum([field.attack[spot] for spot in bits(around & field.own)])
        fixed -= sum([attack[unit] for _, unit in able if around >> self._at(unit) & 1])
        if not able or not self.allowance.take(len(able)):
            return NOBODY
        able.sort(key=lambda entry: (not around >> self._at(entry[1]) & 1, -entry[0], entry[1]))
        load = dict(field.count)
        posts: Posts = {}
        best, strength, stake = NOBODY, max(0.0, fixed), 0.0
        for factor, unit in able:
            spot = self._spot(unit, target, posts, load)
            if spot < 0:
                continue
            posts[unit] = spot
            load[spot] = load.get(spot, 0) + 1
            load[self._at(unit)] -= 1
            strength += factor
            stake += field.knowledge.worth[unit]
            step = self._step(target, strength, posts)
            gain = self._gain(target, step, stake, len(posts))
            if gain > best.gain + 0.01:
                best = Force(dict(posts), gain)
            if step >= ENOUGH:
                break
        return best

    def _spot(self, unit: int, target: int, posts: Posts, load: dict[int, int]) -> int:
        """A hex from which to attack, not across a river and away from the others if possible."""
        facts = self.facts
        here = self._at(unit)
        across, used = facts.across_river[target], set(posts.values())
        best, most = -1, 0.0
        for spot in bits(self.reach[unit] & facts.near[target]):
            if load.get(spot, 0) - (spot == here) >= LIMIT:
                continue
            rank = 4.0 + (spot == here) - 1.5 * (across >> spot & 1)
            rank += 1.5 * any(facts.grid.distance(spot, other) == 2 for other in used)
            rank += 0.6 * (self.field.own >> spot & 1) + 0.4 * (facts.cities >> spot & 1)
            if rank > most:
                best, most = spot, rank
        return best

    def _step(self, target: int, strength: float, posts: Posts) -> float:
        field, facts = self.field, self.facts
        step = field.knowledge.odds(strength, field.foe_defence[target]) + field.shift(target, 1 - field.seat)
        spots = set(posts.values())
        if all(facts.across_river[target] >> spot & 1 for spot in spots):
            step -= 1
        opposite = any(
            (facts.grid.direction(target, a) - facts.grid.direction(target, b)) % 6 == 3 for a in spots for b in spots
        )
        if opposite and not (field.seat != GERMAN and facts.cities >> target & 1):
            step += 1
        return step

    def _gain(self, target: int, step: float, stake: float, units: int) -> float:
        field = self.field
        chance = field.knowledge.chance(step)
        theirs = field.foe_stake[target]
        ground = field.prize(field.seat, target) + field.weights["battle"]["push"]
        retreat = 0.0 if field.seat != GERMAN and self.facts.cities >> target & 1 else chance.retreat
        gain = chance.kill * (theirs + ground) + retreat * (0.2 * theirs + ground)
        gain += chance.bloodbath * (theirs + ground - min(stake, theirs)) - chance.repulse * stake
        return float(self.share * gain - units * field.weights["battle"]["fee"])
