"""Files of a game, as far as a seat may know it: its record, its position, and a report for whoever seeks a fault."""

from __future__ import annotations

import platform
import secrets

import msgspec

from ostfront import __version__
from ostfront.core.files.position import write as write_position
from ostfront.core.files.record import write as write_record
from ostfront.core.page.public import PUBLIC
from ostfront.core.play.game import Game
from ostfront.server.live_game import LiveGame
from ostfront.server.routing import HttpRequest, HttpResponse, file_response, query_int
from ostfront.server.seat_routes import GAME, onlooker_of, route, seat_of


@route("GET", GAME + "/record")
def export_record(request: HttpRequest) -> HttpResponse:
    """The record as far as the seat (or everybody) may see it."""
    live, seat = onlooker_of(request)
    with live.lock:
        return file_response(
            write_record(live.game, None if seat == PUBLIC else seat),
            f"{live.game.rules.info.name}-{live.id}.record.txt",
        )


@route("GET", GAME + "/position")
def export_position(request: HttpRequest) -> HttpResponse:
    """The position as far as the seat knows it; the rest is dealt at random when it is loaded."""
    live, seat = seat_of(request)
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
    live, seat = seat_of(request)
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


ROUTES = [export_record, export_position, report]
