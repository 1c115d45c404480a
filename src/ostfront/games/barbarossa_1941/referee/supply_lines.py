"""Sources and supply lines as the referee sees them (8, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.ground import closed_step, ground_cost, kerch_cost
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    city,
    closed_country,
    controls,
    fought_for,
    lines_blocked,
    own_rail,
    rail_links,
    soviet_majors,
    weather_at,
    weather_chart,
)
from ostfront.games.barbarossa_1941.referee.zoc import barred_by_zoc


def edge_hexes(position: Position, kind: str) -> Mapping[int, str]:
    """Rail hexes of the map edge with their country."""
    sites = position.board.sites
    return {site.hex: site.facts.get("value", "") for site in sites if site.kind == kind}


def usable_rail(position: Position, side: int) -> set[int]:
    """8d: own rail hexes without enemy units and without enemy ZOCs that are not cancelled."""
    enemies = fought_for(position)[1 - side]
    return position.once(
        ("usable rail", side), lambda: own_rail(position, side) - enemies - barred_by_zoc(position, side)
    )


def linked_by_rail(position: Position, starts: Iterable[int], hexes: set[int]) -> set[int]:
    """Those of the hexes that are linked to the starts, themselves among the hexes, by rail."""
    found = {hex for hex in starts if hex in hexes}
    edge = list(found)
    while edge:
        beyond = []
        for hex in edge:
            for n in rail_links(position, hex):
                if n in hexes and n not in found:
                    found.add(n)
                    beyond.append(n)
        edge = beyond
    return found


def sources(position: Position, side: int, *, finnish: bool = False) -> set[int]:
    """8.2: the unlimited sources of a side that are in its hands; for Finns Helsinki counts always."""
    return position.once(("sources", side, finnish), lambda: _sources(position, side, finnish))


def _sources(position: Position, side: int, finnish: bool) -> set[int]:
    enemies = fought_for(position)[1 - side]
    if side == SOVIET:
        east = linked_by_rail(position, edge_hexes(position, "soviet-edge"), usable_rail(position, SOVIET))
        return {hex for hex in soviet_majors(position) & east if controls(position, SOVIET, hex)}
    chart = position.charts["supply"]
    found = {hex for name in chart["axis_cities"] if controls(position, AXIS, hex := city(position, name))}
    open_to_all = all(controls(position, AXIS, city(position, name)) for name in chart["helsinki_for_others"])
    if not finnish and not open_to_all:
        found.discard(city(position, "Helsinki"))
    found |= {hex for hex in edge_hexes(position, "axis-edge") if not closed_country(position, hex)}
    return found - enemies


def supply_rail(position: Position, side: int, *, finnish: bool = False) -> set[int]:
    """8b: the rail hexes of a side that lead to a source."""
    key = ("supply rail", side, finnish)
    return position.once(
        key,
        lambda: linked_by_rail(position, sources(position, side, finnish=finnish), usable_rail(position, side)),
    )


def line_costs(
    position: Position, side: int, motorised: bool, start: int, points: int, weather: str
) -> dict[int, int]:
    """8b: the hexes a supply line reaches from a hex with so many points, and their cost; the start is free."""
    known = {start: 0}
    edge = [start]
    barred, enemies = barred_by_zoc(position, side), lines_blocked(position, 1 - side)
    while edge:
        beyond = []
        for hex in edge:
            for n in position.plain.neighbours(hex):
                if n in enemies or n in barred or closed_step(position, side, motorised, hex, n, weather):
                    continue
                cost = known[hex] + ground_cost(position, motorised, n) + kerch_cost(position, hex, n)
                if cost <= points and cost < known.get(n, points + 1):
                    known[n] = cost
                    beyond.append(n)
        edge = beyond
    return known


def hex_in_supply(position: Position, side: int, hex: int) -> bool:
    """Whether infantry of the side could trace a line from a hex, for forts, air bases and drops.

    It is infantry of any nation, so Helsinki serves only if it serves all (8.2b).
    """
    return position.once(("hex in supply", side, hex), lambda: _hex_in_supply(position, side, hex))


def _hex_in_supply(position: Position, side: int, hex: int) -> bool:
    if hex in fought_for(position)[1 - side]:
        return False
    weather = weather_at(position, hex)
    points = int(weather_chart(position, weather)["infantry"]) or int(position.charts["movement"]["infantry"])
    ends = sources(position, side) | supply_rail(position, side)
    return not ends.isdisjoint(line_costs(position, side, False, hex, points, weather))
