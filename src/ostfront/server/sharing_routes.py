"""Routes of a shared table: the owner makes links to seats, a guest takes one."""

from __future__ import annotations

from litestar import Response

from ostfront.server import sharing
from ostfront.server.game_library import GameLibrary
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import InvitationsResponse, InviteRequest, JoinRequest, JoinResponse, Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, route
from ostfront.server.table_door import guest_cookie

INVITATIONS = "/api/games/{game:str}/invitations"


def _library(request: HttpRequest) -> GameLibrary:
    library: GameLibrary = request.app.state.library
    return library


def _live(request: HttpRequest) -> LiveGame:
    return _library(request).live_game(request.path_params["game"])


def _told(request: HttpRequest, live: LiveGame) -> HttpResponse:
    address = _library(request).shared_at
    with live.lock:
        names = [seat.name for seat in live.game.rules.seats]
        found = sharing.invitations(live, names, address)
    return json_response(InvitationsResponse(address, sharing.EXPOSED, found))


@route("GET", INVITATIONS)
def list_invitations(request: HttpRequest) -> HttpResponse:
    return _told(request, _live(request))


@route("POST", INVITATIONS, takes=InviteRequest)
def invite(request: HttpRequest, data: InviteRequest) -> HttpResponse:
    """A new link for a seat; an earlier one, and whoever came by it, no longer get in."""
    if not _library(request).shared_at:
        raise Refused(409, "conflict", "This table is not shared. Start it with `ostfront play --share`.")
    live = _live(request)
    sharing.invite(live, data.seat)
    return _told(request, live)


@route("DELETE", INVITATIONS + "/{seat:str}")
def take_back(request: HttpRequest) -> HttpResponse:
    live = _live(request)
    sharing.take_back(live, request.path_params["seat"])
    return _told(request, live)


@route("POST", "/api/join", takes=JoinRequest, to="everybody")
def join(request: HttpRequest, data: JoinRequest) -> HttpResponse:
    """Take a seat by its link. The token becomes a cookie, sent with requests for this game alone."""
    live = _library(request).live_game(data.game[:64])
    row = sharing.join(live, data.invitation[:200], data.name[:200])
    answer: Response[bytes] = json_response(JoinResponse(live.id, live.game.rules.seats[row.seat].name))
    answer.headers["set-cookie"] = guest_cookie(request.headers["host"], live.id, row.token)
    return answer


ROUTES = [list_invitations, invite, take_back, join]
