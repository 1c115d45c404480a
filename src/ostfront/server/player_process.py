"""The process of the computer players, as the server uses it: which lines of each game it has been sent."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from ostfront.core.errors import OstfrontError
from ostfront.server.game_rows import entry_lines, record_head
from ostfront.server.live_game import Course, LiveGame
from ostfront.server.player_worker import GAMES_IN_MEMORY, ActionReply, ActionRequest
from ostfront.server.worker_process import WorkerDied, WorkerProcess

TIME_LIMIT = 300.0  # seconds for one action; the longest plans take a small part of it
COMMAND = (sys.executable, "-m", "ostfront.server.player_worker")


class PlayerProcess(WorkerProcess):
    """A worker process, and which lines of each game it has been sent."""

    def __init__(self, time_limit: float = TIME_LIMIT, command: Sequence[str] = COMMAND) -> None:
        super().__init__("The computer player", command, time_limit)
        self.sent_lines: dict[str, list[str]] = {}

    def choose(self, live: LiveGame, seat: int, level: str, explain: bool = False) -> tuple[ActionReply, Course]:
        """What a player of this level would do in a seat, and the course of the game it was chosen for."""
        with self.lock:
            return self._choose(live, seat, level, explain)

    def _choose(self, live: LiveGame, seat: int, level: str, explain: bool) -> tuple[ActionReply, Course]:
        with live.lock:
            lines, head, course = entry_lines(live.game), record_head(live.game), live.course
        sent = self.sent_lines.pop(live.id, [])
        keep = len(sent) if lines[: len(sent)] == sent else 0
        whole = ActionRequest(live.id, head, 0, lines, seat, level, explain)
        try:
            reply = self._ask(msgspec.structs.replace(whole, keep=keep, lines=lines[keep:]))
        except WorkerDied:
            reply = self._ask(whole)
        if reply.forgotten:
            reply = self._ask(whole)
        if reply.failure:
            self.sent_lines.clear()
            raise OstfrontError(reply.failure)
        self.sent_lines[live.id] = lines
        while len(self.sent_lines) > GAMES_IN_MEMORY:  # the process has forgotten the others
            del self.sent_lines[next(iter(self.sent_lines))]
        return reply, course

    def _ask(self, request: ActionRequest) -> ActionReply:
        return msgspec.json.decode(self.exchange(msgspec.json.encode(request)), type=ActionReply)

    def end_process(self) -> None:
        self.sent_lines.clear()
        super().end_process()
