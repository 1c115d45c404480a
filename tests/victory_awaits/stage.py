"""Setting a stage: units where a test wants them, at the moment it wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from ostfront import games
from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.state import Frame
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.victory_awaits.rules import VictoryAwaits
from ostfront.games.victory_awaits.state import Command, VaState

# where a stage begins: the frames above "turn", and the step of "turn" that waits below them
MOMENTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "selection": ("selection", []),
    "draw": ("declare", []),
    "rest": ("play the rest", []),
    "movement": ("declare", [("activation", "movement segment")]),
    "combat": ("declare", [("activation", "combat segment")]),
    "surprise": ("selection", [("assault", "combat segment")]),
    "supply": ("declare", [("supply check", "Soviet units")]),
    "recall": ("declare", [("supply check", "recall")]),
    "fortresses": ("declare", [("supply check", "fortresses")]),
    "stand fast": ("declare", [("supply check", "Stand Fast")]),
    "reinforcements": ("declare", [("reinforcements", "by rail")]),
    "strategic reserve": ("declare", [("reinforcements", "Strategic Reserve")]),
    "end of turn": ("end phase", []),
}


def rules_of(scenario: str = "campaign", **options: Any) -> VictoryAwaits:
    """The rules with some options, written with underscores."""
    return cast(
        VictoryAwaits,
        games.rules("victory-awaits", scenario, {name.replace("_", "-"): value for name, value in options.items()}),
    )


def facts_of(scenario: str = "campaign", **options: Any) -> Facts:
    return rules_of(scenario, **options).facts


def stage(
    moment: str,
    units: Mapping[str, str],
    *,
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    side: str = "axis",
    turn: int = 5,
    active: Iterable[str] | None = None,
    reduced: Iterable[str] = (),
    held: Iterable[str] | None = None,
    chit: str = "",
    rolls: Iterable[str] = (),
    **fields: Any,
) -> Game:
    """A game at a moment. `units` maps unit names to hexes or boxes; the rest is nowhere, but
    fortress markers, which wait to be built.

    `active` defaults to every unit of the side that is on the map but fortresses. `held` are the hexes the Axis
    controls, by default those of the start. `rolls` are outcomes to come, as a record would write them:
    "roll 4", "draw 18A". `chit` is the one being carried out. Other fields of the state are set by name.
    """
    rules = rules_of(scenario, **{name.replace("-", "_"): value for name, value in (options or {}).items()})
    facts = rules.facts
    state = VaState(facts)
    names = facts.vocabulary.nouns
    for unit, place in units.items():
        state.put(names["unit"].index(unit), facts.board.place_index(place))
    for fort in bits(facts.roster.forts):
        if state.place[fort] < 0:
            state.put(fort, facts.boxes["fortresses"])
    for unit in reduced:
        state.steps[facts.roster.index[unit]] = 1
    state.turn = turn
    state.target = facts.victory
    state.stand_fast = facts.stand_fast
    state.axis_held = facts.axis_start if held is None else names["place"].bits(held)
    number = SIDES.index(side)
    mine = facts.roster.of_side[number] & state.on_map & ~facts.roster.forts
    state.active = mine if active is None else names["unit"].bits(active)
    state.surprise = moment == "surprise"
    for name, value in fields.items():
        if not hasattr(state, name):
            raise AttributeError(name)
        setattr(state, name, value)
    state.top = _frames(rules, moment, number, facts.chit_index[chit] if chit else -1)
    game = Game(rules, Seeded.of("stage"), state)
    coming(game, *rolls)
    game.advance()
    return game


def coming(game: Game, *rolls: str) -> None:
    """Outcomes to come, first first."""
    words = []
    for text in rolls:
        kind, _, value = text.partition(" ")
        noun = "" if kind == "roll" else "chit"
        words.append((noun, int(value) if not noun else game.rules.vocabulary.nouns[noun].index(value)))
    game.scripted = words[::-1]


def _frames(rules: VictoryAwaits, moment: str, side: int, chit: int) -> Frame:
    below, above = MOMENTS[moment]
    frame = Frame("game", rules.procedures["game"].index["turn"], None, None)
    frame = Frame("turn", rules.procedures["turn"].index[below], None, frame)
    for name, step in above:
        procedure = rules.procedures[name]
        local = Command(chit, side, rules.facts.lead_seat[side]) if procedure.local is Command else None
        frame = Frame(name, procedure.index[step], local, frame)
    return frame


def place_of(game: Game, unit: str) -> str:
    """Where a unit is: a hex number or a box."""
    facts: Facts = game.facts
    at = game.state.place[facts.roster.index[unit]]
    return facts.board.place_name(at) if at >= 0 else ""


def steps_of(game: Game, unit: str) -> int:
    return int(game.state.steps[game.facts.roster.index[unit]])


def rules_broken(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The numbers of the rules an action would break."""
    return [objection.rule for objection in game.why_not(action, seat)]


def verdict(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The rules an action breaks, the generator agreeing: it offers what breaks none."""
    broken = rules_broken(game, action, seat)
    assert (action in game.legal_of(seat)) == (not broken), f"{action}: {broken}"
    return broken


def asked(game: Game) -> list[tuple[str, str]]:
    """Who is asked for what."""
    return [(question.seat, question.kind) for question in game.pending]


def active(game: Game) -> set[str]:
    """The units that are activated."""
    return {game.facts.roster.ids[unit] for unit in bits(game.state.active)}


def legs(game: Game, verb: str = "go") -> set[str]:
    """Where the unit in hand can go."""
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


def points(game: Game) -> float:
    """The movement points that the unit in hand has left."""
    left: int = game.state.top.local.left
    return left / 2


__all__ = [
    "AXIS", "SOVIET", "active", "asked", "coming", "facts_of", "legs", "place_of", "points", "rules_broken",
    "rules_of", "stage", "steps_of", "verdict",
]  # fmt: skip
