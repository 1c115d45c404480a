"""Routes as plain functions: the body decoded into its struct, the work done in a thread, the answer as bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler

from ostfront.core.errors import BadFile
from ostfront.core.files.limits import check_json
from ostfront.server.messages import Refused
from ostfront.server.pools import PoolName, Pools

JSON = "application/json"
GUEST_TOKEN = "ostfront.guest"  # set by the guard in the scope of a guest's request
SMALL = 64 * 1024  # bytes that are read at once
HttpRequest = Request[Any, Any, Any]
HttpResponse = Response[bytes]
Method = Literal["GET", "PUT", "POST", "DELETE"]


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


def guest_token(request: HttpRequest) -> str:
    """The token of the guest who asks; empty for the owner of the table."""
    return str(request.scope.get(GUEST_TOKEN, ""))


def owner_only(request: HttpRequest) -> None:
    if guest_token(request):
        raise Refused(403, "guest", "Only the owner of this table can do that.")


def route(
    method: Method,
    path: str,
    takes: type[Any] | None = None,
    limit: int | None = None,
    pool: PoolName = "table",
    guests: bool = False,
) -> Callable[[Callable[..., HttpResponse]], HTTPRouteHandler]:
    """A handler. With `takes` the function gets the request and the struct in its body, else the request.

    The work is done by a thread of the pool; large bodies are read by one of the table's. Guests are let in only with
    `guests`, with the token of a seat of the game: the function answers nothing that this seat may not know.
    """
    options: dict[str, Any] = {} if limit is None else {"request_max_body_size": limit}
    decoder = None if takes is None else msgspec.json.Decoder(takes)

    def make(function: Callable[..., HttpResponse]) -> HTTPRouteHandler:
        async def handler(request: HttpRequest) -> HttpResponse:
            pools: Pools = request.app.state.pools
            if not guests:
                owner_only(request)
            elif token := guest_token(request):  # refused if it does not belong to a seat of this game
                await pools["table"].run(request.app.state.library.seat, request.path_params["game"], token)
            given: list[Any] = [request]
            if decoder is not None:
                body = await request.body()
                small = len(body) <= SMALL
                given.append(_decoded(decoder, body) if small else await pools["table"].run(_decoded, decoder, body))
            response: HttpResponse = await pools[pool].run(function, *given)
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
