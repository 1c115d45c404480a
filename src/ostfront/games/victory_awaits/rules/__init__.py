"""The rules of A Victory Awaits, section by section.

    ground.py          3.1, 3.2, 3.4: stacking, zones of control, control of cities
    supply_lines.py    3.3, with 17.4
    setup.py           4.0
    sequence.py        5.0
    selection.py       6.0, with 15.2
    chits.py           7.0, with Zhukov's Command (18.1)
    activation.py      7.2
    command.py         8.0
    movement.py        9.1, 9.2, with the way onto the map (15.3, 15.4)
    roads.py           9.3
    combat.py         10.1, 10.2, 10.4
    strength.py       10.3
    losses.py         10.5, 10.8
    retreat.py        10.6
    advance.py        10.7
    supply.py         11.0, with 18.2's withdrawal
    reinforcements.py 12.0, with 15.4
    fortress.py       14.0, with 16.2's markers
    surprise.py       15.1
    army_19.py        15.3
    victory.py        16.0
    bidding.py        17.1
    waking.py         17.2, 17.5
    hq_transfer.py    17.3
    trace.py          17.6
    controller.py     19.3 to 19.5
    teams.py          20.0
    seats.py          who decides for a side, a unit, a chit

The lists below assemble the sections.
"""

from __future__ import annotations

from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import verbs_of
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.referee import referee
from ostfront.games.victory_awaits.rules import (
    activation,
    advance,
    army_19,
    bidding,
    chits,
    combat,
    controller,
    fortress,
    hq_transfer,
    losses,
    movement,
    reinforcements,
    retreat,
    selection,
    sequence,
    setup,
    supply,
    surprise,
    teams,
    waking,
)
from ostfront.games.victory_awaits.rules.setup import faults, set_up
from ostfront.games.victory_awaits.secrets import imagine, seen
from ostfront.games.victory_awaits.state import VaMemo, VaState

KINDS = {
    kind.name: kind
    for kind in (
        bidding.BID,
        setup.DEPLOY,
        setup.STATION,
        selection.RAISE,
        selection.SELECT,
        teams.ASSIGN,
        selection.HOLD,
        chits.DECLARE,
        chits.INTERRUPT,
        chits.ZHUKOV,
        chits.LAST,
        hq_transfer.TRANSFER,
        waking.WAKE,
        army_19.GATE,
        movement.MOVE,
        movement.MARCH,
        combat.ATTACK,
        combat.COMMIT,
        combat.RESOLVE,
        losses.LOSS,
        retreat.RETREAT,
        advance.ADVANCE,
        supply.RECALL,
        supply.WITHDRAW,
        fortress.FORTIFY,
        fortress.ABANDON,
        reinforcements.CALL,
        reinforcements.ARRIVE,
        reinforcements.RESERVE,
    )
}
# the layout of environments
VERBS = verbs_of(
    KINDS.values(),
    """
    pass done bid pick place raise select give hold trump declare activate transfer go road stop attack with ready
    resolve lose retreat advance recall fortify abandon withdraw call gate
    """,
)
PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        sequence.GAME,
        setup.DEPLOYMENT,
        sequence.TURN,
        selection.RAISING,
        chits.DRAWN_CHIT,
        chits.HELD_CHIT,
        controller.CONTROLLER,
        controller.REVEAL,
        teams.MASTER,
        hq_transfer.TRANSFERS,
        waking.WAKING,
        activation.ACTIVATION,
        surprise.ASSAULT,
        army_19.ENTRY,
        army_19.ARMY_ENTRY,
        movement.MARCHING,
        combat.COMBAT_SEGMENT,
        combat.BATTLE,
        losses.LOSSES,
        retreat.RETREATS,
        supply.SUPPLY_CHECK,
        supply.WITHDRAWAL,
        fortress.FORTIFYING,
        fortress.ABANDONING,
        reinforcements.REINFORCEMENTS,
        reinforcements.ARRIVALS,
        reinforcements.RESERVES,
    )
}


class VictoryAwaits(Rules):
    """A scenario with its options, as the engine needs it."""

    facts: Facts
    procedures = PROCEDURES
    kinds = KINDS
    compounds = (movement.MOVE_AT_ONCE, combat.ATTACK_AT_ONCE)
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
