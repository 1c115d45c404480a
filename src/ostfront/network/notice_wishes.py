"""When and how somebody wants to be told of something."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from ostfront.network.tables import notice_wishes

When = Literal["once", "later", "digest", "never"]
DAY = 24 * 60  # minutes


class NoticeWishes(msgspec.Struct, frozen=True):
    """At once, after a while in which one may come back by oneself, once a day (by mail), or never."""

    mail: When = "later"
    webhook: When = "later"
    push: When = "later"
    digest_at: int = 7 * 60  # minutes after midnight, UTC
    reminders: bool = True
    chat: bool = True

    def when(self, way: str) -> When:
        return {"mail": self.mail, "webhook": self.webhook, "push": self.push}[way]


USUAL = NoticeWishes()
INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def wishes_of(base: Connection, account: int) -> NoticeWishes:
    found = base.execute(select(notice_wishes.c.value).where(notice_wishes.c.account == account)).scalar()
    return USUAL if not found else msgspec.json.decode(found, type=NoticeWishes)


def keep_wishes(base: Connection, account: int, wishes: NoticeWishes) -> None:
    value = msgspec.json.encode(wishes).decode()
    row = INSERT[base.dialect.name](notice_wishes).values(account=account, value=value)
    base.execute(row.on_conflict_do_update(index_elements=["account"], set_={"value": value}))


def next_digest(now: float, digest_at: int) -> float:
    """When the next digest is due."""
    due = now - now % 86400 + 60 * (digest_at % DAY)
    return due if due > now else due + 86400
