"""Routes around the games: the catalogue, making, listing and removing games, tables and pictures."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
from litestar import Response

from ostfront import __version__, ai
from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.page.table import room_of
from ostfront.core.play.rules import GameInfo, Rules
from ostfront.server.answers import Choice, Import, NewGame, Refused
from ostfront.server.house import House
from ostfront.server.pictures import with_addresses
from ostfront.server.routing import JSON, Answer, Asking, answer, route, unchanged
from ostfront.server.sheets import kind_of

IMPORT_LIMIT = 4 * 1024 * 1024
SVG = "image/svg+xml"


def _house(request: Asking) -> House:
    house: House = request.app.state.house
    return house


def _rules(request: Asking) -> Rules:
    return _house(request).sitting(request.path_params["game"]).game.rules


def _map(request: Asking, rules: Rules) -> Answer:
    pictures = _house(request).pictures
    return unchanged(request, pictures.svg(rules), SVG, pictures.etag(rules))


@route("GET", "/api/health")
def health(request: Asking) -> Answer:
    return answer({"ok": True})


@route("GET", "/api/catalogue")
def catalogue(request: Asking) -> Answer:
    games = [_listed(register.info(name)) for name in register.names()]
    levels = [{"id": level, "title": level.replace("-", " ").capitalize()} for level in ai.levels()]
    return answer({"version": __version__, "games": [g for g in games if g is not None], "levels": levels})


def _listed(info: GameInfo) -> dict[str, Any] | None:
    """A game, if it can be set up and has a table."""
    try:
        rules = register.rules(info.name)
        room_of(rules)
    except OstfrontError:
        return None
    return {
        "id": info.name,
        "title": info.title,
        "complete": info.complete,
        "rules_version": info.version,
        "scenarios": [{"id": name, "title": title} for name, title in info.scenarios.items()],
        "options": [
            {"id": o.name, "summary": o.summary, "choices": o.choices, "default": o.default, "rule": o.rule,
             "scenarios": o.scenarios}
            for o in info.options
        ],
        "seats": _seats(rules),
        "image": f"/api/catalogue/{info.name}.svg" if kind_of(rules) else "",
    }  # fmt: skip


def _seats(rules: Rules) -> list[dict[str, str]]:
    return [{"id": seat.name, "side": seat.side} for seat in rules.seats]


@route("POST", "/api/seats", takes=Choice)
def seats_of(request: Asking, data: Choice) -> Answer:
    """Who would sit at such a game: scenario and options may change it."""
    try:
        rules = register.rules(data.game, data.scenario or None, data.options)
        room_of(rules)
    except OstfrontError as wrong:
        raise Refused(400, "words", str(wrong)) from None
    return answer({"seats": _seats(rules)})


@route("GET", "/api/catalogue/{file:str}")
def catalogue_picture(request: Asking) -> Answer:
    name, _, ending = request.path_params["file"].rpartition(".")
    if ending != "svg" or name not in register.names():
        raise Refused(404, "missing", "There is no such picture.")
    return _map(request, register.rules(name))


@route("GET", "/api/games")
def list_games(request: Asking) -> Answer:
    return answer({"games": _house(request).listed()})


@route("POST", "/api/games", takes=NewGame)
def create_game(request: Asking, data: NewGame) -> Answer:
    return answer(_house(request).create(data), 201)


@route("POST", "/api/import", takes=Import, limit=IMPORT_LIMIT)
def import_game(request: Asking, data: Import) -> Answer:
    return answer(_house(request).bring_in(data.text, data.seats), 201)


@route("GET", "/api/games/{game:str}")
def show_game(request: Asking) -> Answer:
    return answer(_house(request).summary(request.path_params["game"]))


@route("DELETE", "/api/games/{game:str}")
def remove_game(request: Asking) -> Answer:
    _house(request).remove(request.path_params["game"])
    return Response(b"", status_code=204)


@route("GET", "/api/games/{game:str}/table")
def show_table(request: Asking) -> Answer:
    rules = _rules(request)
    table = _house(request).pictures.table(rules)
    here = f"/api/games/{request.path_params['game']}/boards"
    addresses = {board.id: f"{here}/{board.id}.svg" for board in table.boards}
    body = msgspec.json.encode(with_addresses(table, addresses))
    return unchanged(request, body, JSON, _digest(body))


@lru_cache(maxsize=16)
def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()


@route("GET", "/api/games/{game:str}/boards/{file:str}")
def show_board(request: Asking) -> Answer:
    rules = _rules(request)
    boards = _house(request).pictures.table(rules).boards
    if request.path_params["file"] not in {f"{board.id}.svg" for board in boards}:
        raise Refused(404, "missing", "There is no such board.")
    return _map(request, rules)


ROUTES = [
    health, catalogue, seats_of, catalogue_picture, list_games, create_game, import_game, show_game, remove_game,
    show_table, show_board,
]  # fmt: skip
