"""Exact odds before the dice (9.3, 9.4), the re-roll of 9.4.3 included."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Odds, Shift
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.artillery import gun_column
from ostfront.games.victory_denied.rules.combat import (
    attack_strength,
    defense_strength,
    eligible,
    elite_hexes,
    final_column,
    first_turn_shift,
    minsk_modifier,
    other_shift,
    possible,
    soviet_die,
    terrain_column,
)
from ostfront.games.victory_denied.rules.play import VdPlay
from ostfront.games.victory_denied.state import Battle
from ostfront.kit.crt import CombatResult

if TYPE_CHECKING:
    from ostfront.games.victory_denied.facts import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

Rows = tuple[tuple[Fraction, str], ...]
POLICY = "A division drawn by a 10 joins the hex where it adds most; of equal ones the first."


def odds(play: VdPlay, seat: int, action: Action) -> Odds | None:
    """For `attack` with everyone who can, for its steps up to the dice, for guns and the bomber."""
    kind = play.decision_of(seat).kind
    if action.verb not in play.rules.kinds[kind].names:
        return None
    if kind in ("bombard", "air"):
        return _guns(play, action.verb, action.arg) if isinstance(action.arg, int) else None
    state = play.state
    if kind == "attack" and isinstance(action.arg, int):
        local = Battle(action.arg)
        local = local._replace(attackers=eligible(play.rules, state, local))
    elif kind in ("commit", "stuka", "elite"):
        local = state.top.local
        if action.verb == "with" and isinstance(action.arg, int):
            local = local._replace(attackers=local.attackers | 1 << action.arg)
        elif action.verb == "join" and isinstance(action.arg, int):
            state = state.clone()
            state.put(local.elite, action.arg)
            local = local._replace(attackers=local.attackers | 1 << local.elite)
    else:
        return None
    return _battle(play.rules, state, local, action.verb) if local.attackers else None


def _battle(rules: VictoryDenied, state: VdState, local: Battle, verb: str) -> Odds:
    """The odds of an attack; no rows while it is not possible."""
    side = rules.roster.side[(local.attackers & -local.attackers).bit_length() - 1]
    columns = int(rules.charts["shifts"]["stuka"]) * (1 if side == GERMAN else -1)
    if verb == "stuka":
        local = local._replace(stuka=columns)
    attack = attack_strength(rules, state, local.attackers, local.target)
    defense = defense_strength(rules, state, local.target)
    place, modifiers = rules.board.name(local.target), tuple(shifts(rules, state, local, side))
    if not possible(rules, state, local.attackers, local.target):
        return Odds(f"{place}: {attack} to {defense}, not possible", modifiers, ())
    answers: tuple[tuple[str, Rows], ...] = ()
    if verb in ("attack", "with", "resolve") and state.stukas and defense:
        answers = (("stuka", distribution(rules, state, local._replace(stuka=columns), side)),)
    column = rules.crt.columns[final_column(rules, state, local, side)]
    rows = distribution(rules, state, local, side)
    policy = POLICY if side == SOVIET else ""
    return Odds(f"{place}: {attack} to {defense}, {column}-1", modifiers, rows, policy, answers)


def shifts(rules: VictoryDenied, state: VdState, local: Battle, side: int) -> Iterable[Shift]:
    """Every modifier with its rule."""
    defense = defense_strength(rules, state, local.target)
    if defense == 0:
        yield Shift("AVD 9.3.7", "no defense left", "last column")
    else:
        yield from _column_shifts(rules, state, local, side)
    if side == SOVIET and minsk_modifier(state):
        yield Shift("AVD 14.0d", "Minsk Pocket", "+1 to the die")


def _column_shifts(rules: VictoryDenied, state: VdState, local: Battle, side: int) -> Iterable[Shift]:
    attack = attack_strength(rules, state, local.attackers, local.target)
    defense = defense_strength(rules, state, local.target)
    ratio = rules.crt.column(attack, defense)
    yield Shift("AVD 9.3.2", f"{attack} to {defense}", f"{rules.crt.columns[ratio]}-1" if ratio >= 0 else "below 1-1")
    if rules.shift_at[local.target]:
        yield Shift("AVD 9.3.3", "terrain", f"{rules.shift_at[local.target]} left")
    if terrain_column(rules, attack, defense, local.target) < 0:
        yield Shift("AVD 9.3.6a", "below 1-1 after terrain", "not possible")
    if local.stuka:
        yield Shift("AVD 9.3.4a", "Stuka", f"{abs(local.stuka)} {'right' if local.stuka > 0 else 'left'}")
    if other_shift(rules, state, side):
        rule, text = ("AVD 9.3.5a", "turn 1") if side == GERMAN else ("AVD 9.3.5b", "Timoshenko")
        yield Shift(rule, text, f"{other_shift(rules, state, side)} right")


def distribution(rules: VictoryDenied, state: VdState, local: Battle, side: int) -> Rows:
    """Results with their probabilities, most severe for the defender last."""
    weights: dict[str, Fraction] = {}
    for chance, code in _outcomes(rules, state.clone(), local, side):
        weights[code] = weights.get(code, Fraction(0)) + chance
    order = {cell.code: i for i, cell in enumerate(_by_severity(rules))}
    return tuple((weights[code], code) for code in sorted(weights, key=order.__getitem__))


def _by_severity(rules: VictoryDenied) -> list[CombatResult]:
    cells = {cell for row in rules.crt.cells for cell in row}
    return sorted(cells, key=lambda c: (-c.attacker, c.defender, c.retreat))


def _outcomes(rules: VictoryDenied, state: VdState, local: Battle, side: int) -> Iterable[tuple[Fraction, str]]:
    crt = rules.crt
    column = final_column(rules, state, local, side)
    if side == GERMAN:
        for die in range(1, 7):
            yield Fraction(1, 6), crt.result(die, column).code
        return
    sides = soviet_die()
    last = rules.charts["crt"]["last_row"]
    drawing = rules.charts["crt"]["elite_draw"]
    redraw = Fraction(0)
    for roll in range(1, sides + 1):
        die = roll + minsk_modifier(state)
        if die >= drawing:
            redraw += Fraction(1, sides)
        else:
            yield Fraction(1, sides), crt.result(min(die, last), column).code
    if redraw:
        yield from _redrawn(rules, state, local, side, redraw)


def _redrawn(
    rules: VictoryDenied, state: VdState, local: Battle, side: int, chance: Fraction
) -> Iterable[tuple[Fraction, str]]:
    """9.4.3: each kind of division in the cup, weighted by how many there are; without one, row 9."""
    cup = state.at(rules.boxes["elite-cup"])
    column = final_column(rules, state, local, side)
    by_strength: dict[int, list[int]] = {}
    for unit in cup:
        by_strength.setdefault(rules.roster.attack[unit][state.steps[unit]], []).append(unit)
    if not cup:
        yield chance, rules.crt.result(rules.charts["crt"]["last_row"], column).code
    for units in by_strength.values():
        part = chance * len(units) / len(cup)
        joined = _joined(rules, state, local, units[0])
        if joined is None:
            yield part, rules.crt.result(rules.charts["crt"]["last_row"], column).code
        else:
            for inner, code in _outcomes(rules, *joined, side):
                yield part * inner, code


def _joined(rules: VictoryDenied, state: VdState, local: Battle, unit: int) -> tuple[VdState, Battle] | None:
    """The battle with a drawn division where it adds most."""
    best: tuple[int, VdState, Battle] | None = None
    for place in bits(elite_hexes(rules, state, unit, local.attackers)):
        world = state.clone()
        world.put(unit, place)
        battle = local._replace(attackers=local.attackers | 1 << unit)
        strength = attack_strength(rules, world, battle.attackers, local.target)
        if best is None or strength > best[0]:
            best = (strength, world, battle)
    return None if best is None else best[1:]


def _guns(play: VdPlay, verb: str, target: int) -> Odds:
    rules, state = play.rules, play.state
    weapon = {"bombard": "artillery", "rockets": "rockets", "bomb": "bomber"}[verb]
    column = gun_column(rules, target, weapon)
    found = []
    if rules.shift_at[target]:
        found.append(Shift("AVD 9.3.3", "terrain", f"{rules.shift_at[target]} left"))
    if weapon == "bomber" and first_turn_shift(state):
        column += int(rules.charts["shifts"]["turn_one_german"])
        found.append(Shift("AVD 9.3.5a", "turn 1", "2 right"))
    column = rules.crt.shifted(column, 0)
    weights: dict[str, Fraction] = {}
    for die in range(1, 7):
        result = rules.crt.result(die, column)
        lost = f"{result.defender} step{'s' if result.defender > 1 else ''}" if result.defender else "-"
        code = lost if weapon == "bomber" else "-" if result.attacker else result.code
        weights[code] = weights.get(code, Fraction(0)) + Fraction(1, 6)
    title = f"{rules.board.name(target)}: {weapon} on the {rules.crt.columns[column]}-1 column"
    return Odds(title, tuple(found), tuple((p, c) for c, p in weights.items()))
