"""10 Movement, how far: factors and points, the cost of each step, what is closed, and where units in hand can go."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.lines import is_slowed, sources
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    ground_at,
    is_cavalry_group,
    is_city,
    is_german,
    is_mech,
    is_river,
    marked,
    movement_factor,
    names,
    numbered,
    owner,
    territory,
)
from ostfront.games.barbarossa_deluxe.referee.room import closed_hex, closed_side, crowded
from ostfront.kit.referee.movement import Bar

Hand = tuple[int, ...]  # units that move together from one hex

MARSH_OF_TURN_1 = ("2013", "2014")  # 5.13
SIVASH_FROM, MARSH_FROM = 7, 13  # 10.15, 10.12: turns from which Soviet units cross and enter
ENDLESS = 10_000


# ---- points -----------------------------------------------------------------------------------------


def has_begun(position: Position, unit: int) -> bool:
    """Whether a unit has moved, or spent points, in this phase."""
    state = position.state
    return state.used[unit] > 0 or state.place[unit] != state.began[unit]


def was_slowed(position: Position, unit: int) -> bool:
    """7.17: out of supply when the unit began to move; one that has not begun is looked at now."""
    if among(position.state.halved, unit):
        return True
    return not has_begun(position, unit) and is_slowed(position, unit)


def factor(position: Position, unit: int) -> int:
    """10.1, 7.16, 5.10: the movement factor in this phase: halved out of supply, then less the die of turn 3."""
    found = movement_factor(position, unit)
    if was_slowed(position, unit):
        found //= 2
    return max(0, found - position.state.slowed[unit])


def spent(position: Position, unit: int) -> int:
    """What a unit has paid in this phase, its edge hex included (8.1)."""
    return position.state.used[unit] + edge_price(position, unit)


def edge_price(position: Position, unit: int) -> int:
    """8.1: the price of the edge hex where a unit came this turn; a city costs nothing, nor does the RVGK (8.10)."""
    state = position.state
    hex = state.entry[unit]
    if is_city(position, hex) or hex not in entry_edge(position, owner(position, unit)):
        return 0
    if owner(position, unit) == SOVIET and among(state.shuffled, unit):
        return 0
    if position.roster.entry[unit] in ("kg", "emergency") and _joined_a_german(position, unit, hex):
        return 0
    if position.roster.entry[unit] in ("cavalry", "in-situ"):
        return 0
    return hex_cost(position, unit, hex)


def entry_edge(position: Position, side: int) -> set[int]:
    """8.1, 8.3, 8.26: the edge hexes over which units of a side come."""
    special = marked(position, "special", "yugo-entry" if side == GERMAN else "bulgaria-exit")
    return sources(position, side) | special


def _joined_a_german(position: Position, unit: int, hex: int) -> bool:
    """8.2, 8.4: whether a German unit was in the hex before a unit that came in situ."""
    return any(
        other != unit and is_german(position, other) and position.state.began[other] == hex
        for other in range(position.roster.count)
        if position.state.entry[other] != hex
    )


def points_left(position: Position, units: Collection[int]) -> int:
    """10.7: the factor of the slowest, less the most that any of them has spent."""
    slowest = min(factor(position, unit) for unit in units)
    return max(0, slowest - max(spent(position, unit) for unit in units))


def has_not_moved(position: Position, units: Collection[int]) -> bool:
    """10.3, 10.14: none of them has begun to move."""
    return not any(has_begun(position, unit) for unit in units)


# ---- what a step costs ------------------------------------------------------------------------------


def treats_as_clear(position: Position, unit: int, hex: int) -> bool:
    """5.13, 10.12: marsh that a mechanized unit enters as clear terrain."""
    if owner(position, unit) == SOVIET:
        return position.state.turn >= MARSH_FROM
    if position.state.turn != 1 or hex not in numbered(position, *MARSH_OF_TURN_1):
        return False
    return is_german(position, unit) and not was_slowed(position, unit)


def hex_cost(position: Position, unit: int, hex: int) -> int:
    """10.10 to 10.12, 8.30: what the ground of a hex costs a unit."""
    ground = position.ground(hex)
    if not is_mech(position, unit) or ground not in ("rough", "marsh"):
        return 1
    if ground == "rough":
        return 2
    return 1 if treats_as_clear(position, unit, hex) else 3


def river_cost(position: Position, unit: int, a: int, b: int) -> int:
    """10.18, 10.15: a river or the Sivash; German units ignore rivers on turn 1."""
    if not is_river(position, a, b) and closed_side(position, a, b) != "sivash":
        return 0
    if position.state.turn == 1 and is_german(position, unit):
        return 0
    return 2 if is_mech(position, unit) else 1


def step_cost(position: Position, units: Collection[int], a: int, b: int) -> int:
    """10.20, 10.5: hex and hexside together, as the dearest unit needs them."""
    return max(hex_cost(position, unit, b) + river_cost(position, unit, a, b) for unit in units)


# ---- what is closed ---------------------------------------------------------------------------------


def frontier(position: Position, unit: int, a: int, b: int) -> Bar | None:
    """5.11: on turn 1 Hungary and Romania are closed."""
    if position.state.turn != 1:
        return None
    name, here, there = position.unit_name(unit), territory(position, a), territory(position, b)
    if owner(position, unit) == SOVIET:
        if there in ("Hungary", "Romania"):
            return Bar("5.11c", f"{name} does not enter {there} on turn 1.")
        return None
    if here == "Romania" and there != "Romania":
        return Bar("5.11a", f"{name} does not leave Romania on turn 1.")
    if (here == "Hungary") != (there == "Hungary"):
        return Bar("5.11b", f"{name} neither enters nor leaves Hungary on turn 1.")
    return None


def water(position: Position, units: Collection[int], a: int, b: int) -> Bar | None:
    """10.13 to 10.15: lakes and seas, and the two straits, as far as an ordinary step is concerned."""
    kind, where = closed_side(position, a, b), position.hex_name(b)
    if not kind:
        return None
    if kind == "kerch":
        return Bar("10.14a", f"The Kerch Strait before {where} is crossed by a whole move, by one stack a phase.")
    if kind != "sivash":
        return Bar("10.13", f"The {kind} before {where} is not crossed.")
    barred = [unit for unit in units if owner(position, unit) == GERMAN or is_mech(position, unit)]
    if barred:
        return Bar("10.15b", f"{names(position, barred)} cannot move across the Sivash.")
    if position.state.turn < SIVASH_FROM:
        return Bar("10.15a", f"Nobody moves across the Sivash before turn {SIVASH_FROM}.")
    return None


def of_the_hex(position: Position, units: Collection[int], hex: int) -> Bar | None:
    """What keeps units out of a hex, wherever they come from: closed ground, enemies, stacking."""
    for unit in units:
        found = closed_hex(position, unit, hex)
        if found:
            return found
    side = owner(position, next(iter(units)))
    if ground_at(position, hex, 1 - side):
        return Bar("10.4", f"{position.hex_name(hex)} holds enemy units.")
    return crowded(position, units, hex)


def step_bar(position: Position, units: Collection[int], a: int, b: int) -> Bar | None:
    """Why units cannot take a step, whatever it costs."""
    found = of_the_hex(position, units, b) or water(position, units, a, b)
    if found:
        return found
    return next((bar for unit in units if (bar := frontier(position, unit, a, b))), None)


def rest_bar(position: Position, units: Collection[int], hex: int) -> Bar | None:
    """8.30: where a leg with a cavalry group does not end: in a city, or on another group."""
    groups = [unit for unit in units if is_cavalry_group(position, unit)]
    if not groups:
        return None
    name, where = position.unit_name(groups[0]), position.hex_name(hex)
    if is_city(position, hex):
        return Bar("8.30f", f"{name} does not end its move in a city, {where}.")
    side = owner(position, groups[0])
    others = [u for u in ground_at(position, hex, side) if is_cavalry_group(position, u) and u not in groups]
    if others:
        return Bar("8.30d", f"{position.unit_name(others[0])} is in {where}: one cavalry group to a hex.")
    return None


# ---- how far ----------------------------------------------------------------------------------------


def kerch_across(position: Position, hex: int) -> int:
    """10.14: the hex on the other side of the strait, -1 if a hex does not lie on it."""
    return next((n for n in position.plain.neighbours(hex) if closed_side(position, hex, n) == "kerch"), -1)


def may_cross_kerch(position: Position, units: Collection[int], a: int, b: int) -> bool:
    """10.14: one stack a phase, from the hex in which it began; it is all it does."""
    if position.state.crossed or not has_not_moved(position, units):
        return False
    if any(frontier(position, unit, a, b) for unit in units):
        return False
    return of_the_hex(position, units, b) is None


def reach(position: Position, units: Hand, *, lifted: str = "", more: int = 0) -> Mapping[int, int]:
    """The hexes that units can reach together, with the cost; one rule can be thought away, `more` points added."""
    return position.once(("reach", units, lifted, more), lambda: _reach(position, units, lifted, more))


def _reach(position: Position, units: Hand, lifted: str, more: int) -> Mapping[int, int]:
    start = position.state.place[units[0]]
    points = points_left(position, units) + more

    def closed(a: int, b: int) -> bool:
        bar = step_bar(position, units, a, b)
        return bar is not None and bar.rule != lifted

    known = {start: 0}
    queue = [(0, start)]
    done: set[int] = set()
    while queue:
        paid, hex = heapq.heappop(queue)
        if hex in done:
            continue
        done.add(hex)
        if _ends_leg(position, units, start, hex) and lifted != "5.11a":
            continue
        for n in position.plain.neighbours(hex):
            if n in done or closed(hex, n):
                continue
            cost = paid + step_cost(position, units, hex, n)
            if cost <= points and cost < known.get(n, cost + 1):
                known[n] = cost
                heapq.heappush(queue, (cost, n))
    if has_not_moved(position, units):  # 10.3
        for n in position.plain.neighbours(start):
            if n not in known and not closed(start, n):
                known[n] = points
    across = kerch_across(position, start)
    if across >= 0 and across not in known and may_cross_kerch(position, units, start, across):
        known[across] = points
    del known[start]
    return known


def _ends_leg(position: Position, units: Hand, start: int, hex: int) -> bool:
    """5.11: units that enter Romania on turn 1 are units in Romania from there on: a leg ends."""
    if position.state.turn != 1 or owner(position, units[0]) == SOVIET:
        return False
    return territory(position, hex) == "Romania" != territory(position, start)


def goals(position: Position, units: Hand) -> set[int]:
    """Where a leg of these units can end."""
    found = reach(position, units)
    return {hex for hex in found if rest_bar(position, units, hex) is None}


ON_THE_WAY = (
    "3.6c", "5.11a", "5.11b", "5.11c", "6.3", "6.4", "8.3c", "8.3e", "8.30b", "8.31a", "8.32a", "10.4", "10.13",
    "10.14a", "10.15a", "10.15b", "10.22a",
)  # fmt: skip


def blamed(position: Position, units: Hand, hex: int) -> set[str]:
    """Why units in hand cannot go to a hex: what is wrong there, or the rules that open a way when thought away."""
    return position.once(("blamed", units, hex), lambda: _blamed(position, units, hex))


def _blamed(position: Position, units: Hand, hex: int) -> set[str]:
    there = rest_bar(position, units, hex)
    if hex in reach(position, units):
        return {there.rule} if there else set()
    direct = of_the_hex(position, units, hex)
    found = {bar.rule for bar in (there, direct) if bar}
    if found:
        return found
    found = {rule for rule in ON_THE_WAY if hex in reach(position, units, lifted=rule)}
    return found or {"10.1b"}


def leaves_by(position: Position) -> set[int]:
    """8.26: 3215 to 3218."""
    return marked(position, "special", "bulgaria-exit")
