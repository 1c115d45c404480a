"""What the page and a site send each other about notices: by mail, webhook and push."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ostfront.core.page.table import PageStruct
from ostfront.network.notice_wishes import When

WhenDirect = Literal["once", "later", "never"]
Minutes = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]


class NoticeWishesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """How somebody wants to be told; the digest comes so many minutes after midnight, UTC."""

    mail: When
    webhook: WhenDirect
    push: WhenDirect
    digest_at: Minutes
    reminders: bool
    chat: bool


class WebhookRequest(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["discord", "json"]
    url: str


class PushRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that is to take push messages, in the words of its subscription."""

    endpoint: str
    p256dh: str
    auth: str


class PushEndRequest(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: str


class WebhookInfo(PageStruct, frozen=True):
    """A webhook of one's own. Its address is a secret: `shown` is what tells it from others."""

    id: int
    kind: str
    shown: str
    secret: str  # what plain JSON is signed with
    failure: str
    off: bool  # it has failed too often and is left alone


class BrowserInfo(PageStruct, frozen=True):
    """A browser that takes push messages; `mark` is the digest of its address."""

    browser: str
    mark: str


class NoticeSettings(PageStruct, frozen=True):
    """How one is told. Without a `push_key` the site sends no push messages."""

    mail: str
    webhook: str
    push: str
    digest_at: int
    reminders: bool
    chat: bool
    mail_works: bool  # the site sends mail, and the address is verified
    push_key: str
    webhooks: tuple[WebhookInfo, ...]
    browsers: tuple[BrowserInfo, ...]


class Tried(PageStruct, frozen=True):
    """What became of a test; empty if it went well."""

    failure: str


class WaitingGame(PageStruct, frozen=True):
    """A game in which one is awaited."""

    id: str
    title: str
    against: str
    since: float
    deadline: float  # 0: no clock


class WaitingResponse(PageStruct, frozen=True):
    games: tuple[WaitingGame, ...]
    count: int  # there may be more than are listed


class SinceResponse(PageStruct, frozen=True):
    """How many entries a game had when one last looked; below 0 if one never did."""

    moment: int
