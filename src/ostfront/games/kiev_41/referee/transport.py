"""14.1, 14.7, 14.8 and 14.9: by rail, by sea, from the sea, from the air. Each is a block's whole move."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.facts.roster import AXIS, INFANTRY, SOVIET
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.ground import LAND
from ostfront.games.kiev_41.referee.movement import mode
from ostfront.games.kiev_41.referee.position import ARMOUR, Position

section = Section[Case]("K41")

# ---- the reasoning ----------------------------------------------------------------------------------


def by_rail(position: Position, unit: int, *, armour: bool = True) -> set[int]:
    """14.1: the areas a railway leads to; without `armour` as if 14.3 did not bind tanks."""
    return position.once(("rail", unit, armour), lambda: _by_rail(position, unit, armour))


def _by_rail(position: Position, unit: int, armour: bool) -> set[int]:
    over = set(position.friendly[position.side(unit)])
    start = position.state.place[unit]
    if start not in over:
        return set()
    if armour and position.ground.plays("14.3") and position.kind(unit) in ARMOUR:
        over = {area for area in over if position.ground.colour[area] != "red"}
    return set(position.plain.flood([start], over | {start}, over | {start}, kinds=LAND)) - {start}


def open_ports(position: Position) -> set[int]:
    """Fully controlled ports of the seas the Soviets control."""
    return {p for sea in position.seas for p in position.ground.ports[sea]} & position.friendly[SOVIET]


def _played(case: Case, number: str) -> str | None:
    return None if case.ground.plays(number) else f"Optional rule {number} is not in use."


def _from(case: Case) -> int:
    unit: int = case.local.unit
    return case.state.place[unit]


def _whole_move(case: Case) -> str | None:
    if not case.local.legs:
        return None
    return f"{case.name(case.local.unit)} has begun to move; this would have to be its whole move."


# ---- rail -------------------------------------------------------------------------------------------


@section.clause("14.1", "march", verbs=("rail",), tier=Tier.STANDING)
def rail_is_played(case: Case) -> str | None:
    return _played(case, "14.1")


@section.clause("14.1", "march", verbs=("rail",), tier=Tier.STANDING)
def rail_in_a_pass_or_strategic_impulse(case: Case) -> str | None:
    return None if mode(case) in ("pass", "strategic") else "Rail moves need a Pass or a Strategic Impulse."


@section.clause("14.1", "march", verbs=("rail",), tier=Tier.STANDING)
def rail_is_the_whole_move(case: Case) -> str | None:
    return _whole_move(case)


@section.clause("14.1", "march", verbs=("rail",))
def rail_over_friendly_areas(case: Case) -> str | None:
    unit = case.local.unit
    if _from(case) not in case.position.friendly[case.side]:
        return f"{case.name(unit)} is among enemies in {case.where(_from(case))}; it cannot leave by rail."
    if case.area in by_rail(case.position, unit, armour=False):
        return None
    over = case.position.friendly[case.side]
    if case.area in case.position.plain.flood([_from(case)], over, over):
        return f"The route to {case.where(case.area)} leads over the Kerch Strait, which cannot be crossed by rail."
    return f"No friendly areas without enemy units lead from {case.where(_from(case))} to {case.where(case.area)}."


@section.clause("14.3", "march", verbs=("rail",))
def no_armour_through_red_areas(case: Case) -> str | None:
    unit, area = case.local.unit, case.area
    if area in by_rail(case.position, unit) or area not in by_rail(case.position, unit, armour=False):
        return None
    return f"The route to {case.where(area)} passes through red areas, which {case.name(unit)} cannot enter."


# ---- sea transport ----------------------------------------------------------------------------------


@section.clause("14.7", "march", verbs=("sail",), tier=Tier.STANDING)
def sea_transport_is_played(case: Case) -> str | None:
    return _played(case, "14.7")


@section.clause("14.7", "march", verbs=("sail",), tier=Tier.STANDING)
def soviet_infantry_sails(case: Case) -> str | None:
    unit = case.local.unit
    if case.position.side(unit) == SOVIET and case.position.kind(unit) in INFANTRY:
        return None
    return f"{case.name(unit)} is not Soviet infantry; only Soviet infantry can sail."


@section.clause("14.7", "march", verbs=("sail",), tier=Tier.STANDING)
def sailing_in_a_pass_or_strategic_impulse(case: Case) -> str | None:
    return None if mode(case) in ("pass", "strategic") else "Sea transport needs a Pass or a Strategic Impulse."


@section.clause("14.7", "march", verbs=("sail",), tier=Tier.STANDING)
def sailing_is_the_whole_move(case: Case) -> str | None:
    return _whole_move(case)


@section.clause("14.7", "march", verbs=("sail",))
def from_port_to_port(case: Case) -> str | None:
    ports = open_ports(case.position)
    for place in (_from(case), case.area):
        if place not in ports:
            return f"{case.where(place)} is not a fully controlled port of a sea you control."
    return None


# ---- seaborne ---------------------------------------------------------------------------------------


@section.clause("14.8", "march", verbs=("land",), tier=Tier.STANDING)
def seaborne_operations_are_played(case: Case) -> str | None:
    return _played(case, "14.8")


@section.clause("14.8", "march", verbs=("land",), tier=Tier.STANDING)
def the_marine_lands(case: Case) -> str | None:
    unit = case.local.unit
    if case.position.kind(unit) != "marine":
        return f"{case.name(unit)} is not the Marine."
    if case.state.steps[unit] < case.position.full_steps(unit):
        return f"{case.name(unit)} is not at full strength."
    return None


@section.clause("14.8", "march", verbs=("land",), tier=Tier.STANDING)
def landing_in_a_strategic_impulse(case: Case) -> str | None:
    return None if mode(case) == "strategic" else "Landings need a Strategic Impulse."


@section.clause("14.8", "march", verbs=("land",), tier=Tier.STANDING)
def landing_is_the_whole_move(case: Case) -> str | None:
    return _whole_move(case)


@section.clause("14.8", "march", verbs=("land",))
def landing_from_a_port(case: Case) -> str | None:
    if _from(case) in open_ports(case.position):
        return None
    return f"{case.where(_from(case))} is not a fully controlled port of a sea you control."


@section.clause("14.8", "march", verbs=("land",))
def landing_on_an_enemy_coast(case: Case) -> str | None:
    coast = {area for sea in case.position.seas for area in case.ground.coast[sea]}
    if case.area not in coast:
        return f"{case.where(case.area)} is not a coast of a sea you control."
    if case.position.controls(AXIS, case.area):
        return None
    return f"{case.where(case.area)} is not controlled by the Axis."


# ---- airborne ---------------------------------------------------------------------------------------


@section.clause("14.9", "march", verbs=("drop",), tier=Tier.STANDING)
def airborne_operations_are_played(case: Case) -> str | None:
    return _played(case, "14.9")


@section.clause("14.9", "march", verbs=("drop",), tier=Tier.STANDING)
def the_luftlande_drops(case: Case) -> str | None:
    unit = case.local.unit
    if unit != case.roster.luftlande:
        return f"{case.name(unit)} is not the Luftlande Division."
    if case.state.steps[unit] < case.position.full_steps(unit):
        return f"{case.name(unit)} is not at full strength."
    return None


@section.clause("14.9", "march", verbs=("drop",), tier=Tier.STANDING)
def dropping_in_a_strategic_impulse(case: Case) -> str | None:
    return None if mode(case) == "strategic" else "Airborne operations need a Strategic Impulse."


@section.clause("14.9", "march", verbs=("drop",), tier=Tier.STANDING)
def dropping_is_the_whole_move(case: Case) -> str | None:
    return _whole_move(case)


@section.clause("14.9", "march", verbs=("drop",))
def dropping_from_a_quiet_area(case: Case) -> str | None:
    if _from(case) not in case.position.held[case.enemy]:
        return None
    return f"{case.where(_from(case))} is contested; no unit can take off from there."


@section.clause("14.9", "march", verbs=("drop",))
def dropping_on_a_green_enemy_area(case: Case) -> str | None:
    landing = case.position.charts["landing"]
    if case.ground.colour[case.area] not in landing["drop_into"]:
        return f"{case.where(case.area)} is not a green area."
    if case.position.controls(case.side, case.area):
        return f"{case.where(case.area)} is not controlled by the enemy."
    distance = case.position.plain.distance(_from(case), case.area)
    if 0 <= distance <= landing["drop_range"]:
        return None
    return f"{case.where(case.area)} is {distance} areas away; {landing['drop_range']} is the limit."
