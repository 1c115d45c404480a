"""Routes of accounts: logging in, settings."""

from __future__ import annotations

from time import time

from ostfront import __version__
from ostfront.network.account_messages import Me, MeResponse, SiteInfo
from ostfront.network.accounts import Account
from ostfront.network.site import Site, site_of
from ostfront.network.site_door import session_cookie
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of


def log_in(response: HttpResponse, site: Site, account: Account, request: HttpRequest) -> None:
    """Begin a session for an account and put it into the cookie; a session that was sent ends."""
    visitor = visitor_of(request)
    if visitor.session:
        site.sessions.end(visitor.session)
    token = site.sessions.begin(account.id, time(), request.headers.get("user-agent", ""))
    response.headers["set-cookie"] = session_cookie(site.settings, token)


def me_of(site: Site, account: int) -> Me:
    found = site.accounts.account(account)
    return Me(found.name, found.kind, found.email, bool(found.verified))


@route("GET", "/api/me", to="everybody")
def me(request: HttpRequest) -> HttpResponse:
    """Who is logged in, and what site this is."""
    site, visitor = site_of(request), visitor_of(request)
    settings = site.settings
    info = SiteInfo(settings.name, __version__, settings.registration, bool(settings.mail.server))
    return json_response(MeResponse(info, me_of(site, visitor.account) if visitor.account else None))


ROUTES = [me]
