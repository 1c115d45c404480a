"""What a game in memory is on disk, as far as this process knows: its revision, entries and standing orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import time

from sqlalchemy import Connection

from ostfront.core.play.game import Game
from ostfront.server.game_store import GameStore, SeatRow
from ostfront.server.looks import first_look

Draft = tuple[int, int, str]  # of which seat, after which entry, its actions


class OnDisk:
    """One game. Use it within the lock of the game."""

    def __init__(self, store: GameStore, id: str) -> None:
        self.store = store
        self.id = id
        self._stale = False  # it was heard that another process has changed the game

    def take(self, game: Game, revision: int) -> None:
        """The game was read as it is here."""
        self.revision = revision
        self._entries = list(game.entries or ())
        self._orders = dict(game.orders)

    def differs(self, game: Game) -> bool:
        return game.entries != self._entries or game.orders != self._orders

    # ---- other processes -------------------------------------------------------------------------------

    def hear(self, revision: int) -> bool:
        """Without the lock: the game is said to have this revision by now; whether that is news."""
        if revision == self.revision:
            return False
        self._stale = True
        return True

    def has_moved(self) -> bool:
        """Whether another process has changed the game: asked once in each request, and when that was heard."""
        if not self.store.beside or not (first_look(self.id) or self._stale):
            return False
        self._stale = False  # first: what is heard from now on is news
        try:
            return self.store.revision(self.id) != self.revision
        except BaseException:
            self._stale = True
            raise

    # ---- saving ----------------------------------------------------------------------------------------

    def save(
        self, game: Game, since: int, seats: Sequence[SeatRow], draft: Draft | None, job: int, lease: float,
        also: Callable[[Connection], None],
    ) -> bool:  # fmt: skip
        """Entries may be others from `since` on; those that are the same stay where they are. Whether something
        beside the game has changed with it."""
        was, now = self._entries, list(game.entries or ())
        while since < min(len(was), len(now)) and was[since] == now[since]:
            since += 1
        orders = game.orders != self._orders
        beside = self.store.save_progress(
            self.id, game, since, len(was), self.revision, seats, time(), draft, job, lease, orders, also
        )
        self.take(game, self.revision + 1)
        return beside
