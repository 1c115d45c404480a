"""Stacking (1.4, 2.9): where a block may stop."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import RUMANIANS
from ostfront.games.kiev_41.state import K41State, March


@implements("K41 1.4a")
def apart(facts: Facts, state: K41State, unit: int) -> int:
    """Areas where a Hungarian and a Rumanian would meet."""
    roster = facts.roster
    if roster.rumanians >> unit & 1:
        where = state.place[roster.hungarian]
        return 1 << where if 0 <= where < facts.area_count else 0
    return state.occupied[RUMANIANS] if unit == roster.hungarian else 0


@implements("K41 2.9a")
def full_areas(state: K41State, side: int) -> int:
    return state.full[side]


def closed(facts: Facts, state: K41State, unit: int) -> int:
    """The areas where a block could not stop."""
    full = full_areas(state, facts.roster.side[unit])
    if unit == facts.roster.hungarian or facts.roster.rumanians >> unit & 1:
        return full | apart(facts, state, unit)
    return full


def may_stop(facts: Facts, state: K41State, local: March) -> bool:
    """Not above the limit, and not with a nation it cannot stack with."""
    if not local.legs:
        return True
    unit, here = local.unit, state.place[local.unit]
    side = facts.roster.side[unit]
    crowd = state.stacks[here] & state.members[side]
    if full_areas(state, side) >> here & 1 and crowd.bit_count() > facts.limit[here]:
        return False
    return not apart(facts, state, unit) >> here & 1
