"""Routes of one seat: its view, draft, questions, orders and files. All need the seat's token."""

from __future__ import annotations

import asyncio
import platform
import secrets

import msgspec
from litestar import get

from ostfront import __version__
from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.files.position import write as write_position
from ostfront.core.files.record import read, verify
from ostfront.core.files.record import write as write_record
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.chance import Seeded, commitment
from ostfront.core.play.game import Game
from ostfront.server.game_library import GameLibrary
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import (
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
    VerifyResponse,
    WhatIfRequest,
    WhyRequest,
)
from ostfront.server.routing import (
    JSON,
    HttpRequest,
    HttpResponse,
    cached_response,
    file_response,
    json_response,
    query_int,
    route,
)
from ostfront.server.seat_view import EncodedView

LONGEST_WAIT = 30
LONGEST_ACTION = 2000
GAME = "/api/games/{game:str}"


def _seat(request: HttpRequest) -> tuple[LiveGame, int]:
    """The game and the seat a request is about."""
    library: GameLibrary = request.app.state.library
    return library.seat(request.path_params["game"], request.headers.get("seat-token", ""))


def _view(view: EncodedView, request: HttpRequest) -> HttpResponse:
    return cached_response(request, view.body, JSON, view.etag)


# ---- views ----------------------------------------------------------------------------------------------


