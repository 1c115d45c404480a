"""The exact odds of a battle (10.13 to 10.15): every throw of its dice is counted, none is rolled.

A count of throws by number of hits is one long number with a slot for each number of hits. A die that misses in
two throws and hits in one is 2 in the first slot and 1 in the second; several dice are the product of their numbers,
and adding dice to what has happened so far is a multiplication too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

Pool = tuple[tuple[int, int], ...]  # (lowest roll that hits, number of dice)
Rows = tuple[tuple[Fraction, str], ...]

RARE = 1000  # outcomes rarer than one in this many battles share a row
NEVER = 7  # a die that does not hit
CLASSES = {4: (1, 1), 5: (2, 1), 6: (5, 1)}  # by the lowest roll that hits: throws that miss and throws that hit
BYTES = 32
SLOT = 8 * BYTES  # bits; the throws of the largest battle need fewer than 200
NINES = (1 << SLOT) - 1


class Fighter(NamedTuple):
    """A block as the odds see it: steps left; by steps: what it shows, and what it rolls."""

    steps: int
    shown: tuple[int, ...]
    dice: tuple[int, ...]
    hits_from: int
    flak: int  # what its anti-air die hits on
    tank: bool = False
    dry: bool = True


# ---- counts in slots --------------------------------------------------------------------------------


class Ways(NamedTuple):
    """Throws by number of hits, in slots, and all of them."""

    slots: int
    throws: int


@lru_cache(maxsize=1024)
def ways(pool: Pool) -> Ways:
    slots = throws = 1
    for needed, number in pool:
        miss, hit = CLASSES[needed]
        slots *= (miss | hit << SLOT) ** number
        throws *= (miss + hit) ** number
    return Ways(slots, throws)


def counts(slots: int) -> list[int]:
    """What is in the slots."""
    data = slots.to_bytes(-(-slots.bit_length() // 8), "little")
    return [int.from_bytes(data[i : i + BYTES], "little") for i in range(0, len(data), BYTES)]


def total(slots: int) -> int:
    """All slots together: as adding the digits of a number, casting out nines."""
    return slots % NINES


def capped(slots: int, last: int) -> int:
    """Hits beyond the last one that matters are counted with it."""
    end = SLOT * last
    if not slots >> end:
        return slots
    return slots & (1 << end) - 1 | total(slots >> end) << end


def turned(rows: Sequence[int], width: int) -> list[int]:
    """Rows become columns: slot j of row i is slot i of column j."""
    size = width * BYTES
    data = [row.to_bytes(size, "little") for row in rows]
    return [int.from_bytes(b"".join([row[i : i + BYTES] for row in data]), "little") for i in range(0, size, BYTES)]


def pool_of(dice: Iterable[tuple[int, int]]) -> Pool:
    """Dice by class."""
    count: dict[int, int] = {}
    for needed, number in dice:
        if needed < NEVER and number:
            count[needed] = count.get(needed, 0) + number
    return tuple(sorted(count.items()))


@lru_cache(maxsize=512)
def through_flak(flak: tuple[int, ...], bombers: tuple[int, ...]) -> Ways:
    """Hits of bombers: flak takes one for every two hits, the weakest first, and an odd hit turns another back."""
    shot = ways(pool_of((needed, 1) for needed in flak))
    hits = counts(shot.slots)
    full = 3 ** sum(bombers)
    slots = 0
    for lost in range(len(hits) // 2 + 1):
        fire = ways(((5, sum(bombers[: max(0, len(bombers) - lost)])),))
        slots += sum(hits[max(0, 2 * lost - 1) : 2 * lost + 1]) * (full // fire.throws) * fire.slots
    return Ways(slots, shot.throws * full)


# ---- a side under fire ------------------------------------------------------------------------------


class Stand(NamedTuple):
    """A side after some hits."""

    blocks: tuple[Fighter, ...]
    line: bool
    alive: bool
    steps: int
    fire: Ways


def _stand(blocks: tuple[Fighter, ...], line: bool = False) -> Stand:
    dice = [(f.hits_from, f.dice[f.steps]) for f in blocks]
    if line:
        dice.append((6, 1))
    return Stand(blocks, line, bool(blocks) or line, sum(f.steps for f in blocks), ways(pool_of(dice)))


def stands(blocks: tuple[Fighter, ...]) -> list[Stand]:
    """After 0, 1, 2 ... hits, the strongest block first, until none is left."""
    found = [_stand(blocks)]
    left = list(blocks)
    while left:
        shown = [f.shown[f.steps] for f in left]
        at = shown.index(max(shown))
        steps = left[at].steps - 1
        left[at : at + 1] = [left[at]._replace(steps=steps)] if steps else []
        found.append(_stand(tuple(left)))
    return found


def behind(blocks: tuple[Fighter, ...], absorb: int, line: bool) -> list[Stand]:
    """A defender after 0, 1, 2 ... hits: absorption, then the line, then the blocks."""
    found = stands(blocks)
    if not line:
        return [found[0]] * absorb + found
    return [_stand(blocks, True)] * (absorb + 1) + found


class Field(NamedTuple):
    """A battle before its first die: both sides after 0, 1, 2 ... hits, and what supports them."""

    attack: list[Stand]
    defense: list[Stand]
    open_ground: bool  # where a Tank Attack is possible while no line stands
    guns: Pool
    bombers: tuple[int, ...]  # dice of each that gets to the flak, best first
    at_attacker: Pool  # gunfire
    at_defender: Pool


# ---- the battle -------------------------------------------------------------------------------------


class Count:
    """A battle: `rows` holds, by hits on the attacker, throws by hits on the defender, of `throws` in all."""

    def __init__(self, at: Field) -> None:
        """10.13: fleets, artillery, anti-air and airstrike, ground combat."""
        self.at = at
        self.attack, self.defense = at.attack, at.defense
        self.last = len(self.attack) - 1, len(self.defense) - 1
        gunfire = ways(at.at_attacker)
        self.rows = counts(capped(gunfire.slots, self.last[0]))
        self.throws = gunfire.throws
        self._strike([(ways(at.at_defender), range(self.last[1]))])
        self._strike([(ways(at.guns), range(self.last[1]))])
        if at.bombers:
            self._strike(self._airstrikes())
        self._ground()

    def _strike(self, hits: Sequence[tuple[Ways, Sequence[int]]]) -> None:
        """Dice at the defender, each for some of his stands; nobody rolls when a side is gone."""
        throws = lcm(*(fire.throws for fire, _ in hits))
        if throws == 1:
            return
        last = self.last[1]
        for a, row in enumerate(self.rows):
            if a == self.last[0] and not self.attack[a].alive:
                self.rows[a] = row * throws
                continue
            before = counts(row)
            after = (before[last] if len(before) > last else 0) * throws << SLOT * last
            for fire, stands_hit in hits:
                some = sum(before[d] << SLOT * d for d in stands_hit if d < len(before))
                after += some * fire.slots * (throws // fire.throws)
            self.rows[a] = capped(after, last)
        self.throws *= throws

    def _airstrikes(self) -> list[tuple[Ways, list[int]]]:
        """By the flak of each stand: the hits of the bombers that get through."""
        found: dict[tuple[int, ...], list[int]] = {}
        for d, stand in enumerate(self.defense[:-1]):
            flak = [f.flak for f in stand.blocks if f.shown[f.steps] and f.flak < NEVER] + [6] * stand.line
            found.setdefault(tuple(sorted(flak)), []).append(d)
        return [(through_flak(flak, self.at.bombers), stands_hit) for flak, stands_hit in found.items()]

    # ---- ground combat (10.13.6) ----

    def _ground(self) -> None:
        """The defender first, or under Tank Attack the attacker; then the other, with what is left of him."""
        attack, defense = self.attack, self.defense
        last_a, last_d = self.last
        by_attacker = lcm(*(stand.fire.throws for stand in attack))
        by_defender = lcm(*(stand.fire.throws for stand in defense))
        over = [0] * len(attack)
        surprised = [0] * len(attack)  # by hits on the attacker, as `rows`
        answered = [0] * len(defense)  # by hits on the defender, throws by hits on the attacker
        for a, row in enumerate(self.rows):
            for d, often in enumerate(counts(row)):
                if not often:
                    continue
                if not attack[a].alive or not defense[d].alive:
                    over[a] += often * by_attacker * by_defender << SLOT * d
                elif self._tank_attack(a, d):
                    surprised[a] += often << SLOT * d
                else:
                    answered[d] += often << SLOT * a
        for a, row in enumerate(turned(_fire(answered, defense, by_defender, last_a), last_a + 1)):
            over[a] += _fire_one(row, attack[a], by_attacker, last_d)
        if any(surprised):
            columns = turned(_fire(surprised, attack, by_attacker, last_d), last_d + 1)
            for a, row in enumerate(turned(_fire(columns, defense, by_defender, last_a), last_a + 1)):
                over[a] += row
        self.rows = over
        self.throws *= by_attacker * by_defender

    def _tank_attack(self, a: int, d: int) -> bool:
        """10.13.6.2."""
        if not self.at.open_ground:
            return False
        stand = self.defense[d]
        if stand.line or any(f.tank for f in stand.blocks):
            return False
        return any(f.tank and f.dry for f in self.attack[a].blocks)

    # ---- the outcome ----------

    def outcomes(self) -> Iterator[tuple[int, int, str, int]]:
        """Steps lost by both sides, the fate of the area, and how many throws lead there."""
        full = self.defense[0].steps
        for a, row in enumerate(self.rows):
            attacked = self.attack[a].alive
            found: dict[int, int] = {}
            for d, often in enumerate(counts(row)):
                stand = self.defense[d]
                lost = full - stand.steps if stand.alive else -1
                found[lost] = found.get(lost, 0) + often
            for lost, often in found.items():
                if often:
                    fate = "cleared" if lost < 0 else "contested" if attacked else "repulsed"
                    yield a, full if lost < 0 else lost, fate, often

    def fates(self) -> dict[str, int]:
        """The throws that clear the area, leave it contested, or leave no attacker there."""
        found = dict.fromkeys(("cleared", "contested", "repulsed"), 0)
        for a, row in enumerate(self.rows):
            cleared = row >> SLOT * self.last[1]
            found["cleared"] += cleared
            found["contested" if self.attack[a].alive else "repulsed"] += total(row) - cleared
        return found


def _fire_one(row: int, stand: Stand, throws: int, last: int) -> int:
    """A side fires from one of its stands: the row goes on by its hits on the other."""
    return capped(row * stand.fire.slots * (throws // stand.fire.throws), last) if row else 0


def _fire(rows: Sequence[int], side: Sequence[Stand], throws: int, last: int) -> list[int]:
    return [_fire_one(row, stand, throws, last) for row, stand in zip(rows, side, strict=True)]


def likeliest_first(found: Iterable[tuple[int, str]], throws: int) -> Rows:
    rows = sorted((-often, text) for often, text in found if often)
    return tuple([(Fraction(-often, throws), text) for often, text in rows])


def distribution(at: Field) -> Rows:
    """Steps lost by both sides and the fate of the area; rare outcomes are grouped by that fate."""
    count = Count(at)
    seldom = count.throws // RARE
    rare: dict[str, int] = {}
    found = []
    for a, d, fate, often in count.outcomes():
        if often < seldom:
            rare[fate] = rare.get(fate, 0) + often
        else:
            found.append((often, f"attacker -{a}, defender -{d}, {fate}"))
    found += [(often, f"rarer outcomes, {fate}") for fate, often in rare.items()]
    return likeliest_first(found, count.throws)


def fates(at: Field) -> Rows:
    """Only the fate of the area."""
    count = Count(at)
    return likeliest_first([(often, fate) for fate, often in count.fates().items()], count.throws)
