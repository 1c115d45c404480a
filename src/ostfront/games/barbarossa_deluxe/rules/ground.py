"""What ground costs and where it is closed (10.8 to 10.20, 5.11, 5.13).

A stack pays for a hex and for a hexside what its dearest member pays there; each member is charged its own cost.

What is closed to a side or a unit in every way is in limits.py.
"""

from __future__ import annotations

import copy
from typing import NamedTuple

from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.profile import Profile
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import CLOSED_SIDES, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.rules import limits, supply
from ostfront.games.barbarossa_deluxe.state import BDState

CLEAR = 1  # 10.10: points for a clear hex, cities included
MARSH_FROZEN_FROM = 13  # 10.12: Soviet mechanized units cross marsh as clear ground from this turn on
SIVASH_FROM = 7  # 10.15
PASSABLE_MARSH = ("2013", "2014")  # 5.13


class Terms(NamedTuple):
    """What units pay: for a rough and a marsh hex, for a river besides; and what is open to them."""

    rough: int
    marsh: int
    river: int
    sivash: bool  # they cross it like a river
    firm: bool  # the marsh of 5.13 is clear ground for them


# ---- costs ------------------------------------------------------------------------------------------


def terms(facts: Facts, state: BDState, units: int) -> Terms:
    """What the dearest of these units, of one side, pays for each thing."""
    roster, turn = facts.roster, state.turn
    side = roster.side[units.bit_length() - 1]
    mech = units & roster.mech
    wheels = bool(mech)
    river = river_cost(wheels)
    if side == GERMAN and turn == 1:
        river = river_cost(False) if paying_rivers(facts, units) else 0
    riders = units & roster.cavalry_groups == units
    light = side != GERMAN and turn >= MARSH_FROZEN_FROM
    return Terms(
        cavalry_cost() if riders else rough_cost(wheels),
        cavalry_cost() if riders else light_marsh() if light else marsh_cost(wheels),
        river,
        crosses_sivash(facts, state, units),
        turn == 1 and wheels and firm_marsh(facts, state, mech),
    )


@implements("BD 10.10a")
def clear_cost() -> int:
    return CLEAR


@implements("BD 10.9b")
def steppe_cost() -> int:
    """Desert-steppe is clear ground."""
    return CLEAR


@implements("BD 8.30e")
def cavalry_cost() -> int:
    """What an early cavalry group pays for any hex."""
    return CLEAR


@implements("BD 10.11")
def rough_cost(wheels: bool) -> int:
    return 2 if wheels else 1


@implements("BD 10.12a")
def marsh_cost(wheels: bool) -> int:
    return 3 if wheels else 1


@implements("BD 10.12b")
def light_marsh() -> int:
    """Marsh for the Soviets from turn 13 on, mechanized or not, in supply or not."""
    return CLEAR


@implements("BD 10.18a")
def river_cost(wheels: bool) -> int:
    return 2 if wheels else 1


@implements("BD 10.18b")
def paying_rivers(facts: Facts, units: int) -> int:
    """Turn 1: the units of the German side that still pay for rivers, because they are not German."""
    return units ^ (units & facts.roster.germans)


@implements("BD 5.13")
def firm_marsh(facts: Facts, state: BDState, mech: int) -> bool:
    """Turn 1: whether these mechanized units, all German and in overland supply, treat 2013 and 2014 as clear."""
    german = mech & facts.roster.germans
    return german == mech and supply.supplied_overland(facts, state, mech) == mech


@implements("BD 10.15a", "BD 10.15b")
def crosses_sivash(facts: Facts, state: BDState, units: int) -> bool:
    """Soviet units on foot cross the Sivash from turn 7 on, nobody else does."""
    roster = facts.roster
    return state.turn >= SIVASH_FROM and not units & (roster.mech | roster.of_side[GERMAN])


def costs(facts: Facts, state: BDState, units: int) -> Profile:
    """The map as these units, of one side, pay for it; after turn 1 it is the same for all on wheels or on foot."""
    roster, turn = facts.roster, state.turn
    if turn == 1 or units & roster.cavalry_groups:
        return profile(facts, terms(facts, state, units))
    kept = state.memo.kept
    now, found = kept.get("costs", (0, None))
    if now != turn:
        now, found = kept["costs"] = turn, {}
    kind = roster.side[units.bit_length() - 1], units & roster.mech != 0
    over: Profile | None = found.get(kind)
    if over is None:
        over = found[kind] = profile(facts, terms(facts, state, units))
    return over


