"""Who may not be where: stacks that are full (6), hexes and hexsides that are closed (3.6, 8.3, 10.13, 10.22)."""

from __future__ import annotations

from collections.abc import Iterable

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee.position import (
    Position,
    count,
    in_baltic_states,
    in_crimea,
    is_attached,
    is_axis_satellite,
    is_cavalry_group,
    is_land,
    is_neutral,
    is_static,
    names,
    owner,
    support_at,
    supports,
    zone,
)
from ostfront.games.barbarossa_deluxe.state import NORTH
from ostfront.kit.referee.movement import Bar

ALONE = ("Bulgarian", "Hungarian", "Italian", "Romanian")  # one of these armies to a hex (6.4)
LIMIT = 5  # units in a hex (6.3)

# ---- stacking (6) -----------------------------------------------------------------------------------


def stacks(position: Position, unit: int) -> bool:
    """6.5, 8.30 to 8.32: whether a unit counts for stacking."""
    return not (is_attached(position, unit) or is_static(position, unit) or is_cavalry_group(position, unit))


def stacked_at(position: Position, hex: int, side: int) -> list[int]:
    return [unit for unit in position.at(hex, side) if stacks(position, unit)]


def stands_alone(position: Position, unit: int) -> bool:
    """6.4: an army of which a hex takes one; the Polish army is none."""
    return position.roster.nation[unit] in ALONE


def crowded(position: Position, units: Iterable[int], hex: int) -> Bar | None:
    """Why units, not counting those already there, do not fit into a hex (6.3, 6.4)."""
    coming = [unit for unit in units if position.state.place[unit] != hex]
    if not coming:
        return None
    side, where = owner(position, coming[0]), position.hex_name(hex)
    there = stacked_at(position, hex, side)
    more = [unit for unit in coming if stacks(position, unit)]
    if more and len(there) + len(more) > LIMIT:
        return Bar(
            "6.3", f"{where} holds {count(len(there), 'unit')}; {names(position, more)} would make more than {LIMIT}."
        )
    armies = [unit for unit in [*there, *more] if stands_alone(position, unit)]
    if len(armies) > 1 and any(stands_alone(position, unit) for unit in coming):
        return Bar("6.4", f"{names(position, armies)} may not share {where}: one satellite army to a hex.")
    return _two_supports(position, coming, hex)


def _two_supports(position: Position, coming: Iterable[int], hex: int) -> Bar | None:
    """8.31, 8.32: at most one Tiger battalion or cavalry-mechanized group in a stack."""
    brought = [
        other for unit in coming for other in ([unit] if is_attached(position, unit) else supports(position, unit))
    ]
    if not brought:
        return None
    side = owner(position, brought[0])
    both = [*support_at(position, hex, side), *brought]
    if len(both) < 2:
        return None
    return Bar(
        "8.31a" if side == GERMAN else "8.32a", f"{names(position, both)} may not share {position.hex_name(hex)}."
    )


# ---- who may not be where ---------------------------------------------------------------------------


def satellites_go_north(position: Position) -> bool:
    """10.22: lifted by the northern effort of 1942, if that is played; never in What If (section 15)."""
    played = position.facts.scenario_name != "what-if" and position.facts.options.get("northern-satellites", False)
    return position.state.zone == NORTH and bool(played)


def closed_hex(position: Position, unit: int, hex: int) -> Bar | None:
    """Why a unit may never stand in a hex, whoever else is there (3.6, 8.3, 8.30, 10.13, 10.22)."""
    name, where = position.unit_name(unit), position.hex_name(hex)
    if not is_land(position, hex):
        return Bar("10.13", f"{where} is {position.ground(hex)}; ground units do not enter it.")
    if is_neutral(position, hex) and owner(position, unit) == GERMAN:
        return Bar("3.6c", f"{where} is neutral; the German side enters Bulgaria only after a Soviet unit has.")
    if is_axis_satellite(position, unit) and zone(position, hex) == "N" and not satellites_go_north(position):
        return Bar("10.22a", f"{name} does not go north of the logistics line, where {where} lies.")
    if position.roster.ids[unit] == "6SS" and not in_baltic_states(position, hex):
        return Bar("8.3c", f"{name} does not leave the Baltic states; {where} lies outside.")
    if position.roster.ids[unit] == "KSC" and not in_crimea(position, hex):
        return Bar("8.3e", f"{name} does not leave the CS area; {where} lies outside.")
    if is_cavalry_group(position, unit) and zone(position, hex) != position.roster.entry_place[unit]:
        return Bar("8.30b", f"{name} does not leave its logistics area; {where} lies outside.")
    return None


def closed_side(position: Position, a: int, b: int) -> str:
    """The water between two hexes that ground units do not cross in the ordinary way; empty if there is none."""
    return next((kind for kind in position.sides(a, b) if kind in ("lake", "sea", "kerch", "sivash")), "")
