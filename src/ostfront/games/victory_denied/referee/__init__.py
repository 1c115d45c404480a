"""The referee of A Victory Denied: the rulebook's clauses, in its order, judged one by one.

    case.py            the action to judge
    position.py   6.0  which units are where, and the resulting zones of control
    stacking.py   5.0
    command.py    7.0  with 3.6 and 3.7, the chits of turn 1
    movement.py   8.0  with 11.2.2, the way out of the Timoshenko box
    strategic.py  8.3  with 11.1.2, the way of German reinforcements
    combat.py     9.0  to 9.4
    retreat.py    9.5
    advance.py    9.6  with 12.4
    supply.py    10.0
    reinforcements.py  11.0
    hq.py        12.0  with 10.4
    artillery.py 13.0
    minsk.py     14.0  with 11.1.3
    directive.py 15.0

It shares data with the generator (facts, state, notation) but none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.victory_denied.referee import (
    advance,
    artillery,
    combat,
    command,
    directive,
    hq,
    minsk,
    movement,
    reinforcements,
    retreat,
    stacking,
    strategic,
    supply,
)
from ostfront.games.victory_denied.referee.case import Case, open_case

# the rulebook's order; objections come in this order
referee = Referee[Case]("AVD", open_case, (
    stacking.section, command.section, movement.section, strategic.section, combat.section, retreat.section,
    advance.section, supply.section, reinforcements.section, hq.section, artillery.section, minsk.section,
    directive.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
