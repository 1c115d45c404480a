"""Routes of passkeys: one's own, and logging in with one."""

from __future__ import annotations

from time import time

from ostfront.network import passkey_ceremonies
from ostfront.network.account_routes import account_of, entered
from ostfront.network.passkey_messages import (
    PasskeyInfo,
    PasskeyOptions,
    PasskeyRequest,
    PasskeysResponse,
    ProvenRequest,
    SignedRequest,
)
from ostfront.network.passkeys import SOON
from ostfront.network.settings import Settings
from ostfront.network.site import site_of
from ostfront.network.site_door import cookie_name
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of

OWN, LOGIN = "/api/account/passkeys", "/api/login/passkey"
LIMIT = 16 * 1024  # bytes: names of credentials and what is told of a new one have some thousands


@route("GET", OWN, to="member")
def passkeys(request: HttpRequest) -> HttpResponse:
    return _listed(request)


@route("POST", OWN + "/begin", takes=ProvenRequest, limit=LIMIT, pool="passwords", to="member")
def begin_passkey(request: HttpRequest, data: ProvenRequest) -> HttpResponse:
    site, visitor = site_of(request), visitor_of(request)
    options = passkey_ceremonies.begin_adding(site, account_of(request), data.password, visitor, time())
    return json_response(PasskeyOptions(options))


@route("POST", OWN, takes=PasskeyRequest, limit=LIMIT, to="member")
def add_passkey(request: HttpRequest, data: PasskeyRequest) -> HttpResponse:
    passkey_ceremonies.add(site_of(request), account_of(request), data, visitor_of(request), time())
    return _listed(request)


@route("DELETE", OWN + "/{id:str}", to="member")
def remove_passkey(request: HttpRequest) -> HttpResponse:
    """Nobody gets in by this, so the password is not asked for."""
    id = request.path_params["id"]
    if not id.isdecimal() or len(id) > 9:
        raise Refused(404, "missing", "There is no such passkey.")
    passkey_ceremonies.remove(site_of(request), account_of(request), int(id), time())
    return _listed(request)


@route("POST", LOGIN + "/begin", to="everybody")
def begin_login(request: HttpRequest) -> HttpResponse:
    """What a passkey is to sign. The cookie binds it to this browser, where nobody is logged in."""
    site = site_of(request)
    options, secret = passkey_ceremonies.begin_login(site, visitor_of(request), time())
    return json_response(PasskeyOptions(options), headers={"set-cookie": _attempt_cookie(site.settings, secret)})


@route("POST", LOGIN, takes=SignedRequest, limit=LIMIT, to="everybody")
def login_with_passkey(request: HttpRequest, data: SignedRequest) -> HttpResponse:
    site = site_of(request)
    secret = request.cookies.get(_attempt_name(site.settings), "")
    return entered(request, passkey_ceremonies.log_in(site, secret, data, visitor_of(request), time()))


def _listed(request: HttpRequest) -> HttpResponse:
    found = site_of(request).passkeys.of(visitor_of(request).account)
    return json_response(PasskeysResponse([PasskeyInfo(key.id, key.name, key.created, key.used) for key in found]))


def _attempt_name(settings: Settings) -> str:
    return f"{cookie_name(settings)}-attempt"


def _attempt_cookie(settings: Settings, secret: str) -> str:
    secure = "; Secure" if settings.secure else ""
    return f"{_attempt_name(settings)}={secret}; Path=/; HttpOnly; SameSite=Strict{secure}; Max-Age={int(SOON)}"


ROUTES = [passkeys, begin_passkey, add_passkey, remove_passkey, begin_login, login_with_passkey]
