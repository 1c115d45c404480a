"""Planning an activation on any hex map: which attacks, by which units, and where all other units should go.

The planner knows no game. A game's `PlannableActivation` says who can go where and what attacks and places are worth.
Attackers are assigned target by target to the attack that gains most, then exchanged while that helps; the rest go
one by one to the place that makes the whole position best, and are considered again when all have a place.
An `Allowance` limits the work: when it is spent, the best found so far is the plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ostfront.core.map.hexes import bits

Posts = dict[int, int]  # units and their destinations

WORTH_A_ROLL = 0.15  # an attack must gain more than this
ROUNDS = 2  # of exchanging attackers
POSITION = 20  # thoughts that evaluating a whole position takes; an attack takes one
NEVER = float("-inf")  # the value of anything that there was no thought left for


class Allowance:
    """The work allowed for a plan, in thoughts and not seconds, so that the same seed gives the same game anywhere.

    A planner calls `take` before it computes a value, and does without it if the answer is no; cached
    values are free. So `spent` never exceeds `thoughts`. A planner that uses it must guarantee this: with
    any allowance, even none, the plan is complete and legal, for instance because every unit begins with an order to
    stay. The officer makes one for each plan and hands it to `make_plan(world, decision, budget)` of a game's
    `plans` module, whose `thoughts(rules)` says how many it allows: `thoughts` under `[officer]` in the game's
    `weights.toml`.
    """

    def __init__(self, thoughts: int) -> None:
        self.thoughts = thoughts
        self.spent = 0

    def take(self, thoughts: int = 1) -> bool:
        """Take the thoughts for one evaluation, if they are left."""
        if self.spent + thoughts > self.thoughts:
            return False
        self.spent += thoughts
        return True


class PlannableActivation(Protocol):
    """What a game says about one activation."""

    @property
    def movers(self) -> Sequence[int]: ...

    @property
    def reach(self) -> Mapping[int, int]:
        """By unit, the hexes it may end in, its own among them."""
        ...

    @property
    def targets(self) -> Sequence[int]: ...

    def spots(self, target: int) -> int:
        """The hexes from which a target can be attacked."""
        ...

    def strength(self, unit: int, spot: int, target: int) -> float: ...

    def gain(self, target: int, force: Posts, posts: Posts) -> float:
        """The expected gain of an attack over the exact results, with friendly units at those posts."""
        ...

    def price(self, unit: int, spot: int) -> float:
        """What it costs a unit to be in a hex during the enemy's turn."""
        ...

    def room(self, unit: int, place: int, posts: Posts) -> bool: ...

    def places(self, unit: int) -> Sequence[int]:
        """The hexes worth considering for a unit that does not attack."""
        ...

    def worth(self, posts: Posts) -> float:
        """What the position is worth with all units at their posts, apart from attacks."""
        ...


class Assault(NamedTuple):
    """A planned attack: its forces by hex, and the expected gain."""

    target: int
    force: Posts
    gain: float


class Plan(NamedTuple):
    posts: Posts
    assaults: list[Assault]


def plan_activation(activation: PlannableActivation, allowance: Allowance, fees: Sequence[float] = (0.0,)) -> Plan:
    """Attacks first, then all other units.

    A fee is what a unit must add to an attack to be in it: with a higher one there are more and smaller attacks.
    Of several plans, the one whose attacks gain most together is chosen.
    """
    planner = Planner(activation, allowance)
    tried = []
    for fee in fees:
        found = planner.assigned(fee)
        tried.append(planner.exchanged(planner.joined(found) if fee else found))
    assaults = max(tried, key=lambda found: sum([planner.net(assault) for assault in found]))
    posts = planner.placed(assaults)
    return Plan(posts, [Assault(a.target, a.force, activation.gain(a.target, a.force, posts)) for a in assaults])


