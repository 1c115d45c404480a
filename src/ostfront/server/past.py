"""Looking back into a game: the moments at which somebody had to decide, and the game as it was then."""

from __future__ import annotations

from ostfront.core.errors import NotYourTurn
from ostfront.core.play.conceding import is_choice
from ostfront.core.play.game import Game
from ostfront.core.play.history import restore
from ostfront.server.messages import Refused


def decision_moments(game: Game) -> list[int]:
    """Those at which somebody had to decide, and the present."""
    entries = game.entries or []
    return [*(i for i, entry in enumerate(entries) if is_choice(entry)), len(entries)]


def past_of(game: Game, moment: int) -> Game:
    """A copy of the game at that moment, with its own dice."""
    entries = game.entries or []
    if moment == len(entries):
        return game.twin()
    if not 0 <= moment < len(entries) or not is_choice(entries[moment]):
        raise Refused(404, "missing", f"No decision was open at moment {moment}.")
    copy = game.twin()
    try:
        restore(copy, entries[:moment])
    except NotYourTurn as wrong:
        raise Refused(404, "missing", str(wrong)) from None
    return copy
