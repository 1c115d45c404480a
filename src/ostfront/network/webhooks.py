"""Webhooks: notices for Discord, or as signed JSON for a program of the member's own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from hmac import new
from time import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from ostfront.network.delivery import NotSent
from ostfront.network.notice_texts import Text
from ostfront.network.notices import MOST_FAILURES
from ostfront.network.outbound import check_url, judged, post, target_of
from ostfront.network.summaries import plain
from ostfront.network.tables import webhooks
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused

MOST = 5  # of an account
SIGNATURE = "ostfront-signature"
COLOR = 0x8A2B1D
GONE = (401, 403, 404, 410)
DISCORD = ("https://discord.com/api/webhooks/", "https://discordapp.com/api/webhooks/")


class Webhook(NamedTuple):
    id: int
    account: int
    kind: str  # discord, json
    url: str
    secret: str
    failure: str
    failures: int

    @property
    def off(self) -> bool:
        """Whether it has failed too often and is left alone."""
        return self.failures >= MOST_FAILURES


COLUMNS = [webhooks.c[name] for name in Webhook._fields]


class Webhooks:
    """The webhooks of a site; `local` lets them lead into the server's own network."""

    def __init__(self, store: GameStore, site: str, local: bool) -> None:
        self.store = store
        self.site = site
        self.local = local

    def of(self, account: int) -> list[Webhook]:
        with self.store.reader.begin() as base:
            rows = base.execute(select(*COLUMNS).where(webhooks.c.account == account).order_by(webhooks.c.id)).all()
        return [Webhook(*row) for row in rows]

    def one(self, account: int, id: int) -> Webhook:
        found = next((one for one in self.of(account) if one.id == id), None)
        if found is None:
            raise Refused(404, "missing", "There is no such webhook.")
        return found

    def add(self, account: int, kind: str, url: str) -> Webhook:
        if kind == "discord" and not self.local and not url.startswith(DISCORD):
            raise Refused(400, "words", "A webhook of Discord begins with https://discord.com/api/webhooks/.")
        try:
            check_url(url, self.local)
        except NotSent as wrong:
            raise Refused(400, "words", str(wrong)) from None
        with self.store.writing() as base:
            count = base.execute(select(func.count()).where(webhooks.c.account == account)).scalar_one()
            if count >= MOST:
                raise Refused(409, "limit", f"You can have at most {MOST} webhooks.")
            row = {"account": account, "kind": kind, "url": url, "secret": secrets.token_hex(24), "created": time()}
            id = base.execute(insert(webhooks).values(**row).returning(webhooks.c.id)).scalar_one()
        return self.one(account, id)

    def remove(self, account: int, id: int) -> None:
        with self.store.writing() as base:
            base.execute(delete(webhooks).where(webhooks.c.account == account, webhooks.c.id == id))

    def send(self, hook: Webhook, text: Text, kind: str, id: str) -> None:
        """Send a notice; what becomes of it is noted."""
        body = msgspec.json.encode(self.discord(text) if hook.kind == "discord" else self.json(text, kind, id))
        headers = {"content-type": "application/json", "user-agent": "ostfront", **signature(hook, body)}
        status = 0
        try:
            answered = post(hook.url, body, headers, local=self.local)
            status = answered.status
            judged(answered, target_of(hook.url, self.local).host)
        except NotSent as wrong:
            self._note(hook, str(wrong), MOST_FAILURES if status in GONE else hook.failures + 1)
            raise
        if hook.failures:
            self._note(hook, "", 0)

    def _note(self, hook: Webhook, failure: str, failures: int) -> None:
        with self.store.writing() as base:
            values = {"failure": failure, "failures": failures}
            base.execute(update(webhooks).where(webhooks.c.id == hook.id).values(**values))

    def discord(self, text: Text) -> dict[str, Any]:
        """A message in the channel, with what everybody may know: others may read there."""
        lines = [*plain(text.public), *([text.until] if text.until else [])]
        embed = {"title": text.title[:250], "url": f"{self.site}/{text.link}", "color": COLOR}
        if lines:
            embed["description"] = "\n".join(lines)[:3500]
        return {"content": text.sentence[:1900], "embeds": [embed], "allowed_mentions": {"parse": []}}

    def json(self, text: Text, kind: str, id: str) -> dict[str, Any]:
        return {
            "id": id, "kind": kind, "title": text.title, "text": text.sentence, "url": f"{self.site}/{text.link}",
            "summary": [part._asdict() for part in text.public.parts], "until": text.until,
        }  # fmt: skip


def signature(hook: Webhook, body: bytes) -> Mapping[str, str]:
    """Plain JSON is signed with the secret of the webhook, so that its receiver knows who sends it."""
    if hook.kind != "json":
        return {}
    return {SIGNATURE: f"sha256={new(hook.secret.encode(), body, sha256).hexdigest()}"}


def webhook(base: Connection, id: int) -> Webhook | None:
    """A webhook that is not left alone."""
    row = base.execute(select(*COLUMNS).where(webhooks.c.id == id, webhooks.c.failures < MOST_FAILURES)).first()
    return None if row is None else Webhook(*row)