@route("GET", GAME + "/view")
def view(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    at = query_int(request, "at")
    return _view(live.seat_view(seat) if at is None else live.seat_view_at(seat, at), request)


@get(GAME + "/changes")
async def changes(request: HttpRequest) -> HttpResponse:
    """Answers when the seat's view no longer has this etag, or when the time is up."""
    loop = asyncio.get_running_loop()
    etag = request.query_params.get("etag", "")
    wait = query_int(request, "wait")
    until = loop.time() + min(max(LONGEST_WAIT if wait is None else wait, 0), LONGEST_WAIT)
    pool = request.app.state.pools["table"]
    live, seat = await pool.run(_seat, request)
    while True:
        changed = asyncio.Event()

        def listener(event: asyncio.Event = changed) -> None:
            loop.call_soon_threadsafe(event.set)

        live.listen(listener)
        try:
            current = await pool.run(live.seat_view, seat)
            left = until - loop.time()
            if current.etag != etag or left <= 0 or request.app.state.library.closing:
                return json_response(ChangesResponse(current.etag != etag, current.etag))
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                continue
        finally:
            live.unlisten(listener)


@route("GET", GAME + "/log")
def log(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    start = query_int(request, "from") or 0
    with live.lock:
        return json_response(LogResponse(start, live.moment, questions.log(live.view(seat), start)))


@route("GET", GAME + "/history")
def history(request: HttpRequest) -> HttpResponse:
    live, _ = _seat(request)
    with live.lock:
        turns = [TurnStart(turn, moment) for turn, moment in live.turn_history().turns]
        return json_response(HistoryResponse(live.moment, live.decision_moments(), turns))


@route("GET", GAME + "/charts")
def charts(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    with live.lock:
        found = live.turn_history().series(seat)
    series = [ChartSeries(name, title, side, points) for (name, title, side), points in found.items()]
    return json_response(ChartsResponse(series))


# ---- actions ----------------------------------------------------------------------------------------------


@route("PUT", GAME + "/draft", takes=DraftRequest)
def put_draft(request: HttpRequest, data: DraftRequest) -> HttpResponse:
    live, seat = _seat(request)
    for action in data.actions:
        _check_length(action)
    return _view(live.put_draft(seat, data.after, data.actions), request)


@route("POST", GAME + "/undo", takes=UndoRequest)
def undo(request: HttpRequest, data: UndoRequest) -> HttpResponse:
    live, seat = _seat(request)
    return _view(live.undo(seat, data.moment), request)


@route("POST", GAME + "/concede")
def concede(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    return _view(live.concede(seat), request)


@route("PUT", GAME + "/orders/{window:str}", takes=OrderRequest)
def put_order(request: HttpRequest, data: OrderRequest) -> HttpResponse:
    live, seat = _seat(request)
    _check_length(data.answer + data.when)
    return _view(live.order(seat, request.path_params["window"], data.answer, data.when, data.this_phase), request)


@route("DELETE", GAME + "/orders/{window:str}")
def drop_order(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    return _view(live.revoke(seat, request.path_params["window"]), request)


@route("POST", GAME + "/whatif", takes=WhatIfRequest)
def what_if(request: HttpRequest, data: WhatIfRequest) -> HttpResponse:
    live, seat = _seat(request)
    return json_response(request.app.state.library.what_if(live, seat, data.moment), 201)


# ---- questions ----------------------------------------------------------------------------------------------


@route("POST", GAME + "/why", takes=WhyRequest)
def why(request: HttpRequest, data: WhyRequest) -> HttpResponse:
    live, seat = _seat(request)
    with live.lock:
        try:
            return json_response(questions.why(live.view(seat), _check_length(data.action)))
        except OstfrontError as wrong:
            raise _refusal(live, wrong) from None


@route("POST", GAME + "/hint", pool="hints")
def hint(request: HttpRequest) -> HttpResponse:
    live, seat = _seat(request)
    return json_response(request.app.state.library.hint(live, seat))


@route("POST", GAME + "/odds", takes=OddsRequest)
def odds(request: HttpRequest, data: OddsRequest) -> HttpResponse:
    live, seat = _seat(request)
    if not 0 < len(data.actions) <= 100:
        raise Refused(400, "malformed", "Ask for the odds of 1 to 100 actions.")
    with live.lock:
        try:
            return json_response(questions.odds(live.view(seat), [_check_length(action) for action in data.actions]))
        except OstfrontError as wrong:
            raise _refusal(live, wrong) from None


@route("GET", GAME + "/overlays/{overlay:str}")
def overlay(request: HttpRequest) -> HttpResponse:
    about = request.query_params.get("unit") or request.query_params.get("place") or ""
    live, seat = _seat(request)
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


# ---- files ---------------------------------------------------------------------------------------------


@route("GET", GAME + "/record")
def export_record(request: HttpRequest) -> HttpResponse:
    """The record as far as the seat may see it."""
    live, seat = _seat(request)
    with live.lock:
        return file_response(write_record(live.game, seat), f"{live.game.rules.info.name}-{live.id}.record.txt")


@route("GET", GAME + "/position")
def export_position(request: HttpRequest) -> HttpResponse:
    """The position as far as the seat knows it; the rest is dealt at random when it is loaded."""
    live, seat = _seat(request)
    with live.lock:
        text = _position(live, seat, query_int(request, "at"))
        return file_response(text, f"{live.game.rules.info.name}-{live.id}.position.toml")


def _position(live: LiveGame, seat: int, at: int | None = None) -> str:
    game = live.game if at is None else live.past(at)
    return position_text(game, seat, secrets.token_hex(16))


def position_text(game: Game, seat: int, seed: str) -> str:
    """One of the positions this seat could be in; which one depends on what it sees, and on the seed."""
    world = game.view(seat).imagine(seed)
    world.state.drawn = {}  # new dice are rolled from there
    head, units, rest = write_position(world).partition("\n[state]\n")
    if game.result is None:
        head += f"unknown = {msgspec.json.encode([game.rules.seats[seat].name]).decode()}\n"
    return head + units + rest


@route("GET", GAME + "/report")
def report(request: HttpRequest) -> HttpResponse:
    """One file with record, position and versions."""
    live, seat = _seat(request)
    with live.lock:
        text = report_text(live.game, seat, secrets.token_hex(16))
        return file_response(text, f"{live.game.rules.info.name}-{live.id}.report.txt")


def report_text(game: Game, seat: int, seed: str) -> str:
    """What this seat knows of a game, for somebody who looks for a fault in it."""
    rules = game.rules
    parts = [
        "ostfront report 1",
        f"ostfront {__version__}, Python {platform.python_version()}, {platform.system()}",
        f"{rules.info.title}, rules {rules.info.version}, seen by {rules.seats[seat].name}",
        *(f"asked: {q.seat}, {q.kind}, {q.prompt} [{q.rule}]" for q in game.view(seat).pending),
        "",
        "==== record ====",
        write_record(game, seat),
        "==== position ====",
        position_text(game, seat, seed),
    ]
    return "\n".join(parts)


@route("GET", GAME + "/verify")
def check(request: HttpRequest) -> HttpResponse:
    """Whether every outcome is what the committed secret gives; answered when the game is over."""
    live, _ = _seat(request)
    with live.lock:
        played = live.game
        assert isinstance(played.source, Seeded)
        shown = commitment(played.source.secret)
        if played.result is None:
            return json_response(VerifyResponse(False, None, shown, "", []))
        faults = verify(read(write_record(played)), played)
        return json_response(VerifyResponse(True, not faults, shown, played.source.secret.hex(), faults))


ROUTES = [
    view, changes, log, history, charts, put_draft, undo, concede, put_order, drop_order, what_if, why, hint, odds,
    overlay, export_record, export_position, report, check,
]  # fmt: skip
