"""10.2.1, 10.13.2 and 2.7: where Soviet fleets are sent, and which bombers meet them."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.facts.roster import SOVIET
from ostfront.games.kiev_41.referee.case import Case

section = Section[Case]("K41")

ORDER = ("send", "recall")

# ---- the reasoning ----------------------------------------------------------------------------------


def at_sea(case: Case) -> list[int]:
    units = range(case.roster.count)
    return [u for u in units if case.position.kind(u) == "fleet" and case.ground.is_area(case.state.place[u])]


def sent_to_stay(case: Case) -> list[int]:
    """Fleets at sea that have had their order."""
    return [unit for unit in at_sea(case) if case.local.moved >> unit & 1]


# ---- orders -----------------------------------------------------------------------------------------


@section.clause("10.2.1c", "fleets", verbs=ORDER, tier=Tier.WORDS)
def a_fleet_is_ordered(case: Case) -> str | None:
    return None if case.position.kind(case.unit) == "fleet" else f"{case.name(case.unit)} is not a fleet."


@section.clause("10.2.1c", "fleets", verbs=("send",), tier=Tier.WORDS)
def a_coast_is_named(case: Case) -> str | None:
    return None if case.ground.is_area(case.area) else f"{case.where(case.area)} is not an area of the map."


@section.clause("10.2.1b", "fleets", verbs=ORDER, tier=Tier.STANDING)
def a_fleet_that_is_afloat(case: Case) -> str | None:
    if case.state.place[case.unit] != case.ground.at("soviet-lost"):
        return None
    return f"{case.name(case.unit)} is sunk."


@section.clause("10.2.1e", "fleets", verbs=ORDER, tier=Tier.STANDING)
def a_fleet_in_reach(case: Case) -> str | None:
    if case.state.place[case.unit] != case.ground.at("batumi"):
        return None
    return f"{case.name(case.unit)} waits at Batumi while the Axis controls Sevastopol."


@section.clause("10.2.1c", "fleets", verbs=ORDER, tier=Tier.STANDING)
def one_order_each(case: Case) -> str | None:
    return f"{case.name(case.unit)} has already had its order." if case.local.moved >> case.unit & 1 else None


@section.clause("2.7", "fleets", verbs=("send",))
def sevastopol_is_fully_controlled(case: Case) -> str | None:
    if case.position.fully_controls(SOVIET, case.ground.sevastopol):
        return None
    return "Fleets are committed only while you fully control Sevastopol."


@section.clause("10.2.1c", "fleets", verbs=("send",))
def sent_to_the_black_sea(case: Case) -> str | None:
    seas = case.position.charts["fleets"]["seas"]
    if any(case.area in case.ground.coast[sea] for sea in seas):
        return None
    return f"{case.where(case.area)} is not on the coast of the Black Sea."


@section.clause("10.2.1c", "fleets", verbs=("send",))
def one_hq_for_each_fleet(case: Case) -> str | None:
    if len(sent_to_stay(case)) < case.local.allowed:
        return None
    return f"Activated HQs that are not exhausted: {case.local.allowed}. Each supports one fleet at sea."


@section.clause("14.5a", "fleets", verbs=("send",))
def no_fleets_in_a_blizzard(case: Case) -> str | None:
    missions = case.position.charts["weather"][case.position.weather].get("missions", True)
    return None if missions else "Fleets do not leave their box in a blizzard."


@section.clause("10.2.1d", "fleets", verbs=("recall",))
def recalled_from_sea(case: Case) -> str | None:
    return None if case.unit in at_sea(case) else f"{case.name(case.unit)} is not at sea."


@section.clause("10.2.1d", "fleets", verbs=("done",))
def not_more_fleets_than_hqs(case: Case) -> str | None:
    if len(at_sea(case)) <= case.local.allowed:
        return None
    return f"{len(at_sea(case))} fleets are at sea; your activated HQs support {case.local.allowed}."
