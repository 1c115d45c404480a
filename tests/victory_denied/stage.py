"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.map.hexes import mask
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES
from ostfront.games.victory_denied.rules import VictoryDenied
from ostfront.games.victory_denied.state import ISOLATED, OUT_OF_SUPPLY, Activation, Arrivals, VdState

RULES = cast(VictoryDenied, games.rules("victory-denied"))
FACTS = RULES.facts

# where a stage begins: the frames above "turn", and the step of "turn" that waits below them
MOMENTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
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
    names = facts.vocabulary.nouns
    for unit, place in units.items():
        state.put(names["unit"].index(unit), facts.board.place_index(place))
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
    state.active = on_map & mine if active is None else names["unit"].bits(active)
    for name, value in fields.items():
        if not hasattr(state, name):
            raise AttributeError(name)
        setattr(state, name, value)
    state.top = _frames(moment, number)
    game = Game(RULES, Seeded.of("stage"), state)
    coming(game, *rolls)
    game.advance()
    return game


def coming(game: Game, *rolls: str) -> None:
    """Outcomes to come, first first."""
    words = []
    for text in rolls:
        kind, _, value = text.partition(" ")
        if kind == "roll":
            words.append(("", int(value)))
        else:
            nouns = game.rules.vocabulary.nouns
            noun = next(n for n in ("chit", "unit", "vp") if value in nouns[n].names)
            words.append((noun, nouns[noun].index(value)))
    game.scripted = words[::-1]


def _lay_chits(facts: Facts, state: VdState, captured: list[int]) -> None:
    gold = [c for c in range(len(facts.vp_chits)) if facts.gold_chits >> c & 1]
    blue = [c for c in range(len(facts.vp_chits)) if not facts.gold_chits >> c & 1]
    for place in facts.victory_hexes:
        chit = (gold if facts.gold_hexes >> place & 1 else blue).pop(0)
        if place in captured:
            state.box |= 1 << chit
        else:
            state.lay_chit(place, chit)


def _frames(moment: str, side: int) -> Frame:
    below, above = MOMENTS[moment]
    frame = Frame("game", RULES.procedures["game"].index["turn"], None, None)
    frame = Frame("turn", RULES.procedures["turn"].index[below], None, frame)
    for name, step in above:
        local: Any = None
        if name == "activation":
            local = Activation(-1, side)
        elif name == "reinforcements":
            local = Arrivals()
        frame = Frame(name, RULES.procedures[name].index[step], local, frame)
    return frame


def place_of(game: Game, unit: str) -> str:
    """Where a unit is: a hex number or a box."""
    at = game.state.place[FACTS.roster.index[unit]]
    return FACTS.board.place_name(at) if at >= 0 else ""


def steps_of(game: Game, unit: str) -> int:
    return int(game.state.steps[FACTS.roster.index[unit]])


def rules_broken(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The numbers of the rules an action would break."""
    return [objection.rule for objection in game.why_not(action, seat)]


__all__ = ["FACTS", "GERMAN", "RULES", "coming", "place_of", "rules_broken", "stage", "steps_of"]
