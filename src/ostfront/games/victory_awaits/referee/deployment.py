"""4.0 Free set-up: units in the zones of their colour, so that every hex that needs one gets its unit."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_awaits.referee.case import Case
from ostfront.games.victory_awaits.referee.position import Zone, anothers, commander

section = Section[Case]("AVA")

PLACE = ("place",)


def zone_of(case: Case) -> Zone:
    """The zone of the unit in hand."""
    return case.facts.zones[case.roster.counters[case.local.unit].start]


def own_hex(case: Case) -> int:
    """The HQ symbol of the unit in hand, -1 if it has none."""
    return zone_of(case).hq_hexes.get(case.local.unit, -1)


def needy(case: Case, zone: Zone) -> list[int]:
    """The hexes of a zone that need a unit besides an HQ on its symbol: 2PzG's does (4.0.2)."""
    return case.position.once(
        ("needy", zone.must), lambda: [hex for hex in case.position.plain.cells if zone.must >> hex & 1]
    )


def combat_units(case: Case, hex: int) -> list[int]:
    """The units in a hex except HQs that have a symbol."""
    symbols = {hq for zone in case.facts.zones.values() for hq in zone.hq_hexes}
    return [unit for unit in case.position.at(hex, case.side) if unit not in symbols]


# ---- picking ----------------------------------------------------------------------------------------


@section.clause("4.0.2a", "deploy", tier=Tier.STANDING)
def one_of_those_to_be_set_up(case: Case) -> str | None:
    if case.local.units >> case.unit & 1:
        return None
    return f"{case.name(case.unit)} is not among the units that you set up now."


@section.clause("19.2", "deploy")
def each_player_sets_up_his_own(case: Case) -> str | None:
    unit = case.unit
    if not case.local.units >> unit & 1 or not anothers(case.position, unit, case.decision.seat):
        return None
    return f"{case.name(unit)} must be set up by {commander(case.position, unit)}, who commands it."


# ---- placing ----------------------------------------------------------------------------------------


@section.clause("4.0.2a", "station", verbs=PLACE, tier=Tier.WORDS)
def set_up_on_the_map(case: Case) -> str | None:
    return f"{case.off_map} is not a hex of the map." if case.off_map else None


@section.clause("4.0.2a", "station", verbs=PLACE)
def in_the_zone_of_its_colour(case: Case) -> str | None:
    if zone_of(case).hexes >> case.hex & 1 or own_hex(case) >= 0:
        return None
    return f"{case.where(case.hex)} is not in the zone of {case.name(case.local.unit)}."


@section.clause("4.0.2e", "station", verbs=PLACE)
def hqs_on_their_symbol(case: Case) -> str | None:
    symbol = own_hex(case)
    if symbol in (-1, case.hex):
        return None
    return f"{case.name(case.local.unit)} sets up on its symbol, in {case.where(symbol)}."


@section.clause("4.0.2e", "station", verbs=PLACE)
def room_is_kept_for_hqs(case: Case) -> str | None:
    if own_hex(case) >= 0:
        return None
    for zone in case.facts.zones.values():
        for hq, symbol in zone.hq_hexes.items():
            there = [unit for unit in case.position.at(symbol, case.side) if not case.roster.is_fort[unit]]
            if symbol == case.hex and case.local.units >> hq & 1 and there:
                return f"The last place in {case.where(symbol)} is for {case.name(hq)}."
    return None


@section.clause("4.0.2b", "station", verbs=PLACE)
def every_hex_gets_a_unit(case: Case) -> str | None:
    zone = zone_of(case)
    if own_hex(case) >= 0 or not zone.hexes >> case.hex & 1:
        return None
    empty = {hex for hex in needy(case, zone) if not any(map(zone.members.__contains__, combat_units(case, hex)))}
    waiting = [unit for unit in zone.members if case.local.units >> unit & 1 and unit not in zone.hq_hexes]
    left = len(waiting) - 1
    if len(empty - {case.hex}) <= left:
        return None
    return f"Every hex of the zone needs a unit: {case.where(min(empty))} would be left empty."
