"""Exact odds of a whole battle before the dice (10.13), by convolution of its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ostfront.core.actions import Action
from ostfront.core.hexes import bits
from ostfront.core.rules import Odds, Shift
from ostfront.games.kiev_41.battle import artillery_dice, bomber_dice, bombers_over, fleet_dice
from ostfront.games.kiev_41.control import holder
from ostfront.games.kiev_41.fire import in_attack, in_defense, rough
from ostfront.games.kiev_41.losses import absorption
from ostfront.games.kiev_41.play import K41Play
from ostfront.games.kiev_41.roster import AXIS, SOVIET
from ostfront.games.kiev_41.state import SUNNY, WEATHER
from ostfront.games.kiev_41.support import possible_battles

if TYPE_CHECKING:
    from ostfront.games.kiev_41.rules import Kiev41
    from ostfront.games.kiev_41.state import K41State

Pool = tuple[tuple[int, int], ...]  # (lowest roll that hits, number of dice)
Rows = tuple[tuple[Fraction, str], ...]
POLICY = (
    "Of equal blocks the first takes the hit. One bomber, of the weaker HQ, meets each fleet; what happens at sea is "
    "not counted. Two hits on bombers destroy one. Concealed enemy blocks are taken for infantry of three steps."
)
BEFORE = ("command", "support", "blitz")
UNKNOWN = (3, 1, 4)  # steps of a concealed block: as a rule, at the least, at the most


class Fighter(NamedTuple):
    """A block as the odds see it: steps left; by steps: what it shows, and what it rolls."""

    steps: int
    shown: tuple[int, ...]
    dice: tuple[int, ...]
    hits_from: int
    flak: int  # what its anti-air die hits on; 7 never
    tank: bool = False
    dry: bool = True


class Field(NamedTuple):
    """A battle before its first die."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    absorb: int
    line: bool
    open_ground: bool  # where a Tank Attack is possible while no line stands
    guns: Pool
    bombers: tuple[int, ...]  # dice of each that gets to the flak, best first
    at_attacker: Pool  # gunfire
    at_defender: Pool


def odds(play: K41Play, seat: int, action: Action) -> Odds | None:
    """Of a battle that is about to be fought, or as it stands while blocks and support are still being sent."""
    kind = play.decision_of(seat).kind
    if kind not in ("battle", *BEFORE) or action.verb != "fight" or not isinstance(action.arg, int):
        return None
    rules, state, area = play.rules, play.state, action.arg
    battles = possible_battles(rules, state, seat) if kind in BEFORE else state.to_fight
    if not battles >> area & 1:
        return None
    likely, weak, strong = (field(rules, state, area, seat, steps) for steps in UNKNOWN)
    rows = distribution(likely)
    answers: tuple[tuple[str, Rows], ...] = ()
    if weak != strong:
        answers = (
            ("if concealed blocks have one step", distribution(weak)), ("if they have four", distribution(strong)),
        )  # fmt: skip
    cleared = sum((chance for chance, text in rows if text.endswith("cleared")), Fraction(0))
    title = f"{rules.place_names[area]}: cleared with {float(cleared):.0%}"
    return Odds(title, tuple(shifts(rules, state, area, seat)), rows, POLICY, answers)


def shifts(rules: Kiev41, state: K41State, area: int, side: int) -> Iterator[Shift]:
    """What changes the dice, with its rule."""
    absorbed = absorption(rules, state, area, 1 - side)
    if absorbed:
        yield Shift("K41 10.14a", "the defender absorbs", f"{absorbed} hit{'' if absorbed == 1 else 's'}")
    if state.weather != SUNNY:
        yield Shift("K41 8.0a" if WEATHER[state.weather] == "rain" else "K41 8.0b", "weather", WEATHER[state.weather])
    wet = [u for u in state.each_at(area) if state.crossed >> u & 1]
    if wet and not state.contested_before >> area & 1:
        yield Shift("K41 10.13.6.1", f"{len(wet)} came across a river", "one die each")


# ---- the field --------------------------------------------------------------------------------------


def field(rules: Kiev41, state: K41State, area: int, side: int, unknown: int) -> Field:
    """The battle as the attacker sees it; concealed enemies with so many steps."""
    roster, defender = rules.roster, 1 - side
    new = not state.contested_before >> area & 1
    attackers = [_attacker(rules, state, u, area, new) for u in state.each_at(area) if state.owner[u] == side]
    defenders = [_defender(rules, state, u, area, unknown) for u in state.each_at(area) if state.owner[u] == defender]
    fleets = [u for u in state.each_at(area) if roster.fleets >> u & 1]
    bombers = bits(bombers_over(rules, state, area))
    flying = sorted((bomber_dice(rules, state, bomber).number for bomber in bombers), reverse=True)
    met = min(len(fleets), len(flying))
    fire = tuple((d.hits_from, d.number) for d in (fleet_dice(rules, state, f) for f in fleets[met:]))
    guns = artillery_dice(rules, state, [unit for unit, target in state.guns if target == area])
    city = rules.cities >> area & 1 and holder(state, area) == defender
    return Field(
        tuple(attackers), tuple(defenders), absorption(rules, state, area, defender),
        bool(state.lines(defender) >> area & 1),
        state.weather == SUNNY and bool(rules.green >> area & 1) and not city,
        tuple((d.hits_from, d.number) for d in guns), tuple(flying[: len(flying) - met]),
        fire if side == AXIS else (), fire if side == SOVIET else (),
    )  # fmt: skip


