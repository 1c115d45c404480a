"""5 What a player declares: the order of his phases (5.4, 5.5, 15.3)."""

from __future__ import annotations

from ostfront.core.play.referee import Section
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.position import campaign_of_1941, single_month, what_if, year
from ostfront.games.barbarossa_deluxe.state import ODER

section = Section[Case]("BD")

OTHER_THAN_FIGHT_MOVE, FIGHT_FIGHT = ("move-fight", "fight-fight"), ("fight-fight",)


@section.clause("5.4b", "order", verbs=OTHER_THAN_FIGHT_MOVE)
def germans_fight_first_on_turn_1(case: Case) -> str | None:
    bound = case.side == GERMAN and campaign_of_1941(case.position) and case.state.turn == 1
    return "On turn 1 the Germans fight first and then move." if bound else None


@section.clause("5.4c", "order", verbs=OTHER_THAN_FIGHT_MOVE)
def soviets_fight_first_to_turn_5(case: Case) -> str | None:
    bound = case.side == SOVIET and campaign_of_1941(case.position) and case.state.turn <= 5
    return "On turns 1 to 5 the Soviets fight first and then move." if bound else None


def _on_the_oder(case: Case) -> bool:
    """5.5, 4.18: turn 30 of Watch on the Oder."""
    return case.state.turn == 30 and case.state.operation == ODER


@section.clause("5.5a", "order", verbs=FIGHT_FIGHT)
def german_fight_fight_once_a_summer(case: Case) -> str | None:
    if case.side != GERMAN or what_if(case.position) or case.state.turn == 30:
        return None
    if not single_month(case.position) or year(case.position) not in (1942, 1943):
        return "Fight/fight is for a single-month turn of 1942 and one of 1943."
    used = year(case.position) in case.state.fight_fights
    return f"Fight/fight has been used in {year(case.position)}." if used else None


@section.clause("5.5b", "order", verbs=FIGHT_FIGHT)
def german_fight_fight_on_the_oder(case: Case) -> str | None:
    asked = case.side == GERMAN and case.state.turn == 30 and not _on_the_oder(case)
    return "On turn 30 fight/fight belongs to Watch on the Oder." if asked else None


@section.clause("5.5c", "order", verbs=FIGHT_FIGHT)
def soviet_fight_fight_at_the_end(case: Case) -> str | None:
    if case.side != SOVIET or what_if(case.position):
        return None
    if case.state.turn < 31:
        return "The Soviets may use fight/fight on turn 31 or 32 only."
    return "The Soviets have used their fight/fight." if case.state.soviet_fight_fight else None


@section.clause("15.3b", "order", verbs=FIGHT_FIGHT)
def fight_fight_once_in_the_what_if(case: Case) -> str | None:
    if not what_if(case.position):
        return None
    used = bool(case.state.fight_fights) if case.side == GERMAN else case.state.soviet_fight_fight
    return "Fight/fight has been used in this scenario." if used else None
