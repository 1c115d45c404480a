"""4.0 Orders: which chits may be selected."""

from __future__ import annotations

from drill.facts import SIDE_OF
from drill.referee.case import Case
from ostfront.core.play.referee import Section, Tier

section = Section[Case]("DRILL")


@section.clause("4.1", "orders", tier=Tier.STANDING)
def own_extra_chit(case: Case) -> str | None:
    chit = case.facts.chits[case.thing]
    if SIDE_OF[case.facts.chit_seat[case.thing]] != case.side:
        return f"{chit.name} is the enemy's."
    return None if chit.extra else f"{chit.name} is in the cup anyway."


@section.clause("4.2", "orders")
def not_twice_running(case: Case) -> str | None:
    if case.thing == case.state.previous[case.seat]:
        return f"{case.facts.chits[case.thing].name} was selected last turn."
    return None
