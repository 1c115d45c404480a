"""Planning an activation on any hex map: which attacks, by whom, and where everybody else should stand.

The planner knows no game. A game's `Field` says who can go where and what attacks and places are worth. Attackers
are assigned target by target to the attack that gains most, then exchanged while that helps; the rest go one by one
to the place that makes the whole position best, and are looked at once more when everybody has a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ostfront.core.hexes import bits

Posts = dict[int, int]  # units and the hexes they are to stand in

WORTH_A_ROLL = 0.15  # an attack must gain more than this
ROUNDS = 2  # of exchanging attackers


class Field(Protocol):
    """What a game says about one activation."""

    movers: Sequence[int]
    reach: Mapping[int, int]  # by unit, the hexes it may end in, its own among them
    targets: Sequence[int]

    def spots(self, target: int) -> int:
        """The hexes from which a target can be attacked."""
        ...

    def strength(self, unit: int, spot: int, target: int) -> float: ...

    def gain(self, target: int, force: Posts, posts: Posts) -> float:
        """The expected gain of an attack over the exact results, when friends stand at those posts."""
        ...

    def price(self, unit: int, spot: int) -> float:
        """What it costs a unit to stand in a hex in the enemy's turn."""
        ...

    def room(self, unit: int, place: int, posts: Posts) -> bool: ...

    def places(self, unit: int) -> Sequence[int]:
        """The hexes worth a thought for a unit that does not attack."""
        ...

    def worth(self, posts: Posts) -> float:
        """What the position is worth when all stand where they should, attacks apart."""
        ...


class Assault(NamedTuple):
    """An attack that is meant: its forces by hex, and the gain expected."""

    target: int
    force: Posts
    gain: float


class Plan(NamedTuple):
    posts: Posts
    assaults: list[Assault]


def plan(field: Field, fees: Sequence[float] = (0.0,)) -> Plan:
    """Attacks first, then everybody else.

    A fee is what a unit must add to an attack to be in it: with a higher one there are more and smaller attacks.
    Of several the one is taken whose attacks gain most together.
    """
    tried = []
    for fee in fees:
        found = assigned(field, fee)
        tried.append(exchanged(field, joined(field, found) if fee else found))
    assaults = max(tried, key=lambda found: sum([_net(field, assault) for assault in found]))
    posts = placed(field, assaults)
    return Plan(posts, [attack(field, a.target, a.force, posts) for a in assaults])


# ---- attackers ----------------------------------------------------------------------------------------


def assigned(field: Field, fee: float = 0.0) -> list[Assault]:
    """Greedily: again and again the attack that gains most with those who are still free."""
    free = set(field.movers)
    posts: Posts = {}
    found: list[Assault] = []
    offers: dict[int, Assault | None] = dict.fromkeys(field.targets)
    stale = set(offers)
    while True:
        for target in stale:
            offers[target] = gathered(field, target, free, posts, fee)
        best = max(
            (offer for offer in offers.values() if offer is not None),
            key=lambda offer: (_net(field, offer, fee), -offer.target),
            default=None,
        )
        if best is None or _net(field, best) < WORTH_A_ROLL:
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


def gathered(field: Field, target: int, free: set[int], posts: Posts, fee: float = 0.0) -> Assault | None:
    """The best force against a target of those who are free: each where it adds most, nobody more than needed."""
    around = field.spots(target)
    able = []
    for unit in field.movers:
        spots = bits(field.reach[unit] & around) if unit in free else []
        if spots:
            able.append((max(field.strength(unit, spot, target) for spot in spots), unit, spots))
    able.sort(key=lambda entry: (-entry[0], entry[1]))
    force: Posts = {}
    taken = dict(posts)
    best: tuple[float, Posts] | None = None
    for _, unit, spots in able:
        here: tuple[float, float, int] | None = None
        for spot in spots:
            if field.room(unit, spot, taken):
                net = _net(field, attack(field, target, {**force, unit: spot}, posts), fee)
                rank = net, field.strength(unit, spot, target), -spot
                if here is None or rank > here:
                    here = rank
        if here is not None:
            force[unit] = taken[unit] = -here[2]
            if best is None or here[0] > best[0]:
                best = here[0], dict(force)
    if best is None or best[0] + fee * len(best[1]) <= 0:
        return None
    return _lean(field, target, best[1], posts, fee)


