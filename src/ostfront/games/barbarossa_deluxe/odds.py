"""Odds of an assault before the die (11.8 to 11.26), as far as a seat may know them.

The Soviet player sees everything. The German player reckons with Soviet units under the top of a stack as they could
be: the odds are taken over a number of deals of what he cannot see, always the same ones for the same view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from random import Random

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Odds, Shift
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.crt import AE, AS, BB, DE, DIE, DR, ratio
from ostfront.games.barbarossa_deluxe.facts.crt import odds as odds_of
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.odds_sums import parts
from ostfront.games.barbarossa_deluxe.rules import results, retreat, strength, support
from ostfront.games.barbarossa_deluxe.rules.attackers import eligible
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState, March
from ostfront.kit.sums import outcomes

Rows = tuple[tuple[Fraction, str], ...]
World = tuple[BDState, Battle]

DEALS = 48
POLICY = "No further support is committed."
ALL_IN = "Every unit that can attack does. "
CONCEALED = f"Concealed units are dealt {DEALS} times from those that could be there. "
BEFORE_THE_DIE = ("luftwaffe", "support", "aerial", "yield")
ORDER = (AE, AS, BB, DR, DE)
CLEARS = ("bloodbath", "defenders retreat", "defenders eliminated")  # how results begin that leave no defender


def odds(play: BDPlay, seat: int, action: Action) -> Odds | None:
    """For an assault that could be declared, and for every answer from there up to the die."""
    kind = play.decision_of(seat).kind
    if action.verb not in play.rules.kinds[kind].names:
        return None
    intended = _intended(play.facts, play.state, kind, seat, action)
    if intended is None or not intended.attackers:
        return None
    worlds = list(_worlds(play, seat, intended))
    if not worlds:
        return None
    policy = (ALL_IN if kind == "assault" else "") + (CONCEALED if len(worlds) > 1 else "") + POLICY
    facts = play.facts
    table = _Steps(facts)
    answers = tuple((name, _mixed(table, found)) for name, found in _answers(facts, seat, worlds))
    title, rows, usual = _title(table, worlds), _mixed(table, worlds), _usual(table, worlds)
    return Odds(
        title, tuple(_shifts(facts, usual)), rows, policy, answers, tuple(parts(facts, *usual, seat)),
        _strengths(facts, usual), column=title.rpartition(": ")[2],
        taken=outcomes(rows, answers, lambda text: text.startswith(CLEARS)),
    )  # fmt: skip


def _usual(table: _Steps, worlds: list[World]) -> World:
    """Of the worlds that the seat reckons with the one in the middle; it stands for all where one has to."""
    return sorted(worlds, key=lambda world: max(table.all(*world)))[len(worlds) // 2]


def _strengths(facts: Facts, world: World) -> tuple[int, int]:
    """Before the dice of units without a printed factor these count 1."""
    state, local = world
    local = local._replace(dice=_dice(facts, state, local)[0][1])
    return strength.attack_strength(facts, state, local), strength.defence_strength(facts, state, local)


# ---- which battle -----------------------------------------------------------------------------------


def _intended(facts: Facts, state: BDState, kind: str, seat: int, action: Action) -> Battle | None:
    """The battle as an action would make it."""
    top, arg = state.top.local, action.arg
    if kind == "assault" and action.verb == "attack" and isinstance(arg, int):
        battle = Battle(seat, arg)
        return battle._replace(attackers=eligible(facts, state, battle))
    if kind == "march" and action.verb == "assault" and isinstance(arg, int):
        assert isinstance(top, March)
        here = state.place[top.units.bit_length() - 1]
        return Battle(seat, arg, top.units, mobile=True, launch=here)
    if kind == "commit":
        return _joined(top, arg) if isinstance(arg, int) else top
    return _committed(top, action) if kind in BEFORE_THE_DIE else None


def _joined(battle: Battle, unit: int) -> Battle:
    if battle.mobile:
        return battle._replace(drop=unit)
    return battle._replace(attackers=battle.attackers | 1 << unit)


def _committed(battle: Battle, action: Action) -> Battle:
    """Support that an answer would commit."""
    verb, arg = action.verb, action.arg
    if verb == "guns" and isinstance(arg, int):
        return battle._replace(guns=battle.guns | 1 << arg)
    if verb == "wings" and isinstance(arg, int):
        return battle._replace(wings=battle.wings | 1 << arg)
    return _marked(battle, verb)


def _marked(battle: Battle, verb: str) -> Battle:
    """The battle with a counter or marker in it, or with an announced retreat."""
    if verb == "luftwaffe":
        return battle._replace(luftwaffe=True)
    if verb == "interceptors":
        return battle._replace(interceptors=True)
    if verb == "partisans":
        return battle._replace(partisans=True)
    if verb == "airborne":
        return battle._replace(airborne=True)
    return battle._replace(result=DR) if verb == "yield" else battle


def _worlds(play: BDPlay, seat: int, battle: Battle) -> Iterator[World]:
    """The battle in every world the seat reckons with; if it sees all, in the one there is."""
    facts, state = play.facts, play.state
    if seat == SOVIET or battle.looked or not results.concealed(facts, state, _drawn(facts, state, battle)):
        yield state, _drawn(facts, state, battle)
        return
    for n in range(DEALS):
        world = play.rules.imagine(state, seat, Random(n))
        local = battle
        if battle.side == SOVIET:
            # the attackers are the same ones in their hexes, whoever they are
            local = world.top.local if isinstance(world.top.local, Battle) else battle
            local = _keeping(local, battle)
        yield world, _drawn(facts, world, local)


def _keeping(dealt: Battle, intended: Battle) -> Battle:
    """The dealt battle with what the answer in question would commit."""
    return dealt._replace(luftwaffe=intended.luftwaffe, result=intended.result)


def _drawn(facts: Facts, state: BDState, battle: Battle) -> Battle:
    return battle if battle.looked else strength.drawn_up(facts, state, battle)


def _answers(facts: Facts, seat: int, worlds: list[World]) -> Iterator[tuple[str, list[World]]]:
    """What could still be committed, by the opponent or as the next step, each by itself."""
    state, battle = worlds[0]
    asked = seat == SOVIET or battle.side == GERMAN
    if asked and not battle.luftwaffe and not battle.looked and support.luftwaffe_left(facts, state) > 0:
        yield "luftwaffe", [(world, _marked(local, "luftwaffe")) for world, local in worlds]
    if seat == GERMAN and battle.side == GERMAN and not battle.result and support.may_yield(facts, state, battle):
        yield "yield", [(world, _marked(local, "yield")) for world, local in worlds]
    if seat == GERMAN and battle.side == SOVIET and not battle.looked:
        for name in ("interceptors", "partisans", "airborne"):
            if name in support.supports(facts, state, battle)[0]:
                yield name, [(world, _marked(local, name)) for world, local in worlds]
        yield from _masses(facts, worlds)


def _masses(facts: Facts, worlds: list[World]) -> Iterator[tuple[str, list[World]]]:
    """All artillery corps and air armies that could be committed."""
    state = worlds[0][0]
    guns, wings = support.guns_left(facts, state), support.wings_left(facts, state)
    if guns > 0:
        yield "guns", [(w, b._replace(guns=_first(support.gun_armies(facts, b), guns))) for w, b in worlds]
    if wings > 0 and not worlds[0][1].luftwaffe:
        yield "wings", [(w, b._replace(wings=_first(support.wing_armies(facts, b), wings))) for w, b in worlds]


def _first(units: int, count: int) -> int:
    return sum(1 << unit for unit in bits(units)[:count])


# ---- what counts ------------------------------------------------------------------------------------


class _Steps:
    """The steps of the table that battles come to. The same units in a battle give the same step in every deal."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.found: dict[Battle, int] = {}

    def of(self, state: BDState, local: Battle) -> int:
        if local not in self.found:
            self.found[local] = strength.final_step(self.facts, state, local)
        return self.found[local]

    def all(self, state: BDState, local: Battle) -> list[int]:
        return [self.of(state, local._replace(dice=dice)) for _, dice in _dice(self.facts, state, local)]


