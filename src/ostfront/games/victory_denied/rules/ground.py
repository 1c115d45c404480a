"""Stacking (5) and zones of control (6), and who holds what."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import ANY, COMBAT, GERMAN, HQS, TAN
from ostfront.games.victory_denied.state import VdState


@implements("AVD 6.1a", "AVD 6.1b")
def zoc(facts: Facts, state: VdState, side: int) -> int:
    """The zones of control of a side's combat units: the six hexes around each, over anything (6.1).

    The last answer for each side is kept.
    """
    occupied = state.occupied[COMBAT[side]]
    memo = state.memo.zoc
    before, found = memo[side]
    if before != occupied:
        found = facts.grid.neighbours(occupied & facts.valid)
        memo[side] = (occupied, found)
    return found


def lone_hqs(facts: Facts, state: VdState, side: int) -> int:
    """Hexes of a side with an HQ and no combat unit."""
    occupied = state.occupied
    hqs = occupied[HQS[side]] & facts.valid
    return hqs ^ (hqs & occupied[COMBAT[side]])


def has_room(facts: Facts, state: VdState, unit: int, place: int) -> bool:
    """Whether the unit may stop there beside what is there already (5.1, 5.3)."""
    roster = facts.roster
    if roster.is_hq[unit]:
        others = (u for u in state.each_at(place) if roster.is_hq[u] and u != unit)
        return next(others, None) is None
    count = 0
    tan = roster.tan[unit]
    for u in state.each_at(place):
        if u != unit and not roster.is_hq[u]:
            count += 1
            if count == 2 or (tan and roster.tan[u]):
                return False
    return True


def full_hexes(facts: Facts, state: VdState, unit: int, among: int) -> int:
    """Which of these hexes have no room for the unit."""
    roster = facts.roster
    side = roster.side[unit]
    occupied = state.occupied
    if roster.is_hq[unit]:
        full = among & occupied[HQS[side]]
    elif roster.tan[unit]:
        full = among & (state.crowded[COMBAT[side]] | occupied[TAN])
    else:
        full = among & state.crowded[COMBAT[side]]
    here = state.place[unit]
    if full and here >= 0 and full >> here & 1:
        full ^= 1 << here  # a unit always has room where it is
    return full


def enemy_victory_hexes(facts: Facts, state: VdState, side: int) -> int:
    """Victory hexes in enemy hands: for a German those with a VP chit, for a Soviet those without (8.3.1)."""
    return state.with_chit if side == GERMAN else facts.victory_mask ^ state.with_chit


def triggers(facts: Facts, state: VdState, unit: int) -> int:
    """Hexes where entering has an effect: a lone HQ, a victory hex that changes hands, a winning hex."""
    side = facts.roster.side[unit]
    changing = enemy_victory_hexes(facts, state, side)
    if facts.roster.is_hq[unit]:
        return changing
    winning = facts.moscow if side == GERMAN else facts.pocket
    return changing | winning | lone_hqs(facts, state, 1 - side)


def enemy_any(facts: Facts, state: VdState, side: int) -> int:
    return state.occupied[ANY[1 - side]] & facts.valid
