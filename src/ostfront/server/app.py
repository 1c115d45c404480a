"""The application: routes, errors as JSON, the built page, and the guard in front of it all."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable, Mapping, Sequence
from errno import ENOSPC
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from sqlalchemy.exc import DBAPIError

from ostfront.core.errors import OstfrontError
from ostfront.server import (
    database,
    ending_routes,
    file_routes,
    library_routes,
    note_routes,
    seat_routes,
    sharing_routes,
)
from ostfront.server.game_library import GameLibrary
from ostfront.server.guard import REQUEST, Door, Guard
from ostfront.server.log import log
from ostfront.server.messages import Refused
from ostfront.server.pools import Pools
from ostfront.server.routing import JSON, HttpRequest, HttpResponse, cached_response, route
from ostfront.server.table_door import TableDoor

BODY_LIMIT = 64 * 1024
mimetypes.add_type("application/manifest+json", ".webmanifest")
STATIC = Path(__file__).parent / "static"
KINDS = {404: "missing", 405: "missing", 413: "size"}


class Page:
    """The built front end, read once. It learns from its head whether it is that of a table or of a site."""

    def __init__(self, folder: Path | None, place: str = "table") -> None:
        self.files: dict[str, tuple[bytes, str, str]] = {}
        if folder is None:
            return
        if not (folder / "index.html").is_file():
            raise OstfrontError(
                f"The page is not built: {folder.name}/index.html is missing beside the server. "
                "Install the package from its wheel or with `pip install .`, or build the front end (see frontend/)."
            )
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                body = file.read_bytes()
                if file.name == "index.html":
                    body = body.replace(
                        b'name="ostfront" content="table"', f'name="ostfront" content="{place}"'.encode()
                    )
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                etag = blake2b(body, digest_size=8).hexdigest()
                self.files["/" + file.relative_to(folder).as_posix()] = (body, kind, etag)

    def answer(self, path: str, request: HttpRequest) -> HttpResponse:
        found = self.files.get("/index.html" if path in ("", "/") else path)
        if found is None:
            raise Refused(404, "missing", "Page not found.")
        body, kind, etag = found
        # the build puts a digest into the names of assets
        lasting = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        return cached_response(request, body, kind, etag, lasting)


def _page(request: HttpRequest) -> HttpResponse:
    page: Page = request.app.state.page
    return page.answer(request.scope["path"], request)


index = route("GET", "/", to="everybody")(_page)
static = route("GET", "/{path:path}", to="everybody")(_page)


# ---- errors ----------------------------------------------------------------------------------------------


def _refused(_request: HttpRequest, wrong: Refused) -> HttpResponse:
    headers = {"retry-after": str(wrong.retry)} if wrong.retry else None
    return Response(wrong.body(), status_code=wrong.status, media_type=JSON, headers=headers)


def _malformed(request: HttpRequest, wrong: ValidationException) -> HttpResponse:
    details = "; ".join(_detail(item) for item in wrong.extra) if isinstance(wrong.extra, list) else ""
    message = f"Malformed request: {details or wrong.detail}"
    return _refused(request, Refused(400, "malformed", message[:400]))


def _detail(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    return f"{item.get('key', '')} {item.get('message', '')}".strip()


def _http(request: HttpRequest, wrong: HTTPException) -> HttpResponse:
    kind = KINDS.get(wrong.status_code, "malformed" if wrong.status_code < 500 else "broken")
    words = {"missing": "Page not found.", "size": "The request is too large."}
    return _refused(request, Refused(wrong.status_code, kind, words.get(kind, wrong.detail[:400])))


def _database(request: HttpRequest, wrong: DBAPIError) -> HttpResponse:
    """The disk and the database have troubles of their own. A change is one transaction, so none was made."""
    status, kind, sentence = database.trouble(wrong.orig)
    if not sentence:
        return _broken(request, wrong)
    if status >= 500:
        log.error("%s (%s)", sentence, wrong.orig)
    return _refused(request, Refused(status, kind, f"{sentence} Nothing was changed."))


def _disk(request: HttpRequest, wrong: OSError) -> HttpResponse:
    if wrong.errno != ENOSPC:
        return _broken(request, wrong)
    return _refused(request, Refused(507, "disk", "The disk is full. Nothing was changed."))


def _domain(request: HttpRequest, wrong: OstfrontError) -> HttpResponse:
    return _refused(request, Refused(400, "words", str(wrong)))


def _broken(request: HttpRequest, wrong: Exception) -> HttpResponse:
    """A bug of ours: the log gets the traceback, the page one sentence. A site names its requests."""
    name = str(request.scope.get(REQUEST, ""))
    log.error("internal error", exc_info=wrong, extra={"request": name})
    told = f" Report it as {name}." if name else ""
    return _refused(request, Refused(500, "broken", f"Internal error; nothing was changed.{told}"))


# ---- the application -------------------------------------------------------------------------------------


def hosts(port: int) -> list[str]:
    """The names this table answers to."""
    return [f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")]


def make_app(
    library: GameLibrary,
    names: Iterable[str],
    static_folder: Path | None = STATIC,
    pools: Pools | None = None,
    shared_names: Iterable[str] = (),
) -> Guard:
    """The application of a table; without a static folder it serves no page. Guests come by the shared names."""
    routes = [
        *library_routes.ROUTES,
        *seat_routes.ROUTES,
        *file_routes.ROUTES,
        *ending_routes.ROUTES,
        *note_routes.ROUTES,
        *sharing_routes.ROUTES,
    ]
    door = TableDoor(library.key, names, shared_names)
    return guarded(routes, {"library": library, "page": Page(static_folder)}, pools or Pools(), door)


def guarded(routes: Sequence[HTTPRouteHandler], state: Mapping[str, Any], pools: Pools, door: Door) -> Guard:
    """An application behind its guard: these routes, the page, and errors as JSON."""
    app = Litestar(
        route_handlers=[*routes, index, static],
        state=State({**state, "pools": pools}),
        on_shutdown=[pools.close],
        exception_handlers={
            Refused: _refused,
            ValidationException: _malformed,
            HTTPException: _http,
            DBAPIError: _database,
            OSError: _disk,
            OstfrontError: _domain,
            Exception: _broken,
        },
        openapi_config=None,
        request_max_body_size=BODY_LIMIT,
        debug=False,
    )
    return Guard(app, door)
