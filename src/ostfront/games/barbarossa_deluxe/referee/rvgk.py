"""8.8 to 8.11 The RVGK: who goes into the box and out of it, and the emergency deployment."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee import attachment, entries
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import overland, sources
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    bars_of,
    cities,
    city,
    controls,
    count,
    is_attached,
    is_cavalry_group,
    is_city,
    is_coastal_army,
    is_static,
    owner,
    supports,
)
from ostfront.games.barbarossa_deluxe.state import ENDED, MOVEMENT
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

RESERVE, DEPLOY, AT, ATTACH = ("reserve",), ("deploy",), ("at",), ("attach",)
MOST = 5  # units in and out in a phase (8.9)
LAST_EXIT = 26  # the row of the southernmost hex on the edge by which units leave the box (8.10)
FIRST_EMERGENCY = 3  # turn (8.11)


# ---- the reasoning ----------------------------------------------------------------------------------


def never_in_the_box(position: Position, unit: int) -> bool:
    """8.9, 8.30: static units, the Coastal Army and cavalry groups."""
    return any(test(position, unit) for test in (is_static, is_coastal_army, is_cavalry_group))


def waits_to_convert(position: Position, unit: int) -> bool:
    """8.20: a guards or shock army that has found no rifle army yet."""
    return position.roster.entry[unit] == "conversion" and position.state.due[unit] > 0


def is_supplied_city(position: Position, hex: int) -> bool:
    return is_city(position, hex) and controls(position, SOVIET, hex) and hex in overland(position, SOVIET)


def exits(position: Position) -> set[int]:
    """8.10: Soviet cities in overland supply, and the source hexes on the edge from 1000 to 2600."""

    def work_out() -> set[int]:
        edge = {hex for hex in sources(position, SOVIET) if int(position.board.name(hex)[:2]) <= LAST_EXIT}
        return edge | {hex for hex in cities(position) if is_supplied_city(position, hex)}

    return position.once("exits", work_out)


def bound_to_bucharest(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.25: Romanians that have waited since their arrival."""
    waiting = position.roster.nation[unit] == "Romanian" and position.state.due[unit] > 0
    if not waiting or hex == city(position, "Bucharest"):
        return []
    return [Bar("8.25b", f"{position.unit_name(unit)} comes in Bucharest only.")]


def bars(position: Position, unit: int, hex: int) -> list[Bar]:
    """Why a unit does not come out of the box into a hex in an RVGK Phase."""
    found = [*entries.no_room(position, unit, hex), *bound_to_bucharest(position, unit, hex)]
    came = entries.full_stack_came(position, unit, hex)
    if came:
        found.append(came)
    if hex not in exits(position):
        text = "is neither a Soviet city in overland supply nor a source hex of the edge from 1000 to 2600"
        found.append(Bar("8.10b", f"{position.hex_name(hex)} {text}."))
    return found