def profile(facts: Facts, paid: Terms) -> Profile:
    """The map on these terms, compiled once."""
    found: Profile | None = facts.profiles.get(paid)
    if found is None:
        found = facts.profiles[paid] = _compiled(facts, paid)
    return found


def _compiled(facts: Facts, paid: Terms) -> Profile:
    board = natural(facts)
    if paid.firm:
        board = copy.copy(board)
        board.terrain_at = list(board.terrain_at)
        for name in PASSABLE_MARSH:
            board.terrain_at[board.index(name)] = "clear"
    hexsides = dict.fromkeys(closed_water(), Crossing(closed=True))
    if paid.sivash:
        hexsides["sivash"] = added(paid.river)
    if paid.river:
        hexsides["river"] = added(paid.river)
    terrain = {"clear": clear_cost(), "desert-steppe": steppe_cost(), "rough": paid.rough, "marsh": paid.marsh}
    return Profile(board, MoveCosts(terrain, hexsides))


@implements("BD 10.19a")
def natural(facts: Facts) -> Board:
    """The map by its natural terrain: cities, lines and areas cost nothing."""
    return facts.board


@implements("BD 10.13")
def closed_water() -> tuple[str, ...]:
    """Hexsides that nobody crosses in the ordinary way."""
    return CLOSED_SIDES


@implements("BD 10.20")
def added(points: int) -> Crossing:
    """A hexside is paid besides the hex."""
    return Crossing(extra=points)


def step_cost(over: Profile, here: int, there: int) -> int:
    """The points for a step between neighbours, 0 if it is closed."""
    return over.step_cost[6 * here + over.grid.direction(here, there)]


def entry_cost(facts: Facts, state: BDState, unit: int, place: int) -> int:
    """The points for a hex alone, whatever hexside was crossed (8.1)."""
    paid = terms(facts, state, 1 << unit)
    bit = 1 << place
    if facts.rough & bit:
        return paid.rough
    firm = paid.firm and facts.place_names[place] in PASSABLE_MARSH
    return paid.marsh if facts.marsh & bit and not firm else clear_cost()


# ---- where units may not go -------------------------------------------------------------------------


@implements("BD 7.18")
def closed(facts: Facts, state: BDState, units: int) -> int:
    """Hexes that one of these units, of one side and in one hex, may not enter as things are, supplied or not."""
    found = limits.closed_to_all(facts, state, units)
    if limits.frontiers_closed(facts, state):
        top = units.bit_length() - 1
        if facts.roster.side[top] == GERMAN:
            place = state.place[top]
            if facts.hungary >> place & 1:
                found ^= found & facts.hungary  # inside it they move
            found |= held_in_romania(facts, place) | held_in_hungary(facts, place)
    return found


@implements("BD 5.11a")
def held_in_romania(facts: Facts, place: int) -> int:
    """Turn 1: what is closed to units of the German side in Romania."""
    return facts.valid ^ facts.romania if facts.romania >> place & 1 else 0


@implements("BD 5.11b")
def held_in_hungary(facts: Facts, place: int) -> int:
    """Turn 1: what is closed to units of the German side in Hungary."""
    return facts.valid ^ facts.hungary if facts.hungary >> place & 1 else 0


def arresting(facts: Facts, state: BDState, units: int) -> int:
    """Hexes in which a leg ends, because other limits hold from there on: Romania on turn 1 (5.11)."""
    if not limits.frontiers_closed(facts, state):
        return 0
    top = units.bit_length() - 1
    held = facts.roster.side[top] != GERMAN or facts.romania >> state.place[top] & 1
    return 0 if held else facts.romania


def neighbours(facts: Facts, state: BDState, units: int, place: int) -> int:
    """The hexes next to one that these units could step into as far as hexsides go; Kerch is apart (10.14)."""
    found = facts.near[place]
    if place in facts.sivash and crosses_sivash(facts, state, units):
        found |= 1 << facts.sivash[place == facts.sivash[0]]
    return found
