"""Logistics (5, 7): the Logistics Value, Leaders, regeneration, replacement, reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, RUMANIANS, SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import discs, holder
from ostfront.games.kiev_41.rules.fire import part
from ostfront.games.kiev_41.rules.supply import connected
from ostfront.games.kiev_41.rules.victory import points
from ostfront.games.kiev_41.state import Arrival, K41Play, K41State, Logistics

POOLS = ("axis-pool", "soviet-pool")
LOST = ("axis-lost", "soviet-lost")


# ---- the Logistics Value (7.2.1) --------------------------------------------------------------------


def value(facts: Facts, state: K41State, side: int) -> int:
    """What a side may regenerate, replace, call or move."""
    total = sum(parts(facts, state, side).values())
    return part(total, 2) if hampered(facts, state, side) else total


@carries_out("K41 7.2.1a", "K41 7.2.1b", otherwise={"nothing": 0})
def parts(facts: Facts, state: K41State, side: int) -> dict[str, int]:
    """Where the value comes from."""
    roster = facts.roster
    leader = roster.leader_of[side]
    found = {
        "leader": roster.strength[leader][state.steps[leader]],
        "headquarters": sum(
            1 for hq in roster.hqs_of[side] if state.steps[hq] > 1 and in_play(facts, state.place[hq])
        ),
        "areas": points(facts, state, side),
        "eliminated": eliminated(facts, state, 1 - side) // facts.charts["logistics"]["eliminated_per_point"],
    }
    if side == SOVIET:
        found["discs"] = discs(facts, state)
    return found


def in_play(facts: Facts, place: int) -> bool:
    """In an area or on the Road to Tula."""
    return 0 <= place < facts.area_count or place in facts.tula


def eliminated(facts: Facts, state: K41State, side: int) -> int:
    """The blocks (and fleets) of a side that are out for good."""
    return state.stacks[facts.boxes[LOST[side]]].bit_count()


@carries_out("K41 7.2.1.1", otherwise=False)
def hampered(facts: Facts, state: K41State, side: int) -> bool:
    """Whether weather halves the value."""
    return ("axis", "soviet")[side] in facts.charts["weather"][WEATHER[state.weather]].get("logistics_halved", ())


# ---- Leaders (7.1, 7.2) -----------------------------------------------------------------------------


def begin_logistics(play: K41Play, _local: None) -> None:
    """Not in the first turn; the side without the initiative first (3.2.1)."""
    state = play.state
    if state.turn != play.facts.scenario.first_turn:
        first, second = logistics_order(state.initiative)
        play.begin("logistics", Logistics(second))
        play.begin("logistics", Logistics(first))


@carries_out("K41 7.0", "K41 3.2.1a", otherwise=(AXIS, SOVIET))
def logistics_order(initiative: int) -> tuple[int, int]:
    return 1 - initiative, initiative


def choose(play: K41Play, local: Logistics) -> None:
    play.ask("logistics", local.side)


def choose_options(play: K41Play, _decision: Decision) -> Options:
    words = play.facts.words
    return Options((words["activate"], words["pause"]))


def answer_choose(play: K41Play, decision: Decision, action: Action) -> None:
    state, facts = play.state, play.facts
    leader = facts.roster.leader_of[decision.seat]
    if action.verb == "pause":
        rest(play, leader)
        play.leave()
        return
    fog.show(play, 1 << leader)
    fog.perhaps_stronger(facts, state, decision.seat)
    found = value(facts, state, decision.seat)
    play.note("leader", leader, facts.roster.strength[leader][state.steps[leader]], decision.seat, found)
    play.change(value=found)


@carries_out("K41 7.1")
def rest(play: K41Play, leader: int) -> None:
    """A pause restores the Leader."""
    play.state.steps[leader] = play.state.seen[leader] = play.facts.roster.full[leader]
    play.note("pause", play.facts.roster.side[leader])


@carries_out("K41 7.2b")
def reduce_leader(play: K41Play, local: Logistics) -> None:
    """A heart stays a heart."""
    state, leader = play.state, play.facts.roster.leader_of[local.side]
    if state.steps[leader] > 1:
        state.steps[leader] -= 1
    fog.conceal(play, 1 << leader)


# ---- regeneration and replacement (7.2.2) -----------------------------------------------------------


def begin_restoring(play: K41Play, local: Logistics) -> None:
    play.change(points=local.value)


def next_restore(play: K41Play, local: Logistics) -> None:
    if local.points > 0:
        play.ask("restore", local.side)


def restorable(facts: Facts, state: K41State, side: int) -> int:
    """HQs on the map without cube and below full strength."""
    full, steps = facts.roster.full, state.steps
    return mask(
        hq
        for hq in facts.roster.hqs_of[side]
        if steps[hq] < full[hq] and not state.isolated >> hq & 1 and in_play(facts, state.place[hq])
    )


def restore_options(play: K41Play, decision: Decision) -> Options:
    facts = play.facts
    units = restorable(facts, play.state, decision.seat)
    return Options((facts.words["done"],), ((facts.vocabulary.table("restore"), units),))


def answer_restore(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    play.state.steps[action.arg] += 1
    cost = play.facts.charts["regeneration"]["step"]
    play.change(points=play.state.top.local.points - cost)
    play.note("restored", action.arg, to=(play.facts.roster.side[action.arg],))
    play.goto("restore")


def begin_replacing(play: K41Play, local: Logistics) -> None:
    play.change(points=local.value)


def next_replace(play: K41Play, local: Logistics) -> None:
    if local.points > 0:
        play.ask("replace", local.side)


def step_cost(facts: Facts, state: K41State, unit: int) -> int:
    """Points for the step a block would gain, by its colour."""
    return facts.roster.replacement[unit][state.steps[unit] + 1]


def replaceable(facts: Facts, state: K41State, side: int, points_left: int) -> int:
    """Combat blocks on the map without cube, below full strength, whose next step is not too dear."""
    full, steps = facts.roster.full, state.steps
    units = facts.roster.combat & facts.roster.of_side[side] & state.on_map & ~state.isolated
    found = 0
    for unit in bits(units):
        if steps[unit] < full[unit] and step_cost(facts, state, unit) <= points_left:
            found |= 1 << unit
    return found


def replace_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = replaceable(facts, state, decision.seat, state.top.local.points)
    return Options((facts.words["done"],), ((facts.vocabulary.table("replace"), units),))


def answer_replace(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    state, unit = play.state, action.arg
    local: Logistics = state.top.local
    left = local.points - step_cost(play.facts, state, unit)
    state.steps[unit] += 1
    play.note("replaced", unit, to=(play.facts.roster.side[unit],))
    play.again("replace", Logistics(local.side, local.value, left))


# ---- reinforcements (5.0, 2.6) ----------------------------------------------------------------------


def begin_reinforcing(play: K41Play, local: Logistics) -> None:
    play.begin("arrival", Arrival(local.side, local.value))


def pool(facts: Facts, state: K41State, side: int, in_hand: tuple[int, ...] = ()) -> list[int]:
    """The blocks of a side's pool, without those already drawn."""
    blocks = facts.roster.blocks
    return bits(state.stacks[facts.boxes[POOLS[side]]] & blocks & ~mask(in_hand))


