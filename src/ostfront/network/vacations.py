"""Vacations: a player's clocks stand still for some weeks of a year.

The account says until when its owner is away. Turns that are awaited go on when the vacation ends; should a process
stop before it has seen to all of them, the clocks do when they run out.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, insert, select, update

from ostfront.network.matches import match_row
from ostfront.network.tables import accounts, turns, vacations
from ostfront.network.turns import postponed, save_turn, turns_of
from ostfront.server.game_library import GameLibrary
from ostfront.server.messages import Refused

DAY = 24 * 3600.0
YEAR = 365 * DAY
BUDGET = 30 * DAY  # of vacation within a year


class Vacation(NamedTuple):
    """A time in which a player is away."""

    id: int
    begun: float
    until: float


class Vacations:
    """The vacations of all players."""

    def __init__(self, library: GameLibrary) -> None:
        self.library = library
        self.store = library.store

    def left(self, account: int, now: float) -> float:
        """How many seconds of vacation somebody has left; what lies a year back counts no more."""
        return max(
            0.0, BUDGET - sum(one.until - max(one.begun, now - YEAR) for one in self._since(account, now - YEAR))
        )

    def now(self, account: int, now: float) -> Vacation | None:
        return next((one for one in self._since(account, now) if one.until > now), None)

    def _since(self, account: int, when: float) -> list[Vacation]:
        columns = [vacations.c[name] for name in Vacation._fields]
        with self.store.reader.begin() as base:
            found = base.execute(select(*columns).where(vacations.c.account == account, vacations.c.until > when))
            return [Vacation(*row) for row in found]

    def begin(self, account: int, days: int, now: float) -> None:
        """Go away for so many days from now on, or come back so many days from now."""
        if not 1 <= days <= BUDGET / DAY:
            raise Refused(400, "words", f"A vacation lasts from 1 to {BUDGET / DAY:.0f} days.")
        running, until = self.now(account, now), now + days * DAY
        planned = max(0.0, running.until - now) if running else 0.0
        if days * DAY > self.left(account, now) + planned + 1:
            raise Refused(409, "conflict", f"You have {(self.left(account, now) + planned) / DAY:.0f} days left.")
        self._set(account, running, until, now)

    def end(self, account: int, now: float) -> None:
        """Come back now."""
        running = self.now(account, now)
        if running is not None:
            self._set(account, running, now, now)

    def _set(self, account: int, running: Vacation | None, until: float, now: float) -> None:
        with self.store.writing() as base:
            base.execute(update(accounts).where(accounts.c.id == account).values(vacation_until=until))
            if running is None:
                base.execute(insert(vacations).values(account=account, begun=now, until=until))
            else:
                base.execute(update(vacations).where(vacations.c.id == running.id).values(until=until))
            mine = select(turns.c.game).where(turns.c.account == account)
            under_way = set(base.execute(mine.where(turns.c.over == 0)).scalars())
            awaited = set(base.execute(mine.where(turns.c.since > 0)).scalars())
            for game in sorted(under_way - awaited):
                self.store.count_change(base, game)  # others wait here
        for game in sorted(awaited):
            try:
                self._postpone(game, turns.c.account == account, now, until)
            except Refused:
                continue  # it cannot be opened, so nobody can play in it

    def postpone(self, game: str, seat: int, now: float) -> bool:
        """Whether a seat's player is away: then its clock goes on when they are back."""
        with self.store.reader.begin() as base:
            account = base.execute(select(turns.c.account).where(turns.c.game == game, turns.c.seat == seat)).scalar()
        away = None if account is None else self.now(account, now)
        if away is None:
            return False
        self._postpone(game, turns.c.seat == seat, away.begun, away.until)
        return True

    def _postpone(self, game: str, which: ColumnElement[bool], stopped: float, resumes: float) -> None:
        """Change the clocks of a game, and tell those who look at it."""
        with self.library.live_game(game).noting(), self.store.writing() as base:
            self.store.count_change(base, game)
            match = match_row(base, game)
            chosen = set(base.execute(select(turns.c.seat).where(turns.c.game == game, which)).scalars())
            for turn in turns_of(base, game):
                if match is not None and turn.since and turn.seat in chosen:
                    save_turn(base, postponed(turn, match.clock, stopped, resumes))
