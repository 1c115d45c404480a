"""10.7 Advance after combat."""

from __future__ import annotations

from itertools import pairwise

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position

section = Section[Case]("AVA")

ADVANCE = ("advance",)


def stops_in(position: Position, start: int, first: int) -> str:
    """10.7: what ends an advance in its first hex; rivers do not in the surprise attack (15.1)."""
    if position.is_river(start, first) and not position.state.surprise:
        return f"{position.hex_name(first)} lies across a river"
    terrain = position.charts["terrain"]
    for kind in (position.feature(first), position.ground(first)):
        if kind and terrain[kind]["advance"] < position.charts["advance"]["mech"]:
            return f"{position.hex_name(first)} is {kind.replace('-', ' ')}"
    return ""


@section.clause("10.7a", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def a_unit_advances(case: Case) -> str | None:
    return None if case.position.is_unit(case.unit) else "Name the unit that advances first."


@section.clause("10.7g", "advance", verbs=ADVANCE, tier=Tier.WORDS)
def one_or_two_hexes(case: Case) -> str | None:
    if case.off_map:
        return f"{case.off_map} is not a hex of the map."
    return None if 1 <= len(case.path) <= 2 else "Name the attacked hex, and a second one if the unit goes on."


@section.clause("10.7a", "advance", verbs=ADVANCE, tier=Tier.STANDING)
def attackers_advance(case: Case) -> str | None:
    unit = case.unit
    if not case.local.attackers >> unit & 1 or not case.position.on_map(unit):
        return f"{case.name(unit)} did not take part in the attack, or is gone."
    return f"{case.name(unit)} has advanced." if case.local.advanced >> unit & 1 else None


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
    target = case.local.target
    if case.path[0] == target:
        return None
    return f"The first hex of an advance is the attacked one, {case.where(target)}."


@section.clause("10.7f", "advance", verbs=ADVANCE)
def then_into_a_neighbour(case: Case) -> str | None:
    if len(case.path) < 2 or case.path[1] in case.position.plain.neighbours(case.path[0]):
        return None
    return f"{case.where(case.path[1])} is not next to {case.where(case.path[0])}."


@section.clause("10.7d", "advance", verbs=ADVANCE)
def the_first_hex_ends_it(case: Case) -> str | None:
    if len(case.path) < 2 or not case.roster.mech[case.unit] or case.path[0] != case.local.target:
        return None  # 10.7b, 10.7f
    found = stops_in(case.position, case.state.place[case.unit], case.path[0])
    return f"{found}: the advance ends there." if found else None


@section.clause("10.7d", "advance", verbs=ADVANCE)
def no_second_hex_over_a_major_river(case: Case) -> str | None:
    # ruling 10.7: the second hex may be across a minor or bridged river, not an unbridged major one
    if len(case.path) < 2 or case.state.surprise or not case.position.is_unbridged_major(*case.path):
        return None
    return f"An unbridged major river parts {case.where(case.path[0])} from {case.where(case.path[1])}."


@section.clause("10.7g", "advance", verbs=ADVANCE)
def nowhere_movement_could_not_go(case: Case) -> str | None:
    for a, b in pairwise((case.state.place[case.unit], *case.path)):
        if b not in case.position.plain.neighbours(a):
            return None  # 10.7f
        found = case.position.barred_to(case.unit, a, b)
        if found:
            return found[1]
    return None
