"""Computer moves: jobs with leases. A thread claims a job, has another process choose the actions, and plays them.

A job is a seat's turn to play. An action is played only if the game still is what it was chosen for, so none is
played twice or after a takeback. The lease of a runner that dies runs out (or is freed when the server starts), and
another one continues the job.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from threading import Event, Thread
from time import time

from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import COMPUTER, SeatRow
from ostfront.server.job_queue import Job
from ostfront.server.log import log
from ostfront.server.messages import Refused
from ostfront.server.player_process import PlayerProcess

LEASE = 15.0  # seconds; renewed while its owner lives
JOB_POLL = 5.0  # seconds between checks for jobs with expired leases
HINT_POLL = 1.0  # seconds between checks for games that were just opened
ATTEMPTS = 3


class JobRunner:
    """Threads: one plays the jobs, one keeps their leases, one prepares hints for games that were just opened."""

    def __init__(
        self, library: GameLibrary, lease: float = LEASE, players: PlayerProcess | None = None, hints: bool = True
    ) -> None:
        """`hints`: whether they are prepared; a site has too many games for that."""
        self.library = library
        self.hints = hints
        self.lease = lease
        self.owner = secrets.token_hex(8)
        self.players = players or PlayerProcess()
        self._stop = Event()
        self._wake = Event()
        self._thread = Thread(target=self._run, name="computer players", daemon=True)
        self._hints = Thread(target=self._prepare_hints, name="hints", daemon=True)
        self._job = 0  # what is being played
        self._leases = Thread(target=self._keep_lease, name="leases", daemon=True)

    def start(self, *, first: bool = True) -> None:
        """The first runner of a server frees the leases of whoever had the database before."""
        if first:
            self.library.store.jobs.free_leases()
        self.library.on_computer_turn = self.wake
        self._thread.start()
        self._leases.start()
        if self.hints:
            self._hints.start()

    def wake(self) -> None:
        """There may be a job."""
        self._wake.set()

    def stop(self) -> None:
        self._stop.set()
        self._wake.set()
        for players, thread in ((self.players, self._thread), (self.library.hint_players, self._hints)):
            players.close()
            if thread.is_alive():
                thread.join(timeout=10)
            players.close()

    def _keep_lease(self) -> None:
        """However long somebody thinks, the job stays theirs; if they die, another has it soon."""
        while not self._stop.wait(self.lease / 3):
            if job := self._job:
                try:
                    self.library.store.jobs.renew_lease(job, self.owner, time() + self.lease)
                except DBAPIError:
                    continue  # whoever plays the job says so

    def _prepare_hints(self) -> None:
        while not self._stop.wait(HINT_POLL):
            try:
                self.library.prepare_hints()
            except Exception as wrong:
                if not self._stop.is_set():
                    _log("no hints for now", wrong)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                busy = self.work_once()
            except DBAPIError as wrong:
                log.warning("a computer player waits for the disk: %s", wrong.orig)
                busy = False
            except Exception as wrong:
                _log("a computer player gave up", wrong)
                busy = False
            if not busy:
                self._wake.wait(JOB_POLL)
                self._wake.clear()

    def work_once(self) -> bool:
        """Take a job and play until the seat has no more decisions; False when there is no job."""
        job = self.library.store.jobs.claim(self.owner, time(), self.lease)
        if job is None:
            return False
        self._job = job.id
        try:
            self._play(job)
        except DBAPIError:
            raise  # the disk is full, for instance: the job is still ours, and is tried again
        except Exception as wrong:
            if isinstance(wrong, Refused) and wrong.status == 404:
                return True  # the game was removed
            if self._stop.is_set():
                self.library.store.jobs.release(job.id)
            elif job.attempts >= ATTEMPTS:
                self.library.store.jobs.fail(job.id, str(wrong))
                raise
            else:
                self.library.store.jobs.release(job.id)
                self._stop.wait(0.2 * job.attempts)
        finally:
            self._job = 0
        return True

    def _play(self, job: Job) -> None:
        live = self.library.live_game(job.game)
        level = _level(live.seats, job.seat)
        while live.is_asked(job.seat) and not self._stop.is_set():
            reply, course = self.players.choose(live, job.seat, level)
            live.play_computer_action(job.seat, reply.action, course, job.id, time() + self.lease)
            if only_computers(live.seats) and len(self.library.store.jobs.open_jobs()) > 1:
                self.library.store.jobs.release(job.id, time())  # where people play, they come first
                return
        if self._stop.is_set():
            self.library.store.jobs.release(job.id)


def _log(what: str, wrong: Exception) -> None:
    """One sentence; a bug of ours with its traceback."""
    log.warning("%s: %s", what, wrong, exc_info=None if isinstance(wrong, OstfrontError | Refused) else wrong)


def only_computers(seats: Sequence[SeatRow]) -> bool:
    """Whether people only look on."""
    return all(row.player == COMPUTER for row in seats)


def _level(seats: Sequence[SeatRow], seat: int) -> str:
    return next(row.level for row in seats if row.seat == seat)
