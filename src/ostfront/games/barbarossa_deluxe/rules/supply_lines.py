"""Overland supply lines (7.3, 7.4, 7.9, 7.14, 7.15, 7.20): the hexes from which a line reaches a source.

Lines are flooded outwards from the sources, for all hexes at once. The hexsides between the two logistics areas are
closed to lines, so one flood serves both. The last answer is kept with all it depends on.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from ostfront.core.map.floods import Flood
from ostfront.core.map.hexes import Sides, bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import CLOSED_SIDES, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.state import BDState

Pairs = tuple[tuple[int, int], ...]
CRIMEA_LINES = 2  # the third user of lines, beside GERMAN and SOVIET: Crimea supply


# ---- the map as lines see it (7.14, 7.15) -----------------------------------------------------------


def lines_of(facts: Facts, user: int) -> Flood:
    """The flood through the hexsides that lines of a user cross, compiled once."""
    found: Flood | None = facts.profiles.get(("supply", user))
    if found is None:
        sides = _hexsides(facts, user)
        found = facts.profiles["supply", user] = Flood(facts.grid, sides, backwards=user == SOVIET)
    return found


@implements("BD 7.14d")
def _hexsides(facts: Facts, user: int) -> Sides:
    """Between hexes of one logistics area, over land and such water as is open; never over the sea."""
    grid, hexes = facts.grid, ground(facts, user)
    sides = [0] * 6
    for d, open_ in enumerate(facts.board.open_sides(CLOSED_SIDES)):
        for here in bits(open_ & hexes):
            there = grid.neighbour(here, d)
            if there >= 0 and hexes >> there & 1 and same_area(facts, here, there):
                sides[d] |= 1 << here
    for here, there in (*lake_sides(facts, open_shores(facts, user)), *straits(facts, user)):
        if same_area(facts, here, there):
            d = grid.direction(here, there)
            sides[d] |= 1 << here
            sides[(d + 3) % 6] |= 1 << there
    return cast(Sides, tuple(sides))


@implements("BD 7.15")
def same_area(facts: Facts, here: int, there: int) -> bool:
    """Lines stay on their side of the border between the logistics areas."""
    return (facts.north >> here & 1) == (facts.north >> there & 1)


def ground(facts: Facts, user: int) -> int:
    """The hexes that lines of a user can enter when nobody is in the way."""
    return facts.land | facts.lakes & open_shores(facts, user)


def open_shores(facts: Facts, user: int) -> int:
    return soviet_shores(facts) if user == SOVIET else german_shores(facts)


@implements("BD 7.14b")
def soviet_shores(facts: Facts) -> int:
    """Where Soviet lines cross lakes and reservoirs."""
    return facts.ussr | facts.baltic


@implements("BD 7.14c")
def german_shores(facts: Facts) -> int:
    """Where German lines cross lakes."""
    return facts.germany | facts.hungary


def lake_sides(facts: Facts, shores: int) -> Pairs:
    """The lake hexsides between two hexes of these lands."""
    return tuple(
        (side.a, side.b)
        for side in facts.board.hexside_rows
        if side.kind == "lake" and shores >> side.a & 1 and shores >> side.b & 1
    )


def straits(facts: Facts, user: int) -> Pairs:
    return soviet_straits(facts) if user == SOVIET else german_straits(facts, user == CRIMEA_LINES)


@implements("BD 7.14e")
def soviet_straits(facts: Facts) -> Pairs:
    return facts.kerch, facts.sivash


@implements("BD 7.14f")
def german_straits(facts: Facts, crimea: bool) -> Pairs:
    """The Kerch Strait, for Crimea supply only; never the Sivash."""
    return (facts.kerch,) if crimea else ()


# ---- what closes hexes (7.14, 7.20) -----------------------------------------------------------------


@implements("BD 7.14a", "BD 7.3c", "BD 7.9b")
def enterable(facts: Facts, state: BDState, user: int, enemies: int) -> int:
    """Hexes in which a line can begin or end: free of enemy ground units, whoever controls them."""
    hexes = ground(facts, user)
    shut = hexes & (enemies | state.neutral)
    return hexes ^ shut


def barriers(facts: Facts, state: BDState, user: int) -> int:
    """Works that a side's lines do not enter; a unit that stands in one traces out of it."""
    if user == SOVIET:
        return german_works(facts, state)
    return soviet_works(facts, state) | fortified_area(facts, state)


