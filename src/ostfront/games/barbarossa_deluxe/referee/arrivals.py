"""8.1 Reinforcements: who is due, and where units come onto the map; 8.12 puts the same questions of the dead.

Where each kind of unit may come is in entries.py.
"""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee import attachment, entries
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import Position, bars_of, is_attached, owner
from ostfront.kit.referee.case import not_a_hex

section = Section[Case]("BD")

BRING, AT, BRING_OR_AT = ("bring",), ("at",), ("bring", "at")
PLACED = ("arrive-at", "rebuild-at")


# ---- who --------------------------------------------------------------------------------------------


def is_due(position: Position, unit: int) -> bool:
    """8.1: whether a unit's turn on the track has come."""
    return position.in_box(unit, "track") and 0 < position.state.due[unit] <= position.state.turn


def has_a_place(position: Position, unit: int) -> bool:
    """Whether a unit that is due can come onto the map; Tigers and CM groups need a unit to support."""
    if is_attached(position, unit):
        return bool(attachment.hosts(position, unit))
    return entries.has_a_hex(position, unit)


@section.clause("8.1a", "arrive", verbs=BRING, tier=Tier.STANDING)
def an_own_unit_that_is_due(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if owner(position, unit) != case.side:
        return f"{case.name(unit)} is not yours."
    if is_due(position, unit):
        return None
    due = case.state.due[unit] if position.in_box(unit, "track") else 0
    return f"{case.name(unit)} is not due to arrive{f' before turn {due}' if due > case.state.turn else ''}."


@section.clause("8.20a", "arrive", verbs=BRING, tier=Tier.STANDING)
def guards_and_shock_armies_convert(case: Case) -> str | None:
    if case.roster.entry[case.unit] != "conversion":
        return None
    return f"{case.name(case.unit)} comes by conversion."


def _placeless(case: Case) -> str | None:
    return None if has_a_place(case.position, case.unit) else f"No place can take {case.name(case.unit)} now."


@section.clause("8.31a", "arrive", verbs=BRING)
def tigers_with_a_corps(case: Case) -> str | None:
    return _placeless(case) if is_attached(case.position, case.unit) and case.side == GERMAN else None


@section.clause("8.32a", "arrive", verbs=BRING)
def groups_with_an_army(case: Case) -> str | None:
    return _placeless(case) if is_attached(case.position, case.unit) and case.side != GERMAN else None


# ---- where ------------------------------------------------------------------------------------------


@section.clause("8.1e", "arrive-at", verbs=AT, tier=Tier.WORDS)
def arrives_in_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


def _barred(case: Case, number: str) -> str | None:
    """What speaks against a hex; against a unit, that no hex at all can take it."""
    if case.action.verb == "bring":
        attached = is_attached(case.position, case.unit)
        return None if attached or entries.clause_of(case.position, case.unit) != number else _placeless(case)
    if not case.position.is_hex(case.hex):  # the RVGK box, judged in replacements.py
        return None
    return bars_of(entries.bars(case.position, case.local.unit, case.hex), number)


@section.clause("3.6c", *PLACED, verbs=AT)
def not_into_neutral_bulgaria(case: Case) -> str | None:
    return _barred(case, "3.6c")


@section.clause("6.3", *PLACED, verbs=AT)
def five_units_in_a_hex(case: Case) -> str | None:
    return _barred(case, "6.3")


@section.clause("6.4", *PLACED, verbs=AT)
def one_satellite_army_in_a_hex(case: Case) -> str | None:
    return _barred(case, "6.4")


@section.clause("8.1d", *PLACED, verbs=AT)
def one_full_stack_a_turn(case: Case) -> str | None:
    return _barred(case, "8.1d")


@section.clause("8.1e", "arrive", *PLACED, verbs=BRING_OR_AT)
def by_the_edge_or_a_supplied_city(case: Case) -> str | None:
    return _barred(case, "8.1e")


@section.clause("8.2a", "arrive", *PLACED, verbs=BRING_OR_AT)
def a_kampfgruppe_joins_a_german_unit(case: Case) -> str | None:
    return _barred(case, "8.2a")


@section.clause("8.2b", *PLACED, verbs=AT)
def a_kampfgruppe_keeps_to_its_area(case: Case) -> str | None:
    return _barred(case, "8.2b")


@section.clause("8.2c", "arrive", *PLACED, verbs=BRING_OR_AT)
def some_kampfgruppen_have_a_hex(case: Case) -> str | None:
    return _barred(case, "8.2c")


@section.clause("8.3b", "arrive", *PLACED, verbs=BRING_OR_AT)
def hungarians_in_budapest(case: Case) -> str | None:
    return _barred(case, "8.3b")


@section.clause("8.3c", "arrive", *PLACED, verbs=BRING_OR_AT)
def sixth_ss_in_riga(case: Case) -> str | None:
    return _barred(case, "8.3c")


@section.clause("8.3d", "arrive", *PLACED, verbs=BRING_OR_AT)
def twelfth_army_by_the_west_edge(case: Case) -> str | None:
    return _barred(case, "8.3d")


@section.clause("8.3e", "arrive", *PLACED, verbs=BRING_OR_AT)
def kerch_straits_command(case: Case) -> str | None:
    return _barred(case, "8.3e")


@section.clause("8.3f", "arrive", *PLACED, verbs=BRING_OR_AT)
def from_the_balkans(case: Case) -> str | None:
    return _barred(case, "8.3f")


@section.clause("8.4a", "arrive", *PLACED, verbs=BRING_OR_AT)
def emergency_units(case: Case) -> str | None:
    return _barred(case, "8.4a")


@section.clause("8.25b", "arrive", *PLACED, verbs=BRING_OR_AT)
def communist_romanians_in_bucharest(case: Case) -> str | None:
    return _barred(case, "8.25b")


@section.clause("8.26c", "arrive", *PLACED, verbs=BRING_OR_AT)
def bulgarians_through_their_country(case: Case) -> str | None:
    return _barred(case, "8.26c")


@section.clause("8.27", "arrive", *PLACED, verbs=BRING_OR_AT)
def group_popov_joins_supplied_units(case: Case) -> str | None:
    return _barred(case, "8.27")


@section.clause("8.30a", "arrive", *PLACED, verbs=BRING_OR_AT)
def cavalry_groups_join_supplied_units(case: Case) -> str | None:
    return _barred(case, "8.30a")


@section.clause("8.30b", *PLACED, verbs=AT)
def cavalry_groups_keep_to_their_area(case: Case) -> str | None:
    return _barred(case, "8.30b")


@section.clause("8.30d", *PLACED, verbs=AT)
def one_cavalry_group_in_a_hex(case: Case) -> str | None:
    return _barred(case, "8.30d")


@section.clause("8.33a", "arrive", *PLACED, verbs=BRING_OR_AT)
def fortress_commands_in_their_hexes(case: Case) -> str | None:
    return _barred(case, "8.33a")


@section.clause("8.34a", "arrive", *PLACED, verbs=BRING_OR_AT)
def the_militia_in_leningrad(case: Case) -> str | None:
    return _barred(case, "8.34a")


@section.clause("8.35a", "arrive", *PLACED, verbs=BRING_OR_AT)
def counter_fire_in_leningrad(case: Case) -> str | None:
    return _barred(case, "8.35a")


@section.clause("10.4", *PLACED, verbs=AT)
def not_on_enemies(case: Case) -> str | None:
    return _barred(case, "10.4")


@section.clause("10.13", *PLACED, verbs=AT)
def not_in_the_water(case: Case) -> str | None:
    return _barred(case, "10.13")


@section.clause("10.22a", *PLACED, verbs=AT)
def satellites_come_in_the_south(case: Case) -> str | None:
    return _barred(case, "10.22a")
