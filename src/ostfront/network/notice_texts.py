"""What a notice says, found when it is sent: by then more may have happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ostfront.core.page.table import table_of
from ostfront.core.play.conceding import is_called_off
from ostfront.core.play.view import View
from ostfront.network.notices import OF_A_TURN, Body
from ostfront.network.summaries import PublicView, Summary, summary
from ostfront.network.turns import Turn, turns_of
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import SeatRow
from ostfront.server.messages import Refused


class Text(NamedTuple):
    """A notice in words. `public` is the summary without what only this player knows."""

    title: str
    sentence: str
    said: str = ""  # by somebody, in the chat
    asked: str = ""  # what the player has to decide
    summary: Summary = Summary((), 0)
    public: Summary = Summary((), 0)
    until: str = ""  # a sentence about the clock
    link: str = "#/"  # behind the address of the site
    action: str = "To the site"


def text_of(library: GameLibrary, kind: str, game: str, account: int, body: Body) -> Text:
    """The words of a notice; refused if its game is not there any more."""
    if not game:
        return Text(body.subject.rstrip("."), body.subject, body.text, link=body.link or "#/")
    live = library.live_game(game)
    with library.store.reader.begin() as base:
        mine = [turn for turn in turns_of(base, game) if turn.account == account]
    turn = next((turn for turn in mine if turn.seat == body.seat), mine[0] if mine else None)
    with live.lock:
        view = live.view(turn.seat if turn else 0)
        title = view.rules.info.title
        against = _against(live.players(), account)
        link, action = f"#/game/{game}", "To the game"
        if kind in OF_A_TURN and turn is not None:
            since = turn.seen
            shown, public = summary(view, since), summary(PublicView(live.game, turn.seat), since)
            words = "Your turn" if kind == "turn" else "You are still awaited"
            sentence = f"{words} in {title}{against}: {stage(view)}."
            asked = view.pending[0].prompt if view.pending else ""
            return Text(f"{words}: {title}", sentence, "", asked, shown, public, _until(turn), link, action)
        if kind == "over":
            if view.result is None:
                raise Refused(404, "missing", "The game goes on.")
            return Text(
                f"The game is over: {title}", f"{title}{against} is over. {ending(view)}", link=link, action=action
            )
    said = body.subject.rstrip(".")
    return Text(f"{said}: {title}", f"{said} ({title}{against}).", body.text, link=link, action=action)


def stage(view: View) -> str:
    """Where the game is, in words: the turn and the phase."""
    look = table_of(view.rules).look(view)
    words = list(dict.fromkeys(look.phase.split(" · "))) if look.phase else [f"Turn {look.turn}"]
    if words[0] == f"Turn {look.turn}":
        words[0] = f"turn {look.turn}"
    return ", ".join(words)


def ending(view: View) -> str:
    """How a game ended, in sentences."""
    result = view.result
    assert result is not None
    reason = f"{result.reason[:1].upper()}{result.reason[1:]}".rstrip(".") + "."
    if is_called_off(view.entries()):
        return reason
    return f"{reason} The winner: {result.winner}." if result.winner else f"{reason} It is a draw."


def _against(seats: Sequence[SeatRow], account: int) -> str:
    names = [row.name or "the computer" for row in seats if row.account != account]
    return f" against {' and '.join(dict.fromkeys(names))}" if names else ""


def _until(turn: Turn) -> str:
    if not turn.deadline:
        return ""
    return f"Your clock runs until {datetime.fromtimestamp(turn.deadline, UTC):%A, %d %B %Y, %H:%M} UTC."
