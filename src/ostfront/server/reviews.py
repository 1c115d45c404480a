"""The officer's view of finished games: made once for each by a process of its own, and kept while it is likely
to be asked for again."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from ostfront.ai.review import Review
from ostfront.core.errors import OstfrontError
from ostfront.core.page.log import LogLine, log
from ostfront.server.game_rows import entry_lines, record_head
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused, ReviewPoint, ReviewResponse, TurningPoint
from ostfront.server.worker_process import WorkerProcess

COMMAND = (sys.executable, "-m", "ostfront.server.review_worker")
TIME_LIMIT = 180.0  # seconds; most games take a few
MEMORY_LIMIT = 1536 * 1024**2  # bytes of address space
KEPT = 32
# what tells most about a turning point comes first
TELLING = (
    "victory", "battle", "loss", "advance", "retreat", "supply", "reinforcement", "air", "artillery", "chit", "move",
)  # fmt: skip
WIDER = (0, 2, 6, 20)  # entries before and after, where nothing was told in between


class ReviewRequest(msgspec.Struct):
    head: str
    lines: list[str]


class ReviewReply(msgspec.Struct):
    review: Review | None
    failure: str = ""


class Reviews(WorkerProcess):
    """Makes reviews one at a time, and remembers the latest."""

    def __init__(self, time_limit: float = TIME_LIMIT, command: Sequence[str] = COMMAND) -> None:
        super().__init__("The review", command, time_limit)
        self._kept: OrderedDict[tuple[str, int], Review | None] = OrderedDict()

    def answer(self, live: LiveGame, seat: int) -> ReviewResponse:
        """The review of a game that is over; everything is open then."""
        with live.lock:
            if live.game.result is None:
                raise Refused(409, "conflict", "The officer's view is for games that are over.")
            key, request = (live.id, live.moment), ReviewRequest(record_head(live.game), entry_lines(live.game))
        found = self._review(key, request)
        if found is None:
            return ReviewResponse((), "", (), ())
        with live.lock:
            lines = log(live.view(seat))
        return ReviewResponse(
            found.sides,
            found.scale,
            tuple(ReviewPoint(point.moment, point.turn, round(point.value, 2)) for point in found.points),
            tuple(
                TurningPoint(one.before, one.turn, round(one.change, 2), _telling(lines, one.before, one.after))
                for one in found.turning
            ),
        )

    def _review(self, key: tuple[str, int], request: ReviewRequest) -> Review | None:
        with self.lock:
            if key not in self._kept:
                try:
                    reply = msgspec.json.decode(self.exchange(msgspec.json.encode(request)), type=ReviewReply)
                except OstfrontError as wrong:
                    raise Refused(503, "busy", f"There is no review of this game: {wrong}") from None
                finally:
                    self.end_process()
                if reply.failure:
                    raise Refused(500, "broken", "The game could not be reviewed.")
                self._kept[key] = reply.review
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]


def _telling(lines: Sequence[LogLine], before: int, after: int) -> LogLine | None:
    """The line that says most about what happened between two moments."""
    for more in WIDER:
        found = [line for line in lines if before - more < line.entry <= after + more and line.icon in TELLING]
        if found:
            return min(found, key=lambda line: TELLING.index(line.icon))
    return None
