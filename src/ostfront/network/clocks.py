"""Clocks: whoever lets theirs run out loses, if the players agreed on a clock.

Only servers see to them: while none is up nobody can move, whatever else runs.

A deadline that has passed is claimed in the database, so that one process sees to it. Whoever moves before the game
is ended has moved in time: the end is part of a change that fails if the game has changed meanwhile.
"""

from __future__ import annotations

from sqlalchemy import Connection, case, select, text, update
from sqlalchemy.exc import DBAPIError

from ostfront.core.play.game import Game
from ostfront.network.facts import fact
from ostfront.network.tables import facts, turns
from ostfront.network.turns import vacation_until
from ostfront.network.vacations import Vacations
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import GameMovedOn
from ostfront.server.log import log
from ostfront.server.messages import Refused

EVERY = 5.0  # seconds between two looks at the clocks
LEASE = 60.0  # seconds in which whoever claims a deadline has to see to it
AT_ONCE = 20
ALIVE = "alive"  # the fact that says when a server was seen up last
SIGN_OF_LIFE = 30.0  # seconds between two of them
DOWN = 300.0  # seconds without one, after which the clocks stood
CLAIM = (
    "UPDATE turns SET claimed = :until WHERE (game, seat) IN "
    "(SELECT game, seat FROM turns WHERE deadline > 0 AND deadline <= :now AND claimed <= :now "
    "ORDER BY deadline, game, seat LIMIT :most{locking}) RETURNING game, seat"
)


class Clocks:
    """Ends games whose clocks have run out."""

    def __init__(self, library: GameLibrary, vacations: Vacations) -> None:
        self.library = library
        self.store = library.store
        self.vacations = vacations

    def look(self, now: float) -> None:
        """What is done again and again."""
        self.make_up(now)
        self.expire(now)

    def make_up(self, now: float) -> None:
        """Clocks stand while no server is up: nobody could have moved.

        A worker may have played meanwhile: the clocks of those whose turns began then stood since then.
        """
        if now - float(fact(self.store, ALIVE, lambda: f"{now}")) < SIGN_OF_LIFE:
            return
        with self.store.writing() as base:
            last = select(facts.c.value).where(facts.c.name == ALIVE).with_for_update()
            seen = float(base.execute(last).scalar_one())  # another server may have been quicker
            gap = now - seen
            if gap >= DOWN:
                stood = case((turns.c.since > seen, now - turns.c.since), else_=gap)
                chosen = update(turns).where(turns.c.deadline > 0, turns.c.since < now)  # not those of the absent
                base.execute(chosen.values(since=turns.c.since + stood, deadline=turns.c.deadline + stood))
            base.execute(update(facts).where(facts.c.name == ALIVE).values(value=f"{now}"))

    def expire(self, now: float) -> int:
        """End the games in which a clock has run out; how many."""
        ended = 0
        for game, seat in self.claim(now):
            try:
                ended += self.run_out(game, seat, now)
            except DBAPIError:
                raise
            except Exception as wrong:  # a fault of ours in one game stops no other clock
                log.error("the clock of game %s: %s", game, wrong, exc_info=wrong)
        return ended

    def claim(self, now: float) -> list[tuple[str, int]]:
        """Deadlines that have passed, for this process to see to."""
        locking = " FOR UPDATE SKIP LOCKED" if self.store.several else ""
        with self.store.writing() as base:
            found = base.execute(
                text(CLAIM.format(locking=locking)), {"now": now, "until": now + LEASE, "most": AT_ONCE}
            )
            return [(str(game), int(seat)) for game, seat in found]

    def run_out(self, game: str, seat: int, now: float) -> bool:
        """End a game by time, unless something has happened in it; whether it ended."""

        def end(played: Game) -> int:
            before = len(played.entries or ())
            played.run_out_of_time(seat)
            return before

        try:
            if self.vacations.postpone(game, seat, now):
                return False
            self.library.live_game(game).settle(end, lambda base: self._check_due(base, game, seat, now))
        except (Refused, GameMovedOn):  # it is over, or cannot be opened
            return False
        return True

    @staticmethod
    def _check_due(base: Connection, game: str, seat: int, now: float) -> None:
        row = base.execute(
            select(turns.c.deadline, turns.c.account).where(turns.c.game == game, turns.c.seat == seat)
        ).first()
        if row is None or not 0 < row.deadline <= now or vacation_until(base, row.account) > now:
            raise GameMovedOn("This clock has not run out.")
