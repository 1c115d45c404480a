"""12.0 HQs: following a retreat, and relocation."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, pocket, zoc
from ostfront.games.victory_denied.referee.stacking import enemy_there, has_room
from ostfront.games.victory_denied.referee.supply import can_trace, valid_sources

section = Section[Case]("AVD")

# ---- the reasoning ----------------------------------------------------------------------------------


def approaches_a_source(position: Position, hq: int, origin: int, hex: int) -> bool:
    """12.6: a shortest path on which every hex is closer to the same source: all of its length is gained."""
    distance = position.plain.distance
    length = distance(origin, hex)
    sources = valid_sources(position, position.roster.side[hq], without=hq)
    return any(distance(origin, source) - distance(hex, source) == length for source in sources)


def in_enemy_zoc(position: Position, hq: int, hex: int) -> bool:
    return hex in zoc(position, 1 - position.roster.side[hq])


def suits(position: Position, hq: int, origin: int, hex: int) -> bool:
    """Whether an HQ could relocate to a hex if none were nearer."""
    side = position.roster.side[hq]
    return (
        approaches_a_source(position, hq, origin, hex)
        and not in_enemy_zoc(position, hq, hex)
        and has_room(position, hq, hex)
        and not enemy_there(position, hq, hex, overruns=False)
        and hex not in pocket(position)
        and can_trace(position, side, hex, without=hq)
    )


def nearest(position: Position, hq: int, origin: int) -> int | None:
    """The smallest distance, four or more, at which some hex suits."""
    return position.once(("relocation", hq, origin), lambda: _nearest(position, hq, origin))


def _nearest(position: Position, hq: int, origin: int) -> int | None:
    by_distance: dict[int, list[int]] = {}
    for hex in position.plain.cells:
        by_distance.setdefault(position.plain.distance(origin, hex), []).append(hex)
    for distance in sorted(by_distance):
        if distance < position.charts["hq"]["relocation_distance"]:
            continue
        if any(suits(position, hq, origin, hex) for hex in by_distance[distance]):
            return distance
    return None


def origin_of(case: Case) -> int:
    """Where the HQ relocates from."""
    origin: int = case.local.origin
    return origin


# ---- 12.3 -------------------------------------------------------------------------------------------


@section.clause("12.3", "follow", tier=Tier.STANDING)
def with_a_unit_of_its_stack(case: Case) -> str | None:
    if case.local.fled >> case.unit & 1 and case.position.on_map(case.unit):
        return None
    return f"{case.name(case.local.hq)} goes with a unit that retreated from its hex; {case.name(case.unit)} did not."


# ---- 12.6 -------------------------------------------------------------------------------------------


@section.clause("12.6a", "relocate", tier=Tier.WORDS)
def an_hq_to_a_hex(case: Case) -> str | None:
    if not case.roster.is_hq[case.unit]:
        return f"{case.name(case.unit)} is not an HQ; only HQs relocate."
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("12.6a", "relocate", tier=Tier.STANDING)
def the_hq_that_must(case: Case) -> str | None:
    wanted = case.local.hq
    return None if case.unit == wanted else f"{case.name(wanted)} is the HQ that must relocate."


@section.clause("10.4", "regroup", verbs=("pick",), tier=Tier.STANDING)
def an_own_hq_once(case: Case) -> str | None:
    unit = case.unit
    if not case.roster.is_hq[unit]:
        return f"{case.name(unit)} is not an HQ; only HQs relocate."
    if case.roster.side[unit] != case.side:
        return f"{case.name(unit)} is not yours."
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return f"{case.name(unit)} has relocated." if case.state.moved >> unit & 1 else None


@section.clause("12.6a", "regroup", verbs=("pick",))
def somewhere_to_go(case: Case) -> str | None:
    if nearest(case.position, case.unit, case.state.place[case.unit]) is not None:
        return None
    return f"{case.name(case.unit)} has no hex to relocate to."


@section.clause("12.6a", "relocate")
def at_least_four_hexes(case: Case) -> str | None:
    least = case.position.charts["hq"]["relocation_distance"]
    distance = case.position.plain.distance(origin_of(case), case.hex)
    if distance >= least:
        return None
    return f"{case.where(case.hex)} is {distance} hexes away; an HQ relocates at least {least} hexes."


@section.clause("12.6a", "relocate")
def closer_to_one_source(case: Case) -> str | None:
    if approaches_a_source(case.position, case.unit, origin_of(case), case.hex):
        return None
    return f"The route to {case.where(case.hex)} does not get closer to one supply source with every hex."


@section.clause("12.6a", "relocate")
def by_the_shortest_path(case: Case) -> str | None:
    # ruling 12.6: the nearest distance that has a legal hex
    distance = case.position.plain.distance(origin_of(case), case.hex)
    shortest = nearest(case.position, case.unit, origin_of(case))
    if shortest is None or distance <= shortest:
        return None
    return f"{case.where(case.hex)} is {distance} hexes away; there is a hex to relocate to at distance {shortest}."


@section.clause("12.6b", "relocate")
def not_into_enemy_zoc(case: Case) -> str | None:
    if in_enemy_zoc(case.position, case.unit, case.hex):
        return f"{case.where(case.hex)} is in an enemy zone of control."
    return None


@section.clause("12.6b", "relocate")
def with_a_supply_line(case: Case) -> str | None:
    side = case.roster.side[case.unit]
    if can_trace(case.position, side, case.hex, without=case.unit):
        return None
    return f"No supply line leads to {case.where(case.hex)}."


@section.clause("14.0h", "relocate")
def no_relocation_into_the_pocket(case: Case) -> str | None:
    if case.hex in pocket(case.position):
        return f"{case.where(case.hex)} is in the Minsk Pocket, where no unit may be placed."
    return None
