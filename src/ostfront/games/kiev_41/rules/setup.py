"""Set-up (SU.1, SU.2, SC.1 to SC.5), and the invariants of every position."""

from __future__ import annotations

from collections.abc import Iterator

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.state import Frame
from ostfront.games.kiev_41.facts import Facts, SetupRow
from ostfront.games.kiev_41.facts.calendar import SNOW, WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import contested
from ostfront.games.kiev_41.state import NO_FORECAST, K41Play, K41State


def blank(facts: Facts) -> K41State:
    """A state of the right shape with nothing on the map."""
    return K41State(facts.roster, facts.places, facts.area_count, facts.limit)


def before_set_up(facts: Facts) -> K41State:
    """The empty map with its markers: month, weather, disc, control."""
    state = blank(facts)
    scenario = facts.scenario
    state.turn = scenario.first_turn
    state.weather = WEATHER.index(scenario.weather)
    state.forecast = facts.charts["forecast"]["snow_after"] if state.weather == SNOW else NO_FORECAST
    state.initiative = facts.side_of_initiative
    state.yellow, state.orange = scenario.yellow_disc, scenario.orange_disc
    state.axis = starting_control(facts)
    state.top = Frame("game", 0, None, None)
    return state


@implements("K41 2.5c")
def starting_control(facts: Facts) -> int:
    return facts.control


@implements("K41 SU.1", "K41 SC.5a")
def set_up(play: K41Play, _local: None) -> None:
    """Named blocks first, then the draws: the Soviets', then the Axis'."""
    facts, state = play.facts, play.state
    for row in facts.setup:
        if row.type == "line":
            _build(facts, state, row)
        elif row.unit:
            _stand(play, facts.roster.index[row.unit], row)
    for side in (SOVIET, AXIS):
        for row in facts.setup:
            if not row.unit and row.type != "line" and row.side == SIDES[side]:
                _draw(play, row, side)
    _note_strengths(facts, state)
    for area in bits((state.occupied[AXIS] | state.occupied[SOVIET]) & state.areas):
        fog.mingle(facts, state, area)
    _mark_isolated(facts, state)
    play.note("set up")


def place_of(facts: Facts, name: str) -> int:
    return facts.boxes[name] if name in facts.boxes else facts.areas.index(name)


def _build(facts: Facts, state: K41State, row: SetupRow) -> None:
    area = 1 << facts.areas.index(row.place)
    if row.side == "axis":
        state.lines_axis |= area
    else:
        state.lines_soviet |= area


def _stand(play: K41Play, unit: int, row: SetupRow) -> None:
    """Full strength, the printed strength, or minimum for a Remnant."""
    facts, state = play.facts, play.state
    state.put(unit, place_of(facts, row.place))
    if row.strength is not None:
        state.steps[unit] = facts.roster.strength[unit].index(row.strength, 1)
    elif facts.roster.remnant[unit]:
        state.steps[unit] = remnant_steps(facts, unit)


@implements("K41 SU.2")
def remnant_steps(_facts: Facts, _unit: int) -> int:
    return 1


def _draw(play: K41Play, row: SetupRow, side: int) -> None:
    facts, state = play.facts, play.state
    index = facts.roster.index
    if facts.historical and row.historical:
        for name in row.historical.split():
            _stand(play, index[name], row)
        return
    candidates = [unit for unit in facts.candidates[row.row] if state.place[unit] < 0]
    for unit in candidates:
        fog.join(state, state.group[candidates[0]], state.group[unit])
    for _ in range(row.count):
        drawn = play.draw(candidates, "unit", f"set-up / {SIDES[side]}", to=(side,))
        candidates.remove(drawn)
        _stand(play, drawn, row)


def _note_strengths(facts: Facts, state: K41State) -> None:
    """Both players know the lists: each block's strength, except in a drawn group of mixed strengths."""
    groups: dict[int, list[int]] = {}
    present = _present(facts, state)
    for unit in bits(facts.roster.blocks):
        state.seen[unit] = state.steps[unit] if present >> unit & 1 else fog.fresh_steps(facts, unit)
        groups.setdefault(state.group[unit], []).append(unit)
    for number, members in groups.items():
        if len(members) == 1:
            continue
        placed = [u for u in members if present >> u & 1]
        fresh = all(state.steps[u] == fog.fresh_steps(facts, u) for u in placed)
        alike = placed == members and len({state.steps[u] for u in members}) == 1
        if not fresh and not alike:
            state.blurred |= 1 << number


def _present(facts: Facts, state: K41State) -> int:
    """Who is on the map, and the Leaders and Guderian in their boxes."""
    return state.on_map | facts.roster.leaders | 1 << facts.roster.guderian


