"""The notices that are due: claiming them, and what becomes of them.

A notice is leased while its words are found; if its courier dies then, another takes it over. It is marked as going
before anything leaves, and never goes again when nobody can tell what became of it.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, select, text, update

from ostfront.network.blocks import between
from ostfront.network.notice_wishes import wishes_of
from ostfront.network.notices import OF_A_TURN, Body, last_visit
from ostfront.network.tables import accounts, blocks, challenges, notices, proposals, turns
from ostfront.server.database import games
from ostfront.server.game_store import GameStore

PAUSES = (60.0, 300.0, 1500.0, 7200.0, 6 * 3600.0)  # before it is tried again
KEPT = 60 * 24 * 3600.0  # seconds for which it is known what was sent
STOPPED = "The server stopped while this was sent."

FREE = "state = 'waiting' AND due <= :now AND lease_until < :now AND way {digest} 'digest'"
CLAIM = (
    "UPDATE notices SET lease_until = :until WHERE id = (SELECT id FROM notices WHERE "
    + FREE.format(digest="<>")
    + " ORDER BY due LIMIT 1{locking}) RETURNING id, account, way, kind, mark, game, body, attempts"
)
NEXT_READER = "SELECT account FROM notices WHERE " + FREE.format(digest="=") + " ORDER BY due LIMIT 1"
LOCK_READER = "SELECT id FROM accounts WHERE id = :account FOR NO KEY UPDATE SKIP LOCKED"
CLAIM_DIGEST = (
    "UPDATE notices SET lease_until = :until WHERE account = :account AND "
    + FREE.format(digest="=")
    + " RETURNING id, account, way, kind, mark, game, body, attempts"
)


class Notice(NamedTuple):
    """A notice that was claimed."""

    id: int
    account: int
    way: str
    kind: str
    mark: str
    game: str
    body: Body
    attempts: int


class Queue:
    """Claims for one courier; a lease is longer than sending takes."""

    def __init__(self, store: GameStore, lease: float) -> None:
        self.store = store
        self.lease = lease

    def claim(self, now: float) -> tuple[list[Notice], float]:
        """What goes together, and until when it is ours: one notice, or all that belong in somebody's digest."""
        until = now + self.lease
        times = {"now": now, "until": until}
        locking = " FOR UPDATE SKIP LOCKED" if self.store.several else ""
        with self.store.writing() as base:
            rows = base.execute(text(CLAIM.format(locking=locking)), times).all()
            if not rows:
                account = base.execute(text(NEXT_READER), {"now": now}).scalar()
                free = account is not None and (
                    not self.store.several or base.execute(text(LOCK_READER), {"account": account}).first()
                )
                if free:  # nobody else is making a digest for the same reader
                    rows = base.execute(text(CLAIM_DIGEST), {**times, "account": account}).all()
        return [Notice(*row)._replace(body=_body(row.body)) for row in sorted(rows)], until

    def go(self, claimed: list[Notice], until: float, now: float) -> list[Notice]:
        """Mark what is still news as going; the rest is dropped, and what is not ours any more left alone."""
        going = []
        with self.store.writing() as base:
            for notice in claimed:
                mine = (notices.c.id == notice.id, notices.c.lease_until == until, notices.c.state != "dropped")
                state = "going" if is_news(base, notice, now) else "dropped"
                values = {"state": state, "attempts": notice.attempts + (state == "going"), "lease_until": until}
                if base.execute(update(notices).where(*mine).values(**values)).rowcount and state == "going":
                    going.append(notice._replace(attempts=notice.attempts + 1))
        return going

    def sent(self, went: list[Notice], now: float) -> None:
        self._settle(went, {"state": "sent", "sent": now, "failure": "", "body": ""})

    def failed(self, went: list[Notice], reason: str) -> None:
        """Given up."""
        self._settle(went, {"state": "failed", "failure": reason[:300], "body": ""})

    def again(self, notice: Notice, reason: str, now: float, after: float = 0.0) -> None:
        """It was not accepted: later once more, a few times."""
        if notice.attempts > len(PAUSES):
            self.failed([notice], reason)
            return
        due = now + max(after, PAUSES[max(0, notice.attempts - 1)])
        self._settle([notice], {"state": "waiting", "due": due, "lease_until": 0.0, "failure": reason[:300]})

    def _settle(self, those: list[Notice], values: dict[str, object]) -> None:
        with self.store.writing() as base:
            base.execute(update(notices).where(notices.c.id.in_([one.id for one in those])).values(**values))

    def tidy(self, now: float) -> None:
        """What went with a courier that stopped will not be heard of again; what is old is forgotten."""
        lost = (notices.c.state == "going", notices.c.lease_until < now)
        over = notices.c.state.in_(("sent", "failed", "dropped"))
        with self.store.writing() as base:
            base.execute(update(notices).where(*lost).values(state="failed", failure=STOPPED, body=""))
            base.execute(delete(notices).where(over, notices.c.due < now - KEPT))


def _body(given: str) -> Body:
    return msgspec.json.decode(given, type=Body) if given else Body()


def is_news(base: Connection, notice: Notice, now: float) -> bool:
    """Whether it is still to be told: things have gone on since it was written."""
    body, game, account = notice.body, notice.game, notice.account
    reader = base.execute(select(accounts.c.suspended_until).where(accounts.c.id == account)).scalar()
    way = "mail" if notice.way == "digest" else notice.way
    if reader is None or reader > now or wishes_of(base, account).when(way) == "never":
        return False
    if body.by and base.execute(select(blocks.c.account).where(between(account, body.by))).first() is not None:
        return False
    if notice.kind in OF_A_TURN:
        here = (turns.c.game == game, turns.c.seat == body.seat, turns.c.account == account)
        if not base.execute(select(turns.c.since).where(*here)).scalar():
            return False
    if notice.kind == "over" and not base.execute(select(games.c.result).where(games.c.id == game)).scalar():
        return False
    if notice.kind == "proposal":
        still = (proposals.c.game == game, proposals.c.kind == body.about, proposals.c.state == "open")
        if base.execute(select(proposals.c.n).where(*still)).first() is None:
            return False
    if notice.kind == "challenge" and notice.mark.startswith(f"challenge:{body.about}:open:"):
        state = base.execute(select(challenges.c.state).where(challenges.c.id == body.about)).scalar()
        if state != "open":
            return False
    if game and base.execute(select(games.c.id).where(games.c.id == game)).scalar() is None:
        return False
    return notice.kind == "reminder" or not game or last_visit(base, account, game) < body.at
