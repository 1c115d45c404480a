"""A position in which nothing has been played yet, for questions to the rules; a game at a moment is in stage.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from barbarossa_1941.stage import FACTS, RULES, hex_of
from ostfront.core.map.hexes import bits, mask
from ostfront.games.barbarossa_1941.rules.setup import give_means
from ostfront.games.barbarossa_1941.state import B41State
from staging.setting import put_units, set_fields

AT = FACTS.board.place_index
UNIT = FACTS.roster.index


def scene(
    units: Mapping[str, str],
    turn: int = 2,
    reduced: Iterable[str] = (),
    isolated: Iterable[str] = (),
    held: Iterable[str] = (),
    **fields: Any,
) -> B41State:
    """Units in their places, the rest nowhere; cities, railways and pools as at the start."""
    state = RULES.blank()
    state.turn = turn
    give_means(FACTS, state)
    put_units(RULES, state, units)
    for unit in reduced:
        state.set_steps(UNIT[unit], 1)
    for unit in isolated:
        state.isolated[UNIT[unit]] = 1
    state.held |= mask(hex_of(FACTS, word) for word in held)
    set_fields(state, fields)
    return state


def names(hexes: int) -> list[str]:
    """The names of hexes."""
    return [FACTS.board.place_name(i) for i in bits(hexes)]
