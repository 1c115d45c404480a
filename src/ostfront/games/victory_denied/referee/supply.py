"""10.0 Supply: lines and sources, Out of Supply markers, disbanding."""

from __future__ import annotations

from ostfront.core.play.referee import Section, Tier
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.referee.case import Case
from ostfront.games.victory_denied.referee.position import Position, pocket, zoc
from ostfront.games.victory_denied.state import OUT_OF_SUPPLY

section = Section[Case]("AVD")

# ---- the reasoning ----------------------------------------------------------------------------------


def source_hexes(position: Position, side: int) -> set[int]:
    """10.2.2: the printed sources of a side that count this turn; for Germans the Pocket as well (ruling)."""
    printed = {site.hex for site in position.board.sites if site.kind == f"{SIDES[side]}-supply"}
    if side == GERMAN:
        return printed | pocket(position)
    for_a_while = position.charts["supply"]["temporary_source"]
    if position.state.turn > for_a_while["last_turn"]:
        printed.discard(position.board.index(str(for_a_while["hex"])))
    return printed


def lets_pass(position: Position, side: int, hex: int, without: int = -1) -> bool:
    """Whether a line may pass a hex: no enemy unit in it, no enemy ZOC unless a friend is there too."""
    if hex in position.held[1 - side]:
        return False
    if hex not in zoc(position, 1 - side):
        return True
    return any(unit != without for unit in position.at(hex, side))


def valid_sources(position: Position, side: int, without: int = -1) -> set[int]:
    """Ruling 10.2.2: a source is a hex of the line too."""
    return position.once(
        ("sources", side, without),
        lambda: {hex for hex in source_hexes(position, side) if lets_pass(position, side, hex, without)},
    )


def supplied_hexes(position: Position, side: int, without: int = -1) -> set[int]:
    """The hexes that a line from some valid source passes; `without`: as if this unit were not there."""
    return position.once(("lines", side, without), lambda: _supplied_hexes(position, side, without))


def _supplied_hexes(position: Position, side: int, without: int) -> set[int]:
    passable = {hex for hex in position.plain.cells if lets_pass(position, side, hex, without)}
    sources = valid_sources(position, side, without)
    return set(position.plain.flood(sources, passable, passable, closed=("major",), bridged_by=("road",)))


def can_trace(position: Position, side: int, hex: int, without: int = -1) -> bool:
    """Whether a unit in this hex traces a supply line; its own presence is enough for the hex itself."""
    if hex in position.held[1 - side]:
        return False
    lines = supplied_hexes(position, side, without)
    if hex in lines or hex in source_hexes(position, side):
        return True
    plain = position.plain
    return any(n in lines and plain.is_open(hex, n, ("major",), ("road",)) for n in plain.neighbours(hex))


# ---- Out of Supply ----------------------------------------------------------------------------------


@section.clause("10.1.2", "starve", verbs=("starve",), tier=Tier.WORDS)
def a_german_combat_unit(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] == GERMAN and not case.roster.is_hq[unit]:
        return None
    return f"{case.name(unit)} is not a German combat unit; only German combat units are put out of supply."


@section.clause("10.1.2", "starve", verbs=("starve",), tier=Tier.STANDING)
def on_the_map_and_not_marked(case: Case) -> str | None:
    unit = case.unit
    if not case.position.on_map(unit):
        return f"{case.name(unit)} is not on the map."
    return f"{case.name(unit)} is already marked." if case.state.status[unit] & OUT_OF_SUPPLY else None


@section.clause("10.1.2", "starve", verbs=("starve",))
def as_many_as_the_track_says(case: Case) -> str | None:
    return None if case.local.left > 0 else "No more units can be marked this turn."


@section.clause("10.1.3", "starve", verbs=("starve",))
def none_on_turn_one(case: Case) -> str | None:
    return "German units cannot be put out of supply on turn 1." if case.state.turn == 1 else None


# ---- disbanding -------------------------------------------------------------------------------------


@section.clause("10.5", "disband", verbs=("disband",), tier=Tier.WORDS)
def a_soviet_combat_unit(case: Case) -> str | None:
    unit = case.unit
    if case.roster.side[unit] != SOVIET or case.roster.is_hq[unit]:
        return f"{case.name(unit)} is not a Soviet combat unit; only Soviet combat units can be disbanded."
    return f"{case.name(unit)} is a PVO unit: it is never disbanded." if case.roster.is_pvo[unit] else None


@section.clause("10.5", "disband", verbs=("disband",), tier=Tier.STANDING)
def disbanded_from_the_map(case: Case) -> str | None:
    return None if case.position.on_map(case.unit) else f"{case.name(case.unit)} is not on the map."
