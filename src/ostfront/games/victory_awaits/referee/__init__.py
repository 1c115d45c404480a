"""The referee of A Victory Awaits: the rulebook's clauses, in its order, judged one by one.

    case.py            the action to judge
    position.py        3.2  which units are where, and the resulting zones of control
    lines.py           3.3  lines of communication, and the railroad links of 12.1
    stacking.py        3.1
    deployment.py      4.0
    command.py         6.0 to 8.0, with 15.2
    movement.py        9.1, 9.2
    strategic.py       9.3
    entering.py        15.3, 15.4  the way onto the map
    combat.py         10.0 to 10.5, with 15.1
    retreat.py        10.6
    advance.py        10.7
    supply.py         11.2, with 18.2's withdrawal
    fortresses.py     14.0, with 16.2's markers
    reinforcements.py 12.0, with 15.4
    options.py        17.0, with 18.1
    teams.py          20.2

It shares data with the generator (facts, state, notation) but none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.victory_awaits.referee import (
    advance,
    combat,
    command,
    deployment,
    entering,
    fortresses,
    movement,
    options,
    reinforcements,
    retreat,
    stacking,
    strategic,
    supply,
    teams,
)
from ostfront.games.victory_awaits.referee.case import Case, open_case

# the rulebook's order; objections come in this order
referee = Referee[Case]("AVA", open_case, (
    stacking.section, deployment.section, command.section, movement.section, strategic.section, combat.section,
    retreat.section, advance.section, supply.section, reinforcements.section, fortresses.section, entering.section,
    options.section, teams.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
