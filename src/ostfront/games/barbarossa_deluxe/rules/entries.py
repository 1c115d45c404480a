"""Where units come onto the map (8.1 to 8.4, 8.24 to 8.27, 8.30, 8.33 to 8.35): one function for each kind of entry.

The kind of a unit's entry, and the hex or area that belongs to it, are columns of units.csv.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import LIMIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, limits, stacking, supply
from ostfront.games.barbarossa_deluxe.state import BDState

NEEDS_SUPPLY = ("6SS",)  # 8.3: its hex must have overland supply, too

Entry = Callable[[Facts, BDState, int], int]


def arrival_hexes(facts: Facts, state: BDState, unit: int) -> int:
    """The hexes in which a reinforcement or a reclaimed unit may be placed now."""
    roster = facts.roster
    entry = ENTRIES.get(roster.entry[unit], regular)
    hexes = entry(facts, state, unit) & facts.land & ~limits.closed_to(facts, state, unit)
    hexes &= ~state.occupied[GROUND[1 - roster.side[unit]]]
    if not roster.free_stacking >> unit & 1:
        hexes &= ~filled(facts, state)
    return stacking.room(facts, state, roster.side[unit], 1 << unit, hexes)


@implements("BD 8.1d")
def filled(facts: Facts, state: BDState) -> int:
    """Hexes that have received a full stack in this game turn, of whatever arrivals."""
    if len(state.entry) - state.entry.count(NOWHERE) < LIMIT:
        return 0
    entries = state.entry.tobytes()
    before, found = state.memo.kept.get("filled", (b"", 0))
    if before != entries:
        free, found = facts.roster.free_stacking, 0
        for place in {*state.entry} - {NOWHERE}:
            if state.entry.count(place) >= LIMIT:
                units = [unit for unit, where in enumerate(state.entry) if where == place and not free >> unit & 1]
                found |= (len(units) >= LIMIT) << place
        state.memo.kept["filled"] = entries, found
    return int(found)


# ---- the general rule (8.1) -------------------------------------------------------------------------


def regular(facts: Facts, state: BDState, unit: int) -> int:
    return edge_or_city(facts, state, facts.roster.side[unit])


@implements("BD 8.1e")
def edge_or_city(facts: Facts, state: BDState, side: int) -> int:
    """Source hexes on the map edge and overland supplied cities that a side controls."""
    cities = facts.cities & supply.overland(facts, state, side)
    return (facts.sources[side] | cities) & control.controlled(facts, state, side)


# ---- German units (8.2 to 8.4, 8.33) ----------------------------------------------------------------


def battle_group(facts: Facts, state: BDState, unit: int) -> int:
    """A KG: in its hex if it has one, or with German units or by the general rule in its logistics area."""
    if facts.roster.entry_place[unit].isdigit():
        return own_hex(facts, state, unit)
    hexes = with_germans(facts, state, unit) | edge_or_city(facts, state, GERMAN)
    return hexes & own_area(facts, unit)


@implements("BD 1.5", "BD 8.2a")
def with_germans(facts: Facts, state: BDState, unit: int) -> int:
    """Hexes with a German unit, supplied or not, in which none of its kind has arrived in this phase."""
    kind = facts.roster.entry[unit]
    taken = mask(place for other, place in enumerate(state.entry) if place >= 0 and facts.roster.entry[other] == kind)
    germans = facts.roster.germans & facts.roster.ground[GERMAN] & state.on_map
    return mask(state.place[other] for other in bits(germans)) & ~taken


@implements("BD 8.2b")
def own_area(facts: Facts, unit: int) -> int:
    """The logistics area on a unit's reverse; everything for `Any`."""
    return {"N": facts.north, "S": facts.south}.get(facts.roster.entry_place[unit], facts.valid)


@implements("BD 8.2c", "BD 8.3b", "BD 8.3e")
def own_hex(facts: Facts, state: BDState, unit: int) -> int:
    """The hex on a unit's reverse, if the Germans control it, supplied or not."""
    return 1 << facts.board.index(facts.roster.entry_place[unit]) & state.german


@implements("BD 8.3a")
def restricted(facts: Facts, state: BDState, unit: int) -> int:
    """Units with hexes of their own come there or not at all."""
    place = facts.roster.entry_place[unit]
    if place == "west-edge":
        return west_edge(facts, state)
    if place == "yugoslavia":
        return yugoslav_edge(facts, state)
    hexes = own_hex(facts, state, unit)
    return in_supply(facts, state, hexes) if facts.roster.ids[unit] in NEEDS_SUPPLY else hexes


