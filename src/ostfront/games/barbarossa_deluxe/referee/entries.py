"""8.1 to 8.4, 8.24 to 8.35 Where units come onto the map: one function for each kind of entry.

Each lists what speaks against a hex; arrivals.py and replacements.py put the questions.
"""

from __future__ import annotations

from collections.abc import Callable

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.lines import overland, sources
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    city,
    controls,
    ground_at,
    is_cavalry_group,
    is_city,
    is_german,
    marked,
    owner,
    territory,
    zone,
)
from ostfront.games.barbarossa_deluxe.referee.room import LIMIT, closed_hex, crowded, stacks
from ostfront.kit.referee.movement import Bar

AREAS = {"N": "northern", "S": "southern"}


# ---- what holds for every entry ---------------------------------------------------------------------


def arrived_in(position: Position, side: int, hex: int) -> list[int]:
    """8.1: units that count for stacking and have come in by a hex in this game turn."""
    return [
        unit
        for unit in range(position.roster.count)
        if position.state.entry[unit] == hex and owner(position, unit) == side and stacks(position, unit)
    ]


def full_stack_came(position: Position, unit: int, hex: int) -> Bar | None:
    """8.1: a hex receives one full stack a game turn."""
    side = owner(position, unit)
    if not stacks(position, unit):
        return None
    came = position.once(("arrived", side, hex), lambda: arrived_in(position, side, hex))
    if len(came) < LIMIT:
        return None
    return Bar("8.1d", f"{position.hex_name(hex)} has received a full stack this turn.")


def no_room(position: Position, unit: int, hex: int) -> list[Bar]:
    """Why a unit cannot be put into a hex at all: enemies, its own limits, stacking."""
    side, where = owner(position, unit), position.hex_name(hex)
    found = [bar for bar in (closed_hex(position, unit, hex), crowded(position, [unit], hex)) if bar]
    if ground_at(position, hex, 1 - side):
        found.append(Bar("10.4", f"{where} holds enemy units."))
    groups = [other for other in ground_at(position, hex, side) if is_cavalry_group(position, other)]
    if groups and is_cavalry_group(position, unit):
        found.append(Bar("8.30d", f"{position.unit_name(groups[0])} is in {where}: one cavalry group to a hex."))
    return found


def supplied(position: Position, side: int, hex: int) -> bool:
    return hex in overland(position, side)


# ---- kinds of entry ---------------------------------------------------------------------------------


