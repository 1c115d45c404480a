"""A leg of the units in hand (10.1, 10.3): by the cheapest way, hex by hex as far as anything can happen on it.

Events: `go` (units, from, to), `halt` (units, hex): a leg was cut short.
"""

from __future__ import annotations

from itertools import pairwise

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, fog, ground, stacking
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.rules.ways import Ways
from ostfront.games.barbarossa_deluxe.state import BDPlay, March


def go(play: BDPlay, local: March, goal: int, found: Ways) -> None:
    """A leg by the cheapest way, as far as nothing on the way changes the position of other units."""
    facts, state = play.facts, play.state
    units = local.units
    start = state.place[units.bit_length() - 1]
    points.set_out(facts, state, units)
    if play.events is not None:
        fog.tell(play, "go", tuple(bits(units)), start, goal)
    after = March(local.side, units, False)
    if found.last >> goal & 1:
        play.again("end", after)
        points.spend_all(facts, state, units)
        if goal in facts.kerch and start in facts.kerch:
            state.crossed = True
        control.enter(play, units, goal, "move")
        return
    play.again("leg", after)
    side, reach = local.side, found.range
    assert reach is not None
    if not units & units - 1:
        cost = reach.cost(goal)
        between = reach.nearer(cost) & facts.grid.disk(goal, cost - 1)  # every step costs a point or more
        between ^= between & (control.undisturbed(facts, state, side) | 1 << start)
        if not between:
            go_straight(play, side, units, goal, cost)
            return
    walk(play, side, units, found.path(facts, state, side, goal))


@implements("BD 10.1b")
def walk(play: BDPlay, side: int, units: int, way: list[int]) -> None:
    """Hex by hex, each unit paying its own cost."""
    facts, state = play.facts, play.state
    payers = [(some, ground.costs(facts, state, some)) for some in _classes(facts, units)]
    top = state.top
    trail = fog.lift(play, moving := stacking.with_support(facts, state, units)) if side == SOVIET else None
    last = way[-1]
    quiet = control.undisturbed(facts, state, side)
    for here, there in pairwise(way):
        for some, over in payers:
            points.spend(state, some, ground.step_cost(over, here, there))
        if quiet >> there & 1 and there != last:
            continue
        present = state.on_map
        control.enter(play, units, there, "move", passing=True)
        changed = state.on_map != present
        if state.result is not None or state.top is not top or state.pending:
            break
        if changed and there != last and not units & facts.roster.cavalry_groups:
            fog.tell(play, "halt", tuple(bits(units)), there)
            break
        quiet = control.undisturbed(facts, state, side)
    if trail is not None:
        fog.lay(play, moving, there, trail)


@implements("BD 10.1b")
def go_straight(play: BDPlay, side: int, units: int, goal: int, cost: int) -> None:
    """The same for one unit that has no hex before it in which anything could happen, whatever way it takes."""
    points.spend(play.state, units, cost)
    moving = stacking.with_support(play.facts, play.state, units)
    trail = fog.lift(play, moving) if side == SOVIET else None
    control.enter(play, units, goal, "move", passing=True)
    if trail is not None:
        fog.lay(play, moving, goal, trail)


def _classes(facts: Facts, units: int) -> list[int]:
    """The units by what they pay: mechanized, German and other units on foot."""
    if not units & units - 1:
        return [units]
    mech, german = units & facts.roster.mech, units & facts.roster.germans
    return [some for some in (mech, german & ~mech, units & ~(mech | german)) if some]


__all__ = ["go", "go_straight", "walk"]
