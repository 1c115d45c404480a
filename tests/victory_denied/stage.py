"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.map.hexes import mask
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES
from ostfront.games.victory_denied.rules import VictoryDenied
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Activation, Arrivals, VdState
from staging.asking import place_of, rules_broken, steps_of
from staging.setting import Steps, begun, coming, put_units, set_fields, stack

RULES = cast(VictoryDenied, games.rules("victory-denied"))
FACTS = RULES.facts

# where a stage begins: the frames above "turn", and the step of "turn" that waits below them
MOMENTS: dict[str, tuple[str, Steps]] = {
    "selection": ("select chits", []),
    "draw": ("draw a chit", []),
    "movement": ("draw a chit", [("activation", "movement segment")]),
    "combat": ("draw a chit", [("activation", "combat segment")]),
    "supply": ("draw a chit", [("supply", "remove markers")]),
    "regroup": ("draw a chit", [("supply", "regroup")]),
    "disbanding": ("draw a chit", [("supply", "disbanding")]),
    "artillery": ("draw a chit", [("artillery", "roll")]),
    "air": ("draw a chit", [("air power", "Stuka")]),
    "reinforcements": ("draw a chit", [("reinforcements", "begin")]),
    "purchases": ("draw a chit", [("reinforcements", "purchases")]),
    "entries": ("draw a chit", [("reinforcements", "German entries")]),
    "minsk": ("draw a chit", [("reinforcements", "Minsk Pocket")]),
    "stars": ("draw a chit", [("reinforcements", "star units")]),
    "end of turn": ("HQ removal", []),
    "withdrawal": ("withdrawal", []),
}


def stage(
    moment: str,
    units: Mapping[str, str],
    *,
    side: str = "german",
    turn: int = 2,
    active: Iterable[str] | None = None,
    reduced: Iterable[str] = (),
    isolated: Iterable[str] = (),
    out_of_supply: Iterable[str] = (),
    captured: Iterable[str] = ("3919", "2110"),
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment. `units` maps unit names to hexes or boxes; the rest is off the map.

    All victory hexes have their chit, face down, but the `captured` ones, whose chits are in the box.
    `active` defaults to every unit of the side that is on the map. `rolls` are outcomes to come, as a record
    would write them: "roll 4", "draw 22A". Other fields of the state are set by name.
    """
    facts = FACTS
    state: VdState = RULES.blank()
    put_units(RULES, state, units)
    for unit in reduced:
        state.steps[facts.roster.index[unit]] = 1
    for unit in isolated:
        state.status[facts.roster.index[unit]] |= ISOLATED
    for unit in out_of_supply:
        state.status[facts.roster.index[unit]] |= OUT_OF_SUPPLY
    state.turn = turn
    _lay_chits(facts, state, [facts.board.index(text) for text in captured])
    number = SIDES.index(side)
    mine = facts.roster.of_side[number]
    on_map = mask(u for u in range(facts.roster.count) if 0 <= state.place[u] < facts.grid.size)
    state.active = on_map & mine if active is None else facts.vocabulary.nouns["unit"].bits(active)
    set_fields(state, fields)
    state.top = _frames(moment, number)
    return begun(RULES, state, rolls)


def _lay_chits(facts: Facts, state: VdState, captured: list[int]) -> None:
    gold = [c for c in range(len(facts.vp_chits)) if facts.gold_chits >> c & 1]
    blue = [c for c in range(len(facts.vp_chits)) if not facts.gold_chits >> c & 1]
    for place in facts.victory_hexes:
        chit = (gold if facts.gold_hexes >> place & 1 else blue).pop(0)
        if place in captured:
            state.box |= 1 << chit
        else:
            state.lay_chit(place, chit)


def _frames(moment: str, side: int) -> Frame | None:
    below, above = MOMENTS[moment]
    local = {"activation": Activation(-1, side), "reinforcements": Arrivals()}
    return stack(RULES, [("game", "turn"), ("turn", below), *above], local)


__all__ = ["FACTS", "GERMAN", "RULES", "coming", "place_of", "rules_broken", "stage", "steps_of"]