def by_the_general_rule(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.1: a controlled source hex on the edge, or a controlled city in overland supply."""
    side, where = owner(position, unit), position.hex_name(hex)
    if not is_city(position, hex) and hex not in sources(position, side):
        return [Bar("8.1e", f"{where} is neither a city nor a source hex of yours on the map's edge.")]
    if not controls(position, side, hex):
        return [Bar("8.1e", f"{where} is not under your control.")]
    if hex in sources(position, side) or supplied(position, side, hex):
        return []
    return [Bar("8.1e", f"{where} has no overland supply.")]


def in_its_area(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.2: the logistics area on the back of a Kampfgruppe."""
    area = position.roster.entry_place[unit]
    if area not in AREAS or zone(position, hex) == area:
        return []
    name, where = position.unit_name(unit), position.hex_name(hex)
    return [Bar("8.2b", f"{name} comes in the {AREAS[area]} logistics area; {where} lies outside.")]


def in_situ(position: Position, unit: int, hex: int, number: str) -> list[Bar]:
    """8.2, 8.4: with a German unit, one of a kind to a hex in a phase."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if not any(is_german(position, other) for other in ground_at(position, hex, GERMAN)):
        return [Bar(number, f"{name} joins a German unit; none is in {where}.")]
    same = [
        other
        for other in range(position.roster.count)
        if position.roster.entry[other] == position.roster.entry[unit]
        and position.state.entry[other] == hex
        and owner(position, other) == GERMAN
    ]
    return [Bar(number, f"{position.unit_name(same[0])} has come in {where}: one to a hex.")] if same else []


def kampfgruppe(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.2: with a German unit or by the general rule, in its area; some in one hex only."""
    own = position.roster.entry_place[unit]
    if own.isdigit():
        return in_one_hex(position, unit, hex, "8.2c")
    found = in_its_area(position, unit, hex)
    if by_the_general_rule(position, unit, hex):
        found += in_situ(position, unit, hex, "8.2a")
    return found


def emergency(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.4: with a German unit, in any controlled city, or by the general rule."""
    if is_city(position, hex) and controls(position, GERMAN, hex):
        return []
    return in_situ(position, unit, hex, "8.4a") if by_the_general_rule(position, unit, hex) else []


def in_one_hex(position: Position, unit: int, hex: int, number: str) -> list[Bar]:
    """8.2, 8.3, 8.33: in the hex on the back of the counter, under control."""
    name, where, own = position.unit_name(unit), position.hex_name(hex), position.roster.entry_place[unit]
    if position.board.name(hex) != own:
        return [Bar(number, f"{name} comes in {own} only.")]
    return (
        [] if controls(position, owner(position, unit), hex) else [Bar(number, f"{where} is not under your control.")]
    )


def restricted(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.3: Hungarians, 6th SS, 12th Army, KSC, and the three corps from the Balkans."""
    name, where, own = position.unit_name(unit), position.hex_name(hex), position.roster.entry_place[unit]
    if own == "west-edge":
        if hex in sources(position, GERMAN) and controls(position, GERMAN, hex):
            return []
        return [Bar("8.3d", f"{name} comes by a German-controlled hex of the west edge; {where} is none.")]
    if own == "yugoslavia":
        if hex in marked(position, "special", "yugo-entry") and controls(position, GERMAN, hex):
            return []
        return [Bar("8.3f", f"{name} comes by a German-controlled hex of Yugoslavia's south edge; {where} is none.")]
    number = clause_of(position, unit)
    found = in_one_hex(position, unit, hex, number)
    if number == "8.3c" and not found and not supplied(position, GERMAN, hex):
        found.append(Bar(number, f"{where} has no overland supply."))
    return found


def fortress_command(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.33: in its own hex, controlled and in overland supply."""
    found = in_one_hex(position, unit, hex, "8.33a")
    if not found and not supplied(position, GERMAN, hex):
        found.append(Bar("8.33a", f"{position.hex_name(hex)} has no overland supply."))
    return found


def leningrad(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.34, 8.35: in Soviet-controlled Leningrad, supplied or not."""
    return in_one_hex(position, unit, hex, clause_of(position, unit))


def group_popov(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.27: with Soviet units, in overland supply."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if not ground_at(position, hex, SOVIET):
        return [Bar("8.27", f"{name} joins Soviet units; none is in {where}.")]
    return [] if supplied(position, SOVIET, hex) else [Bar("8.27", f"{where} has no overland supply.")]


def cavalry_group(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.30: with Soviet units in overland supply, outside cities, in its own area."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if zone(position, hex) != position.roster.entry_place[unit]:
        return [Bar("8.30a", f"{name} comes in its own logistics area; {where} lies outside.")]
    if is_city(position, hex):
        return [Bar("8.30a", f"{name} does not come in a city.")]
    if not ground_at(position, hex, SOVIET):
        return [Bar("8.30a", f"{name} joins Soviet units; none is in {where}.")]
    return [] if supplied(position, SOVIET, hex) else [Bar("8.30a", f"{where} has no overland supply.")]


def satellite(position: Position, unit: int, hex: int) -> list[Bar]:
    """8.24 to 8.26: Poles by the general rule, Romanians in Bucharest, Bulgarians through their own country.

    Once they have been in play they are rifle armies, and no turn of arrival is noted for them.
    """
    if not position.state.due[unit]:
        return by_the_general_rule(position, unit, hex)
    nation, name, where = position.roster.nation[unit], position.unit_name(unit), position.hex_name(hex)
    if nation == "Romanian":
        if hex != city(position, "Bucharest"):
            return [Bar("8.25b", f"{name} comes in Bucharest only.")]
        ready = controls(position, SOVIET, hex) and supplied(position, SOVIET, hex)
        return [] if ready else [Bar("8.25b", "Bucharest is not under Soviet control and in overland supply.")]
    if nation == "Bulgarian":
        at_home = territory(position, hex) == "Bulgaria"
        return [] if at_home else [Bar("8.26c", f"{name} comes through Bulgaria; {where} lies outside.")]
    return by_the_general_rule(position, unit, hex)


KINDS: dict[str, Callable[[Position, int, int], list[Bar]]] = {
    "kg": kampfgruppe,
    "restricted": restricted,
    "emergency": emergency,
    "fortress": fortress_command,
    "leningrad": leningrad,
    "in-situ": group_popov,
    "cavalry": cavalry_group,
    "trigger": satellite,
}


def clause_of(position: Position, unit: int) -> str:
    """The clause that says where a unit comes in."""
    entry, own, name = position.roster.entry[unit], position.roster.entry_place[unit], position.roster.ids[unit]
    if entry == "kg":
        return "8.2c" if own.isdigit() else "8.2a"
    if entry == "restricted":
        by_place = {"west-edge": "8.3d", "yugoslavia": "8.3f"}
        return by_place.get(own) or {"6SS": "8.3c", "KSC": "8.3e"}.get(name, "8.3b")
    if entry == "trigger":
        return {"Romanian": "8.25b", "Bulgarian": "8.26c"}.get(position.roster.nation[unit], "8.1e")
    if entry == "leningrad":
        return "8.34a" if position.roster.type[unit] == "militia" else "8.35a"
    return {"emergency": "8.4a", "fortress": "8.33a", "in-situ": "8.27", "cavalry": "8.30a"}.get(entry, "8.1e")


def bars(position: Position, unit: int, hex: int) -> list[Bar]:
    """Everything that speaks against the arrival of a unit in a hex."""
    return position.once(("entry", unit, hex), lambda: _bars(position, unit, hex))


def _bars(position: Position, unit: int, hex: int) -> list[Bar]:
    came = full_stack_came(position, unit, hex)
    entry = KINDS.get(position.roster.entry[unit], by_the_general_rule)
    return [*no_room(position, unit, hex), *([came] if came else []), *entry(position, unit, hex)]


def has_a_hex(position: Position, unit: int) -> bool:
    """Whether a unit can come onto the map anywhere."""
    return position.once(("a hex", unit), lambda: any(not bars(position, unit, hex) for hex in position.plain.cells))
