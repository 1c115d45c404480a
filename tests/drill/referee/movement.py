"""6.0 Movement, in legs, and 8.0 the surprises that lie on the way."""

from __future__ import annotations

from functools import lru_cache

from drill.facts import Facts
from drill.referee.case import Case, plain_map
from ostfront.core.map.plain import PlainRange, Situation
from ostfront.core.play.referee import Section, Tier
from ostfront.core.play.state import NOWHERE

section = Section[Case]("DRILL")


@section.clause("6.1", "move", verbs=("move",), tier=Tier.STANDING)
def unit_to_move(case: Case) -> str | None:
    unit = case.thing
    if case.facts.seat_of[unit] != case.local.seat:
        return f"{case.name(unit)} is not active."
    if case.state.place[unit] == NOWHERE:
        return f"{case.name(unit)} is not on the map."
    return f"{case.name(unit)} has moved." if case.state.moved[unit] else None


@lru_cache(maxsize=256)
def walk(facts: Facts, kind: str, start: int, left: int, situation: Situation) -> PlainRange:
    return plain_map(facts.board).move_range(facts.costs[kind], start, left, situation)


def can_walk(case: Case, *, zoc: bool, surprises: bool) -> bool:
    """Whether the unit in hand can go there, with some of the rules."""
    facts, state, unit = case.facts, case.state, case.local.unit
    closed = {place for place in case.map.cells if place in set(state.place) and case.why_no_room(place)}
    situation = Situation(
        frozenset(case.enemy_zoc() if zoc else ()),
        frozenset(closed),
        frozenset(case.surprises() if surprises else ()),
        zoc_in=1,
        zoc_out=1,
    )
    found = walk(facts, facts.units[unit].kind, state.place[unit], case.local.left, situation)
    return case.thing in found.reach


@section.clause("6.2", "leg", verbs=("go",))
def movement_points(case: Case) -> str | None:
    if case.thing == case.state.place[case.local.unit]:
        return "The unit is there already."
    if case.why_no_room(case.thing) or can_walk(case, zoc=False, surprises=False):
        return None
    return f"{case.place_name(case.thing)} is too far for {case.local.left} movement points."


@section.clause("6.3", "leg", verbs=("go",))
def no_enemies(case: Case) -> str | None:
    if case.thing in case.hexes_of(1 - case.side):
        return f"There are enemies in {case.place_name(case.thing)}."
    return None


@section.clause("6.4", "leg", verbs=("go",))
def stacking(case: Case) -> str | None:
    own_hex = case.thing == case.state.place[case.local.unit]
    if own_hex or case.thing in case.hexes_of(1 - case.side):
        return None
    return case.why_no_room(case.thing)


@section.clause("6.5", "leg", verbs=("go",))
def zones_of_control(case: Case) -> str | None:
    if case.why_no_room(case.thing) or not can_walk(case, zoc=False, surprises=False):
        return None
    if can_walk(case, zoc=True, surprises=False):
        return None
    return f"Enemy ZOC makes {case.place_name(case.thing)} too far for {case.local.left} movement points."


# ---- 8.0 surprises ------------------------------------------------------------------------------------


@section.clause("8.2", "leg", verbs=("go",))
def surprise_on_the_way(case: Case) -> str | None:
    if case.why_no_room(case.thing) or not can_walk(case, zoc=True, surprises=False):
        return None
    if can_walk(case, zoc=True, surprises=True):
        return None
    return f"The only way to {case.place_name(case.thing)} leads over a surprise; go there first."
