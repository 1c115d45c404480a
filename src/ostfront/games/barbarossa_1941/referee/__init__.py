"""The referee of Barbarossa 1941: the rulebook's clauses, in its order, judged one by one.

    case.py            the action on trial
    position.py        who stands where, weather, zones of control (4), open ground, supply lines (8)
    stacking.py    3   with 12.2 and 12.5, who may enter a hex and stay there
    movement.py    5   with exploitation; how far is in ways.py
    overrun.py     7
    rail_markers.py 10.3
    air.py        11.1
    naval.py      12.1
    forts.py      12.4
    airborne.py   12.5
    partisans.py  12.7
    militia.py   12.11
    setup.py      14   with 15.1

It shares facts with the generator (data, state, notation) and none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.barbarossa_1941.referee import (
    air,
    airborne,
    forts,
    militia,
    movement,
    naval,
    overrun,
    partisans,
    rail_markers,
    setup,
    stacking,
)
from ostfront.games.barbarossa_1941.referee.case import Case, open_case

# the rulebook's order, which is the order of objections
referee = Referee[Case]("B41", open_case, (
    stacking.section, movement.section, overrun.section, rail_markers.section, air.section, naval.section,
    forts.section, airborne.section, partisans.section, militia.section, setup.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
