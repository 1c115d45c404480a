"""Routes around the games: the catalogue, making, listing and removing games, tables and pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State

from ostfront import __version__, ai
from ostfront import games as register
from ostfront.core.rules import GameInfo
from ostfront.core.table import room_of
from ostfront.server.answers import Import, NewGame, Refused
from ostfront.server.pictures import with_addresses

IMPORT_LIMIT = 4 * 1024 * 1024
JSON = "application/json"


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response[bytes]:
    return Response(msgspec.json.encode(value), status_code=status, media_type=JSON, headers=headers)


def picture(body: bytes, request: Request[Any, Any, Any], etag: str) -> Response[bytes]:
    """Something that does not change: the browser need not fetch it twice."""
    headers = {"etag": f'"{etag}"', "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == f'"{etag}"':
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type="image/svg+xml", headers=headers)


@get("/api/health", sync_to_thread=False)
def health() -> Response[bytes]:
    return answer({"ok": True})


@get("/api/catalogue", sync_to_thread=True)
def catalogue() -> Response[bytes]:
    games = [_listed(register.info(name)) for name in register.names()]
    levels = [{"id": level, "title": level.replace("-", " ").capitalize()} for level in ai.levels()]
    return answer({"version": __version__, "games": [g for g in games if g is not None], "levels": levels})


def _listed(info: GameInfo) -> dict[str, Any] | None:
    """A game, if it has a table."""
    rules = register.rules(info.name)
    try:
        room_of(rules)
    except Exception:
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
        "seats": [{"id": seat.name, "side": seat.side} for seat in rules.seats],
        "image": f"/api/catalogue/{info.name}.svg",
    }  # fmt: skip


@get("/api/catalogue/{file:str}", sync_to_thread=True)
def catalogue_picture(file: str, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    name, _, ending = file.rpartition(".")
    if ending != "svg" or name not in register.names():
        raise Refused(404, "missing", "There is no such picture.")
    return picture(state.pictures.svg(register.rules(name)), request, f"{__version__}-{name}")


@get("/api/games", sync_to_thread=True)
def list_games(state: State) -> Response[bytes]:
    return answer({"games": state.house.listed()})


@post("/api/games", sync_to_thread=True)
def create_game(data: NewGame, state: State) -> Response[bytes]:
    return answer(state.house.create(data), 201)


@post("/api/import", sync_to_thread=True, request_max_body_size=IMPORT_LIMIT)
def import_game(data: Import, state: State) -> Response[bytes]:
    return answer(state.house.bring_in(data.text, data.seats), 201)


@get("/api/games/{game:str}", sync_to_thread=True)
def show_game(game: str, state: State) -> Response[bytes]:
    return answer(state.house.summary(game))


@delete("/api/games/{game:str}", sync_to_thread=True, status_code=204)
def remove_game(game: str, state: State) -> None:
    state.house.remove(game)


@get("/api/games/{game:str}/table", sync_to_thread=True)
def show_table(game: str, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    rules = state.house.sitting(game).game.rules
    table = state.pictures.table(rules)
    addresses = {board.id: f"/api/games/{game}/boards/{board.id}.svg" for board in table.boards}
    body = msgspec.json.encode(with_addresses(table, addresses))
    etag = f'"{_digest(body)}"'
    headers = {"etag": etag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=JSON, headers=headers)


@lru_cache(maxsize=16)
def _digest(body: bytes) -> str:
    from hashlib import blake2b

    return blake2b(body, digest_size=8).hexdigest()


@get("/api/games/{game:str}/boards/{file:str}", sync_to_thread=True)
def show_board(game: str, file: str, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    rules = state.house.sitting(game).game.rules
    if file not in {f"{board.id}.svg" for board in state.pictures.table(rules).boards}:
        raise Refused(404, "missing", "There is no such board.")
    return picture(state.pictures.svg(rules), request, f"{__version__}-{rules.info.name}-{rules.data.digest}")


ROUTES = [
    health, catalogue, catalogue_picture, list_games, create_game, import_game, show_game, remove_game, show_table,
    show_board,
]  # fmt: skip
