"""The courier: a thread in every server and worker of a site that sends the notices that are due."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic, time

from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.network.delivery import NotSent, Unsure
from ostfront.network.mail import Mailer, MailFailed
from ostfront.network.notice_letters import digest_letter, letter_of, notice_letter
from ostfront.network.notice_queue import Notice, Queue
from ostfront.network.notice_texts import Text, text_of
from ostfront.network.push import Push, subscription
from ostfront.network.settings import Settings
from ostfront.network.tables import accounts
from ostfront.network.unsubscribing import unsubscribe_token
from ostfront.network.webhooks import Webhooks, webhook
from ostfront.server.game_library import GameLibrary
from ostfront.server.messages import Refused
from sqlalchemy import select

GLANCE = 1.0  # seconds between looks at what is due
LEASE = 180.0  # seconds; longer than sending takes
TIDY = 600.0  # seconds


class Courier:
    """Sends the notices of a site, one after the other."""

    def __init__(
        self, settings: Settings, library: GameLibrary, hooks: Webhooks, push: Push, lease: float = LEASE
    ) -> None:
        self.settings = settings
        self.library = library
        self.queue = Queue(library.store, lease)
        self.hooks = hooks
        self.push = push
        self.mailer = Mailer(settings.mail, settings.name)
        self._stop = Event()
        self._tidied = monotonic()
        self._thread = Thread(target=self._run, name="courier", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=20)

    def _run(self) -> None:
        while not self._stop.is_set():
            busy = False
            try:
                busy = self.work_once()
                if monotonic() > self._tidied + TIDY:
                    self._tidied = monotonic()
                    self.queue.tidy(time())
            except DBAPIError as wrong:
                print(f"ostfront: notices wait for the database: {wrong.orig}", file=sys.stderr)
            except Exception as wrong:
                if not self._stop.is_set():
                    print(f"ostfront: a notice was not sent: {wrong}", file=sys.stderr)
                    traceback.print_exception(wrong, file=sys.stderr)
            if not busy:
                self._stop.wait(GLANCE)

    def work_once(self) -> bool:
        """Send what is due next; False if there is nothing."""
        claimed, until = self.queue.claim(time())
        if not claimed:
            return False
        try:
            send = self._prepared(claimed)
        except (NotSent, Refused, OstfrontError) as wrong:
            self.queue.failed(claimed, str(wrong))  # its game or its address is gone
            return True
        except DBAPIError:
            raise
        except Exception as wrong:  # a fault of ours: not for ever
            for notice in claimed:
                self.queue.again(notice._replace(attempts=notice.attempts + 1), str(wrong), time())
            raise
        going = self.queue.go(claimed, until, time())
        if not going:
            return True
        try:
            send(going)
        except NotSent as wrong:
            self._not_accepted(going, wrong)
        except Unsure as wrong:
            self.queue.failed(going, str(wrong))  # once, or never
        else:
            self.queue.sent(going, time())
        return True

    def _not_accepted(self, going: list[Notice], wrong: NotSent) -> None:
        if wrong.final:
            self.queue.failed(going, str(wrong))
            return
        for notice in going:
            self.queue.again(notice, str(wrong), time(), wrong.after)

