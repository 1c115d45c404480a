"""The process in which computer players think, seen from the table."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock
from typing import IO

import msgspec

from ostfront.core.errors import OstfrontError
from ostfront.server.sitting import Sitting
from ostfront.server.store import head_of, lines_of
from ostfront.server.thinker import Answer, Thought


class Brain:
    """The process that thinks, and what it knows."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.told: dict[str, list[str]] = {}
        self._lock = Lock()

    def answer(self, sitting: Sitting, seat: int, level: str, explained: bool = False) -> tuple[Answer, int]:
        """What a player of this level would do in a seat, and the moment it was thought out for."""
        with self._lock:
            return self._answer(sitting, seat, level, explained)

    def _answer(self, sitting: Sitting, seat: int, level: str, explained: bool) -> tuple[Answer, int]:
        with sitting.lock:
            lines, head, moment = lines_of(sitting.game), head_of(sitting.game), sitting.moment
        told = self.told.get(sitting.id, [])
        keep = len(told) if lines[: len(told)] == told else 0
        thought = Thought(sitting.id, head, keep, lines[keep:], seat, level, explained)
        answer = self._ask(thought)
        if answer.failure.startswith("LookupError"):
            answer = self._ask(msgspec.structs.replace(thought, keep=0, lines=lines))
        if answer.failure:
            self.told.clear()
            raise OstfrontError(answer.failure)
        self.told[sitting.id] = lines
        return answer, moment

    def _ask(self, thought: Thought) -> Answer:
        pipe_in, pipe_out = self._pipes()
        try:
            pipe_in.write(msgspec.json.encode(thought) + b"\n")
            pipe_in.flush()
            line = pipe_out.readline()
        except OSError:
            line = b""
        if not line:
            self.close()
            return Answer(failure="LookupError: the thinking process has died")
        return msgspec.json.decode(line, type=Answer)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "-m", "ostfront.server.thinker"]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.told.clear()
        assert self.process.stdin is not None and self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def close(self) -> None:
        self.told.clear()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None
