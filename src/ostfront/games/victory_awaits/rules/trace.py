"""The second activation of a Panzergruppe HQ (17.6): a line of its own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ostfront.core.map.hexes import Sides, bits
from ostfront.core.play.clauses import carries_out
from ostfront.games.victory_awaits.facts.roster import AXIS
from ostfront.games.victory_awaits.rules.play import VaPlay
from ostfront.games.victory_awaits.rules.supply import ground_for, last_step, line_ways, sources
from ostfront.games.victory_awaits.state import RailSide

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState


@carries_out("AVA 17.6a", otherwise=True)
def may_wake_again(play: VaPlay, hq: int) -> bool:
    """Whether an HQ may be activated now; a Panzergruppe's second line is kept to itself."""
    state, rules = play.state, play.rules
    if not rules.options["panzergruppe-supply"] or not rules.panzer_hqs >> hq & 1:
        return True
    if not state.panzer_hqs >> hq & 1:
        state.panzer_hqs |= 1 << hq
        return True
    line = rail_line(rules, state, state.place[hq])
    if line is None:
        return False
    state.rails_used += tuple(RailSide(a, b) for a, b in pairwise(line))
    return True


def rail_line(rules: VictoryAwaits, state: VaState, place: int) -> list[int] | None:
    """The railroad part of a shortest line from a source to a hex, along hexsides nobody used; None without one."""
    grid = rules.grid
    enter, through = ground_for(rules, state, AXIS)
    rails = free_rails(rules, state)
    rings = grid.rings(sources(rules, AXIS), enter, through, rails)
    for n, ring in enumerate(rings):
        here = ring & _near(rules, place, enter, through)
        if here:
            line = [bits(here)[0]]
            for before in reversed(rings[:n]):
                line.append(bits(grid.step(1 << line[-1], rails) & before & through)[0])
            return line[::-1]
    return None


def _near(rules: VictoryAwaits, place: int, enter: int, through: int) -> int:
    """The hexes a line may leave the railroad at to reach a place; a line runs the same both ways."""
    if not enter >> place & 1:
        return 0
    near = 1 << place
    first = last_step(rules, AXIS, near) & through
    off = rules.charts["supply"]["axis_off_rail"]
    return near | rules.grid.flood(first, through, through, line_ways(rules, AXIS), off - 1)


@carries_out("AVA 17.6b", otherwise=lambda rules, state: rules.rail_lines[AXIS])
def free_rails(rules: VictoryAwaits, state: VaState) -> Sides:
    """Railroad hexsides no other Panzergruppe's line has used this turn."""
    sides = list(rules.rail_lines[AXIS])
    for a, b in state.rails_used:
        d = rules.grid.direction(a, b)
        sides[d] &= ~(1 << a)
        sides[(d + 3) % 6] &= ~(1 << b)
    return tuple(sides)  # type: ignore[return-value]
