"""The odds of an attack, from what the attacker knows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from drill.facts import RESULTS, SIDE_OF
from drill.rules.combat import defence, strength
from drill.rules.fog import is_hidden
from drill.state import Battle, DrillPlay
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Odds, Shift


def odds_of(play: DrillPlay, _seat: int, action: Action) -> Odds | None:
    """Before `resolve`: the chances of each result. Hidden defenders may be any hidden block of their side."""
    facts, state = play.facts, play.state
    local = state.top.local if state.top else None
    if action.verb != "resolve" or not isinstance(local, Battle):
        return None
    attack = strength(facts, state, local.target, bits(local.attackers))
    defenders = state.at(local.target)
    known = [unit for unit in defenders if not is_hidden(facts, state, unit, local.seat)]
    enemies = state.living(facts.units_of_side[1 - SIDE_OF[local.seat]])
    hidden = [
        unit
        for unit in enemies
        if is_hidden(facts, state, unit, local.seat) and facts.seat_of[unit] == facts.seat_of[defenders[0]]
    ]
    cases = list(combinations(hidden, len(defenders) - len(known)))
    found: Counter[str] = Counter()
    for unknown in cases:
        lead = attack - defence(facts, state, local.target, [*known, *unknown])
        found.update(facts.crt.result(lead, die) for die in range(1, 7))
    rows = tuple((Fraction(n, 6 * len(cases)), RESULTS[code]) for code, n in sorted(found.items()))
    shifts = [Shift("DRILL 7.5", "attack strength", str(attack))]
    if facts.cover >> local.target & 1:
        shifts.append(Shift("DRILL 7.6", "wood or town", "-1"))
    title = f"Attack on {facts.board.name(local.target)}"
    return Odds(title, tuple(shifts), rows, "the first roll stands; hidden blocks are equally likely to be any")
