"""Connections: requests must arrive in time, answers be taken in time, and the idle make room for others."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 200
HEAD_SECONDS = 10.0  # for the head of a request, from the first byte or the connection
BODY_SECONDS = 30.0  # for all of its body
TAKE_SECONDS = 30.0  # for somebody who has stopped reading


class Connection(H11Protocol):
    """One connection of the server. The body of a request has its deadline in the guard, which can say so."""

    def __init__(self, *given: Any, most: int = MOST_CONNECTIONS, **named: Any) -> None:
        """`most` is how many connections the server has at once."""
        super().__init__(*given, **named)
        self.most = most
        self.since = 0.0  # when it became idle
        self._receiving: object = None
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody is at work on a request of this connection."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        self._watch()
        self._make_room()

    def _make_room(self) -> None:
        """Close the connection that has been idle longest, if there are too many."""
        if len(self.connections) > self.most:
            others = [one for one in self.connections if one is not self and isinstance(one, Connection) and one.idle]
            oldest = min(others, key=lambda one: one.since, default=None)
            if oldest is not None:
                oldest.drop()

    def drop(self) -> None:
        """End the connection now. An answer that is not taken is not waited for."""
        self.connections.discard(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def _watch(self) -> None:
        """Each part of a request has its own time, however slowly its bytes come."""
        receiving = self.conn.their_state
        if receiving is self._receiving:
            return
        self._receiving = receiving
        if self._deadline is not None:
            self._deadline.cancel()
        # one second more than the guard, which ends most of them with a sentence
        seconds = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS + 1}.get(receiving)
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.drop)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(TAKE_SECONDS, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_taking()

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_taking()
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)
