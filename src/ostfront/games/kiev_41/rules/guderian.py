"""Guderian on the Road to Tula (2.2, 10.10)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.rules.fire import Dice, attack_strength, volley
from ostfront.games.kiev_41.state import K41Play, Side


@implements("K41 10.10b", "K41 2.2b")
def guderian(play: K41Play, _local: Side) -> None:
    """He rolls his strength and advances a box for each hit."""
    state, facts = play.state, play.facts
    unit = facts.roster.guderian
    if not state.active >> unit & 1:
        return
    needed = facts.charts["tula"]["hits_from"]
    name = f"turn {state.turn} / impulse {state.impulse} / guderian"
    hits = volley(play, [Dice(needed, unit, attack_strength(facts, state, unit))], name)
    at = facts.tula.index(state.place[unit])
    goal = min(at + hits, len(facts.tula) - 1)
    state.put(unit, facts.tula[goal])
    play.note("guderian", hits, facts.tula[goal])
    turn_discs(play, goal)


@implements("K41 2.2c")
def turn_discs(play: K41Play, goal: int) -> None:
    """Nizhyn turns the yellow disc over for good, Tula the orange one."""
    state, facts = play.state, play.facts
    if state.yellow and goal >= facts.tula.index(facts.nizhyn):
        state.yellow = False
        play.note("disc lost", "yellow")
    if state.orange and goal >= facts.tula.index(facts.tula_end):
        state.orange = False
        play.note("disc lost", "orange")
