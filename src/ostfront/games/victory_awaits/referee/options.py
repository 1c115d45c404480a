"""17.0 Optional rules: bids, Reserve and OKH, HQ transfer, the armor limit; 8.0, what an HQ has in its range."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Position, land

section = Section[Case]("AVA")

WAKE = ("activate",)
TRANSFER = ("transfer",)


# ---- the reasoning ----------------------------------------------------------------------------------


def in_range(position: Position, place: int) -> set[int]:
    """8.2: the hexes within command range, counted over land and no prohibited hexside."""
    return position.once(("range", place), lambda: _in_range(position, place))


def _in_range(position: Position, place: int) -> set[int]:
    limit = int(position.charts["command"]["range"])
    return set(position.plain.flood([place], land(position), land(position), closed=("prohibited",), limit=limit))


def active_hq(case: Case) -> int:
    """The HQ of the chit that is carried out, -1 if there is none."""
    command = case.below("activation")
    return case.facts.chits[command.chit].hq if command is not None and command.chit >= 0 else -1


def by_number(case: Case) -> bool:
    """Whether units are activated one by one by Reserve or OKH, not chosen for an HQ (17.5)."""
    return case.facts.chits[case.local.chit].kind in ("reserve", "okh")


# ---- 17.1 -------------------------------------------------------------------------------------------


@section.clause("17.1", "bid")
def a_higher_bid_after_a_tie(case: Case) -> str | None:
    # ruling 17.1: after equal bids each bids again, at least as high
    least = case.state.tied
    return None if case.number >= least else f"Both bid {least}; bid at least as much again."


# ---- 17.2, 17.5 -------------------------------------------------------------------------------------


@section.clause("17.2c", "wake", verbs=WAKE, tier=Tier.STANDING)
def own_units_on_the_map(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.local.side:
        return f"{case.name(unit)} is not yours."
    return None if case.position.on_map(unit) else f"{case.name(unit)} is not on the map."


@section.clause("14.3a", "wake", verbs=WAKE, tier=Tier.STANDING)
def no_fortresses(case: Case) -> str | None:
    return f"{case.name(case.unit)} is a fortress." if case.roster.is_fort[case.unit] else None


@section.clause("17.5", "wake", verbs=WAKE)
def the_armor_of_an_hq(case: Case) -> str | None:
    if by_number(case) or case.roster.mech[case.unit]:
        return None
    return f"{case.name(case.unit)} is not mechanized; it cannot be chosen."


@section.clause("8.3", "wake", verbs=WAKE)
def of_the_nationality_of_the_hq(case: Case) -> str | None:
    hq = active_hq(case)
    if by_number(case) or case.roster.nation[case.unit] == case.roster.nation[hq]:
        return None
    return f"{case.name(case.unit)} is not of the nationality of {case.name(hq)}."


@section.clause("8.2b", "wake", verbs=WAKE)
def as_it_was_when_the_chit_was_drawn(case: Case) -> str | None:
    # ruling 8.2: the units that can be chosen are fixed when the chit is played
    if case.local.among >> case.unit & 1:
        return None
    if case.state.active >> case.unit & 1:
        return f"{case.name(case.unit)} is already activated."
    return f"{case.name(case.unit)} was out of range, or not on the map, when the chit was drawn."


# ---- 17.3 -------------------------------------------------------------------------------------------


@section.clause("17.3a", "transfer", verbs=TRANSFER, tier=Tier.STANDING)
def another_hq_of_your_own(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != case.side or not case.roster.is_hq[unit]:
        return f"{case.name(unit)} is not an HQ of yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return f"{case.name(unit)} is the one that was activated." if unit == active_hq(case) else None


@section.clause("17.3a", "transfer", verbs=TRANSFER)
def in_range_and_with_a_line(case: Case) -> str | None:
    # ruling 17.3: range and line are checked once, when the HQ is activated
    if case.local.among >> case.unit & 1:
        return None
    hq = active_hq(case)
    if case.state.place[case.unit] not in in_range(case.position, case.state.place[hq]):
        return f"{case.name(case.unit)} was out of range of {case.name(hq)}."
    return f"{case.name(case.unit)} had no line of communications."
