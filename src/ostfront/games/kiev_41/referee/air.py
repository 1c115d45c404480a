"""10.13.2 and 10.13.4: which bombers meet which fleet, and how they take the hits of anti-air fire."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.battle import bombers_over, fleets_off
from ostfront.games.kiev_41.referee.case import Case

section = Section[Case]("K41")

HIT = ("abort", "down")

# ---- the reasoning ----------------------------------------------------------------------------------


def free_bombers(case: Case) -> list[int]:
    """Bombers over the area that meet no fleet yet."""
    met = {bomber for bomber, _ in case.local.pairs}
    return [unit for unit in bombers_over(case, case.local.area) if unit not in met]


def unmet_fleets(case: Case) -> list[int]:
    met = {fleet for _, fleet in case.local.pairs}
    return [unit for unit in fleets_off(case, case.local.area) if unit not in met]


def targets(case: Case) -> list[int]:
    """The bombers that hits may fall on."""
    return [unit for unit in bombers_over(case, case.local.area) if case.local.bombers >> unit & 1]


# ---- against fleets ---------------------------------------------------------------------------------


@section.clause("10.13.2a", "engage", verbs=("engage",), tier=Tier.WORDS)
def bombers_engage_a_fleet(case: Case) -> str | None:
    if case.position.kind(case.unit) != "bomber":
        return f"{case.name(case.unit)} is not a bomber."
    return None if case.position.kind(case.area) == "fleet" else f"{case.name(case.area)} is not a fleet."


@section.clause("10.13.2a", "engage", verbs=("engage",), tier=Tier.STANDING)
def a_fleet_in_this_battle(case: Case) -> str | None:
    if case.area in fleets_off(case, case.local.area):
        return None
    return f"{case.name(case.area)} is not off {case.where(case.local.area)}."


@section.clause("10.13.2a", "engage", verbs=("engage",), tier=Tier.STANDING)
def a_bomber_in_this_battle(case: Case) -> str | None:
    if case.unit in free_bombers(case):
        return None
    if case.unit in bombers_over(case, case.local.area):
        return f"{case.name(case.unit)} is already assigned to a fleet."
    return f"{case.name(case.unit)} is not over {case.where(case.local.area)}."


@section.clause("10.13.2a", "engage", verbs=("engage",))
def each_fleet_is_met(case: Case) -> str | None:
    waiting = unmet_fleets(case)
    if case.area in waiting or len(free_bombers(case)) > len(waiting):
        return None
    return f"{case.name(waiting[0])} has no bomber against it, and none would be left."


@section.clause("10.13.2a", "engage", verbs=("done",))
def no_fleet_is_left_alone(case: Case) -> str | None:
    waiting = unmet_fleets(case)
    if not waiting or not free_bombers(case):
        return None
    return f"{case.name(waiting[0])} must be engaged by a bomber."


# ---- hits of anti-air fire --------------------------------------------------------------------------


@section.clause("10.13.4b", "flak", verbs=HIT, tier=Tier.WORDS)
def a_bomber_is_hit(case: Case) -> str | None:
    return None if case.position.kind(case.unit) == "bomber" else f"{case.name(case.unit)} is not a bomber."


@section.clause("10.13.4b", "flak", verbs=HIT, tier=Tier.STANDING)
def a_bomber_under_fire(case: Case) -> str | None:
    return None if case.unit in targets(case) else f"{case.name(case.unit)} is not under this fire."


@section.clause("10.13.4b", "flak", verbs=("down",))
def two_hits_destroy(case: Case) -> str | None:
    needed: int = case.position.charts["bombers"]["destroy"]
    return None if case.local.hits >= needed else f"It takes {needed} hits to destroy a bomber."


@section.clause("10.13.4b", "flak", verbs=("abort",))
def the_last_bomber_takes_both(case: Case) -> str | None:
    needed: int = case.position.charts["bombers"]["destroy"]
    if len(targets(case)) > 1 or case.local.hits < needed:
        return None
    return f"{case.local.hits} hits are left for one bomber: it is destroyed."
