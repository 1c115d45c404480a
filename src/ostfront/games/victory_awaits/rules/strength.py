"""Combat strengths, ratio and shifts (10.3), and how a fortress changes a result (14.2)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.state import VaState


@implements("AVA 10.3.1a", "AVA 10.1f", "AVA 1.2")
def attack_strength(facts: Facts, state: VaState, units: int, target: int) -> int:
    """Attack strengths added exactly, in quarters; the fraction is dropped once, from the total."""
    return sum(quarters(facts, state, units, target)) >> 2


def quarters(facts: Facts, state: VaState, units: int, target: int) -> list[int]:
    attack, steps, place = facts.roster.attack, state.steps, state.place
    river = rivers(facts, state, target)
    return [
        4 * attack[unit][steps[unit]] >> (river >> place[unit] & 1) >> weakened(facts, state, unit)
        for unit in bits(units)
    ]


@implements("AVA 10.3.1b")
def rivers(facts: Facts, state: VaState, target: int) -> int:
    """The hexes from which a river must be crossed to attack a hex, bridged or not."""
    return 0 if ignored(state) else facts.across_river[target]


@implements("AVA 15.1c")
def ignored(state: VaState) -> bool:
    """Rivers do not count in the surprise attack."""
    return state.surprise


@implements("AVA 10.3.1d", "AVA 11.1.3", "AVA 17.2d")
def weakened(_facts: Facts, state: VaState, unit: int) -> int:
    """Units of the Reserve out of command fight with half their strength; supply does not matter."""
    return state.out_of_command >> unit & 1


@implements("AVA 10.1g")
def defense_strength(facts: Facts, state: VaState, target: int) -> int:
    """The defense strengths in a hex, without units that retreated there in this segment."""
    roster, steps, weary = facts.roster, state.steps, spent_defenders(state)
    return sum(roster.defense[u][steps[u]] for u in state.each_at(target) if not weary >> u & 1)


@implements("AVA 10.3.1c")
def spent_defenders(state: VaState) -> int:
    return state.retreated


@implements("AVA 10.3.2", "AVA 10.3.3b")
def ratio(facts: Facts, attack: int, defense: int) -> int:
    """The column of a ratio before shifts, rounded down; 10:1 is the highest."""
    return facts.crt.column(attack, defense)


@implements("AVA 10.2.2")
def column_of(facts: Facts, state: VaState, units: int, target: int) -> int:
    """The column of the CRT after shifts; below 0 the attack is cancelled (10.3.4)."""
    defense = defense_strength(facts, state, target)
    column = ratio(facts, attack_strength(facts, state, units, target), defense)
    return column if column < 0 else column - shift_at(facts, target)


@implements("AVA 10.3.3a")
def shift_at(facts: Facts, target: int) -> int:
    """Columns to the left for the terrain of the defender."""
    return facts.shift_at[target]


@implements("AVA 10.3.4")
def possible(facts: Facts, state: VaState, units: int, target: int) -> bool:
    return column_of(facts, state, units, target) >= 0


@implements("AVA 14.2e")
def against_fortress(lose: int, retreat: int) -> tuple[int, int]:
    """In a fortress hex every hex of retreat is a step lost instead."""
    return lose + retreat, 0
