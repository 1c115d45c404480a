"""What a die was worth to the attacker (11.25, 11.26); a result that needs no die is no roll.

A result is what it becomes by the rules of the turn and of the hex. A bloodbath that the attacker may turn into a
retreat is as good as one.
"""

from __future__ import annotations

from collections import Counter

from ostfront.core.page.battle_script import Throw
from ostfront.core.play.sequence import Event
from ostfront.games.barbarossa_deluxe.facts.crt import DIE, DR
from ostfront.games.barbarossa_deluxe.facts.roster import SIDES
from ostfront.games.barbarossa_deluxe.rules.results import converted, may_convert
from ostfront.games.barbarossa_deluxe.state import Battle, BDPlay


def throw(play: BDPlay, event: Event) -> Throw | None:
    if event.kind != "result" or not event.args[0]:
        return None
    die, step, _ = event.args
    local = play.state.top.local
    assert isinstance(local, Battle)
    worths = [_worth(play, local, play.facts.crt.result(step, face)) for face in range(1, DIE + 1)]
    return Throw(SIDES[local.side], worths[die - 1], Counter(worths))


def _worth(play: BDPlay, local: Battle, result: str) -> int:
    """The place of a result in the order of the table."""
    facts, state = play.facts, play.state
    final = converted(facts, state, local, result)
    if may_convert(facts, state, local._replace(result=final)):
        final = DR
    return int(facts.charts["crt"]["rank"].index(final))