def _title(table: _Steps, worlds: list[World]) -> str:
    """The hex, and the column; several where concealed units or dice leave it open."""
    steps = [step for state, local in worlds for step in table.all(state, local)]
    low, high = ratio(min(steps)), ratio(max(steps))
    place = table.facts.where(worlds[0][1].target)
    return f"{place}: {low}" if low == high else f"{place}: {low} to {high}"


def _shifts(facts: Facts, world: World) -> Iterator[Shift]:
    """The odds before shifts, and every shift with its rule."""
    state, local = world
    attack, defence = _strengths(facts, world)
    local = local._replace(dice=_dice(facts, state, local)[0][1])
    yield Shift("BD 11.8a", f"{attack} to {defence}", ratio(odds_of(attack, defence)))
    for rule, text, columns in strength.shifts(facts, state, local):
        yield Shift(f"BD {rule}", text, f"{abs(columns)} {'right' if columns > 0 else 'left'}")


# ---- what the die does ------------------------------------------------------------------------------


def _dice(facts: Facts, state: BDState, local: Battle) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Dice of units without a printed factor with their chances; of units that are added up the sum is enough."""
    order = strength.dice_order(facts, local)
    if not order or len(local.dice) == len(order):
        return [(Fraction(1), local.dice)]
    groups: dict[tuple[bool, int], list[int]] = {}
    for at, unit in enumerate(order):
        attacks = bool(local.attackers >> unit & 1)
        divisor = (strength.attack_divisor if attacks else strength.defence_divisor)(facts, state, local, unit)
        groups.setdefault((attacks, divisor), []).append(at)
    found = []
    for sums in product(*(_sums(len(members)).items() for members in groups.values())):
        dice, chance = [0] * len(order), Fraction(1)
        for members, (total, ways) in zip(groups.values(), sums, strict=True):
            dice[members[0]] = total
            chance *= Fraction(ways, DIE ** len(members))
        found.append((chance, tuple(dice)))
    return found


def _sums(count: int) -> dict[int, int]:
    """In how many ways so many dice give each sum."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in ways.items():
            for die in range(1, DIE + 1):
                more[total + die] = more.get(total + die, 0) + number
        ways = more
    return ways


