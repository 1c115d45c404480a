"""Routes of one seat: its view, its draft, its questions, its orders, its files. All want the seat's token."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get

from ostfront.core.errors import BadAction, IllegalAction, NotYourTurn, OstfrontError
from ostfront.core.files.record import read, verify
from ostfront.core.files.record import write as write_record
from ostfront.core.page import questions as asking
from ostfront.core.page.table import room_of
from ostfront.core.play.chance import Seeded, commitment
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
from ostfront.server.house import House
from ostfront.server.routing import JSON, Answer, Asking, answer, number, route, unchanged
from ostfront.server.seeing import Seen
from ostfront.server.sitting import Sitting

LONGEST_WAIT = 30
LONGEST_ACTION = 2000
GAME = "/api/games/{game:str}"


def _seat(request: Asking) -> tuple[Sitting, int]:
    """The game and the seat a request is about."""
    house: House = request.app.state.house
    return house.seat(request.path_params["game"], request.headers.get("seat-token", ""))


def _view(seen: Seen, request: Asking) -> Answer:
    return unchanged(request, seen.body, JSON, seen.etag)


# ---- seeing ----------------------------------------------------------------------------------------------


@route("GET", GAME + "/view")
def view(request: Asking) -> Answer:
    sitting, seat = _seat(request)
    at = number(request, "at")
    return _view(sitting.seen(seat) if at is None else sitting.seen_at(seat, at), request)


@get(GAME + "/changes")
async def changes(request: Asking) -> Answer:
    """Answers when the seat's view is another one than that of the etag, or the time is up."""
    loop = asyncio.get_running_loop()
    etag = request.query_params.get("etag", "")
    wait = number(request, "wait")
    until = loop.time() + min(max(LONGEST_WAIT if wait is None else wait, 0), LONGEST_WAIT)
    sitting, seat = await asyncio.to_thread(_seat, request)
    while True:
        changed = asyncio.Event()

        def listener(told: asyncio.Event = changed) -> None:
            loop.call_soon_threadsafe(told.set)

        sitting.listen(listener)
        try:
            seen = await asyncio.to_thread(sitting.seen, seat)
            left = until - loop.time()
            if seen.etag != etag or left <= 0 or request.app.state.house.closing:
                return answer({"changed": seen.etag != etag, "etag": seen.etag})
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                continue
        finally:
            sitting.unlisten(listener)


@route("GET", GAME + "/log")
def log(request: Asking) -> Answer:
    sitting, seat = _seat(request)
    start = number(request, "from") or 0
    with sitting.lock:
        return answer(LogAnswer(start, sitting.moment, asking.log(sitting.view(seat), start)))


@route("GET", GAME + "/history")
def history(request: Asking) -> Answer:
    sitting, _ = _seat(request)
    with sitting.lock:
        turns = [TurnStart(turn, moment) for turn, moment in sitting.chronicle().turns]
        return answer(History(sitting.moment, sitting.stops(), turns))


@route("GET", GAME + "/charts")
def charts(request: Asking) -> Answer:
    sitting, seat = _seat(request)
    with sitting.lock:
        found = sitting.chronicle().series(seat)
    series = [Series(name, title, side, points) for (name, title, side), points in found.items()]
    return answer({"series": series})


# ---- acting ----------------------------------------------------------------------------------------------


@route("PUT", GAME + "/draft", takes=Draft)
def put_draft(request: Asking, data: Draft) -> Answer:
    sitting, seat = _seat(request)
    for action in data.actions:
        _short(action)
    return _view(sitting.put_draft(seat, data.after, data.actions), request)


@route("POST", GAME + "/undo", takes=Undo)
def undo(request: Asking, data: Undo) -> Answer:
    sitting, seat = _seat(request)
    return _view(sitting.undo(seat, data.moment), request)


@route("PUT", GAME + "/orders/{window:str}", takes=OrderWish)
def put_order(request: Asking, data: OrderWish) -> Answer:
    sitting, seat = _seat(request)
    _short(data.answer + data.when)
    return _view(sitting.order(seat, request.path_params["window"], data.answer, data.when, data.this_phase), request)


