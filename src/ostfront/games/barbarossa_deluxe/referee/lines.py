"""7 Supply lines and supply states, hex by hex: what both sides can trace, and what each unit draws."""

from __future__ import annotations

from collections.abc import Collection

from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.referee.position import (
    BALTIC_STATES,
    HOME,
    Position,
    among,
    city,
    coasts,
    controls,
    fortified_area,
    german_lines,
    ground_at,
    in_crimea,
    is_cavalry_group,
    is_coastal_army,
    is_fortress,
    is_hero,
    is_land,
    is_neutral,
    land,
    marked,
    numbered,
    owner,
    printed,
    soviet_lines,
    territory,
    what_if,
    zone,
)
from ostfront.games.barbarossa_deluxe.state import COASTAL as COASTAL_USED
from ostfront.games.barbarossa_deluxe.state import CRIMEA as CRIMEA_USED
from ostfront.games.barbarossa_deluxe.state import DECLINED, UNUSED

# supply states (7.2, 7.8); offensive supply is a question of the attack
OVERLAND, CRIMEA, GARRISON, COASTAL, AERIAL, OUT = (
    "overland", "Crimea", "garrison", "coastal", "aerial", "out of supply",
)  # fmt: skip
OWN_LAKES = (("Greater Germany", "Hungary"), ("USSR", *BALTIC_STATES))  # by side: lakes that its lines cross (7.14)
RANGES = (4, 3, 2)  # of offensive supply markers A, B, C (7.10)
OFFENSIVE_SUPPLY = 7  # the turn on which it begins
NO_ONE: frozenset[int] = frozenset()


# ---- paths ------------------------------------------------------------------------------------------


def blockers(position: Position, side: int, ignored: Collection[int] = NO_ONE) -> set[int]:
    """The hexes with enemy ground units, those that are ignored apart."""
    if not ignored:
        from_all: set[int] = position.once(("blockers", side), lambda: _blockers(position, side, NO_ONE))
        return from_all
    return _blockers(position, side, ignored)


def _blockers(position: Position, side: int, ignored: Collection[int]) -> set[int]:
    return {
        hex for hex in position.units_at if any(unit not in ignored for unit in ground_at(position, hex, 1 - side))
    }


def line_enters(position: Position, side: int, hex: int) -> bool:
    """7.14, 7.20: whether a supply line may go into a hex, whoever stands there."""
    if is_neutral(position, hex):
        return False
    if not is_land(position, hex) and (
        position.ground(hex) != "lake" or territory(position, hex) not in OWN_LAKES[side]
    ):
        return False
    if side == SOVIET:
        return hex not in german_lines(position)
    works = soviet_lines(position) | fortified_area(position)
    return hex not in works or controls(position, GERMAN, hex)


def line_crosses(position: Position, side: int, a: int, b: int, *, to_sevastopol: bool = False) -> bool:
    """7.14: whether a supply line may cross a hexside."""
    for kind in position.sides(a, b):
        if kind == "sea" or (kind == "sivash" and side == GERMAN):
            return False
        if kind == "kerch" and side == GERMAN and not to_sevastopol:
            return False
        if kind == "lake" and not all(territory(position, hex) in OWN_LAKES[side] for hex in (a, b)):
            return False
    return True


def linked(
    position: Position,
    side: int,
    start: int,
    blocked: Collection[int],
    *,
    to_sevastopol: bool = False,
) -> set[int]:
    """The hexes that a line from a hex can reach, itself among them; lines stay in their logistics area (7.15)."""
    found, edge = {start}, [start]
    while edge:
        beyond = []
        for hex in edge:
            for n in position.plain.neighbours(hex):
                if n in found or n in blocked or zone(position, n) != zone(position, start):
                    continue
                if not line_enters(position, side, n):
                    continue
                if not line_crosses(position, side, hex, n, to_sevastopol=to_sevastopol):
                    continue
                found.add(n)
                beyond.append(n)
        edge = beyond
    return found


def sources(position: Position, side: int) -> set[int]:
    """7.3, 7.9: the source hexes printed on the map's edge."""
    return marked(position, "supply", ("german", "soviet")[side])


# ---- overland supply --------------------------------------------------------------------------------


def overland(position: Position, side: int, ignored: Collection[int] = NO_ONE) -> set[int]:
    """7.3, 7.9: the hexes from which a unit of the side could trace a regular overland line.

    `ignored` are enemy units that do not count (10.26).
    """
    key = ("overland", side, frozenset(ignored))
    return position.once(key, lambda: _overland(position, side, ignored))


def _overland(position: Position, side: int, ignored: Collection[int]) -> set[int]:
    """All pieces of the map that hang together, each with or without a source; then hexes that only lead out."""
    blocked = blockers(position, side, ignored)
    open_hexes = {hex for hex in position.plain.cells if hex not in blocked and line_enters(position, side, hex)}
    piece_of: dict[int, int] = {}
    supplied: dict[int, bool] = {}
    ends = sources(position, side)
    for hex in open_hexes:
        if hex not in piece_of:
            piece = linked(position, side, hex, blocked)
            piece_of |= dict.fromkeys(piece, hex)
            supplied[hex] = not ends.isdisjoint(piece)
    found = {hex for hex in open_hexes if supplied[piece_of[hex]]}
    # 7.20: a unit that stands where no line goes in still traces out of it
    closed = land(position) - open_hexes - blocked
    out = {
        hex
        for hex in closed
        if not is_neutral(position, hex) and (hex in ends or _leads_into(position, side, hex, found))
    }
    found |= out
    return _through_the_junctions(position, found, blocked) if side == GERMAN else found