def _better(rules: Kiev41, unit: int, area: int, hits_from: int) -> int:
    """14.2: mountain blocks in rough ground."""
    return hits_from - 1 if rules.movers[unit] == 2 and rough(rules, area) and 4 < hits_from < 7 else hits_from


def _attacker(rules: Kiev41, state: K41State, unit: int, area: int, new: bool) -> Fighter:
    shown = rules.roster.strength[unit]
    wet = bool(new and state.crossed >> unit & 1)
    idle = bool(state.isolated >> unit & 1)
    dice = [0 if idle else in_attack(rules, state.weather, unit, n) for n in shown]
    dice = [min(n, 1) for n in dice] if wet else dice
    needed = rules.roster.hits_from[unit][-1]
    tank = bool(rules.roster.tanks >> unit & 1) and not idle
    return Fighter(state.steps[unit], shown, tuple(dice), _better(rules, unit, area, needed), 7, tank, not wet)


def _defender(rules: Kiev41, state: K41State, unit: int, area: int, unknown: int) -> Fighter:
    roster = rules.roster
    side = roster.side[unit]
    known = state.visible >> unit & 1
    alone = state.group.count(state.group[unit]) == 1
    if known or alone:
        shown = roster.strength[unit]
        steps = state.steps[unit] if known else state.seen[unit] or len(shown) - 1
        dice = tuple(in_defense(rules, state.weather, unit, n) for n in shown)
        needed = roster.hits_from[unit][-1]
        flak = needed if side == SOVIET and shown[steps] else 7
        tank = bool(roster.tanks >> unit & 1)
        return Fighter(steps, shown, dice, _better(rules, unit, area, needed), flak, tank)
    shown = tuple(range(unknown + 1))
    needed = 5 if roster.wood[unit] == "black" else 6
    return Fighter(unknown, shown, shown, needed, needed if side == SOVIET else 7)


# ---- dice -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def hits_of(pool: Pool) -> tuple[tuple[int, ...], int]:
    """How often each number of hits comes up, of how many throws."""
    ways = [1]
    for needed, number in pool:
        hit = 7 - needed
        for _ in range(number):
            miss = [n * (6 - hit) for n in ways]
            struck = [n * hit for n in ways]
            ways = [a + b for a, b in zip([*miss, 0], [0, *struck], strict=True)]
    return tuple(ways), 6 ** (len(ways) - 1)


def pool_of(fighters: Iterable[Fighter]) -> Pool:
    """Their dice by class."""
    count: dict[int, int] = {}
    for f in fighters:
        if f.hits_from < 7 and f.dice[f.steps]:
            count[f.hits_from] = count.get(f.hits_from, 0) + f.dice[f.steps]
    return tuple(sorted(count.items()))


def worn(fighters: Sequence[Fighter]) -> list[tuple[Fighter, ...]]:
    """The side after 0, 1, 2 ... hits on its blocks, until nobody is left."""
    found = [tuple(fighters)]
    while found[-1]:
        here = list(found[-1])
        strongest = max(range(len(here)), key=lambda i: (here[i].shown[here[i].steps], -i))
        left = here[strongest].steps - 1
        here[strongest : strongest + 1] = [here[strongest]._replace(steps=left)] if left else []
        found.append(tuple(here))
    return found


class Defense(NamedTuple):
    """The defender after some hits of the battle."""

    blocks: tuple[Fighter, ...]
    line: bool

    @property
    def alive(self) -> bool:
        return bool(self.blocks) or self.line


def defense_after(at: Field) -> list[Defense]:
    """The defender after 0, 1, 2 ... hits: absorption, then the line, then the blocks."""
    blocks = worn(at.defenders)
    found = [Defense(blocks[0], at.line)] * (at.absorb + 1)
    return found + [Defense(left, False) for left in (blocks if at.line else blocks[1:])]


# ---- the battle -------------------------------------------------------------------------------------

Chances = dict[tuple[int, int], int]
"""How often it comes to so many hits on attacker and defender, of a number of throws that is the same for all."""


