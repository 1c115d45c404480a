"""Routes of one seat: its view, draft, questions and orders. All need the seat's token."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec
from litestar import get

from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.page import questions
from ostfront.core.page.log import log as log_lines
from ostfront.core.page.public import PUBLIC
from ostfront.core.page.table import table_of
from ostfront.server import routing
from ostfront.server.along import sent_along
from ostfront.server.game_library import GameLibrary
from ostfront.server.game_store import COMPUTER
from ostfront.server.live_game import LiveGame
from ostfront.server.looks import in_one_request
from ostfront.server.messages import (
    AlongRequest,
    AttacksResponse,
    ChangesResponse,
    ChartSeries,
    ChartsResponse,
    DraftRequest,
    HistoryResponse,
    LogResponse,
    OddsRequest,
    OrderRequest,
    Refused,
    TurnStart,
    UndoRequest,
    WhatIfRequest,
    WhyRequest,
)
from ostfront.server.routing import (
    JSON,
    HttpRequest,
    HttpResponse,
    cached_response,
    check_known,
    json_response,
    owner_only,
    query_int,
    visitor_of,
)
from ostfront.server.seat_view import EncodedView
from ostfront.server.visitors import check_seat

LONGEST_WAIT = 30
LONGEST_ACTION = 2000
GAME = "/api/games/{game:str}"

route = partial(routing.route, to="seated")  # every route here asks for the token of a seat


def seat_of(request: HttpRequest) -> tuple[LiveGame, int]:
    """The game and the seat a request is about."""
    library: GameLibrary = request.app.state.library
    live, seat = library.seat(request.path_params["game"], request.headers.get("seat-token", ""))
    check_seat(visitor_of(request), live.seats[seat])
    return live, seat


def onlooker_of(request: HttpRequest) -> tuple[LiveGame, int]:
    """Likewise for what is only looked at: at a site also by those who have no seat in the game."""
    library: GameLibrary = request.app.state.library
    if library.look is None or request.headers.get("seat-token"):
        return seat_of(request)
    return library.look(request.path_params["game"], visitor_of(request), request.headers.get("watch-seat", ""))


def _player(request: HttpRequest) -> tuple[LiveGame, int]:
    """The game and the seat somebody plays in; where only computers play, people look on."""
    live, seat = seat_of(request)
    if live.seats[seat].player == COMPUTER:
        raise Refused(403, "seat", "A computer plays this seat; you can only watch.")
    return live, seat


def _visited(request: HttpRequest, live: LiveGame, seat: int) -> None:
    """A player's page looks at the present, or waits for it to change; one in the background is no visit."""
    if request.headers.get("seat-token") and "seat-away" not in request.headers:
        request.app.state.library.on_visit(live, seat)


def _view(view: EncodedView, request: HttpRequest) -> HttpResponse:
    return cached_response(request, view.body, JSON, view.etag)


def _answer(view: EncodedView, live: LiveGame, seat: int, wanted: AlongRequest | None) -> HttpResponse:
    """The view after a change, and with it what the page asked to be sent along."""
    headers = {"etag": f'"{view.etag}"', "cache-control": "private, no-cache"}
    if wanted is None:
        return HttpResponse(view.body, media_type=JSON, headers=headers)
    along = msgspec.json.encode(sent_along(view, live.view(seat), live.moment, wanted))
    return HttpResponse(view.body[:-1] + b',"along":' + along + b"}", media_type=JSON, headers=headers)


# ---- views ----------------------------------------------------------------------------------------------


@route("GET", GAME + "/view")
def view(request: HttpRequest) -> HttpResponse:
    live, seat = onlooker_of(request)
    at, after = query_int(request, "at"), query_int(request, "after")
    if at is None and after is None:
        _visited(request, live, seat)
    if at is not None:
        return _view(live.seat_view_at(seat, at), request)
    return _view(live.seat_view(seat) if after is None else live.seat_view_after(seat, after), request)


