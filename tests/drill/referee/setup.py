"""3.0 Set-up: which units, and which hexes."""

from __future__ import annotations

from itertools import combinations

from drill.referee.case import Case
from ostfront.core.play.referee import Section, Tier
from ostfront.core.play.state import NOWHERE

section = Section[Case]("DRILL")


@section.clause("3.1", "deploy", tier=Tier.STANDING)
def unit_to_deploy(case: Case) -> str | None:
    if case.thing not in case.facts.units_of[case.seat]:
        return f"{case.name(case.thing)} is not yours to deploy."
    if case.state.place[case.thing] != NOWHERE:
        return f"{case.name(case.thing)} is on the map already."
    return None


@section.clause("3.2", "site")
def own_ground(case: Case) -> str | None:
    seat = case.play.rules.seats[case.seat].name
    return None if case.thing in case.sites(seat) else f"{case.place_name(case.thing)} is not on {seat}'s ground."


@section.clause("3.3", "site")
def one_in_a_hex(case: Case) -> str | None:
    return f"{case.place_name(case.thing)} is taken." if case.units_in(case.thing) else None


@section.clause("3.4", "site")
def guns_in_cover(case: Case) -> str | None:
    if case.is_gun(case.local.unit) and not case.is_cover(case.thing):
        return f"{case.name(case.local.unit)} must be set up in a wood or a town."
    return None


@section.clause("3.5", "site")
def set_up_can_be_finished(case: Case) -> str | None:
    """Try all ways to deploy the rest: guns in cover, and no town empty."""
    facts, state = case.facts, case.state
    ground = case.sites(case.play.rules.seats[case.seat].name)
    rest = [u for u in facts.units_of[case.seat] if state.place[u] == NOWHERE and u != case.local.unit]
    guns = sum(case.is_gun(unit) for unit in rest)
    free = {place for place in ground if not case.units_in(place)} - {case.thing}
    towns = free & case.sites("town")
    for with_guns in combinations([place for place in free if case.is_cover(place)], guns):
        for with_others in combinations(free.difference(with_guns), len(rest) - guns):
            if towns <= {*with_guns, *with_others}:
                return None
    return "The others could then not be set up: guns need cover, and each town a unit."
