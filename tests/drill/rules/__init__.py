"""The rules of the drill, put together: each section of the rulebook in its file.

sequence.py    2.0  the game and its turn
setup.py       3.0  set-up, with what must hold in every position
command.py     4.0  orders, and 5.0: activation
movement.py    6.0  movement, with 8.0: surprises
combat.py      7.0  combat
aftermath.py   7.9  losses and retreats
victory.py     9.0  the end of the game
fog.py        10.0  who may know which block is which
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from drill.facts import Facts
from drill.referee import referee
from drill.rules.aftermath import LOSS, LOSSES, RETREAT, RETREATING
from drill.rules.combat import ATTACK, BATTLE, COMMIT, REROLL
from drill.rules.command import ACTIVATION, ORDERS, RESERVE
from drill.rules.movement import LEG, MOVE
from drill.rules.sequence import GAME, TURN
from drill.rules.setup import DEPLOY, SET_UP, SITE, before_set_up, faults
from drill.secrets import imagine, seen
from drill.state import DrillState
from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.compounds import Compound, Part
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import Kind, verbs_of

PROCEDURES = (GAME, SET_UP, TURN, ACTIVATION, BATTLE, LOSSES, RETREATING)
KINDS: tuple[Kind, ...] = (DEPLOY, SITE, ORDERS, RESERVE, MOVE, LEG, ATTACK, COMMIT, REROLL, LOSS, RETREAT)
VERBS = verbs_of(
    KINDS, "deploy at select interrupt pass move go stop attack with resolve reroll accept lose retreat done"
)
COMPOUNDS = (Compound("move UNIT HEX...", (Part("move UNIT"), Part("go HEX..."), Part("stop"))),)


class DrillRules(Rules):
    """How the drill is played, with its scenario, options and numbers."""

    facts: Facts
    state_type = DrillState
    referee = referee
    compounds = COMPOUNDS
    sequence_rule = "2.1"

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(settings, data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self.procedures = {procedure.name: procedure for procedure in PROCEDURES}
        kinds = KINDS
        if not self.facts.fog:  # what would tell which block is which is then open
            kinds = tuple(replace(kind, secrecy="open") if kind.secrecy == "secret" else kind for kind in KINDS)
        self.kinds = {kind.name: kind for kind in kinds}

    def start(self) -> DrillState:
        return before_set_up(self.facts)

    def blank(self) -> DrillState:
        return DrillState(self.facts)

    def seen(self, state: DrillState, seat: int) -> Plain:
        return seen(self.facts, state, seat)

    def imagine(self, state: DrillState, seat: int, random: Random) -> DrillState:
        return imagine(self.facts, state, seat, random)

    def phase(self, state: DrillState) -> str:
        return f"turn {state.turn} / segment {state.segment}"

    def check(self, state: DrillState) -> list[str]:
        return faults(self.facts, state)