@get(GAME + "/changes")
async def changes(request: HttpRequest) -> HttpResponse:
    """Answers when the seat's view no longer has this etag, or when the time is up."""
    loop = asyncio.get_running_loop()
    etag = request.query_params.get("etag", "")
    wait = query_int(request, "wait")
    until = loop.time() + min(max(LONGEST_WAIT if wait is None else wait, 0), LONGEST_WAIT)
    pool = request.app.state.pools["table"]
    live: LiveGame | None = None
    seat = PUBLIC
    while True:
        changed = asyncio.Event()

        def listener(event: asyncio.Event = changed) -> None:
            loop.call_soon_threadsafe(event.set)

        if live is None or live.watched or seat == PUBLIC:  # who watches may be shown another moment by now
            live, seat, current = await pool.run(in_one_request, _begin_waiting, request, listener)
        else:
            current = await pool.run(in_one_request, _listening, live, seat, listener, looked=(live.id,))
        try:
            left = until - loop.time()
            if current != etag or left <= 0 or request.app.state.library.closing:
                return json_response(ChangesResponse(current != etag, current))
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                continue
        finally:
            live.source.unlisten(listener)


def _begin_waiting(request: HttpRequest, listener: Callable[[], None]) -> tuple[LiveGame, int, str]:
    check_known(request)
    live, seat = onlooker_of(request)
    _visited(request, live, seat)
    return live, seat, _listening(live, seat, listener)


def _listening(live: LiveGame, seat: int, listener: Callable[[], None]) -> str:
    """The etag of the seat's view. The listener is there before it is made: nothing happens unheard in between."""
    live.source.listen(listener)
    try:
        return live.etag(seat)
    except BaseException:
        live.source.unlisten(listener)
        raise


@route("GET", GAME + "/log")
def log(request: HttpRequest) -> HttpResponse:
    live, seat = onlooker_of(request)
    start = query_int(request, "from") or 0
    with live.lock:
        return json_response(LogResponse(start, live.moment, log_lines(live.view(seat), start)))


@route("GET", GAME + "/battles/{entry:str}")
def battle(request: HttpRequest) -> HttpResponse:
    """The card of a battle, by an entry it is part of."""
    live, seat = onlooker_of(request)
    entry = request.path_params["entry"]
    if not entry.isdecimal() or len(entry) > 9:
        raise Refused(404, "missing", "A battle is named by the number of an entry.")
    return json_response(live.battle(seat, int(entry)))


@route("GET", GAME + "/history")
def history(request: HttpRequest) -> HttpResponse:
    live, _ = onlooker_of(request)
    with live.lock:
        turns = [TurnStart(turn, moment) for turn, moment in live.turn_history().turns]
        return json_response(HistoryResponse(live.moment, live.decision_moments(), turns))


@route("GET", GAME + "/charts")
def charts(request: HttpRequest) -> HttpResponse:
    live, seat = onlooker_of(request)
    with live.lock:
        found = live.turn_history().series(seat)
    series = [ChartSeries(name, title, side, points) for (name, title, side), points in found.items()]
    return json_response(ChartsResponse(series))


@route("GET", GAME + "/review", pool="reviews")
def review(request: HttpRequest) -> HttpResponse:
    return review_for(request)


def review_for(request: HttpRequest) -> HttpResponse:
    """How the officer saw a game that is over."""
    live, seat = onlooker_of(request)
    return json_response(request.app.state.library.reviews.answer(live, seat))


# ---- actions ----------------------------------------------------------------------------------------------


@route("PUT", GAME + "/draft", takes=DraftRequest)
def put_draft(request: HttpRequest, data: DraftRequest) -> HttpResponse:
    live, seat = _player(request)
    for action in data.actions:
        _check_length(action)
    with live.lock:
        return _answer(live.put_draft(seat, data.after, data.actions), live, seat, data.along)


@route("POST", GAME + "/undo", takes=UndoRequest)
def undo(request: HttpRequest, data: UndoRequest) -> HttpResponse:
    live, seat = _player(request)
    with live.lock:
        return _answer(live.undo(seat, data.moment), live, seat, data.along)


@route("POST", GAME + "/concede")
def concede(request: HttpRequest) -> HttpResponse:
    live, seat = _player(request)
    return _view(live.concede(seat), request)


