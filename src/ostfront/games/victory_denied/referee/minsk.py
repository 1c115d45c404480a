"""14.0 The Minsk Pocket: release, escape, and the hexes no German enters."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import pocket
from ostfront.games.victory_denied.referee.reinforcements import can_be_placed

section = Section[Case]("AVD")


def in_pocket_of(case: Case, side: int) -> bool:
    return case.roster.side[case.unit] == side and case.position.in_box(case.unit, "minsk-pocket-box")


@section.clause("14.0a", "release", verbs=("release",), tier=Tier.STANDING)
def a_german_unit_of_the_pocket(case: Case) -> str | None:
    return None if in_pocket_of(case, GERMAN) else f"{case.name(case.unit)} is not a German unit in the Minsk Pocket."


@section.clause("14.0a", "release", verbs=("release",), tier=Tier.STANDING)
def not_released_already(case: Case) -> str | None:
    return f"{case.name(case.unit)} has already been released." if case.local.units >> case.unit & 1 else None


@section.clause("14.0b", "chit", verbs=("buy",))
def a_ninth_army_chit_is_left(case: Case) -> str | None:
    if case.side != GERMAN:
        return None  # 11.1.1b
    gone = case.state.cup | case.state.selected_german
    for chit in case.state.played:
        gone |= 1 << chit
    if any(chit.kind == "9A" and not gone >> i & 1 for i, chit in enumerate(case.facts.chits)):
        return None
    return "There is no 9th Army chit left to buy."


@section.clause("11.1.3", "escape", tier=Tier.STANDING)
def a_soviet_unit_of_the_pocket(case: Case) -> str | None:
    return None if in_pocket_of(case, SOVIET) else f"{case.name(case.unit)} is not a Soviet unit in the Minsk Pocket."


@section.clause("11.1.3", "escape")
def the_escaped_have_a_place(case: Case) -> str | None:
    # ruling 14: what cannot be placed stays in the Pocket
    if can_be_placed(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} cannot be placed: no hex at a Soviet HQ can take it."


@section.clause("14.0h", "march", verbs=("go",))
def no_move_into_the_pocket(case: Case) -> str | None:
    if case.side == GERMAN and case.hex in pocket(case.position):
        return f"{case.where(case.hex)} is in the Minsk Pocket, which no German unit may enter."
    return None
