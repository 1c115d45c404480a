"""Routes of challenges: making, looking at, accepting and ending them."""

from __future__ import annotations

from time import time

from ostfront.network import challenge_lists
from ostfront.network.account_names import name_key
from ostfront.network.account_routes import account_of, log_in
from ostfront.network.accounts import Account
from ostfront.network.challenges import Challenge, check_key
from ostfront.network.match_messages import (
    AcceptRequest,
    Begun,
    ChallengeMade,
    ChallengeRequest,
    LookRequest,
    SoloRequest,
)
from ostfront.network.pages import place_of
from ostfront.network.site import Site, site_of
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route, visitor_of
from ostfront.server.sharing import qr_code

CHALLENGE = "/api/challenges/{challenge:str}"


def _made(site: Site, found: Challenge, key: str, account: Account) -> HttpResponse:
    link = f"{site.settings.public_url.rstrip('/')}/#/challenge/{found.id}/{key}" if key else ""
    with site.store.reader.begin() as base:
        info = challenge_lists.one(base, found, account)
    return json_response(ChallengeMade(info, link, qr_code(link)), 201)


@route("POST", "/api/challenges", takes=ChallengeRequest, to="member")
def make_challenge(request: HttpRequest, data: ChallengeRequest) -> HttpResponse:
    site, account = site_of(request), account_of(request)
    other = f"{account.id} {name_key(data.name)}" if data.to == "member" else ""
    site.limits.check("challenge", visitor_of(request), time(), other)
    found, key = site.challenges.make(account, data, time())
    return _made(site, found, key, account)


@route("POST", "/api/solo", takes=SoloRequest, to="member")
def play_computers(request: HttpRequest, data: SoloRequest) -> HttpResponse:
    site_of(request).limits.check("game", visitor_of(request), time())
    return json_response(Begun(site_of(request).challenges.play_computers(account_of(request), data)), 201)


@route("GET", "/api/challenges", to="everybody")
def open_challenges(request: HttpRequest) -> HttpResponse:
    asked = request.query_params
    after = place_of(asked.get("after", ""))
    with site_of(request).store.reader.begin() as base:
        found = challenge_lists.open_page(
            base, visitor_of(request).account, asked.get("game", "")[:64], after, time()
        )  # fmt: skip
    return json_response(found)


@route("POST", CHALLENGE + "/look", takes=LookRequest, to="everybody")
def look_at(request: HttpRequest, data: LookRequest) -> HttpResponse:
    """A challenge, for those whom it concerns: everybody if it is open, else by its key, or who is in it."""
    site, account = site_of(request), visitor_of(request).account
    found = site.challenges.find(request.path_params["challenge"])
    concerned = account and (account in found.people or account == found.other)
    if not concerned and (found.link or found.other):
        if found.other:
            raise Refused(404, "missing", "There is no such challenge.")
        check_key(found, data.key)
    with site.store.reader.begin() as base:
        return json_response(challenge_lists.shown(base, [found], account)[0])


@route("POST", CHALLENGE + "/accept", takes=AcceptRequest, to="everybody")
def accept(request: HttpRequest, data: AcceptRequest) -> HttpResponse:
    """Take a seat. Somebody without an account, who has the link, becomes a guest."""
    site, visitor, id = site_of(request), visitor_of(request), request.path_params["challenge"]
    if visitor.account:
        return json_response(Begun(site.challenges.accept(id, account_of(request), data.key, data.seat, time())))
    found = site.challenges.find(id)
    if not found.link or found.agreed.rated:
        raise Refused(401, "login", "Log in first.")
    site.challenges.check(found, data.key, time())
    site.limits.check("guest", visitor, time())
    guest = site.accounts.add_guest(data.name, time())
    try:
        answer = json_response(Begun(site.challenges.accept(id, guest, data.key, data.seat, time())))
    except Refused:
        site.challenges.forget_guest(guest)
        raise
    log_in(answer, site, guest, request)
    return answer


@route("POST", CHALLENGE + "/decline", to="member")
def decline(request: HttpRequest) -> HttpResponse:
    site_of(request).challenges.decline(request.path_params["challenge"], account_of(request))
    return json_response({})


@route("POST", CHALLENGE + "/withdraw", to="member")
def withdraw(request: HttpRequest) -> HttpResponse:
    site_of(request).challenges.withdraw(request.path_params["challenge"], account_of(request))
    return json_response({})


@route("POST", CHALLENGE + "/leave", to="member")
def leave(request: HttpRequest) -> HttpResponse:
    """Give the seat back while others are open."""
    site_of(request).challenges.leave(request.path_params["challenge"], account_of(request))
    return json_response({})


@route("POST", CHALLENGE + "/link", to="member")
def new_link(request: HttpRequest) -> HttpResponse:
    """A new link; the one before is worth nothing any more."""
    site, account, id = site_of(request), account_of(request), request.path_params["challenge"]
    key = site.challenges.new_link(id, account)
    return _made(site, site.challenges.find(id), key, account)


ROUTES = [make_challenge, play_computers, open_challenges, look_at, accept, decline, withdraw, leave, new_link]
