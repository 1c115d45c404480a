"""Watching: what people see of a match in which they do not play, as its players chose.

In a public game they see what all seats see. Everything, from each seat, is shown of a game that is over, or as it
was some turns ago. What is shown of an earlier moment is a game of its own, made once for all who watch, so that
nothing later can be in it.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import NamedTuple

from ostfront.core.page.public import PUBLIC
from ostfront.core.play.game import Game
from ostfront.network.matches import MatchRow, match_row
from ostfront.server.game_library import GameLibrary
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused
from ostfront.server.notes import Notes
from ostfront.server.visitors import Visitor

MOST = 100  # who watch one game at once, at one server: docs/server.md says what that is for a site
LATELY = 60.0  # seconds
KEPT = 64  # games of an earlier moment


class Shown(NamedTuple):
    """What is shown: a game, from which seats, and in one sentence what that is."""

    live: LiveGame
    seats: tuple[int, ...]
    says: str


class ShownGame(LiveGame):
    """A game as it stood at some moment, only to look at: it never looks for what has happened since."""

    def __init__(self, source: LiveGame, game: Game) -> None:
        super().__init__(source.id, game, source.seats, source.store, beside=lambda id, _: source.beside(id, PUBLIC))
        self._source = source
        self.watched = True
        self._read_notes()

    @property
    def source(self) -> LiveGame:
        return self._source

    def _look_again(self) -> None:
        pass

    def _read_notes(self) -> None:
        """Those that the players share are of the present."""
        self.notes = Notes(self.store, self.id)
        if self.game.result is None:
            self.notes.rows = ()

    def forget(self) -> None:
        raise AssertionError("a game that is only looked at is not changed")

    def take_over(self) -> None:
        """What is kept beside the game may have changed."""
        with self.lock:
            self.seats = self._source.seats
            self._read_notes()
            self.version += 1


class Watching:
    """Lets people watch matches."""

    def __init__(self, library: GameLibrary) -> None:
        self.library = library
        self._shown: OrderedDict[str, tuple[int, ShownGame]] = OrderedDict()  # with the version it was made from
        self._watchers: dict[str, dict[str, float]] = {}  # by game: who has asked when
        self._lock = Lock()

    def look(self, id: str, visitor: Visitor, wanted: str) -> tuple[LiveGame, int]:
        """The game to show somebody who has no seat in it, and the seat from which to look."""
        shown = self.shown(id, visitor)
        self._count(id, visitor)
        if not shown.seats:
            return shown.live, PUBLIC
        names = shown.live.game.rules.seats
        return shown.live, next((seat for seat in shown.seats if names[seat].name == wanted), shown.seats[0])

    def shown(self, id: str, visitor: Visitor) -> Shown:
        live = self.library.live_game(id)
        with self.library.store.reader.begin() as base:
            match = match_row(base, id)
        if match is None or match.watch == "nobody":  # its players have seats; others do not know of it
            raise Refused(403, "seat", "This is not your seat.")
        with live.lock:
            if visitor.account and any(row.account == visitor.account for row in live.players()):
                raise Refused(403, "seat", "You play in this game: look at it from your seat.")
            return self._shown_of(live, match)

    def _shown_of(self, live: LiveGame, match: MatchRow) -> Shown:
        seats = tuple(range(len(live.game.rules.seats)))
        if live.game.result is not None:
            return Shown(self._at(live, live.moment), seats, "The game is over: everything is shown, from each seat.")
        if match.watch == "after":
            raise Refused(403, "watch", "The players let others watch this game once it is over.")
        if match.watch == "public":
            return Shown(live, (), "You see what all players may see, and nothing that one side hides.")
        turns = max(1, match.delay)
        late = f"{turns} turn{'s' if turns > 1 else ''}"
        moment = delayed(live, turns)
        if moment is None:
            raise Refused(
                403, "watch", f"The players let others watch this game {late} late: come back in some turns."
            )
        return Shown(self._at(live, moment), seats, f"You see everything, from each seat, as it was {late} ago.")

    def _at(self, live: LiveGame, moment: int) -> ShownGame:
        """A game at a moment, made again only if what was played until then has changed."""
        with self._lock:
            version, kept = self._shown.get(live.id, (-1, None))
        if kept is None or kept.source is not live or not _same(kept, live, version, moment):
            past = live.past(moment)
            past.source = live.game.source  # whose secret is told when the game is over
            kept = ShownGame(live, past)
        elif version != live.version:
            kept.take_over()
        with self._lock:
            self._shown[live.id] = (live.version, kept)
            self._shown.move_to_end(live.id)
            while len(self._shown) > KEPT:
                self._shown.popitem(last=False)
        return kept

    # ---- how many --------------------------------------------------------------------------------------

    def _count(self, id: str, visitor: Visitor) -> None:
        now, who = monotonic(), visitor.session or visitor.address
        with self._lock:
            here = self._watchers.setdefault(id, {})
            for other in [other for other, seen in here.items() if seen < now - LATELY]:
                del here[other]
            if who not in here and len(here) >= MOST:
                raise Refused(503, "busy", "Too many people watch this game now; try again later.")
            here[who] = now

    def watchers(self, id: str) -> int:
        """How many watch a game now, at this server."""
        now = monotonic()
        with self._lock:
            return sum(seen >= now - LATELY for seen in self._watchers.get(id, {}).values())


def _same(kept: ShownGame, live: LiveGame, version: int, moment: int) -> bool:
    """Whether the game as it was at this moment is the one that is kept."""
    if kept.moment != moment:
        return False
    return version == live.version or kept.game.entries == (live.game.entries or [])[:moment]


def delayed(live: LiveGame, turns: int) -> int | None:
    """The moment at which the turn began that lies so many turns back; None if there was none."""
    begun = live.turn_history().turns
    wanted = live.game.state.turn - turns
    return next((moment for turn, moment in reversed(begun) if turn <= wanted), None)
