"""A real HTTP server on the loopback address that keeps what it is sent, as webhook and as push service."""

from __future__ import annotations

from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple


class Posted(NamedTuple):
    path: str
    headers: Mapping[str, str]  # by lower-case name
    body: bytes


class HttpSink:
    """`answers` are the statuses of the next answers, else 204; with `silent` there is no answer at all."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}
        self.silent = False
        self.released = Event()
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                sink.posted.append(Posted(self.path, headers, body))
                if sink.silent:
                    sink.released.wait(30)
                    return
                self.send_response(sink.answers.pop(0) if sink.answers else 204)
                for name, value in sink.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> HttpSink:
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _wrong: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
