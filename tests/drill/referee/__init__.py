"""The referee of the drill: the rulebook's clauses, judged one by one.

    case.py            the action on trial
    setup.py      3.0
    command.py    4.0
    movement.py   6.0  with 8.0
    combat.py     7.0
    aftermath.py  7.9

It shares facts with the generator (data, state, notation) and none of its reasoning.
"""

from drill.referee import aftermath, combat, command, movement, setup
from drill.referee.case import Case
from ostfront.core.play.referee import Referee

# the order of the sections is the order of objections
referee = Referee(
    "DRILL", Case, (setup.section, command.section, movement.section, combat.section, aftermath.section)
)