def call(play: K41Play, local: Arrival) -> None:
    if local.value and pool(play.facts, play.state, local.side):
        play.ask("call", local.side)
    else:
        play.leave()


def call_options(play: K41Play, decision: Decision) -> Options:
    local: Arrival = play.state.top.local
    most = min(local.value, len(pool(play.facts, play.state, decision.seat)))
    return Options((), ((play.facts.vocabulary.table("call"), (2 << most) - 1),))


def answer_call(play: K41Play, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    play.note("called", decision.seat, action.arg)
    if action.arg:
        play.change(left=action.arg)
    else:
        play.leave()


def draw(play: K41Play, local: Arrival) -> None:
    """All but the one that the holder of Kiev may choose."""
    facts, state = play.facts, play.state
    shuffle_pool(facts, state, local.side)
    draw_some(play, local.left - has_kiev(facts, state, local.side))


def shuffle_pool(facts: Facts, state: K41State, side: int) -> None:
    """Nobody but the owner knows who is drawn and who is left: of each colour they are one group."""
    first: dict[str, int] = {}
    for unit in pool(facts, state, side):
        wood, number = facts.roster.wood[unit], state.group[unit]
        first[wood] = fog.join(state, first.get(wood, number), number)


@carries_out("K41 2.6a", otherwise=False)
def has_kiev(facts: Facts, state: K41State, side: int) -> bool:
    return holder(state, facts.kiev) == side


def draw_some(play: K41Play, number: int) -> None:
    """So many from the pool, one after another."""
    local: Arrival = play.state.top.local
    items = pool(play.facts, play.state, local.side, local.units)
    stream = _stream(play.state, local.side)
    drawn = []
    for _ in range(number):
        unit = play.draw(items, "unit", stream, to=(local.side,))
        items.remove(unit)
        drawn.append(unit)
    _take_in_hand(play, drawn)


def _stream(state: K41State, side: int) -> str:
    when = f"impulse {state.impulse}" if state.impulse else "logistics"
    return f"turn {state.turn} / {when} / {('axis', 'soviet')[side]}"


def _take_in_hand(play: K41Play, units: Sequence[int]) -> None:
    local: Arrival = play.state.top.local
    play.change(left=local.left - len(units), units=(*local.units, *units))


def privilege(play: K41Play, local: Arrival) -> None:
    if local.left:
        play.ask("privilege", local.side)


def privilege_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    units = mask(pool(facts, state, decision.seat, state.top.local.units))
    return Options((facts.words["draw"],), ((facts.vocabulary.table("choose"), units),))


def answer_privilege(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "draw":
        draw_some(play, 1)
    else:
        assert isinstance(action.arg, int)
        _take_in_hand(play, (action.arg,))


def next_placement(play: K41Play, local: Arrival) -> None:
    """The Axis staging area takes them all; the Soviets place one by one."""
    if local.side == AXIS:
        for unit in local.units:
            arrive_axis(play, unit)
    elif local.units:
        play.ask("place", SOVIET)


@carries_out("K41 5.0b")
def arrive_axis(play: K41Play, unit: int) -> None:
    facts, state = play.facts, play.state
    if turned_away(facts, state, unit):
        play.note("no place", unit)
        return
    deploy(play, unit, facts.axis_entry)
    if facts.roster.luftwaffe >> unit & 1:
        bring_bombers(play, unit)


@carries_out("K41 5.0f", otherwise=False)
def turned_away(facts: Facts, state: K41State, unit: int) -> bool:
    """Rumanians in the staging area keep the Hungarians out (1.4)."""
    return unit == facts.roster.hungarian and bool(state.occupied[RUMANIANS] >> facts.axis_entry & 1)


@carries_out("K41 5.0e")
def bring_bombers(play: K41Play, hq: int) -> None:
    state, boxes = play.state, play.facts.boxes
    for bomber in bits(play.facts.roster.bombers_of[hq]):
        if state.place[bomber] == boxes["axis-pool"]:
            state.put(bomber, boxes["bombers-available"])


def deploy(play: K41Play, unit: int, area: int) -> None:
    """Full strength, a Remnant minimum strength (5.0d)."""
    state, facts = play.state, play.facts
    side = facts.roster.side[unit]
    state.visible &= ~(1 << unit)
    state.steps[unit] = arrival_steps(facts, unit)
    state.seen[unit] = fog.fresh_steps(facts, unit)
    state.put(unit, area)
    if state.impulse:
        state.acted |= 1 << unit
    fog.mingle(facts, state, area)
    play.note("arrive", unit, area, to=(side,))
    play.note("arrival", side, area, to=(1 - side,))


@carries_out("K41 5.0d", otherwise=1)
def arrival_steps(facts: Facts, unit: int) -> int:
    return fog.fresh_steps(facts, unit)


def arrival_areas(facts: Facts, state: K41State, used: int) -> int:
    """Soviet staging areas; cities and victory areas at home with a line of communication and room."""
    cities = facts.arrival_cities & connected(facts, state, SOVIET) & ~state.full[SOVIET] & ~used
    return facts.staging_of[SOVIET] | city_arrivals(cities)


@carries_out("K41 5.0c", otherwise=0)
def city_arrivals(cities: int) -> int:
    return cities


def place_options(play: K41Play, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    areas = arrival_areas(facts, state, state.top.local.used)
    return Options((), ((facts.vocabulary.table("place"), areas),))


def answer_place(play: K41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Arrival = play.state.top.local
    used = local.used | 1 << action.arg & ~play.facts.staging
    deploy(play, local.units[0], action.arg)
    play.change(units=local.units[1:], used=used)
    play.goto("place")
