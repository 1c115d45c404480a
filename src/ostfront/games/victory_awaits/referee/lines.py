"""3.3 Lines of communication, hex by hex from the sources; and the railroad links of 12.1."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.referee.position import (
    Position,
    is_mountain,
    is_prohibited,
    is_start_line,
    option,
    zoc,
)

Lengths = Mapping[int, int]  # the shortest line that ends in a hex, in hexes
NO_LINE = 10**6


def source_hexes(position: Position, side: int) -> set[int]:
    """2.1: the printed sources of a side; the From Moscow ones are Soviet (15.4)."""
    return position.sites(f"{SIDES[side]}-supply") | (position.sites("from-moscow") if side == SOVIET else set())


def lets_pass(position: Position, side: int, hex: int, without: int) -> bool:
    """3.3: a line continues from a hex out of enemy ZOC, or from one with a friendly unit."""
    if hex not in zoc(position, 1 - side):
        return True
    return any(unit != without for unit in position.at(hex, side))


def lengths(position: Position, side: int, without: int = -1) -> Lengths:
    """The hexes a line reaches, each with the length of the shortest; `without`: as if this unit were away."""
    return position.once(("lines", side, without), lambda: _lengths(position, side, without))


def _lengths(position: Position, side: int, without: int) -> Lengths:
    if side == AXIS:
        return _along(position, side, "rail", int(position.charts["supply"]["axis_off_rail"]), without)
    if not option(position, "soviet-supply"):
        return _along(position, side, "", NO_LINE, without)
    limit = int(position.charts["soviet_supply_limit"]["off_road"])  # 17.4: road or railroad, not both
    found: dict[int, int] = {}
    for line in ("road", "rail"):
        for hex, length in _along(position, side, line, limit, without).items():
            found[hex] = min(length, found.get(hex, length))
    return found


def _along(position: Position, side: int, line: str, limit: int, without: int) -> Lengths:
    """From the sources along lines of a kind as far as they go, then up to `limit` hexes anywhere.

    A hex is visited again only by a line that has gone fewer hexes since it left its road or railroad.
    """
    enemy = position.held[1 - side]
    edge = [(hex, 0) for hex in sorted(source_hexes(position, side)) if hex not in enemy]
    least = dict(edge)  # by hex: the fewest hexes since the line was left
    found = dict(edge)
    length = 0
    while edge:
        length += 1
        beyond = []
        for hex, off in edge:
            if not lets_pass(position, side, hex, without):
                continue
            for n in position.plain.neighbours(hex):
                if n in enemy or closed(position, side, hex, n):
                    continue
                for more, ends in _steps(position, line, limit, hex, off, n):
                    found.setdefault(n, length)
                    if not ends and more < least.get(n, more + 1):
                        least[n] = more
                        beyond.append((n, more))
        edge = beyond
    return found


def _steps(position: Position, line: str, limit: int, hex: int, off: int, n: int) -> list[tuple[int, bool]]:
    """How a line can take a step: the hexes since it left its road or railroad, and whether it must end there.

    Mountains are crossed by road, or by the railroad that the line follows; it may end in one from any side.
    """
    found = []
    if line and off == 0 and line in position.plain.lines.get(frozenset((hex, n)), ()):
        found.append((0, False))
    road = position.has_road(hex, n)
    if (road or not is_mountain(position, hex)) and (not line or off < limit):
        found.append((off + 1 if line else off, is_mountain(position, n) and not road))
    return found


def closed(position: Position, side: int, a: int, b: int) -> bool:
    """Lake and sea stop every line, the start line Soviet ones."""
    return is_prohibited(position, a, b) or (side == SOVIET and is_start_line(position, a, b))


def can_trace(position: Position, side: int, hex: int) -> bool:
    """Whether a line of communications reaches a hex."""
    return hex in lengths(position, side)


def unit_can_trace(position: Position, unit: int) -> bool:
    return can_trace(position, position.roster.side[unit], position.state.place[unit])


# ---- 12.1: railroad links ---------------------------------------------------------------------------


def linked_by_rail(position: Position, side: int) -> set[int]:
    """The railroad hexes that railroad alone links with a source, out of every enemy ZOC."""
    return position.once(("rail", side), lambda: _linked_by_rail(position, side))


def _linked_by_rail(position: Position, side: int) -> set[int]:
    free = position.hexes_on("rail") - zoc(position, 1 - side) - position.held[1 - side]
    found = source_hexes(position, side) & free
    edge = list(found)
    while edge:
        hex = edge.pop()
        for n in position.plain.neighbours(hex):
            linked = position.has_line("rail", hex, n) and not closed(position, side, hex, n)
            if linked and n in free and n not in found:
                found.add(n)
                edge.append(n)
    return found
