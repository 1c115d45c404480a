"""19th Army enters the map (15.3)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import PLACE
from ostfront.games.victory_awaits.facts.roster import SOVIET
from ostfront.games.victory_awaits.rules.combat import begin_combat
from ostfront.games.victory_awaits.rules.command import end_activation
from ostfront.games.victory_awaits.rules.movement import begin_movement, entry_legs, next_move, open_gates
from ostfront.games.victory_awaits.state import Command, Entering, Gate, VaPlay, VaState


@implements("AVA 15.3a")
def waiting_army(facts: Facts, state: VaState, hq: int) -> int:
    """The units of 19th Army that wait beside the map, when this is its HQ."""
    if hq != facts.army_19:
        return 0
    return state.units_at(facts.boxes["turn-3"]) & facts.roster.of_side[SOVIET] & ~state.transferred


def begin_entry(play: VaPlay, local: Command) -> None:
    """The army enters through one source of the eastern edge; with none open it waits on."""
    state, facts = play.state, play.facts
    if entry_gates(facts, state):
        play.begin("entry", Gate(*local))
    else:
        play.note("no effect", local.chit)


def entry_gates(facts: Facts, state: VaState) -> int:
    """The sources through which a unit of the army could come."""
    units = waiting_army(facts, state, facts.army_19)
    return mask(
        gate for gate in open_gates(facts, state, SOVIET, facts.eastern_gates)
        if any(any(entry_legs(facts, state, unit, 1 << gate)) for unit in bits(units))
    )  # fmt: skip


def choose_gate(play: VaPlay, local: Gate) -> None:
    gates = entry_gates(play.facts, play.state)
    if gates.bit_count() > 1:
        play.ask("gate", local.seat, prepared=gates)
    else:
        enter_army(play, gates.bit_length() - 1)


def gate_options(play: VaPlay, _decision: Decision) -> Options:
    gates = play.prepared or entry_gates(play.facts, play.state)
    return Options((), ((play.facts.vocabulary.table("gate"), gates),))


def answer_gate(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    enter_army(play, action.arg)


GATE = Kind(
    "gate",
    "15.3",
    verbs=(Verb("gate", (PLACE,), "19th Army enters through this supply source", label="Enter here"),),
    prompt="19th Army enters: choose the supply source it comes through.",
    options=gate_options,
    answer=answer_gate,
)
ENTRY = Procedure("entry", (Step("gate", choose_gate, "15.3"),), Gate)


def enter_army(play: VaPlay, gate: int) -> None:
    state, facts = play.state, play.facts
    local: Gate = state.top.local
    play.note("gate", gate)
    play.leave()
    state.out_of_command = 0
    state.active = waiting_army(facts, state, facts.army_19)
    play.begin("army entry", Entering(*local, gate))


ARMY_ENTRY = Procedure(
    "army entry",
    (
        Step("movement segment", begin_movement, "15.3"),
        Step("next unit", next_move, "15.3"),
        Step("combat segment", begin_combat, "15.3"),
        Step("end", end_activation, "15.3"),
    ),
    Entering,
)
