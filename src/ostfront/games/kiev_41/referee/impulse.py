"""3.0, 10.0, 10.1, 10.19, 11.0 and the scenarios: which impulse may be played, and which HQs are activated."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.case import Case
from ostfront.games.kiev_41.referee.movement import can_be_revealed, falls_with_kiev
from ostfront.games.kiev_41.referee.position import Position

section = Section[Case]("K41")

SPENDING = ("strategic", "reinforce", "exploit")

# ---- the reasoning ----------------------------------------------------------------------------------


def is_tactical(position: Position, unit: int) -> bool:
    """4.2.6: an HQ that is not the Luftwaffe's; Guderian is one of them."""
    return position.kind(unit) == "hq"


def opens(position: Position, unit: int) -> bool:
    """10.1: an HQ with which a Tactical Impulse can begin."""
    return (
        is_tactical(position, unit)
        and position.on_map(unit)
        and not position.exhausted(unit)
        and not position.state.isolated >> unit & 1
        and can_be_revealed(position, unit)
    )


def own_hqs(case: Case) -> list[int]:
    units = range(case.roster.count)
    return [u for u in units if case.position.is_hq(u) and case.position.side(u) == case.side]


# ---- the disc ---------------------------------------------------------------------------------------


@section.clause("3.2.1b", "impulse", "exploit", verbs=SPENDING)
def the_disc_is_yours(case: Case) -> str | None:
    return None if case.state.initiative == case.side else "You do not hold the Initiative Disc."


def _spent_once(case: Case, setup: str) -> str | None:
    scenario = case.ground.scenario
    if not scenario["disc_once"] or not case.state.spent[case.side] or case.facts.settings.scenario != setup:
        return None
    return "You have spent the Initiative Disc; in this scenario each side may do so only once."


@section.clause("SC.1a", "impulse", "exploit", verbs=SPENDING)
def once_in_les_preludes(case: Case) -> str | None:
    return _spent_once(case, "les-preludes")


@section.clause("SC.2a", "impulse", "exploit", verbs=SPENDING)
def once_in_the_river(case: Case) -> str | None:
    return _spent_once(case, "the-river")


@section.clause("SC.3a", "impulse", "exploit", verbs=SPENDING)
def once_in_the_pocket(case: Case) -> str | None:
    return _spent_once(case, "the-pocket")


@section.clause("SC.4a", "impulse", "exploit", verbs=SPENDING)
def once_in_the_snow(case: Case) -> str | None:
    return _spent_once(case, "the-snow")


@section.clause("10.19c", "exploit", verbs=("exploit",))
def weather_for_exploitation(case: Case) -> str | None:
    side = "axis" if case.side == 0 else "soviet"
    if case.position.weather in case.position.charts["exploitation"][side]:
        return None
    return f"In {case.position.weather} your side cannot make an Exploitation Move."


# ---- a Tactical Impulse -----------------------------------------------------------------------------


@section.clause("10.1a", "impulse", verbs=("tactical",))
def an_hq_can_be_activated(case: Case) -> str | None:
    if any(opens(case.position, unit) for unit in own_hqs(case)):
        return None
    return "No tactical HQ of yours can be activated: they are exhausted, isolated, or cannot leave their battle."


@section.clause("10.1a", "headquarters", verbs=("pick",), tier=Tier.WORDS)
def an_hq_is_activated(case: Case) -> str | None:
    return None if case.position.is_hq(case.unit) else f"{case.name(case.unit)} is not an HQ."


@section.clause("10.1a", "headquarters", verbs=("pick",), tier=Tier.STANDING)
def own_hq_on_the_map(case: Case) -> str | None:
    if case.position.side(case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    if case.position.on_map(case.unit):
        return None
    return f"{case.name(case.unit)} is not on the map ({case.whereabouts(case.unit)})."


@section.clause("10.1b", "headquarters", verbs=("pick",), tier=Tier.STANDING)
def activated_once(case: Case) -> str | None:
    return f"{case.name(case.unit)} is already activated." if case.state.active >> case.unit & 1 else None


@section.clause("10.0", "headquarters", verbs=("pick",))
def luftwaffe_follows(case: Case) -> str | None:
    if case.state.active or case.position.kind(case.unit) != "luftwaffe":
        return None
    return f"{case.name(case.unit)} is a Luftwaffe HQ; a tactical HQ must be activated first."


@section.clause("10.1a", "headquarters", verbs=("pick",))
def the_first_is_not_exhausted(case: Case) -> str | None:
    unit = case.unit
    if case.state.active or not case.position.exhausted(unit) or _never_exhausted(case.position, unit):
        return None  # 10.5b
    return f"{case.name(unit)} is exhausted; the first HQ to be activated must not be."


def _never_exhausted(position: Position, unit: int) -> bool:
    return position.kind(unit) == "luftwaffe" or position.is_guderian(unit)


@section.clause("10.5b", "headquarters", verbs=("pick",))
def luftwaffe_and_guderian_exhausted(case: Case) -> str | None:
    if not case.position.exhausted(case.unit) or not _never_exhausted(case.position, case.unit):
        return None
    return f"{case.name(case.unit)} is exhausted: it cannot be activated."


@section.clause("10.1c", "headquarters", verbs=("pick",))
def a_place_to_be_revealed(case: Case) -> str | None:
    if can_be_revealed(case.position, case.unit):
        return None
    if falls_with_kiev(case.position, case.unit):
        return f"Kiev falls when {case.name(case.unit)} leaves it, and he is removed with it: he cannot be revealed."
    return f"{case.name(case.unit)} cannot leave the battle in {case.whereabouts(case.unit)} to be revealed."


@section.clause("10.1a", "headquarters", verbs=("done",))
def at_least_one_hq(case: Case) -> str | None:
    return None if case.state.active else "A Tactical Impulse needs an activated HQ."


@section.clause("10.1c", "approach", verbs=("reveal",))
def not_revealed_among_enemies(case: Case) -> str | None:
    unit = case.local.unit
    place = case.state.place[unit]
    if place not in case.position.held[case.enemy]:
        return None
    return f"{case.where(place)} contains enemy units; {case.name(unit)} must disengage before it is revealed."
