"""Routes of finding a game: one's games, games to watch, private boards, records, rematches."""

from __future__ import annotations

from time import time

from litestar import Response

from ostfront.core.files.record import write as write_record
from ostfront.network import challenge_lists, challenge_routes, match_lists, profile_routes
from ostfront.network.account_routes import account_of
from ostfront.network.boards import check_room, remove_board
from ostfront.network.match_messages import Begun, BoardRequest, HomeResponse, LessonRequest
from ostfront.network.matches import match_row, may_look
from ostfront.network.pages import place_of
from ostfront.network.rematches import rematch as challenge_again
from ostfront.network.site import site_of
from ostfront.server.game_library import Student
from ostfront.server.library_routes import SVG
from ostfront.server.messages import Refused, WhatIfRequest
from ostfront.server.routing import (
    HttpRequest,
    HttpResponse,
    cached_response,
    file_response,
    json_response,
    route,
    visitor_of,
)
from ostfront.server.seat_routes import GAME, seat_of

MATCH = "/api/matches/{game:str}"
FILE_LIMIT = 768 * 1024  # bytes; records of the longest games have a tenth of it


# ---- lists -----------------------------------------------------------------------------------------------


@route("GET", "/api/home", to="member")
def home(request: HttpRequest) -> HttpResponse:
    account, now = visitor_of(request).account, time()
    with site_of(request).store.reader.begin() as base:
        lists = match_lists.all_of(base, account)
        received, sent = challenge_lists.received(base, account, now), challenge_lists.sent(base, account, now)
    return json_response(HomeResponse(*lists, received, sent))


@route("GET", "/api/home/{shelf:str}", to="member")
def more_of_home(request: HttpRequest) -> HttpResponse:
    """The next page of the games that wait for others, or of those that are over."""
    pages = {"waiting": match_lists.waiting_page, "over": match_lists.over_page}
    listed = pages.get(request.path_params["shelf"])
    if listed is None:
        raise Refused(404, "missing", "There is no such list.")
    after = place_of(request.query_params.get("after", ""))
    with site_of(request).store.reader.begin() as base:
        return json_response(listed(base, visitor_of(request).account, after))


@route("GET", "/api/watch", to="everybody")
def to_watch(request: HttpRequest) -> HttpResponse:
    """Games under way that everybody may watch."""
    asked = request.query_params
    after = place_of(asked.get("after", ""))
    with site_of(request).store.reader.begin() as base:
        return json_response(
            match_lists.watch_page(base, visitor_of(request).account, asked.get("game", "")[:64], after)
        )


@route("GET", GAME + "/thumbnail.svg", to="everybody")
def thumbnail(request: HttpRequest) -> HttpResponse:
    """The map of a game in small, with what whoever asks may see: their own seats, or what everybody sees."""
    site, account, id = site_of(request), visitor_of(request).account, request.path_params["game"]
    with site.store.reader.begin() as base:
        if not may_look(base, id, account):
            raise Refused(404, "missing", "There is no such picture.")
    drawn = site.library.thumbnails.saved(id, lambda row: bool(account) and row.account == account)
    return cached_response(request, drawn.body, SVG, drawn.etag)


# ---- games -----------------------------------------------------------------------------------------------


@route("GET", MATCH + "/record", to="everybody")
def record(request: HttpRequest) -> HttpResponse:
    """The record of a match that is over: nothing in it is secret now. While it is played, seats export theirs."""
    site, id = site_of(request), request.path_params["game"]
    with site.store.reader.begin() as base:
        match = match_row(base, id)
        if match is None or not match.ended or not may_look(base, id, visitor_of(request).account):
            raise Refused(404, "missing", "There is no such record.")
    live = site.library.live_game(id)
    with live.lock:
        if live.game.result is None:
            raise Refused(409, "conflict", "This game is not over.")
        return file_response(write_record(live.game), f"{live.game.rules.info.name}-{id}.record.txt")


@route("POST", MATCH + "/rematch", to="member")
def rematch(request: HttpRequest) -> HttpResponse:
    """The same terms with the sides swapped: a challenge to the others, or a match at once against computers."""
    site, account, game = site_of(request), account_of(request), request.path_params["game"]
    site.limits.check("challenge", visitor_of(request), time(), f"{account.id} again {game}")
    return json_response(challenge_again(site, game, account, time()), 201)


@route("POST", GAME + "/whatif", takes=WhatIfRequest, to="member")
def what_if(request: HttpRequest, data: WhatIfRequest) -> HttpResponse:
    """A private board of whoever plays this seat."""
    site, account = site_of(request), account_of(request)
    live, seat = seat_of(request)
    site.limits.check("game", visitor_of(request), time())
    check_room(site.store, account.id)
    return json_response(site.library.what_if(live, seat, data.moment, Student(account.name, account.id)), 201)


@route("POST", "/api/lessons", takes=LessonRequest, to="member")
def learn(request: HttpRequest, data: LessonRequest) -> HttpResponse:
    """A guided game."""
    site, account = site_of(request), account_of(request)
    site.limits.check("game", visitor_of(request), time())
    check_room(site.store, account.id)
    return json_response(Begun(site.library.create_lesson(data.game, Student(account.name, account.id)).id), 201)


@route("POST", "/api/boards", takes=BoardRequest, limit=FILE_LIMIT, pool="imports", to="member")
def open_file(request: HttpRequest, data: BoardRequest) -> HttpResponse:
    """A record or a position as a private board."""
    site, account = site_of(request), account_of(request)
    if account.guest:
        raise Refused(403, "guest", "Guests open no files; become a member.")
    check_room(site.store, account.id)
    site.limits.check("import", visitor_of(request), time())
    return json_response(Begun(site.library.import_board(data.text, Student(account.name, account.id)).id), 201)


@route("DELETE", "/api/boards/{game:str}", to="member")
def drop_board(request: HttpRequest) -> HttpResponse:
    remove_board(site_of(request).library, request.path_params["game"], visitor_of(request).account)
    return Response(b"", status_code=204)


ROUTES = [
    home, more_of_home, to_watch, thumbnail, record, rematch, what_if, learn, open_file, drop_board,
    *challenge_routes.ROUTES, *profile_routes.ROUTES,
]  # fmt: skip
