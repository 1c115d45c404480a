"""8 Supply: whom a limited source feeds, and who pays for being cut off."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    allowance,
    among,
    closed_country,
    combat_at,
    count,
    is_combat,
    is_isolated,
    is_motorised,
    lines_blocked,
    own_rail,
    weather_at,
)
from ostfront.games.barbarossa_1941.referee.supply_lines import (
    line_costs,
    linked_by_rail,
    sources,
    supply_rail,
    usable_rail,
)

section = Section[Case]("B41")

FEED = ("feed",)

# ---- the reasoning ----------------------------------------------------------------------------------


def line(position: Position, unit: int) -> set[int]:
    """8b: the hexes a unit's supply line can reach."""
    return position.once(("line", unit), lambda: _line(position, unit))


def _line(position: Position, unit: int) -> set[int]:
    side, place = position.roster.side[unit], position.state.place[unit]
    points, weather = allowance(position, unit), weather_at(position, place)
    return set(line_costs(position, side, is_motorised(position, unit), place, points, weather))


def is_supplied(position: Position, unit: int) -> bool:
    """Whether a unit traces a line to an unlimited source; the permanent fort needs none."""
    if position.roster.type[unit] == "fort":
        return True
    side, finnish = position.roster.side[unit], position.roster.nation[unit] == "Finnish"
    ends = sources(position, side, finnish=finnish) | supply_rail(position, side, finnish=finnish)
    return not ends.isdisjoint(line(position, unit))


def reaches(position: Position, unit: int, source: int) -> bool:
    """Whether a unit traces a line to a limited source, or to a railway that leads to it."""
    side = position.roster.side[unit]
    ends = position.once(
        ("limited", side, source), lambda: {source} | linked_by_rail(position, [source], usable_rail(position, side))
    )
    return not ends.isdisjoint(line(position, unit))


def friendly_rail(position: Position, side: int) -> set[int]:
    """9.2, 12.12: rail hexes of the own network without enemies in them, in countries that are in the war."""
    own = own_rail(position, side) - lines_blocked(position, 1 - side)
    return position.once(("friendly rail", side), lambda: {hex for hex in own if not closed_country(position, hex)})


# ---- rations ----------------------------------------------------------------------------------------


@section.clause("8.2d", "ration", verbs=FEED, tier=Tier.STANDING)
def an_own_unit_is_fed(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    if is_combat(case.position, unit) or case.roster.is_airborne[unit]:
        return None
    return f"{case.name(unit)} is neither a combat unit nor an airborne corps."


@section.clause("8.2d", "ration", verbs=FEED, tier=Tier.STANDING)
def nobody_is_fed_twice(case: Case) -> str | None:
    return f"{case.name(case.unit)} is fed." if among(case.local.fed, case.unit) else None


@section.clause("8b", "ration", verbs=FEED)
def it_needs_feeding(case: Case) -> str | None:
    if case.roster.type[case.unit] == "fort":
        return None  # 8.2e
    if among(case.local.lacking, case.unit) and not is_supplied(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} traces a supply line and needs no limited source."


@section.clause("8b", "ration", verbs=FEED)
def it_reaches_the_source(case: Case) -> str | None:
    if reaches(case.position, case.unit, case.local.source):
        return None
    where = case.where(case.state.place[case.unit])
    return f"{case.name(case.unit)} in {where} traces no line to {case.where(case.local.source)}."


@section.clause("8.2e", "ration", verbs=FEED)
def the_fort_is_always_in_supply(case: Case) -> str | None:
    return f"{case.name(case.unit)} is always in supply." if case.roster.type[case.unit] == "fort" else None


@section.clause("8.2d", "ration", verbs=FEED)
def enough_is_left(case: Case) -> str | None:
    steps, left = case.state.steps[case.unit], case.local.left
    if steps <= left:
        return None
    return f"{case.name(case.unit)} has {count(steps, 'step')}; {case.where(case.local.source)} can feed {left} more."


# ---- attrition --------------------------------------------------------------------------------------


@section.clause("8.1e", "attrition", tier=Tier.STANDING)
def an_isolated_unit_pays(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit) or not is_combat(case.position, unit):
        return f"{case.name(unit)} is no combat unit on the map."
    return None if among(case.local.lacking, unit) else f"{case.name(unit)} is not isolated."


@section.clause("8.1e", "attrition")
def the_stack_was_marked_before(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if any(is_isolated(case.position, unit) for unit in combat_at(case.position, place, case.side)):
        return None
    return f"No unit in {case.where(place)} has been isolated since the last check."


@section.clause("8.1e", "attrition")
def one_step_a_stack(case: Case) -> str | None:
    place, asked = case.state.place[case.unit], case.local.source
    if asked >= 0 and place != asked:
        return f"The step is to be lost in {case.where(asked)}; {case.name(case.unit)} is in {case.where(place)}."
    return f"{case.where(place)} has lost its step." if asked < 0 and case.local.done >> place & 1 else None
