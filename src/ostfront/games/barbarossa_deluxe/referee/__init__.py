"""The referee of Barbarossa Deluxe: the rulebook's clauses, in its order, judged one by one."""

from ostfront.core.play.referee import Case, Referee

referee = Referee[Case]("BD", Case)
