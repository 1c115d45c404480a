"""The letter box: letters about accounts are written in the transaction of what they are about, and sent later.

The secret of a link is made when the letter is sent; the database never has more than its digest.
"""

from __future__ import annotations

import secrets
import sys
from threading import Lock, Thread
from time import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from ostfront.network.facts import sends_letters
from ostfront.network.letters import LETTERS, letter, link_of, needs_secret
from ostfront.network.mail import Mailer, MailFailed
from ostfront.network.sessions import digest
from ostfront.network.settings import Settings
from ostfront.network.tables import letters
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused

LEASE = 120.0  # seconds for sending one letter; longer than all words of a mail server may take
PAUSES = (60.0, 300.0, 1800.0, 7200.0, 6 * 3600.0, 12 * 3600.0)  # before the next attempt
KEPT = 3 * 24 * 3600.0  # how long a letter that cannot be sent is kept

STALE = "This link was used before, or is too old; ask for a new one."

Details = dict[str, str]


class Redeemed(NamedTuple):
    """What a link was good for."""

    purpose: str
    account: int  # 0: nobody's yet
    email: str
    details: Details


class Waiting(NamedTuple):
    """A letter to be sent."""

    id: int
    purpose: str
    email: str
    details: str
    attempts: int


class LetterBox:
    """The letters of a site."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.mailer = Mailer(settings.mail, settings.name)
        self._sending = Lock()

    @property
    def works(self) -> bool:
        """Whether this process can send letters."""
        return bool(self.settings.mail.server)

    def post(
        self, base: Connection, purpose: str, email: str, now: float, account: int = 0, details: Details | None = None
    ) -> None:
        """Write a letter in this transaction, unless the site sends none."""
        if email and sends_letters(base, self.settings):
            self._add(base, purpose, email, now, account, details or {}, state="waiting", expires=now + KEPT)

    def link(self, purpose: str, email: str, now: float, account: int) -> str:
        """A link to be handed over by other means than a letter."""
        secret = secrets.token_urlsafe(32)
        with self.store.writing() as base:
            expires = now + LETTERS[purpose].lasts
            self._add(base, purpose, email, now, account, {}, state="sent", expires=expires, token=digest(secret))
        return link_of(self.settings.public_url, purpose, secret)

    @staticmethod
    def _add(
        base: Connection, purpose: str, email: str, now: float, account: int, details: Details, **given: Any
    ) -> None:
        row = {"purpose": purpose, "email": email, "account": account or None, "created": now, "due": now, **given}
        base.execute(insert(letters).values(**row, details=msgspec.json.encode(details).decode()))

    # ---- links -----------------------------------------------------------------------------------------

    def redeem(self, base: Connection, token: str, purposes: tuple[str, ...], now: float) -> Redeemed:
        """What a link is good for; it is good for it once. If the transaction fails, so it remains."""
        spent = delete(letters).where(
            letters.c.token == digest(token), letters.c.purpose.in_(purposes), letters.c.expires > now
        )
        columns = letters.c.purpose, letters.c.account, letters.c.email, letters.c.details
        row = base.execute(spent.returning(*columns)).first()
        if row is None:
            raise Refused(410, "link", STALE)
        return Redeemed(row.purpose, row.account or 0, row.email, msgspec.json.decode(row.details, type=Details))

    def whose(self, token: str, purposes: tuple[str, ...], now: float) -> int:
        """The account that a link is for; it remains good."""
        chosen = select(letters.c.account).where(
            letters.c.token == digest(token), letters.c.purpose.in_(purposes), letters.c.expires > now
        )
        with self.store.reader.begin() as base:
            found = base.execute(chosen).scalar()
        if found is None:
            raise Refused(410, "link", STALE)
        return int(found)

    @staticmethod
    def cancel(base: Connection, account: int, *purposes: str) -> None:
        """The links of letters to an account lead nowhere any more; those not sent are not."""
        base.execute(delete(letters).where(letters.c.account == account, letters.c.purpose.in_(purposes)))

    # ---- sending ---------------------------------------------------------------------------------------

    def send_soon(self) -> None:
        """Send what is due in a thread: the mail server may take its time."""
        if self.works and not self._sending.locked() and self._is_due(time()):
            Thread(target=self.send_due, name="letters", daemon=True).start()

    def send_due(self) -> int:
        """Send all letters that are due; how many were sent."""
        if not self._sending.acquire(blocking=False):
            return 0
        try:
            sent = 0
            while (found := self._claim(time())) is not None:
                sent += self._send(found)
            return sent
        finally:
            self._sending.release()

    def _is_due(self, now: float) -> bool:
        with self.store.reader.begin() as base:
            return base.execute(select(letters.c.id).where(*_due(now)).limit(1)).first() is not None

    def _claim(self, now: float) -> Waiting | None:
        """A letter that no other server is sending."""
        first = select(letters.c.id).where(*_due(now)).order_by(letters.c.due).limit(1)
        free = first.with_for_update(skip_locked=True).scalar_subquery()
        claimed = update(letters).where(letters.c.id == free)
        changed = claimed.values(lease_until=now + LEASE, attempts=letters.c.attempts + 1)
        columns = [letters.c[name] for name in Waiting._fields]
        with self.store.writing() as base:
            row = base.execute(changed.returning(*columns)).first()
        return None if row is None else Waiting(*row)

    def _send(self, waiting: Waiting) -> bool:
        secret = secrets.token_urlsafe(32) if needs_secret(waiting.purpose) else ""
        words = {"site": self.settings.name, **msgspec.json.decode(waiting.details, type=Details)}
        mail = letter(
            waiting.purpose, waiting.email, words, link_of(self.settings.public_url, waiting.purpose, secret)
        )
        if secret:  # before it is sent: the link must hold when it arrives
            now = time()
            self._change(waiting.id, token=digest(secret), expires=now + LETTERS[waiting.purpose].lasts)
        try:
            self.mailer.send(mail)
        except MailFailed as wrong:
            self._failed(waiting, wrong)
            return False
        if secret:
            self._change(waiting.id, state="sent", lease_until=0.0)
        else:
            self._remove(waiting.id)
        return True

    def _failed(self, waiting: Waiting, wrong: MailFailed) -> None:
        print(f"ostfront: a letter could not be sent: {wrong}", file=sys.stderr)
        if wrong.final or waiting.attempts > len(PAUSES):
            self._change(waiting.id, state="failed", lease_until=0.0)
        else:
            now = time()
            self._change(waiting.id, due=now + PAUSES[waiting.attempts - 1], lease_until=0.0, expires=now + KEPT)

    def _change(self, id: int, **values: Any) -> None:
        with self.store.writing() as base:
            base.execute(update(letters).where(letters.c.id == id).values(**values))

    def _remove(self, id: int) -> None:
        with self.store.writing() as base:
            base.execute(delete(letters).where(letters.c.id == id))

    def sweep(self, now: float) -> None:
        """Forget letters whose links are too old, and those that could not be sent."""
        with self.store.writing() as base:
            old = or_(letters.c.expires <= now, letters.c.state == "failed")
            base.execute(delete(letters).where(old, letters.c.lease_until <= now))


def _due(now: float) -> tuple[Any, ...]:
    return letters.c.state == "waiting", letters.c.due <= now, letters.c.lease_until <= now