@route("PUT", GAME + "/orders/{window:str}", takes=OrderRequest)
def put_order(request: HttpRequest, data: OrderRequest) -> HttpResponse:
    live, seat = _player(request)
    _check_length(data.answer + data.when)
    return _view(live.order(seat, request.path_params["window"], data.answer, data.when, data.this_phase), request)


@route("DELETE", GAME + "/orders/{window:str}")
def drop_order(request: HttpRequest) -> HttpResponse:
    live, seat = _player(request)
    return _view(live.revoke(seat, request.path_params["window"]), request)


@route("POST", GAME + "/whatif", takes=WhatIfRequest)
def what_if(request: HttpRequest, data: WhatIfRequest) -> HttpResponse:
    owner_only(request)  # it makes a new game at this table; a site has a route of its own
    live, seat = seat_of(request)
    return json_response(request.app.state.library.what_if(live, seat, data.moment), 201)


# ---- questions ----------------------------------------------------------------------------------------------


@route("POST", GAME + "/why", takes=WhyRequest)
def why(request: HttpRequest, data: WhyRequest) -> HttpResponse:
    live, seat = _player(request)
    with live.lock:
        try:
            return json_response(questions.why(live.view(seat), _check_length(data.action)))
        except OstfrontError as wrong:
            raise _refusal(live, wrong) from None


@route("POST", GAME + "/hint", pool="hints")
def hint(request: HttpRequest) -> HttpResponse:
    return hint_for(request)


def hint_for(request: HttpRequest) -> HttpResponse:
    """What the best computer player would do in this seat."""
    live, seat = _player(request)
    return json_response(request.app.state.library.hint(live, seat))


@route("POST", GAME + "/odds", takes=OddsRequest)
def odds(request: HttpRequest, data: OddsRequest) -> HttpResponse:
    live, seat = _player(request)
    if not 0 < len(data.actions) <= 100:
        raise Refused(400, "malformed", "Ask for the odds of 1 to 100 actions.")
    with live.lock:
        try:
            return json_response(questions.odds(live.view(seat), [_check_length(action) for action in data.actions]))
        except OstfrontError as wrong:
            raise _refusal(live, wrong) from None


@route("POST", GAME + "/attacks", takes=OddsRequest)
def attacks(request: HttpRequest, data: OddsRequest) -> HttpResponse:
    """The odds of several actions, each by itself. They are worked out beside the game, so that nobody waits."""
    live, seat = seat_of(request)
    if not 0 < len(data.actions) <= 100:
        raise Refused(400, "malformed", "Ask for the odds of 1 to 100 actions.")
    actions = [_check_length(action) for action in data.actions]
    with live.lock:
        if not live.is_asked(seat):
            raise Refused(409, "conflict", "This seat has no decision to make.")
        moment, world = live.moment, live.view(seat).imagine("odds")
    try:
        return json_response(AttacksResponse(moment, questions.compared(world, seat, actions)))
    except OstfrontError as wrong:
        raise _refusal(live, wrong) from None


@route("GET", GAME + "/overlays/{overlay:str}")
def overlay(request: HttpRequest) -> HttpResponse:
    about = request.query_params.get("unit") or request.query_params.get("place") or ""
    live, seat = seat_of(request)
    with live.lock:
        seat_view = live.view(seat)
        try:
            return json_response(table_of(seat_view.rules).overlay(seat_view, request.path_params["overlay"], about))
        except OstfrontError as wrong:
            raise _refusal(live, wrong) from None


def _check_length(text: str) -> str:
    if len(text) > LONGEST_ACTION:
        raise Refused(400, "malformed", f"An action has at most {LONGEST_ACTION} characters.")
    return text


def _refusal(live: LiveGame, wrong: OstfrontError) -> Refused:
    if isinstance(wrong, IllegalAction):
        return Refused(422, "illegal", str(wrong), questions.reasons(live.game.rules, wrong.objections))
    if isinstance(wrong, NotYourTurn):
        return Refused(409, "conflict", str(wrong))
    kind = "words" if isinstance(wrong, BadAction) else "malformed"
    return Refused(400, kind, str(wrong))


ROUTES = [
    view, changes, log, battle, history, charts, review, put_draft, undo, concede, put_order, drop_order, what_if,
    why, hint, odds, attacks, overlay,
]  # fmt: skip
