"""10.4 and 10.11, with 1.4 and 10.13.3.1: artillery and bombers for battles that are about to be fought."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.kiev_41.referee.battle import attackers
from ostfront.games.kiev_41.referee.case import Case

section = Section[Case]("K41")

GIVE = ("fire", "bomb")

# ---- the reasoning ----------------------------------------------------------------------------------


def sender(case: Case) -> int:
    """Who is to be activated: the HQ itself, or the Luftwaffe HQ to which a bomber belongs (10.11.1)."""
    return case.roster.index[case.roster.army[case.unit]] if case.action.verb == "bomb" else case.unit


def flying_bombers(case: Case, hq: int) -> list[int]:
    """Bombers of a Luftwaffe HQ that have their mission."""
    roster = case.roster
    own = [u for u in range(roster.count) if roster.type[u] == "bomber" and roster.army[u] == roster.ids[hq]]
    return [u for u in own if case.ground.is_area(case.state.place[u])]


# ---- both -------------------------------------------------------------------------------------------


@section.clause("10.12a", "support", verbs=GIVE, tier=Tier.WORDS)
def an_area_is_supported(case: Case) -> str | None:
    return None if case.ground.is_area(case.area) else f"{case.where(case.area)} is not an area of the map."


@section.clause("10.4a", "support", verbs=GIVE, tier=Tier.STANDING)
def an_activated_hq_of_yours(case: Case) -> str | None:
    if case.position.side(case.unit) != case.side:
        return f"{case.name(case.unit)} is not yours."
    return None if case.state.active >> sender(case) & 1 else f"{case.name(sender(case))} is not activated."


@section.clause("10.12a", "support", verbs=GIVE, tier=Tier.STANDING)
def a_battle_is_supported(case: Case) -> str | None:
    if case.area in case.position.contested and attackers(case.position, case.side, case.area):
        return None
    return f"No blocks of yours can attack in {case.where(case.area)}; artillery and bombers do not attack alone."


@section.clause("10.12a", "support", verbs=GIVE, tier=Tier.STANDING)
def a_battle_of_this_segment(case: Case) -> str | None:
    if case.state.to_fight >> case.area & 1 or not attackers(case.position, case.side, case.area):
        return None
    return f"No battle can be fought in {case.where(case.area)} in this segment."


# ---- artillery --------------------------------------------------------------------------------------


@section.clause("10.4b", "support", verbs=("fire",), tier=Tier.WORDS)
def a_tactical_hq_fires(case: Case) -> str | None:
    return None if case.position.kind(case.unit) == "hq" else f"{case.name(case.unit)} has no artillery."


@section.clause("10.2c", "support", verbs=("fire",), tier=Tier.WORDS)
def guderian_has_no_artillery(case: Case) -> str | None:
    silent = case.position.charts["headquarters"]["no_artillery"]
    return f"{case.name(case.unit)} has no artillery." if case.name(case.unit) in silent else None


@section.clause("10.5a", "support", verbs=("fire",))
def exhausted_hqs_do_not_fire(case: Case) -> str | None:
    return f"{case.name(case.unit)} is exhausted: it cannot fire." if case.position.exhausted(case.unit) else None


@section.clause("10.4a", "support", verbs=("fire",))
def one_battle_each(case: Case) -> str | None:
    fired = [area for unit, area in case.state.guns if unit == case.unit]
    if not fired:
        return None
    return f"{case.name(case.unit)} fires into {case.where(fired[0])}; it can support only one battle."


@section.clause("10.4a", "support", verbs=("fire",))
def into_an_adjacent_area(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if case.position.beside(place, case.area):
        return None
    return f"{case.where(case.area)} is not next to {case.name(case.unit)} in {case.where(place)}."


@section.clause("1.4b", "support", verbs=("fire",))
def rumanians_do_not_support_hungarians(case: Case) -> str | None:
    nation = case.roster.nation
    if nation[case.unit] != "rumanian":
        return None
    for unit in case.position.at(case.area, case.side):
        if nation[unit] == "hungarian":
            return f"{case.name(unit)} is in {case.where(case.area)}; Rumanian artillery does not support Hungarians."
    return None


@section.clause("10.13.3.1", "support", verbs=("fire",))
def blitz_hqs_support_a_blitz(case: Case) -> str | None:
    if not case.local.blitz or case.name(case.unit) in case.position.charts["headquarters"]["blitz"]:
        return None
    return f"{case.name(case.unit)} is not a Blitz HQ; only Blitz HQs fire in the Blitz Segment."


# ---- bombers ----------------------------------------------------------------------------------------


@section.clause("10.11b", "support", verbs=("bomb",), tier=Tier.WORDS)
def a_bomber_is_sent(case: Case) -> str | None:
    return None if case.position.kind(case.unit) == "bomber" else f"{case.name(case.unit)} is not a bomber."


@section.clause("10.17d", "support", verbs=("bomb",))
def no_bombers_for_a_blitz(case: Case) -> str | None:
    return "Bombers take no part in blitz battles." if case.local.blitz else None


@section.clause("10.11.1", "support", verbs=("bomb",))
def a_bomber_that_is_ready(case: Case) -> str | None:
    place = case.state.place[case.unit]
    if place == case.ground.at("bombers-available"):
        return None
    return f"{case.name(case.unit)} is not ready to fly ({case.where(place)})."


@section.clause("10.11b", "support", verbs=("bomb",))
def as_many_bombers_as_stars(case: Case) -> str | None:
    hq = sender(case)
    flying, stars = len(flying_bombers(case, hq)), case.position.strength(hq)
    return None if flying < stars else f"{case.name(hq)} has {stars} stars, and {flying} bombers are in the air."


@section.clause("10.11b", "support", verbs=("bomb",))
def battles_in_air_range(case: Case) -> str | None:
    hq, distance = sender(case), _distance(case)
    stars = case.position.strength(hq)
    if 0 <= distance <= stars:
        return None
    return f"{case.where(case.area)} is {distance} areas from {case.name(hq)}; its air range is {stars}."


@section.clause("10.11c", "support", verbs=("bomb",))
def weather_grounds_bombers(case: Case) -> str | None:
    hq, distance = sender(case), _distance(case)
    stars, left = case.position.strength(hq), case.position.command_strength(hq)
    flying = len(flying_bombers(case, hq))
    if flying < left and 0 <= distance <= left:
        return None
    if flying >= stars or distance > stars or distance < 0:
        return None  # 10.11b
    return f"In {case.position.weather} {case.name(hq)} counts {left}: the limit for its bombers and their range."


@section.clause("14.5a", "support", verbs=("bomb",))
def no_bombers_in_a_blizzard(case: Case) -> str | None:
    missions = case.position.charts["weather"][case.position.weather].get("missions", True)
    return None if missions else "Bombers stay on the ground in a blizzard."


def _distance(case: Case) -> int:
    """10.11: from the HQ, over anything."""
    return case.position.plain.distance(case.state.place[sender(case)], case.area)
