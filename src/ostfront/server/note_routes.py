"""Routes of a seat's notes and arrows on the map."""

from __future__ import annotations

from ostfront.core.page.public import PUBLIC
from ostfront.server.live_game import LiveGame
from ostfront.server.messages import NoteChange, NoteRequest, Refused
from ostfront.server.routing import HttpRequest, HttpResponse, json_response, visitor_of
from ostfront.server.seat_routes import GAME, onlooker_of, route, seat_of

NOTES = GAME + "/notes"


def _number(request: HttpRequest) -> int:
    try:
        return int(str(request.path_params["n"])[:9])
    except ValueError:
        raise Refused(400, "malformed", "A note has a number.") from None


def _told(request: HttpRequest, live: LiveGame, seat: int) -> HttpResponse:
    unheard = request.app.state.library.unheard(live, visitor_of(request))
    return json_response(live.notes.told(live.game.rules, seat, unheard))


@route("GET", NOTES)
def notes(request: HttpRequest) -> HttpResponse:
    live, seat = onlooker_of(request)
    with live.lock:
        return _told(request, live, PUBLIC if live.watched else seat)


@route("POST", NOTES, takes=NoteRequest)
def add_note(request: HttpRequest, data: NoteRequest) -> HttpResponse:
    live, seat = seat_of(request)
    with live.noting():
        live.notes.add(live.game.rules, seat, data)
        return _told(request, live, seat)


@route("PUT", NOTES + "/{n:str}", takes=NoteChange)
def change_note(request: HttpRequest, data: NoteChange) -> HttpResponse:
    live, seat = seat_of(request)
    with live.noting():
        live.notes.change(seat, _number(request), data)
        return _told(request, live, seat)


@route("DELETE", NOTES + "/{n:str}")
def remove_note(request: HttpRequest) -> HttpResponse:
    live, seat = seat_of(request)
    with live.noting():
        live.notes.remove(seat, _number(request))
        return _told(request, live, seat)


ROUTES = [notes, add_note, change_note, remove_note]
