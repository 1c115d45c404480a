"""The rules of Barbarossa 1941, one file for each section of the rulebook or a part of it.

    sequence.py            2
    stacking.py            3
    zoc.py                 4
    ground.py              5     what hexes cost, and which hexsides are open
    front.py               5     what a side meets when it moves
    ways.py                5     how far units can go
    movement.py            5     units in hand, exploitation
    reaction.py            5     reaction moves
    combat.py              6
    strength.py            6     odds, shifts and modifiers
    combat_windows.py      6     what all options before the dice have in common
    support.py             6     the options before the dice
    paratroops.py          12.5  airborne corps in combats
    losses.py              6     with the loss markers of 9.2
    retreat.py             6.1
    advance.py             6.1
    overrun.py             7
    supply.py              8     with Masters of Blitzkrieg (14.3)
    supply_lines.py        8.2
    seas.py                8.2   superiority at sea
    reinforcements.py      9.1
    replacements.py        9.2   with 12.11
    replacement_points.py  9.2
    rail.py               10
    rail_network.py       10.2
    air.py                11.1
    naval.py              12.1
    weather.py            12.3
    forts.py              12.4
    airborne.py           12.5   drops
    partisans.py          12.7
    fleet.py              12.9
    militia.py            12.11
    control.py                   what follows from entering and leaving hexes
    victory.py            13
    setup.py              14     and 15, with what must hold at any time
    options.py            14.3

Kinds of decision and procedures stand beside their rules; here they are put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import Kind, Procedure, verbs_of
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS
from ostfront.games.barbarossa_1941.referee import referee
from ostfront.games.barbarossa_1941.rules import (
    advance,
    air,
    airborne,
    combat,
    forts,
    losses,
    militia,
    movement,
    naval,
    overrun,
    paratroops,
    partisans,
    rail,
    reaction,
    reinforcements,
    replacements,
    retreat,
    sequence,
    setup,
    supply,
    support,
)
from ostfront.games.barbarossa_1941.rules.setup import blank, faults, set_up
from ostfront.games.barbarossa_1941.secrets import imagine, seen
from ostfront.games.barbarossa_1941.state import B41Memo, B41State

# the order of both is the layout of environments: new ones come last
KINDS = (
    setup.ARRANGE, setup.ARRANGE_AT, supply.RATION, supply.ATTRITION, replacements.REPLACE, replacements.REBUILD_AT,
    reinforcements.BRING, reinforcements.BRING_AT, air.REBASE, air.REBASE_AT, rail.RAIL, rail.RIDE, forts.FORT,
    movement.MOVE, movement.MARCH, naval.SAIL, airborne.DROP, movement.EXPLOIT, militia.RAISE, partisans.UPRISING,
    partisans.PLACING, combat.ATTACK, combat.COMMIT, support.AIR_SUPPORT, support.NAVAL_SUPPORT, support.GUNS,
    paratroops.PARATROOPS, support.JOUKOV, support.COUP, reaction.REACTION, reaction.REACTION_MOVE, combat.LEAD,
    losses.LOSS, retreat.SECOND_LOSS, advance.ADVANCE, overrun.FOLLOW, rail.RAILHEAD, rail.LAY,
)  # fmt: skip
VERBS = verbs_of(
    KINDS,
    """
    pass done pick at go overrun with stop sail drop attack resolve strike fly fleet guns para joukov coup react
    lead lose stand retreat advance enter feed refit rebuild shock point disband bring keep base entrain ride
    fortify dismantle railhead lay infiltrate rise raise
""",
)

SECTIONS = (
    sequence, setup, supply, replacements, reinforcements, air, rail, forts, movement, naval, airborne, combat,
    reaction, losses, partisans, militia,
)  # fmt: skip
COMPOUNDS = (movement.MOVE_COMPOUND, combat.ATTACK_COMPOUND)


class Barbarossa1941(Rules):
    """How Barbarossa 1941 is played."""

    facts: Facts
    state_type = B41State
    procedures: Mapping[str, Procedure] = {
        procedure.name: procedure for section in SECTIONS for procedure in section.PROCEDURES
    }
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
    compounds = COMPOUNDS
    referee = referee
    sequence_rule = "2a"

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(settings, data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self._start = set_up(self.facts)

    def blank(self) -> B41State:
        return blank(self.facts)

    def start(self) -> B41State:
        state = self._start.clone()
        state.memo = B41Memo()  # shared by the copies of one play, not by plays
        return state

    def seen(self, state: B41State, seat: int) -> Plain:
        return seen(self.facts, self.procedures, state, seat)

    def imagine(self, state: B41State, seat: int, random: Random) -> B41State:
        return imagine(self.facts, state, seat, random)

    def phase(self, state: B41State) -> str:
        return f"turn {state.turn} / {'Axis' if state.side == AXIS else 'Soviet'} phase"

    def check(self, state: B41State) -> list[str]:
        return faults(self.facts, state)
