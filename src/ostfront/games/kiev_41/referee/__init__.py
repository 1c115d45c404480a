"""The referee of Kiev '41: the rulebook's clauses, judged one by one.

    case.py            the action to judge
    ground.py     2.0  the map
    position.py   2.5  which units are where, whose area it is
    stacking.py   1.4  and 2.9
    supply.py     9.0  with 2.1 and 14.4
    reinforcements.py  5.0  with 2.6
    logistics.py  7.0
    movement.py  10.9  with 2.4, 2.8, 8.0, 12.0, 14.2, 14.3
    impulse.py   10.1  with 3.2, 10.0, 10.5, 10.19, and the scenarios
    command.py   10.2  with 4.1, 10.3 and 10.8
    fleets.py    10.2.1 with 2.7
    battle.py    10.12 with 10.15 and 14.4
    support.py   10.4  with 1.4 and 10.11
    air.py       10.13
    blitz.py     10.17
    transport.py 14.1  with 14.7, 14.8 and 14.9

It shares data with the generator (facts, state, notation) but none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.kiev_41.referee import (
    air,
    battle,
    blitz,
    command,
    fleets,
    impulse,
    logistics,
    movement,
    reinforcements,
    stacking,
    supply,
    support,
    transport,
)
from ostfront.games.kiev_41.referee.case import Case

# roughly the rulebook's order; objections come in this order
referee = Referee[Case]("K41", Case, (
    stacking.section, supply.section, reinforcements.section, logistics.section, movement.section, impulse.section,
    command.section, fleets.section, battle.section, support.section, air.section, blitz.section,
    transport.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
