"""7.0 Command: which chits may be selected, and what a chit wakes up."""

from __future__ import annotations

from ostfront.core.referee import Tier
from ostfront.games.victory_denied.referee.case import Case, clause
from ostfront.games.victory_denied.referee.position import Chit
from ostfront.games.victory_denied.roster import GERMAN, SIDES

PANZER_KINDS = ("2PzG", "guderian", "3PzG")
MANDATORY_KINDS = ("air", "art", "supply", "reinforcement")


def named_chit(case: Case) -> Chit:
    assert isinstance(case.action.arg, int)
    return case.facts.chits[case.action.arg]


def is_panzer(case: Case, unit: int) -> bool:
    """A motorized combat unit of a panzer corps."""
    return case.roster.motorized[unit] and case.roster.corps[unit] != ""


# ---- selection --------------------------------------------------------------------------------------


@clause("7.1.2b", "select", tier=Tier.STANDING)
def mandatory_chits_are_not_selected(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.kind not in MANDATORY_KINDS:
        return None
    return f"{chit.id} is not selected: it goes into the cup by itself."


@clause("7.1.2a", "select", tier=Tier.STANDING)
def own_chits_only(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.side in (case.side, -1) or chit.kind in MANDATORY_KINDS:
        return None
    return f"{chit.id} is a chit of the {SIDES[chit.side].capitalize()} player."


@clause("3.6a", "select")
def hq_has_not_come_yet(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.hq < 0 or not any(case.position.in_box(chit.hq, box) for box in ("soviet-reserve", "timoshenko")):
        return None
    return f"{chit.id} cannot be selected before its HQ is on the map; it is still in its box."


@clause("3.7a", "select")
def chit_put_aside(case: Case) -> str | None:
    assert isinstance(case.action.arg, int)
    chit = named_chit(case)
    if case.state.turn > 1 or chit.kind != "3PzG" or case.state.choices_german >> case.action.arg & 1:
        return None
    return f"{chit.id} was put aside: it opens turn 1 by itself."


@clause("7.1.1a", "select")
def hq_is_gone(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.hq < 0 or case.position.on_map(chit.hq):
        return None
    if any(case.position.in_box(chit.hq, box) for box in ("soviet-reserve", "timoshenko")):
        return None  # 3.6a
    return f"{chit.id} is not available: its HQ is no longer on the map."


@clause("7.1.1b", "select")
def panzer_group_is_gone(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.kind not in PANZER_KINDS:
        return None
    units = range(case.roster.count)
    if any(is_panzer(case, u) and case.roster.group[u] == chit.group and case.position.on_map(u) for u in units):
        return None
    return f"{chit.id} is not available: no motorized unit of {chit.group} is on the map."


@clause("7.1.1c", "select")
def no_german_hq(case: Case) -> str | None:
    if named_chit(case).kind != "9A":
        return None
    hqs = [u for u in range(case.roster.count) if case.roster.is_hq[u] and case.roster.side[u] == GERMAN]
    if any(case.position.on_map(u) for u in hqs):
        return None
    return "9th Army chits are not available while no German HQ is on the map."


@clause("7.1.2a", "select")
def each_chit_once(case: Case) -> str | None:
    assert isinstance(case.action.arg, int)
    selected = case.state.selected_german if case.side == GERMAN else case.state.selected_soviet
    if selected >> case.action.arg & 1:
        return f"{named_chit(case).id} is already selected."
    return None


@clause("7.1.2a", "select")
def equal_chits_in_order(case: Case) -> str | None:
    """Of chits that are alike the first one left is named, so that the choice tells nothing."""
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


@clause("7.2.2d", "guderian", verbs=("trump",))
def guderian_is_held(case: Case) -> str | None:
    return None if case.state.guderian else "Guderian does not lie in its box: it was not selected, or is played."


# ---- what a chit wakes up ---------------------------------------------------------------------------


@clause("7.2.2b", "headquarters", tier=Tier.WORDS)
def a_german_hq(case: Case) -> str | None:
    unit = case.unit
    if case.roster.is_hq[unit] and case.roster.side[unit] == GERMAN:
        return None
    return f"{case.name(unit)} is no German HQ; a 9th Army chit activates a German HQ."


@clause("7.2.2b", "headquarters", tier=Tier.STANDING)
def hq_on_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."


@clause("7.4.1", "lead", tier=Tier.WORDS)
def a_panzer_unit(case: Case) -> str | None:
    if is_panzer(case, case.unit):
        return None
    return f"{case.name(case.unit)} is no motorized unit of a panzer corps."


@clause("7.4.2a", "lead", tier=Tier.STANDING)
def of_the_corps_asked_for(case: Case) -> str | None:
    corps, wanted = case.roster.corps[case.unit], case.local.corps[0]
    if corps in ("", wanted):
        return None
    return f"{case.name(case.unit)} belongs to {corps} Corps; the starting unit of {wanted} Corps is asked for."


@clause("7.4.2a", "lead", tier=Tier.STANDING)
def lead_on_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."
