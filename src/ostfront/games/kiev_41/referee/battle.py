"""10.12 to 10.15: which battles are fought, bombers against fleets and guns, and who takes the hits."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.position import BLOCKS, Position
from ostfront.games.kiev_41.referee.supply import has_line

section = Section[Case]("K41")

# ---- the reasoning ----------------------------------------------------------------------------------


def attackers(position: Position, side: int, area: int) -> list[int]:
    """10.12: the blocks of a side in an area that are not isolated."""
    return [unit for unit in position.at(area, side) if not position.state.isolated >> unit & 1]


def mandatory(case: Case) -> list[int]:
    """10.12b: newly contested areas whose battle has not been fought."""
    left = case.state.to_fight & ~case.state.contested_before
    return [
        area
        for area in sorted(case.position.contested)
        if left >> area & 1 and attackers(case.position, case.side, area)
    ]


def bombers_over(case: Case, area: int) -> list[int]:
    units = range(case.roster.count)
    return [u for u in units if case.position.kind(u) == "bomber" and case.state.place[u] == area]


def fleets_off(case: Case, area: int) -> list[int]:
    units = range(case.roster.count)
    return [u for u in units if case.position.kind(u) == "fleet" and case.state.place[u] == area]


# ---- which battle -----------------------------------------------------------------------------------


@section.clause("10.12a", "battle", verbs=("fight",), tier=Tier.WORDS)
def a_battle_is_in_an_area(case: Case) -> str | None:
    return None if case.ground.is_area(case.area) else f"{case.where(case.area)} is not an area of the map."


@section.clause("10.12a", "battle", verbs=("fight",), tier=Tier.STANDING)
def both_sides_are_there(case: Case) -> str | None:
    if case.area in case.position.contested:
        return None
    return f"{case.where(case.area)} does not contain units of both sides."


@section.clause("4.1c", "battle", verbs=("fight",))
def lines_do_not_attack(case: Case) -> str | None:
    if case.position.at(case.area, case.side):
        return None
    return f"You have only a Defensive Line in {case.where(case.area)}; it does not attack."


@section.clause("10.12c", "battle", verbs=("fight",))
def isolated_blocks_do_not_attack(case: Case) -> str | None:
    if attackers(case.position, case.side, case.area) or not case.position.at(case.area, case.side):
        return None  # 4.1c
    return f"All your blocks in {case.where(case.area)} are isolated; they do not attack."


@section.clause("10.16a", "battle", verbs=("fight",))
def one_round(case: Case) -> str | None:
    if case.state.to_fight >> case.area & 1 or not attackers(case.position, case.side, case.area):
        return None
    return f"{case.where(case.area)} has no battle left to fight in this segment."


@section.clause("10.12b", "battle", verbs=("done",))
def mandatory_battles_first(case: Case) -> str | None:
    left = mandatory(case)
    return f"The battle in {case.where(left[0])} must be fought: it is newly contested." if left else None


# ---- losses -----------------------------------------------------------------------------------------


@section.clause("10.15a", "loss", "siege", tier=Tier.WORDS)
def a_block_takes_the_hit(case: Case) -> str | None:
    if case.position.kind(case.unit) in (*BLOCKS, "leader"):
        return None  # 4.2.4
    return f"{case.name(case.unit)} is not a block, and cannot take hits here."


@section.clause("4.2.4", "loss", "siege", tier=Tier.WORDS)
def leaders_take_no_hits(case: Case) -> str | None:
    if case.position.kind(case.unit) != "leader":
        return None
    return f"{case.name(case.unit)} is a Leader: he takes no part in battles."


@section.clause("10.15a", "loss", tier=Tier.STANDING)
def own_block_in_the_battle(case: Case) -> str | None:
    if case.unit in case.position.at(case.local.area, case.side):
        return None
    return f"{case.name(case.unit)} is not yours in {case.where(case.local.area)}."


@section.clause("10.15a", "loss")
def the_strongest_first(case: Case) -> str | None:
    return _weaker(case, case.position.at(case.local.area, case.side))


def _weaker(case: Case, blocks: list[int]) -> str | None:
    position = case.position
    if case.unit not in blocks:
        return None
    strongest = max(blocks, key=position.strength)
    if position.strength(case.unit) == position.strength(strongest):
        return None
    return f"{case.name(strongest)} is stronger than {case.name(case.unit)}; the strongest block is hit first."


def besieged(case: Case) -> list[int]:
    """14.4: the marked Soviet blocks in Sevastopol that are still cut off."""
    if has_line(case.position, case.side, case.ground.sevastopol):
        return []
    there = case.position.at(case.ground.sevastopol, case.side)
    return [unit for unit in there if case.state.isolated >> unit & 1]


@section.clause("14.4b", "siege", tier=Tier.STANDING)
def a_marked_block_in_sevastopol(case: Case) -> str | None:
    if case.unit in besieged(case):
        return None
    return f"{case.name(case.unit)} is not an isolated block of yours in Sevastopol."


@section.clause("14.4b", "siege")
def the_strongest_starves(case: Case) -> str | None:
    return _weaker(case, besieged(case))
