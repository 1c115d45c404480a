"""11.7 Fog of war: the Soviet player says which unit of a stack lies on top, each unit once in a phase."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import among, ground_at, is_ground, owner

section = Section[Case]("BD")

KINDS, SHOW = ("arrange", "move", "assault"), ("show",)


@section.clause("11.7c", *KINDS, verbs=SHOW, tier=Tier.STANDING)
def german_stacks_are_open(case: Case) -> str | None:
    return None if case.side == SOVIET else "Your stacks lie open: the order of their units does not matter."


@section.clause("11.7a", *KINDS, verbs=SHOW, tier=Tier.STANDING)
def own_units_in_stacks(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if case.side != SOVIET:
        return None
    if owner(position, unit) != SOVIET:
        return f"{case.name(unit)} is not yours."
    if not position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return None if is_ground(position, unit) else f"{case.name(unit)} lies with the army it supports."


@section.clause("11.7a", *KINDS, verbs=SHOW)
def another_unit_on_top(case: Case) -> str | None:
    state, name = case.state, case.name(case.unit)
    here = ground_at(case.position, state.place[case.unit], SOVIET)
    chosen = [unit for unit in here if among(state.tops, unit)]
    if case.unit == min(chosen or here):
        return f"{name} lies on top already."
    return f"{name} has been laid on top in this phase." if among(state.shown, case.unit) else None