@route("DELETE", GAME + "/orders/{window:str}")
def drop_order(request: Asking) -> Answer:
    sitting, seat = _seat(request)
    return _view(sitting.revoke(seat, request.path_params["window"]), request)


@route("POST", GAME + "/whatif", takes=WhatIf)
def what_if(request: Asking, data: WhatIf) -> Answer:
    sitting, seat = _seat(request)
    return answer(request.app.state.house.what_if(sitting, seat, data.moment), 201)


# ---- asking ----------------------------------------------------------------------------------------------


@route("POST", GAME + "/why", takes=Question)
def why(request: Asking, data: Question) -> Answer:
    sitting, seat = _seat(request)
    with sitting.lock:
        try:
            return answer(asking.why(sitting.view(seat), _short(data.action)))
        except OstfrontError as wrong:
            raise _wrong(sitting, wrong) from None


@route("POST", GAME + "/hint")
def hint(request: Asking) -> Answer:
    sitting, seat = _seat(request)
    return answer(request.app.state.house.hint(sitting, seat))


@route("POST", GAME + "/odds", takes=Plan)
def odds(request: Asking, data: Plan) -> Answer:
    sitting, seat = _seat(request)
    if not 0 < len(data.actions) <= 100:
        raise Refused(400, "malformed", "Odds are asked of 1 to 100 actions.")
    with sitting.lock:
        try:
            return answer(asking.odds(sitting.view(seat), [_short(action) for action in data.actions]))
        except OstfrontError as wrong:
            raise _wrong(sitting, wrong) from None


@route("GET", GAME + "/overlays/{overlay:str}")
def overlay(request: Asking) -> Answer:
    about = request.query_params.get("unit") or request.query_params.get("place") or ""
    sitting, seat = _seat(request)
    with sitting.lock:
        seen = sitting.view(seat)
        try:
            return answer(room_of(seen.rules).overlay(seen, request.path_params["overlay"], about))
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


def _file(text: str, name: str) -> Answer:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@route("GET", GAME + "/record")
def export_record(request: Asking) -> Answer:
    """The record as far as the seat may see it."""
    sitting, seat = _seat(request)
    with sitting.lock:
        return _file(write_record(sitting.game, seat), f"{sitting.game.rules.info.name}-{sitting.id}.record.txt")


@route("GET", GAME + "/position")
def export_position(request: Asking) -> Answer:
    """The position as far as the seat knows it; the rest is dealt anew when it is read."""
    sitting, seat = _seat(request)
    with sitting.lock:
        text = _position(sitting, seat, number(request, "at"))
        return _file(text, f"{sitting.game.rules.info.name}-{sitting.id}.position.toml")


def _position(sitting: Sitting, seat: int, at: int | None = None) -> str:
    from ostfront.core.files.position import write

    game = sitting.game if at is None else sitting.past(at)
    world = game.view(seat).imagine("position")
    world.state.drawn = {}  # other dice are thrown from there
    head, units, rest = write(world).partition("\n[state]\n")
    if game.result is None:
        head += f"unknown = {msgspec.json.encode([game.rules.seats[seat].name]).decode()}\n"
    return head + units + rest


@route("GET", GAME + "/report")
def report(request: Asking) -> Answer:
    """One file with record, position and versions."""
    import platform

    from ostfront import __version__

    sitting, seat = _seat(request)
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
    return _file("\n".join(parts), f"{rules.info.name}-{sitting.id}.report.txt")


@route("GET", GAME + "/verify")
def check(request: Asking) -> Answer:
    """Whether every outcome is what the committed secret gives; told when the game is over."""
    sitting, _ = _seat(request)
    with sitting.lock:
        played = sitting.game
        assert isinstance(played.source, Seeded)
        shown = commitment(played.source.secret)
        if played.result is None:
            return answer(Verified(False, None, shown, "", []))
        faults = verify(read(write_record(played)), played)
        return answer(Verified(True, not faults, shown, played.source.secret.hex(), faults))


ROUTES = [
    view, changes, log, history, charts, put_draft, undo, put_order, drop_order, what_if, why, hint, odds,
    overlay, export_record, export_position, report, check,
]  # fmt: skip
