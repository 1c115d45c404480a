"""Reinforcements in the Administrative Phase (8.1): who is due, who is placed, what becomes of the rest.

Where they come is in entries.py, support units in attachment.py, the East Wall and the Fortified Area in works.py.

Kinds: `arrive`, `arrive-at`; `attach`, `wall` and `area` are in those files. Procedure: "arrivals".

Events: `arrival` (unit, hex), `forfeit` (unit), `held` (unit): in the RVGK box, `called` (unit): out of its turn.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, SOVIET
from ostfront.games.barbarossa_deluxe.rules import attachment, control, entries, fog, works
from ostfront.games.barbarossa_deluxe.state import MOVEMENT, BDPlay, BDState, Phase

CALLED = ("2SSPz", "3SSPz")  # 4.17: the Gambit calls them out of the boxes of later turns
ODER_CORPS = "2SSPz"  # 4.18
DUE = ("due Germans", "due Soviets")  # questions of the memo


# ---- who is due -------------------------------------------------------------------------------------


def due_units(facts: Facts, state: BDState, side: int) -> int:
    """A side's units on the track that come now; conversions are no arrivals (8.19)."""
    waiting = state.units_at(facts.track_box) & facts.roster.of_side[side]
    now, kept = (waiting, state.turn, bytes(state.due)), state.memo.kept
    before, found = kept.get(DUE[side], (None, 0))
    if before != now:
        found = mask(
            unit for unit in bits(waiting) if is_due(state, unit) and facts.roster.entry[unit] != "conversion"
        )
        kept[DUE[side]] = now, found
    return int(found)


@implements("BD 8.1a")
def is_due(state: BDState, unit: int) -> bool:
    """Its turn has come."""
    return 0 < state.due[unit] <= state.turn


def placeable(facts: Facts, state: BDState, side: int) -> int:
    """Due units that have somewhere to go."""
    roster = facts.roster
    found = 0
    known: dict[tuple[str, str, str, int], bool] = {}  # like units come to the same hexes
    for unit in bits(due_units(facts, state, side)):
        free = roster.free_stacking >> unit & 1
        key = (roster.entry[unit], roster.entry_place[unit], roster.nation[unit], free)
        if key not in known:
            known[key] = bool(places(facts, state, unit))
        found |= known[key] << unit
    return found


def places(facts: Facts, state: BDState, unit: int) -> int:
    """Hexes for a unit, or units that a support unit could be attached to."""
    if facts.roster.attached >> unit & 1:
        return attachment.supportable(facts, state, unit)
    return entries.arrival_hexes(facts, state, unit)


# ---- units out of their turn (4.17, 4.18) -----------------------------------------------------------


@implements("BD 4.17b")
def call_gambit_units(play: BDPlay) -> None:
    """The three corps of the Gambit arrive on the turn of its declaration, and those it calls early."""
    facts, state = play.facts, play.state
    for unit in bits(state.units_at(facts.aside)):
        if facts.roster.entry[unit] == "gambit":
            call(play, unit)
    call_early(play)


@implements("BD 4.17c")
def call_early(play: BDPlay) -> None:
    """3rd SS Panzer Corps, and 2nd SS if it has left: what is on the track comes now."""
    for name in CALLED:
        call_from_track(play, name)


@implements("BD 4.18d")
def call_oder_units(play: BDPlay) -> None:
    """2nd SS Panzer Corps, if it is off the map; a withdrawal that was put off lapses."""
    call_from_track(play, ODER_CORPS)
    play.state.withdrawals_due = 0


def call_from_track(play: BDPlay, name: str) -> None:
    unit = play.facts.roster.unit(name)
    if unit >= 0 and play.state.place[unit] == play.facts.track_box:
        call(play, unit)


def call(play: BDPlay, unit: int) -> None:
    play.state.put(unit, play.facts.track_box)
    play.state.due[unit] = play.state.turn
    play.note("called", unit)


# ---- bringing them ----------------------------------------------------------------------------------


def bring_works(play: BDPlay, local: Phase) -> None:
    works.begin_works(play, local.side)


def next_arrival(play: BDPlay, local: Phase) -> None:
    units = placeable(play.facts, play.state, local.side)
    if units:
        play.again("next", Phase(local.side))
        play.ask("arrive", local.side, prepared=units)
    elif due_units(play.facts, play.state, local.side):
        play.pass_over("arrive", local.side)


def ask_arrive(play: BDPlay, decision: Decision) -> str:
    rest = "the rest is forfeit" if decision.seat == GERMAN else "the rest goes to the RVGK box"
    return f"Choose a reinforcement to place, or finish: {rest}."


def arrive_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    units = play.prepared or placeable(facts, play.state, play.state.top.local.side)
    return Options((facts.single["done"],), ((facts.vocabulary.table("bring"), units),))


