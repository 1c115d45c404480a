"""11.1 to 11.6, 11.12, 11.17 to 11.19 Who may attack what in a prepared assault, and who must (5.12)."""

from __future__ import annotations

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.mobile_assault import frontier_bar
from ostfront.games.barbarossa_deluxe.referee.movement import stands_fast
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    german_lines,
    ground_at,
    hexes_in,
    is_cavalry_group,
    is_city,
    is_coastal_army,
    is_mech,
    is_river,
    kind_of,
    may_attack_at_all,
    owner,
    soviet_lines,
    zone,
)
from ostfront.games.barbarossa_deluxe.referee.room import closed_hex, closed_side
from ostfront.kit.referee.movement import Bar

SIVASH_FROM = 7  # 11.18
# every counter of army size (8.35, 8.36, 8.38); Group Popov, corps and cavalry groups are none
ARMIES = ("rifle", "oversized-rifle", "shock", "guards", "guards-tank", "tank", "militia")


# ---- who may attack what ----------------------------------------------------------------------------


def water_bar(position: Position, unit: int, a: int, b: int) -> Bar | None:
    """11.17 to 11.19: attacks across water that is no river."""
    kind, name, where = closed_side(position, a, b), position.unit_name(unit), position.hex_name(b)
    if kind == "kerch" and is_mech(position, unit):
        return Bar("11.17b", f"{name} is mechanized and does not attack over the Kerch Strait.")
    if kind == "sivash":
        if owner(position, unit) == GERMAN or is_mech(position, unit):
            return Bar("11.18b", f"{name} does not attack over the Sivash; only Soviet units on foot do.")
        if position.state.turn < SIVASH_FROM:
            return Bar("11.18a", f"Nobody attacks over the Sivash before turn {SIVASH_FROM}.")
    return Bar("11.19", f"The {kind} before {where} cannot be attacked across.") if kind in ("lake", "sea") else None


def unit_bars(position: Position, unit: int) -> list[Bar]:
    """Why a unit attacks nobody in this phase."""
    state, name, found = position.state, position.unit_name(unit), []
    if is_coastal_army(position, unit):
        found.append(Bar("10.34d", f"{name} never attacks."))
    elif not may_attack_at_all(position, unit):
        found.append(Bar("11.12c", f"{name} has no attack factor."))
    if among(state.spent, unit):
        found.append(Bar("11.4b", f"{name} has attacked in this phase."))
    if among(state.bound, unit):
        found.append(Bar("10.16b", f"{name} has gone by sea and does not attack in this player turn."))
    if stands_fast(position, unit):
        found.append(Bar("12.7a", f"{name} stands fast in Stalingrad this turn."))
    first_of_the_road_back = position.facts.scenario_name == "road-back" and state.turn == 13
    if first_of_the_road_back and owner(position, unit) == SOVIET and zone(position, state.place[unit]) != "S":
        found.append(Bar("12.8a", f"{name} is in the north; on turn 13 only units in the south attack."))
    return found


def bars(position: Position, unit: int, target: int) -> list[Bar]:
    """All that speaks against an attack of a unit on a neighbouring hex."""
    here = position.state.place[unit]
    found = unit_bars(position, unit)
    if is_cavalry_group(position, unit) and is_city(position, target):
        found.append(Bar("8.30f", f"{position.unit_name(unit)} attacks no city."))
    judged = (
        closed_hex(position, unit, target),
        water_bar(position, unit, here, target),
        frontier_bar(position, unit, here, target),
    )
    return found + [bar for bar in judged if bar]


def beside(position: Position, side: int, target: int) -> list[int]:
    """The ground units of a side next to a hex."""
    return [unit for n in position.plain.neighbours(target) for unit in ground_at(position, n, side)]


def candidates(position: Position, side: int, target: int) -> list[int]:
    """Those that may attack a hex now."""
    key = ("candidates", side, target)
    return position.once(
        key, lambda: [unit for unit in beside(position, side, target) if not bars(position, unit, target)]
    )


def is_army(position: Position, unit: int) -> bool:
    return kind_of(position, unit) in ARMIES


def needs_company(position: Position, units: list[int]) -> bool:
    """8.35: the Counter-Fire Corps among units without an army."""
    return any(kind_of(position, u) == "artillery" for u in units) and not any(is_army(position, u) for u in units)


def may_be_attacked(position: Position, side: int, hex: int) -> Bar | None:
    """11.4: why the units in a hex are not attacked any more in this phase."""
    if hex in hexes_in(position, position.state.attacked):
        return Bar("11.4c", f"{position.hex_name(hex)} has been attacked in this phase.")
    if all(among(position.state.fled, unit) for unit in ground_at(position, hex, 1 - side)):
        return Bar("11.4c", f"The units in {position.hex_name(hex)} retreated from an attack in this phase.")
    return None


# ---- who must (5.12) --------------------------------------------------------------------------------


def is_excused(position: Position, unit: int) -> bool:
    """5.12: units in cities and fortified lines."""
    here = position.state.place[unit]
    return is_city(position, here) or here in soviet_lines(position) | german_lines(position)


def duties(position: Position, unit: int) -> list[int]:
    """5.12: the hexes one of which a bound unit has to attack."""
    here, side = position.state.place[unit], owner(position, unit)
    if not among(position.state.obliged, unit) or not position.on_map(unit) or is_excused(position, unit):
        return []
    return [
        n
        for n in position.plain.neighbours(here)
        if ground_at(position, n, 1 - side)
        and not is_river(position, here, n)
        and not closed_side(position, here, n)
        and not may_be_attacked(position, side, n)
        and not bars(position, unit, n)
    ]
