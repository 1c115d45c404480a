"""Routes of accounts: becoming a member, logging in and out."""

from __future__ import annotations

from time import time

from ostfront import __version__
from ostfront.network import account_changes, membership
from ostfront.network.account_messages import (
    EnterResponse,
    ForgotRequest,
    LoginRequest,
    Me,
    MemberRequest,
    MeResponse,
    RegisterRequest,
    ResetRequest,
    SiteInfo,
    VerifyRequest,
)
from ostfront.network.accounts import Account
from ostfront.network.sessions import digest
from ostfront.network.site import Site, site_of
from ostfront.network.site_door import session_cookie
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of

SMALL = 8 * 1024  # bytes of a form


def log_in(response: HttpResponse, site: Site, account: Account, request: HttpRequest) -> None:
    """Begin a session for an account and put it into the cookie; a session that was sent ends."""
    visitor = visitor_of(request)
    token = site.sessions.begin(account.id, time(), request.headers.get("user-agent", ""))
    if visitor.session:
        if visitor.account == account.id:
            site.push.move(visitor.session, digest(token))
        site.sessions.end(visitor.session)
    response.headers["set-cookie"] = session_cookie(site.settings, token)


def entered(request: HttpRequest, account: Account | None) -> HttpResponse:
    """The answer to whoever is logged in by this request, or gets a letter."""
    if account is None:
        return json_response(EnterResponse(letter=True, me=None))
    response = json_response(EnterResponse(letter=False, me=shown(account)))
    log_in(response, site_of(request), account, request)
    return response


def shown(account: Account) -> Me:
    return Me(account.name, account.kind, account.email, bool(account.verified))


def account_of(request: HttpRequest) -> Account:
    """Whose request it is."""
    return site_of(request).accounts.account(visitor_of(request).account)


@route("GET", "/api/me", to="everybody")
def me(request: HttpRequest) -> HttpResponse:
    """Who is logged in, and what site this is."""
    site, visitor = site_of(request), visitor_of(request)
    settings = site.settings
    info = SiteInfo(
        settings.name, __version__, settings.registration, site.letters.works, bool(settings.passkey_domain)
    )
    found = shown(account_of(request)) if visitor.account else None
    return json_response(MeResponse(info, found, site.announcements.now(time())))


@route("POST", "/api/register", takes=RegisterRequest, limit=SMALL, pool="passwords", to="everybody")
def register(request: HttpRequest, data: RegisterRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    return entered(request, membership.register(site, data.name, data.email, data.password, visitor, time()))


@route("POST", "/api/login", takes=LoginRequest, limit=SMALL, pool="passwords", to="everybody")
def login(request: HttpRequest, data: LoginRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    return entered(request, membership.log_in_with(site, data.email, data.password, visitor, time()))


@route("POST", "/api/logout", to="everybody")
def logout(request: HttpRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    if visitor.session:
        site.sessions.end(visitor.session)
    return json_response({}, headers={"set-cookie": session_cookie(site.settings, "")})


@route("POST", "/api/verify", takes=VerifyRequest, limit=SMALL, to="everybody")
def verify(request: HttpRequest, data: VerifyRequest) -> HttpResponse:
    """Follow the link of a letter. Only those that open an account log in: whoever changes an address may be
    reading letters in another browser."""
    found, account = membership.verify(site_of(request), data.token, data.name, time())
    if found.purpose == "address":
        return json_response(EnterResponse(letter=False, me=None))
    return entered(request, account)


@route("POST", "/api/forgot", takes=ForgotRequest, limit=SMALL, pool="passwords", to="everybody")
def forgot(request: HttpRequest, data: ForgotRequest) -> HttpResponse:
    account_changes.forgot(site_of(request), data.email, visitor_of(request), time())
    return entered(request, None)


@route("POST", "/api/reset", takes=ResetRequest, limit=SMALL, pool="passwords", to="everybody")
def reset(request: HttpRequest, data: ResetRequest) -> HttpResponse:
    return entered(request, account_changes.reset(site_of(request), data.token, data.password, time()))


@route("POST", "/api/account/join", takes=MemberRequest, limit=SMALL, pool="passwords", to="member")
def join(request: HttpRequest, data: MemberRequest) -> HttpResponse:
    """A guest becomes a member."""
    guest, visitor = account_of(request), visitor_of(request)
    return entered(request, membership.join(site_of(request), guest, data.email, data.password, visitor, time()))


ROUTES = [me, register, login, logout, verify, forgot, reset, join]
