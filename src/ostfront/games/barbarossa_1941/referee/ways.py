"""5 Movement, how far: the cost of each step, what ends a move, and where the units in hand can go."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from ostfront.games.barbarossa_1941.referee.ground import (
    closed_step,
    ground_cost,
    kerch_cost,
    river_cost,
)
from ostfront.games.barbarossa_1941.referee.position import (
    WEATHER,
    Position,
    allowance_in,
    fought_for,
    is_motorised,
    is_water,
    units_in,
    weather_at,
)
from ostfront.games.barbarossa_1941.referee.stacking import barred_from, has_room
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc, projectors, zoc
from ostfront.games.barbarossa_1941.state import March
from ostfront.kit.referee.movement import Bar

# rules that can be thought away, one at a time, to find out which of them keeps a hex out of reach
LIFTED = ("5b", "5c", "5d", "12.3d", "12.10a", "12.10b", "12.10c", "12.10e", "on the way")
OF_THE_HEX = ("5a", "12.2b", "12.2d", "12.2e", "12.5d")  # what keeps units out of a hex, wherever they come from


class Walkers(NamedTuple):
    """Units in hand, as far as their steps are concerned."""

    side: int
    units: tuple[int, ...]
    weather: str
    ignores: bool  # 12.8: German motorised units on turn 1 ignore Soviet ZOCs
    speed: int  # of the slowest


def ignores_zocs(position: Position, units: tuple[int, ...]) -> bool:
    """12.8: German motorised units on turn 1."""
    nation = position.roster.nation
    return position.state.turn == 1 and all(nation[u] == "German" and is_motorised(position, u) for u in units)


def walkers(position: Position, march: March) -> Walkers:
    units, weather = tuple(units_in(position, march.units)), WEATHER[march.weather]
    speed = min(allowance_in(position, unit, weather) for unit in units)
    return Walkers(march.side, units, weather, ignores_zocs(position, units), speed)


# ---- one step ---------------------------------------------------------------------------------------


def slower_enemies(position: Position, who: Walkers, hex: int) -> Bar | None:
    """5: the first enemy that keeps units from going straight from one ZOC into that of a hex."""
    for enemy in projectors(position, 1 - who.side, hex):
        speed = allowance_in(position, enemy, weather_at(position, position.state.place[enemy]))
        if who.speed <= speed:
            name, where = position.unit_name(enemy), position.hex_name(hex)
            return Bar("5d", f"{where} is in the ZOC of {name}, which is no slower: from one enemy ZOC to another "
                             "only a faster unit may go.")  # fmt: skip
    return None


def step_bar(position: Position, who: Walkers, a: int, b: int) -> Bar | None:
    """Why the units cannot take a step, whatever it costs."""
    found = barred_from(position, who.units, b, who.weather)
    if found:
        return found
    found = _closed(position, who, a, b)
    if found:
        return found
    both = in_enemy_zoc(position, who.side, a) and in_enemy_zoc(position, who.side, b)
    return slower_enemies(position, who, b) if both and not who.ignores else None


def step_cost(position: Position, who: Walkers, a: int, b: int, lifted: str = "") -> int:
    """What a step takes: the ground, the river into an enemy ZOC, the strait, and leaving an enemy ZOC."""
    cost = max(ground_cost(position, is_motorised(position, unit), b) for unit in who.units)
    cost += kerch_cost(position, a, b)
    if who.ignores:
        return cost
    if in_enemy_zoc(position, who.side, a) and lifted != "5c":
        cost += int(position.charts["movement"]["leave_enemy_zoc"])
    if in_enemy_zoc(position, who.side, b) and lifted != "12.10a":
        cost += river_cost(position, a, b, who.weather)
    return cost


# ---- the range --------------------------------------------------------------------------------------


class Budget(NamedTuple):
    """Points for a way, and whether it may enter enemy ZOCs."""

    points: int
    into_zoc: bool


def budgets(march: March) -> list[Budget]:
    """5: the points left, and with the strategic point those for a way that enters no enemy ZOC."""
    left = march.allowance - march.used
    found = [Budget(left, True)]
    if march.strategic:
        found.append(Budget(left + 1, False))
    return found


def reach(position: Position, march: March, lifted: str = "", extra: int = 0) -> Mapping[int, int]:
    """The hexes the units in hand can enter, and what the cheapest way costs; one rule can be thought away."""
    return position.once(("reach", march, lifted, extra), lambda: _reach(position, march, lifted, extra))


def _reach(position: Position, march: March, lifted: str, extra: int) -> Mapping[int, int]:
    if march.stopped and lifted != "5b":
        return {}
    who = walkers(position, march)
    start = position.state.place[who.units[0]]
    found: dict[int, int] = {}
    for budget in budgets(march):
        for hex, cost in _ways(position, who, start, budget, lifted, extra).items():
            found[hex] = min(cost, found.get(hex, cost))
    if march.fresh:
        for n in position.plain.neighbours(start):  # 5e
            if n not in found and not _keeps_out(position, who, start, n, lifted):
                found[n] = step_cost(position, who, start, n, lifted)
    found.pop(start, None)
    return found


def _keeps_out(position: Position, who: Walkers, a: int, b: int, lifted: str) -> bool:
    """Whether a step is barred, one rule thought away."""
    bar = step_bar(position, who, a, b)
    if bar is None:
        return False
    if lifted != "on the way":
        return bar.rule != lifted
    return bar.rule not in OF_THE_HEX or is_water(position, b) or _closed(position, who, a, b) is not None


def _closed(position: Position, who: Walkers, a: int, b: int) -> Bar | None:
    """Ground and hexsides that are closed to one of the units."""
    classes = {is_motorised(position, unit) for unit in who.units}
    found = (closed_step(position, who.side, motorised, a, b, who.weather) for motorised in sorted(classes))
    return next((bar for bar in found if bar), None)


def _ways(position: Position, who: Walkers, start: int, budget: Budget, lifted: str, extra: int) -> Mapping[int, int]:
    """Cheapest first, from hex to hex; a move ends in an enemy ZOC."""
    enemy_zoc = zoc(position, 1 - who.side)
    known = {start: 0}
    queue = [(0, start)]
    done: set[int] = set()
    while queue:
        spent, hex = heapq.heappop(queue)
        if hex in done:
            continue
        done.add(hex)
        if hex != start and _ends_move(position, who, hex, lifted):
            continue
        for n in position.plain.neighbours(hex):
            if n in done or (n in enemy_zoc and not budget.into_zoc) or _keeps_out(position, who, hex, n, lifted):
                continue
            cost = spent + step_cost(position, who, hex, n, lifted)
            if cost <= budget.points + extra and cost < known.get(n, cost + 1):
                known[n] = cost
                heapq.heappush(queue, (cost, n))
    return known


def _ends_move(position: Position, who: Walkers, hex: int, lifted: str) -> bool:
    return in_enemy_zoc(position, who.side, hex) and not who.ignores and lifted != "5b"


def blamed(position: Position, march: March, hex: int) -> set[str]:
    """Why a hex that is open to the units is not reached: the rules that, lifted one at a time, open the way."""
    return position.once(("blamed", march, hex), lambda: _blamed(position, march, hex))


def _blamed(position: Position, march: March, hex: int) -> set[str]:
    who = walkers(position, march)
    if hex in reach(position, march) or barred_from(position, who.units, hex, who.weather):
        return set()
    if not has_room(position, who.units, hex):
        return set()
    if march.stopped:
        return {"5b"}
    return {rule for rule in LIFTED if hex in reach(position, march, rule)} or {"5a"}


# ---- whether anything can be done -------------------------------------------------------------------


def can_go(position: Position, march: March) -> bool:
    """Whether the units in hand could go to any hex and stay there."""
    return position.once(("can go", march), lambda: _can_go(position, march))


def _can_go(position: Position, march: March) -> bool:
    if march.stopped:
        return False
    who = walkers(position, march)
    start = position.state.place[who.units[0]]
    if march.fresh:
        for n in position.plain.neighbours(start):  # 5e: the next hex can always be entered
            if step_bar(position, who, start, n) is None and has_room(position, who.units, n):
                return True
    return any(has_room(position, who.units, hex) for hex in reach(position, march))


def enemies_next_to(position: Position, side: int, hex: int) -> list[int]:
    return [n for n in position.plain.neighbours(hex) if n in fought_for(position)[1 - side]]
