"""What a roll on the combat results table was worth to the attacker (10.4). A fortress leaves the order as it is."""

from __future__ import annotations

from collections import Counter

from ostfront.core.page.battle_script import Throw
from ostfront.core.play.sequence import Event
from ostfront.games.victory_awaits.facts.roster import SIDES
from ostfront.games.victory_awaits.state import Battle, VaPlay


def throw(play: VaPlay, event: Event) -> Throw | None:
    if event.kind != "result":
        return None
    die, column, _ = event.args
    crt, local = play.facts.crt, play.state.top.local
    assert isinstance(local, Battle)
    worths = [row[crt.columns.index(column)].worth for row in crt.cells]
    return Throw(SIDES[local.side], worths[die - 1], Counter(worths))
