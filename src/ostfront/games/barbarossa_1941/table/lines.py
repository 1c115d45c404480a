"""The supply line of one unit, to be shown: the best way to a source, and what is wrong with it if it does not do.

The rules flood from the sources for all units at once and know only whether a line is there; here a way is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from ostfront.core.map.hexes import bits
from ostfront.games.barbarossa_1941.facts import CLEAR, DEEP_FREEZE, Facts
from ostfront.games.barbarossa_1941.facts.roster import MOTORISED
from ostfront.games.barbarossa_1941.rules.ground import Ground, closed_countries, ground, kerch_open
from ostfront.games.barbarossa_1941.rules.rail_network import blocked, own_rail
from ostfront.games.barbarossa_1941.rules.supply_lines import SIDE_OF, sources, user_of
from ostfront.games.barbarossa_1941.rules.weather import mobility, weather_at
from ostfront.games.barbarossa_1941.state import B41State

BLOCKED = 1000  # worse than any distance
RAIL_STEP = 0.001  # of two railways the shorter
Node = tuple[int, bool]  # a hex, and whether the line has come to a railway


class Line(NamedTuple):
    """A way from a unit to a source."""

    land: tuple[int, ...]  # the hexes over land, the unit's own not among them
    spent: tuple[int, ...]  # for each of them the points so far
    rail: tuple[int, ...]  # the hexes by rail after that
    source: int
    blocked: int  # those of both with enemies or enemy ZOCs not cancelled


def line_of(facts: Facts, state: B41State, unit: int) -> Line | None:
    """The way with the fewest blocked hexes, then the cheapest over land; None where there is no way at all."""
    start, user = state.place[unit], user_of(facts, unit)
    side = SIDE_OF[user]
    frozen = weather_at(facts, state, start) == DEEP_FREEZE
    wheels = mobility(state, unit) == MOTORISED
    over = ground(facts, wheels, DEEP_FREEZE if frozen else CLEAR, kerch_open(facts, state, side))
    shut, closed = blocked(facts, state, side), closed_countries(facts, state)
    rail, ends = own_rail(facts, state, side), sources(facts, state, user)
    best: dict[Node, tuple[float, Node | None]] = {(start, False): (0.0, None)}
    queue: list[tuple[float, Node]] = [(0.0, (start, False))]
    while queue:
        cost, node = heappop(queue)
        if cost > best[node][0]:
            continue
        if ends >> node[0] & 1:
            return _line(over, best, node, shut)
        for nxt, price in _steps(facts, over, node, rail):
            if closed >> nxt[0] & 1:
                continue
            total = cost + price + (BLOCKED if shut >> nxt[0] & 1 else 0)
            if nxt not in best or total < best[nxt][0]:
                best[nxt] = (total, node)
                heappush(queue, (total, nxt))
    return None


def _steps(facts: Facts, over: Ground, node: Node, rail: int) -> Iterator[tuple[Node, float]]:
    here, riding = node
    if riding:
        for i in facts.railways.links[here]:
            if rail >> i & 1:
                yield (i, True), RAIL_STEP
        return
    if rail >> here & 1:
        yield (here, True), 0.0
    for i in bits(over.next_to[here]):
        if over.cost[i]:
            yield (i, False), over.cost[i] + (over.strait_cost if over.strait.get(here) == i else 0)


def _line(over: Ground, best: dict[Node, tuple[float, Node | None]], end: Node, shut: int) -> Line:
    nodes: list[Node] = []
    at: Node | None = end
    while at is not None:
        nodes.append(at)
        at = best[at][1]
    nodes.reverse()
    land = [i for i, riding in nodes if not riding][1:]
    rail = [i for i, riding in nodes if riding]
    spent, total, before = [], 0, nodes[0][0]
    for i in land:
        total += over.cost[i] + (over.strait_cost if over.strait.get(before) == i else 0)
        spent.append(total)
        before = i
    stopped = sum(1 << i for i in dict.fromkeys([*land, *rail]) if shut >> i & 1)
    return Line(tuple(land), tuple(spent), tuple(rail), end[0], stopped)
