"""Stacking and closed areas (1.4, 2.4.5, 2.9, 14.3): where a block may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.play.clauses import carries_out
from ostfront.games.kiev_41.facts.roster import RUMANIANS
from ostfront.games.kiev_41.state import March

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State


@carries_out("K41 1.4a", otherwise=0)
def apart(rules: Kiev41, state: K41State, unit: int) -> int:
    """Areas where a Hungarian and a Rumanian would meet."""
    roster = rules.roster
    if roster.rumanians >> unit & 1:
        where = state.place[roster.hungarian]
        return 1 << where if 0 <= where < rules.area_count else 0
    return state.occupied[RUMANIANS] if unit == roster.hungarian else 0


@carries_out("K41 2.9a", otherwise=0)
def full_areas(state: K41State, side: int) -> int:
    return state.full[side]


def closed(rules: Kiev41, state: K41State, unit: int) -> int:
    """The areas where a block could not stop."""
    full = full_areas(state, rules.roster.side[unit])
    if unit == rules.roster.hungarian or rules.roster.rumanians >> unit & 1:
        return full | apart(rules, state, unit)
    return full


@carries_out("K41 2.4.5a", "K41 2.4.5b", "K41 2.1d", otherwise=0)
def enemy_staging(rules: Kiev41, side: int) -> int:
    return rules.staging_of[1 - side]


@carries_out("K41 14.3", otherwise=False)
def restricted(rules: Kiev41, unit: int) -> bool:
    """Tanks and motorized infantry under 14.3."""
    return rules.plays("14.3") and bool(rules.roster.afvs >> unit & 1)


def barred(rules: Kiev41, unit: int) -> int:
    """The areas a block never enters."""
    found = enemy_staging(rules, rules.roster.side[unit])
    return found | rules.red_areas if restricted(rules, unit) else found


def may_stop(rules: Kiev41, state: K41State, local: March) -> bool:
    """Not above the limit, nor beside a nation it does not stand."""
    if not local.legs:
        return True
    unit, here = local.unit, state.place[local.unit]
    side = rules.roster.side[unit]
    crowd = state.stacks[here] & state.members[side]
    if full_areas(state, side) >> here & 1 and crowd.bit_count() > rules.limit[here]:
        return False
    return not apart(rules, state, unit) >> here & 1
