"""15.0 The Hitler Directive: the units that leave."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.referee.case import Case

section = Section[Case]("AVD")


@section.clause("15.2b", "withdraw", tier=Tier.WORDS)
def a_motorized_german_unit(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] == GERMAN and case.roster.motorized[unit] and not case.roster.is_hq[unit]:
        return None
    return f"{case.name(unit)} is not a German motorized combat unit."


@section.clause("15.2b", "withdraw", tier=Tier.STANDING)
def withdrawn_from_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."
