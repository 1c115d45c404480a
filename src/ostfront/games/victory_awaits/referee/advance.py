"""10.7 Advance after combat."""

from __future__ import annotations

from itertools import pairwise

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position, barred_to, is_river, is_unbridged_major
from ostfront.kit.referee import combat as kit

section = Section[Case]("AVA")

ADVANCE = ("advance",)


def stops_in(position: Position, start: int, first: int) -> str:
    """10.7: what ends an advance in its first hex; rivers do not in the surprise attack (15.1)."""
    if is_river(position, start, first) and not position.state.surprise:
        return f"{position.hex_name(first)} lies across a river"
    terrain = position.charts["terrain"]
    for kind in (position.feature(first), position.ground(first)):
        if kind and terrain[kind]["advance"] < position.charts["advance"]["mech"]:
            return f"{position.hex_name(first)} is {kind.replace('-', ' ')}"
    return ""


@section.clause("10.7a", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def a_unit_advances(case: Case) -> str | None:
    return kit.no_unit_to_advance(case)


@section.clause("10.7g", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def one_or_two_hexes(case: Case) -> str | None:
    return kit.not_one_or_two_hexes(case)


@section.clause("10.7a", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def attackers_advance(case: Case) -> str | None:
    return kit.may_not_advance(case)


@section.clause("10.7a", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def the_hex_is_vacated(case: Case) -> str | None:
    there = case.position.at(case.local.target, case.enemy)
    return f"{case.names(there)} still hold {case.where(case.local.target)}." if there else None


@section.clause("10.7b", "advance", verbs=ADVANCE)
def foot_advances_one_hex(case: Case) -> str | None:
    if len(case.path) < 2 or case.roster.mech[case.unit]:
        return None
    return f"{case.name(case.unit)} is not mechanized and advances one hex."


@section.clause("10.7f", "advance", verbs=ADVANCE)
def first_into_the_attacked_hex(case: Case) -> str | None:
    return kit.not_into_the_target(case)


@section.clause("10.7f", "advance", verbs=ADVANCE)
def then_into_a_neighbour(case: Case) -> str | None:
    return kit.second_hex_apart(case)


@section.clause("10.7d", "advance", verbs=ADVANCE)
def the_first_hex_ends_it(case: Case) -> str | None:
    if len(case.path) < 2 or not case.roster.mech[case.unit] or case.path[0] != case.local.target:
        return None  # 10.7b, 10.7f
    found = stops_in(case.position, case.state.place[case.unit], case.path[0])
    return f"{found}: the advance ends there." if found else None


@section.clause("10.7d", "advance", verbs=ADVANCE)
def no_second_hex_over_a_major_river(case: Case) -> str | None:
    # ruling 10.7: the second hex may be across a minor or bridged river, not an unbridged major one
    if len(case.path) < 2 or case.state.surprise or not is_unbridged_major(case.position, *case.path):
        return None
    return f"An unbridged major river separates {case.where(case.path[0])} from {case.where(case.path[1])}."


@section.clause("10.7g", "advance", verbs=ADVANCE)
def nowhere_movement_could_not_go(case: Case) -> str | None:
    for a, b in pairwise((case.state.place[case.unit], *case.path)):
        if b not in case.position.plain.neighbours(a):
            return None  # 10.7f
        found = barred_to(case.position, case.unit, a, b)
        if found:
            return found[1]
    return None
