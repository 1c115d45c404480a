"""What the tests ask of a stage, in one word each."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from victory_denied.stage import FACTS, rules_broken


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
    return {FACTS.roster.ids[unit] for unit in bits(game.state.active)}


def chits(members: int) -> set[str]:
    """Command chits by name."""
    return {FACTS.chits[i].id for i in bits(members)}


def chit(name: str) -> int:
    return 1 << FACTS.chit_index[name]


def points(game: Game) -> float:
    """The movement points that the unit in hand has left."""
    left: int = game.state.top.local.left
    return left / 2


def legs(game: Game, verb: str = "go") -> set[str]:
    """Where the unit in hand can go."""
    return {text.split()[1] for text in game.legal.texts if text.startswith(f"{verb} ")}


def played(game: Game) -> list[str]:
    """The chits played this turn, first first."""
    return [FACTS.chits[i].id for i in game.state.played]
