"""8.20 Guards and shock armies: the rifle army that each grows from."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import overland
from ostfront.games.barbarossa_deluxe.referee.position import is_regular_army, owner

section = Section[Case]("BD")

CONVERT = ("convert",)


@section.clause("8.20a", "convert", verbs=CONVERT, tier=Tier.STANDING)
def an_own_unit_in_play(case: Case) -> str | None:
    if owner(case.position, case.unit) != SOVIET:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit) or case.position.in_box(case.unit, "rvgk"):
        return None
    return f"{case.name(case.unit)} is neither on the map nor in the RVGK box."


@section.clause("8.20a", "convert", verbs=CONVERT)
def a_rifle_army_in_supply(case: Case) -> str | None:
    if not is_regular_army(case.position, case.unit):
        return f"{case.name(case.unit)} is not an ordinary rifle army."
    if case.position.in_box(case.unit, "rvgk") and case.state.due[case.unit]:
        return f"{case.name(case.unit)} has not been in play yet."
    if not case.position.on_map(case.unit) or case.state.place[case.unit] in overland(case.position, SOVIET):
        return None
    return f"{case.name(case.unit)} is not in overland supply."