def attack(field: Field, target: int, force: Posts, posts: Posts) -> Assault:
    return Assault(target, force, field.gain(target, force, posts) if force else 0.0)


def _lean(field: Field, target: int, force: Posts, posts: Posts, fee: float) -> Assault:
    """The attack without those who add nothing, or less than the fee."""
    found = attack(field, target, force, posts)
    for unit in reversed(list(force)):
        if len(found.force) > 1:
            fewer = attack(field, target, {u: s for u, s in found.force.items() if u != unit}, posts)
            if _net(field, fewer, fee) >= _net(field, found, fee):
                found = fewer
    return found


def _net(field: Field, assault: Assault, fee: float = 0.0) -> float:
    """The gain less what it costs the attackers to stand there."""
    return assault.gain - sum([field.price(unit, spot) + fee for unit, spot in assault.force.items()])


def joined(field: Field, assaults: list[Assault]) -> list[Assault]:
    """Whoever is still free goes where he adds most, if anywhere."""
    posts = posts_of(assaults)
    for unit in field.movers:
        if unit in posts:
            continue
        best: tuple[float, int, Assault] | None = None
        for n, assault in enumerate(assaults):
            for spot in bits(field.reach[unit] & field.spots(assault.target)):
                if field.room(unit, spot, posts):
                    more = attack(field, assault.target, {**assault.force, unit: spot}, posts)
                    added = _net(field, more) - _net(field, assault)
                    if added > 0 and (best is None or added > best[0]):
                        best = added, n, more
        if best is not None:
            assaults[best[1]] = best[2]
            posts[unit] = best[2].force[unit]
    return assaults


def exchanged(field: Field, assaults: list[Assault]) -> list[Assault]:
    """Attackers go over to another attack while the two together gain by it."""
    for _ in range(ROUNDS):
        better = False
        for i in range(len(assaults)):
            for j in range(len(assaults)):
                if i != j:
                    better |= _hand_over(field, assaults, i, j)
        if not better:
            break
    return [assault for assault in assaults if assault.force]


def _hand_over(field: Field, assaults: list[Assault], i: int, j: int) -> bool:
    """One unit of the first attack to the second, if that is better."""
    giving, taking = assaults[i], assaults[j]
    everyone = posts_of(assaults)
    before = _net(field, giving) + _net(field, taking)
    for unit in giving.force:
        others = {u: spot for u, spot in everyone.items() if u != unit}
        for spot in bits(field.reach[unit] & field.spots(taking.target)):
            if field.room(unit, spot, others):
                posts = {**others, unit: spot}
                left = attack(field, giving.target, {u: s for u, s in giving.force.items() if u != unit}, posts)
                right = attack(field, taking.target, {**taking.force, unit: spot}, posts)
                if _net(field, left) + _net(field, right) > before + 1e-9:
                    assaults[i], assaults[j] = left, right
                    return True
    return False


def posts_of(assaults: Sequence[Assault]) -> Posts:
    return {unit: spot for assault in assaults for unit, spot in assault.force.items()}


# ---- the rest -----------------------------------------------------------------------------------------


def placed(field: Field, assaults: Sequence[Assault]) -> Posts:
    """Everybody who does not attack, one by one; then once more, when all the others have a place.

    Where they stand counts for the attacks too: they may bar a way of retreat.
    """
    posts = posts_of(assaults)
    rest = [unit for unit in field.movers if unit not in posts]
    for _ in range(2 if len(rest) > 1 else 1):
        for unit in rest:
            others = {u: place for u, place in posts.items() if u != unit}
            best: tuple[float, int] | None = None
            for place in field.places(unit):
                if field.room(unit, place, others):
                    tried = {**others, unit: place}
                    worth = field.worth(tried) + sum([field.gain(a.target, a.force, tried) for a in assaults])
                    if best is None or worth > best[0]:
                        best = worth, place
            if best is not None:
                posts[unit] = best[1]
    return posts
