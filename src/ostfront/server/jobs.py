"""Computer moves: jobs with leases. A thread takes a job, has it thought out in another process, and plays it.

A job is a seat's turn to play; the entry number its next action follows makes that action happen once. Whoever dies
leaves a lease that runs out (or is freed when the table starts again), and the job is taken up where it stood.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Sequence
from threading import Event, Thread
from time import time
from typing import IO

import msgspec

from ostfront.core.errors import OstfrontError
from ostfront.server.answers import Refused
from ostfront.server.house import House
from ostfront.server.sitting import Sitting
from ostfront.server.store import Job, SeatRow, head_of, lines_of
from ostfront.server.thinker import Answer, Thought

LEASE = 120.0  # seconds; renewed with every action
PATIENCE = 5.0  # seconds between looks for jobs whose lease ran out
ATTEMPTS = 3


class Brain:
    """The process that thinks, and what it knows."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.told: dict[str, list[str]] = {}

    def choose(self, sitting: Sitting, seat: int, level: str) -> tuple[str, int]:
        """The action for a seat, and the moment it was thought out for."""
        with sitting.lock:
            lines, head, moment = lines_of(sitting.game), head_of(sitting.game), sitting.moment
        told = self.told.get(sitting.id, [])
        keep = len(told) if lines[: len(told)] == told else 0
        thought = Thought(sitting.id, head, keep, lines[keep:], seat, level, f"{sitting.id} {moment}")
        answer = self._ask(thought)
        if answer.failure.startswith("LookupError"):
            answer = self._ask(msgspec.structs.replace(thought, keep=0, lines=lines))
        if answer.failure:
            self.told.clear()
            raise OstfrontError(answer.failure)
        self.told[sitting.id] = lines
        return answer.action, moment

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


class Worker:
    """The thread that works off the jobs."""

    def __init__(self, house: House, lease: float = LEASE) -> None:
        self.house = house
        self.lease = lease
        self.owner = secrets.token_hex(8)
        self.brain = Brain()
        self._stop = Event()
        self._wake = Event()
        self._thread = Thread(target=self._run, name="computer players", daemon=True)

    def start(self) -> None:
        self.house.store.free_leases()
        self.house.work = self._wake.set
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._wake.set()
        self.brain.close()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self.brain.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                busy = self.work_once()
            except Exception as wrong:
                print(f"ostfront: a computer player stumbled: {wrong}", file=sys.stderr)
                busy = False
            if not busy:
                self._wake.wait(PATIENCE)
                self._wake.clear()

    def work_once(self) -> bool:
        """Take a job and play until the seat is no longer asked; False when there is none."""
        job = self.house.store.claim(self.owner, time(), self.lease)
        if job is None:
            return False
        try:
            self._play(job)
        except Refused:
            pass  # the game was removed
        except Exception as wrong:
            if self._stop.is_set():
                self.house.store.release(job.id)
            elif job.attempts >= ATTEMPTS:
                self.house.store.fail(job.id, str(wrong))
                raise
            else:
                self.house.store.release(job.id)
                self._stop.wait(0.2 * job.attempts)
        return True

    def _play(self, job: Job) -> None:
        sitting = self.house.sitting(job.game)
        level = _level(sitting.seats, job.seat)
        while sitting.asks(job.seat) and not self._stop.is_set():
            action, moment = self.brain.choose(sitting, job.seat, level)
            sitting.computer_plays(job.seat, action, moment, job.id, time() + self.lease)
        if self._stop.is_set():
            self.house.store.release(job.id)


def _level(seats: Sequence[SeatRow], seat: int) -> str:
    return next(row.level for row in seats if row.seat == seat)
