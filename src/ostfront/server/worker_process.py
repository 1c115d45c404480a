"""A process beside the server that answers one line of JSON with another.

One that dies or takes too long is ended, and started again with the next request.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Timer
from typing import IO

from ostfront.core.errors import OstfrontError
from ostfront.server.log import log


class WorkerTimeout(OstfrontError):
    """A worker took too long; its process was ended."""


class WorkerDied(OstfrontError):
    """A worker's process ended without a reply."""


class WorkerProcess:
    """A worker, and what it is called in messages."""

    def __init__(self, name: str, command: Sequence[str], time_limit: float) -> None:
        self.name = name
        self.command = command
        self.time_limit = time_limit
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False
        self.lock = Lock()  # for whoever sends a request

    def exchange(self, request: bytes) -> bytes:
        """Send a request and wait for its reply, no longer than the time limit; use it within the lock."""
        process, to_worker, from_worker = self._running()
        expired = Event()

        def end() -> None:
            expired.set()
            process.kill()  # which ends the wait for its reply, too

        timer = Timer(self.time_limit, end)
        timer.daemon = True
        timer.start()
        try:
            to_worker.write(request + b"\n")
            to_worker.flush()
            line = from_worker.readline()
        except (OSError, ValueError):  # the pipe is broken, or closed by close()
            line = b""
        finally:
            timer.cancel()
        if line.endswith(b"\n"):
            return line
        self.end_process()
        if self.closed:
            raise WorkerDied(f"{self.name} has been stopped.")
        if expired.is_set():
            self._log_restart(process, f"did not answer within {self.time_limit:g} seconds and was stopped")
            raise WorkerTimeout(f"{self.name} took longer than {self.time_limit:g} seconds.")
        self._log_restart(process, "ended without an answer")
        raise WorkerDied(f"{self.name} ended without an answer.")

    def _running(self) -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
        process = self.process
        if process is not None and process.poll() is not None:
            if process.returncode:
                self._log_restart(process, "has died")
            process = None
        if process is None:
            self.end_process()
            if self.closed:
                raise WorkerDied(f"{self.name} has been stopped.")
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.process = process
            if self.closed:  # while it was starting, when there was nothing yet that close() could end
                self.end_process()
                raise WorkerDied(f"{self.name} has been stopped.")
        assert process.stdin is not None and process.stdout is not None
        return process, process.stdin, process.stdout

    def end_process(self) -> None:
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
        self.end_process()

    def _log_restart(self, process: subprocess.Popen[bytes], problem: str) -> None:
        line = f"{self.name[0].lower()}{self.name[1:]} {problem} (process {process.pid})."
        log.warning("%s The next request starts it again.", line)
