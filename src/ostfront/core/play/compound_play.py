"""Playing the steps of a compound on a game: one by one, each judged, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ostfront.core.play.compounds import Part

if TYPE_CHECKING:
    from ostfront.core.play.game import Game


def play_parts(game: Game, parts: Sequence[Part], seat: int | None) -> None:
    """Play the steps up to the first that cannot be taken back; if one is refused, nothing has happened."""
    for part in parts:
        game.parse(part.text)
    state, orders, history = game.state.clone(), dict(game.orders), game.entries
    if history is None:
        game.entries, game.snapshots = [], [(0, state)]
    entries = game.entries
    assert entries is not None
    start, told = len(entries), len(game.events or ())
    try:
        for part in parts:
            seat = _play_part(game, part, seat)
            if seat is None:
                return
    except BaseException:
        game.state, game.orders, game.prepared = state, orders, None
        del entries[start:]
        if game.events is not None:
            del game.events[told:]
        while game.snapshots[-1][0] > start:
            game.snapshots.pop()
        raise
    finally:
        if history is None:
            game.entries, game.snapshots = None, []


def _play_part(game: Game, part: Part, seat: int | None) -> int | None:
    """Whose compound it is; None when dice, a reveal or another seat intervened, which ends it."""
    entries = game.entries
    assert entries is not None
    again = True
    while again:
        length = len(entries)
        text = _chosen(game, part, seat)
        if text is None:
            return seat
        action, decision = game.allowed(text, seat)
        seat = decision.seat
        game.push(action, decision)
        if len(entries) != length + 1 or all(d.seat != seat for d in game.state.pending):
            return None
        again = part.again and _offered(game, part.text, seat)
    return seat


def _chosen(game: Game, part: Part, seat: int | None) -> str | None:
    """The action to play for a part; None if it is left out."""
    if part.maybe:
        verb = game.parse(part.text).verb
        asked = [d for d in game.state.pending if seat is None or d.seat == seat]
        if all(verb not in game.rules.kinds[d.kind].names for d in asked):
            return None
    if part.instead and not _offered(game, part.text, seat) and _offered(game, part.instead, seat):
        return part.instead
    return part.text


def _offered(game: Game, text: str, seat: int | None) -> bool:
    action = game.parse(text)
    decision = game.decision_for(seat, action.verb)
    return action.verb in game.rules.kinds[decision.kind].names and action in game.options(decision)
