"""4.0 Orders and 5.0 Activation: which chits go into the cup, and what happens when one is drawn."""

from __future__ import annotations

from drill.facts import BLUE, LEFT, RED_SEAT, SIDE_OF, TEAMS, Facts
from drill.rules.combat import ask_target
from drill.rules.movement import ask_leg, ask_unit
from drill.state import NO_CHITS, Activation, DrillPlay, DrillState, Turn
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision

# ---- 4.0 orders ---------------------------------------------------------------------------------------


@implements("DRILL 4.1")
def extras_of(facts: Facts, side: int) -> list[int]:
    """The extra chits of a side."""
    chits = enumerate(facts.chits)
    return [number for number, chit in chits if chit.extra and SIDE_OF[facts.chit_seat[number]] == side]


@implements("DRILL 4.2")
def selectable(facts: Facts, state: DrillState, seat: int) -> list[int]:
    """The extra chits a seat may select: not last turn's."""
    last = state.previous[seat]
    return [chit for chit in extras_of(facts, SIDE_OF[seat]) if chit != last]


def ask_orders(play: DrillPlay, _local: Turn) -> None:
    play.ask("orders", LEFT, RED_SEAT)


def orders_prompt(play: DrillPlay, _decision: Decision) -> str:
    return f"Select an extra chit for turn {play.state.turn}."


def orders_options(play: DrillPlay, decision: Decision) -> Options:
    actions = play.facts.vocabulary.table("select")
    return Options([actions[chit] for chit in selectable(play.facts, play.state, decision.seat)])


def orders(play: DrillPlay, decision: Decision, action: Action) -> None:
    chosen = list(play.state.chosen)
    assert isinstance(action.arg, int)
    chosen[decision.seat] = action.arg
    play.state.chosen = tuple(chosen)
    play.note("selected", decision.seat, action.arg, to=TEAMS[SIDE_OF[decision.seat]])


ORDERS = Kind(
    "orders",
    "4.1",
    verbs=(Verb("select", ("chit",), "put an extra chit into the cup"),),
    prompt=orders_prompt,
    options=orders_options,
    answer=orders,
    secrecy="sealed",
)


def fill_cup(play: DrillPlay, _local: Turn) -> None:
    state = play.state
    for number, chit in enumerate(play.facts.chits):
        if not chit.extra:
            state.cup |= 1 << number
    add_selected(play)
    state.previous, state.chosen = state.chosen, NO_CHITS


@implements("DRILL 4.3")
def add_selected(play: DrillPlay) -> None:
    state = play.state
    for chit in state.chosen:
        if chit != NOWHERE:
            state.cup |= 1 << chit
            play.note("in the cup", chit)


# ---- 5.0 activation -----------------------------------------------------------------------------------


def draw(play: DrillPlay, _local: Turn) -> None:
    state = play.state
    if not state.cup:
        play.goto("end")
        return
    chit = drawn(play)
    state.cup ^= 1 << chit
    state.segment += 1
    play.note("drawn", chit)
    play.change(chit=chit, seat=play.facts.chit_seat[chit])


@implements("DRILL 5.1")
def drawn(play: DrillPlay) -> int:
    """A chit of the cup, at random."""
    return play.draw(bits(play.state.cup), "chit", f"turn {play.state.turn} / cup")


@implements("DRILL 5.2")
def ask_reserve(play: DrillPlay, local: Turn) -> None:
    """Red is asked whenever it holds the reserve, whatever it means to do: all may know that it holds it."""
    if play.state.reserve and SIDE_OF[local.seat] == BLUE:
        play.ask("reserve", RED_SEAT)


def reserve_prompt(play: DrillPlay, _decision: Decision) -> str:
    return f"{play.facts.chits[play.state.top.local.chit].name} is drawn: play the reserve?"


def reserve_options(play: DrillPlay, _decision: Decision) -> Options:
    words = play.facts.vocabulary
    return Options((words.single("interrupt"), words.single("pass")))


def reserve_conditions(play: DrillPlay, _decision: Decision) -> list[str]:
    """Public facts a standing order may wait for."""
    found = [play.facts.chits[play.state.top.local.chit].name]
    if play.state.turn == play.facts.scenario.turns:
        found.append("last turn")
    return found


def reserve(play: DrillPlay, _decision: Decision, action: Action) -> None:
    state = play.state
    if action.verb == "interrupt":
        chit = state.top.local.chit
        state.reserve = False
        state.cup |= 1 << chit
        play.note("interrupted", chit)
        play.change(seat=RED_SEAT, chit=NOWHERE)


RESERVE = Kind(
    "reserve",
    "5.2",
    verbs=(Verb("interrupt", (), "play the reserve: Red goes first"), Verb("pass", (), "keep the reserve")),
    prompt=reserve_prompt,
    options=reserve_options,
    answer=reserve,
    window=True,
    conditions=reserve_conditions,
    words=lambda facts: ("last turn", *(chit.name for chit in facts.chits)),
)


def activate(play: DrillPlay, local: Turn) -> None:
    facts, state = play.facts, play.state
    if local.chit != NOWHERE and facts.chits[local.chit].effect == "dig in":
        dig_in(state)
        return
    for unit in facts.units_of[local.seat]:
        state.moved[unit] = state.fought[unit] = 0
    play.begin("activation", Activation(local.seat))


@implements("DRILL 4.4")
def dig_in(state: DrillState) -> None:
    state.dug_in = True


ACTIVATION = Procedure(
    "activation",
    (
        Step("move", ask_unit, "6.1"),
        Step("leg", ask_leg, "6.2"),
        Step("combat", ask_target, "7.1"),
        Step("next", lambda play, _: play.goto("combat")),
    ),
    Activation,
)
