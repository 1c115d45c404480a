"""8.17, 8.21 Withdrawals: 2nd SS Panzer Corps, and Soviet rifle armies."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.case import Case
from ostfront.games.barbarossa_deluxe.referee.lines import overland
from ostfront.games.barbarossa_deluxe.referee.position import Position, is_regular_army, owner, unit_of

section = Section[Case]("BD")

WITHDRAW, DECLINE = ("withdraw",), ("decline",)
LAST_ARMY = 20  # the turn of the withdrawal that cannot be declined (8.21)


# ---- the reasoning ----------------------------------------------------------------------------------


def in_supply(position: Position, unit: int) -> bool:
    return position.state.place[unit] in overland(position, owner(position, unit))


def second_ss_is_called(position: Position) -> bool:
    """8.17: turns 19 and 25, or a withdrawal put off; the Gambit keeps it (4.17), in Citadel it is turn 20 (14.7)."""
    turn, scenario = position.state.turn, position.facts.scenario_name
    if scenario in ("gambit", "what-if"):
        return False
    first = turn == 20 if scenario == "citadel" else turn == 19 and not position.state.gambit
    return first or turn == 25 or position.state.withdrawals_due > 0


def armies(position: Position) -> list[int]:
    """8.21: the rifle armies among which the Soviet chooses: on turn 20 the box and the dead pile serve too."""

    def work_out() -> list[int]:
        every = [unit for unit in range(position.roster.count) if is_regular_army(position, unit)]
        found = [unit for unit in every if position.on_map(unit) and in_supply(position, unit)]
        if found or position.state.turn != LAST_ARMY:
            return found
        reserve = [unit for unit in every if position.in_box(unit, "rvgk")]
        return reserve or [unit for unit in every if position.in_box(unit, "dead-soviet")]

    return position.once("armies to withdraw", work_out)


# ---- who leaves -------------------------------------------------------------------------------------


@section.clause("8.17a", "withdraw", verbs=WITHDRAW)
def second_ss_leaves(case: Case) -> str | None:
    position, unit = case.position, case.unit
    if case.side != GERMAN:
        return None
    if unit != unit_of(position, "2SSPz"):
        return f"{case.name(unit)} is not withdrawn."
    if position.in_box(unit, "dead-german"):
        return None
    return (
        None
        if position.on_map(unit) and in_supply(position, unit)
        else f"{case.name(unit)} is not in overland supply."
    )


@section.clause("8.17a", "replace", verbs=("rebuild",))
def second_ss_leaves_from_the_dead_pile(case: Case) -> str | None:
    if case.unit != unit_of(case.position, "2SSPz") or not second_ss_is_called(case.position):
        return None
    return f"{case.name(case.unit)} is withdrawn from the dead pile this turn."


@section.clause("8.21a", "withdraw", verbs=WITHDRAW, tier=Tier.STANDING)
def soviets_withdraw_rifle_armies(case: Case) -> str | None:
    if case.side != SOVIET or is_regular_army(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is not a rifle army of yours."


@section.clause("8.21a", "withdraw", verbs=WITHDRAW)
def a_rifle_army_in_supply(case: Case) -> str | None:
    if case.side != SOVIET or case.state.turn == LAST_ARMY or case.unit in armies(case.position):
        return None
    return f"{case.name(case.unit)} is not on the map in overland supply."


@section.clause("8.21c", "withdraw", verbs=WITHDRAW)
def the_army_of_turn_20(case: Case) -> str | None:
    if case.side != SOVIET or case.state.turn != LAST_ARMY or case.unit in armies(case.position):
        return None
    return f"{case.name(case.unit)} stays: armies in overland supply on the map go first, then those in the box."


@section.clause("8.21c", "withdraw", verbs=DECLINE)
def not_declined_on_turn_20(case: Case) -> str | None:
    bound = case.side == SOVIET and case.state.turn == LAST_ARMY
    return "The withdrawal of turn 20 cannot be declined." if bound else None


@section.clause("14.7b", "withdraw", verbs=DECLINE)
def not_declined_in_citadel(case: Case) -> str | None:
    bound = case.side == GERMAN and case.facts.scenario_name == "citadel"
    return "In Citadel the withdrawal of 2nd SS Panzer Corps cannot be declined." if bound else None
