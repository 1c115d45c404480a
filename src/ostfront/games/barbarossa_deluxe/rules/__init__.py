"""The rules of Barbarossa Deluxe, one file for each section of the rulebook or a part of it.

    setup.py               3     with the set-ups of 12 to 15, and what must hold at any time
    control.py             3.6   what follows from entering a hex
    victory.py             4
    gambit.py              4.4   with 4.16 and 4.17
    caucasus.py            4.11
    oder.py                4.18
    sequence.py            5
    declarations.py        5.4   phase order, the zone of 1942, the Paulus Pause
    stacking.py            6
    supply.py              7
    aerial.py              7.7
    crimea.py              7.4
    coast.py               7.5   the use of the southern coast
    offensive_supply.py    7.10
    arrivals.py            8.1   where and when in entries.py, Tigers and CM groups in attachment.py
    works.py               8.5   the East Wall, and the Fortified Area (8.18)
    strategic.py           8.6
    rvgk.py                8.8
    replacements.py        8.12
    withdrawals.py         8.17
    conversions.py         8.19  with 8.23 and 8.29
    triggers.py            8.24
    support.py             8.36  with 11.23, 13.9
    cities.py              9
    interrupts.py          9.7   what is done in the other side's time
    ground.py             10.8
    movement.py           10     a leg of units in hand in legs.py
    naval.py              10.16  with the Independent Coastal Army (10.34)
    mobile_assault.py     10.23
    assault.py            11
    strength.py           11.8
    results.py            11.25
    losses.py             11.26  with 8.14, 8.15, 8.22
    retreat.py            11.27
    advance.py            11.30
    fog.py                11.7
    scenarios.py          12     to 15

Kinds of decision and procedures stand beside their rules; here they are put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.rules import GameInfo, Rules, Settings
from ostfront.core.play.sequence import Kind, Procedure, verbs_of
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN
from ostfront.games.barbarossa_deluxe.referee import referee
from ostfront.games.barbarossa_deluxe.rules import (
    advance,
    arrivals,
    assault,
    attachment,
    caucasus,
    coast,
    conversions,
    crimea,
    declarations,
    fog,
    gambit,
    interrupts,
    mobile_assault,
    movement,
    naval,
    oder,
    offensive_supply,
    replacements,
    results,
    retreat,
    rvgk,
    sequence,
    setup,
    stacking,
    strategic,
    support,
    triggers,
    withdrawals,
    works,
)
from ostfront.games.barbarossa_deluxe.rules.setup import blank, faults, set_up
from ostfront.games.barbarossa_deluxe.secrets import imagine, seen
from ostfront.games.barbarossa_deluxe.state import BDMemo, BDState
from ostfront.kit import march

# the order of both is the layout of environments: new ones come last
SECTIONS = (
    sequence, setup, declarations, gambit, oder, caucasus, stacking, offensive_supply, crimea, replacements, arrivals,
    attachment, works, strategic, rvgk, conversions, withdrawals, triggers, interrupts, movement, naval,
    mobile_assault, assault, support, results, retreat, advance,
)  # fmt: skip
KINDS = (
    setup.ARRANGE, setup.ARRANGE_AT, declarations.PAUSE, declarations.ZONE, declarations.ORDER, gambit.OFFENSIVE,
    oder.OPERATION, replacements.REPLACE, replacements.REBUILD_AT, replacements.COMB_OUT, arrivals.ARRIVE,
    arrivals.ARRIVE_AT, attachment.ATTACH, works.WALL, works.AREA, conversions.CONVERT, withdrawals.WITHDRAW,
    offensive_supply.DEPOT, strategic.TRANSFER, strategic.TRANSFER_AT, rvgk.RESERVE_KIND, rvgk.DEPLOY_AT,
    interrupts.HAND, interrupts.INTERRUPT, crimea.FEED, movement.MOVE, movement.MARCH, naval.SAIL_AT,
    caucasus.EXPEDITION, caucasus.RESPONSE, caucasus.RECALL_AT, triggers.RETURN, assault.ASSAULT, assault.COMMIT,
    support.LUFTWAFFE, support.SUPPORT, support.AERIAL, support.YIELD, results.CONVERSION, results.EXCHANGE,
    retreat.RETREAT, advance.ADVANCE, advance.SECOND, stacking.EXCESS, coast.COAST,
)  # fmt: skip
VERBS = verbs_of(
    KINDS,
    """
    pass done stop pick with drop go assault attack resolve at fight-move move-fight fight-fight north south pause
    decline offensive gambit rhine oder comb bring keep attach convert withdraw wall fortify rebuild reserve deploy
    transfer sail recall send refuse leave hero fortress airlift crimea feed raise lower luftwaffe guns wings
    interceptors partisans airborne yield bloodbath drive-back lose remove retreat advance push coast show
""",
)


class BarbarossaDeluxe(Rules):
    """How Barbarossa Deluxe is played."""

    facts: Facts
    state_type = BDState
    procedures: Mapping[str, Procedure] = {
        procedure.name: procedure for section in SECTIONS for procedure in getattr(section, "PROCEDURES", ())
    }
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
    compounds = (march.MOVE, assault.ATTACK_COMPOUND)
    stand_ins = fog.STAND_INS
    referee = referee
    sequence_rule = "5.1"
    concede_rule = "BD 4.14"

    def __init__(self, info: GameInfo, settings: Settings, data: DataFolder) -> None:
        self.info = info
        self.settings = settings
        self.data = data
        self.facts = Facts(settings, data, VERBS)
        self.seats = self.facts.seats
        self.vocabulary = self.facts.vocabulary
        self._start = set_up(self.facts)

    def blank(self) -> BDState:
        return blank(self.facts)

    def start(self) -> BDState:
        state = self._start.clone()
        state.memo = BDMemo()  # shared by the copies of one play, not by plays
        return state

    def seen(self, state: BDState, seat: int) -> Plain:
        return seen(self.facts, self.procedures, state, seat)

    def imagine(self, state: BDState, seat: int, random: Random) -> BDState:
        return imagine(self, state, seat, random)

    def phase(self, state: BDState) -> str:
        name = PHASES[state.phase]
        return f"turn {state.turn} / {'German' if state.side == GERMAN else 'Soviet'} {name}{state.nth or ''}"

    def check(self, state: BDState) -> list[str]:
        return faults(self.facts, state)


PHASES = ("administration", "strategic movement", "RVGK phase", "movement phase", "assault phase", "victory check")