def _mixed(table: _Steps, worlds: Iterable[World]) -> Rows:
    """Results with their chances, the worst for the attacker first."""
    facts = table.facts
    weights: dict[tuple[int, str], Fraction] = {}
    listed = list(worlds)
    for state, local in listed:
        for chance, dice in _dice(facts, state, local):
            battle = local._replace(dice=dice)
            for share, result in _results(table, state, battle):
                key = (ORDER.index(result), _words(facts, state, battle._replace(result=result)))
                weights[key] = weights.get(key, Fraction(0)) + chance * share / len(listed)
    return tuple((weights[key], key[1]) for key in sorted(weights))


def _results(table: _Steps, state: BDState, local: Battle) -> Iterator[tuple[Fraction, str]]:
    facts = table.facts
    if local.result:
        yield Fraction(1), results.converted(facts, state, local, local.result)
        return
    cells = Counter(facts.crt.result(table.of(state, local), die) for die in range(1, DIE + 1))
    for cell, ways in cells.items():
        yield Fraction(ways, DIE), results.converted(facts, state, local, cell)


def _words(facts: Facts, state: BDState, local: Battle) -> str:
    if local.result == AE:
        return "attackers eliminated"
    if local.result == DE:
        return "defenders eliminated"
    if local.result == BB:
        choice = ", or defenders retreat" if results.may_convert(facts, state, local) else ""
        return f"bloodbath{choice}"
    if local.result == DR:
        return "defenders retreat" if _way_out(facts, state, local) else "defenders retreat, but have nowhere to go"
    return "attack stalled"


def _way_out(facts: Facts, state: BDState, local: Battle) -> bool:
    return retreat.anyone_can(facts, state, local)


def odds_at_the_die(facts: Facts, state: BDState, local: Battle) -> Odds:
    """What the odds of a battle are made of when its die is rolled: all its units are shown by then."""
    return Odds(_title(_Steps(facts), [(state, local)]), tuple(_shifts(facts, (state, local))), ())
