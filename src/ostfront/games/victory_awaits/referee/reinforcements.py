"""12.0 Reinforcements by rail, with 17.3's HQs and 18.1's transfer; the call of the Strategic Reserve (15.4)."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import GERMAN, NATIONS, ROMANIAN, SIDES
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.entering import can_enter, moscow_gates
from ostfront.games.victory_awaits.referee.lines import linked_by_rail
from ostfront.games.victory_awaits.referee.position import Position, zoc
from ostfront.games.victory_awaits.referee.stacking import has_room

section = Section[Case]("AVA")

CALL, PLACE = ("call",), ("place",)


# ---- the reasoning ----------------------------------------------------------------------------------


def places_for(position: Position, unit: int) -> set[int]:
    """12.1: where a unit can arrive by rail."""
    side = position.roster.side[unit]
    return {hex for hex in linked_by_rail(position, side) if has_room(position, unit, hex)}


def comes_besides(position: Position, unit: int) -> bool:
    """Whether a unit arrives in addition to the turn's number: a transferred HQ (17.3), or 3PzG's three (18.1)."""
    return bool(position.state.transferred >> unit & 1)


def waits_on_the_track(position: Position, unit: int) -> int:
    """The turn on whose space of the Turn Track a unit waits to arrive in addition to the number; 0: it does not."""
    if not comes_besides(position, unit):
        return 0
    last = int(position.charts["track"]["turns"])
    return next((turn for turn in range(2, last + 1) if position.in_box(unit, f"turn-{turn}")), 0)


def left_for(case: Case, unit: int) -> int:
    """How many units of its nation may still be called."""
    nation = case.roster.nation[unit]
    if nation == GERMAN:
        return int(case.local.german)
    return int(case.local.romanian if nation == ROMANIAN else case.local.soviet)


# ---- calling ----------------------------------------------------------------------------------------


@section.clause("12.2a", "call", verbs=CALL, tier=Tier.STANDING)
def from_the_available_box(case: Case) -> str | None:
    side = SIDES[case.local.side]
    if case.roster.side[case.unit] != case.local.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.in_box(case.unit, f"{side}-available") or waits_on_the_track(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is not in the {side.capitalize()} Available Box."


@section.clause("17.3b", "call", verbs=CALL, tier=Tier.STANDING)
def transferred_hqs_wait_for_their_turn(case: Case) -> str | None:
    turn = waits_on_the_track(case.position, case.unit)
    if turn <= case.state.turn:
        return None
    return f"{case.name(case.unit)} returns from turn {turn} on."


@section.clause("12.2a", "call", verbs=CALL)
def as_many_as_the_track_says(case: Case) -> str | None:
    if comes_besides(case.position, case.unit) or left_for(case, case.unit) > 0:
        return None
    nation = NATIONS[case.roster.nation[case.unit]].capitalize()
    return f"No more {nation} units arrive this turn."


@section.clause("12.1b", "call", verbs=CALL)
def a_unit_with_a_place_to_go(case: Case) -> str | None:
    # ruling 12.2: no unit is taken that cannot be placed
    if places_for(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} cannot be placed: no railroad hex linked to a source has room for it."


# ---- placing ----------------------------------------------------------------------------------------


@section.clause("12.1a", "arrive", verbs=PLACE, tier=Tier.WORDS)
def placed_on_the_map(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("12.1a", "arrive", verbs=PLACE)
def on_a_railroad(case: Case) -> str | None:
    if case.hex in case.position.hexes_on("rail"):
        return None
    return f"No railroad runs through {case.where(case.hex)}; reinforcements arrive by rail."


@section.clause("12.1a", "arrive", verbs=PLACE)
def not_in_an_enemy_zoc(case: Case) -> str | None:
    if case.hex not in zoc(case.position, 1 - case.local.side):
        return None
    return f"{case.where(case.hex)} is in an enemy zone of control."


@section.clause("12.1b", "arrive", verbs=PLACE)
def linked_with_a_source(case: Case) -> str | None:
    position = case.position
    if case.hex in linked_by_rail(position, case.local.side) or case.hex not in position.hexes_on("rail"):
        return None
    if case.hex in zoc(position, 1 - case.local.side) or position.at(case.hex, 1 - case.local.side):
        return None  # 12.1a, 3.1b
    return f"No railroad free of enemies and their zones of control links {case.where(case.hex)} with a source."


# ---- 15.4: the Strategic Reserve --------------------------------------------------------------------


@section.clause("15.4a", "reserve", verbs=CALL, tier=Tier.STANDING)
def from_the_soviet_box(case: Case) -> str | None:
    if case.position.in_box(case.unit, "soviet-available"):
        return None
    return f"{case.name(case.unit)} is not in the Soviet Available Box."


@section.clause("15.4a", "reserve", verbs=CALL)
def as_many_as_the_reserve_has(case: Case) -> str | None:
    return None if case.local.left > 0 else "No more units of the Strategic Reserve arrive this turn."


@section.clause("15.4b", "reserve", verbs=CALL)
def there_is_a_way_in(case: Case) -> str | None:
    if can_enter(case.position, case.unit, moscow_gates(case.position)):
        return None
    return f"{case.name(case.unit)} cannot enter: every route from Moscow is closed, full, or too expensive."


@section.clause("15.4a", "reserve", verbs=CALL)
def from_turn_six(case: Case) -> str | None:
    first = case.position.charts["track"]["reserve_from"]
    return None if case.state.turn >= first else f"The Strategic Reserve arrives from turn {first} on."
