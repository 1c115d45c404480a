"""9.6 Advance after combat."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import combat_units_at, is_unbridged_major, pocket
from ostfront.kit.referee import combat as kit

section = Section[Case]("AVD")

ADVANCE = ("advance",)


def most_hexes(case: Case) -> int:
    """How far a combat unit may advance."""
    limits = case.position.charts["advance"]
    return int(limits["motorized" if case.roster.motorized[case.unit] else "foot"])


@section.clause("9.6.1a", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def a_unit_advances(case: Case) -> str | None:
    return kit.no_unit_to_advance(case)


@section.clause("9.6.3", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def one_or_two_hexes(case: Case) -> str | None:
    return kit.not_one_or_two_hexes(case)


@section.clause("9.6.1a", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def attackers_advance(case: Case) -> str | None:
    return None if case.roster.is_hq[case.unit] else kit.may_not_advance(case)  # 12.4


@section.clause("9.6.6", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def pvo_do_not_advance(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a PVO unit: it never advances." if case.roster.is_pvo[case.unit] else None


@section.clause("9.6.1a", "advance", verbs=ADVANCE)
def foot_advances_one_hex(case: Case) -> str | None:
    if case.roster.is_hq[case.unit] or len(case.path) <= most_hexes(case):
        return None
    return f"{case.name(case.unit)} is not motorized and advances one hex."


@section.clause("9.6.3", "advance", verbs=ADVANCE)
def first_into_the_attacked_hex(case: Case) -> str | None:
    return None if case.roster.is_hq[case.unit] else kit.not_into_the_target(case)  # 12.4


@section.clause("9.6.3", "advance", verbs=ADVANCE)
def then_into_a_neighbour(case: Case) -> str | None:
    return None if case.roster.is_hq[case.unit] else kit.second_hex_apart(case)  # 12.4


@section.clause("9.6.5", "advance", verbs=ADVANCE)
def no_second_hex_over_a_major_river(case: Case) -> str | None:
    if len(case.path) < 2 or case.roster.is_hq[case.unit]:
        return None
    start, (first, second) = case.state.place[case.unit], case.path
    if is_unbridged_major(case.position, start, first):
        return (
            f"{case.name(case.unit)} crosses an unbridged major river into {case.where(first)} and must stop there."
        )
    if is_unbridged_major(case.position, first, second):
        return f"An unbridged major river separates {case.where(first)} from {case.where(second)}."
    return None


@section.clause("14.0h", "advance", verbs=ADVANCE)
def no_advance_into_the_pocket(case: Case) -> str | None:
    for hex in case.path:
        if case.side == GERMAN and hex in pocket(case.position):
            return f"{case.where(hex)} is in the Minsk Pocket, which no German unit may enter."
    return None


# ---- HQs --------------------------------------------------------------------------------------------


def stack_mates(case: Case) -> int:
    """The attackers an HQ stood with when the attack began, as a set; none for any other unit."""
    for hq, mates in case.local.escorts:
        if hq == case.unit:
            return int(mates)
    return 0


@section.clause("12.4", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def hqs_of_the_attack_advance(case: Case) -> str | None:
    unit = case.unit
    if not case.roster.is_hq[unit]:
        return None
    if case.roster.side[unit] != case.side or not stack_mates(case) or not case.position.on_map(unit):
        return f"{case.name(unit)} was not with an attacking unit."
    return f"{case.name(unit)} has already advanced." if case.local.advanced >> unit & 1 else None


@section.clause("12.4", "advance", verbs=ADVANCE)
def hqs_advance_with_their_stack(case: Case) -> str | None:
    # ruling 12.4: with one unit of its stack, as far as that unit
    if not case.roster.is_hq[case.unit]:
        return None
    if len(case.path) > 1:
        return f"Name only the hex where {case.name(case.unit)} ends, with a unit of its stack."
    if case.hex == case.state.place[case.unit]:
        return f"{case.name(case.unit)} is in {case.where(case.hex)}."
    gone = stack_mates(case) & case.local.advanced
    if any(gone >> unit & 1 for unit in combat_units_at(case.position, case.hex, case.side)):
        return None
    return f"{case.name(case.unit)} can only follow a unit of its stack; none is in {case.where(case.hex)}."
