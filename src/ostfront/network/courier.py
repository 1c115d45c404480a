"""The courier: a thread in every server and worker of a site that sends the notices that are due."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, time

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.network.delivery import NotSent, Unsure
from ostfront.network.mail import Mailer, MailFailed
from ostfront.network.notice_letters import digest_letter, notice_letter
from ostfront.network.notice_queue import Notice, Queue
from ostfront.network.notice_texts import Text, text_of
from ostfront.network.push import Push, subscription
from ostfront.network.settings import Settings
from ostfront.network.tables import accounts
from ostfront.network.unsubscribing import unsubscribe_token
from ostfront.network.webhooks import Webhooks, webhook
from ostfront.server.game_library import GameLibrary
from ostfront.server.log import log
from ostfront.server.messages import Refused

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
                log.warning("notices wait for the database: %s", wrong.orig)
            except Exception as wrong:
                if not self._stop.is_set():
                    log.error("a notice was not sent: %s", wrong, exc_info=wrong)
            if not busy:
                self._stop.wait(GLANCE)

    def work_once(self) -> bool:
        """Send what is due next; False if there is nothing."""
        claimed, until = self.queue.claim(time())
        if not claimed:
            return False
        texts = self._texts(claimed)
        claimed = [one for one in claimed if one.id in texts]
        if not claimed:
            return True
        try:
            send = self._prepared(claimed, texts)
        except NotSent as wrong:
            self.queue.failed(claimed, str(wrong))  # its address is gone
            return True
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

    def _texts(self, claimed: list[Notice]) -> dict[int, Text]:
        """The words of each; one that has none does not keep the rest of a digest back."""
        found = {}
        for one in claimed:
            try:
                found[one.id] = text_of(self.library, one.kind, one.game, one.account, one.body)
            except (Refused, OstfrontError) as wrong:
                self.queue.failed([one], str(wrong))  # its game is gone
            except DBAPIError:
                raise
            except Exception as wrong:  # a fault of ours: not for ever
                self.queue.again(one._replace(attempts=one.attempts + 1), str(wrong), time())
                log.error("a notice has no words: %s", wrong, exc_info=wrong)
        return found

    # ---- the ways --------------------------------------------------------------------------------------

    def _prepared(self, claimed: list[Notice], texts: dict[int, Text]) -> Callable[[list[Notice]], None]:
        """All that has to be found out beforehand; what it returns sends those that are still news then."""
        first = claimed[0]
        if first.way in ("mail", "digest"):
            return self._by_mail(first, texts)
        if first.way == "push":
            return self._by_push(first, texts[first.id])
        return self._by_webhook(first, texts[first.id])

    def _by_mail(self, first: Notice, texts: dict[int, Text]) -> Callable[[list[Notice]], None]:
        store = self.library.store
        with store.reader.begin() as base:
            mine = (accounts.c.id == first.account, accounts.c.verified > 0)
            to = base.execute(select(accounts.c.email).where(*mine)).scalar()
        if not to or not self.settings.mail.server:
            raise NotSent("There is no address to write to.")
        origin = self.settings.origin
        unsubscribe = f"{origin}/unsubscribe/{unsubscribe_token(store, first.account)}"

        def send(going: list[Notice]) -> None:
            told, about = [texts[one.id] for one in going], (self.settings.name, origin, unsubscribe)
            if first.way == "digest":
                mail = digest_letter(to, told, *about)
            else:
                mail = notice_letter(to, told[0], *about)
            try:
                self.mailer.send(mail)
            except MailFailed as wrong:
                if wrong.unsure:
                    raise Unsure(str(wrong)) from None
                raise NotSent(str(wrong), final=wrong.final) from None

        return send

    def _by_webhook(self, notice: Notice, text: Text) -> Callable[[list[Notice]], None]:
        with self.library.store.reader.begin() as base:
            hook = webhook(base, notice.body.target)
        if hook is None or hook.account != notice.account:  # the number may be that of another one by now
            raise NotSent("The webhook is gone, or has failed too often.")
        return lambda _going: self.hooks.send(hook, text, notice.kind, str(notice.id))

    def _by_push(self, notice: Notice, text: Text) -> Callable[[list[Notice]], None]:
        with self.library.store.reader.begin() as base:
            browser = subscription(base, notice.body.target)
        if browser is None or browser.account != notice.account or not self.push.contact:
            raise NotSent("The browser takes no push messages any more.")
        return lambda _going: self.push.send(browser, text, notice.game or notice.kind)
