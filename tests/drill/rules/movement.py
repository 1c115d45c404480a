"""6.0 Movement, in legs, and 8.0 the surprises that lie on the way."""

from __future__ import annotations

from drill.facts import SIDE_OF, Facts
from drill.rules.fog import friends, show, strangers
from drill.rules.victory import lose_step
from drill.state import Activation, DrillPlay, DrillState, FaceDown
from ostfront.core.map.hexes import bits
from ostfront.core.map.reach import Range, move_range
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind
from ostfront.core.play.state import NOWHERE, Decision

FUEL = 2  # 8.3

# ---- the map as a side finds it -----------------------------------------------------------------------


@implements("DRILL 6.5")
def zoc(facts: Facts, state: DrillState, side: int) -> int:
    """The ZOC of a side: every hex next to its units, but not across a river without a bridge."""
    return facts.grid.step(state.occupied[3 + side], facts.bridged_sides)


@implements("DRILL 6.3", "DRILL 6.4")
def room(facts: Facts, state: DrillState, seat: int, units: int = 1) -> int:
    """Hexes without enemies or another command, with room for this many more units."""
    taken = state.crowded[seat] if units == 1 else state.occupied[seat]
    for other in range(3):
        if other != seat:
            taken |= state.occupied[other]
    return facts.grid.valid ^ taken


@implements("DRILL 6.2", "DRILL 8.2")
def reach(facts: Facts, state: DrillState, unit: int, left: int) -> Range:
    """Where a unit can go in one leg."""
    seat = facts.seat_of[unit]
    return move_range(
        facts.profiles[facts.units[unit].kind],
        state.place[unit],
        left,
        zoc=zoc(facts, state, 1 - SIDE_OF[seat]),
        closed=facts.grid.valid ^ room(facts, state, seat),
        stop=state.covered,
        zoc_in=1,
        zoc_out=1,
    )


# ---- which unit ---------------------------------------------------------------------------------------


@implements("DRILL 6.1")
def unmoved(facts: Facts, state: DrillState, seat: int) -> list[int]:
    """The seat's units that have not moved in this activation."""
    return [unit for unit in state.living(facts.units_of[seat]) if not state.moved[unit]]


def ask_unit(play: DrillPlay, local: Activation) -> None:
    if unmoved(play.facts, play.state, local.seat):
        play.ask("move", local.seat)
    else:
        play.goto("combat")


def move_prompt(play: DrillPlay, decision: Decision) -> str:
    return f"Move a unit; {len(unmoved(play.facts, play.state, decision.seat))} have not moved."


def move_options(play: DrillPlay, decision: Decision) -> Options:
    words = play.facts.vocabulary
    actions = words.table("move")
    return Options(
        [*(actions[unit] for unit in unmoved(play.facts, play.state, decision.seat)), words.single("done")]
    )


def move(play: DrillPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.goto("combat")
    else:
        assert isinstance(action.arg, int)
        play.change(unit=action.arg, left=play.facts.units[action.arg].move)


MOVE = Kind(
    "move",
    "6.1",
    verbs=(
        Verb("move", ("unit",), "take a unit in hand, to move it"),
        Verb("done", (), "end the movement or the combat of this activation"),
    ),
    prompt=move_prompt,
    options=move_options,
    answer=move,
    secrecy="secret",
)


# ---- how far ------------------------------------------------------------------------------------------


def ask_leg(play: DrillPlay, local: Activation) -> None:
    play.ask("leg", local.seat)


def leg_prompt(play: DrillPlay, _decision: Decision) -> str:
    local: Activation = play.state.top.local
    return f"Where does {play.facts.units[local.unit].name} go? It has {local.left} movement points left."


def leg_options(play: DrillPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    local: Activation = state.top.local
    hexes = reach(facts, state, local.unit, local.left).reach ^ 1 << state.place[local.unit]
    return Options((facts.vocabulary.single("stop"),), [(facts.vocabulary.table("go"), hexes)])


def leg(play: DrillPlay, _decision: Decision, action: Action) -> None:
    facts, state = play.facts, play.state
    local: Activation = state.top.local
    unit, place = local.unit, action.arg
    if action.verb == "stop" or not isinstance(place, int):
        end_move(play, unit)
        return
    cost = reach(facts, state, unit, local.left).cost(place)
    came_from = state.place[unit]
    state.put(unit, place)
    play.note("moves", unit, place, to=friends(facts, state, unit))
    if not state.known[unit]:
        play.note("block moves", came_from, place, to=strangers(facts, unit))
    play.change(left=local.left - cost)
    play.goto("leg")
    if state.covered >> place & 1:
        turn_up(play, unit, place)


def end_move(play: DrillPlay, unit: int) -> None:
    play.state.moved[unit] = 1
    play.change(unit=NOWHERE, left=0)
    play.goto("move")


LEG = Kind(
    "leg",
    "6.2",
    verbs=(
        Verb("go", ("place",), "go there by the cheapest way"),
        Verb("stop", (), "end the unit's move"),
    ),
    prompt=leg_prompt,
    options=leg_options,
    answer=leg,
    secrecy="secret",
)


# ---- 8.0 surprises ------------------------------------------------------------------------------------


@implements("DRILL 8.1")
def deal_surprises(play: DrillPlay, _local: None) -> None:
    """Face down on their hexes; nobody sees which lies where."""
    facts = play.facts
    left = list(range(len(facts.surprises)))
    laid = []
    for place in bits(facts.board.sites.of("surprise").hexes):
        chit = play.draw(left, "surprise", "set-up / surprises", to=())
        left.remove(chit)
        laid.append(FaceDown(place, chit))
    play.state.lay(tuple(laid))


@implements("DRILL 8.2")
def turn_up(play: DrillPlay, unit: int, place: int) -> None:
    """The chit is turned up and done with."""
    state = play.state
    chit = next(found.chit for found in state.face_down if found.place == place)
    state.lay(tuple(found for found in state.face_down if found.place != place))
    state.turned_up |= 1 << chit
    play.reveal()
    play.note("turned up", chit, place)
    take_effect(play, unit, play.facts.surprises[chit].effect)


@implements("DRILL 8.3")
def take_effect(play: DrillPlay, unit: int, effect: str) -> None:
    if effect == "fuel":
        play.change(left=play.state.top.local.left + FUEL)
    elif effect == "mine":
        show(play, unit)
        end_move(play, unit)
        lose_step(play, unit)
