"""The rules of Barbarossa 1941, one file for each section of the rulebook or a part of it.

    sequence.py        2
    stacking.py        3
    zoc.py             4
    ground.py          5      what hexes cost, by class and weather, with 12.10
    ways.py            5      how far units can go
    movement.py        5      units in hand, exploitation
    reaction.py        5      reaction moves
    combat.py          6
    strength.py        6      sums, shifts and modifiers
    support.py         6      the options before the dice: 11.2, 12.5, 12.6, 12.9, 12.12, 12.13
    losses.py          6      with the loss markers of 9.2
    retreat.py         6.1
    advance.py         6.1
    overrun.py         7
    supply.py          8      with Masters of Blitzkrieg (14.3)
    reinforcements.py  9.1
    replacements.py    9.2    with 12.11
    rail.py           10
    air.py            11
    seas.py            8.2    superiority at sea
    naval.py          12.1
    weather.py        12.3
    forts.py          12.4
    airborne.py       12.5    drops
    partisans.py      12.7
    militia.py        12.11
    control.py                what follows from entering and leaving hexes
    victory.py        13
    setup.py          14, 15  with what must hold at any time
    options.py        14.3

Kinds of decision and procedures stand beside their rules; here they are put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ostfront.core.files.data import DataFolder
from ostfront.core.files.fields import Plain
from ostfront.core.play.compounds import Compound, Part
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

SECTIONS = (
    sequence, setup, supply, replacements, reinforcements, air, rail, forts, movement, naval, airborne, combat,
    support, reaction, losses, retreat, advance, overrun, partisans, militia,
)  # fmt: skip
_kinds = {kind.name: kind for section in SECTIONS for kind in vars(section).values() if isinstance(kind, Kind)}

# the order of both is the layout of environments: new ones come last
KINDS = tuple(
    _kinds[name]
    for name in (
        "arrange", "arrange at", "ration", "attrition", "replace", "rebuild at", "bring", "bring at", "rebase",
        "rebase at", "rail", "ride", "fort", "move", "march", "sail", "drop", "exploit", "militia", "uprising",
        "partisans", "attack", "commit", "air support", "naval support", "guns", "paratroops", "joukov", "coup",
        "reaction", "reaction move", "lead", "loss", "second loss", "advance", "follow", "railhead", "lay",
    )
)  # fmt: skip
VERBS = verbs_of(
    KINDS,
    """
    pass done pick at go overrun with stop sail drop attack resolve strike fly fleet guns para joukov coup react
    lead lose stand retreat advance enter feed refit rebuild shock point disband bring keep base entrain ride
    fortify dismantle railhead lay infiltrate rise raise
""",
)
COMPOUNDS = (
    Compound("move UNIT HEX", (Part("pick UNIT"), Part("go HEX", again=True), Part("stop", maybe=True))),
    Compound(
        "attack HEX with UNIT... [resolve]",
        (Part("attack HEX"), Part("with UNIT..."), Part("resolve", maybe=True)),
    ),
)


class Barbarossa1941(Rules):
    """How Barbarossa 1941 is played."""

    facts: Facts
    state_type = B41State
    procedures: Mapping[str, Procedure] = {
        procedure.name: procedure for section in SECTIONS for procedure in getattr(section, "PROCEDURES", ())
    }
    kinds: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
    compounds = COMPOUNDS
    referee = referee
    sequence_rule = "2"

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
