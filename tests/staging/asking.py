"""What tests ask of a game, in one word each."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game


def rules_broken(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The numbers of the rules an action would break."""
    return [objection.rule for objection in game.why_not(action, seat)]


def verdict(game: Game, action: str, seat: str | None = None) -> list[str]:
    """The rules an action breaks, the generator agreeing: it offers what breaks none."""
    broken = rules_broken(game, action, seat)
    assert (action in game.legal_of(seat)) == (not broken), f"{action}: {broken}"
    return broken


def asked(game: Game) -> list[tuple[str, str]]:
    """The open decision."""
    return [(question.seat, question.kind) for question in game.pending]


def place_of(game: Game, unit: str) -> str:
    """Where a unit is, by the name of the place; empty when it is nowhere."""
    at: int = game.state.place[game.facts.roster.index[unit]]
    return game.rules.vocabulary.nouns["place"].names[at] if at >= 0 else ""


def steps_of(game: Game, unit: str) -> int:
    return int(game.state.steps[game.facts.roster.index[unit]])


def marked(game: Game, field: str, *units: str) -> list[bool]:
    """Whether units are in a set of the state, such as visible or isolated."""
    return [bool(getattr(game.state, field) >> game.facts.roster.index[unit] & 1) for unit in units]


def active(game: Game) -> set[str]:
    """The units that are activated."""
    return {game.facts.roster.ids[unit] for unit in bits(game.state.active)}


def legs(game: Game, verb: str = "go") -> set[str]:
    """Where the unit in hand can go."""
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


def points(game: Game) -> float:
    """The movement points that the unit in hand has left; the state counts halves."""
    left: int = game.state.top.local.left
    return left / 2
