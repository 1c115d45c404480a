"""Command (8): which units are in range of an HQ and are activated with it."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import ANY
from ostfront.games.victory_awaits.state import Command, Entering, VaPlay, VaState


@implements("AVA 8.0", "AVA 8.1a")
def commanded(facts: Facts, state: VaState, hq: int) -> int:
    """The units an HQ activates: those now in range, no HQs, of its own nationality."""
    roster = facts.roster
    found = 0
    for place in bits(in_range(facts, state.place[hq]) & state.occupied[ANY[roster.side[hq]]]):
        found |= state.units_at(place)
    return found & ~never_woken(facts) & kin(facts, hq) & ~immovable(facts)


@implements("AVA 8.1d", "AVA 13.0b")
def never_woken(facts: Facts) -> int:
    return facts.roster.hqs


@implements("AVA 14.3a")
def immovable(facts: Facts) -> int:
    """Fortresses neither move nor attack, so they are never activated."""
    return facts.roster.forts


@implements("AVA 8.3")
def kin(facts: Facts, hq: int) -> int:
    """Units of the HQ's nationality."""
    return facts.roster.of_nation[facts.roster.nation[hq]]


@implements("AVA 8.2c", "AVA 8.2d", "AVA 8.2a")
def in_range(facts: Facts, place: int) -> int:
    """The hexes within command range: by land, over anything but lake, sea and their hexsides."""
    found = facts.ranges.get(place)
    if found is None:
        limit = facts.charts["command"]["range"]
        found = facts.grid.flood(1 << place, facts.land, facts.land, facts.open_sides, limit)
        facts.ranges[place] = found
    return found


@implements("AVA 17.2d")
def in_command(facts: Facts, state: VaState, unit: int) -> bool:
    """Whether any HQ of its side has the unit in range; an HQ is in its own."""
    roster = facts.roster
    for hq in bits(roster.hqs & roster.of_side[roster.side[unit]] & state.on_map):
        if in_range(facts, state.place[hq]) >> state.place[unit] & 1:
            return True
    return False


def end_activation(play: VaPlay, _local: Command | Entering) -> None:
    state = play.state
    state.active = state.retreated = state.out_of_command = 0
    state.confined = state.surprise = False
