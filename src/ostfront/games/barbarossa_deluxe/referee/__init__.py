"""The referee of Barbarossa Deluxe: the rulebook's clauses, in its order, judged one by one.

    case.py            the action on trial
    position.py        who stands where, control (3.6), stacking (6), the calendar (5.8), who is closed out
    lines.py       7   supply lines and supply states

It shares facts with the generator (data, state, notation) and none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.barbarossa_deluxe.referee.case import Case, open_case

# the rulebook's order, which is the order of objections
referee = Referee[Case]("BD", open_case, ())

__all__ = ["Case", "referee"]
