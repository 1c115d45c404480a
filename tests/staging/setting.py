"""Laying out a position: units in their places, the procedures under way, the outcomes to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Frame

Steps = list[tuple[str, str]]  # procedures by name with the step each is at, the lowest first
DRAWN = ("chit", "unit", "vp")  # what can be drawn; a name that two of them have is the first one's


def put_units(rules: Rules, state: Any, units: Mapping[str, str]) -> None:
    """Units by name, each in a place by name."""
    names = rules.vocabulary.nouns
    for unit, place in units.items():
        state.put(names["unit"].index(unit), names["place"].index(place))


def set_fields(state: Any, fields: Mapping[str, Any]) -> None:
    """Fields that the state has; a misspelt one is an error."""
    for name, value in fields.items():
        if not hasattr(state, name):
            raise AttributeError(name)
        setattr(state, name, value)


def stack(rules: Rules, steps: Steps, local: Mapping[str, Any]) -> Frame | None:
    """The procedures under way, each with what `local` has for it."""
    top: Frame | None = None
    for name, step in steps:
        top = Frame(name, rules.procedures[name].index[step], local.get(name), top)
    return top


def begun(rules: Rules, state: Any, rolls: Iterable[str]) -> Game:
    """The game from this state, gone on to the first question; it must be one that can occur."""
    faults = rules.check(state)
    assert not faults, faults
    game = Game(rules, Seeded.of("stage"), state)
    coming(game, *rolls)
    game.advance()
    return game


def coming(game: Game, *rolls: str) -> None:
    """Outcomes to come, first first: "roll 4" or "4", several dice as "1 6 3", "draw 22A"."""
    nouns = game.rules.vocabulary.nouns
    words: list[tuple[str, int]] = []
    for text in rolls:
        kind, _, name = text.partition(" ")
        if kind == "draw":
            noun = next(n for n in DRAWN if n in nouns and name in nouns[n].names)
            words.append((noun, nouns[noun].index(name)))
        else:
            words += [("", int(die)) for die in text.removeprefix("roll ").split()]
    game.scripted = words[::-1]


def act(game: Game, *actions: str) -> None:
    """Play actions that are offered and that the referee lets pass."""
    for action in actions:
        if len(game.parts(action)) == 1:
            assert action in game.legal, f"{action} is not offered"
        game.play(action)