def emergency_bars(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.11: why a unit is not thrown into a hex in the German movement phase."""
    found = [*entries.no_room(position, unit, hex), *bound_to_bucharest(position, unit, hex)]
    if not is_supplied_city(position, hex):
        found.append(Bar("8.11a", f"{position.hex_name(hex)} is no Soviet city in overland supply."))
    return found


def has_an_exit(position: Position, unit: int) -> bool:
    if is_attached(position, unit):
        return bool(armies_at_exits(position, unit))
    return position.once(("exit", unit), lambda: any(not bars(position, unit, hex) for hex in exits(position)))


def armies_at_exits(position: Position, group: int) -> list[int]:
    """8.32: armies that a CM group can join out of the box."""
    return [unit for unit in attachment.hosts(position, group) if position.state.place[unit] in exits(position)]


def armies_in_cities(position: Position, group: int) -> list[int]:
    """8.11, 8.32: armies that a CM group can join in an emergency."""
    hosts = attachment.hosts(position, group)
    return [unit for unit in hosts if is_supplied_city(position, position.state.place[unit])]


def has_an_emergency_city(position: Position, unit: int) -> bool:
    if is_attached(position, unit):
        return bool(armies_in_cities(position, unit))
    return position.once(
        ("emergency", unit), lambda: any(not emergency_bars(position, unit, hex) for hex in position.plain.cells)
    )


# ---- into the box -----------------------------------------------------------------------------------


@section.clause("8.9b", "reserve", verbs=(*RESERVE, *DEPLOY), tier=Tier.STANDING)
def own_units_once_a_phase(case: Case) -> str | None:
    if owner(case.position, case.unit) != SOVIET:
        return f"{case.name(case.unit)} is not yours."
    if among(case.state.shuffled, case.unit):
        return f"{case.name(case.unit)} has gone in or come out in this phase."
    return None


@section.clause("8.9b", "reserve", verbs=(*RESERVE, *DEPLOY))
def five_in_and_out(case: Case) -> str | None:
    """A CM group that goes in with its army counts too."""
    going = [case.unit, *supports(case.position, case.unit)]
    left = MOST - case.state.reserved
    if len(going) <= left:
        return None
    return (
        f"{case.names(going)} would be too many: {count(max(left, 0), 'unit')} may still go in or out in this phase."
    )


@section.clause("8.9b", "reserve", verbs=RESERVE)
def some_never_enter_the_box(case: Case) -> str | None:
    barred = never_in_the_box(case.position, case.unit) and not is_cavalry_group(case.position, case.unit)
    return f"{case.name(case.unit)} never enters the RVGK box." if barred else None


@section.clause("8.30b", "reserve", verbs=RESERVE)
def cavalry_groups_never_enter_the_box(case: Case) -> str | None:
    group = is_cavalry_group(case.position, case.unit)
    return f"{case.name(case.unit)} never enters the RVGK box." if group else None


@section.clause("8.10a", "reserve", verbs=RESERVE)
def in_from_overland_supply(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if position.in_box(unit, "caucasus"):
        return None
    if not position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return (
        None
        if case.state.place[unit] in overland(position, SOVIET)
        else f"{case.name(unit)} is not in overland supply."
    )


@section.clause("4.13g", "reserve", verbs=RESERVE)
def back_from_the_caucasus(case: Case) -> str | None:
    waiting = case.position.in_box(case.unit, "caucasus") and case.state.expedition != ENDED
    return f"{case.name(case.unit)} stays in the Caucasus while the German expedition does." if waiting else None


# ---- out of the box ---------------------------------------------------------------------------------


@section.clause("8.8", "reserve", verbs=DEPLOY, tier=Tier.STANDING)
def out_of_the_box(case: Case) -> str | None:
    return None if case.position.in_box(case.unit, "rvgk") else f"{case.name(case.unit)} is not in the RVGK box."


@section.clause("8.20a", "reserve", "interrupt", verbs=DEPLOY)
def new_armies_leave_by_converting(case: Case) -> str | None:
    waiting = case.position.in_box(case.unit, "rvgk") and waits_to_convert(case.position, case.unit)
    return f"{case.name(case.unit)} leaves the box only by converting a rifle army." if waiting else None


@section.clause("8.10b", "reserve", verbs=DEPLOY)
def a_unit_with_an_exit(case: Case) -> str | None:
    return None if has_an_exit(case.position, case.unit) else f"No place can take {case.name(case.unit)} now."


# ---- where ------------------------------------------------------------------------------------------


def _barred(case: Case, number: str) -> str | None:
    position, unit, hex = case.position, case.local.unit, case.hex
    judge = emergency_bars if case.below("interrupt") is not None else bars
    return bars_of(position.once((judge, unit, hex), lambda: judge(position, unit, hex)), number)


@section.clause("8.10b", "deploy-at", verbs=AT, tier=Tier.WORDS)
def deployed_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("6.3", "deploy-at", verbs=AT)
def five_units_in_a_hex(case: Case) -> str | None:
    return _barred(case, "6.3")


@section.clause("6.4", "deploy-at", verbs=AT)
def one_satellite_army_in_a_hex(case: Case) -> str | None:
    return _barred(case, "6.4")


@section.clause("8.1d", "deploy-at", verbs=AT)
def one_full_stack_a_turn(case: Case) -> str | None:
    return _barred(case, "8.1d")


@section.clause("8.10b", "deploy-at", verbs=AT)
def by_a_city_or_the_edge(case: Case) -> str | None:
    return _barred(case, "8.10b")


@section.clause("8.11a", "deploy-at", verbs=AT)
def into_a_supplied_city(case: Case) -> str | None:
    return _barred(case, "8.11a")


@section.clause("8.25b", "deploy-at", verbs=AT)
def communist_romanians_in_bucharest(case: Case) -> str | None:
    return _barred(case, "8.25b")


@section.clause("10.4", "deploy-at", verbs=AT)
def not_on_enemies(case: Case) -> str | None:
    return _barred(case, "10.4")


@section.clause("8.32b", "attach", verbs=ATTACH)
def out_of_the_box_at_its_exits(case: Case) -> str | None:
    group, position = case.local.unit, case.position
    in_emergency = case.below("interrupt") is not None
    if not position.in_box(group, "rvgk") or in_emergency or case.state.place[case.unit] in exits(position):
        return None
    return f"{case.name(case.unit)} stands where no unit comes out of the RVGK box."


@section.clause("8.11a", "attach", verbs=ATTACH)
def in_an_emergency_in_a_supplied_city(case: Case) -> str | None:
    group, position = case.local.unit, case.position
    if not position.in_box(group, "rvgk") or case.below("interrupt") is None:
        return None
    return (
        None if case.unit in armies_in_cities(position, group) else f"{case.name(case.unit)} is in no supplied city."
    )


# ---- emergency deployment ---------------------------------------------------------------------------


@section.clause("8.11a", "interrupt", verbs=DEPLOY, tier=Tier.STANDING)
def the_soviets_deploy_from_the_box(case: Case) -> str | None:
    if case.side != SOVIET:
        return "Only the Soviets have an emergency deployment."
    if owner(case.position, case.unit) != SOVIET:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.in_box(case.unit, "rvgk") else f"{case.name(case.unit)} is not in the RVGK box."


@section.clause("8.11a", "interrupt", verbs=DEPLOY)
def once_in_a_german_movement_phase(case: Case) -> str | None:
    state = case.state
    if state.turn < FIRST_EMERGENCY:
        return f"Emergency deployments begin on turn {FIRST_EMERGENCY}."
    if state.phase != MOVEMENT or state.side != GERMAN:
        return "Emergency deployments belong to the German movement phase."
    return "The emergency deployment of this phase has been made." if state.deployed else None


@section.clause("8.11a", "interrupt", verbs=DEPLOY)
def a_unit_with_a_city(case: Case) -> str | None:
    if has_an_emergency_city(case.position, case.unit):
        return None
    return f"No Soviet city in overland supply can take {case.name(case.unit)}."
