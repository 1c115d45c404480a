"""Preparation for play (3), and what must hold at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.hexes import bits
from ostfront.core.state import Frame
from ostfront.games.victory_denied.roster import ANY, GERMAN, SOVIET
from ostfront.games.victory_denied.state import VdState

if TYPE_CHECKING:
    from ostfront.games.victory_denied.rules import VictoryDenied


def set_up(rules: VictoryDenied) -> VdState:
    """3.2, 3.8 to 3.14: units on the map and in their boxes, rocket, Stukas and bomber ready."""
    state = rules.blank()
    for unit, place in rules.setup:
        state.put(unit, place)
    air = rules.charts["air"]
    state.stukas = air["stukas"]
    state.bomber = bool(air["bombers"])
    state.rocket = bool(rules.charts["rockets"]["count"])
    state.top = Frame("game", 0, None, None)
    return state


def faults(rules: VictoryDenied, state: VdState) -> list[str]:
    """What cannot be: stacks over the limits at rest, enemies in one hex, chits in two places."""
    roster, name = rules.roster, rules.board.name
    shared = state.occupied[ANY[GERMAN]] & state.occupied[ANY[SOVIET]] & rules.valid
    found = [f"Both sides are in {name(place)}." for place in bits(shared)]
    for place in bits((state.occupied[ANY[GERMAN]] | state.occupied[ANY[SOVIET]]) & rules.valid):
        combat = [u for u in state.at(place) if not roster.is_hq[u]]
        hqs = [u for u in state.at(place) if roster.is_hq[u]]
        if len(combat) > 2 or len(hqs) > 1 or sum(roster.tan[u] for u in combat) > 1:
            found.append(f"Too many units are in {name(place)}.")
    found += [
        f"{roster.ids[unit]} cannot have {steps} steps."
        for unit, steps in enumerate(state.steps)
        if steps > roster.steps[unit] or (not steps and not roster.is_hq[unit])
    ]
    chits = [chit for chit in state.vp if chit >= 0] + bits(state.box) + list(state.stolen)
    if len(chits) != len(set(chits)):
        found.append("A VP chit is in two places.")
    return found
