"""German reinforcements (11.1.2): units enter by road."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import UNIT, Facts
from ostfront.games.victory_denied.facts.roster import GERMAN
from ostfront.games.victory_denied.rules.ground import full_hexes
from ostfront.games.victory_denied.rules.movement import STRATEGIC, allowance
from ostfront.games.victory_denied.rules.new_chits import free_army_chit
from ostfront.games.victory_denied.rules.roads import strategic_hexes
from ostfront.games.victory_denied.state import Arrivals, Entry, March, VdPlay, VdState


@implements("AVD 11.1.2a")
def enter_germans(play: VdPlay, _local: Arrivals) -> None:
    """Units waiting off the map enter by road; the Blue Division arrives on its turn."""
    facts, state = play.facts, play.state
    for turn in range(1, state.turn + 1):
        for unit in state.at(facts.boxes[f"track-{turn}"]):
            if facts.roster.side[unit] == GERMAN:
                state.put(unit, facts.boxes[f"german-entry-{facts.roster.group[unit]}"])
    units = waiting(play)
    play.change(due=mask(u for u in bits(units) if facts.roster.enters[u] != "M"))
    play.begin("entry", Entry(units))


def waiting(play: VdPlay) -> int:
    state, facts = play.state, play.facts
    boxes = facts.boxes
    return (
        state.units_at(boxes["german-entry-9A"])
        | state.units_at(boxes["german-entry-3PzG"])
        | state.units_at(boxes["german-entry-2PzG"])
    )


def arrival_hexes(facts: Facts, state: VdState, unit: int, free: int) -> int:
    """Where a unit that enters by road can stop: half a point for the entry hex, then along free roads."""
    gate = facts.entry_hex[facts.roster.group[unit]]
    points = 2 * allowance(facts, state, unit) - toll()
    if not free >> gate & 1 or facts.roster.motorized[unit] or points < 0:
        return 0
    reach = facts.road_net.free(gate, free, points).reach | 1 << gate
    return reach ^ full_hexes(facts, state, unit, reach)


@implements("AVD 11.1.2b")
def toll() -> int:
    """The entry hex costs the half point of a road hex."""
    return 1


def next_entry(play: VdPlay, local: Entry) -> None:
    units = enterable(play, local.units)
    if units:
        play.ask("enter", GERMAN, prepared=units)
    else:
        play.leave()


def enterable(play: VdPlay, units: int) -> int:
    """Units with a way in; equal counters of a group share the answer."""
    facts, state = play.facts, play.state
    units ^= units & state.on_map
    free = strategic_hexes(facts, state, GERMAN)
    found = 0
    for alike in facts.roster.entering_alike:
        kind = units & alike
        if kind and arrival_hexes(facts, state, kind.bit_length() - 1, free):
            found |= kind
    return found


def enter_options(play: VdPlay, _decision: Decision) -> Options:
    units = play.prepared or enterable(play, play.state.top.local.units)
    return Options((), ((play.facts.vocabulary.table("enter"), units),))


def answer_enter(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    play.goto("next entry")
    left = 2 * allowance(play.facts, play.state, action.arg)
    play.begin("arrival", March(action.arg, left, STRATEGIC, True))


ENTER = Kind(
    "enter",
    "11.1.2",
    verbs=(Verb("enter", (UNIT,), "bring a unit onto the map by road"),),
    prompt="Bring the next unit onto the map.",
    options=enter_options,
    answer=answer_enter,
)


def arrive(play: VdPlay, _local: March) -> None:
    play.ask("arrive", GERMAN)


def ask_arrive(play: VdPlay, _decision: Decision) -> str:
    return f"{play.facts.roster.names[play.state.top.local.unit]} enters by road: choose where it stops."


def arrive_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    hexes = arrival_hexes(facts, state, state.top.local.unit, strategic_hexes(facts, state, GERMAN))
    return Options((), ((play.facts.vocabulary.table("road"), hexes),))


def answer_arrive(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    unit = play.state.top.local.unit
    play.note("enter", unit, action.arg)
    play.state.put(unit, action.arg)


ARRIVE = Kind(
    "arrive",
    "11.1.2",
    verbs=("road",),
    prompt=ask_arrive,
    options=arrive_options,
    answer=answer_arrive,
)


def entry_chit(play: VdPlay, local: Arrivals) -> None:
    """11.1.2: after reinforcements marked with a turn have entered, a 9th Army chit is added."""
    if local.due & play.state.on_map:
        free_army_chit(play)


PROCEDURES = (
    Procedure("entry", (
        Step("next entry", next_entry, "11.1.2"),
    ), Entry),
    Procedure("arrival", (
        Step("arrive", arrive, "11.1.2"),
    ), March),
)  # fmt: skip
