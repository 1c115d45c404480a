"""11.30 to 11.32 Advance after combat: the first hex, and the second for mechanized units."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee import ways
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import Position, among, is_mech, is_static, owner, single_month
from ostfront.games.barbarossa_deluxe.referee.room import closed_side
from ostfront.kit.referee.case import not_a_hex
from ostfront.kit.referee.movement import Bar

section = Section[Case]("BD")

ADVANCE, PUSH = ("advance",), ("push",)
SOVIETS_FROM = 13  # 11.32
ROOM = ("6.3", "6.4", "8.31a", "8.32a")


# ---- the reasoning ----------------------------------------------------------------------------------


def water_bar(position: Position, a: int, b: int) -> Bar | None:
    """11.17 to 11.19: no advance over water that is no river."""
    kind = closed_side(position, a, b)
    number = {"kerch": "11.17c", "sivash": "11.18c"}.get(kind, "11.19")
    return Bar(number, f"Nobody advances over the {kind} before {position.hex_name(b)}.") if kind else None


def bars(position: Position, unit: int, a: int, b: int) -> list[Bar]:
    """Why a unit does not advance from a hex to the next."""
    found = [
        water_bar(position, a, b),
        ways.of_the_hex(position, (unit,), b),
        ways.frontier(position, unit, a, b),
        ways.rest_bar(position, (unit,), b),
    ]
    if is_static(position, unit):
        found.append(Bar("2.9b", f"{position.unit_name(unit)} never moves."))
    return [bar for bar in found if bar]


def _barred(case: Case, *numbers: str) -> str | None:
    if case.action.verb == "advance":
        unit, a, b = case.unit, case.state.place[case.unit], case.local.target
    else:
        unit, a, b = case.local.unit, case.state.place[case.local.unit], case.hex
        if b not in case.position.plain.neighbours(a):
            return None
    return next((bar.text for bar in bars(case.position, unit, a, b) if bar.rule in numbers), None)


BOTH = ("advance", "second")
VERBS = (*ADVANCE, *PUSH)


# ---- who, and where ---------------------------------------------------------------------------------


@section.clause("11.30a", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def an_attacker_of_this_battle(case: Case) -> str | None:
    if owner(case.position, case.unit) == case.side and among(case.local.first, case.unit):
        return None
    return f"{case.name(case.unit)} is no attacker that may still advance."


@section.clause("11.32c", "second", verbs=PUSH, tier=Tier.WORDS)
def on_to_a_hex(case: Case) -> str | None:
    return not_a_hex(case)


@section.clause("11.32a", "second", verbs=PUSH, tier=Tier.STANDING)
def german_mechanized_units_in_single_months(case: Case) -> str | None:
    if case.side != GERMAN:
        return None
    if not single_month(case.position):
        return "German units advance a second hex in single-month turns only."
    return _not_eligible(case)


@section.clause("11.32b", "second", verbs=PUSH, tier=Tier.STANDING)
def soviet_mechanized_units_from_turn_13(case: Case) -> str | None:
    if case.side == GERMAN:
        return None
    if case.state.turn < SOVIETS_FROM:
        return f"Soviet units advance a second hex from turn {SOVIETS_FROM} on."
    return _not_eligible(case)


def _not_eligible(case: Case) -> str | None:
    unit = case.local.unit
    if not is_mech(case.position, unit):
        return f"{case.name(unit)} is not mechanized."
    return None if among(case.local.second, unit) else f"{case.name(unit)} was not in overland supply."


@section.clause("11.32c", "second", verbs=PUSH)
def a_hex_newly_adjacent(case: Case) -> str | None:
    plain, here, start = case.position.plain, case.state.place[case.local.unit], case.local.start
    if case.hex not in plain.neighbours(here):
        return f"{case.where(case.hex)} is not next to {case.where(here)}."
    if case.position.is_hex(start) and (case.hex == start or case.hex in plain.neighbours(start)):
        return f"{case.where(case.hex)} lies next to {case.where(start)}, from where the attack came."
    return None


@section.clause("2.9b", *BOTH, verbs=VERBS)
def static_units_stay(case: Case) -> str | None:
    return _barred(case, "2.9b")


@section.clause("3.6c", *BOTH, verbs=VERBS)
def bulgaria_is_neutral(case: Case) -> str | None:
    return _barred(case, "3.6c")


@section.clause("5.11b", *BOTH, verbs=VERBS)
def closed_countries_on_turn_1(case: Case) -> str | None:
    return _barred(case, "5.11a", "5.11b", "5.11c")


@section.clause("8.3c", *BOTH, verbs=VERBS)
def sixth_ss_stays_in_the_baltic_states(case: Case) -> str | None:
    return _barred(case, "8.3c")


@section.clause("8.3e", *BOTH, verbs=VERBS)
def the_straits_command_stays_in_its_area(case: Case) -> str | None:
    return _barred(case, "8.3e")


@section.clause("8.30b", *BOTH, verbs=VERBS)
def cavalry_groups_stay_in_their_area(case: Case) -> str | None:
    return _barred(case, "8.30b")


@section.clause("8.30d", *BOTH, verbs=VERBS)
def one_cavalry_group_in_a_hex(case: Case) -> str | None:
    return _barred(case, "8.30d")


@section.clause("8.30f", *BOTH, verbs=VERBS)
def cavalry_groups_enter_no_city(case: Case) -> str | None:
    return _barred(case, "8.30f")


@section.clause("10.22a", *BOTH, verbs=VERBS)
def satellites_stay_in_the_south(case: Case) -> str | None:
    return _barred(case, "10.22a")


@section.clause("11.17c", *BOTH, verbs=VERBS)
def nobody_advances_over_kerch(case: Case) -> str | None:
    return _barred(case, "11.17c")


@section.clause("11.18c", *BOTH, verbs=VERBS)
def nobody_advances_over_the_sivash(case: Case) -> str | None:
    return _barred(case, "11.18c")


@section.clause("11.19", *BOTH, verbs=VERBS)
def nobody_advances_over_a_lake(case: Case) -> str | None:
    return _barred(case, "11.19", "10.13")


@section.clause("11.30a", *BOTH, verbs=VERBS)
def a_hex_without_enemies(case: Case) -> str | None:
    return _barred(case, "10.4")


@section.clause("11.30b", *BOTH, verbs=VERBS)
def stacking_holds(case: Case) -> str | None:
    return _barred(case, *ROOM)
