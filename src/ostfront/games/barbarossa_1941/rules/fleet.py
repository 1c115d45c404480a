"""The Baltic Fleet (12.9): where it supports a combat, and the air strike against it. Mines are in naval.py.

Events: `strike` (air corps, die, steps the fleet has left); with none left `eliminated` follows.
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_1941.facts import WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AIR, AXIS, COMBAT
from ostfront.games.barbarossa_1941.rules.losses import eliminate
from ostfront.games.barbarossa_1941.rules.weather import weather_at
from ostfront.games.barbarossa_1941.state import B41Play, B41State


def afloat(facts: Facts, state: B41State) -> bool:
    """Whether the fleet has not been sunk."""
    fleet = facts.roster.fleet
    return fleet >= 0 and state.place[fleet] != facts.boxes["removed"] and state.steps[fleet] > 0


def can_support(facts: Facts, state: B41State, target: int) -> bool:
    """Whether the fleet can support a combat in a hex."""
    return (
        afloat(facts, state)
        and not used_up(state)
        and in_action(facts, state)
        and bool(in_reach(facts, state) & unmined(facts, state) & 1 << target)
    )


@implements("B41 12.9a")
def used_up(state: B41State) -> bool:
    """It supports one combat a turn."""
    return state.fleet_used


@implements("B41 12.8b")
def in_action(facts: Facts, state: B41State) -> bool:
    """Not on turn 1."""
    return state.turn >= int(facts.charts["fleet"]["first_turn"])


@implements("B41 12.9b")
def in_reach(facts: Facts, state: B41State) -> int:
    """Hexes of the Baltic coast within range of a base the Soviets hold."""
    return facts.coast["baltic"] & facts.grid.within(own_bases(facts, state), int(facts.charts["fleet"]["range"]))


def own_bases(facts: Facts, state: B41State) -> int:
    """Naval bases in Soviet hands."""
    return facts.bases & ~state.held & ~state.occupied[COMBAT[AXIS]]


@implements("B41 12.9c")
def unmined(facts: Facts, state: B41State) -> int:
    """Hexes the fleet can still get at; once it is shut in, Leningrad and two beside it."""
    if not state.mined:
        return facts.valid
    return mask(facts.board.index(name) for name in facts.charts["fleet"]["after_mining"])


# ---- the air strike (12.9d) -------------------------------------------------------------------------


def strikers(facts: Facts, state: B41State, side: int) -> int:
    """Air corps that can be sent against the fleet."""
    if side != AXIS or state.fleet_struck or not afloat(facts, state):
        return 0
    targets = struck_bases(facts, state)
    if not targets:
        return 0
    near = facts.grid.within(targets, int(facts.charts["air"]["axis_range"])) & state.occupied[AIR[AXIS]]
    if not near:
        return 0
    idle = facts.roster.air & facts.roster.of_side[AXIS] & state.on_map & ~state.flown
    return mask(unit for unit in bits(idle) if near >> state.place[unit] & 1)


@implements("B41 12.9d")
def struck_bases(facts: Facts, state: B41State) -> int:
    """Bases of the fleet in weather that allows the strike."""
    allowed = facts.charts["fleet"]["hit_weather"]
    return mask(i for i in bits(own_bases(facts, state)) if WEATHER[weather_at(facts, state, i)] in allowed)


def strike(play: B41Play, unit: int) -> None:
    """An air corps flies against the fleet, and nothing else this turn."""
    state, fleet = play.state, play.facts.roster.fleet
    state.flown |= 1 << unit
    state.fleet_struck = True
    die = play.roll(6, f"turn {state.turn} / fleet")
    left = state.steps[fleet] - (1 if hit(play.facts, die) else 0)
    play.note("strike", unit, die, left)
    if left:
        state.set_steps(fleet, left)
    else:
        eliminate(play, fleet)


@implements("B41 12.9e")
def hit(facts: Facts, die: int) -> bool:
    least, most = facts.charts["fleet"]["hit_on"]
    return bool(least <= die <= most)
