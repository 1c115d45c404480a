"""Replacement points (9.2): where they come from, and in which order they are spent."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SOVIET
from ostfront.games.barbarossa_1941.rules.supply_lines import cities_of
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Replacing

INFANTRY, MOTORISED, FINNISH, ROMANIAN = "infantry", "motorised", "finnish", "romanian"
POOLS = {INFANTRY: "pool_infantry", MOTORISED: "pool_motorised", FINNISH: "pool_finnish", ROMANIAN: "pool_romanian"}
NAMES = {FINNISH: "Finnish", ROMANIAN: "Romanian"}  # the others are words


def kind_of(facts: Facts, unit: int) -> str:
    """The kind of point that a unit takes; empty if there is none for it."""
    roster = facts.roster
    if roster.side[unit] == SOVIET:
        return soviet_kind(facts, unit)
    if roster.nation[unit] == "German":
        return {"inf": INFANTRY, "mot": MOTORISED}.get(roster.track[unit], "")
    return allied_kind(facts, unit)


@implements("B41 9.2e")
def allied_kind(facts: Facts, unit: int) -> str:
    """Finns and Romanians have points of their own, the other allies none."""
    return {"Finnish": FINNISH, "Romanian": ROMANIAN}.get(facts.roster.nation[unit], "")


def soviet_kind(facts: Facts, unit: int) -> str:
    roster = facts.roster
    if roster.rebuild[unit] == "mobile":
        return group_kind()
    if roster.type[unit] == "fort" or beyond_repair(facts, unit):
        return ""
    return INFANTRY


@implements("B41 12.11e", "B41 12.11f")
def group_kind() -> str:
    """Cavalry becomes a mobile group, and a reduced group one again, for a motorised point."""
    return MOTORISED


@implements("B41 9.2p")
def beyond_repair(facts: Facts, unit: int) -> bool:
    """Soviet mechanised corps."""
    return facts.roster.rebuild[unit] == "never"


# ---- city points ------------------------------------------------------------------------------------


@implements("B41 9.2f")
def city_infantry(facts: Facts, state: B41State) -> int:
    """Soviet infantry steps of the turn, by the major cities held."""
    chart = facts.charts["replacements"]["soviet_cities"]
    held = (facts.soviet_majors & cities_of(facts, state, SOVIET)).bit_count()
    return next(int(steps) for low, high, steps in chart["table"] if low <= held <= high)


@implements("B41 9.2g")
def city_motorised(facts: Facts, state: B41State) -> int:
    """A Soviet motorised step of the turn, while both tank cities are held."""
    chart = facts.charts["replacements"]["soviet_cities"]
    own = cities_of(facts, state, SOVIET)
    kept = all(own >> facts.city(name) & 1 for name in chart["motorised_cities"])
    return int(chart["motorised_steps"]) if kept and state.turn >= chart["motorised_from_turn"] else 0


@implements("B41 12.8e")
def basic_only(state: B41State) -> bool:
    """On turn 1 the Soviets have nothing but what their losses give."""
    return state.turn == 1


# ---- the loss markers -------------------------------------------------------------------------------


@implements("B41 9.2d")
def block(facts: Facts, side: int) -> int:
    """Steps lost for one point."""
    return int(facts.charts["replacements"]["axis_losses_per_step" if side == AXIS else "soviet_losses_per_step"])


def marker_of(side: int, kind: str) -> str:
    """The loss marker that gives points of a kind; empty if none does."""
    if side == SOVIET:
        return "lost_soviet" if kind == INFANTRY else ""
    return {INFANTRY: "lost_infantry", MOTORISED: "lost_motorised"}.get(kind, "")


def from_losses(facts: Facts, state: B41State, local: Replacing, kind: str) -> int:
    marker = marker_of(local.side, kind)
    if not marker:
        return 0
    points = int(getattr(state, marker)) // block(facts, local.side)
    if local.side == SOVIET and basic_only(state):
        points = min(points, int(facts.charts["replacements"]["soviet_turn1_limit"]) - local.taken)
    return points


@implements("B41 9.2h", "B41 9.2e")
def from_pool(state: B41State, side: int, kind: str) -> int:
    """Points for the whole game; the Soviets have none."""
    return int(getattr(state, POOLS[kind])) if side == AXIS else 0


def points(facts: Facts, state: B41State, local: Replacing, kind: str) -> int:
    """Points of a kind at hand."""
    if not kind:
        return 0
    city = {INFANTRY: local.city_infantry, MOTORISED: local.city_motorised}.get(kind, 0)
    return city + from_losses(facts, state, local, kind) + from_pool(state, local.side, kind)


@implements("B41 9.2k")
def spend(play: B41Play, kind: str) -> None:
    """Take a point: of the cities first, then of the losses, then of the pool."""
    facts, state = play.facts, play.state
    local: Replacing = state.top.local
    if kind == INFANTRY and local.city_infantry:
        play.local(local._replace(city_infantry=local.city_infantry - 1))
    elif kind == MOTORISED and local.city_motorised:
        play.local(local._replace(city_motorised=local.city_motorised - 1))
    elif from_losses(facts, state, local, kind) > 0:
        marker = marker_of(local.side, kind)
        setattr(state, marker, getattr(state, marker) - block(facts, local.side))
        play.local(local._replace(taken=local.taken + 1))
    else:
        setattr(state, POOLS[kind], getattr(state, POOLS[kind]) - 1)
