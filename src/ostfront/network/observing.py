"""In front of the guard of a site: every request has a name, a line in the log, and its share in the figures."""

from __future__ import annotations

import secrets
from time import perf_counter
from typing import Any

from ostfront.network import logs
from ostfront.network.addresses import for_logs
from ostfront.network.metrics import Metrics
from ostfront.server.guard import REQUEST, Guard, Message, Receive, Scope, Send
from ostfront.server.visitors import VISITOR, Visitor

AT_THE_DOOR = "(refused at the door)"
PROBES = ("/api/health", "/api/ready")
GONE = 499  # whoever asked did not wait for the answer
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")


class Observed:
    """The application of a site and who watches it."""

    def __init__(self, guard: Guard, metrics: Metrics | None = None, *, access_log: bool = True) -> None:
        self.guard = guard
        self.metrics = metrics
        self.access_log = access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.guard(scope, receive, send)
            return
        name = scope[REQUEST] = secrets.token_hex(4)
        status, start = GONE, perf_counter()

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        path, waits = scope["path"], scope["path"].endswith("/changes")
        if waits and self.metrics is not None:
            self.metrics.waiting.inc()
        try:
            await self.guard(scope, receive, sent)
        finally:
            if waits and self.metrics is not None:
                self.metrics.waiting.dec()
            self._told(name, scope, path, status, perf_counter() - start)

    def _told(self, name: str, scope: Scope, path: str, status: int, seconds: float) -> None:
        visitor: Visitor | None = scope.get(VISITOR)
        route = path if path in PROBES else str(scope.get("path_template") or AT_THE_DOOR)
        method = scope["method"] if scope["method"] in METHODS else "other"
        if self.metrics is not None:
            self.metrics.answered(method, route, status, seconds)
        if self.access_log and route not in PROBES:
            client: Any = scope.get("client") or ("",)
            logs.told_request(
                request=name, method=method, route=route, status=status, seconds=seconds,
                account=visitor.account if visitor else 0,
                address=for_logs(visitor.address if visitor else client[0]),
            )  # fmt: skip
