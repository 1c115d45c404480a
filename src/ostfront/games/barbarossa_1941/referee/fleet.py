"""12.9 The Baltic Fleet: its support, and the air strike against it."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    Position,
    among,
    controls,
    touches_sea,
    weather_at,
)

section = Section[Case]("B41")

STRIKE = ("strike",)
FLEET = ("fleet",)

# ---- the reasoning ----------------------------------------------------------------------------------


def is_afloat(position: Position) -> bool:
    """Whether the fleet has a step left."""
    fleet = position.roster.fleet
    return position.state.steps[fleet] > 0 and not position.in_box(fleet, "removed")


def bases(position: Position) -> set[int]:
    """The naval bases that the Soviets hold."""
    return {hex for hex in position.sites("base") if controls(position, SOVIET, hex)}


def air_range(position: Position, side: int) -> int:
    """11.1: in hexes."""
    return int(position.charts["air"]["axis_range" if side == AXIS else "soviet_range"])


# ---- support ----------------------------------------------------------------------------------------


@section.clause("12.9e", "naval support", verbs=FLEET, tier=Tier.STANDING)
def the_fleet_is_afloat(case: Case) -> str | None:
    return None if is_afloat(case.position) else "The Baltic Fleet has been sunk."


@section.clause("12.9a", "naval support", verbs=FLEET, tier=Tier.STANDING)
def only_the_soviets_have_a_fleet(case: Case) -> str | None:
    return None if case.side == SOVIET else "Only the Soviets have a fleet."


@section.clause("7.2a", "naval support", verbs=FLEET)
def no_ships_in_an_overrun(case: Case) -> str | None:
    return "There is no naval support in an overrun." if case.local.overrun else None


@section.clause("12.8b", "naval support", verbs=FLEET)
def no_ships_on_turn_one(case: Case) -> str | None:
    if case.state.turn >= case.position.charts["fleet"]["first_turn"]:
        return None
    return "There is no Soviet naval support on turn 1."


@section.clause("12.9a", "naval support", verbs=FLEET)
def one_combat_a_turn(case: Case) -> str | None:
    return "The fleet has supported a combat this turn." if case.state.fleet_used else None


@section.clause("12.9b", "naval support", verbs=FLEET)
def on_the_coast_near_a_base(case: Case) -> str | None:
    position, target = case.position, case.local.target
    reach = int(position.charts["fleet"]["range"])
    if not touches_sea(position, target, "baltic"):
        return f"{case.where(target)} is not on the Baltic coast."
    if any(position.plain.distance(base, target) <= reach for base in bases(position)):
        return None
    return f"No naval base in Soviet hands is within {reach} hexes of {case.where(target)}."


@section.clause("12.9c", "naval support", verbs=FLEET)
def shut_in_by_mines(case: Case) -> str | None:
    names = case.position.charts["fleet"]["after_mining"]
    if not case.state.mined or case.local.target in {case.position.board.index(name) for name in names}:
        return None
    return f"The gulf is mined: the fleet supports combats only in {', '.join(names[:-1])} and {names[-1]}."


# ---- the strike -------------------------------------------------------------------------------------


@section.clause("12.9d", "attack", verbs=STRIKE, tier=Tier.STANDING)
def an_axis_air_corps_strikes(case: Case) -> str | None:
    unit = case.unit
    if case.side != AXIS:
        return "Only the Axis strikes the Baltic Fleet."
    if not case.roster.is_air[unit] or case.roster.side[unit] != AXIS:
        return f"{case.name(unit)} is no Axis air corps."
    return None if case.position.on_map(unit) else f"{case.name(unit)} has no base on the map."


@section.clause("11.2b", "attack", verbs=STRIKE, tier=Tier.STANDING)
def the_corps_has_not_flown(case: Case) -> str | None:
    return f"{case.name(case.unit)} has flown this turn." if among(case.state.flown, case.unit) else None


@section.clause("12.9e", "attack", verbs=STRIKE)
def there_is_a_fleet_to_strike(case: Case) -> str | None:
    return None if is_afloat(case.position) else "The Baltic Fleet has been sunk."


@section.clause("12.9d", "attack", verbs=STRIKE)
def one_strike_a_turn(case: Case) -> str | None:
    return "The fleet has been struck this turn; one air corps a turn may try." if case.state.fleet_struck else None


@section.clause("12.9d", "attack", verbs=STRIKE)
def a_base_in_range(case: Case) -> str | None:
    position, place = case.position, case.state.place[case.unit]
    held = bases(position)
    near = [base for base in held if position.plain.distance(place, base) <= air_range(position, AXIS)]
    if not near:
        return f"No naval base in Soviet hands is within {air_range(position, AXIS)} hexes of {case.where(place)}."
    fair = position.charts["fleet"]["hit_weather"]
    if any(weather_at(position, base) in fair for base in near):
        return None
    return f"The fleet is struck only in clear or icy weather, not in {weather_at(position, near[0])}."
