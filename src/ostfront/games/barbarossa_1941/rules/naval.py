"""Naval movement (12.1), and the mines that shut the fleet in (12.9). Superiority is in seas.py.

Events:
    sail(unit, from, to)
    mined()              the Baltic Fleet is shut in
"""

from __future__ import annotations

from typing import cast

from ostfront.core.map.hexes import bits, lowest
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_1941.facts import Facts
from ostfront.games.barbarossa_1941.facts.roster import AIRBORNE, COMBAT, SOVIET
from ostfront.games.barbarossa_1941.rules import control
from ostfront.games.barbarossa_1941.rules.ground import closed_countries
from ostfront.games.barbarossa_1941.rules.seas import SEAS, crossable_kerch, own_ports, superiority
from ostfront.games.barbarossa_1941.rules.stacking import room
from ostfront.games.barbarossa_1941.rules.zoc import zoc
from ostfront.games.barbarossa_1941.state import B41Play, B41State, Phase

__all__ = ["PROCEDURES", "SAIL", "crossable_kerch", "mine_the_gulf", "sailable", "superiority"]

# ---- sailing ----------------------------------------------------------------------------------------------


def sailable(facts: Facts, state: B41State, side: int) -> int:
    """Units that can go by sea in this movement phase."""
    if has_sailed(state):
        return 0
    filled = facts.all_ports & (state.occupied[COMBAT[side]] | state.occupied[AIRBORNE[side]])
    if not filled:
        return 0
    found = 0
    for ports in open_seas(facts, state, side):
        for place in bits(ports & filled):
            units = embarking(facts, state, side, place)
            if units:
                found |= units & welcome(facts, state, side, ports, place)
                for unit in bits(units ^ (units & found)):
                    if harbours(facts, state, unit, ports):
                        found |= 1 << unit
    return found


def open_seas(facts: Facts, state: B41State, side: int) -> tuple[int, ...]:
    """The own ports of each sea that a side may sail, if it has two; kept as long as no port changes hands."""
    held = state.held & facts.all_ports
    kept = state.memo.kept
    found = kept.get(OPEN_SEAS[side])
    if found is None or found[0] != held:
        ports = (own_ports(facts, state, side, sea) for sea in SEAS if may_sail(facts, state, side, sea))
        found = kept[OPEN_SEAS[side]] = (held, tuple(own for own in ports if own & own - 1))
    return cast(tuple[int, ...], found[1])


OPEN_SEAS = ("seas open to the axis", "seas open to the soviets")


def welcome(facts: Facts, state: B41State, side: int, ports: int, start: int) -> int:
    """The units that surely find room in another of the ports: one counter leaves room for any, nations apart."""
    taken = state.crowded[COMBAT[side]] | state.occupied[COMBAT[1 - side]] | state.occupied[AIRBORNE[1 - side]]
    free = ports ^ (ports & (taken | closed_countries(facts, state) | 1 << start))
    return facts.plain if free else 0


@implements("B41 12.1b")
def may_sail(facts: Facts, state: B41State, side: int, sea: str) -> bool:
    """Only the side with the majority of the ports."""
    return superiority(facts, state, side, sea)


@implements("B41 12.1a")
def has_sailed(state: B41State) -> bool:
    """One unit a side and turn."""
    return state.sailed


@implements("B41 12.1c")
def embarking(facts: Facts, state: B41State, side: int, place: int) -> int:
    """Units in a port that have not moved and are small enough."""
    units = state.units_at(place) & facts.seaworthy[side]
    units ^= units & (state.moved | state.carried | state.dropped)
    most, steps = facts.most_by_sea, state.steps
    for unit in bits(units):
        if steps[unit] > most:
            units ^= 1 << unit
    return units


def harbours(facts: Facts, state: B41State, unit: int, ports: int) -> int:
    """The ports among these that have room for a unit."""
    hexes = ports & ~(1 << state.place[unit])
    if facts.roster.finns >> unit & 1:  # 12.2
        hexes &= facts.countries["Finland"] | ~zoc(facts, state, SOVIET)
    return room(facts, state, 1 << unit, hexes)


def destinations(facts: Facts, state: B41State, side: int, unit: int) -> int:
    """Where a unit in a port can sail."""
    sea = next(sea for sea in SEAS if facts.ports[sea] >> state.place[unit] & 1)
    return harbours(facts, state, unit, own_ports(facts, state, side, sea))


def ask_port(play: B41Play, local: Phase) -> None:
    ports = destinations(play.facts, play.state, local.side, local.unit)
    if ports & ports - 1:
        play.ask("sail", local.side)
    else:
        land(play, local, lowest(ports))


def sail_options(play: B41Play, _decision: Decision) -> Options:
    local = play.state.top.local
    ports = destinations(play.facts, play.state, local.side, local.unit)
    return Options((), ((play.facts.vocabulary.table("at"), ports),))


def answer_sail(play: B41Play, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    land(play, play.state.top.local, action.arg)


def land(play: B41Play, local: Phase, place: int) -> None:
    """12.1: the unit has used all its movement, exploitation too."""
    state = play.state
    start, units = state.place[local.unit], 1 << local.unit
    state.put(local.unit, place)
    state.moved |= units
    state.carried |= units
    state.sailed = True
    play.note("sail", local.unit, start, place)
    control.entered(play, units, place)
    control.left(play, 1 << start)


SAIL = Kind(
    "sail",
    "12.1",
    verbs=("at",),
    prompt=lambda play, _: f"To which port does {play.facts.roster.names[play.state.top.local.unit]} sail?",
    options=sail_options,
    answer=answer_sail,
)


# ---- mines ------------------------------------------------------------------------------------------------


@implements("B41 12.9c")
def mine_the_gulf(play: B41Play) -> None:
    """After a turn in which the Axis controls Konigsberg, Tallinn, Riga and Helsinki the fleet is shut in."""
    state, facts = play.state, play.facts
    if not state.mined and all(state.held >> facts.city(name) & 1 for name in facts.charts["fleet"]["mining_needs"]):
        state.mined = True
        play.note("mined")


PROCEDURES = (Procedure("sail", (Step("port", ask_port, "12.1"),), Phase),)
