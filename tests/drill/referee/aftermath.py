"""7.9 Losses and 7.10 retreats: a whole path, hex by hex."""

from __future__ import annotations

from itertools import pairwise

from drill.referee.case import Case
from ostfront.core.play.referee import Section, Tier

section = Section[Case]("DRILL")


@section.clause("7.9", "loss")
def who_can_lose(case: Case) -> str | None:
    if case.local.units & 2**case.thing:
        return None
    return f"{case.name(case.thing)} is not among those who may take the loss."


@section.clause("7.10a", "retreat", tier=Tier.STANDING)
def two_hexes_in_a_row(case: Case) -> str | None:
    path = case.action.arg
    if not isinstance(path, tuple) or len(path) != 2:
        return "A retreat is two hexes long."
    for a, b in pairwise((case.local.place, *path)):
        if b not in case.map.neighbours(a):
            return f"{case.place_name(a)} and {case.place_name(b)} are not adjacent."
    return None


def path_of(case: Case) -> tuple[int, ...]:
    assert isinstance(case.action.arg, tuple)
    return case.action.arg


@section.clause("7.10b", "retreat")
def away_from_the_enemy(case: Case) -> str | None:
    for place in path_of(case):
        if place in case.hexes_of(1 - case.side):
            return f"There are enemies in {case.place_name(place)}."
        if place in case.enemy_zoc():
            return f"{case.place_name(place)} is in an enemy ZOC."
    return None


@section.clause("7.10c", "retreat")
def room_to_retreat(case: Case) -> str | None:
    coming = len(case.units_in(case.local.place))
    for place in path_of(case):
        if place != case.local.place and place not in case.hexes_of(1 - case.side):
            wrong = case.why_no_room(place, coming)
            if wrong:
                return wrong
    return None


@section.clause("7.10d", "retreat")
def two_hexes_away(case: Case) -> str | None:
    if case.map.distance(case.local.place, path_of(case)[-1]) == 2:
        return None
    return f"A retreat must end two hexes from {case.place_name(case.local.place)}."


@section.clause("7.10e", "retreat")
def no_surprises(case: Case) -> str | None:
    for place in path_of(case):
        if place in case.surprises():
            return f"A surprise lies in {case.place_name(place)}."
    return None
