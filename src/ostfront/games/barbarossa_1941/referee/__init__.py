"""The referee of Barbarossa 1941: the rulebook's clauses, in its order, judged one by one.

    case.py            the action on trial
    position.py        who stands where, weather, zones of control (4), open ground, supply lines (8)
    stacking.py    3   with 12.2 and 12.5, who may enter a hex and stay there
    movement.py    5   with exploitation; how far is in ways.py
    reaction.py    5   reaction moves
    combat.py      6
    retreat.py     6.1
    advance.py     6.1
    overrun.py     7
    supply.py      8
    reinforcements.py 9.1  with 11, 12.5 and 12.11
    replacements.py 9.2  with 12.5, 12.8 and 12.11
    rail_moves.py 10.1
    rail_markers.py 10.3
    air.py        11.1
    naval.py      12.1
    forts.py      12.4
    airborne.py   12.5
    support.py         the options of a combat: 11.2, 12.5, 12.6, 12.12, 12.13
    partisans.py  12.7
    fleet.py      12.9
    militia.py   12.11
    setup.py      14   with 15.1

It shares facts with the generator (data, state, notation) and none of its reasoning.
"""

from ostfront.core.play.referee import Referee
from ostfront.games.barbarossa_1941.referee import (
    advance,
    air,
    airborne,
    combat,
    fleet,
    forts,
    militia,
    movement,
    naval,
    overrun,
    partisans,
    rail_markers,
    rail_moves,
    reaction,
    reinforcements,
    replacements,
    retreat,
    setup,
    stacking,
    supply,
    support,
)
from ostfront.games.barbarossa_1941.referee.case import Case, open_case

# the rulebook's order, which is the order of objections
referee = Referee[Case]("B41", open_case, (
    stacking.section, movement.section, reaction.section, combat.section, retreat.section, advance.section,
    overrun.section, supply.section, reinforcements.section, replacements.section, rail_moves.section,
    rail_markers.section, air.section, naval.section, forts.section, airborne.section,
    support.section, partisans.section, fleet.section, militia.section, setup.section,
))  # fmt: skip

__all__ = ["Case", "referee"]