class Planner:
    """One plan in the making."""

    def __init__(self, activation: PlannableActivation, allowance: Allowance) -> None:
        self.activation = activation
        self.allowance = allowance

    # ---- attackers --------------------------------------------------------------------------------

    def assigned(self, fee: float = 0.0) -> list[Assault]:
        """Greedily: repeatedly the attack that gains most with the units still free."""
        free = set(self.activation.movers)
        posts: Posts = {}
        found: list[Assault] = []
        offers: dict[int, Assault | None] = dict.fromkeys(self.activation.targets)
        stale = set(offers)
        while True:
            for target in stale:
                offers[target] = self.gathered(target, free, posts, fee)
            best = max(
                (offer for offer in offers.values() if offer is not None),
                key=lambda offer: (self.net(offer, fee), -offer.target),
                default=None,
            )
            if best is None or self.net(best) < WORTH_A_ROLL:
                return found
            found.append(best)
            free -= best.force.keys()
            posts.update(best.force)
            del offers[best.target]
            taken = set(best.force.values())
            stale = {
                target
                for target, offer in offers.items()
                if offer is not None and (offer.force.keys() & best.force.keys() or taken & set(offer.force.values()))
            }

    def gathered(self, target: int, free: set[int], posts: Posts, fee: float = 0.0) -> Assault | None:
        """The best force of free units against a target: each where it adds most, no more than needed."""
        activation = self.activation
        around = activation.spots(target)
        able = []
        for unit in activation.movers:
            spots = bits(activation.reach[unit] & around) if unit in free else []
            if spots:
                able.append((max(activation.strength(unit, spot, target) for spot in spots), unit, spots))
        able.sort(key=lambda entry: (-entry[0], entry[1]))
        force: Posts = {}
        taken = dict(posts)
        best: tuple[float, Assault] | None = None
        for _, unit, spots in able:
            here: tuple[tuple[float, float, int], Assault] | None = None
            for spot in spots:
                if activation.room(unit, spot, taken):
                    tried = self.attack(target, {**force, unit: spot}, posts)
                    rank = self.net(tried, fee), activation.strength(unit, spot, target), -spot
                    if tried.gain > NEVER and (here is None or rank > here[0]):
                        here = rank, tried
            if here is not None:
                force = here[1].force
                taken[unit] = force[unit]
                if best is None or here[0][0] > best[0]:
                    best = here[0][0], here[1]
        if best is None or best[0] + fee * len(best[1].force) <= 0:
            return None
        return self._lean(best[1], posts, fee)

    def attack(self, target: int, force: Posts, posts: Posts) -> Assault:
        """An attack with its value; without thoughts left it is worth nothing."""
        if not force:
            return Assault(target, force, 0.0)
        return Assault(target, force, self.activation.gain(target, force, posts) if self.allowance.take() else NEVER)

    def _lean(self, found: Assault, posts: Posts, fee: float) -> Assault:
        """The attack without units that add nothing, or less than the fee."""
        for unit in reversed(list(found.force)):
            if len(found.force) > 1:
                fewer = self.attack(found.target, {u: s for u, s in found.force.items() if u != unit}, posts)
                if self.net(fewer, fee) >= self.net(found, fee):
                    found = fewer
        return found

    def net(self, assault: Assault, fee: float = 0.0) -> float:
        """The gain less what it costs the attackers to be there."""
        return assault.gain - sum([self.activation.price(unit, spot) + fee for unit, spot in assault.force.items()])

    def joined(self, assaults: list[Assault]) -> list[Assault]:
        """Units that are still free go where they add most, if anywhere."""
        activation = self.activation
        posts = posts_of(assaults)
        for unit in activation.movers:
            if unit in posts:
                continue
            best: tuple[float, int, Assault] | None = None
            for n, assault in enumerate(assaults):
                for spot in bits(activation.reach[unit] & activation.spots(assault.target)):
                    if activation.room(unit, spot, posts):
                        more = self.attack(assault.target, {**assault.force, unit: spot}, posts)
                        added = self.net(more) - self.net(assault)
                        if added > 0 and (best is None or added > best[0]):
                            best = added, n, more
            if best is not None:
                assaults[best[1]] = best[2]
                posts[unit] = best[2].force[unit]
        return assaults

    def exchanged(self, assaults: list[Assault]) -> list[Assault]:
        """Attackers switch to another attack as long as the two together gain by it."""
        for _ in range(ROUNDS):
            better = False
            for i in range(len(assaults)):
                for j in range(len(assaults)):
                    if i != j:
                        better |= self._hand_over(assaults, i, j)
            if not better:
                break
        return [assault for assault in assaults if assault.force]

    def _hand_over(self, assaults: list[Assault], i: int, j: int) -> bool:
        """One unit of the first attack to the second, if that is better."""
        activation, giving, taking = self.activation, assaults[i], assaults[j]
        everyone = posts_of(assaults)
        before = self.net(giving) + self.net(taking)
        for unit in giving.force:
            others = {u: spot for u, spot in everyone.items() if u != unit}
            for spot in bits(activation.reach[unit] & activation.spots(taking.target)):
                if activation.room(unit, spot, others):
                    posts = {**others, unit: spot}
                    left = self.attack(giving.target, {u: s for u, s in giving.force.items() if u != unit}, posts)
                    right = self.attack(taking.target, {**taking.force, unit: spot}, posts)
                    if self.net(left) + self.net(right) > before + 1e-9:
                        assaults[i], assaults[j] = left, right
                        return True
        return False

    # ---- the rest ---------------------------------------------------------------------------------

    def placed(self, assaults: Sequence[Assault]) -> Posts:
        """All units that do not attack, one by one; then once more, when all the others have a place.

        Their places count for the attacks too: they may block a retreat. Without a thought left a unit
        keeps the place it has, or takes the first. A unit with no hex left to go to has no post and stays.
        """
        activation = self.activation
        posts = posts_of(assaults)
        rest = [unit for unit in activation.movers if unit not in posts]
        for _ in range(2 if len(rest) > 1 else 1):
            for unit in rest:
                others = {u: place for u, place in posts.items() if u != unit}
                best: tuple[float, int] | None = None
                for place in self._open(unit, others):
                    worth = self._position({**others, unit: place}, assaults)
                    if worth == NEVER and unit in posts:
                        best = None
                        break
                    if best is None or worth > best[0]:
                        best = worth, place
                if best is not None:
                    posts[unit] = best[1]
        return posts

    def _open(self, unit: int, others: Posts) -> list[int]:
        """The places worth considering that have room; when all are full, any hex that has."""
        activation = self.activation
        places = activation.places(unit)
        found = [place for place in places if activation.room(unit, place, others)]
        if found or not places:
            return found
        return [place for place in bits(activation.reach[unit]) if activation.room(unit, place, others)]

    def _position(self, posts: Posts, assaults: Sequence[Assault]) -> float:
        """What the position is worth with all units there, attacks included."""
        if not self.allowance.take(POSITION):
            return NEVER
        return self.activation.worth(posts) + sum([self.activation.gain(a.target, a.force, posts) for a in assaults])


def posts_of(assaults: Sequence[Assault]) -> Posts:
    return {unit: spot for assault in assaults for unit, spot in assault.force.items()}
