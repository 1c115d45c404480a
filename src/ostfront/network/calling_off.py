"""Calling a match off: it ends without a winner and counts for nothing.

Any player may do so while some person has not acted and no dice have been rolled: nobody picks the beginnings that
count. Later they may if the game has no clock and was abandoned: whoever is awaited has stayed away for long, or for
a week without ever having acted. The change of the game and the look at who stayed away are one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection

from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act, Entry, Outcome
from ostfront.network.matches import MatchRow, match_row
from ostfront.network.turns import Turn, turns_of, vacation_until
from ostfront.network.vacations import DAY
from ostfront.server.game_store import COMPUTER, MEMBER, GameMovedOn, SeatRow
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused

LONG_DAYS = 60  # of staying away; then a game without a clock counts as abandoned
FIRST_DAYS = 7  # of somebody who has never acted
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
    begun = {row.account for row in seats if row.seat in acted}
    rolled = _chance_has_spoken(game.entries or ())
    if people - begun and (len(people) == 1 or not rolled):
        return ""
    if len(people) == 1:
        return "You have played already: you can only concede."
    account = next(row.account for row in seats if row.seat == seat)
    turns = turns_of(base, match.game)
    if match.clock == "none" and _are_gone(base, turns, account, begun, now):
        return ""
    why = "The dice have been rolled already" if people - begun else "Everybody has played already"
    if match.clock == "none":
        days = min((_patience(turn.account, begun) for turn in turns if turn.since), default=LONG_DAYS)
        why += f", and nobody has kept you waiting for {days} days"
    return f"{why}: {'concede' if any(row.player == COMPUTER for row in seats) else 'offer a draw, or concede'}."


def _chance_has_spoken(entries: Sequence[Entry]) -> bool:
    """Whether there were dice or a draw after what a player did: then somebody may dislike how the game begins."""
    first = next((at for at, entry in enumerate(entries) if isinstance(entry, Act)), len(entries))
    return any(isinstance(entry, Outcome) for entry in entries[first:])


def _are_gone(base: Connection, found: Sequence[Turn], account: int, begun: Collection[int], now: float) -> bool:
    """Whether all whom others wait for have long known it, stay away, and are not on vacation."""
    awaited = {turn.account for turn in found if turn.since}
    if not awaited or account in awaited:
        return False
    here = {one: max(max(turn.since, turn.visited) for turn in found if turn.account == one) for one in awaited}
    return all(
        last <= now - _patience(one, begun) * DAY and vacation_until(base, one) <= now for one, last in here.items()
    )


def _patience(account: int, begun: Collection[int]) -> int:
    """In days."""
    return LONG_DAYS if account in begun else FIRST_DAYS
