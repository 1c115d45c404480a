"""Routes of the company in a game: chat, clocks, proposals, calling it off, watching; and of vacations."""

from __future__ import annotations

from functools import partial
from time import time

from litestar.handlers import HTTPRouteHandler

from ostfront.network import chat
from ostfront.network.calling_off import call_off
from ostfront.network.chat import Reader
from ostfront.network.company_messages import (
    AnswerRequest,
    ChatRequest,
    ProposalRequest,
    ReadRequest,
    VacationRequest,
    VacationResponse,
)
from ostfront.network.site import Site, site_of
from ostfront.network.vacations import DAY
from ostfront.network.watching import Shown
from ostfront.server import routing
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, visitor_of
from ostfront.server.seat_routes import GAME, seat_of

PROPOSALS = GAME + "/proposals"
CHAT = GAME + "/chat"

route = partial(routing.route, to="seated")


def _player(request: HttpRequest) -> tuple[LiveGame, Reader]:
    """The match, and the member who plays this seat."""
    live, seat = seat_of(request)
    return live, Reader(visitor_of(request).account, seat)


def _anybody(request: HttpRequest) -> tuple[LiveGame, Reader, Shown | None]:
    """The match, and who plays or watches; whoever watches is shown something of it."""
    if request.headers.get("seat-token"):
        return *_player(request), None
    site, visitor = site_of(request), visitor_of(request)
    shown = site.watching.shown(request.path_params["game"], visitor)
    return shown.live.source, Reader(visitor.account), shown


def _number(request: HttpRequest) -> int:
    text = str(request.path_params["n"])
    if not text.isdecimal() or len(text) > 9:
        raise Refused(404, "missing", "There is no such proposal in this game.")
    return int(text)


def _told(site: Site, live: LiveGame, who: Reader, shown: Shown | None = None) -> HttpResponse:
    watchers = site.watching.watchers(live.id)
    if shown is None:
        return json_response(site.company.told(live, who, watchers))
    return json_response(site.company.told(live, who, watchers, shown.says, shown.seats))


@route("GET", GAME + "/company")
def company(request: HttpRequest) -> HttpResponse:
    live, who, shown = _anybody(request)
    return _told(site_of(request), live, who, shown)


# ---- proposals ------------------------------------------------------------------------------------------


@route("POST", PROPOSALS, takes=ProposalRequest)
def propose(request: HttpRequest, data: ProposalRequest) -> HttpResponse:
    site, (live, who) = site_of(request), _player(request)
    site.proposals.propose(live, who.seat, data.kind, data.target, time())
    return _told(site, live, who)


@route("POST", PROPOSALS + "/{n:str}", takes=AnswerRequest)
def answer(request: HttpRequest, data: AnswerRequest) -> HttpResponse:
    site, (live, who) = site_of(request), _player(request)
    site.proposals.answer(live, who.seat, _number(request), data.agree, time())
    return _told(site, live, who)


@route("DELETE", PROPOSALS + "/{n:str}")
def withdraw(request: HttpRequest) -> HttpResponse:
    site, (live, who) = site_of(request), _player(request)
    site.proposals.withdraw(live, who.seat, _number(request))
    return _told(site, live, who)


@route("POST", GAME + "/call-off")
def end_without_result(request: HttpRequest) -> HttpResponse:
    site, (live, who) = site_of(request), _player(request)
    call_off(live, who.seat, time())
    return _told(site, live, who)


# ---- chat -----------------------------------------------------------------------------------------------


def _chat(live: LiveGame, who: Reader) -> HttpResponse:
    with live.lock:
        return json_response(chat.read(live, who, live.game.result is not None, bool(who.account)))


@route("GET", CHAT)
def read_chat(request: HttpRequest) -> HttpResponse:
    live, who, _ = _anybody(request)
    return _chat(live, who)


@route("POST", CHAT, takes=ChatRequest)
def write_chat(request: HttpRequest, data: ChatRequest) -> HttpResponse:
    site, (live, who, _) = site_of(request), _anybody(request)
    if not who.account:
        raise Refused(401, "login", "Log in first.")
    site.limits.check("chat", visitor_of(request), time())
    chat.say(
        live, who, data.text, time(), lambda base, name, text: site.notices.said(base, live, who, name, text)
    )  # fmt: skip
    return _chat(live, who)


@route("PUT", CHAT + "/read", takes=ReadRequest)
def read_until(request: HttpRequest, data: ReadRequest) -> HttpResponse:
    live, who = _player(request)
    chat.mark_read(live, who, max(0, data.n))
    return _chat(live, who)


# ---- vacations ------------------------------------------------------------------------------------------


def _vacation(site: Site, account: int) -> HttpResponse:
    now = time()
    running = site.vacations.now(account, now)
    left = site.vacations.left(account, now)
    return json_response(VacationResponse(running.until if running else 0.0, round(left / DAY, 2)))


@routing.route("GET", "/api/vacation", to="member")
def vacation(request: HttpRequest) -> HttpResponse:
    return _vacation(site_of(request), visitor_of(request).account)


@routing.route("PUT", "/api/vacation", takes=VacationRequest, to="member")
def begin_vacation(request: HttpRequest, data: VacationRequest) -> HttpResponse:
    site, account = site_of(request), visitor_of(request).account
    site.limits.check("vacation", visitor_of(request), time())
    site.vacations.begin(account, data.days, time())
    return _vacation(site, account)


@routing.route("DELETE", "/api/vacation", to="member")
def end_vacation(request: HttpRequest) -> HttpResponse:
    site, account = site_of(request), visitor_of(request).account
    site.vacations.end(account, time())
    return _vacation(site, account)


ROUTES: list[HTTPRouteHandler] = [
    company, propose, answer, withdraw, end_without_result, read_chat, write_chat, read_until, vacation,
    begin_vacation, end_vacation,
]  # fmt: skip
