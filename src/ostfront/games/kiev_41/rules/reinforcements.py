"""Reinforcements (5, 2.6): who is called, drawn and placed."""

from __future__ import annotations

from collections.abc import Sequence

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import NUMBERS, Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import PLACE, UNIT, Facts
from ostfront.games.kiev_41.facts.roster import AXIS, RUMANIANS, SOVIET
from ostfront.games.kiev_41.rules import fog
from ostfront.games.kiev_41.rules.control import holder
from ostfront.games.kiev_41.rules.supply import connected
from ostfront.games.kiev_41.state import Arrival, K41Play, K41State

POOLS = ("axis-pool", "soviet-pool")


@implements("K41 5.1b")
def join_pool(play: K41Play, _local: None) -> None:
    """S blocks in September, N blocks in November; those that the scenario leaves out stay where they are."""
    state, facts = play.state, play.facts
    play.note("turn", state.turn)
    for letter, month in facts.charts["calendar"]["joins"].items():
        waiting = state.at(facts.boxes[f"waiting-{letter}"])
        if month == state.turn and waiting and letter not in facts.scenario.without:
            for unit in waiting:
                state.put(unit, facts.boxes["soviet-pool"])
            play.note("join", letter, len(waiting))


# ---- the call (5.0a, 2.6) ---------------------------------------------------------------------------


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


def ask_call(play: K41Play, _decision: Decision) -> str:
    return f"The Logistics Value is {play.state.top.local.value}: how many reinforcements do you call?"


CALL = Kind(
    "call",
    "5.0a",
    verbs=(Verb("call", (NUMBERS,), "call this many reinforcements"),),
    prompt=ask_call,
    options=call_options,
    answer=answer_call,
)


def draw(play: K41Play, local: Arrival) -> None:
    """All but the one that the holder of Kiev may choose."""
    facts, state = play.facts, play.state
    shuffle_pool(facts, state, local.side)
    draw_some(play, local.left - has_kiev(facts, state, local.side))


def shuffle_pool(facts: Facts, state: K41State, side: int) -> None:
    """Only the owner knows which blocks are drawn and which are left: of each colour they form one group."""
    first: dict[str, int] = {}
    for unit in pool(facts, state, side):
        wood, number = facts.roster.wood[unit], state.group[unit]
        first[wood] = fog.join(state, first.get(wood, number), number)


@implements("K41 2.6a")
def has_kiev(facts: Facts, state: K41State, side: int) -> bool:
    return holder(state, facts.kiev) == side


def draw_some(play: K41Play, number: int) -> None:
    """This many from the pool, one after another."""
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
    return Options((facts.single["draw"],), ((facts.vocabulary.table("choose"), units),))


def answer_privilege(play: K41Play, _decision: Decision, action: Action) -> None:
    if action.verb == "draw":
        draw_some(play, 1)
    else:
        assert isinstance(action.arg, int)
        _take_in_hand(play, (action.arg,))
        shuffle_in(play)


@implements("K41 1.6")
def shuffle_in(play: K41Play) -> None:
    """One of those in hand is drawn to be placed last, or all would know that the last is the chosen one."""
    local: Arrival = play.state.top.local
    last = play.draw(local.units, "unit", _stream(play.state, local.side), to=(local.side,))
    units = list(local.units)
    at = units.index(last)
    units[at], units[-1] = units[-1], last
    play.change(units=tuple(units))


PRIVILEGE = Kind(
    "privilege",
    "2.6a",
    verbs=(
        Verb("choose", (UNIT,), "choose the last reinforcement"),
        Verb("draw", (), "draw the last reinforcement too", label="Draw it"),
    ),
    prompt="You hold Kiev: choose the last reinforcement, or draw it.",
    options=privilege_options,
    answer=answer_privilege,
    secrecy="secret",
)


def next_placement(play: K41Play, local: Arrival) -> None:
    """The Axis staging area takes them all; the Soviets place one by one."""
    if local.side == AXIS:
        for unit in local.units:
            arrive_axis(play, unit)
    elif local.units:
        play.ask("place", SOVIET)


@implements("K41 5.0b")
def arrive_axis(play: K41Play, unit: int) -> None:
    facts, state = play.facts, play.state
    if turned_away(facts, state, unit):
        play.note("no place", unit, to=(AXIS,))
        play.note("turned away", AXIS, to=(SOVIET,))
        return
    deploy(play, unit, facts.axis_entry)
    if facts.roster.luftwaffe >> unit & 1:
        bring_bombers(play, unit)


@implements("K41 5.0f")
def turned_away(facts: Facts, state: K41State, unit: int) -> bool:
    """Rumanians in the staging area keep the Hungarians out (1.4)."""
    return unit == facts.roster.hungarian and bool(state.occupied[RUMANIANS] >> facts.axis_entry & 1)


@implements("K41 5.0e")
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


@implements("K41 5.0d")
def arrival_steps(facts: Facts, unit: int) -> int:
    return fog.fresh_steps(facts, unit)


def arrival_areas(facts: Facts, state: K41State, used: int) -> int:
    """Soviet staging areas; cities and victory areas at home with a line of communication and room."""
    cities = facts.arrival_cities & connected(facts, state, SOVIET) & ~state.full[SOVIET] & ~used
    return facts.staging_of[SOVIET] | city_arrivals(cities)


@implements("K41 5.0c")
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


def ask_place(play: K41Play, _decision: Decision) -> str:
    return f"{play.facts.roster.names[play.state.top.local.units[0]]} arrives: choose its area."


PLACEMENT = Kind(
    "place",
    "5.0c",
    verbs=(Verb("place", (PLACE,), "put the block in hand there"),),
    prompt=ask_place,
    options=place_options,
    answer=answer_place,
)

ARRIVAL_STEPS = Procedure(
    "arrival",
    (
        Step("call", call, "5.0a"),
        Step("draw", draw, "5.0a"),
        Step("privilege", privilege, "2.6a"),
        Step("place", next_placement, "5.0c"),
    ),
    Arrival,
)
