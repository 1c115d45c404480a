"""Which units each HQ commands in its range (10.6, 10.7)."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.games.kiev_41.facts.roster import Roster


def obeys(roster: Roster, hq: int) -> int:
    """The units of an HQ's colour and the white ones, or all."""
    side = roster.side[hq]
    if marshal(roster, hq):
        return roster.of_side[side]
    own = roster.of_army.get((side, roster.commands[hq]), 0)  # a marshal has no colour
    return own | roster.of_army[side, "white"]


@implements("K41 10.6", "K41 10.7")
def marshal(roster: Roster, hq: int) -> bool:
    """Budyonny and Timoshenko command all Soviet blocks, whatever their colour."""
    return roster.commands[hq] == "all"
