"""Routes of one seat: its view, its draft, its questions, its orders, its files. All want the seat's token."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import Parameter

from ostfront.core import asking
from ostfront.core.chance import Seeded, commitment
from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.record import read, verify
from ostfront.core.record import write as write_record
from ostfront.core.table import room_of
from ostfront.server.answers import (
    Draft,
    History,
    LogAnswer,
    OrderWish,
    Plan,
    Question,
    Refused,
    Series,
    TurnStart,
    Undo,
    Verified,
    WhatIf,
)
from ostfront.server.lobby import JSON, answer
from ostfront.server.seeing import Seen
from ostfront.server.sitting import Sitting

LONGEST_WAIT = 30.0
LONGEST_ACTION = 2000
Token = Annotated[str, Parameter(header="Seat-Token", default="", required=False)]


def _view(seen: Seen, request: Request[Any, Any, Any] | None = None) -> Response[bytes]:
    headers = {"etag": f'"{seen.etag}"', "cache-control": "private, no-cache"}
    if request is not None and request.headers.get("if-none-match") == f'"{seen.etag}"':
        return Response(b"", status_code=304, headers=headers)
    return Response(seen.body, status_code=200, media_type=JSON, headers=headers)


# ---- seeing ----------------------------------------------------------------------------------------------


@get("/api/games/{game:str}/view", sync_to_thread=True)
def view(
    game: str, state: State, token: Token, request: Request[Any, Any, Any], at: int | None = None
) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    return _view(sitting.seen(seat) if at is None else sitting.seen_at(seat, at), request)


@get("/api/games/{game:str}/changes")
async def changes(game: str, state: State, token: Token, etag: str = "", wait: float = 25.0) -> Response[bytes]:
    """Answers when the seat's view is another one than that of the etag, or the time is up."""
    loop = asyncio.get_running_loop()
    until = loop.time() + min(max(wait, 0.0), LONGEST_WAIT)
    sitting, seat = await asyncio.to_thread(state.house.seat, game, token)
    while True:
        changed = asyncio.Event()

        def listener(told: asyncio.Event = changed) -> None:
            loop.call_soon_threadsafe(told.set)

        sitting.listen(listener)
        try:
            seen = await asyncio.to_thread(sitting.seen, seat)
            left = until - loop.time()
            if seen.etag != etag or left <= 0:
                return answer({"changed": seen.etag != etag, "etag": seen.etag})
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                continue
        finally:
            sitting.unlisten(listener)


@get("/api/games/{game:str}/log", sync_to_thread=True)
def log(
    game: str, state: State, token: Token, start: Annotated[int, Parameter(query="from", default=0)]
) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        return answer(LogAnswer(start, sitting.moment, asking.log(sitting.view(seat), start)))


@get("/api/games/{game:str}/history", sync_to_thread=True)
def history(game: str, state: State, token: Token) -> Response[bytes]:
    sitting, _ = state.house.seat(game, token)
    with sitting.lock:
        turns = [TurnStart(turn, moment) for turn, moment in sitting.chronicle().turns]
        return answer(History(sitting.moment, sitting.stops(), turns))


