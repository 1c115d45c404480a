"""12.4 Fortifications: where forts are built, and how many."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    airborne_at,
    cities,
    closed_country,
    combat_at,
    count,
    country,
    hexes_in,
    is_water,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import hex_in_supply
from ostfront.games.barbarossa_1941.referee.zoc import in_enemy_zoc
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.stacking import not_shared

section = Section[Case]("B41")


# ---- the reasoning ----------------------------------------------------------------------------------


def forts(position: Position, side: int) -> set[int]:
    state = position.state
    return hexes_in(position, state.forts_axis if side == AXIS else state.forts_soviet)


def most_forts(position: Position, side: int) -> int:
    return int(position.charts["forts"]["german_max" if side == AXIS else "soviet_max"])


def near_a_city(position: Position, hex: int) -> bool:
    return hex in cities(position) or any(n in cities(position) for n in position.plain.neighbours(hex))


def _at_the_limit(case: Case, side: int) -> str | None:
    """As many forts on the map as there may be."""
    most = most_forts(case.position, side)
    if case.side != side or len(forts(case.position, side)) < most:
        return None
    return f"{count(most, 'fort')} stand on the map, and no more may; dismantle one first."


# ---- the clauses ------------------------------------------------------------------------------------


@section.clause("12.4h", "fort", verbs=("fortify", "dismantle"), tier=Tier.WORDS)
def forts_stand_in_hexes(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("12.4f", "fort", verbs=("dismantle",), tier=Tier.STANDING)
def an_own_fort_is_dismantled(case: Case) -> str | None:
    return (
        None
        if case.hex in forts(case.position, case.side)
        else f"There is no fort of yours in {case.where(case.hex)}."
    )


@section.clause("12.4f", "fort", verbs=("dismantle",))
def removed_only_to_be_built_elsewhere(case: Case) -> str | None:
    standing, most = len(forts(case.position, case.side)), most_forts(case.position, case.side)
    if standing >= most:
        return None
    return f"{standing} of {most} forts stand: a fort is removed only when another could not be built without it."


@section.clause("12.4h", "fort", verbs=("fortify",), tier=Tier.STANDING)
def one_fort_in_a_hex(case: Case) -> str | None:
    both = forts(case.position, AXIS) | forts(case.position, SOVIET)
    return f"There is a fort in {case.where(case.hex)}." if case.hex in both else None


@section.clause("12.2d", "fort", verbs=("fortify",))
def no_fort_on_neutral_ground(case: Case) -> str | None:
    if not closed_country(case.position, case.hex):
        return None
    return f"{case.where(case.hex)} lies in {country(case.position, case.hex)}, which is not in the war."


@section.clause("12.4e", "fort", verbs=("fortify",))
def soviet_forts_a_turn(case: Case) -> str | None:
    if case.side != SOVIET or case.local.left > 0:
        return None
    return "The Soviets have built all the forts they may build this turn."


@section.clause("12.4f", "fort", verbs=("fortify",))
def soviet_forts_in_all(case: Case) -> str | None:
    return _at_the_limit(case, SOVIET)


@section.clause("12.4g", "fort", verbs=("fortify",))
def german_forts(case: Case) -> str | None:
    if case.side == AXIS and case.local.left <= 0:
        return "The Germans have built the one fort they may build this turn."
    return _at_the_limit(case, AXIS)


@section.clause("12.4h", "fort", verbs=("fortify",))
def on_land_without_enemies(case: Case) -> str | None:
    if is_water(case.position, case.hex):
        return f"{case.where(case.hex)} is water."
    enemies = combat_at(case.position, case.hex, case.enemy) + airborne_at(case.position, case.hex, case.enemy)
    return not_shared(case.position, case.hex, enemies)


@section.clause("12.4h", "fort", verbs=("fortify",))
def in_or_next_to_a_city(case: Case) -> str | None:
    return (
        None if near_a_city(case.position, case.hex) else f"{case.where(case.hex)} is neither a city nor next to one."
    )


@section.clause("12.4h", "fort", verbs=("fortify",))
def outside_enemy_zocs(case: Case) -> str | None:
    return f"{case.where(case.hex)} is in an enemy ZOC." if in_enemy_zoc(case.position, case.side, case.hex) else None


@section.clause("12.4h", "fort", verbs=("fortify",))
def in_supply(case: Case) -> str | None:
    if is_water(case.position, case.hex) or closed_country(case.position, case.hex):
        return None
    return None if hex_in_supply(case.position, case.side, case.hex) else f"{case.where(case.hex)} is not in supply."
