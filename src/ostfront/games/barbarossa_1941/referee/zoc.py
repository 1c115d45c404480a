"""Zones of control as the referee sees them (4, 12.8), unit by unit."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.ground import closed_step
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    closed_country,
    combat_at,
    fought_for,
    in_ussr,
    is_mobile,
    is_motorised,
    majors,
    points_of,
    touches_sea,
    weather_at,
)


def projects_into(position: Position, hex: int, n: int, side: int) -> bool:
    """4: whether the units of a side in a hex have a ZOC in a neighbouring one."""
    if n in majors(position) or position.ground(n) == "sea" or closed_country(position, n):
        return False
    if side == SOVIET and position.state.turn == 1 and not in_ussr(position, n):
        return False  # 12.8
    weather = weather_at(position, hex)
    no_italians = side == AXIS and touches_sea(position, n, "black", "azov")  # 12.2
    able = [
        unit
        for unit in combat_at(position, hex, side)
        if is_mobile(position, unit)
        and not (no_italians and position.roster.nation[unit] == "Italian")
        and not closed_step(position, side, is_motorised(position, unit), hex, n, weather)
    ]
    return points_of(position, able) >= int(position.charts["stacking"]["zoc_points"])


def projecting(position: Position, side: int) -> Mapping[int, set[int]]:
    """By hex in a side's zones of control: the hexes whose units project them."""
    return position.once(("projecting", side), lambda: _projecting(position, side))


def _projecting(position: Position, side: int) -> Mapping[int, set[int]]:
    found: dict[int, set[int]] = {}
    for hex in fought_for(position)[side]:
        for n in position.plain.neighbours(hex):
            if projects_into(position, hex, n, side):
                found.setdefault(n, set()).add(hex)
    return found


def zoc(position: Position, side: int) -> set[int]:
    """The hexes in a side's zones of control."""
    return position.once(("zoc", side), lambda: set(projecting(position, side)))


def in_enemy_zoc(position: Position, side: int, hex: int) -> bool:
    return hex in zoc(position, 1 - side)


def barred_by_zoc(position: Position, side: int) -> set[int]:
    """4: the hexes in enemy ZOCs that no combat unit of the side cancels: for supply, rail and retreats."""
    return position.once(("barred", side), lambda: zoc(position, 1 - side) - fought_for(position)[side])


def projectors(position: Position, side: int, hex: int) -> list[int]:
    """The mobile units of a side in the hexes that project a ZOC into a hex."""
    return [
        unit
        for other in projecting(position, side).get(hex, ())
        for unit in combat_at(position, other, side)
        if is_mobile(position, unit)
    ]
