"""Reinforcements by rail (12), the Strategic Reserve (15.4), and what arrives in addition to the number."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import UNIT
from ostfront.games.victory_awaits.facts.roster import AXIS, GERMAN, ROMANIAN, RUSSIAN, SOVIET
from ostfront.games.victory_awaits.rules.ground import enemies, enter, full_hexes, zoc
from ostfront.games.victory_awaits.rules.movement import begin_march, entry_legs
from ostfront.games.victory_awaits.rules.seats import side_seat
from ostfront.games.victory_awaits.state import Command, Reinforcing, Reserves, VaPlay, VaState

AVAILABLE = ("axis-available", "soviet-available")


# ---- by rail (12.1, 12.2) ---------------------------------------------------------------------------


@implements("AVA 7.2b", "AVA 12.0")
def begin_reinforcements(play: VaPlay, local: Command) -> None:
    """As many of each nation as the track says."""
    german, romanian, soviet = numbers(play.facts, play.state.turn)
    if local.side == AXIS:
        play.begin("arrivals", Reinforcing(AXIS, german, romanian, 0))
    else:
        play.begin("arrivals", Reinforcing(SOVIET, 0, 0, soviet))


@implements("AVA 12.2a")
def numbers(facts: Facts, turn: int) -> tuple[int, int, int]:
    track = facts.track
    return track.reinforcements_ger[turn], track.reinforcements_rum[turn], track.reinforcements_su[turn]


@implements("AVA 12.1a", "AVA 12.1b")
def rail_hexes(facts: Facts, state: VaState, side: int) -> int:
    """Railroad hexes that railroad alone links with a source, all of it out of enemy zones of control."""
    taken = enemies(facts, state, side) | linked_fear(facts, state, side)
    free = facts.rail_hexes ^ (facts.rail_hexes & taken)
    memo = state.memo.rails
    before, found = memo[side]
    if before != free:
        found = facts.rail_floods[side].fill(free, free)
        memo[side] = (free, found)
    return found


@implements("AVA 12.1c")
def linked_fear(facts: Facts, state: VaState, side: int) -> int:
    return zoc(facts, state, 1 - side)


def callable_units(facts: Facts, state: VaState, local: Reinforcing) -> int:
    """Units that may be taken now: of a nation with a number left, or over and above it."""
    roster = facts.roster
    nations = 0
    for nation, left in ((GERMAN, local.german), (ROMANIAN, local.romanian), (RUSSIAN, local.soviet)):
        if left:
            nations |= roster.of_nation[nation]
    return in_box(facts, state, local.side) & nations | over_and_above(facts, state, local.side)


@implements("AVA 11.2b", "AVA 12.2b")
def in_box(facts: Facts, state: VaState, side: int) -> int:
    """What there is to take units from; when it is empty, what is left of the number is lost."""
    return state.units_at(facts.boxes[AVAILABLE[side]])


@implements("AVA 17.3b", "AVA 18.1e")
def over_and_above(facts: Facts, state: VaState, side: int) -> int:
    """Transferred HQs whose turn has come, and the three units of 3PzG before Leningrad."""
    found = 0
    for unit in bits(state.transferred & facts.roster.of_side[side]):
        place = state.place[unit]
        if place == facts.boxes[AVAILABLE[side]] or place in facts.track_boxes[: state.turn]:
            found |= 1 << unit
    return found


def next_arrival(play: VaPlay, local: Reinforcing) -> None:
    units = callable_units(play.facts, play.state, local)
    if units and placeable(play.facts, play.state, units):
        play.ask("call", side_seat(play.facts, play.state, local.side), prepared=units)
    else:
        play.leave()


@implements("AVA 12.1d")
def placeable(facts: Facts, state: VaState, units: int) -> int:
    """Where units from off the map can be placed; the same for all of a side."""
    unit = (units & -units).bit_length() - 1
    hexes = rail_hexes(facts, state, facts.roster.side[unit])
    return hexes ^ full_hexes(facts, state, unit, hexes)


def ask_call(play: VaPlay, _decision: Decision) -> str:
    local: Reinforcing = play.state.top.local
    counts = [
        f"{left} {name}"
        for name, left in (("German", local.german), ("Rumanian", local.romanian), ("Soviet", local.soviet))
        if left
    ]
    return f"Reinforcements left: {', '.join(counts) or 'those beyond the number'}. Choose a unit."


def call_options(play: VaPlay, _decision: Decision) -> Options:
    units = play.prepared or callable_units(play.facts, play.state, play.state.top.local)
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("call"), units),))


def answer_call(play: VaPlay, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    play.change(unit=action.arg)
    play.ask("arrive", decision.seat)


CALL = Kind(
    "call",
    "12.2",
    verbs=(Verb("call", (UNIT,), "take this unit from the Available Box"), "done"),
    prompt=ask_call,
    options=call_options,
    answer=answer_call,
)
ARRIVALS = Procedure("arrivals", (Step("next unit", next_arrival, "12.2"),), Reinforcing)


def ask_arrive(play: VaPlay, _decision: Decision) -> str:
    return f"{play.facts.roster.names[play.state.top.local.unit]} arrives by rail: choose its hex."


def arrive_options(play: VaPlay, _decision: Decision) -> Options:
    hexes = placeable(play.facts, play.state, 1 << play.state.top.local.unit)
    return Options((), ((play.facts.vocabulary.table("place"), hexes),))


def answer_arrive(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Reinforcing = state.top.local
    side, german, romanian, soviet, unit = local
    if state.transferred >> unit & 1:
        state.transferred &= ~(1 << unit)
    else:
        nation = facts.roster.nation[unit]
        german -= nation == GERMAN
        romanian -= nation == ROMANIAN
        soviet -= nation == RUSSIAN
    arrive(play, unit, action.arg)
    play.local(Reinforcing(side, german, romanian, soviet))
    play.goto("next unit")


ARRIVE = Kind(
    "arrive",
    "12.1",
    verbs=("place",),
    prompt=ask_arrive,
    options=arrive_options,
    answer=answer_arrive,
)


@implements("AVA 12.1e")
def arrive(play: VaPlay, unit: int, place: int) -> None:
    """Only the unit: its chit becomes available separately."""
    state, facts = play.state, play.facts
    state.put(unit, place)
    enter(facts, state, facts.roster.side[unit], 1 << place)
    play.note("arrive", unit, place)


# ---- the Strategic Reserve (15.4) -------------------------------------------------------------------


@implements("AVA 15.4a")
def begin_reserves(play: VaPlay, local: Command) -> None:
    """From turn 6 more Soviet units come from Moscow."""
    count = play.facts.track.reserve[play.state.turn]
    if local.side == SOVIET and count:
        play.begin("reserves", Reserves(count))


def next_reserve(play: VaPlay, local: Reserves) -> None:
    units = reserve_units(play.facts, play.state) if local.left else 0
    if units:
        play.ask("reserve", side_seat(play.facts, play.state, SOVIET), prepared=units)
    else:
        play.leave()


def reserve_units(facts: Facts, state: VaState) -> int:
    """Units of the Available Box that could enter; identical units are checked once."""
    found, known = 0, {}
    roster = facts.roster
    for unit in state.each_at(facts.boxes["soviet-available"]):
        kind = (roster.mobility[unit], roster.move[unit])
        if kind not in known:
            known[kind] = any(entry_legs(facts, state, unit, facts.moscow_gates))
        if known[kind]:
            found |= 1 << unit
    return found


def ask_reserve(play: VaPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    return f"Bring {'one more unit' if left == 1 else f'up to {left} units'} of the Strategic Reserve from Moscow."


def reserve_options(play: VaPlay, _decision: Decision) -> Options:
    units = play.prepared or reserve_units(play.facts, play.state)
    return Options((play.facts.single["done"],), ((play.facts.vocabulary.table("call"), units),))


def answer_reserve(play: VaPlay, decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    play.change(left=play.state.top.local.left - 1)
    play.goto("next unit")
    begin_march(play, action.arg, decision.seat, play.facts.moscow_gates)


RESERVE = Kind(
    "reserve",
    "15.4",
    verbs=("call", "done"),
    prompt=ask_reserve,
    options=reserve_options,
    answer=answer_reserve,
)
RESERVES = Procedure("reserves", (Step("next unit", next_reserve, "15.4"),), Reserves)
REINFORCEMENTS = Procedure(
    "reinforcements",
    (
        Step("by rail", begin_reinforcements, "12.0"),
        Step("Strategic Reserve", begin_reserves, "15.4"),
    ),
    Command,
)