@implements("BD 8.3c")
def in_supply(facts: Facts, state: BDState, hexes: int) -> int:
    """Riga, if it has overland supply."""
    return hexes & supply.overland(facts, state, GERMAN)


@implements("BD 8.3d")
def west_edge(facts: Facts, state: BDState) -> int:
    return facts.sources[GERMAN] & state.german


@implements("BD 8.3f")
def yugoslav_edge(facts: Facts, state: BDState) -> int:
    return facts.yugoslav_entries & state.german


@implements("BD 8.4a")
def emergency(facts: Facts, state: BDState, unit: int) -> int:
    """With German units as a KG, in any German city, supplied or not, or by the general rule."""
    return with_germans(facts, state, unit) | facts.cities & state.german | edge_or_city(facts, state, GERMAN)


@implements("BD 8.33a")
def fortress_command(facts: Facts, state: BDState, unit: int) -> int:
    """Its hex, if the Germans control it in overland supply."""
    return own_hex(facts, state, unit) & supply.overland(facts, state, GERMAN)


# ---- Soviet units (8.24 to 8.27, 8.30, 8.34, 8.35) --------------------------------------------------


@implements("BD 8.27")
def in_situ(facts: Facts, state: BDState, _unit: int) -> int:
    """Any hex with a Soviet unit in overland supply."""
    return state.occupied[GROUND[SOVIET]] & supply.overland(facts, state, SOVIET)


@implements("BD 8.30a")
def cavalry_group(facts: Facts, state: BDState, unit: int) -> int:
    """With a supplied Soviet unit in its area, outside cities, where no other group stands."""
    others = mask(state.place[other] for other in bits(facts.roster.cavalry_groups & state.on_map))
    return in_situ(facts, state, unit) & own_area(facts, unit) & ~facts.cities & ~others


@implements("BD 8.34a", "BD 8.35a")
def leningrad(facts: Facts, state: BDState, _unit: int) -> int:
    """Leningrad, if it is Soviet, supplied or not."""
    return 1 << facts.leningrad & ~state.german


def communist_army(facts: Facts, state: BDState, unit: int) -> int:
    """The first entry of a satellite army; later it comes as any rifle army."""
    if has_been_in_play(state, unit):
        return regular(facts, state, unit)
    nation = facts.roster.nation[unit]
    if nation == "Romanian":
        return free_bucharest(facts, state)
    return bulgarian_border(facts, state) if nation == "Bulgarian" else regular(facts, state, unit)


@implements("BD 8.25d", "BD 8.26d")
def has_been_in_play(state: BDState, unit: int) -> bool:
    """It no longer has a turn of arrival."""
    return not state.due[unit]


@implements("BD 8.25b")
def free_bucharest(facts: Facts, state: BDState) -> int:
    """Bucharest, if it is Soviet and in overland supply."""
    return 1 << facts.bucharest & ~state.german & supply.overland(facts, state, SOVIET)


@implements("BD 8.26c")
def bulgarian_border(facts: Facts, state: BDState) -> int:
    """The Bulgarian hexes on the map edge that are free of enemies."""
    return facts.bulgarian_exits & ~state.occupied[GROUND[GERMAN]]


ENTRIES: Mapping[str, Entry] = {
    "kg": battle_group,
    "restricted": restricted,
    "emergency": emergency,
    "fortress": fortress_command,
    "in-situ": in_situ,
    "cavalry": cavalry_group,
    "leningrad": leningrad,
    "trigger": communist_army,
}  # every other entry is regular


# ---- out of the RVGK box ----------------------------------------------------------------------------


def reserve_hexes(facts: Facts, state: BDState, unit: int, hexes: int) -> int:
    """Where a unit may come out of the RVGK box, of the hexes that are open to most.

    A guards or shock army that waits for a rifle army stays (8.20); a satellite army that has not been in play comes
    where it had to arrive (8.25, 8.26). Both still have their turn of arrival.
    """
    if not state.due[unit]:
        return hexes
    if facts.roster.entry[unit] == "conversion":
        return 0
    return communist_army(facts, state, unit) if facts.roster.entry[unit] == "trigger" else hexes
