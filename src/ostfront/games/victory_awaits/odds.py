"""Exact odds before the die (10.3, 10.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Change, Odds, Part, Shift
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.rules.combat import eligible
from ostfront.games.victory_awaits.rules.strength import (
    against_fortress,
    attack_strength,
    column_of,
    defense_strength,
    rivers,
    shift_at,
    spent_defenders,
    weakened,
)
from ostfront.games.victory_awaits.state import Segment, VaPlay, VaState
from ostfront.kit.sums import halved, rounded, unit_part

Rows = tuple[tuple[Fraction, str], ...]


def odds(play: VaPlay, seat: int, action: Action) -> Odds | None:
    """For `attack` with everyone who can, for its steps, and for the choice of the attack to resolve."""
    kind = play.decision_of(seat).kind
    if kind not in ("attack", "commit", "resolve") or action.verb not in play.rules.kinds[kind].names:
        return None
    facts, state = play.facts, play.state
    local: Segment = state.top.local
    target, units = local.target, local.units
    if kind == "resolve":
        found = [attack for attack in local.attacks if attack.target == action.arg]
        if not found:
            return None
        target, units = found[0]
    elif kind == "attack":
        if not isinstance(action.arg, int):
            return None
        target = action.arg
        units = eligible(facts, state, local._replace(target=target, units=0))
    elif action.verb == "with" and isinstance(action.arg, int):
        units |= 1 << action.arg
    return battle_odds(facts, state, target, units) if units else None


def battle_odds(facts: Facts, state: VaState, target: int, units: int) -> Odds:
    """The odds of an attack as things stand; no rows while it is not possible."""
    attack = attack_strength(facts, state, units, target)
    defense = defense_strength(facts, state, target)
    column = column_of(facts, state, units, target)
    title = f"{facts.board.name(target)}: {attack} to {defense}"
    modifiers = tuple(shifts(facts, state, target, units))
    sums = tuple(parts(facts, state, target, units))
    if column < 0:
        return Odds(f"{title}, not possible", modifiers, (), parts=sums, strengths=(attack, defense))
    ratio, results = f"{facts.crt.columns[column]}:1", _results(facts, state, target, column)
    steps = sum(state.steps[unit] for unit in state.each_at(target))
    taken = frozenset(code for _, lose, back, code in results if back or lose >= steps)
    rows = distribution(facts, state, target, column)
    return Odds(
        f"{title}, {ratio}", modifiers, rows, parts=sums, strengths=(attack, defense), column=ratio, taken=taken
    )


def parts(facts: Facts, state: VaState, target: int, units: int) -> Iterator[Part]:
    """What each unit adds to its side."""
    across, attackers = rivers(facts, state, target), []
    for unit in bits(units):
        factor, changes = facts.roster.attack[unit][state.steps[unit]], []
        if across >> state.place[unit] & 1:
            changes.append(Change("AVA 10.3.1b", "halved across a river"))
        if weakened(facts, state, unit):
            changes.append(Change("AVA 17.2d", "halved, out of every HQ's range"))
        attackers.append(unit_part(True, unit, factor, factor * halved(len(changes)), changes))
    yield from rounded(True, attackers, attack_strength(facts, state, units, target), "AVA 1.2")
    weary = spent_defenders(state)
    for unit in state.each_at(target):
        factor = facts.roster.defense[unit][state.steps[unit]]
        if weary >> unit & 1:
            yield unit_part(False, unit, factor, 0, (Change("AVA 10.3.1c", "has retreated: counts nothing"),))
        else:
            yield unit_part(False, unit, factor, factor)


def shifts(facts: Facts, state: VaState, target: int, units: int) -> Iterable[Shift]:
    """Every modifier with its rule."""
    attack = attack_strength(facts, state, units, target)
    defense = defense_strength(facts, state, target)
    if rivers(facts, state, target) & mask({state.place[u] for u in range(facts.roster.count) if units >> u & 1}):
        yield Shift("AVA 10.3.1b", "across a river", "halved")
    if any(weakened(facts, state, unit) for unit in bits(units)):
        yield Shift("AVA 17.2d", "Reserve units out of every HQ's range", "halved")
    if any(spent_defenders(state) >> unit & 1 for unit in state.each_at(target)):
        yield Shift("AVA 10.3.1c", "units that have retreated", "add nothing to the defense")
    ratio = facts.crt.column(attack, defense)
    yield Shift(
        "AVA 10.3.2", f"{attack} to {defense}", f"{facts.crt.columns[ratio]}:1" if ratio >= 0 else "below 1:1"
    )
    if shift_at(facts, target):
        yield Shift("AVA 10.3.3a", "terrain", f"{shift_at(facts, target)} left")
    if ratio - shift_at(facts, target) < 0:
        yield Shift("AVA 10.3.4", "below 1:1 after shifts", "not possible")
    if fortified(facts, state, target):
        yield Shift("AVA 14.2e", "fortress", "steps lost instead of retreats")


def fortified(facts: Facts, state: VaState, target: int) -> bool:
    return any(facts.roster.is_fort[unit] for unit in state.each_at(target))


def distribution(facts: Facts, state: VaState, target: int, column: int) -> Rows:
    """Results with their probabilities, most severe for the defender last."""
    weights = _results(facts, state, target, column)
    return tuple((weights[key], key[3]) for key in sorted(weights))


def _results(facts: Facts, state: VaState, target: int, column: int) -> dict[tuple[int, int, int, str], Fraction]:
    """The chances of results: steps of the attacker (negative) and the defender, hexes of retreat, the code."""
    weights: dict[tuple[int, int, int, str], Fraction] = {}
    fort = fortified(facts, state, target)
    for die in range(1, 7):
        result = facts.crt.result(die, column)
        lose, back, code = result.defender, result.retreat, result.code
        if back and fort:
            lose, back = against_fortress(lose, back)
            if not back:
                code = f"{lose} step{'' if lose == 1 else 's'}"
        key = (-result.attacker, lose, back, code)
        weights[key] = weights.get(key, Fraction(0)) + Fraction(1, 6)
    return weights
