"""Exact odds before the dice (9.3, 9.4), the re-roll of 9.4.3 included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Change, Odds, Part, Shift
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.rules.artillery import gun_column, what_counts
from ostfront.games.victory_denied.rules.combat import eligible, elite_hexes, minsk_modifier, soviet_die
from ostfront.games.victory_denied.rules.strength import (
    DEFENSE_HALVED,
    attack_strength,
    defense_strength,
    final_column,
    first_turn_shift,
    other_shift,
    possible,
    terrain_column,
)
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Battle, VdPlay, VdState
from ostfront.kit.crt import CombatResult
from ostfront.kit.sums import halved, rounded, unit_part

Rows = tuple[tuple[Fraction, str], ...]
POLICY = "A division drawn by a 10 joins the hex where it adds most; of equal ones the first."


def odds(play: VdPlay, seat: int, action: Action) -> Odds | None:
    """For `attack` with everyone who can, for its steps up to the dice, for guns and the bomber."""
    kind = play.decision_of(seat).kind
    if action.verb not in play.rules.kinds[kind].names:
        return None
    if kind in ("bombard", "air"):
        return gun_odds(play, action.verb, action.arg) if isinstance(action.arg, int) else None
    state = play.state
    if kind == "attack" and isinstance(action.arg, int):
        local = Battle(action.arg)
        local = local._replace(attackers=eligible(play.facts, state, local))
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
    return _battle(play.facts, state, local, action.verb) if local.attackers else None


def _battle(facts: Facts, state: VdState, local: Battle, verb: str) -> Odds:
    """The odds of an attack; no rows while it is not possible."""
    side = facts.roster.side[(local.attackers & -local.attackers).bit_length() - 1]
    columns = int(facts.charts["shifts"]["stuka"]) * (1 if side == GERMAN else -1)
    if verb == "stuka":
        local = local._replace(stuka=columns)
    attack = attack_strength(facts, state, local.attackers, local.target)
    defense = defense_strength(facts, state, local.target)
    place, modifiers = facts.board.name(local.target), tuple(shifts(facts, state, local, side))
    sums = tuple(parts(facts, state, local))
    if not possible(facts, state, local.attackers, local.target):
        title = f"{place}: {attack} to {defense}, not possible"
        return Odds(title, modifiers, (), parts=sums, strengths=(attack, defense))
    answers: tuple[tuple[str, Rows], ...] = ()
    if verb in ("attack", "with", "resolve") and state.stukas and defense:
        answers = (("stuka", distribution(facts, state, local._replace(stuka=columns), side)),)
    column = f"{facts.crt.columns[final_column(facts, state, local, side)]}-1"
    rows = distribution(facts, state, local, side)
    policy = POLICY if side == SOVIET else ""
    return Odds(
        f"{place}: {attack} to {defense}, {column}", modifiers, rows, policy, answers, sums, (attack, defense),
        column=column, taken=_vacating(facts, state, local.target),
    )  # fmt: skip


def _vacating(facts: Facts, state: VdState, target: int) -> frozenset[str]:
    """The results that drive the defenders out or take all their steps."""
    steps = sum(state.steps[unit] for unit in state.each_at(target) if not facts.roster.is_hq[unit])
    return frozenset(cell.code for cell in _by_severity(facts) if cell.retreat or cell.defender >= steps)


# ---- what counts ------------------------------------------------------------------------------------


def parts(facts: Facts, state: VdState, local: Battle) -> Iterator[Part]:
    """What each unit adds to its side."""
    by_hex: dict[int, list[Part]] = {}
    for unit in bits(local.attackers):
        by_hex.setdefault(state.place[unit], []).append(_attacker(facts, state, unit, local.target))
    for place, found in by_hex.items():
        total = sum(part.value for part in found)
        yield from rounded(True, found, int(total), "AVD 1.3a", f" in {facts.board.place_name(place)}")
    defenders = []
    for unit in state.each_at(local.target):
        if not facts.roster.is_hq[unit]:
            factor, cut = facts.roster.defense[unit][state.steps[unit]], state.status[unit] & DEFENSE_HALVED
            changes = (Change("AVD 9.3.1d", "halved, isolated"),) if cut else ()
            defenders.append(unit_part(False, unit, factor, factor * halved(len(changes)), changes))
    yield from rounded(False, defenders, defense_strength(facts, state, local.target), "AVD 1.3a")


def _attacker(facts: Facts, state: VdState, unit: int, target: int) -> Part:
    factor, changes = facts.roster.attack[unit][state.steps[unit]], []
    if facts.across_river[target] >> state.place[unit] & 1:
        changes.append(Change("AVD 9.3.1b", "halved across a river"))
    if state.status[unit] & ISOLATED:
        changes.append(Change("AVD 9.3.1d", "halved, isolated"))
    elif state.status[unit] & OUT_OF_SUPPLY:
        changes.append(Change("AVD 9.3.1c", "halved, out of supply"))
    return unit_part(True, unit, factor, factor * halved(len(changes)), changes)


def shifts(facts: Facts, state: VdState, local: Battle, side: int) -> Iterable[Shift]:
    """Every modifier with its rule."""
    defense = defense_strength(facts, state, local.target)
    if defense == 0:
        yield Shift("AVD 9.3.7", "no defense left", "last column")
    else:
        yield from _column_shifts(facts, state, local, side)
    if side == SOVIET and minsk_modifier(state):
        yield Shift("AVD 14.0d", "Minsk Pocket", "+1 to the die")


def _column_shifts(facts: Facts, state: VdState, local: Battle, side: int) -> Iterable[Shift]:
    attack = attack_strength(facts, state, local.attackers, local.target)
    defense = defense_strength(facts, state, local.target)
    ratio = facts.crt.column(attack, defense)
    yield Shift("AVD 9.3.2", f"{attack} to {defense}", f"{facts.crt.columns[ratio]}-1" if ratio >= 0 else "below 1-1")
    if facts.shift_at[local.target]:
        yield Shift("AVD 9.3.3", "terrain", f"{facts.shift_at[local.target]} left")
    if terrain_column(facts, attack, defense, local.target) < 0:
        yield Shift("AVD 9.3.6a", "below 1-1 after terrain", "not possible")
    if local.stuka:
        yield Shift("AVD 9.3.4a", "Stuka", f"{abs(local.stuka)} {'right' if local.stuka > 0 else 'left'}")
    if other_shift(facts, state, side):
        rule, text = ("AVD 9.3.5a", "turn 1") if side == GERMAN else ("AVD 9.3.5b", "Timoshenko")
        yield Shift(rule, text, f"{other_shift(facts, state, side)} right")


def distribution(facts: Facts, state: VdState, local: Battle, side: int) -> Rows:
    """Results with their probabilities, most severe for the defender last."""
    weights: dict[str, Fraction] = {}
    for chance, code in _outcomes(facts, state.clone(), local, side):
        weights[code] = weights.get(code, Fraction(0)) + chance
    order = {cell.code: i for i, cell in enumerate(_by_severity(facts))}
    return tuple((weights[code], code) for code in sorted(weights, key=order.__getitem__))


def _by_severity(facts: Facts) -> list[CombatResult]:
    cells = {cell for row in facts.crt.cells for cell in row}
    return sorted(cells, key=lambda c: (-c.attacker, c.defender, c.retreat))


def _outcomes(facts: Facts, state: VdState, local: Battle, side: int) -> Iterable[tuple[Fraction, str]]:
    crt = facts.crt
    column = final_column(facts, state, local, side)
    if side == GERMAN:
        for die in range(1, 7):
            yield Fraction(1, 6), crt.result(die, column).code
        return
    sides = soviet_die()
    last = facts.charts["crt"]["last_row"]
    drawing = facts.charts["crt"]["elite_draw"]
    redraw = Fraction(0)
    for roll in range(1, sides + 1):
        die = roll + minsk_modifier(state)
        if die >= drawing:
            redraw += Fraction(1, sides)
        else:
            yield Fraction(1, sides), crt.result(min(die, last), column).code
    if redraw:
        yield from _redrawn(facts, state, local, side, redraw)


def _redrawn(
    facts: Facts, state: VdState, local: Battle, side: int, chance: Fraction
) -> Iterable[tuple[Fraction, str]]:
    """9.4.3: each kind of division in the cup, weighted by how many there are; without one, row 9."""
    cup = state.at(facts.boxes["elite-cup"])
    column = final_column(facts, state, local, side)
    by_strength: dict[int, list[int]] = {}
    for unit in cup:
        by_strength.setdefault(facts.roster.attack[unit][state.steps[unit]], []).append(unit)
    if not cup:
        yield chance, facts.crt.result(facts.charts["crt"]["last_row"], column).code
    for units in by_strength.values():
        part = chance * len(units) / len(cup)
        joined = _joined(facts, state, local, units[0])
        if joined is None:
            yield part, facts.crt.result(facts.charts["crt"]["last_row"], column).code
        else:
            for inner, code in _outcomes(facts, *joined, side):
                yield part * inner, code


def _joined(facts: Facts, state: VdState, local: Battle, unit: int) -> tuple[VdState, Battle] | None:
    """The battle with a drawn division where it adds most."""
    best: tuple[int, VdState, Battle] | None = None
    for place in bits(elite_hexes(facts, state, unit, local.attackers)):
        world = state.clone()
        world.put(unit, place)
        battle = local._replace(attackers=local.attackers | 1 << unit)
        strength = attack_strength(facts, world, battle.attackers, local.target)
        if best is None or strength > best[0]:
            best = (strength, world, battle)
    return None if best is None else best[1:]


def gun_odds(play: VdPlay, verb: str, target: int) -> Odds:
    facts, state = play.facts, play.state
    weapon = {"bombard": "artillery", "rockets": "rockets", "bomb": "bomber"}[verb]
    column = gun_column(facts, target, weapon)
    found = []
    if facts.shift_at[target]:
        found.append(Shift("AVD 9.3.3", "terrain", f"{facts.shift_at[target]} left"))
    if weapon == "bomber" and first_turn_shift(state):
        column += int(facts.charts["shifts"]["turn_one_german"])
        found.append(Shift("AVD 9.3.5a", "turn 1", "2 right"))
    column = facts.crt.shifted(column, 0)
    weights: dict[str, Fraction] = {}
    for die in range(1, 7):
        code = what_counts(facts.crt.result(die, column), weapon)
        weights[code] = weights.get(code, Fraction(0)) + Fraction(1, 6)
    title = f"{facts.board.name(target)}: {weapon} on the {facts.crt.columns[column]}-1 column"
    return Odds(title, tuple(found), tuple((p, c) for c, p in weights.items()))


def odds_at_the_die(play: VdPlay, local: Battle) -> Odds:
    """What the odds of a battle are made of when its die is rolled."""
    facts, state = play.facts, play.state
    side = facts.roster.side[(local.attackers & -local.attackers).bit_length() - 1]
    attack = attack_strength(facts, state, local.attackers, local.target)
    defense = defense_strength(facts, state, local.target)
    column = facts.crt.columns[final_column(facts, state, local, side)]
    return Odds(f"{attack} to {defense}, {column}-1", tuple(shifts(facts, state, local, side)), ())
