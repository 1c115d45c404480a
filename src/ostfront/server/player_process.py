"""The process of the computer players, as the server uses it: starts it, sends requests, reads replies."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock
from typing import IO

import msgspec

from ostfront.core.errors import OstfrontError
from ostfront.server.game_store import entry_lines, record_head
from ostfront.server.live_game import LiveGame
from ostfront.server.player_worker import ActionReply, ActionRequest


class PlayerProcess:
    """A worker process, and which lines of each game it has been sent."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.sent_lines: dict[str, list[str]] = {}
        self._lock = Lock()

    def choose(self, live: LiveGame, seat: int, level: str, explain: bool = False) -> tuple[ActionReply, int]:
        """What a player of this level would do in a seat, and the moment it was chosen for."""
        with self._lock:
            return self._choose(live, seat, level, explain)

    def _choose(self, live: LiveGame, seat: int, level: str, explain: bool) -> tuple[ActionReply, int]:
        with live.lock:
            lines, head, moment = entry_lines(live.game), record_head(live.game), live.moment
        sent = self.sent_lines.get(live.id, [])
        keep = len(sent) if lines[: len(sent)] == sent else 0
        request = ActionRequest(live.id, head, keep, lines[keep:], seat, level, explain)
        reply = self._exchange(request)
        if reply.failure.startswith("LookupError"):
            reply = self._exchange(msgspec.structs.replace(request, keep=0, lines=lines))
        if reply.failure:
            self.sent_lines.clear()
            raise OstfrontError(reply.failure)
        self.sent_lines[live.id] = lines
        return reply, moment

    def _exchange(self, request: ActionRequest) -> ActionReply:
        pipe_in, pipe_out = self._pipes()
        try:
            pipe_in.write(msgspec.json.encode(request) + b"\n")
            pipe_in.flush()
            line = pipe_out.readline()
        except OSError:
            line = b""
        if not line:
            self.close()
            return ActionReply(failure="LookupError: the process of the computer players has died")
        return msgspec.json.decode(line, type=ActionReply)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "-m", "ostfront.server.player_worker"]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.sent_lines.clear()
        assert self.process.stdin is not None and self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def close(self) -> None:
        self.sent_lines.clear()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None
