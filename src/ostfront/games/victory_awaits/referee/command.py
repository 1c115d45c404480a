"""6.0 and 7.0 Command: which chits may be raised, selected, held and played; 18.1, Zhukov's Command."""

from __future__ import annotations

from typing import NamedTuple

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.facts.roster import AXIS, ROMANIAN, SIDES, SOVIET
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Chit, this_turn

section = Section[Case]("AVA")

REINFORCEMENTS, SUPPLY, INTERRUPT = "reinforcements", "supply", "interrupt"  # kinds of chit
TRUMP = ("trump",)


def named_chit(case: Case) -> Chit:
    return case.facts.chits[case.number]


def selected(case: Case) -> int:
    return case.state.selected_axis if case.side == AXIS else case.state.selected_soviet


# ---- the reasoning: which chits are available -------------------------------------------------------


class Group(NamedTuple):
    """Chits that share a number of the Turn Track."""

    name: str
    rule: str
    column: str


def group_of(chit: Chit) -> Group:
    if chit.side == SOVIET:
        return Group("Soviet", "6.2a", "su")
    if chit.nation == ROMANIAN:
        return Group("Rumanian", "6.2b", "rum")
    return Group("German", "6.2b", "ger")


def is_available(case: Case, index: int) -> bool:
    """15.2: its turn has come, and if it is one of the armies of choice it has been raised."""
    chit = case.facts.chits[index]
    if chit.side < 0 or chit.turn > case.state.turn:
        return False
    return not chit.choice or bool(case.state.raised >> index & 1)


def number_left(case: Case, group: Group) -> int:
    """How many chits of a group can still be selected."""
    chits = [chit for i, chit in enumerate(case.facts.chits) if selected(case) >> i & 1]
    return this_turn(case.position, group.column) - sum(group_of(chit) == group for chit in chits)


# ---- 15.2: one more army ----------------------------------------------------------------------------


@section.clause("15.2", "raise", tier=Tier.STANDING)
def an_army_of_choice(case: Case) -> str | None:
    chit = named_chit(case)
    return None if chit.choice else f"{chit.id} is not an army chit of the Soviet player's choice."


@section.clause("15.2", "raise")
def each_army_once(case: Case) -> str | None:
    return f"{named_chit(case).id} is already available." if case.state.raised >> case.number & 1 else None


@section.clause("15.2", "raise")
def one_army_for_each_map(case: Case) -> str | None:
    chit = named_chit(case)
    if not chit.choice or chit.map in case.local.maps:
        return None
    return f"{chit.id}: an army of this map ({chit.map}) has been added this turn."


# ---- selection --------------------------------------------------------------------------------------


@section.clause("6.2c", "select", tier=Tier.STANDING)
def supply_check_is_not_selected(case: Case) -> str | None:
    chit = named_chit(case)
    return f"{chit.id} cannot be selected: it is always in the cup." if chit.kind == SUPPLY else None


@section.clause("6.1a", "select", tier=Tier.STANDING)
def own_chits_only(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.side in (case.side, -1):
        return None
    return f"{chit.id} belongs to the {SIDES[chit.side].capitalize()} player."


@section.clause("6.1a", "select")
def each_chit_once(case: Case) -> str | None:
    if not selected(case) >> case.number & 1:
        return None
    return f"{named_chit(case).id} is already selected."


def _too_many(case: Case, number: str) -> str | None:
    chit = named_chit(case)
    group = group_of(chit)
    if chit.side < 0 or group.rule != number or selected(case) >> case.number & 1 or number_left(case, group) > 0:
        return None
    limit = this_turn(case.position, group.column)
    chits = "chit is" if limit == 1 else "chits are"
    return f"{limit} {group.name} {chits} already selected, as many as the Turn Track allows."


@section.clause("6.2a", "select")
def as_many_as_the_su_number(case: Case) -> str | None:
    return _too_many(case, "6.2a")


@section.clause("6.2b", "select")
def as_many_as_the_axis_numbers(case: Case) -> str | None:
    return _too_many(case, "6.2b")


@section.clause("15.2", "select")
def the_chit_is_available(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.side < 0 or is_available(case, case.number):
        return None
    if chit.turn > case.state.turn:
        return f"{chit.id} is available from turn {chit.turn} on."
    return f"{chit.id} is not available: the Soviet player has not added that army."


@section.clause("6.1c", "select")
def equal_chits_in_order(case: Case) -> str | None:
    """Among identical chits the first one left is named, so that the choice reveals nothing."""
    wanted = named_chit(case)
    for i, chit in enumerate(case.facts.chits[: case.number]):
        alike = chit.side == wanted.side and chit.kind == wanted.kind and chit.hq == wanted.hq >= 0
        if alike and is_available(case, i) and not selected(case) >> i & 1:
            return f"{wanted.id} is like {chit.id}; name {chit.id}."
    return None


# ---- interrupts -------------------------------------------------------------------------------------


def _held(case: Case, kind: str) -> str | None:
    chit = named_chit(case)
    if chit.kind != kind or not case.state.hand >> case.number & 1:
        return f"{chit.id} is not held in hand to be played now."
    return None


@section.clause("7.3a", "interrupt", verbs=TRUMP, tier=Tier.STANDING)
def manstein_or_guderian_is_held(case: Case) -> str | None:
    return _held(case, INTERRUPT)


@section.clause("19.5", "interrupt", verbs=TRUMP)
def by_the_player_of_its_hq(case: Case) -> str | None:
    chit, facts = named_chit(case), case.facts
    if not facts.controlled or chit.kind != INTERRUPT or facts.chit_seat[case.number] == case.decision.seat:
        return None
    return f"{chit.id} is played by {facts.seats[facts.chit_seat[case.number]].name}, who commands the HQ."


@section.clause("7.3c", "last", verbs=TRUMP, tier=Tier.STANDING)
def what_is_held_is_played_last(case: Case) -> str | None:
    return _held(case, INTERRUPT)


# ---- Zhukov's Command -------------------------------------------------------------------------------


@section.clause("18.1f", "declare", verbs=("declare",))
def the_enemy_is_before_leningrad(case: Case) -> str | None:
    if case.state.zhukov:
        return "Zhukov's Command has been declared."
    return None if case.state.at_the_gates else "No Axis unit has entered a hex next to Leningrad."


@section.clause("18.1g", "hold", verbs=("hold",), tier=Tier.STANDING)
def the_reinforcements_chit_is_held(case: Case) -> str | None:
    chit = named_chit(case)
    if chit.kind == REINFORCEMENTS and chit.side == SOVIET and selected(case) >> case.number & 1:
        return None
    return f"{chit.id} is not the Soviet Reinforcements chit; only that can be held."


@section.clause("18.1g", "hold", verbs=("hold",))
def after_the_turn_of_the_declaration(case: Case) -> str | None:
    if case.state.zhukov and case.state.turn > case.state.zhukov:
        return None
    return "A chit can be held from the turn after Zhukov's Command."


@section.clause("18.1g", "zhukov", verbs=TRUMP, tier=Tier.STANDING)
def the_held_reinforcements_are_played(case: Case) -> str | None:
    return _held(case, REINFORCEMENTS)
