"""12.1 Naval movement: one unit a turn from port to port, by the side that has the majority of ports."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_1941.referee.case import Case
from ostfront.games.barbarossa_1941.referee.position import (
    SIDE_NAMES,
    Position,
    among,
    controls,
    count,
    is_mobile,
    ports,
    seas_of,
    superior,
)
from ostfront.games.barbarossa_1941.referee.stacking import can_be_put
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("B41")

SEAS = {"baltic": "the Baltic", "black": "the Black Sea"}


# ---- the reasoning ----------------------------------------------------------------------------------


def harbours(position: Position, unit: int) -> set[int]:
    """The other friendly ports on a sea that a unit can sail from where it is, by a side with the majority there."""
    side, here = position.roster.side[unit], position.state.place[unit]
    if not controls(position, side, here):
        return set()
    found: set[int] = set()
    for sea in seas_of(position, here):
        if superior(position, side, sea):
            found |= {hex for hex in ports(position, sea) - {here} if controls(position, side, hex)}
    return found


# ---- who may sail -----------------------------------------------------------------------------------


@section.clause("12.1c", "move", verbs=("sail",), tier=Tier.WORDS)
def a_unit_with_an_allowance(case: Case) -> str | None:
    if is_mobile(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} has no movement allowance and does not go by sea."


@section.clause("12.1a", "move", verbs=("sail",), tier=Tier.STANDING)
def an_own_unit_on_the_map(case: Case) -> str | None:
    if case.roster.side[case.unit] != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("12.1c", "move", verbs=("sail",), tier=Tier.STANDING)
def it_has_not_moved(case: Case) -> str | None:
    used = case.state.moved | case.state.carried | case.state.dropped
    return f"{case.name(case.unit)} has made its move." if among(used, case.unit) else None


@section.clause("12.1a", "move", verbs=("sail",), tier=Tier.STANDING)
def one_unit_a_turn(case: Case) -> str | None:
    return "One unit has gone by sea this turn; no other may." if case.state.sailed else None


@section.clause("12.1a", "move", verbs=("sail",))
def two_steps_at_most(case: Case) -> str | None:
    most, steps = int(case.position.charts["naval"]["max_steps"]), case.state.steps[case.unit]
    if steps <= most:
        return None
    return f"{case.name(case.unit)} has {count(steps, 'step')}; at most {count(most, 'step')} can go by sea."


@section.clause("12.1c", "move", verbs=("sail",))
def from_an_own_port(case: Case) -> str | None:
    here = case.state.place[case.unit]
    if seas_of(case.position, here) and controls(case.position, case.side, here):
        return None
    return f"{case.name(case.unit)} is in {case.where(here)}, which is no port of yours."


@section.clause("12.1b", "move", verbs=("sail",))
def with_the_majority_of_ports(case: Case) -> str | None:
    seas = seas_of(case.position, case.state.place[case.unit])
    if not seas or any(superior(case.position, case.side, sea) for sea in seas):
        return None
    return f"The {SIDE_NAMES[case.side]} side does not have the majority of ports on {SEAS[seas[0]]}."


@section.clause("12.1a", "move", verbs=("sail",))
def to_a_port_with_room(case: Case) -> str | None:
    found = harbours(case.position, case.unit)
    here = case.state.place[case.unit]
    if not seas_of(case.position, here) or any(can_be_put(case.position, [case.unit], hex) for hex in found):
        return None
    return f"No other port of yours is open to {case.name(case.unit)} from {case.where(here)}."


# ---- where it lands ---------------------------------------------------------------------------------


@section.clause("12.1a", "sail", tier=Tier.WORDS)
def lands_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("12.1a", "sail", tier=Tier.STANDING)
def lands_elsewhere(case: Case) -> str | None:
    unit = case.local.unit
    return f"{case.name(unit)} is in {case.where(case.hex)} already." if case.state.place[unit] == case.hex else None


@section.clause("12.1a", "sail")
def lands_in_a_friendly_port(case: Case) -> str | None:
    if case.hex in harbours(case.position, case.local.unit):
        return None
    here = case.state.place[case.local.unit]
    return f"{case.where(case.hex)} is no port of yours on the same sea as {case.where(here)}."
