"""Stacking (3.1), zones of control (3.2) and control of cities (3.4)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import ANY, AXIS, FORTS, SOVIET, STACKED
from ostfront.games.victory_awaits.state import VaState

# ---- zones of control (3.2) -------------------------------------------------------------------------


@implements("AVA 3.2a", "AVA 13.0a")
def zoc(facts: Facts, state: VaState, side: int) -> int:
    """The hexes in the zones of control of a side, as they matter to the other; the last answer is kept."""
    occupied = state.occupied[ANY[side]] & facts.valid
    memo = state.memo.zoc
    before, found = memo[side]
    if before != occupied:
        found = around(facts, occupied)
        memo[side] = (occupied, found)
    return found ^ (found & sheltered(state)) if side == AXIS else found


@implements("AVA 3.2b")
def around(facts: Facts, hexes: int) -> int:
    """The hexes next to these, neither all-sea nor across prohibited hexsides; major rivers do not matter."""
    return facts.grid.step(hexes, facts.open_sides) & facts.land


@implements("AVA 14.2b")
def sheltered(state: VaState) -> int:
    """Hexes in which Axis zones of control have no effect: those with a fortress."""
    return state.occupied[FORTS]


def enemies(facts: Facts, state: VaState, side: int) -> int:
    """The hexes with enemies of a side."""
    return state.occupied[ANY[1 - side]] & facts.valid


# ---- stacking (3.1) ---------------------------------------------------------------------------------


@implements("AVA 3.1a")
def crowded(state: VaState, side: int) -> int:
    """Hexes with two units of a side, fortresses not counted."""
    return state.crowded[STACKED[side]]


def full_hexes(facts: Facts, state: VaState, unit: int, among: int) -> int:
    """Which of these hexes have no room for the unit; it always has room where it is."""
    full = among & crowded(state, facts.roster.side[unit])
    here = state.place[unit]
    return full ^ (full & 1 << here) if full and here >= 0 else full


def has_room(facts: Facts, state: VaState, unit: int, place: int) -> bool:
    return not full_hexes(facts, state, unit, 1 << place)


# ---- control (3.4) ----------------------------------------------------------------------------------


def changing(facts: Facts, state: VaState, side: int) -> int:
    """Hexes where entering has an effect: those that change hands, and those next to Leningrad (18.1)."""
    if side == SOVIET:
        return state.axis_held
    found = facts.contested ^ (facts.contested & state.axis_held)
    return found if state.at_the_gates else found | facts.before_leningrad


@implements("AVA 3.4b")
def enter(facts: Facts, state: VaState, side: int, hexes: int) -> None:
    """Units of a side entered these hexes: what can change hands does."""
    if side == AXIS:
        state.axis_held |= hexes & facts.contested
        if hexes & facts.before_leningrad:
            state.at_the_gates = True
    else:
        state.axis_held &= ~hexes