def _through_the_junctions(position: Position, found: set[int], blocked: set[int]) -> set[int]:
    """7.4: lines from the DP area go through Dnepropetrovsk, those from the R area through Rostov as well."""
    junction, bottleneck = city(position, "Dnepropetrovsk"), city(position, "Rostov")

    def beyond(place: int, ready: bool) -> set[int]:
        return linked(position, GERMAN, place, blocked) if ready else set()

    held_junction = junction in found and controls(position, GERMAN, junction)
    by_junction = beyond(junction, held_junction)
    held_bottleneck = bottleneck in by_junction and controls(position, GERMAN, bottleneck)
    by_bottleneck = beyond(bottleneck, held_bottleneck)

    def _only_leads_out(hex: int, piece: set[int]) -> bool:
        return not line_enters(position, GERMAN, hex) and _leads_into(position, GERMAN, hex, piece)

    def passes(hex: int) -> bool:
        if printed(position, "r_area", hex) == "yes":
            return hex in by_bottleneck or _only_leads_out(hex, by_bottleneck)
        if printed(position, "dp", hex) == "yes":
            return hex in by_junction or _only_leads_out(hex, by_junction)
        return True

    return {hex for hex in found if passes(hex)}


def _leads_into(position: Position, side: int, hex: int, piece: set[int]) -> bool:
    """Whether a line out of a hex that lines do not enter joins a piece of the map."""
    return any(
        n in piece and zone(position, n) == zone(position, hex) and line_crosses(position, side, hex, n)
        for n in position.plain.neighbours(hex)
    )


def traces_overland(position: Position, unit: int, ignored: Collection[int] = NO_ONE) -> bool:
    """Whether a unit on the map is in regular overland supply; cavalry groups and the Coastal Army never trace."""
    return position.state.place[unit] in overland(position, owner(position, unit), ignored)


# ---- German states ----------------------------------------------------------------------------------


def reaches_sevastopol(position: Position) -> set[int]:
    """7.4: the hexes of the CS area with a line to German Sevastopol."""

    def work_out() -> set[int]:
        port = city(position, "Sevastopol")
        if not controls(position, GERMAN, port):
            return set()
        found = linked(position, GERMAN, port, blockers(position, GERMAN), to_sevastopol=True)
        return {hex for hex in found if in_crimea(position, hex)}

    return position.once("reaches Sevastopol", work_out)


def draws_crimea(position: Position, unit: int) -> bool:
    """7.4: whether a unit that is named for it draws Crimea supply."""
    named = position.state.crimea_on and among(position.state.fed, unit)
    return named and position.state.place[unit] in reaches_sevastopol(position)


def has_garrison(position: Position, side: int, hex: int) -> bool:
    """7.6, 7.13: a hero city, or a fortress city in Germany, the General Government or Hungary."""
    if side == SOVIET:
        return is_hero(position, hex)
    return is_fortress(position, hex) and territory(position, hex) in HOME


def on_supplied_coast(position: Position, hex: int) -> bool:
    """7.5: whether coastal supply reaches a hex; not the Black Sea and the Azov beside Crimea supply (7.4)."""
    seas = coasts(position, hex)
    if "Baltic" in seas:
        return True
    if position.state.sea_supply in (CRIMEA_USED, DECLINED):
        return False
    if "Black" in seas:
        return True
    return "Azov" in seas and all(controls(position, GERMAN, side) for side in numbered(position, "3105", "3106"))


def state_of(position: Position, unit: int, ignored: Collection[int] = NO_ONE) -> str:
    """7.2, 7.8: the supply state of a ground unit on the map, the best that is open to it."""
    side, hex = owner(position, unit), position.state.place[unit]
    if is_cavalry_group(position, unit) or is_coastal_army(position, unit):
        return OVERLAND
    if hex in overland(position, side, ignored):
        return OVERLAND
    if side == GERMAN and draws_crimea(position, unit):
        return CRIMEA
    if has_garrison(position, side, hex):
        return GARRISON
    if side == SOVIET:
        return OUT
    if on_supplied_coast(position, hex):
        return COASTAL
    return AERIAL if position.state.airlift == hex else OUT


def is_slowed(position: Position, unit: int) -> bool:
    """7.5, 7.7, 7.16: whether a unit that begins to move now has half its movement."""
    return state_of(position, unit) in (COASTAL, AERIAL, OUT)


# ---- Soviet offensive supply ------------------------------------------------------------------------


def in_depot_range(position: Position, hex: int) -> bool:
    """7.10, 7.11: within range of an offensive supply marker, nothing being traced."""
    return any(
        place >= 0 and position.plain.distance(hex, place) <= reach
        for place, reach in zip(position.state.depots, RANGES, strict=True)
    )


def needs_depots(position: Position) -> bool:
    """7.10, 15.8: from turn 7, but not in What If."""
    return position.state.turn >= OFFENSIVE_SUPPLY and not what_if(position)


__all__ = [
    "AERIAL", "COASTAL", "COASTAL_USED", "CRIMEA", "CRIMEA_USED", "GARRISON", "OUT", "OVERLAND", "UNUSED",
    "draws_crimea", "has_garrison", "in_depot_range", "is_slowed", "linked", "needs_depots", "on_supplied_coast",
    "overland", "reaches_sevastopol", "state_of", "traces_overland",
]  # fmt: skip