def _mark_isolated(facts: Facts, state: K41State) -> None:
    """The Pocket begins with cubes around Kiev."""
    for name in facts.scenario.isolated:
        area = facts.areas.index(name)
        state.isolated_lines |= state.lines_soviet & 1 << area
        state.isolated |= mask(u for u in state.each_at(area) if state.owner[u] == SOVIET)


# ---- invariants -------------------------------------------------------------------------------------


def faults(facts: Facts, state: K41State) -> list[str]:
    """Broken invariants."""
    if state.top is None or (state.top.procedure == "game" and state.top.step == 0):
        return []
    return [*_stack_faults(facts, state), *_control_faults(facts, state), *_block_faults(facts, state)]


def _stack_faults(facts: Facts, state: K41State) -> Iterator[str]:
    name = facts.place_names
    in_hand = state.top.local.unit if state.top.procedure in ("march", "approach") else -1
    for side in (AXIS, SOVIET):
        for area in bits(state.full[side]):
            blocks = [u for u in state.each_at(area) if state.owner[u] == side and u != in_hand]
            if len(blocks) > facts.limit[area]:
                yield f"Too many blocks of a side are in {name[area]}."
        if state.units_of(side) & facts.staging_of[1 - side]:
            yield "A unit stands in the enemy's staging area."
    where = state.place[facts.roster.hungarian]
    if 0 <= where < facts.area_count:
        met = [u for u in state.each_at(where) if facts.roster.rumanians >> u & 1]
        if met and in_hand not in (*met, facts.roster.hungarian):
            yield f"Hungarians and Rumanians are together in {name[where]}."


def _control_faults(facts: Facts, state: K41State) -> Iterator[str]:
    name = facts.place_names
    disputed = contested(state)
    for side in (AXIS, SOVIET):
        if state.lines(side) & ~state.controlled(side):
            yield "A Defensive Line stands in an area its side does not control."
        if state.lines(side).bit_count() > facts.line_count[side]:
            yield "There are more Defensive Lines than beams."
        for area in bits(state.units_of(side) & ~disputed & ~state.controlled(side)):
            yield f"{name[area]} is held by one side and controlled by the other."
    if state.isolated_lines & ~(state.lines_axis | state.lines_soviet):
        yield "A cube lies where no Defensive Line is."


def _block_faults(facts: Facts, state: K41State) -> Iterator[str]:
    roster = facts.roster
    for unit in range(roster.count):
        place, steps = state.place[unit], state.steps[unit]
        wrong = place < 0 or steps > roster.full[unit] or (not steps and not roster.bombers >> unit & 1)
        if wrong or not _belongs(facts, unit, place):
            yield f"{roster.ids[unit]} cannot be so, in {facts.place_names[place]} with {steps} steps."
    if (state.isolated | state.crossed | state.blitzers) & ~state.on_map:
        yield "A block off the map carries a cube, or may blitz."
    road = 1 << roster.guderian if state.place[roster.guderian] in facts.tula else 0
    if state.active & ~(state.on_map & roster.hqs | road):
        yield "An activated HQ is not on the map."
    if state.top.procedure in ("march", "approach") and not state.on_map >> state.top.local.unit & 1:
        yield "The block in hand is not on the map."
    groups: dict[int, list[int]] = {}
    for unit, number in enumerate(state.group):
        groups.setdefault(number, []).append(unit)
    for number, members in groups.items():
        if members[0] != number or len({(roster.wood[u], roster.side[u]) for u in members}) > 1:
            yield "Blocks of different colours cannot be mistaken for each other."


def _belongs(facts: Facts, unit: int, place: int) -> bool:
    """Whether a unit may be in a place at all."""
    roster = facts.roster
    names: tuple[str, ...] = facts.place_names
    if roster.leaders >> unit & 1:
        return names[place] == ("rastenburg", "moscow")[roster.side[unit]]
    if unit == roster.guderian:
        return place in facts.tula or names[place] == "axis-lost"
    side = SIDES[roster.side[unit]]
    if roster.bombers >> unit & 1:
        return place < facts.area_count or names[place].startswith("bombers") or names[place] in ("axis-pool", "out")
    if roster.fleets >> unit & 1:
        return bool(facts.black_coast >> place & 1) or names[place] in ("fleet-staging", "batumi", "soviet-lost")
    boxes = (f"{side}-pool", f"{side}-lost") + (("waiting-S", "waiting-N") if side == "soviet" else ())
    return place < facts.area_count or names[place] in boxes