def answer_arrive(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.goto("rest")
        return
    assert isinstance(action.arg, int)
    bring(play, play.state.top.local.side, action.arg)


ARRIVE = Kind(
    "arrive",
    "8.1",
    verbs=(Verb("bring", (UNIT,), "bring a reinforcement onto the map"), "done"),
    prompt=ask_arrive,
    options=arrive_options,
    answer=answer_arrive,
)


def bring(play: BDPlay, side: int, unit: int) -> None:
    """Place a unit, or ask where."""
    if play.facts.roster.attached >> unit & 1:
        attachment.begin_attach(play, side, unit)
        return
    hexes = entries.arrival_hexes(play.facts, play.state, unit)
    if hexes & hexes - 1:
        play.local(Phase(side, unit))
        play.ask("arrive-at", side, prepared=hexes)
    else:
        place_arrival(play, unit, lowest(hexes))


def ask_where(play: BDPlay, _decision: Decision) -> str:
    return f"Where does {play.facts.roster.names[play.state.top.local.unit]} arrive?"


def where_options(play: BDPlay, _decision: Decision) -> Options:
    hexes = play.prepared or entries.arrival_hexes(play.facts, play.state, play.state.top.local.unit)
    return Options((), ((play.facts.vocabulary.table("at"), hexes),))


def answer_where(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Phase = play.state.top.local
    play.local(Phase(local.side))
    place_arrival(play, local.unit, action.arg)


ARRIVE_AT = Kind(
    "arrive-at",
    "8.1",
    verbs=("at",),
    prompt=ask_where,
    options=where_options,
    answer=answer_where,
)


def place_arrival(play: BDPlay, unit: int, place: int) -> None:
    play.note("arrival", unit, place)
    come(play, unit, place)


def come(play: BDPlay, unit: int, place: int) -> None:
    """A reinforcement or a reclaimed unit comes onto the map; it owes the cost of an edge hex when it moves (8.1)."""
    state = play.state
    state.due[unit] = 0
    state.entry[unit] = place
    control.enter(play, 1 << unit, place, "arrival")


# ---- the rest ---------------------------------------------------------------------------------------


def leave_rest(play: BDPlay, local: Phase) -> None:
    """What has not been placed: forfeit, held back, or still waiting."""
    facts = play.facts
    for unit in bits(due_units(facts, play.state, local.side)):
        if waits(facts, unit):
            continue
        if local.side == GERMAN or not may_hold(facts, unit):
            forfeit(play, unit)
        else:
            hold(play, unit)


def waits(facts: Facts, unit: int) -> bool:
    """Paratroops that may still drop this turn (4.17); units of Leningrad, until the city is Soviet (8.34, 8.35)."""
    entry = facts.roster.entry[unit]
    return entry == "leningrad" or (entry == "gambit" and facts.roster.type[unit] == "paratroop")


@implements("BD 8.30a")
def may_hold(facts: Facts, unit: int) -> bool:
    """Early cavalry groups cannot wait."""
    return facts.roster.entry[unit] != "cavalry"


@implements("BD 8.1b")
def forfeit(play: BDPlay, unit: int) -> None:
    play.state.put(unit, play.facts.gone)
    play.state.due[unit] = 0
    play.note("forfeit", unit)


@implements("BD 8.1c")
def hold(play: BDPlay, unit: int) -> None:
    """Into the RVGK box; a satellite army that is bound to a place keeps its turn, so that it is known as new."""
    state = play.state
    fog.shift(play, 1 << unit, play.facts.rvgk)
    if play.facts.roster.nation[unit] not in ("Romanian", "Bulgarian"):
        state.due[unit] = 0
    play.note("held", unit)


def end_of_turn(play: BDPlay) -> None:
    """Paratroops of the Gambit that neither came nor dropped are forfeit (4.17)."""
    for unit in bits(due_units(play.facts, play.state, GERMAN)):
        if waits(play.facts, unit):
            forfeit(play, unit)


def may_be_overfull(state: BDState) -> bool:
    """Whether a stack may be over the limit: the Bulgarians enter as one (8.26), or it is being cut down (6.2)."""
    if state.side == SOVIET and state.phase == MOVEMENT and state.bulgarian_exit:
        return True
    frame = state.top
    while frame is not None:
        if frame.procedure == "excess":
            return True
        frame = frame.below
    return False


PROCEDURES = (
    Procedure("arrivals", (
        Step("works", bring_works, "8.5"),
        Step("next", next_arrival, "8.1"),
        Step("rest", leave_rest, "8.1"),
    ), Phase),
)  # fmt: skip

__all__ = [
    "ARRIVE", "ARRIVE_AT", "PROCEDURES", "call_gambit_units", "call_oder_units", "come", "may_be_overfull",
]  # fmt: skip
