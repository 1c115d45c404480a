"""The referee of Barbarossa Deluxe: the rulebook's clauses, in its order, judged one by one.

    case.py               the action on trial
    position.py           who stands where, control (3.6), stacking (6), the calendar (5.8), who is closed out
    lines.py              supply lines and supply states (7)
    setup.py          3   with 13.7, 14.9 and 15.3
    gambit.py         4.4
    caucasus.py       4.11
    declarations.py   5.4
    stacking.py       6
    supply.py         7   Crimea, aerial and offensive supply
    arrivals.py       8.1 where units come in is in entries.py
    works.py          8.5 with 8.18
    strategic.py      8.7
    rvgk.py           8.8
    replacements.py   8.12
    withdrawals.py    8.17
    conversions.py    8.20
    triggers.py       8.26
    attachment.py     8.31
    cities.py         9
    movement.py       10  ways.py: how far
    mobile_assault.py 10.23
    naval.py          10.16, 10.34
    assault.py        11.1 with 4.17, 5.12; attackers.py: who may attack what, who must
    fog.py            11.7
    support.py        11.23 with 7.7, 8.36, 13.9
    results.py        11.26 with 5.14, 5.16, 11.33
    retreat.py        11.27
    advance.py        11.30

It shares facts with the generator (data, state, notation) and none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.barbarossa_deluxe.referee import (
    advance,
    arrivals,
    assault,
    attachment,
    caucasus,
    cities,
    conversions,
    declarations,
    fog,
    gambit,
    mobile_assault,
    movement,
    naval,
    replacements,
    results,
    retreat,
    rvgk,
    setup,
    stacking,
    strategic,
    supply,
    support,
    triggers,
    withdrawals,
    works,
)
from ostfront.games.barbarossa_deluxe.referee.case import Case, open_case

# the rulebook's order, which is the order of objections
referee = Referee[Case]("BD", open_case, (
    setup.section, gambit.section, caucasus.section, declarations.section, stacking.section, supply.section,
    arrivals.section, works.section, strategic.section, rvgk.section, replacements.section, withdrawals.section,
    conversions.section, triggers.section, attachment.section, cities.section,
    movement.section, naval.section, mobile_assault.section, assault.section, fog.section, support.section,
    results.section, retreat.section, advance.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
