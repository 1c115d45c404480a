"""5.0 Reinforcements, with 2.6: how many arrive, which ones, and where Soviet blocks are placed."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.facts.roster import SIDES, SOVIET
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.position import BLOCKS, Position

section = Section[Case]("K41")


def pool(position: Position, side: int) -> list[int]:
    """The blocks in a side's Reinforcement Pool; bombers that wait for their HQ do not count."""
    return [unit for unit in position.in_box(f"{SIDES[side]}-pool") if position.kind(unit) in BLOCKS]


# ---- how many ---------------------------------------------------------------------------------------


@section.clause("5.0a", "call", tier=Tier.WORDS)
def a_number_of_blocks(case: Case) -> str | None:
    return None if case.number >= 0 else "Call a number of blocks, 0 or more."


@section.clause("7.2.1c", "call")
def no_more_than_the_logistics_value(case: Case) -> str | None:
    if case.number <= case.local.value:
        return None
    return f"Your Logistics Value is {case.local.value}; no more blocks than that can be called."


@section.clause("5.0a", "call")
def no_more_than_the_pool(case: Case) -> str | None:
    there = len(pool(case.position, case.side))
    return None if case.number <= there else f"Only {there} blocks are in your Reinforcement Pool."


# ---- the Kiev privilege -----------------------------------------------------------------------------


@section.clause("2.6a", "privilege", verbs=("choose",), tier=Tier.STANDING)
def own_block_is_chosen(case: Case) -> str | None:
    return None if case.position.side(case.unit) == case.side else f"{case.name(case.unit)} is not yours."


@section.clause("2.6a", "privilege", verbs=("choose",))
def chosen_from_the_pool(case: Case) -> str | None:
    if case.unit in case.local.units:
        return f"{case.name(case.unit)} has already been drawn."
    if case.position.side(case.unit) != case.side or case.unit in pool(case.position, case.side):
        return None
    return f"{case.name(case.unit)} is not in your Reinforcement Pool."


# ---- where Soviet blocks go -------------------------------------------------------------------------


@section.clause("5.0c", "place", tier=Tier.WORDS)
def placed_in_an_area(case: Case) -> str | None:
    return None if case.ground.is_area(case.area) else f"{case.where(case.area)} is not an area of the map."


@section.clause("2.4.5a", "place", tier=Tier.STANDING)
def not_in_the_axis_staging_area(case: Case) -> str | None:
    if case.area not in case.ground.staging[1 - SOVIET]:
        return None
    return "Soviet blocks cannot enter the Axis staging area."


@section.clause("5.0c", "place", tier=Tier.STANDING)
def in_a_soviet_city(case: Case) -> str | None:
    area, ground = case.area, case.ground
    if ground.colour[area] == "staging":
        return None  # 2.4.5a
    if (area in ground.cities or area in ground.victory) and area not in ground.rumania:
        return None
    what = "lies in Rumania" if area in ground.rumania else "is neither a city nor a victory area"
    return f"{case.where(area)} {what}; reinforcements arrive in staging areas and Soviet cities."


def _city(case: Case) -> bool:
    return case.ground.colour[case.area] != "staging"


@section.clause("5.0c", "place")
def fully_controlled(case: Case) -> str | None:
    if not _city(case) or case.position.fully_controls(SOVIET, case.area):
        return None
    why = "is contested" if case.position.controls(SOVIET, case.area) else "is controlled by the Axis"
    return f"{case.where(case.area)} {why}; reinforcements need full control."


@section.clause("5.0c", "place")
def one_block_in_each_area(case: Case) -> str | None:
    if not _city(case) or not case.local.used >> case.area & 1:
        return None
    return f"A reinforcement has already arrived in {case.where(case.area)} in this draw; one is the limit."
