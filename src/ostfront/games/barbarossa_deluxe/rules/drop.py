"""The air drop of 2nd Parachute Corps (4.17): on the first turn of the Gambit it may join one assault from above.

Events: `drop` (unit, target), `landed` (unit, target).
"""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.state import NOWHERE
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.rules import advance, control, losses
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay, BDState

CORPS = "2Para"


@implements("BD 4.17d")
def waiting(facts: Facts, state: BDState, local: Battle) -> int:
    """The corps, as a set, if it has not entered yet and may be dropped into this German assault."""
    unit = facts.roster.unit(CORPS)
    if local.side != GERMAN or unit < 0 or not is_first_turn(facts, state) or local.drop >= 0:
        return 0
    return 1 << unit if state.place[unit] == facts.track_box and state.due[unit] == state.turn else 0


def is_first_turn(facts: Facts, state: BDState) -> bool:
    """The turn on which the Gambit was declared, or the first one of its own scenario (14.9)."""
    own = facts.scenario_name == "gambit" and state.turn == facts.scenario.first_turn
    return own or state.gambit == state.turn


def aftermath(play: BDPlay, local: Battle) -> None:
    """After the battle: it lands in a cleared hex, or is lost."""
    if local.drop == NOWHERE or play.state.place[local.drop] != play.facts.track_box:
        return
    if survives(play.state, local):
        play.state.due[local.drop] = 0
        play.note("landed", local.drop, local.target)
        control.enter(play, 1 << local.drop, local.target, "drop")
    else:
        losses.eliminate(play, 1 << local.drop)


@implements("BD 4.17f")
def survives(state: BDState, local: Battle) -> bool:
    """The hex is cleared of defenders."""
    return advance.vacated(state, local.side, local.target)
