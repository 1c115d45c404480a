"""What a roll was worth to the attacker: on the combat results tables (6), and against the Baltic Fleet (12.9).

Automatic losses are the same for every roll, so they do not matter here.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from ostfront.core.page.battle_script import Throw
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SIDES
from ostfront.games.barbarossa_1941.rules.combat_windows import battle_of
from ostfront.games.barbarossa_1941.rules.fleet import hit
from ostfront.games.barbarossa_1941.state import B41Play


def throw(play: B41Play, event: Event) -> Throw | None:
    facts = play.facts
    if event.kind == "strike":
        return Throw(SIDES[AXIS], hit(facts, event.args[1]), Counter(hit(facts, die) for die in range(1, 7)))
    if event.kind != "result":
        return None
    dice, modifier, heading = event.args[:3]
    column = facts.crt.columns.index(heading)
    rolls = product(range(1, 7), repeat=len(dice))
    could = Counter(_worth(facts, len(dice), sum(roll) + modifier, column) for roll in rolls)
    return Throw(SIDES[battle_of(play).side], _worth(facts, len(dice), sum(dice) + modifier, column), could)


def _worth(facts: Facts, dice: int, total: int, column: int) -> int:
    """Steps that the defender loses more than the attacker."""
    cell = facts.crt.table(dice).cell(total, column)
    return cell.defender - cell.attacker
