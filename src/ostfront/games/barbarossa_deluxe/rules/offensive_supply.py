"""Soviet offensive supply (7.9 to 7.12, 7.21): markers A, B and C.

Kind `depot`, procedure "depots". Events: `depot` (number of the marker from 0, hex), `depots barred`, `depots freed`.
"""

from __future__ import annotations

from typing import Any

from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules.supply_lines import overland
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Placing

FROM_TURN = 7  # 7.10, 7.12
LETTERS = "ABC"
WITHOUT = "what-if"  # 15.8: the scenario that does not know offensive supply


# ---- range (7.10, 7.11) -----------------------------------------------------------------------------


@implements("BD 7.10b", "BD 15.8h")
def asked_for(facts: Facts, state: BDState) -> bool:
    """Whether Soviet attacks need offensive supply."""
    return state.turn >= FROM_TURN and facts.scenario_name != WITHOUT


def in_range(facts: Facts, state: BDState, place: int) -> bool:
    """Whether attacks from a hex have offensive supply, for units in overland supply."""
    hexes = southern_front(facts) if opening_phase(facts, state) else covered(facts, state)
    return bool(hexes >> place & 1)


@implements("BD 7.10a", "BD 7.11a", "BD 7.11b", "BD 7.12d")
def covered(facts: Facts, state: BDState) -> int:
    """The hexes within range of a marker, counted over everything; the marker's hex counts."""
    found = 0
    for place, reach in zip(state.depots, ranges(facts), strict=True):
        if place != NOWHERE:
            found |= facts.grid.disk(place, reach)
    return found


def ranges(facts: Facts) -> tuple[int, ...]:
    """Of the markers A, B and C."""
    found: tuple[int, ...] | None = facts.profiles.get("depots")
    if found is None:
        found = facts.profiles["depots"] = tuple(marker.value for marker in markers(facts))
    return found


def markers(facts: Facts) -> tuple[Any, ...]:
    return tuple(marker for marker in facts.track.markers if marker.kind == "offensive-supply")


def opening_phase(facts: Facts, state: BDState) -> bool:
    """The single phase that opens The Road Back (12.2)."""
    return facts.scenario.only_assault(state.turn)


@implements("BD 12.8b")
def southern_front(facts: Facts) -> int:
    """The Road Back, turn 13: the whole southern area has offensive supply."""
    return facts.south


# ---- Moscow (7.21) ----------------------------------------------------------------------------------


def look_to_moscow(play: BDPlay) -> None:
    """At the start of a game turn: may markers be placed in it?"""
    state, facts = play.state, play.facts
    before = state.depots_barred
    if state.turn >= FROM_TURN and moscow_lost(facts, state):
        state.depots_barred = True
    elif before and moscow_regained(facts, state):
        state.depots_barred = False
    if state.depots_barred != before:
        play.note("depots barred" if state.depots_barred else "depots freed")


@implements("BD 7.21a")
def moscow_lost(facts: Facts, state: BDState) -> bool:
    return bool(state.german >> facts.moscow & 1)


@implements("BD 7.21b")
def moscow_regained(facts: Facts, state: BDState) -> bool:
    """Soviet again, and in overland supply."""
    bit = 1 << facts.moscow
    return not state.german & bit and bool(overland(facts, state, SOVIET) & bit)


# ---- placing the markers (7.12) ---------------------------------------------------------------------


def begin(play: BDPlay) -> None:
    """The first act of a Soviet player turn."""
    if may_place(play.facts, play.state):
        play.begin("depots", Placing(SOVIET, 0))


@implements("BD 7.12a", "BD 12.8b", "BD 7.21a")
def may_place(facts: Facts, state: BDState) -> bool:
    if not asked_for(facts, state) or opening_phase(facts, state):
        return False
    return not state.depots_barred


@implements("BD 7.12b")
def take_off(play: BDPlay) -> None:
    """At the end of the player turn."""
    play.state.depots = (NOWHERE,) * len(LETTERS)


def next_depot(play: BDPlay, local: Placing) -> None:
    """Ask for the next marker that has come."""
    stock = markers(play.facts)
    nth = local.left
    while nth < len(stock) and stock[nth].turn > play.state.turn:
        nth += 1
    if nth < len(stock):
        play.change(left=nth)
        play.ask("depot", SOVIET)


def ask_depot(play: BDPlay, _decision: Decision) -> str:
    nth = play.state.top.local.left
    return f"Place offensive supply marker {LETTERS[nth]}, which reaches {ranges(play.facts)[nth]} hexes, or pass."


def depot_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    hexes = free_hexes(facts, play.state)
    return Options((facts.single["pass"],), ((facts.vocabulary.table("at"), hexes),))


@implements("BD 7.11b", "BD 7.12a", "BD 7.12c")
def free_hexes(facts: Facts, state: BDState) -> int:
    """Any hex, water and enemy hexes too, without another marker."""
    hexes = facts.valid
    for place in state.depots:
        if place != NOWHERE:
            hexes &= ~(1 << place)
    return hexes


def answer_depot(play: BDPlay, _decision: Decision, action: Action) -> None:
    state = play.state
    nth = state.top.local.left
    if action.verb == "at":
        assert isinstance(action.arg, int)
        placed = list(state.depots)
        placed[nth] = action.arg
        state.depots = tuple(placed)
        play.note("depot", nth, action.arg)
    play.change(left=nth + 1)
    play.goto("next")


DEPOT = Kind(
    "depot",
    "7.12",
    verbs=("at", "pass"),
    prompt=ask_depot,
    options=depot_options,
    answer=answer_depot,
)

PROCEDURES = (Procedure("depots", (Step("next", next_depot, "7.12"),), Placing),)
