"""The rules of Kiev '41, assembled: each section of the rulebook has its file.

sequence.py    6.0  the order of play
setup.py       SU   set-up, with SC
fog.py         1.6  fog of war
stacking.py    1.4  and 2.9
control.py     2.5  area control, with 2.1.1
victory.py     2.4.4  victory
impulses.py    3.0  impulses, with 10.18, 10.19, 11 and 12
fire.py        4.2  strength and fire, with 8.0
logistics.py   7.0  the Logistics Phase, with 5.0
weather.py     8.0  weather
supply.py      9.0  supply, with 2.1 and 14.4
command.py    10.1  activation and command, with 4.1
movement.py   10.9  movement, with 2.8
support.py    10.4  support, with 10.11
battle.py     10.12 combat, with 10.10
naval.py      10.13 fleets and bombers
losses.py     10.15 losses, with 10.14
blitz.py      10.17 the Blitz Segment
transport.py  14.1  with 14.7, 14.8 and 14.9
"""

from __future__ import annotations

from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import verbs_of
from ostfront.games.kiev_41 import secrets
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.referee import referee
from ostfront.games.kiev_41.rules import (
    battle,
    blitz,
    command,
    defensive_lines,
    fleets,
    impulses,
    logistics,
    losses,
    movement,
    naval,
    reinforcements,
    sequence,
    setup,
    supply,
    support,
)
from ostfront.games.kiev_41.rules.movement import COMPOUNDS
from ostfront.games.kiev_41.state import K41State

PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        sequence.GAME_STEPS,
        sequence.TURN_STEPS,
        logistics.LOGISTICS_STEPS,
        reinforcements.ARRIVAL_STEPS,
        impulses.IMPULSE_STEPS,
        impulses.TACTICAL_STEPS,
        movement.APPROACH_STEPS,
        fleets.FLEETS_STEPS,
        command.COMMAND_STEPS,
        movement.MARCH_STEPS,
        defensive_lines.BUILD_STEPS,
        support.SUPPORT_STEPS,
        battle.COMBAT_STEPS,
        battle.BATTLE_STEPS,
        naval.NAVAL_AIR_STEPS,
        naval.FLAK_STEPS,
        losses.LOSSES_STEPS,
        blitz.BLITZ_STEPS,
        supply.ATTRITION_STEPS,
    )
}
KINDS = {
    kind.name: kind
    for kind in (
        logistics.CHOOSE,
        logistics.RESTORE,
        logistics.REPLACE,
        reinforcements.CALL,
        reinforcements.PRIVILEGE,
        reinforcements.PLACEMENT,
        impulses.IMPULSE,
        command.HEADQUARTERS,
        movement.APPROACH,
        fleets.FLEETS,
        command.COMMAND,
        defensive_lines.SALVAGE,
        movement.MARCH,
        support.SUPPORT,
        battle.BATTLE,
        naval.ENGAGE,
        naval.FLAK,
        losses.LOSS,
        supply.SIEGE,
        blitz.BLITZ,
        impulses.EXPLOIT,
    )
}
# the layout of environments: a new verb comes last
VERBS = verbs_of(
    KINDS.values(),
    """
    pass done activate pause restore replace call choose draw place tactical strategic reinforce pick go
    reveal rail sail land drop stop send recall build disband fire bomb fight engage abort down lose blitz
    exploit
    """,
)


class Kiev41(Rules):
    """Kiev '41 with its scenario, options and numbers."""

    facts: Facts
    state_type = K41State
    sequence_rule = "6.0a"
    stand_ins = frozenset({"moved", "arrival", "turned away"})

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(settings, data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self.procedures = PROCEDURES
        self.kinds = KINDS
        self.compounds = COMPOUNDS
        self.referee = referee

    def start(self) -> K41State:
        return setup.before_set_up(self.facts)

    def blank(self) -> K41State:
        return setup.blank(self.facts)

    def seen(self, state: K41State, seat: int) -> Plain:
        return secrets.seen(self.facts, state, seat)

    def imagine(self, state: K41State, seat: int, random: Random) -> K41State:
        return secrets.imagine(self, state, seat, random)

    def phase(self, state: K41State) -> str:
        return f"turn {state.turn} / impulse {state.impulse}"

    def check(self, state: K41State) -> list[str]:
        return setup.faults(self.facts, state)
