"""Small pictures of saved games for the lobby, each drawn once for a position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, NamedTuple

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.files import position, record
from ostfront.core.files.limits import read_json
from ostfront.core.play.game import Game
from ostfront.server.game_store import GameStore, NoSuchGame, SeatRow
from ostfront.server.map_pictures import MapPictures
from ostfront.server.messages import Refused
from ostfront.server.setup_pictures import draw_position

KEPT = 200


class Drawn(NamedTuple):
    """A picture and its digest."""

    body: bytes
    etag: str


class Thumbnails:
    """Pictures of saved games, the last ones kept in memory."""

    def __init__(self, pictures: MapPictures, store: GameStore) -> None:
        self._pictures = pictures
        self._store = store
        self._drawn: OrderedDict[str, Drawn] = OrderedDict()
        self._lock = Lock()

    def saved(self, id: str, looks: Callable[[SeatRow], bool] = lambda row: row.here) -> Drawn:
        """A saved game as all who look may see it, at a table those at this screen; as everybody may if none do."""
        try:
            stored = self._store.position(id)
            people = [row.seat for row in stored.seats if looks(row)] or [row.seat for row in stored.seats]
            key = f"{people} {stored.head} {stored.state}"
            return self._once(key, lambda: self._saved(stored.head, stored.state, people))
        except NoSuchGame as wrong:
            raise Refused(404, "missing", str(wrong)) from None
        except (OstfrontError, LookupError, TypeError, ValueError):
            raise Refused(404, "missing", "There is no picture of a game that cannot be read.") from None

    def _saved(self, head: str, state: str, people: Sequence[int]) -> bytes:
        told = record.read(f"{head}\n---\n---\n")
        rules = register.rules(told.game, told.scenario, told.options, told.overlay)
        there = position.unpack(read_json(state, dict[str, Any]), rules)
        return draw_position(self._pictures, Game(rules, state=there), people)

    def _once(self, key: str, draw: Callable[[], bytes]) -> Drawn:
        etag = blake2b(key.encode(), digest_size=12).hexdigest()
        with self._lock:
            if etag in self._drawn:
                self._drawn.move_to_end(etag)
                return self._drawn[etag]
        drawn = Drawn(draw(), etag)
        with self._lock:
            self._drawn[etag] = drawn
            while len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        return drawn
