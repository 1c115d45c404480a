"""The second activation of a Panzergruppe HQ (17.6): a line of its own."""

from __future__ import annotations

from itertools import pairwise

from ostfront.core.map.hexes import Sides, bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.rules.supply_lines import ground_for, last_step, line_ways, sources
from ostfront.games.victory_awaits.state import RailSide, VaPlay, VaState


@implements("AVA 17.6a")
def may_wake_again(play: VaPlay, hq: int) -> bool:
    """Whether an HQ may be activated now: the second time it needs a line, along no other Panzergruppe's railroad.

    The line of every activation is used, the first one's too if there is one.
    """
    state, facts = play.state, play.facts
    if not facts.options["panzergruppe-supply"] or not facts.panzer_hqs >> hq & 1:
        return True
    line = rail_line(facts, state, state.place[hq], hq)
    if line is not None:
        state.rails_used += tuple(RailSide(a, b, hq) for a, b in pairwise(line))
    if not state.panzer_hqs >> hq & 1:
        state.panzer_hqs |= 1 << hq
        return True
    return line is not None


def rail_line(facts: Facts, state: VaState, place: int, hq: int = -1) -> list[int] | None:
    """The railroad part of a shortest line from a source to a hex, along hexsides no other HQ used; None without."""
    grid = facts.grid
    enter, through = ground_for(facts, state, AXIS)
    rails = free_rails(facts, state, hq)
    rings = grid.rings(sources(facts, AXIS), enter, through, rails)
    for n, ring in enumerate(rings):
        here = ring & _near(facts, place, enter, through)
        if here:
            line = [bits(here)[0]]
            for before in reversed(rings[:n]):
                line.append(bits(grid.step(1 << line[-1], rails) & before & through)[0])
            return line[::-1]
    return None


def _near(facts: Facts, place: int, enter: int, through: int) -> int:
    """The hexes a line may leave the railroad at to reach a place; a line runs the same both ways."""
    if not enter >> place & 1:
        return 0
    near = 1 << place
    first = last_step(facts, AXIS, near) & through
    off = facts.charts["supply"]["axis_off_rail"]
    return near | facts.grid.flood(first, through, through, line_ways(facts, AXIS), off - 1)


@implements("AVA 17.6b")
def free_rails(facts: Facts, state: VaState, hq: int) -> Sides:
    """Railroad hexsides no other Panzergruppe's line has used this turn."""
    sides = list(facts.rail_lines[AXIS])
    for a, b, user in state.rails_used:
        if user == hq >= 0:
            continue
        d = facts.grid.direction(a, b)
        sides[d] &= ~(1 << a)
        sides[(d + 3) % 6] &= ~(1 << b)
    return tuple(sides)  # type: ignore[return-value]
