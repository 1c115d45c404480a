"""7.0 Logistics: steps for HQs and for combat blocks."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.position import Position

section = Section[Case]("K41")

GIVE = ("restore", "replace")


def cost_of_next_step(position: Position, unit: int) -> int:
    """7.2.2: by the colour of the step that is gained."""
    colour = position.roster.fire[unit][position.state.steps[unit] + 1]
    points: int = position.charts["fire"][colour]["replacement"]
    return points


def below_full(case: Case) -> bool:
    return case.state.steps[case.unit] < case.position.full_steps(case.unit)


@section.clause("7.2.2c", *GIVE, verbs=GIVE, tier=Tier.WORDS)
def fleets_are_not_repaired(case: Case) -> str | None:
    if case.position.kind(case.unit) != "fleet":
        return None
    return f"{case.name(case.unit)} is a fleet; fleets are never repaired."


@section.clause("7.1", *GIVE, verbs=GIVE, tier=Tier.WORDS)
def leaders_rest(case: Case) -> str | None:
    if case.position.kind(case.unit) != "leader":
        return None
    return f"{case.name(case.unit)} is a Leader, who is restored only by a Logistics Pause."


@section.clause("7.2.2a", "restore", verbs=("restore",), tier=Tier.WORDS)
def an_hq_is_restored(case: Case) -> str | None:
    if case.position.is_hq(case.unit) or case.position.kind(case.unit) in ("fleet", "leader"):
        return None
    return f"{case.name(case.unit)} is not an HQ; Regeneration Points are for HQs."


@section.clause("7.2.2b", "replace", verbs=("replace",), tier=Tier.WORDS)
def a_combat_block_is_replaced(case: Case) -> str | None:
    if case.position.is_combat(case.unit) or case.position.kind(case.unit) in ("fleet", "leader"):
        return None
    return f"{case.name(case.unit)} is not a combat block; Replacement Points are for combat blocks."


@section.clause("7.2a", *GIVE, verbs=GIVE, tier=Tier.STANDING)
def own_block_on_the_map(case: Case) -> str | None:
    if case.position.side(case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit):
        return None
    return f"{case.name(case.unit)} is not on the map ({case.whereabouts(case.unit)})."


@section.clause("4.2.3", *GIVE, verbs=GIVE)
def full_strength_is_the_limit(case: Case) -> str | None:
    return None if below_full(case) else f"{case.name(case.unit)} is at full strength."


@section.clause("7.2.1c", "restore", verbs=("restore",))
def regeneration_points_left(case: Case) -> str | None:
    price: int = case.position.charts["regeneration"]["step"]
    if case.local.points >= price:
        return None
    return "No Regeneration Points are left."


@section.clause("7.2.2b", "replace", verbs=("replace",))
def replacement_points_left(case: Case) -> str | None:
    if not below_full(case):
        return None  # 4.2.3
    price = cost_of_next_step(case.position, case.unit)
    if price <= case.local.points:
        return None
    return f"The next step of {case.name(case.unit)} costs {price} Replacement Points; {case.local.points} are left."
