"""Turns: since when each player is awaited, and what is left on the clock, kept with every change of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.network.matches import MatchRow, match_row
from ostfront.network.tables import accounts, turns
from ostfront.server.game_store import MEMBER, SeatRow


class Turn(NamedTuple):
    """A seat of a match and its player."""

    game: str
    seat: int
    account: int
    since: float  # awaited since then; 0: not awaited
    left: float  # seconds on the clock at `since`
    deadline: float  # 0: no clock, or not awaited
    visited: float
    seen: int
    told: int
    moment: int = -1  # when it began to be awaited; later that of the last action of another seat before it


TURN_COLUMNS = [turns.c[name] for name in Turn._fields]
Told = Callable[[Connection, Turn, Game], None]


class Turns:
    """Follows the matches of a site. `begun` and `done` are told, in the transaction, whose turn begins or ends."""

    def __init__(self) -> None:
        self.begun: list[Told] = []
        self.done: list[Told] = []

    def follow(self, base: Connection, match: MatchRow, game: Game, seats: Sequence[SeatRow], now: float) -> None:
        """After each change of a match."""
        known = {turn.seat: turn for turn in turns_of(base, match.game)}
        people = [row for row in seats if row.player == MEMBER]
        asked = set() if game.result is not None else {decision.seat for decision in game.state.pending}
        for row in people:
            before = known.get(row.seat) or _first(base, match, row)
            if (row.seat in asked) == bool(before.since) and before.account == row.account:
                continue
            if row.seat in asked:
                start = max(now, vacation_until(base, row.account))
                undone = before.moment == _others_acted(game, row.seat)
                after = _awaited(match, before, start, undone)
                if not undone:
                    after = after._replace(moment=len(game.entries or ()))
            elif _has_acted(game, before):
                after = _answered(match, before, now)._replace(moment=_others_acted(game, row.seat))
            else:  # somebody else has undone what led here
                after = before._replace(since=0.0, deadline=0.0, moment=-1)
            after = after._replace(account=row.account)
            save_turn(base, after)
            for tell in self.begun if after.since else self.done:
                tell(base, after, game)

    def stop(self, base: Connection, id: str, now: float) -> None:
        """Everybody's time is over: what is asked next begins a new one. For a game that goes back to an earlier
        moment, before it is followed."""
        match = match_row(base, id)
        for turn in turns_of(base, id):
            if match is not None:
                save_turn(base, (_answered(match, turn, now) if turn.since else turn)._replace(moment=-1))


def vacation_until(base: Connection, account: int) -> float:
    found = base.execute(select(accounts.c.vacation_until).where(accounts.c.id == account)).scalar()
    return float(found or 0.0)


def postponed(turn: Turn, clock: str, stopped: float, resumes: float) -> Turn:
    """An awaited turn whose clock stopped then and runs again from `resumes` on."""
    if clock == "none":
        return turn._replace(since=resumes)
    left = max(0.0, turn.left - max(0.0, stopped - turn.since))
    return turn._replace(since=resumes, left=left, deadline=resumes + left)


def turns_of(base: Connection, game: str) -> list[Turn]:
    rows = base.execute(select(*TURN_COLUMNS).where(turns.c.game == game).order_by(turns.c.seat)).all()
    return [Turn(*row) for row in rows]


def save_turn(base: Connection, turn: Turn) -> None:
    values = turn._asdict()
    which = (turns.c.game == values.pop("game"), turns.c.seat == values.pop("seat"))
    base.execute(update(turns).where(*which).values(**values))


def _first(base: Connection, match: MatchRow, row: SeatRow) -> Turn:
    left = float(match.seconds) if match.clock != "none" else 0.0
    turn = Turn(match.game, row.seat, row.account, 0.0, left, 0.0, 0.0, 0, 0)
    base.execute(insert(turns).values(**turn._asdict()))
    return turn


def _has_acted(game: Game, turn: Turn) -> bool:
    """Whether the player has done something in this turn."""
    entries = (game.entries or [])[max(0, turn.moment) :]
    return turn.moment < 0 or any(isinstance(entry, Act) and entry.seat == turn.seat for entry in entries)


def _others_acted(game: Game, seat: int) -> int:
    """The moment after the last action of another seat: it stays while a player goes back and forth in a draft."""
    entries = game.entries or []
    others = (at for at in range(len(entries), 0, -1) if isinstance(one := entries[at - 1], Act) and one.seat != seat)
    return next(others, 0)


def _awaited(match: MatchRow, turn: Turn, start: float, undone: bool) -> Turn:
    """From `start` on: now, or once the player is back. Who has undone an action has what was left then."""
    if match.clock == "none":
        return turn._replace(since=start)
    left = float(match.seconds) if match.clock == "move" and not undone else turn.left
    return turn._replace(since=start, left=left, deadline=start + left)


def _answered(match: MatchRow, turn: Turn, now: float) -> Turn:
    used = max(0.0, now - turn.since) if turn.since else 0.0  # it begins in the future while its player is away
    left = turn.left if match.clock == "none" else max(0.0, turn.left - used)
    return turn._replace(since=0.0, left=left, deadline=0.0)
