"""Overlays of Barbarossa 1941: reach, zones of control, supply, railways, replacements, air cover, points."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ostfront.core.errors import counted
from ostfront.core.map.hexes import bits, mask
from ostfront.core.page.table import Area, Overlay, UnitArea
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.games.barbarossa_1941.facts import CLEAR, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, AXIS, COMBAT, SIDES, SOVIET
from ostfront.games.barbarossa_1941.rules.air import bases_in_range
from ostfront.games.barbarossa_1941.rules.movement import exploitation, legs, muster
from ostfront.games.barbarossa_1941.rules.overrun import ignores_zoc, targets
from ostfront.games.barbarossa_1941.rules.rail_network import own_rail
from ostfront.games.barbarossa_1941.rules.replacement_points import kind_of
from ostfront.games.barbarossa_1941.rules.replacements import near, near_rail, rail_from_frontier
from ostfront.games.barbarossa_1941.rules.supply_lines import (
    FINNS,
    judged,
    limited_sources,
    lines,
    needs_no_line,
    network,
    ration,
    supplied_hexes,
    untraced,
)
from ostfront.games.barbarossa_1941.rules.victory import counting_cities
from ostfront.games.barbarossa_1941.rules.weather import allowance
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41State, March
from ostfront.games.barbarossa_1941.table.lines import Line, line_of
from ostfront.kit.table import overlays as kit
from ostfront.kit.table.overlays import places, units

NAMES = ("Axis", "Soviet")


def overlay(view: View, name: str, about: str) -> Overlay:
    """One overlay by its id; `about` is the unit some of them need."""
    facts: Facts = view.rules.facts
    kit.must_exist(facts, name)
    state: B41State = view.imagine("overlay").state
    first, _, second = name.partition("-")
    if second:
        side = SIDES.index(second)
        if first == "zoc":
            return kit.zoc(facts, second, NAMES[side], zoc(facts, state, side), view.rules.rule("4a"))
        return _supply(view.rules, facts, state, side)
    if name in ABOUT_A_UNIT:
        return ABOUT_A_UNIT[name](view, facts, state, kit.unit_named(facts, about))
    return PLAIN[name](view.rules, facts, state)


# ---- movement --------------------------------------------------------------------------------------------


def _reach(view: View, facts: Facts, state: B41State, unit: int) -> Overlay:
    """Where a unit can go and whom it can overrun: in hand with what it has left, else as if it moved now."""
    rule, roster = view.rules.rule("5a"), facts.roster
    moves = (roster.is_combat[unit] and not roster.is_static[unit]) or roster.is_airborne[unit]
    if not state.on_map >> unit & 1 or not moves:
        return kit.no_reach(facts, unit, "does not move on the map", rule)
    top = state.top
    in_hand = top is not None and top.procedure == "march" and bool(top.local.units >> unit & 1)
    exploiting = top is not None and top.procedure == "exploitation"
    if exploiting and not exploitation(facts, state, unit):
        return kit.no_reach(facts, unit, "does not exploit", rule)
    local: March = top.local if in_hand else muster(facts, state, roster.side[unit], 1 << unit, exploiting)
    found, go = legs(facts, state, local)
    stops = 0 if ignores_zoc(facts, state, local.units) else go & zoc(facts, state, 1 - local.side)
    left = max(0, local.allowance - local.used)
    cost: Callable[[int], int] = (lambda i: min(left, found.cost(i))) if found is not None else (lambda _: 0)
    made = kit.reach(
        view, facts, unit, kit.Legs(go, stops, 0, 2 * left, cost), rule, in_hand=in_hand, by_road=""
    )  # fmt: skip
    return _with_overruns(facts, made, unit, targets(facts, state, local), in_hand)


def _with_overruns(facts: Facts, made: Overlay, unit: int, hexes: int, in_hand: bool) -> Overlay:
    if not hexes:
        return made
    actions = dict(made.actions)
    if actions:
        first = "" if in_hand else f"pick {facts.roster.ids[unit]}; "
        actions |= {place: f"{first}overrun {place}" for place in places(facts, hexes)}
    areas = (*made.areas, Area("bad", "can be overrun", places(facts, hexes)))
    return msgspec.structs.replace(made, areas=areas, actions=actions)


# ---- supply ----------------------------------------------------------------------------------------------


def _supply(rules: Rules, facts: Facts, state: B41State, side: int) -> Overlay:
    """Where lines reach for units on foot and for motorised ones, who has none, and which cities are cut off."""
    foot, wheels = supplied_hexes(facts, state, side), _motorised_lines(facts, state, side)
    finns = supplied_hexes(facts, state, FINNS) & ~(foot | wheels) if side == AXIS else 0  # 8.2b
    cut = untraced(facts, state, side)
    marked = mask(u for u in bits(judged(facts, state, side) & ~cut) if state.isolated[u])
    closed = limited_sources(facts, state, side)
    name = SIDES[side]
    labels = {facts.board.name(i): str(ration(facts, state, side, i)) for i in bits(closed)}
    return Overlay(
        f"supply-{name}", f"{NAMES[side]} supply", "a supply line can be traced from here", rules.rule("8b"),
        kit.areas(
            Area(name, "all units trace a line", places(facts, foot & wheels)),
            Area("info", "only units on foot do", places(facts, foot & ~wheels)),
            Area("good", "only motorised units do", places(facts, wheels & ~foot)),
            Area("muted", "only Finns do", places(facts, finns)),
            Area("warning", "cut off: supplies so many steps", places(facts, closed)),
        ),
        labels,
        kit.unit_areas(
            UnitArea("bad", "no supply line now", units(facts, cut)),
            UnitArea("warning", "marked isolated, has a line now", units(facts, marked)),
        ),
    )  # fmt: skip


def _motorised_lines(facts: Facts, state: B41State, side: int) -> int:
    """As `supplied_hexes`, for motorised units."""
    chart, found = facts.charts, 0
    zones = ((facts.weather_north, facts.north), (facts.weather_south, facts.valid & ~facts.north))
    for track, zone in zones:
        weather = track[state.turn]
        if weather == CLEAR:
            points = chart["movement"]["german_motorised" if side == AXIS else "soviet_motorised"]
        else:
            points = chart["weather"][WEATHER[weather].replace(" ", "_")]["motorised"]
        found |= lines(facts, state, side, True, weather)[points] & zone
    return found


def _supply_of(view: View, facts: Facts, state: B41State, unit: int) -> Overlay:
    """The line of one unit: its way to a railway and home, or the nearest to one and what is wrong with it."""
    rules, side, here = view.rules, facts.roster.side[unit], state.place[unit]
    title = f"Supply of {facts.roster.ids[unit]}"

    def plain(tone: str, words: str, rule: str) -> Overlay:
        return Overlay("supply", title, words, rules.rule(rule), (Area(tone, words, places(facts, 1 << here)),))

    if not state.on_map >> unit & 1:
        return Overlay("supply", title, "not on the map", rules.rule("8b"))
    if not judged(facts, state, side) >> unit & 1:
        return plain("muted", "needs no supply", "8b")
    if needs_no_line(facts, unit):
        return plain("good", "is always in supply", "8.2e")
    found = line_of(facts, state, unit)
    if found is None:
        return plain("bad", "no source can be reached at all", "8b")
    labels = {facts.board.name(i): str(spent) for i, spent in zip(found.land, found.spent, strict=True)}
    areas = _line_areas(facts, found, allowance(facts, state, unit), state.occupied[COMBAT[1 - side]] & facts.valid)
    return Overlay("supply", title, "points spent so far", rules.rule("8b"), areas, labels)


def _line_areas(facts: Facts, found: Line, points: int, enemies: int) -> tuple[Area, ...]:
    """A line in its parts, each with what there is to say of it."""
    source = facts.city_name(found.source) or facts.board.name(found.source)
    cost = found.spent[-1] if found.land else 0
    beyond = mask(i for i, spent in zip(found.land, found.spent, strict=True) if spent > points)
    shut = found.blocked
    return kit.areas(
        Area("good", f"over land, {min(cost, points)} of {counted(points, 'point')}",
             places(facts, mask(found.land) & ~beyond & ~shut)),
        Area("warning", f"too far: {cost} points are needed", places(facts, beyond & ~shut)),
        Area("info", f"by rail to {source}", places(facts, mask(found.rail) & ~shut)),
        Area("bad", "an enemy is in the way", places(facts, shut & enemies)),
        Area("bad", "an enemy zone of control is in the way", places(facts, shut & ~enemies)),
    )  # fmt: skip


# ---- railways and replacements ---------------------------------------------------------------------------


def _rail(rules: Rules, facts: Facts, state: B41State) -> Overlay:
    """Both networks; what leads to no source is set apart."""
    found = []
    for side, tone in ((AXIS, "warning"), (SOVIET, "bad")):
        own, linked = own_rail(facts, state, side), network(facts, state, side)
        found.append(Area(SIDES[side], f"{NAMES[side]}, linked to a source", places(facts, own & linked)))
        found.append(Area(tone, f"{NAMES[side]}, blocked or cut off", places(facts, own & ~linked)))
    return Overlay("rail", "Railways", "whose they are", rules.rule("10.2b"), kit.areas(*found))


def _refit(rules: Rules, facts: Facts, state: B41State) -> Overlay:
    """Where a step can be received, and who has lost one (9.2)."""
    roster = facts.roster
    german, axis = near(facts, rail_from_frontier(facts, state)), near_rail(facts, state, AXIS)
    soviet = near_rail(facts, state, SOVIET)
    able = far = 0
    for u in bits(state.on_map & (roster.combat_units[AXIS] | roster.combat_units[SOVIET])):
        if state.steps[u] == roster.steps[u] or not kind_of(facts, u):
            continue
        ground = german if roster.germans >> u & 1 else axis if roster.side[u] == AXIS else soviet
        if ground >> state.place[u] & 1 and not state.isolated[u]:
            able |= 1 << u
        else:
            far |= 1 << u
    return Overlay(
        "refit", "Replacements", "on or next to a railway of one's own", rules.rule("9.2b"),
        kit.areas(
            Area("axis", "for Germans", places(facts, german & facts.land)),
            Area("info", "for their allies only", places(facts, axis & ~german & facts.land)),
            Area("soviet", "for Soviets", places(facts, soviet & facts.land)),
        ),
        {},
        kit.unit_areas(
            UnitArea("good", "could receive a step", units(facts, able)),
            UnitArea("bad", "weakened, but isolated or too far from a railway", units(facts, far)),
        ),
    )  # fmt: skip


# ---- air -------------------------------------------------------------------------------------------------


def _air_range(facts: Facts, side: int) -> int:
    return int(facts.charts["air"][f"{SIDES[side]}_range"])


def _air(rules: Rules, facts: Facts, state: B41State) -> Overlay:
    """What the air corps can reach that have not flown."""
    found, ready = [], 0
    for side in (AXIS, SOVIET):
        corps = facts.roster.air & facts.roster.of_side[side] & state.on_map & ~state.flown
        bases = mask(state.place[u] for u in bits(corps))
        ready |= corps
        reach = facts.grid.within(bases, _air_range(facts, side)) & facts.land if bases else 0
        found.append(Area(SIDES[side], f"{NAMES[side]} air corps can help here", places(facts, reach)))
    marked = kit.unit_areas(UnitArea("good", "ready", units(facts, ready)))
    return Overlay("air", "Air cover", "within range of a base", rules.rule("11.2a"), kit.areas(*found), {}, marked)


def _range(view: View, facts: Facts, state: B41State, unit: int) -> Overlay:
    rule, title = view.rules.rule("11.2a"), f"Range of {facts.roster.ids[unit]}"
    if not facts.roster.is_air[unit] or not state.on_map >> unit & 1:
        return Overlay("range", title, "not an air corps on the map", rule)
    side = facts.roster.side[unit]
    reach = facts.grid.disk(state.place[unit], _air_range(facts, side)) & facts.land
    bases = bases_in_range(facts, state, unit)
    areas = kit.areas(
        Area(SIDES[side], "in range", places(facts, reach & ~bases)),
        Area("info", "could be its next base", places(facts, bases)),
    )
    return Overlay("range", title, "combats it can support", rule, areas)


# ---- victory ---------------------------------------------------------------------------------------------


def _control(rules: Rules, facts: Facts, state: B41State) -> Overlay:
    worth, counting = facts.victory_hexes, counting_cities(facts, state)
    freed = state.liberated & worth & ~counting
    empty = worth & state.held & ~counting & ~freed
    areas = kit.areas(
        Area("axis", "Axis, scores", places(facts, counting)),
        Area("warning", "Axis, no garrison: does not score", places(facts, empty)),
        Area("muted", "freed by partisans: never scores again", places(facts, freed)),
        Area("soviet", "Soviet", places(facts, worth & ~counting & ~empty & ~freed)),
    )
    labels = {facts.board.name(i): str(value) for i, value in facts.victory_points.items()}
    return Overlay("control", "Victory points", "what each city is worth", rules.rule("13l"), areas, labels)


def _finland(rules: Rules, facts: Facts, state: B41State) -> Overlay:
    """Where no Soviet may be for the Finnish point."""
    ground = facts.finnish_ground & facts.land
    soviets = (state.occupied[COMBAT[SOVIET]] | state.occupied[AIRBORNE[SOVIET]]) & facts.valid
    areas = kit.areas(
        Area("good", "no Soviet unit may be here", places(facts, ground & ~soviets)),
        Area("bad", "a Soviet unit denies the point", places(facts, ground & soviets)),
    )
    return Overlay("finland", "Finnish zone", "worth a point", rules.rule("13m"), areas)


ABOUT_A_UNIT: dict[str, Callable[[View, Facts, B41State, int], Overlay]] = {
    "reach": _reach,
    "supply": _supply_of,
    "range": _range,
}
PLAIN: dict[str, Callable[[Rules, Facts, B41State], Overlay]] = {
    "rail": _rail,
    "refit": _refit,
    "control": _control,
    "air": _air,
    "finland": _finland,
}
