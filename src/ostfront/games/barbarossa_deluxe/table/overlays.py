"""Overlays of Barbarossa Deluxe: reach, supply, offensive supply, supply areas, control, fortifications."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ostfront.core.map.hexes import bits
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.rules import mobile_assault, offensive_supply, supply, ways
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.secrets import units_hidden
from ostfront.games.barbarossa_deluxe.state import BDState
from ostfront.kit.table import overlays as kit
from ostfront.kit.table.overlays import places, units

NAMES = ("German", "Soviet")
TONES = {
    supply.CRIMEA: "good",
    supply.GARRISON: "good",
    supply.COASTAL: "info",
    supply.AERIAL: "info",
    supply.OUT: "bad",
}


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    facts: Facts = view.rules.facts
    kit.must_exist(facts, name)
    state: BDState = view.imagine("overlay").state
    if name == "reach":
        return _reach(view, facts, state, kit.unit_named(facts, about))
    first, _, second = name.partition("-")
    if first == "supply":
        return _supply(view, facts, state, SIDES.index(second))
    return PLAIN[name](view.rules, facts, state)


# ---- movement --------------------------------------------------------------------------------------------


def _reach(view: View, facts: Facts, state: BDState, unit: int) -> Overlay:
    """Where a unit, or the stack in hand with it, can go, and whom it can assault on the move."""
    rule, roster = view.rules.rule("10.1b"), facts.roster
    if units_hidden(facts, state, view.seat) >> unit & 1:
        return kit.no_reach(facts, unit, "is not seen", view.rules.rule("11.7a"))
    if not state.on_map >> unit & 1 or (roster.static | roster.attached) >> unit & 1:
        return kit.no_reach(facts, unit, "does not move on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure == "march" and bool(top.local.units >> unit & 1)
    moving: int = top.local.units if in_hand else 1 << unit
    side = roster.side[unit]
    found = ways.ways(facts, state, side, moving)
    left = points.left(facts, state, moving)
    reached = found.range

    def cost(i: int) -> int:
        return left if reached is None else min(left, max(0, reached.cost(i)))

    made = kit.reach(
        view, facts, unit, kit.Legs(found.go, found.last, 0, 2 * left, cost), rule, in_hand=in_hand, by_road=""
    )  # fmt: skip
    return _with_assaults(facts, made, unit, mobile_assault.targets(facts, state, side, moving), in_hand)


def _with_assaults(facts: Facts, made: Overlay, unit: int, hexes: int, in_hand: bool) -> Overlay:
    if not hexes:
        return made
    actions = dict(made.actions)
    if actions:
        first = "" if in_hand else f"pick {facts.roster.ids[unit]}; "
        actions |= {place: f"{first}assault {place}" for place in places(facts, hexes)}
    areas = (*made.areas, Area("bad", "can be assaulted on the move", places(facts, hexes)))
    return msgspec.structs.replace(made, areas=areas, actions=actions)


# ---- supply ----------------------------------------------------------------------------------------------


def _supply(view: View, facts: Facts, state: BDState, side: int) -> Overlay:
    """Where overland lines reach, and which units that are seen draw something else or nothing."""
    rules = view.rules
    reached = supply.overland(facts, state, side) & facts.land
    by_state: dict[int, int] = {}
    for unit in bits(facts.roster.ground[side] & state.on_map & ~units_hidden(facts, state, view.seat)):
        found = supply.status(facts, state, unit)
        by_state[found] = by_state.get(found, 0) | 1 << unit
    marked = kit.unit_areas(
        *(UnitArea(tone, supply.NAMES[kind], units(facts, by_state.get(kind, 0))) for kind, tone in TONES.items())
    )
    area = Area(SIDES[side], "regular overland supply", places(facts, reached))
    rule = rules.rule("7.3a" if side == GERMAN else "7.9a")
    title = f"{NAMES[side]} supply"
    return Overlay(f"supply-{SIDES[side]}", title, "overland lines reach here", rule, kit.areas(area), {}, marked)


def _depots(rules: Rules, facts: Facts, state: BDState) -> Overlay:
    found = offensive_supply.covered(facts, state) & facts.valid
    area = Area("soviet", "Soviet attacks from here have offensive supply", places(facts, found))
    words = "range of the markers on the map"
    return Overlay("depots", "Offensive supply", words, rules.rule("7.10a"), kit.areas(area))


def _areas(rules: Rules, facts: Facts, _state: BDState) -> Overlay:
    """The logistics zones, and the areas that hang on one city."""
    land = facts.land
    special = facts.dp | facts.crimea
    areas = kit.areas(
        Area("info", "northern logistics zone", places(facts, facts.north & land)),
        Area("muted", "southern logistics zone", places(facts, facts.south & land & ~special)),
        Area("warning", "German supply through Dnepropetrovsk", places(facts, facts.dp & land & ~facts.rostov_area)),
        Area("bad", "German supply through Rostov as well", places(facts, facts.rostov_area & land)),
        Area("good", "Crimea supply from Sevastopol", places(facts, facts.crimea & land), line=True),
    )
    return Overlay("areas", "Supply areas", "where lines may run", rules.rule("7.4a"), areas)


# ---- control and works -----------------------------------------------------------------------------------


def _control(rules: Rules, facts: Facts, state: BDState) -> Overlay:
    worth = facts.victory_hexes
    areas = kit.areas(
        Area("german", "German, scores", places(facts, worth & state.german)),
        Area("soviet", "Soviet", places(facts, worth & ~state.german)),
        Area("german", "German control", places(facts, state.german & facts.land & ~worth), line=True),
        Area("muted", "neutral", places(facts, state.neutral)),
    )
    return Overlay("control", "Control", "who entered last", rules.rule("3.6d"), areas)


def _works(rules: Rules, facts: Facts, state: BDState) -> Overlay:
    german = facts.lines[GERMAN] & ~state.broken | state.wall
    around = facts.grid.disk(state.area, 1) & facts.land if state.area >= 0 else 0
    areas = kit.areas(
        Area("german", "German line: one column", places(facts, german)),
        Area("soviet", "Soviet line: one column", places(facts, facts.lines[SOVIET])),
        Area("warning", "Fortified Area", places(facts, around)),
        Area("bad", "hero or fortress city: three columns", places(facts, state.hero | state.fortress)),
    )
    return Overlay("works", "Fortifications", "what helps the defender", rules.rule("11.21a"), areas)


PLAIN: dict[str, Callable[[Rules, Facts, BDState], Overlay]] = {
    "depots": _depots,
    "areas": _areas,
    "control": _control,
    "works": _works,
}
