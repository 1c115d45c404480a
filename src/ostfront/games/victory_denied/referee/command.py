"""7.0 Command: which chits may be selected, and what a chit activates."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, Roster
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Chit, Position

section = Section[Case]("AVD")

PANZER_KINDS = ("2PzG", "guderian", "3PzG")
MANDATORY_KINDS = ("air", "art", "supply", "reinforcement")


def named_chit(case: Case) -> Chit:
    assert isinstance(case.action.arg, int)
    return case.facts.chits[case.action.arg]


def is_panzer(roster: Roster, unit: int) -> bool:
    """A motorized combat unit of a panzer corps."""
    return roster.motorized[unit] and roster.corps[unit] != ""


# ---- the reasoning: which chits are available -------------------------------------------------------


class Reason(NamedTuple):
    """Why a chit is not available: the rule and a sentence."""

    rule: str
    text: str


def unavailable(position: Position, index: int) -> Reason | None:
    """7.1.1: why a chit cannot be selected as units stand now; the chit set aside on turn 1 is ignored."""
    chit, roster = position.facts.chits[index], position.roster
    if chit.hq >= 0 and not position.on_map(chit.hq):
        if any(position.in_box(chit.hq, box) for box in ("soviet-reserve", "timoshenko")):
            return Reason("3.6a", f"{chit.id} cannot be selected before its HQ is on the map; it is in its box.")
        return Reason("7.1.1a", f"{chit.id} is not available: its HQ is not on the map.")
    there = [unit for unit in range(roster.count) if position.on_map(unit)]
    if chit.kind in PANZER_KINDS and not any(roster.group[u] == chit.group and is_panzer(roster, u) for u in there):
        return Reason("7.1.1b", f"{chit.id} is not available: no motorized unit of {chit.group} is on the map.")
    if chit.kind == "9A" and not any(roster.is_hq[u] and roster.side[u] == GERMAN for u in there):
        return Reason("7.1.1c", "9th Army chits are not available while no German HQ is on the map.")
    return None


def why_unavailable(case: Case) -> Reason | None:
    """Why the named chit is not among this turn's choices, which were fixed when the turn began."""
    assert isinstance(case.action.arg, int)
    choices = case.state.choices_german if case.side == GERMAN else case.state.choices_soviet
    if choices >> case.action.arg & 1:
        return None
    chit = named_chit(case)
    found = unavailable(case.position, case.action.arg)
    if found is None and case.state.turn == 1 and chit.kind == "3PzG":
        return Reason("3.7a", f"{chit.id} was set aside: it opens turn 1 automatically.")
    return found or Reason("7.1.2a", f"{chit.id} is not among the chits to select from this turn.")


def _not_available(case: Case, number: str) -> str | None:
    found = why_unavailable(case)
    return found.text if found and found.rule == number else None


# ---- selection --------------------------------------------------------------------------------------


@section.clause("7.1.2b", "select", tier=Tier.STANDING)
def mandatory_chits_are_not_selected(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.kind not in MANDATORY_KINDS:
        return None
    return f"{chit.id} cannot be selected: it goes into the cup automatically."


@section.clause("7.1.2a", "select", tier=Tier.STANDING)
def own_chits_only(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.side in (case.side, -1) or chit.kind in MANDATORY_KINDS:
        return None
    return f"{chit.id} belongs to the {SIDES[chit.side].capitalize()} player."


@section.clause("3.6a", "select")
def hq_has_not_come_yet(case: Case) -> str | None:
    return _not_available(case, "3.6a")


@section.clause("3.7a", "select")
def chit_put_aside(case: Case) -> str | None:
    return _not_available(case, "3.7a")


@section.clause("7.1.1a", "select")
def hq_is_gone(case: Case) -> str | None:
    return _not_available(case, "7.1.1a")


@section.clause("7.1.1b", "select")
def panzer_group_is_gone(case: Case) -> str | None:
    return _not_available(case, "7.1.1b")


@section.clause("7.1.1c", "select")
def no_german_hq(case: Case) -> str | None:
    return _not_available(case, "7.1.1c")


@section.clause("7.1.2a", "select")
def among_the_choices(case: Case) -> str | None:
    return _not_available(case, "7.1.2a")


@section.clause("7.1.2a", "select")
def each_chit_once(case: Case) -> str | None:
    assert isinstance(case.action.arg, int)
    selected = case.state.selected_german if case.side == GERMAN else case.state.selected_soviet
    if selected >> case.action.arg & 1:
        return f"{named_chit(case).id} is already selected."
    return None


@section.clause("7.1.2a", "select")
def equal_chits_in_order(case: Case) -> str | None:
    """Among identical chits the first one left is named, so that the choice reveals nothing."""
    assert isinstance(case.action.arg, int)
    wanted = named_chit(case)
    selected = case.state.selected_german if case.side == GERMAN else case.state.selected_soviet
    choices = case.state.choices_german if case.side == GERMAN else case.state.choices_soviet
    for i, chit in enumerate(case.facts.chits[: case.action.arg]):
        alike = chit.side == wanted.side and chit.kind == wanted.kind and chit.hq == wanted.hq
        if alike and choices >> i & 1 and not selected >> i & 1:
            return f"{wanted.id} is like {chit.id}; name {chit.id}."
    return None


# ---- Guderian ---------------------------------------------------------------------------------------


@section.clause("7.2.2d", "guderian", verbs=("trump",))
def guderian_is_held(case: Case) -> str | None:
    return None if case.state.guderian else "Guderian is not available: not selected, or already played."


# ---- what a chit activates --------------------------------------------------------------------------


@section.clause("7.2.2b", "headquarters", tier=Tier.WORDS)
def a_german_hq(case: Case) -> str | None:
    unit = case.unit
    if case.roster.is_hq[unit] and case.roster.side[unit] == GERMAN:
        return None
    return f"{case.name(unit)} is not a German HQ; a 9th Army chit activates a German HQ."


@section.clause("7.2.2b", "headquarters", tier=Tier.STANDING)
def hq_on_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@section.clause("7.4.1", "lead", tier=Tier.WORDS)
def a_panzer_unit(case: Case) -> str | None:
    if is_panzer(case.roster, case.unit):
        return None
    return f"{case.name(case.unit)} is not a motorized unit of a panzer corps."


@section.clause("7.4.2a", "lead", tier=Tier.STANDING)
def of_the_corps_asked_for(case: Case) -> str | None:
    corps, wanted = case.roster.corps[case.unit], case.local.corps[0]
    if corps in ("", wanted):
        return None
    return f"{case.name(case.unit)} belongs to {corps} Corps; the starting unit of {wanted} Corps must be chosen."


@section.clause("7.4.2a", "lead", tier=Tier.STANDING)
def lead_on_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."