@implements("BD 7.20a")
def soviet_works(facts: Facts, state: BDState) -> int:
    """Fortified lines under Soviet control, empty ones too."""
    lines = facts.lines[SOVIET]
    return lines ^ (lines & state.german)


@implements("BD 7.20b")
def fortified_area(facts: Facts, state: BDState) -> int:
    """The Soviet-controlled hexes of the Fortified Area."""
    if state.area == NOWHERE:
        return 0
    hexes = facts.grid.disk(state.area, 1)
    return hexes ^ (hexes & state.german)


@implements("BD 7.20c")
def german_works(facts: Facts, state: BDState) -> int:
    """German fortified lines that are intact, printed ones and East Wall markers."""
    lines = facts.lines[GERMAN]
    return lines ^ (lines & state.broken) | state.wall


# ---- sources (7.3, 7.9, 7.19) -----------------------------------------------------------------------


@implements("BD 7.3a", "BD 7.19")
def german_sources(facts: Facts) -> int:
    """The western edge, for the German side only."""
    return facts.sources[GERMAN]


@implements("BD 7.9a", "BD 7.19")
def soviet_sources(facts: Facts) -> int:
    """The eastern edge but for the desert-steppe, for the Soviet side only."""
    return facts.sources[SOVIET]


# ---- overland supply --------------------------------------------------------------------------------


LINES = ("German lines", "Soviet lines")  # questions of the memo
LINES_APART = ("German lines apart", "Soviet lines apart")
CRIMEA_QUESTION = "Crimea supply"


class Traced(NamedTuple):
    """The lines of a side, and what they depend on."""

    at: tuple[int, ...]  # everything on the map that can change them: enemies, then works and control
    enemies: int
    depends: tuple[int, ...]  # what of it did count, but for the enemies
    zone: int  # the hexes that lines have entered, and those next to them: enemies elsewhere do not matter
    answer: int


def overland(facts: Facts, state: BDState, side: int) -> int:
    """The hexes from which a side can trace a regular overland line now."""
    at = (state.occupied[GROUND[1 - side]], state.german, state.broken, state.wall, state.neutral, state.area)
    found: Traced | None = state.memo.kept.get(LINES[side])
    if found is not None and found.at == at:
        return found.answer
    return _kept(facts, state, side, at, LINES[side])


def overland_apart(facts: Facts, state: BDState, side: int, ignored: int) -> int:
    """The same, as if these enemy units were not on the map (10.26)."""
    if not ignored:
        return overland(facts, state, side)
    enemies = enemies_apart(facts, state, side, ignored)
    at = (enemies, state.german, state.broken, state.wall, state.neutral, state.area)
    return _kept(facts, state, side, at, LINES_APART[side])


def enemies_apart(facts: Facts, state: BDState, side: int, ignored: int) -> int:
    """The hexes with enemy ground units of a side, other than those that are ignored."""
    enemies = state.occupied[GROUND[1 - side]]
    if ignored:
        others = facts.roster.ground[1 - side] & ~ignored
        for place in {state.place[unit] for unit in bits(ignored & state.on_map)}:
            if enemies >> place & 1 and not state.units_at(place) & others:
                enemies ^= 1 << place
    return enemies


