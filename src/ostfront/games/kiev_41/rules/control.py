"""Area control (2.5): who holds an area, when it changes hands, and the consequences."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import fog, victory
from ostfront.games.kiev_41.state import K41Play, K41State


def contested(state: K41State) -> int:
    """The areas with units of both sides."""
    return state.units_of(AXIS) & state.units_of(SOVIET)


def friendly(state: K41State, side: int) -> int:
    """The areas a side fully controls."""
    return state.controlled(side) & ~state.units_of(1 - side)


def holder(state: K41State, area: int) -> int:
    return AXIS if state.axis >> area & 1 else SOVIET


@implements("K41 2.5a")
def take(play: K41Play, side: int, area: int) -> None:
    """A side controls an area from now on."""
    state = play.state
    if holder(state, area) == side:
        return
    state.axis ^= 1 << area
    play.note("control", side, area)
    if area == play.facts.kiev and side == AXIS:
        lose_budyonny(play)
    if area == play.facts.sevastopol:
        move_fleet_base(play, side)
    victory.control_changed(play)


@implements("K41 2.5b")
def settle(play: K41Play, area: int, fighting: bool = False) -> None:
    """A unit has gone from an area: it changes hands if the other side alone is left."""
    state = play.state
    here = 1 << area
    side = holder(state, area)
    if state.units_of(side) & here or not state.units_of(1 - side) & here:
        return
    take(play, 1 - side, area)
    if not fighting:
        winners = state.stacks[area] & state.members[1 - side]
        fog.conceal(play, winners & ~state.active)


@implements("K41 2.6b", "K41 10.6")
def lose_budyonny(play: K41Play) -> None:
    """He does not survive the fall of Kiev, wherever he is."""
    state, facts = play.state, play.facts
    unit = facts.roster.budyonny
    where = state.place[unit]
    lost = facts.boxes["soviet-lost"]
    if where == lost:
        return
    fog.show(play, 1 << unit)
    play.note("budyonny", unit)
    remove(play, unit, lost)
    if where < facts.area_count:
        settle(play, where)


def remove(play: K41Play, unit: int, box: int) -> None:
    """Take a block off the map or out of its box, with all its marks."""
    state = play.state
    out = ~(1 << unit)
    state.put(unit, box)
    if box in (play.facts.boxes["axis-pool"], play.facts.boxes["soviet-pool"]):
        state.visible &= out  # known by being a group of its own, until blocks are drawn
        state.seen[unit] = fog.fresh_steps(play.facts, unit)
    state.isolated &= out
    state.active &= out
    state.crossed &= out
    state.blitzers &= out
    if state.guns:
        state.guns = tuple(gun for gun in state.guns if gun[0] != unit)


@implements("K41 10.2.1e")
def move_fleet_base(play: K41Play, side: int) -> None:
    """Without Sevastopol the fleets, those at sea too, wait at Batumi."""
    state, facts = play.state, play.facts
    lost, box = facts.boxes["soviet-lost"], fleet_box(facts, state)
    for unit in bits(facts.roster.fleets):
        where = state.place[unit]
        if where != lost and (side == AXIS or where == facts.boxes["batumi"]):
            state.put(unit, box)


def fleet_box(facts: Facts, state: K41State) -> int:
    """Where fleets are at home."""
    return facts.boxes["fleet-staging" if holder(state, facts.sevastopol) == SOVIET else "batumi"]


def send_home(play: K41Play, fleets: int) -> None:
    """Fleets at sea return to their box."""
    state = play.state
    box = fleet_box(play.facts, state)
    for unit in bits(fleets & play.facts.roster.fleets & state.on_map):
        state.put(unit, box)
        play.note("home", unit)


# ---- the seas (2.1.1) -------------------------------------------------------------------------------


@implements("K41 2.1.1d")
def black_sea(facts: Facts, state: K41State) -> bool:
    """The blue disc: Sevastopol and Novorossysk fully Soviet."""
    return not facts.black_sea_keys & ~friendly(state, SOVIET)


@implements("K41 2.1.1e")
def azov_sea(facts: Facts, state: K41State) -> bool:
    """The light blue disc: both ends of the strait as well."""
    return not facts.azov_sea_keys & ~friendly(state, SOVIET)


@implements("K41 2.4.4.3")
def discs(facts: Facts, state: K41State) -> int:
    """How many of the four discs are on their active side (2.4.4.3)."""
    return state.yellow + state.orange + black_sea(facts, state) + azov_sea(facts, state)


def controlled_coast(facts: Facts, state: K41State) -> int:
    """The coast of the seas the Soviets control."""
    coast = facts.black_coast if black_sea(facts, state) else 0
    return coast | facts.azov_coast if azov_sea(facts, state) else coast


@implements("K41 2.4.9")
def controlled_ports(facts: Facts, state: K41State) -> int:
    """The ports of the seas the Soviets control, whoever holds them."""
    ports = facts.black_ports if black_sea(facts, state) else 0
    return ports | facts.azov_ports if azov_sea(facts, state) else ports
