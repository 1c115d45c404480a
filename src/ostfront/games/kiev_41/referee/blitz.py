"""10.17 Blitz: which blocks advance, and where to."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.command import active_hqs, commands
from ostfront.games.kiev_41.referee.position import Position

section = Section[Case]("K41")

BLITZ = ("blitz",)


def blitz_hqs(position: Position, side: int) -> list[int]:
    names = position.charts["headquarters"]["blitz"]
    return [hq for hq in active_hqs(position, side) if position.unit_name(hq) in names]


@section.clause("10.17a", "blitz", verbs=BLITZ, tier=Tier.WORDS)
def into_an_area(case: Case) -> str | None:
    return None if case.ground.is_area(case.area) else f"{case.where(case.area)} is not an area of the map."


@section.clause("10.17a", "blitz", verbs=BLITZ, tier=Tier.WORDS)
def fast_combat_blocks(case: Case) -> str | None:
    unit = case.unit
    if case.position.is_combat(unit) and case.roster.fast >> unit & 1:
        return None
    return f"{case.name(unit)} is not a fast combat block."


@section.clause("10.17a", "blitz", verbs=BLITZ, tier=Tier.STANDING)
def blocks_that_cleared_an_area(case: Case) -> str | None:
    if case.position.side(case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.state.blitzers >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} did not help to clear a green area, or has already blitzed."


@section.clause("10.17b", "blitz", verbs=BLITZ)
def in_range_of_a_blitz_hq(case: Case) -> str | None:
    if any(commands(case.position, hq, case.unit) for hq in blitz_hqs(case.position, case.side)):
        return None
    return f"No activated Blitz HQ commands {case.name(case.unit)} in {case.whereabouts(case.unit)}."


@section.clause("10.17a", "blitz", verbs=BLITZ)
def into_an_adjacent_area(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if case.position.beside(place, case.area):
        return None
    return f"{case.where(case.area)} is not next to {case.where(place)}."


@section.clause("10.17a", "blitz", verbs=BLITZ)
def not_into_an_old_battle(case: Case) -> str | None:
    if not case.local.contested >> case.area & 1:
        return None
    return f"{case.where(case.area)} was contested when the Blitz Segment began."


@section.clause("10.17c", "blitz", verbs=BLITZ)
def green_areas_only(case: Case) -> str | None:
    colour = case.ground.colour[case.area]
    return None if colour == "green" else f"{case.where(case.area)} is {colour}; a Blitz can enter only green areas."


@section.clause("10.17c", "blitz", verbs=BLITZ)
def good_weather_only(case: Case) -> str | None:
    bad = case.position.charts["weather"][case.position.weather]["bad"]
    return f"There is no Blitz in {case.position.weather}." if bad else None
