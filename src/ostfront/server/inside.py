"""Asking the application without a network: for tests and measurements."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import msgspec

from ostfront.server.app import make_app
from ostfront.server.house import House

HOST = "127.0.0.1:1941"


class Heard(NamedTuple):
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Inside:
    """A table of its own in a folder, asked from within the process."""

    def __init__(self, folder: Path, static: Path | None = None) -> None:
        self.house = House(folder)
        self.app = make_app(self.house, [HOST], static)
        self.loop = asyncio.new_event_loop()

    def close(self) -> None:
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.house.close()

    def __enter__(self) -> Inside:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(
        self,
        method: str,
        path: str,
        data: Any = None,
        token: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Heard:
        """As the page would ask; `headers` replace the usual ones, an empty value leaves one out."""
        usual = {
            "host": HOST,
            "origin": f"http://{HOST}",
            "cookie": f"ostfront_table={self.house.key}",
            "content-type": "application/json",
            "seat-token": token,
        }
        sent = {**usual, **(headers or {})}
        if body is None:
            body = b"" if data is None else msgspec.json.encode(data)
        given = [(name.encode(), value.encode()) for name, value in sent.items() if value]
        given.append((b"content-length", str(len(body)).encode()))
        return self.loop.run_until_complete(self._ask(method, path, given, body))

    async def _ask(self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes) -> Heard:
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
        told = {name.decode(): value.decode() for name, value in start["headers"]}
        return Heard(start["status"], told, b"".join(parts))


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
