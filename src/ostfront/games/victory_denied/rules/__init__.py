"""The rules of A Victory Denied, one file for each section of the rulebook.

    track.py           2.1.1  what the turn track says
    setup.py           3.0    with what must hold at any time
    sequence.py        4.0
    ground.py          5.0    and 6.0: stacking, zones of control, who holds what
    command.py         7.1    and 7.2: selecting and drawing chits
    activation.py      7.2.2  to 7.5: HQs and panzer corps
    movement.py        8.0    with 11.2.2, the way out of the Timoshenko box
    roads.py           8.3.1
    combat.py          9.0    without 9.3
    strength.py        9.3
    losses.py          9.4.2  with 10.5
    retreat.py         9.5    with 12.2 and 12.3
    advance.py         9.6    with 12.4
    supply.py         10.0
    supply_lines.py   10.2.2
    reinforcements.py 11.0    with 11.2 and 11.3
    purchases.py      11.1.1
    entries.py        11.1.2
    new_chits.py      11.1    with 14.0: chits that join the running cup
    hq.py             12.0    with 10.4
    artillery.py      13.0
    minsk.py          14.0    with 11.1.3
    directive.py      15.0    with 4.2, the end of the turn
    victory.py        16.0    with 3.4 and what follows from entering a hex

Kinds of decision and procedures are defined with their rules; here they are assembled.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import Kind, Procedure, verbs_of
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.referee import referee
from ostfront.games.victory_denied.rules import (
    activation,
    advance,
    artillery,
    combat,
    command,
    directive,
    entries,
    hq,
    losses,
    minsk,
    movement,
    new_chits,
    purchases,
    reinforcements,
    retreat,
    sequence,
    supply,
)
from ostfront.games.victory_denied.rules.setup import blank, faults, set_up
from ostfront.games.victory_denied.secrets import imagine, seen
from ostfront.games.victory_denied.state import VdMemo, VdState

# their order is the layout of environments: new ones come last
KINDS = (
    command.SELECT, command.GUDERIAN, activation.LEAD, activation.HEADQUARTERS, movement.MOVE, movement.MARCH,
    combat.ATTACK, combat.COMMIT, combat.STUKA, combat.ELITE, losses.LOSS, retreat.RETREAT, retreat.FOLLOW,
    advance.ADVANCE, hq.RELOCATE, artillery.BOMBARD, artillery.AIR, supply.STARVE, hq.REGROUP, supply.DISBAND,
    purchases.RESERVE, purchases.PLACEMENT, new_chits.BUY, entries.ENTER, entries.ARRIVE, minsk.RELEASE,
    minsk.ESCAPE, reinforcements.STARS, directive.DIRECTIVE, directive.WITHDRAW,
)  # fmt: skip
VERBS = verbs_of(
    KINDS,
    """
    pass done select trump lead activate pick go road stop attack with resolve stuka join lose retreat follow
    advance relocate bombard rockets bomb starve disband call place buy enter release escape star moscow
    distract withdraw
""",
)

SECTIONS = (
    sequence, command, activation, movement, combat, losses, retreat, supply, reinforcements, purchases, entries, hq,
    artillery, minsk, directive,
)  # fmt: skip
COMPOUNDS = (movement.MOVE_COMPOUND, combat.ATTACK_COMPOUND)


class VictoryDenied(Rules):
    """How A Victory Denied is played."""

    facts: Facts
    state_type = VdState
    procedures: Mapping[str, Procedure] = {
        procedure.name: procedure for section in SECTIONS for procedure in section.PROCEDURES
    }
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
    compounds = COMPOUNDS
    referee = referee

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self._start = set_up(self.facts)

    def blank(self) -> VdState:
        return blank(self.facts)

    def start(self) -> VdState:
        state = self._start.clone()
        state.memo = VdMemo()  # shared by the copies of one play, not by plays
        return state

    def seen(self, state: VdState, seat: int) -> Plain:
        return seen(self.facts, self.procedures, state, seat)

    def imagine(self, state: VdState, seat: int, random: Random) -> VdState:
        return imagine(self.facts, state, seat, random)

    def phase(self, state: VdState) -> str:
        return f"turn {state.turn} / activation {state.activation}"

    def check(self, state: VdState) -> list[str]:
        return faults(self.facts, state)
