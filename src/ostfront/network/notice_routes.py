"""Routes of notices: by mail, webhook and push; the games that wait; unsubscribing."""

from __future__ import annotations

from hashlib import sha256
from time import time
from urllib.parse import quote, urlsplit

from litestar import Response

from ostfront.network.accounts import Account
from ostfront.network.delivery import NotSent, Unsure
from ostfront.network.notice_messages import (
    BrowserInfo,
    NoticeSettings,
    NoticeWishesRequest,
    PushEndRequest,
    PushRequest,
    SinceResponse,
    Tried,
    WaitingResponse,
    WebhookInfo,
    WebhookRequest,
)
from ostfront.network.notice_texts import Text
from ostfront.network.notice_wishes import NoticeWishes, keep_wishes, wishes_of
from ostfront.network.push import Keys
from ostfront.network.site import Site, site_of
from ostfront.network.unsubscribing import unsubscribe
from ostfront.network.waiting import seen_before, waiting_games
from ostfront.network.webhooks import Webhook
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of
from ostfront.server.visitors import check_seat

SETTINGS = "/api/notices/settings"
WEBHOOKS = "/api/notices/webhooks"
PUSH = "/api/notices/push"
TEST = Text("A test", "This is how ostfront tells you that it is your turn.")


def _account(request: HttpRequest) -> Account:
    return site_of(request).accounts.account(visitor_of(request).account)


def _count(request: HttpRequest) -> None:
    """What makes the server ask another one has an end."""
    site_of(request).limits.check("webhook", visitor_of(request), time())


def _number(request: HttpRequest) -> int:
    text: str = request.path_params["id"]
    if not text.isdecimal() or len(text) > 9:
        raise Refused(404, "missing", "There is no such webhook.")
    return int(text)


def _shown(hook: Webhook) -> WebhookInfo:
    host, tail = urlsplit(hook.url).hostname or "", hook.url[-4:]
    return WebhookInfo(hook.id, hook.kind, f"{host} … {tail}", hook.secret, hook.failure, hook.off)


def settings_of(site: Site, account: Account) -> NoticeSettings:
    with site.store.reader.begin() as base:
        wishes = wishes_of(base, account.id)
    return NoticeSettings(
        wishes.mail, wishes.webhook, wishes.push, wishes.digest_at, wishes.reminders, wishes.chat,
        site.letters.works and bool(account.email and account.verified), site.push.public_key(),
        tuple(_shown(hook) for hook in site.webhooks.of(account.id)),
        tuple(BrowserInfo(one.browser, _mark(one.endpoint)) for one in site.push.of(account.id)),
    )  # fmt: skip


def _mark(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()[:16]


def _answer(request: HttpRequest) -> HttpResponse:
    return json_response(settings_of(site_of(request), _account(request)))


@route("GET", SETTINGS, to="member")
def notice_settings(request: HttpRequest) -> HttpResponse:
    return _answer(request)


@route("PUT", SETTINGS, takes=NoticeWishesRequest, to="member")
def put_notice_settings(request: HttpRequest, data: NoticeWishesRequest) -> HttpResponse:
    site = site_of(request)
    wishes = NoticeWishes(data.mail, data.webhook, data.push, data.digest_at, data.reminders, data.chat)
    with site.store.writing() as base:
        keep_wishes(base, visitor_of(request).account, wishes)
    return _answer(request)


@route("POST", WEBHOOKS, takes=WebhookRequest, to="member")
def add_webhook(request: HttpRequest, data: WebhookRequest) -> HttpResponse:
    _count(request)
    account = _account(request)
    if account.guest:
        raise Refused(403, "guest", "Open an account first; guests have no webhooks.")
    site_of(request).webhooks.add(account.id, data.kind, data.url.strip())
    return _answer(request)


@route("DELETE", WEBHOOKS + "/{id:str}", to="member")
def remove_webhook(request: HttpRequest) -> HttpResponse:
    site_of(request).webhooks.remove(visitor_of(request).account, _number(request))
    return _answer(request)


@route("POST", WEBHOOKS + "/{id:str}/test", to="member")
def try_webhook(request: HttpRequest) -> HttpResponse:
    """Send a test; one that was left alone is used again if it goes well."""
    _count(request)
    site = site_of(request)
    hook = site.webhooks.one(visitor_of(request).account, _number(request))
    try:
        site.webhooks.send(hook, TEST, "test", f"test {time():.0f}")
    except (NotSent, Unsure) as wrong:
        return json_response(Tried(str(wrong)))
    return json_response(Tried(""))


@route("POST", PUSH, takes=PushRequest, to="member")
def begin_push(request: HttpRequest, data: PushRequest) -> HttpResponse:
    _count(request)
    site, visitor = site_of(request), visitor_of(request)
    browser = request.headers.get("user-agent", "")
    site.push.subscribe(visitor.account, visitor.session, data.endpoint, Keys(data.p256dh, data.auth), browser)
    return _answer(request)


@route("POST", PUSH + "/end", takes=PushEndRequest, to="member")
def end_push(request: HttpRequest, data: PushEndRequest) -> HttpResponse:
    site_of(request).push.unsubscribe(visitor_of(request).account, data.endpoint)
    return _answer(request)


@route("POST", PUSH + "/test", to="member")
def try_push(request: HttpRequest) -> HttpResponse:
    """Send a test to all browsers of the account."""
    _count(request)
    site = site_of(request)
    browsers = site.push.of(visitor_of(request).account)
    failures = [] if browsers else ["No browser takes push messages."]
    for browser in browsers:
        try:
            site.push.send(browser, TEST, "test")
        except (NotSent, Unsure) as wrong:
            failures.append(str(wrong))
    return json_response(Tried(" ".join(failures)))


@route("GET", "/api/waiting", to="everybody")
def waiting(request: HttpRequest) -> HttpResponse:
    """The games that wait for whoever asks; none for somebody who has just logged out, whose page may still ask."""
    if not visitor_of(request).account:
        return json_response(WaitingResponse((), 0))
    with site_of(request).store.reader.begin() as base:
        return json_response(waiting_games(base, visitor_of(request).account))


@route("GET", "/api/games/{game:str}/since", to="seated")
def since(request: HttpRequest) -> HttpResponse:
    """How far the seat had seen the game before; to be asked before its view."""
    site = site_of(request)
    live, seat = site.library.seat(request.path_params["game"], request.headers.get("seat-token", ""))
    check_seat(visitor_of(request), live.seats[seat])  # this is not a visit yet
    with site.store.reader.begin() as base:
        return json_response(SinceResponse(seen_before(base, live.id, seat)))


@route("GET", "/unsubscribe/{token:str}", to="everybody")
def ask_unsubscribe(request: HttpRequest) -> HttpResponse:
    """The page asks before it does so: programs that look at the links of a letter change nothing."""
    token = quote(request.path_params["token"][:80], safe="")
    return Response(b"", status_code=303, headers={"location": f"/#/unsubscribe/{token}"})


@route("POST", "/unsubscribe/{token:str}", to="everybody")
def end_letters(request: HttpRequest) -> HttpResponse:
    """At one click, also of a mail program (RFC 8058), which sends no cookie and names no origin."""
    unsubscribe(site_of(request).store, request.path_params["token"])
    return json_response(Tried(""))


ROUTES = [
    notice_settings, put_notice_settings, add_webhook, remove_webhook, try_webhook, begin_push, end_push, try_push,
    waiting, since, ask_unsubscribe, end_letters,
]  # fmt: skip
