"""8.12 to 8.16 Replacements: which units of the dead pile come back, and the comb-outs.

Where they come is judged in arrivals.py (8.13).
"""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee import entries
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    is_attached,
    is_dotted,
    is_mech,
    owner,
    single_month,
    year,
)

section = Section[Case]("BD")

REBUILD, AT, COMB = ("rebuild",), ("at",), ("comb",)
PILES = ("dead-german", "dead-soviet")


def has_a_place(position: Position, unit: int) -> bool:
    """8.8, 8.13: Soviet units can always wait in the RVGK box."""
    return owner(position, unit) == SOVIET or entries.has_a_hex(position, unit)


# ---- who --------------------------------------------------------------------------------------------


@section.clause("8.12a", "replace", verbs=REBUILD, tier=Tier.STANDING)
def from_the_own_dead_pile(case: Case) -> str | None:
    if owner(case.position, case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.in_box(case.unit, PILES[case.side]):
        return None
    return f"{case.name(case.unit)} is not in the dead pile."


@section.clause("8.12d", "replace", verbs=REBUILD)
def dotted_units_do_not_return(case: Case) -> str | None:
    if is_dotted(case.position, case.unit) and not is_attached(case.position, case.unit):
        return f"{case.name(case.unit)} has a dot: it is not replaceable."
    return None


@section.clause("8.12b", "replace", verbs=REBUILD)
def german_steps_are_for_their_class(case: Case) -> str | None:
    if case.side != GERMAN:
        return None
    mech = is_mech(case.position, case.unit)
    if case.local.mech if mech else case.local.foot:
        return None
    return f"No step for {'mechanized' if mech else 'non-mechanized'} units is left."


@section.clause("8.12c", "replace", verbs=REBUILD)
def soviet_steps(case: Case) -> str | None:
    if case.side != SOVIET:
        return None
    mech = is_mech(case.position, case.unit)
    if case.local.mech or (case.local.foot and not mech):
        return None
    return f"No step for {'mechanized' if mech else 'non-mechanized'} units is left."


@section.clause("8.31e", "replace", verbs=REBUILD)
def tigers_return_by_the_die(case: Case) -> str | None:
    tiger = is_attached(case.position, case.unit) and case.side == GERMAN
    return f"{case.name(case.unit)} is not rebuilt: only a die brings Tigers back." if tiger else None


@section.clause("8.32e", "replace", verbs=REBUILD)
def groups_return_by_the_die(case: Case) -> str | None:
    group = is_attached(case.position, case.unit) and case.side == SOVIET
    return f"{case.name(case.unit)} is not rebuilt: only a die brings it back." if group else None


@section.clause("8.13", "replace", verbs=REBUILD)
def someone_with_a_place(case: Case) -> str | None:
    if is_attached(case.position, case.unit) or has_a_place(case.position, case.unit):
        return None
    return f"No place can take {case.name(case.unit)} now."


# ---- where ------------------------------------------------------------------------------------------


@section.clause("8.13", "rebuild-at", verbs=AT, tier=Tier.WORDS)
def rebuilt_in_a_hex_or_the_box(case: Case) -> str | None:
    if case.position.is_hex(case.hex) or case.hex == case.position.board.box("rvgk"):
        return None
    return f"{case.where(case.hex)} is not a hex of the map."


@section.clause("8.8", "rebuild-at", verbs=AT)
def only_soviets_wait_in_the_box(case: Case) -> str | None:
    to_the_box = case.hex == case.position.board.box("rvgk")
    return "The RVGK box is for Soviet units." if to_the_box and case.side == GERMAN else None


# ---- comb-outs --------------------------------------------------------------------------------------


@section.clause("8.16a", "comb-out", verbs=COMB)
def one_comb_out_a_year(case: Case) -> str | None:
    now = year(case.position)
    if now not in (1943, 1944) or not single_month(case.position):
        return "A comb-out is for a single-month turn of 1943 and one of 1944."
    return f"The rear area has been combed out in {now}." if now in case.state.comb_outs else None
