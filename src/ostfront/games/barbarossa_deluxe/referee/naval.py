"""10.16, 10.17, 10.34 By sea: German corps from port to port, and the Independent Coastal Army."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee import ways
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.movement import stands_fast
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    among,
    city,
    controls,
    is_coastal_army,
    is_german,
    mobility,
    numbered,
    owner,
)
from ostfront.games.barbarossa_deluxe.referee.room import closed_hex, crowded
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

SAIL, AT = ("sail",), ("at",)
BLACK, BALTIC = 0, 1  # the seas, as the state numbers them
NUMBERS = ("10.16a", "10.17a")


# ---- the reasoning ----------------------------------------------------------------------------------


def ports(position: Position, sea: int) -> set[int]:
    """10.16, 10.17: the ports of a sea."""
    if sea == BALTIC:
        return {city(position, name) for name in ("Leningrad", "Riga", "Konigsberg", "Danzig")}
    return {city(position, "Odessa"), city(position, "Sevastopol"), *numbered(position, "3213")}


def sea_of(position: Position, hex: int) -> int:
    """The sea of a port, -1 if a hex is none."""
    return next((sea for sea in (BLACK, BALTIC) if hex in ports(position, sea)), -1)


def goes_by_sea(position: Position, unit: int) -> bool:
    """10.16, 10.17: a German corps or Kampfgruppe on foot, no army."""
    return is_german(position, unit) and mobility(position, unit) == "foot" and position.roster.ids[unit] != "Wenck"


def other_port(position: Position, unit: int) -> int:
    """10.34: the port in which the Coastal Army is not."""
    both = {city(position, "Odessa"), city(position, "Sevastopol")}
    return min(both - {position.state.place[unit]})


def landing_bar(position: Position, unit: int, hex: int) -> Bar | None:
    """Why a unit that goes by sea does not land in a hex."""
    here, where = position.state.place[unit], position.hex_name(hex)
    if is_coastal_army(position, unit):
        if hex != other_port(position, unit):
            return Bar("10.34a", f"{where} is not the other port of {position.unit_name(unit)}.")
        if not controls(position, SOVIET, hex):
            return Bar("10.34a", f"{where} is not under Soviet control.")
    else:
        sea = sea_of(position, here)
        number = NUMBERS[max(sea, 0)]
        if hex not in ports(position, sea) or hex == here:
            return Bar(number, f"{where} is no other port of the same sea.")
        if not controls(position, GERMAN, hex):
            return Bar(number, f"{where} is not under German control.")
    return (
        closed_hex(position, unit, hex) or ways.frontier(position, unit, here, hex) or crowded(position, [unit], hex)
    )


def harbours(position: Position, unit: int) -> list[int]:
    """Where a unit could land."""
    found = ports(position, BLACK) | ports(position, BALTIC)
    return [hex for hex in sorted(found) if landing_bar(position, unit, hex) is None]


def _sea(case: Case) -> int:
    """The sea that the named unit would cross, -1 if it stands in no port or is no unit for it."""
    if not goes_by_sea(case.position, case.unit):
        return -1
    return sea_of(case.position, case.state.place[case.unit])


# ---- who --------------------------------------------------------------------------------------------


@section.clause("10.1c", "move", verbs=SAIL, tier=Tier.STANDING)
def own_units_sail(case: Case) -> str | None:
    if owner(case.position, case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("10.16a", "move", verbs=SAIL, tier=Tier.STANDING)
def german_corps_on_foot_sail(case: Case) -> str | None:
    if case.side == SOVIET or goes_by_sea(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is no German corps on foot; only those go by sea."


@section.clause("10.34a", "move", verbs=SAIL, tier=Tier.STANDING)
def of_the_soviets_the_coastal_army(case: Case) -> str | None:
    if case.side == GERMAN or is_coastal_army(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} does not go by sea; only the Coastal Army does."


@section.clause("10.16a", "move", verbs=SAIL)
def from_a_port(case: Case) -> str | None:
    if case.side == SOVIET or _sea(case) >= 0:
        return None
    return f"{case.where(case.state.place[case.unit])} is not a port for sea movement."


def _used(case: Case, sea: int) -> bool:
    return _sea(case) == sea and bool(case.state.sailed >> sea & 1)


@section.clause("10.16a", "move", verbs=SAIL)
def one_corps_a_phase_in_the_black_sea(case: Case) -> str | None:
    return "A corps has gone by the Black Sea in this phase." if _used(case, BLACK) else None


@section.clause("10.17a", "move", verbs=SAIL)
def one_corps_a_phase_in_the_baltic(case: Case) -> str | None:
    return "A corps has gone by the Baltic in this phase." if _used(case, BALTIC) else None


def _did_something_else(case: Case) -> str | None:
    """10.16, 10.17: it began the phase in port, and does nothing else in the player turn."""
    state, unit = case.state, case.unit
    if among(state.moved | state.bound, unit) or ways.has_begun(case.position, unit):
        return f"{case.name(unit)} has moved in this phase."
    if among(state.shuffled, unit):
        return f"{case.name(unit)} has moved strategically in this player turn."
    return f"{case.name(unit)} has attacked in this player turn." if among(state.spent, unit) else None


@section.clause("10.16b", "move", verbs=SAIL)
def nothing_else_in_the_player_turn(case: Case) -> str | None:
    return _did_something_else(case) if _sea(case) == BLACK else None


@section.clause("10.17b", "move", verbs=SAIL)
def nothing_else_in_the_baltic_either(case: Case) -> str | None:
    return _did_something_else(case) if _sea(case) == BALTIC else None


@section.clause("10.34a", "move", verbs=SAIL)
def the_coastal_army_goes_once(case: Case) -> str | None:
    if case.side == GERMAN or not among(case.state.moved | case.state.bound, case.unit):
        return None
    return f"{case.name(case.unit)} has gone by sea in this phase."


@section.clause("12.7a", "move", verbs=SAIL)
def nobody_sails_from_stalingrad(case: Case) -> str | None:
    return f"{case.name(case.unit)} stands fast." if stands_fast(case.position, case.unit) else None


def _nowhere(case: Case) -> str | None:
    if harbours(case.position, case.unit):
        return None
    return f"No other port under your control can take {case.name(case.unit)}."


@section.clause("10.16a", "move", verbs=SAIL)
def a_port_to_land_in(case: Case) -> str | None:
    return _nowhere(case) if _sea(case) == BLACK else None


@section.clause("10.17a", "move", verbs=SAIL)
def a_port_of_the_baltic_to_land_in(case: Case) -> str | None:
    return _nowhere(case) if _sea(case) == BALTIC else None


@section.clause("10.34a", "move", verbs=SAIL)
def the_other_port_is_open(case: Case) -> str | None:
    return _nowhere(case) if is_coastal_army(case.position, case.unit) else None


# ---- where ------------------------------------------------------------------------------------------


@section.clause("10.16a", "sail-at", verbs=AT, tier=Tier.WORDS)
def lands_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


def _barred(case: Case, *numbers: str) -> str | None:
    found = landing_bar(case.position, case.local.unit, case.hex)
    return found.text if found and found.rule in numbers else None


@section.clause("6.3", "sail-at", verbs=AT)
def a_port_with_room(case: Case) -> str | None:
    return _barred(case, "6.3", "6.4", "8.31a")


@section.clause("8.3c", "sail-at", verbs=AT)
def sixth_ss_lands_in_the_baltic_states(case: Case) -> str | None:
    return _barred(case, "8.3c")


@section.clause("8.3e", "sail-at", verbs=AT)
def the_straits_command_lands_in_its_area(case: Case) -> str | None:
    return _barred(case, "8.3e")


@section.clause("5.11a", "sail-at", verbs=AT)
def nobody_sails_out_of_romania_on_turn_1(case: Case) -> str | None:
    return _barred(case, "5.11a", "5.11b")


@section.clause("10.16a", "sail-at", verbs=AT)
def a_german_port_of_the_black_sea(case: Case) -> str | None:
    return _barred(case, "10.16a")


@section.clause("10.17a", "sail-at", verbs=AT)
def a_german_port_of_the_baltic(case: Case) -> str | None:
    return _barred(case, "10.17a")


@section.clause("10.34a", "sail-at", verbs=AT)
def the_other_port_of_the_coastal_army(case: Case) -> str | None:
    return _barred(case, "10.34a")
