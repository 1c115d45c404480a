"""The process of the computer players, as the server uses it: starts it, sends requests, reads replies.

A process that dies or takes too long is ended and started again with the next request.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Timer
from typing import IO

import msgspec

from ostfront.core.errors import OstfrontError
from ostfront.server.game_rows import entry_lines, record_head
from ostfront.server.live_game import LiveGame
from ostfront.server.player_worker import ActionReply, ActionRequest

TIME_LIMIT = 300.0  # seconds for one action; the longest plans take a small part of it
COMMAND = (sys.executable, "-m", "ostfront.server.player_worker")


class PlayerTimeout(OstfrontError):
    """A computer player took too long; its process was ended."""


class PlayerDied(OstfrontError):
    """The process of the computer players ended without a reply."""


class PlayerProcess:
    """A worker process, and which lines of each game it has been sent."""

    def __init__(self, time_limit: float = TIME_LIMIT, command: Sequence[str] = COMMAND) -> None:
        self.time_limit = time_limit
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.sent_lines: dict[str, list[str]] = {}
        self.closed = False
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
        whole = ActionRequest(live.id, head, 0, lines, seat, level, explain)
        try:
            reply = self._exchange(msgspec.structs.replace(whole, keep=keep, lines=lines[keep:]))
        except PlayerDied:
            reply = self._exchange(whole)
        if reply.forgotten:
            reply = self._exchange(whole)
        if reply.failure:
            self.sent_lines.clear()
            raise OstfrontError(reply.failure)
        self.sent_lines[live.id] = lines
        return reply, moment

    def _exchange(self, request: ActionRequest) -> ActionReply:
        """Send a request and wait for its reply, no longer than the time limit."""
        process, to_worker, from_worker = self._running()
        expired = Event()

        def end() -> None:
            expired.set()
            process.kill()  # which ends the wait for its reply, too

        timer = Timer(self.time_limit, end)
        timer.daemon = True
        timer.start()
        try:
            to_worker.write(msgspec.json.encode(request) + b"\n")
            to_worker.flush()
            line = from_worker.readline()
        except (OSError, ValueError):  # the pipe is broken, or closed by close()
            line = b""
        finally:
            timer.cancel()
        if line.endswith(b"\n"):
            return msgspec.json.decode(line, type=ActionReply)
        self._end_process()
        if self.closed:
            raise PlayerDied("The computer players have been stopped.")
        if expired.is_set():
            _log_restart(process, f"did not answer within {self.time_limit:g} seconds and was stopped")
            raise PlayerTimeout(f"The computer player took longer than {self.time_limit:g} seconds.")
        _log_restart(process, "ended without an answer")
        raise PlayerDied("The computer players' process ended without an answer.")

    def _running(self) -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
        process = self.process
        if process is not None and process.poll() is not None:
            _log_restart(process, "has died")
            process = None
        if process is None:
            self._end_process()
            if self.closed:
                raise PlayerDied("The computer players have been stopped.")
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.process = process
        assert process.stdin is not None and process.stdout is not None
        return process, process.stdin, process.stdout

    def _end_process(self) -> None:
        self.sent_lines.clear()
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # anything not sent yet is lost
                        pipe.close()

    def close(self) -> None:
        """End the process for good."""
        self.closed = True
        self._end_process()


def _log_restart(process: subprocess.Popen[bytes], problem: str) -> None:
    line = f"ostfront: the computer players' process {process.pid} {problem}; the next request will start a new one."
    print(line, file=sys.stderr)
