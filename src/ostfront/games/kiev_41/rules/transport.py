"""Moves by rail, sea and air (14.1, 14.7, 14.8, 14.9), each instead of a block's move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ostfront.core.play.clauses import carries_out
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules.control import contested, controlled_coast, controlled_ports, friendly
from ostfront.games.kiev_41.rules.stacking import closed

if TYPE_CHECKING:
    from ostfront.games.kiev_41.facts import Kiev41
    from ostfront.games.kiev_41.state import K41State


def ways(rules: Kiev41, state: K41State, unit: int, mode: str) -> Iterator[tuple[str, int]]:
    """The verbs that are open to a block before its first leg, with the areas they lead to."""
    if mode not in ("pass", "strategic"):
        return
    room = ~closed(rules, state, unit) & ~(1 << state.place[unit])
    yield "rail", by_rail(rules, state, unit) & room
    yield "sail", by_sea(rules, state, unit) & room
    if mode == "strategic":
        yield "land", seaborne(rules, state, unit) & room
        yield "drop", airborne(rules, state, unit) & room


@carries_out("K41 14.1", otherwise=0)
def by_rail(rules: Kiev41, state: K41State, unit: int) -> int:
    """Any distance over friendly uncontested areas, the strait apart."""
    if not rules.plays("14.1"):
        return 0
    here = 1 << state.place[unit]
    free = friendly(state, rules.roster.side[unit]) & ~rules.never[unit]
    free |= here & friendly(state, rules.roster.side[unit])  # leaving is not entering (14.3)
    return rules.areas.flood(here, free, free, rules.land_links)


@carries_out("K41 14.7", otherwise=0)
def by_sea(rules: Kiev41, state: K41State, unit: int) -> int:
    """Soviet infantry, from port to port of controlled seas."""
    roster = rules.roster
    if not rules.plays("14.7") or roster.side[unit] != SOVIET or not roster.infantry >> unit & 1:
        return 0
    ports = controlled_ports(rules, state) & friendly(state, SOVIET)
    return ports if ports >> state.place[unit] & 1 else 0


@carries_out("K41 14.8", otherwise=0)
def seaborne(rules: Kiev41, state: K41State, unit: int) -> int:
    """The Marine at full strength, from a port to any coast the enemy holds."""
    if not rules.plays("14.8") or unit != rules.roster.marine or state.steps[unit] < rules.roster.full[unit]:
        return 0
    ports = controlled_ports(rules, state) & friendly(state, SOVIET)
    return controlled_coast(rules, state) & state.axis if ports >> state.place[unit] & 1 else 0


@carries_out("K41 14.9", otherwise=0)
def airborne(rules: Kiev41, state: K41State, unit: int) -> int:
    """The Luftlande Division at full strength, three areas far, into green areas the enemy holds."""
    if not rules.plays("14.9") or unit != rules.roster.luftlande or state.steps[unit] < rules.roster.full[unit]:
        return 0
    here = state.place[unit]
    if contested(state) >> here & 1:
        return 0
    reach = rules.disks[here][int(rules.charts["landing"]["drop_range"])]
    return reach & rules.green & state.controlled(SOVIET)
