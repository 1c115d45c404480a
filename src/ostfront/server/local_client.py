"""Calls the application without a network: for tests and benches."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote

import msgspec
from sqlalchemy import Engine

from ostfront.server.app import make_app
from ostfront.server.game_library import GameLibrary
from ostfront.server.guard import Guard
from ostfront.server.pools import Pools
from ostfront.server.table_door import cookie_name

HOST = "127.0.0.1:1941"
Answered = TypeVar("Answered")


class ClientResponse(NamedTuple):
    """A response of the application."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class AppClient:
    """An application, called within the process as a browser would."""

    def __init__(self, app: Guard, pools: Pools, headers: Mapping[str, str]) -> None:
        """`headers` are those of every request."""
        self.app = app
        self.pools = pools
        self.headers = headers
        self._loop = asyncio.new_event_loop()  # in a thread, since a browser under test has a loop in this one
        self._thread = Thread(target=self._loop.run_forever, name="client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Answered]) -> Answered:
        """What comes of requests sent together."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        self.run(self.pools.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def ask(
        self,
        method: str,
        path: str,
        data: Any = None,
        token: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> ClientResponse:
        """Send a request as the page would; `headers` replace the usual ones, an empty value leaves one out."""
        return self.run(self.send(method, path, data, token, headers=headers, body=body))

    async def send(
        self,
        method: str,
        path: str,
        data: Any = None,
        token: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> ClientResponse:
        """As `ask`, for several requests at once: `run` takes them together."""
        sent = {**self.headers, "content-type": "application/json", "seat-token": token, **(headers or {})}
        if body is None:
            body = b"" if data is None else msgspec.json.encode(data)
        given = [(name.encode(), value.encode()) for name, value in sent.items() if value]
        given.append((b"content-length", str(len(body)).encode()))
        return await self._answer(method, path, given, body)

    async def _answer(
        self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> ClientResponse:
        """The answer to this request."""
        bare, _, query = path.partition("?")
        scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": unquote(bare), "raw_path": bare.encode(), "query_string": query.encode(), "root_path": "",
            "headers": headers, "client": ("127.0.0.1", 50000), "server": ("127.0.0.1", 1941),
        }  # fmt: skip
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> Any:
            if incoming:
                return incoming.pop()
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        received = {name.decode(): value.decode() for name, value in start["headers"]}
        return ClientResponse(start["status"], received, b"".join(parts))


class LocalClient(AppClient):
    """A game library in a folder and its application, called within the process."""

    def __init__(
        self, folder: Path, static: Path | None = None, shared: Sequence[str] = (), engine: Engine | None = None
    ) -> None:
        """`shared` are the names by which guests come; the games are in the folder, or in the database given."""
        self.library = GameLibrary(folder, engine)
        self.library.shared_at = f"http://{shared[0]}" if shared else ""
        cookie = f"{cookie_name(HOST)}={self.library.key}"
        pools = Pools()
        app = make_app(self.library, [HOST], static, pools, shared)
        super().__init__(app, pools, {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie})

    def close(self) -> None:
        super().close()
        self.library.close()

    def __enter__(self) -> LocalClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def actions_of(view: Mapping[str, Any]) -> list[str]:
    """Every legal action of a view, written as the page writes them."""
    found: list[str] = []
    for question in view["asked"]:
        for group in question["groups"]:
            if group["text"]:
                found.append(group["text"])
            found += [f"{group['verb']} {target}" for target in group["targets"]]
            found += [" ".join([group["verb"], *path]) for path in group["paths"]]
    return found