def distribution(at: Field) -> Rows:
    """Steps lost by both sides, with what becomes of the area."""
    attack, defense = worn(at.attackers), defense_after(at)
    last = len(defense) - 1
    chances: Chances = {(0, 0): 1}
    chances, all_throws = _spread(chances, at.at_attacker, True, len(attack) - 1)
    for pool in (at.at_defender, at.guns):
        chances, throws = _spread(chances, pool, False, last, attack)
        all_throws *= throws
    if at.bombers:
        chances, throws = _air(chances, at, attack, defense)
        all_throws *= throws
    chances, throws = _ground(chances, at, attack, defense)
    return _rows(chances, all_throws * throws, at, attack, defense)


def _add(found: Chances, key: tuple[int, int], times: int) -> None:
    found[key] = found.get(key, 0) + times


def _spread(
    chances: Chances, pool: Pool, on_attacker: bool, most: int, attack: Sequence[tuple[Fighter, ...]] = ()
) -> tuple[Chances, int]:
    """Some dice rolled in every case; without attackers nothing is rolled."""
    if not pool:
        return chances, 1
    ways, throws = hits_of(pool)
    found: Chances = {}
    for (a, d), chance in chances.items():
        if attack and not attack[a]:
            _add(found, (a, d), chance * throws)
            continue
        for n, times in enumerate(ways):
            _add(found, (min(a + n, most), d) if on_attacker else (a, min(d + n, most)), chance * times)
    return found, throws


def _air(
    chances: Chances, at: Field, attack: list[tuple[Fighter, ...]], defense: list[Defense]
) -> tuple[Chances, int]:
    """Flak takes a bomber for every two hits, the weakest first; the rest strike."""
    last, whole = len(defense) - 1, 6 ** (len(at.defenders) + 1 + sum(at.bombers))
    struck: dict[int, list[int]] = {}
    found: Chances = {}
    for (a, d), chance in chances.items():
        if not attack[a] or not defense[d].alive:
            _add(found, (a, d), chance * whole)
            continue
        if d not in struck:
            struck[d] = _strikes(at, defense[d], whole)
        for n, times in enumerate(struck[d]):
            _add(found, (a, min(d + n, last)), chance * times)
    return found, whole


def _strikes(at: Field, defense: Defense, whole: int) -> list[int]:
    """How often the bombers score each number of hits after this flak, of `whole` throws."""
    flak = [(f.flak, 1) for f in defense.blocks if f.flak < 7 and f.shown[f.steps]]
    ways, throws = hits_of(tuple(sorted([*flak, *([(6, 1)] if defense.line else [])])))
    total = [0] * (sum(at.bombers) + 1)
    for hits, times in enumerate(ways):
        left = at.bombers[: max(0, len(at.bombers) - (hits + 1) // 2)]
        struck, of = hits_of(((5, sum(left)),))
        scale = times * (whole // (throws * of))
        for n, often in enumerate(struck):
            total[n] += scale * often
    return total


def _ground(
    chances: Chances, at: Field, attack: list[tuple[Fighter, ...]], defense: list[Defense]
) -> tuple[Chances, int]:
    pools = [pool_of(fighters) for fighters in attack], [_defense_pool(left) for left in defense]
    whole = 6 ** sum(max(sum(n for _, n in pool) for pool in side) for side in pools)
    found: Chances = {}
    for (a, d), chance in chances.items():
        if not attack[a] or not defense[d].alive:
            _add(found, (a, d), chance * whole)
            continue
        surprise = _tank_attack(at, attack[a], defense[d])
        first, second = (pools[0], pools[1]) if surprise else (pools[1], pools[0])
        mine, theirs = (a, d) if surprise else (d, a)
        ways, throws = hits_of(first[mine])
        for n, times in enumerate(ways):
            hit = min(theirs + n, len(second) - 1)
            back, of = hits_of(second[hit])
            scale = chance * times * (whole // (throws * of))
            for m, often in enumerate(back):
                after = min(mine + m, len(first) - 1)
                _add(found, (after, hit) if surprise else (hit, after), scale * often)
    return found, whole


def _defense_pool(defense: Defense) -> Pool:
    pool = dict(pool_of(defense.blocks))
    if defense.line:
        pool[6] = pool.get(6, 0) + 1
    return tuple(sorted(pool.items()))


def _tank_attack(at: Field, attackers: tuple[Fighter, ...], defense: Defense) -> bool:
    if not at.open_ground or defense.line or any(f.tank for f in defense.blocks):
        return False
    return any(f.tank and f.dry for f in attackers)


def _rows(
    chances: Chances, throws: int, at: Field, attack: list[tuple[Fighter, ...]], defense: list[Defense]
) -> Rows:
    """Rows in words, the likeliest first."""
    full = sum(f.steps for f in at.defenders)
    found: dict[str, int] = {}
    for (a, d), chance in chances.items():
        lost = full - sum(f.steps for f in defense[d].blocks)
        state = "cleared" if not defense[d].alive else "contested" if attack[a] else "repulsed"
        text = f"attacker -{a}, defender -{lost}, {state}"
        found[text] = found.get(text, 0) + chance
    likely = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return tuple((Fraction(chance, throws), text) for text, chance in likely if chance)
