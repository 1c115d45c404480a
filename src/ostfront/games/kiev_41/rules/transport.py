"""Moves by rail, sea and air (14.1, 14.7, 14.8, 14.9), each instead of a block's move."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.rules.control import contested, controlled_coast, controlled_ports, friendly
from ostfront.games.kiev_41.rules.stacking import closed
from ostfront.games.kiev_41.state import K41State


def ways(facts: Facts, state: K41State, unit: int, mode: str) -> Iterator[tuple[str, int]]:
    """The verbs that are open to a block before its first leg, with the areas they lead to."""
    if mode not in ("pass", "strategic"):
        return
    room = ~closed(facts, state, unit) & ~(1 << state.place[unit])
    yield "rail", by_rail(facts, state, unit) & room
    yield "sail", by_sea(facts, state, unit) & room
    if mode == "strategic":
        yield "land", seaborne(facts, state, unit) & room
        yield "drop", airborne(facts, state, unit) & room


@implements("K41 14.1")
def by_rail(facts: Facts, state: K41State, unit: int) -> int:
    """Any distance over friendly uncontested areas, the strait apart."""
    if not facts.plays("14.1"):
        return 0
    here = 1 << state.place[unit]
    free = friendly(state, facts.roster.side[unit]) & ~facts.never[unit]
    free |= here & friendly(state, facts.roster.side[unit])  # leaving is not entering (14.3)
    return facts.areas.flood(here, free, free, facts.land_links)


@implements("K41 14.7")
def by_sea(facts: Facts, state: K41State, unit: int) -> int:
    """Soviet infantry, from port to port of controlled seas."""
    roster = facts.roster
    if not facts.plays("14.7") or roster.side[unit] != SOVIET or not roster.infantry >> unit & 1:
        return 0
    ports = controlled_ports(facts, state) & friendly(state, SOVIET)
    return ports if ports >> state.place[unit] & 1 else 0


@implements("K41 14.8")
def seaborne(facts: Facts, state: K41State, unit: int) -> int:
    """The Marine at full strength, from a port to any coast the enemy holds."""
    if not facts.plays("14.8") or unit != facts.roster.marine or state.steps[unit] < facts.roster.full[unit]:
        return 0
    ports = controlled_ports(facts, state) & friendly(state, SOVIET)
    return controlled_coast(facts, state) & state.axis if ports >> state.place[unit] & 1 else 0


@implements("K41 14.9")
def airborne(facts: Facts, state: K41State, unit: int) -> int:
    """The Luftlande Division at full strength, three areas far, into green areas the enemy holds."""
    if not facts.plays("14.9") or unit != facts.roster.luftlande or state.steps[unit] < facts.roster.full[unit]:
        return 0
    here = state.place[unit]
    if contested(state) >> here & 1:
        return 0
    reach = facts.disks[here][int(facts.charts["landing"]["drop_range"])]
    return reach & facts.green & state.controlled(SOVIET)