@get("/api/games/{game:str}/charts", sync_to_thread=True)
def charts(game: str, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        found = sitting.chronicle().series(seat)
    series = [Series(name, title, side, points) for (name, title, side), points in found.items()]
    return answer({"series": series})


# ---- acting ----------------------------------------------------------------------------------------------


@put("/api/games/{game:str}/draft", sync_to_thread=True)
def put_draft(game: str, data: Draft, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    for action in data.actions:
        _short(action)
    return _view(sitting.put_draft(seat, data.after, data.actions))


@post("/api/games/{game:str}/undo", sync_to_thread=True, status_code=200)
def undo(game: str, data: Undo, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    return _view(sitting.undo(seat, data.moment))


@put("/api/games/{game:str}/orders/{window:str}", sync_to_thread=True)
def put_order(game: str, window: str, data: OrderWish, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    _short(data.answer + data.when)
    return _view(sitting.order(seat, window, data.answer, data.when, data.this_phase))


@delete("/api/games/{game:str}/orders/{window:str}", sync_to_thread=True, status_code=200)
def drop_order(game: str, window: str, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    return _view(sitting.revoke(seat, window))


@post("/api/games/{game:str}/whatif", sync_to_thread=True)
def what_if(game: str, data: WhatIf, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    return answer(state.house.what_if(sitting, seat, data.moment), 201)


# ---- asking ----------------------------------------------------------------------------------------------


@post("/api/games/{game:str}/why", sync_to_thread=True, status_code=200)
def why(game: str, data: Question, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        try:
            return answer(asking.why(sitting.view(seat), _short(data.action)))
        except OstfrontError as wrong:
            raise _wrong(sitting, wrong) from None


@post("/api/games/{game:str}/odds", sync_to_thread=True, status_code=200)
def odds(game: str, data: Plan, state: State, token: Token) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    if not 0 < len(data.actions) <= 100:
        raise Refused(400, "malformed", "Odds are asked of 1 to 100 actions.")
    with sitting.lock:
        try:
            return answer(asking.odds(sitting.view(seat), [_short(action) for action in data.actions]))
        except OstfrontError as wrong:
            raise _wrong(sitting, wrong) from None


@get("/api/games/{game:str}/overlays/{overlay:str}", sync_to_thread=True)
def overlay(
    game: str, overlay: str, state: State, token: Token, unit: str = "", place: str = ""
) -> Response[bytes]:
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        seen = sitting.view(seat)
        try:
            return answer(room_of(seen.rules).overlay(seen, overlay, unit or place))
        except OstfrontError as wrong:
            raise _wrong(sitting, wrong) from None


def _short(text: str) -> str:
    if len(text) > LONGEST_ACTION:
        raise Refused(400, "malformed", f"An action has at most {LONGEST_ACTION} letters.")
    return text


def _wrong(sitting: Sitting, wrong: OstfrontError) -> Refused:
    if isinstance(wrong, IllegalAction):
        return Refused(422, "illegal", str(wrong), asking.reasons(sitting.game.rules, wrong.objections))
    if isinstance(wrong, NotYourTurn):
        return Refused(409, "conflict", str(wrong))
    kind = "words" if isinstance(wrong, BadAction) else "malformed"
    return Refused(400, kind, str(wrong))


# ---- keeping ---------------------------------------------------------------------------------------------


def _file(text: str, name: str) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/games/{game:str}/record", sync_to_thread=True)
def export_record(game: str, state: State, token: Token) -> Response[bytes]:
    """The record as far as the seat may see it."""
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        return _file(write_record(sitting.game, seat), f"{sitting.game.rules.info.name}-{game}.record.txt")


@get("/api/games/{game:str}/position", sync_to_thread=True)
def export_position(game: str, state: State, token: Token, at: int | None = None) -> Response[bytes]:
    """The position as far as the seat knows it; the rest is dealt anew when it is read."""
    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        return _file(_position(sitting, seat, at), f"{sitting.game.rules.info.name}-{game}.position.toml")


def _position(sitting: Sitting, seat: int, at: int | None = None) -> str:
    from ostfront.core.position import write

    game = sitting.game if at is None else sitting.past(at)
    head, units, rest = write(game.view(seat).imagine("position")).partition("\n[state]\n")
    if game.result is None:
        head += f"unknown = {msgspec.json.encode([game.rules.seats[seat].name]).decode()}\n"
    return head + units + rest


@get("/api/games/{game:str}/report", sync_to_thread=True)
def report(game: str, state: State, token: Token) -> Response[bytes]:
    """One file with record, position and versions."""
    import platform

    from ostfront import __version__

    sitting, seat = state.house.seat(game, token)
    with sitting.lock:
        rules = sitting.game.rules
        parts = [
            "ostfront report 1",
            f"ostfront {__version__}, Python {platform.python_version()}, {platform.system()}",
            f"{rules.info.title}, rules {rules.info.version}, seen by {rules.seats[seat].name}",
            *(f"asked: {q.seat}, {q.kind}, {q.prompt} [{q.rule}]" for q in sitting.view(seat).pending),
            "",
            "==== record ====",
            write_record(sitting.game, seat),
            "==== position ====",
            _position(sitting, seat),
        ]
    return _file("\n".join(parts), f"{rules.info.name}-{game}.report.txt")


@get("/api/games/{game:str}/verify", sync_to_thread=True)
def check(game: str, state: State, token: Token) -> Response[bytes]:
    """Whether every outcome is what the committed secret gives; told when the game is over."""
    sitting, _ = state.house.seat(game, token)
    with sitting.lock:
        played = sitting.game
        assert isinstance(played.source, Seeded)
        shown = commitment(played.source.secret)
        if played.result is None:
            return answer(Verified(False, None, shown, "", []))
        faults = verify(read(write_record(played)), played)
        return answer(Verified(True, not faults, shown, played.source.secret.hex(), faults))


ROUTES = [
    view, changes, log, history, charts, put_draft, undo, put_order, drop_order, what_if, why, odds, overlay,
    export_record, export_position, report, check,
]  # fmt: skip
