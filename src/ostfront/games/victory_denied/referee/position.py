"""What A Victory Denied's referee reads off a position: combat units and HQs, zones of control, the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ostfront.games.victory_denied.facts.roster import GERMAN, Roster
from ostfront.games.victory_denied.state import VdState
from ostfront.kit.referee import position as kit

TOWNS = ("city", "town", "village", "moscow")


class Chit(kit.Chit, Protocol):
    @property
    def group(self) -> str: ...


class Facts(kit.HexFacts, Protocol):
    """What the referee uses from the facts: data, no reasoning."""

    @property
    def chits(self) -> Sequence[Chit]: ...
    @property
    def victory_hexes(self) -> Sequence[int]: ...


Position = kit.HexPosition[Facts, Roster, VdState]


def look(facts: Facts, state: VdState) -> Position:
    return Position(facts, state, TOWNS)


# ---- units on the map --------------------------------------------------------------------------------


def combat_units_at(position: Position, hex: int, side: int) -> list[int]:
    return [unit for unit in position.at(hex, side) if not position.roster.is_hq[unit]]


def hqs_at(position: Position, hex: int, side: int) -> list[int]:
    return [unit for unit in position.at(hex, side) if position.roster.is_hq[unit]]


def fought_for(position: Position) -> tuple[set[int], set[int]]:
    """By side: the hexes with a combat unit of it."""
    is_hq = position.roster.is_hq
    return position.once("fought for", lambda: position.hexes_of(lambda unit: not is_hq[unit]))


def zoc(position: Position, side: int) -> set[int]:
    """The hexes in a side's zones of control (6.1: all six around a combat unit, none for HQs)."""
    return position.once(("zoc", side), lambda: position.plain.zoc(fought_for(position)[side]))


# ---- the map ----------------------------------------------------------------------------------------


def pocket(position: Position) -> set[int]:
    return position.sites("pocket")


def with_chit(position: Position) -> set[int]:
    """The victory hexes in which a VP chit lies: those in Soviet hands."""
    hexes, chits = position.facts.victory_hexes, position.state.vp
    return position.once("with chit", lambda: {hex for hex, chit in zip(hexes, chits, strict=True) if chit >= 0})


def hostile_victory_hexes(position: Position, side: int) -> set[int]:
    """The victory hexes in the hands of the other side (8.3.1)."""
    soviet = with_chit(position)
    return soviet if side == GERMAN else set(position.facts.victory_hexes) - soviet


def is_major(position: Position, a: int, b: int) -> bool:
    return "major" in position.sides(a, b)


def is_unbridged_major(position: Position, a: int, b: int) -> bool:
    return is_major(position, a, b) and not position.has_road(a, b)
