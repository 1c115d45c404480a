"""Fighting a combat on a stage, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable

from ostfront.core.play.game import Game
from victory_denied.stage import coming


def fight(game: Game, target: str, *units: str, rolls: Iterable[str] = (), stuka: bool | None = None) -> Game:
    """Declare an attack and continue to the dice, or to the Stuka window if no answer is given for it."""
    coming(game, *rolls)
    game.play(f"attack {target}")
    for unit in units:
        game.play(f"with {unit}")
    if asks(game) == "commit":
        game.play("resolve")
    if asks(game) == "stuka" and stuka is not None:
        game.play("stuka" if stuka else "pass")
    return game


def asks(game: Game) -> str:
    """The open decision; nothing when the game is over."""
    return game.state.pending[0].kind if game.state.pending else ""


def result(game: Game) -> tuple[int, str, str]:
    """The modified die of the last combat, its column and its result."""
    assert game.events is not None
    die, column, code = [event.args for event in game.events if event.kind == "result"][-1]
    return die, column, code


def column(game: Game) -> str:
    return result(game)[1]


def paths(game: Game, unit: str) -> set[str]:
    """The paths on which a unit may retreat or advance now."""
    start = f"{game.legal.texts[-1].split()[0]} {unit} "
    return {text.removeprefix(start) for text in game.legal.texts if text.startswith(start)}
