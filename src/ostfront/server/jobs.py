"""Computer moves: jobs with leases. A thread takes a job, has it thought out in another process, and plays it.

A job is a seat's turn to play; the entry number its next action follows makes that action happen once. Whoever dies
leaves a lease that runs out (or is freed when the table starts again), and the job is taken up where it stood.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from threading import Event, Thread
from time import time

from ostfront.server.answers import Refused
from ostfront.server.brain import Brain
from ostfront.server.house import House
from ostfront.server.store import Job, SeatRow

LEASE = 120.0  # seconds; renewed with every action
PATIENCE = 5.0  # seconds between looks for jobs whose lease ran out
OPENING = 1.0  # seconds between looks for games that were opened
ATTEMPTS = 3


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
        self._hints = Thread(target=self._prepare, name="hints", daemon=True)

    def start(self) -> None:
        self.house.store.free_leases()
        self.house.work = self._wake.set
        self._thread.start()
        self._hints.start()

    def stop(self) -> None:
        self._stop.set()
        self._wake.set()
        for brain, thread in ((self.brain, self._thread), (self.house.hints, self._hints)):
            brain.close()
            if thread.is_alive():
                thread.join(timeout=10)
            brain.close()

    def _prepare(self) -> None:
        while not self._stop.wait(OPENING):
            try:
                self.house.prepare_hints()
            except Exception as wrong:
                if not self._stop.is_set():
                    print(f"ostfront: no hints for now: {wrong}", file=sys.stderr)

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
            answer, moment = self.brain.answer(sitting, job.seat, level)
            sitting.computer_plays(job.seat, answer.action, moment, job.id, time() + self.lease)
        if self._stop.is_set():
            self.house.store.release(job.id)


def _level(seats: Sequence[SeatRow], seat: int) -> str:
    return next(row.level for row in seats if row.seat == seat)
