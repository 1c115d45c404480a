"""Strengths, ratio and shifts (9.3)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Battle, VdPlay, VdState
from ostfront.kit.crt import Crt

# ---- strengths (9.3.1) -----------------------------------------------------------------------------


ATTACK_HALVED = OUT_OF_SUPPLY | ISOLATED  # markers
DEFENSE_HALVED = ISOLATED


@implements("AVD 9.3.1a", "AVD 9.1.4", "AVD 9.3.1b", "AVD 9.3.1c", "AVD 9.3.1d", "AVD 9.3.1e", "AVD 1.3a", "AVD 1.3b")
def attack_strength(facts: Facts, state: VdState, units: int, target: int) -> int:
    """Attack strengths added in quarters per hex, each hex rounded down (1.3)."""
    attack, steps, status, place = facts.roster.attack, state.steps, state.status, state.place
    river = facts.across_river[target]
    by_hex: dict[int, int] = {}
    for unit in bits(units):
        at = place[unit]
        quarters = 4 * attack[unit][steps[unit]]
        if river >> at & 1:
            quarters >>= 1
        if status[unit] & ATTACK_HALVED:
            quarters >>= 1
        by_hex[at] = by_hex.get(at, 0) + quarters
    return sum(total >> 2 for total in by_hex.values())


@implements("AVD 9.1.5", "AVD 9.1.6", "AVD 9.3.1a", "AVD 9.3.1d")
def defense_strength(facts: Facts, state: VdState, target: int) -> int:
    """Defense strengths of the hex, isolated units halved, rounded down once."""
    roster = facts.roster
    halves = 0
    for unit in state.each_at(target):
        if not roster.is_hq[unit]:
            value = roster.defense[unit][state.steps[unit]]
            halves += value if state.status[unit] & DEFENSE_HALVED else 2 * value
    return halves >> 1


def attacking_side(play: VdPlay) -> int:
    local: Battle = play.state.top.local
    return play.facts.roster.side[(local.attackers & -local.attackers).bit_length() - 1]


# ---- ratio and shifts (9.3.2 to 9.3.7) -------------------------------------------------------------

implements("AVD 9.3.2")(Crt.column)
implements("AVD 9.3.6b")(Crt.shifted)


@implements("AVD 9.3.3")
def terrain_column(facts: Facts, attack: int, defense: int, target: int) -> int:
    """The column after terrain (9.3.3); below 0 the attack is impossible (9.3.6). Defense 0: the last (9.3.7)."""
    column = facts.crt.column(attack, defense)
    return column if defense == 0 or column < 0 else column - facts.shift_at[target]


def possible(facts: Facts, state: VdState, units: int, target: int) -> bool:
    """9.3.6: not below 1-1 after terrain alone."""
    defense = defense_strength(facts, state, target)
    if defense == 0:
        return True
    return terrain_column(facts, attack_strength(facts, state, units, target), defense, target) >= 0


def final_column(facts: Facts, state: VdState, local: Battle, side: int) -> int:
    """The column the die is rolled on: terrain, then Stuka, turn 1 and Timoshenko together (9.3.4 to 9.3.6)."""
    defense = defense_strength(facts, state, local.target)
    if defense == 0:
        return undefended_column(facts, local.target)
    attack = attack_strength(facts, state, local.attackers, local.target)
    column = terrain_column(facts, attack, defense, local.target)
    return facts.crt.shifted(column, local.stuka + other_shift(facts, state, side))


@implements("AVD 9.3.7")
def undefended_column(facts: Facts, _target: int) -> int:
    """No terrain helps a defense of 0, and nothing else is needed against it."""
    return facts.crt.last


def other_shift(facts: Facts, state: VdState, side: int) -> int:
    """Turn 1 and Timoshenko (9.3.5)."""
    shifts = facts.charts["shifts"]
    if side == GERMAN:
        return int(shifts["turn_one_german"]) if first_turn_shift(state) else 0
    return int(shifts["timoshenko"]) if timoshenko_shift(state) else 0


@implements("AVD 9.3.5a", "AVD 4.1.2d")
def first_turn_shift(state: VdState) -> bool:
    return state.turn == 1


@implements("AVD 9.3.5b", "AVD 7.5.1")
def timoshenko_shift(state: VdState) -> bool:
    return state.timoshenko
