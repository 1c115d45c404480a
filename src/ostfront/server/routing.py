"""Routes as plain functions: the body decoded into its struct, the work done in a thread, the answer as bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler

from ostfront.core.errors import BadFile
from ostfront.core.files.limits import check_json
from ostfront.server.looks import in_one_request
from ostfront.server.messages import Refused
from ostfront.server.pools import PoolName, Pools
from ostfront.server.visitors import VISITOR, Visitor

JSON = "application/json"
SMALL = 64 * 1024  # bytes that are read at once
HttpRequest = Request[Any, Any, Any]
HttpResponse = Response[bytes]
Method = Literal["GET", "PUT", "POST", "DELETE"]
Admission = Literal["owner", "seated", "member", "everybody"]
OF_A_GAME = ("/api/games/{game", "/api/matches/{game", "/api/boards/{game")  # paths that name a saved game


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    return Response(msgspec.json.encode(value), status_code=status, media_type=JSON, headers=headers)


def cached_response(
    request: HttpRequest, body: bytes, kind: str, etag: str, caching: str = "private, no-cache"
) -> HttpResponse:
    """A response with its digest, or 304 when the browser has it already."""
    headers = {"etag": f'"{etag}"', "cache-control": caching}
    if request.headers.get("if-none-match") == f'"{etag}"':
        return Response(b"", status_code=304, headers=headers)
    return Response(body, status_code=200, media_type=kind, headers=headers)


def file_response(text: str, name: str) -> HttpResponse:
    """A text to be saved under this name."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


def visitor_of(request: HttpRequest) -> Visitor:
    """Who asks. Whoever did not come past the guard is nobody."""
    found: Visitor = request.scope.get(VISITOR, Visitor())  # type: ignore[assignment]
    return found


def owner_only(request: HttpRequest) -> None:
    if visitor_of(request).kind != "owner":
        raise Refused(403, "guest", "Only the owner of this table can do that.")


def _check(request: HttpRequest, admitted: Admission) -> None:
    """Whether this visitor gets as far as this route. Which seat is whose, the routes of seats ask themselves."""
    if admitted == "owner":
        owner_only(request)
    elif admitted == "member" and visitor_of(request).kind != "member":
        raise Refused(401, "login", "Log in first.")


def check_known(request: HttpRequest) -> None:
    """At a site some games are known to their players only; others get the answer for an id that no game has."""
    library, id = request.app.state.library, request.path_params["game"]
    if library.knows is not None and not library.knows(id, visitor_of(request)):
        raise Refused(404, "missing", f"There is no saved game '{id}'.")


def _of_a_game(function: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    def known(request: HttpRequest, *given: Any) -> HttpResponse:
        check_known(request)
        return function(request, *given)

    return known


def route(
    method: Method,
    path: str,
    takes: type[Any] | None = None,
    limit: int | None = None,
    pool: PoolName = "table",
    to: Admission = "owner",
) -> Callable[[Callable[..., HttpResponse]], HTTPRouteHandler]:
    """A handler. With `takes` the function gets the request and the struct in its body, else the request.

    The work is done by a thread of the pool; large bodies are read by one of the table's. `to` says whom the route is
    for: the owner of a table only; anybody seated in the game, who is answered nothing that this seat may not know;
    members of a site; or everybody who comes to a site.
    """
    options: dict[str, Any] = {} if limit is None else {"request_max_body_size": limit}
    decoder = None if takes is None else msgspec.json.Decoder(takes)

    def make(function: Callable[..., HttpResponse]) -> HTTPRouteHandler:
        work = _of_a_game(function) if path.startswith(OF_A_GAME) else function

        async def handler(request: HttpRequest) -> HttpResponse:
            pools: Pools = request.app.state.pools
            _check(request, to)
            if to == "seated" and (token := visitor_of(request).token):  # a guest's: of a seat of this game?
                await pools["table"].run(request.app.state.library.seat, request.path_params["game"], token)
            given: list[Any] = [request]
            if decoder is not None:
                body = await request.body()
                small = len(body) <= SMALL
                given.append(_decoded(decoder, body) if small else await pools["table"].run(_decoded, decoder, body))
            response: HttpResponse = await pools[pool].run(in_one_request, work, *given)
            return response

        handler.__annotations__ = {"request": Request[Any, Any, Any], "return": Response[bytes]}
        return HTTPRouteHandler(path, http_method=method, name=function.__name__, status_code=200, **options)(handler)

    return make


def _decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        check_json(body)
        return decoder.decode(body)
    except BadFile as wrong:
        raise Refused(422, "malformed", f"The request cannot be read: {wrong}") from None
    except msgspec.ValidationError as wrong:
        raise Refused(400, "malformed", f"Malformed request: {wrong}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Refused(400, "malformed", f"The request is not JSON: {wrong}.") from None


def query_int(request: HttpRequest, name: str) -> int | None:
    """A whole number of the query, if it is there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        return int(text[:20])
    except ValueError:
        raise Refused(400, "malformed", f"{name} must be a whole number.") from None
