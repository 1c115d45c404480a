"""The rules of A Victory Awaits, section by section.

seats.py           who decides
ground.py          3.1, 3.2, 3.4  stacking, zones of control, control
setup.py           4.0
sequence.py        5.0  the game and its turn
chits.py           6.0, 7.0, with 15.2 and Zhukov's Command (18.1)
command.py         8.0, with 15.1, 15.3, 17.2, 17.3
movement.py        9.1, 9.2, with 15.3 and 15.4's way onto the map
roads.py           9.3
combat.py         10.1 to 10.4
losses.py         10.5, 10.8
retreat.py        10.6
advance.py        10.7
supply.py          3.3, 11.0, with 18.2's withdrawal
reinforcements.py 12.0, 15.4
fortress.py       14.0, with 16.2's markers
victory.py        16.0
bidding.py        17.1
trace.py          17.6
controller.py     19.3 to 19.5
teams.py          20.0
"""

from __future__ import annotations

from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.referee import referee
from ostfront.games.victory_awaits.rules.decisions import COMPOUNDS, KINDS
from ostfront.games.victory_awaits.rules.sequence import PROCEDURES
from ostfront.games.victory_awaits.rules.setup import faults, set_up
from ostfront.games.victory_awaits.rules.words import VERBS
from ostfront.games.victory_awaits.secrets import imagine, seen
from ostfront.games.victory_awaits.state import VaMemo, VaState


class VictoryAwaits(Rules):
    """A scenario with its options, as the engine asks for it."""

    facts: Facts
    procedures = PROCEDURES
    kinds = KINDS
    compounds = COMPOUNDS
    referee = referee
    state_type = VaState
    sequence_rule = "5.0"

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(info, settings, data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self._start: VaState | None = None

    def blank(self) -> VaState:
        return VaState(self.facts)

    def start(self) -> VaState:
        if self._start is None:
            self._start = set_up(self.facts)
        state = self._start.clone()
        state.memo = VaMemo()  # each game has its own
        return state

    def seen(self, state: VaState, seat: int) -> Plain:
        return seen(self.facts, self.procedures, state, seat)

    def imagine(self, state: VaState, seat: int, random: Random) -> VaState:
        return imagine(self.facts, state, seat, random)

    def phase(self, state: VaState) -> str:
        return f"turn {state.turn} / activation {state.activation}"

    def check(self, state: VaState) -> list[str]:
        return faults(self.facts, state)