def _kept(facts: Facts, state: BDState, side: int, at: tuple[int, ...], question: str) -> int:
    """The last answer, unless something has changed that matters to it."""
    enemies, shut = at[0], barriers(facts, state, side)
    gates = 1 << facts.dnepropetrovsk | 1 << facts.rostov
    depends = (shut, state.neutral, state.german & gates if side == GERMAN else 0)
    kept = state.memo.kept
    found: Traced | None = kept.get(question)
    if found is None or found.depends != depends or (found.enemies ^ enemies) & found.zone:
        trace = soviet_overland if side == SOVIET else german_overland
        entered, answer = trace(facts, state, enemies, shut)
        zone = facts.grid.closed(entered) | soviet_sources(facts) | german_sources(facts)
        kept[question] = Traced(at, enemies, depends, zone, answer)
        return answer
    kept[question] = Traced(at, enemies, depends, found.zone, found.answer)
    return found.answer


def soviet_overland(facts: Facts, state: BDState, enemies: int, shut: int) -> tuple[int, int]:
    """The hexes that lines enter, all of which are supplied."""
    enter = enterable(facts, state, SOVIET, enemies)
    found = lines_of(facts, SOVIET).fill(soviet_sources(facts), enter, enter ^ (enter & shut))
    return found, found


def german_overland(facts: Facts, state: BDState, enemies: int, shut: int) -> tuple[int, int]:
    """Lines from the west, and the hexes they supply; those of the south-east come by the junctions of 7.4."""
    lines = lines_of(facts, GERMAN)
    enter = enterable(facts, state, GERMAN, enemies)
    through = enter ^ (enter & shut)
    entered = lines.fill(german_sources(facts), enter, through)
    beyond = entered & facts.dp
    if not beyond:
        return entered, entered
    by_dnepr = through_dnepropetrovsk(facts, state, entered)
    linked = lines.fill(by_dnepr, enter, through) if by_dnepr else 0
    found = entered ^ (beyond ^ (beyond & linked))
    return entered, found ^ (found & without_rostov(facts, state, linked))


@implements("BD 7.4a")
def through_dnepropetrovsk(facts: Facts, state: BDState, found: int) -> int:
    """The junction, if it is German and lines from the west reach it: those of the DP area go through it."""
    return found & state.german & 1 << facts.dnepropetrovsk


@implements("BD 7.4b")
def without_rostov(facts: Facts, state: BDState, linked: int) -> int:
    """The area that is cut off unless Rostov is German and linked with Dnepropetrovsk."""
    return 0 if linked & state.german & 1 << facts.rostov else facts.rostov_area


# ---- Crimea supply (7.4) ----------------------------------------------------------------------------


def crimea_reach(facts: Facts, state: BDState, ignored: int = 0) -> int:
    """The hexes of the CS area from which a line reaches German-controlled Sevastopol."""
    start = sevastopol(facts, state)
    if not start:
        return 0
    enemies = enemies_apart(facts, state, GERMAN, ignored)
    shut = barriers(facts, state, GERMAN)
    depends = (shut, state.neutral)
    kept = state.memo.kept
    found: Traced | None = kept.get(CRIMEA_QUESTION)
    if found is None or found.depends != depends or (found.enemies ^ enemies) & found.zone:
        enter = enterable(facts, state, CRIMEA_LINES, enemies)
        hexes = lines_of(facts, CRIMEA_LINES).fill(start, enter, enter ^ (enter & shut))
        zone = facts.grid.closed(hexes | start)
        found = kept[CRIMEA_QUESTION] = Traced((), enemies, depends, zone, hexes & crimea_area(facts))
    return found.answer


@implements("BD 7.4c")
def sevastopol(facts: Facts, state: BDState) -> int:
    """The source of Crimea supply, while it is German."""
    return state.german & 1 << facts.sevastopol


@implements("BD 7.4f")
def crimea_area(facts: Facts) -> int:
    """The Crimea, and 3005, 3104 and 3105 across the Kerch Strait."""
    return facts.crimea
