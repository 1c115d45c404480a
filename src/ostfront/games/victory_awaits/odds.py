"""Exact odds before the die (10.3, 10.4)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Odds, Shift
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
    if column < 0:
        return Odds(f"{title}, not possible", modifiers, ())
    return Odds(f"{title}, {facts.crt.columns[column]}:1", modifiers, distribution(facts, state, target, column))


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
    return tuple((weights[key], key[3]) for key in sorted(weights))
