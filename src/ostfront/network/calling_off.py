"""Calling a match off: it ends without a winner and counts for nothing.

Any player may do so until every person has acted, and later if the game has no clock and was abandoned: whoever is
awaited has stayed away for a long time. The change of the game and the look at who stayed away are one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network.matches import MatchRow, match_row
from ostfront.network.turns import turns_of, vacation_until
from ostfront.network.vacations import DAY
from ostfront.server.game_store import COMPUTER, MEMBER, GameMovedOn, SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused

LONG_DAYS = 60  # of staying away; then a game without a clock counts as abandoned
TRIES = 5  # with other servers that change the game in the same instant


def call_off(live: LiveGame, seat: int, now: float) -> None:
    """End a match for a seat so that it counts for nothing; refused with the reason if that may not be."""

    def end(game: Game) -> int:
        before = len(game.entries or ())
        game.call_off(seat)
        return before

    def check(base: Connection) -> None:
        match = match_row(base, live.id)
        if match is None:
            raise Refused(409, "conflict", "Only a match is called off; remove this board from your games.")
        wrong = why_not(base, match, live.game, live.seats, seat, now)
        if wrong:
            raise Refused(409, "conflict", wrong)

    for _ in range(TRIES):
        try:
            live.settle(end, check)
        except GameMovedOn:
            continue  # somebody else was quicker; look again
        return
    raise Refused(503, "busy", "The game is changing all the time; try again in a moment.")


def why_not(base: Connection, match: MatchRow, game: Game, seats: Sequence[SeatRow], seat: int, now: float) -> str:
    """Why the player of a seat may not call a game off that is under way; empty if they may."""
    people = {row.account for row in seats if row.player == MEMBER}
    acted = {entry.seat for entry in game.entries or () if isinstance(entry, Act)}
    if people - {row.account for row in seats if row.seat in acted}:
        return ""
    account = next(row.account for row in seats if row.seat == seat)
    if match.clock == "none" and _is_abandoned(base, match.game, account, now):
        return ""
    if len(people) == 1:
        return "You have played already: you can only concede."
    instead = "concede" if any(row.player == COMPUTER for row in seats) else "offer a draw, or concede"
    if match.clock != "none":
        return f"Everybody has played already: {instead}."
    return f"Everybody has played already, and nobody has kept you waiting for {LONG_DAYS} days: {instead}."


def _is_abandoned(base: Connection, id: str, account: int, now: float) -> bool:
    """Whether all whom others wait for have long known it, stay away, and are not on vacation."""
    found = turns_of(base, id)
    awaited = {turn.account for turn in found if turn.since}
    if not awaited or account in awaited:
        return False
    here = max(max(turn.since, turn.visited) for turn in found if turn.account in awaited)
    return here <= now - LONG_DAYS * DAY and all(vacation_until(base, one) <= now for one in awaited)
