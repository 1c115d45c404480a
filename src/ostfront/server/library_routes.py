"""Routes of the game library: the catalogue, creating, listing and removing games, their tables and pictures."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import msgspec
from litestar import Response
from msgspec.structs import replace

from ostfront import __version__, ai
from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.core.page import lessons
from ostfront.core.page.offer import offers
from ostfront.core.page.table import table_of
from ostfront.core.play.rules import GameInfo, Option, Rules
from ostfront.server.game_library import GameLibrary, check_together
from ostfront.server.map_drawing import map_kind
from ostfront.server.map_pictures import with_addresses
from ostfront.server.messages import (
    Catalogue,
    CatalogueGame,
    GameOption,
    GamesResponse,
    ImportRequest,
    Level,
    NewGameRequest,
    Refused,
    SeatOffered,
    SeatsRequest,
    SeatsResponse,
)
from ostfront.server.reference_sheets import sheet
from ostfront.server.routing import (
    JSON,
    HttpRequest,
    HttpResponse,
    cached_response,
    file_response,
    json_response,
    route,
    visitor_of,
)

IMPORT_LIMIT = 4 * 1024 * 1024
SVG = "image/svg+xml"
USUAL = "recruit"


def _library(request: HttpRequest) -> GameLibrary:
    library: GameLibrary = request.app.state.library
    return library


def _rules(request: HttpRequest) -> Rules:
    return _library(request).live_game(request.path_params["game"]).game.rules


def _map(request: HttpRequest, rules: Rules) -> HttpResponse:
    pictures = _library(request).pictures
    return cached_response(request, pictures.svg(rules), SVG, pictures.etag(rules))


@route("GET", "/api/catalogue", to="everybody")
def catalogue(request: HttpRequest) -> HttpResponse:
    games = [_listed(register.info(name)) for name in register.names()]
    levels = tuple(Level(name, name.replace("-", " ").capitalize(), ai.summary(name)) for name in ai.levels())
    shown = tuple(game for game in games if game is not None)
    return json_response(Catalogue(__version__, shown, levels, USUAL, _library(request).shared_at))


def _listed(info: GameInfo) -> CatalogueGame | None:
    """A game, if it can be set up and has a table."""
    scenarios = offers(info)
    try:
        rules = register.rules(info.name, scenarios[0].id)
        table_of(rules)
    except OstfrontError:
        return None
    if map_kind(rules):
        scenarios = tuple(replace(one, image=f"/api/catalogue/{info.name}/{one.id}.svg") for one in scenarios)
    return CatalogueGame(
        id=info.name,
        title=info.title,
        complete=info.complete,
        rules_version=info.version,
        scenarios=scenarios,
        options=tuple(_option(info, option) for option in info.options),
        seats=_seats(rules),
        image=f"/api/catalogue/{info.name}.svg" if map_kind(rules) else "",
        lesson=lessons.lesson_title(info),
    )


def _option(info: GameInfo, option: Option) -> GameOption:
    rule = f"{info.mark} {option.rule}" if option.rule else ""
    return GameOption(
        option.name, option.shown, option.summary, option.choices, option.choice_words, option.default, rule,
        option.scenarios, option.excludes,
    )  # fmt: skip


def _seats(rules: Rules) -> tuple[SeatOffered, ...]:
    return tuple(SeatOffered(seat.name, seat.side) for seat in rules.seats)


@route("POST", "/api/seats", takes=SeatsRequest, to="everybody")
def seats_of(request: HttpRequest, data: SeatsRequest) -> HttpResponse:
    """The seats of such a game: scenario and options may change them."""
    try:
        rules = register.rules(data.game, data.scenario or None, data.options)
        table_of(rules)
        check_together(rules)
    except OstfrontError as wrong:
        raise Refused(400, "words", str(wrong)) from None
    return json_response(SeatsResponse(_seats(rules)))


@route("GET", "/api/catalogue/{file:str}", to="everybody")
def catalogue_picture(request: HttpRequest) -> HttpResponse:
    name, _, ending = request.path_params["file"].rpartition(".")
    if ending != "svg" or name not in register.names():
        raise Refused(404, "missing", "Picture not found.")
    return _map(request, register.rules(name))


@route("GET", "/api/catalogue/{game:str}/{file:str}", to="everybody")
def scenario_picture(request: HttpRequest) -> HttpResponse:
    """The map of a scenario in small, with both sides as they are set up."""
    name, (scenario, _, ending) = request.path_params["game"], request.path_params["file"].rpartition(".")
    if ending != "svg" or name not in register.names() or scenario not in register.info(name).scenarios:
        raise Refused(404, "missing", "Picture not found.")
    body, etag = _library(request).setups.svg(name, scenario)
    return cached_response(request, body, SVG, etag)


@route("GET", "/api/games/{game:str}/thumbnail.svg")
def thumbnail(request: HttpRequest) -> HttpResponse:
    """The map of a game in small, with what everybody at this screen may see on it."""
    drawn = _library(request).thumbnails.saved(request.path_params["game"])
    return cached_response(request, drawn.body, SVG, drawn.etag)


@route("GET", "/api/games")
def list_games(request: HttpRequest) -> HttpResponse:
    return json_response(GamesResponse(_library(request).summaries()))


@route("POST", "/api/games", takes=NewGameRequest)
def create_game(request: HttpRequest, data: NewGameRequest) -> HttpResponse:
    return json_response(_library(request).create(data), 201)


@route("POST", "/api/import", takes=ImportRequest, limit=IMPORT_LIMIT, pool="imports")
def import_game(request: HttpRequest, data: ImportRequest) -> HttpResponse:
    return json_response(_library(request).import_game(data.text, data.seats), 201)


@route("GET", "/api/games/{game:str}", to="seated")
def show_game(request: HttpRequest) -> HttpResponse:
    return json_response(_library(request).summary(request.path_params["game"], visitor_of(request)))


@route("DELETE", "/api/games/{game:str}")
def remove_game(request: HttpRequest) -> HttpResponse:
    _library(request).remove(request.path_params["game"])
    return Response(b"", status_code=204)


@route("GET", "/api/games/{game:str}/lines")
def export_lines(request: HttpRequest) -> HttpResponse:
    """Everything that is stored of a game that cannot be opened."""
    game = request.path_params["game"]
    return file_response(_library(request).broken_record(game), f"unreadable-{game}.game")


@route("GET", "/api/games/{game:str}/table", to="seated")
def show_table(request: HttpRequest) -> HttpResponse:
    rules = _rules(request)
    table = _library(request).pictures.table(rules)
    here = f"/api/games/{request.path_params['game']}/boards"
    addresses = {board.id: f"{here}/{board.id}.svg" for board in table.boards}
    body = msgspec.json.encode(with_addresses(table, addresses))
    return cached_response(request, body, JSON, _digest(body))


@route("GET", "/api/games/{game:str}/reference", to="seated")
def show_reference(request: HttpRequest) -> HttpResponse:
    found = sheet(_rules(request))
    return cached_response(request, found.body, JSON, found.etag)


@route("GET", "/api/games/{game:str}/lesson", to="seated")
def show_lesson(request: HttpRequest) -> HttpResponse:
    script = _library(request).live_game(request.path_params["game"]).script
    if script is None:
        raise Refused(404, "missing", "This is not a guided game.")
    body = msgspec.json.encode(script.lesson)
    return cached_response(request, body, JSON, _digest(body))


@lru_cache(maxsize=16)
def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()


@route("GET", "/api/games/{game:str}/boards/{file:str}", to="seated")
def show_board(request: HttpRequest) -> HttpResponse:
    rules = _rules(request)
    boards = _library(request).pictures.table(rules).boards
    if request.path_params["file"] not in {f"{board.id}.svg" for board in boards}:
        raise Refused(404, "missing", "Board not found.")
    return _map(request, rules)


ROUTES = [
    catalogue, seats_of, catalogue_picture, scenario_picture, thumbnail, list_games, create_game, import_game,
    show_game, remove_game, export_lines, show_table, show_reference, show_lesson, show_board,
]  # fmt: skip
