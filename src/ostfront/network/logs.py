"""The log of a site on standard error: plain lines or JSON, one for each event and each request.

It has no secrets: no queries of addresses, no cookies, no tokens, and of the network addresses only the beginning.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from ostfront.server.log import log

SHOWN = ("request", "method", "route", "status", "ms", "account", "address")  # what a line has besides its sentence
OTHERS = ("uvicorn", "litestar", "alembic")  # whose warnings belong here, too
ACCESS = logging.INFO


class Line(logging.Formatter):
    """A line of the log."""

    def __init__(self, form: Literal["plain", "json"]) -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        more: dict[str, Any] = {name: getattr(record, name) for name in SHOWN if hasattr(record, name)}
        wrong = record.exc_info[1] if record.exc_info else None
        trace = "" if wrong is None else "".join(traceback.format_exception(wrong))
        level, said = record.levelname.lower(), " ".join(record.getMessage().split())
        if self.form == "json":
            told = {"time": time, "level": level, "said": said, **more, **({"trace": trace} if trace else {})}
            return msgspec.json.encode(told).decode()
        words = [f"{name}={value}" for name, value in more.items()]
        return "\n".join([" ".join([time, level, said, *words]), *([trace.rstrip()] if trace else [])])


class OnStderr(logging.Handler):
    """Where the lines go; whoever reads them may be gone."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            return


def set_up(form: Literal["plain", "json"]) -> None:
    """From here on everything that this process says on standard error is a line of the log."""
    handler = OnStderr()
    handler.setFormatter(Line(form))
    log.handlers[:] = [handler]
    for name in OTHERS:
        other = logging.getLogger(name)
        other.handlers[:] = [handler]
        other.setLevel(logging.WARNING)
        other.propagate = False


def told_request(
    *, request: str, method: str, route: str, status: int, seconds: float, account: int, address: str
) -> None:
    """A line for a request that has been answered."""
    told: dict[str, Any] = {
        "request": request, "method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1),
    }  # fmt: skip
    if account:
        told["account"] = account
    log.log(ACCESS, "answered", extra={**told, "address": address})
