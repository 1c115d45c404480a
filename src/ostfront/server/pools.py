"""Threads for the work behind requests. What can take long has threads of its own, and a short queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Literal

from ostfront.server.messages import Refused

PoolName = Literal["table", "hints", "imports", "reviews", "passwords"]
THREADS: dict[PoolName, int] = {"table": 16, "hints": 2, "imports": 1, "reviews": 1, "passwords": 2}
WAITING: dict[PoolName, int] = {"table": 200, "hints": 8, "imports": 4, "reviews": 4, "passwords": 40}


class Pool:
    """Some threads, and a queue for them that ends."""

    def __init__(self, name: PoolName, waiting: int) -> None:
        self.name = name
        self.room = THREADS[name] + waiting
        self.taken = 0
        self._threads = ThreadPoolExecutor(THREADS[name], thread_name_prefix=name)

    async def run(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if self.taken >= self.room:
            what = "requests" if self.name == "table" else self.name
            raise Refused(503, "busy", f"Too many {what} at once; try again in a moment.")
        self.taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *given, **named))
        finally:
            self.taken -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """One pool for each kind of work."""

    def __init__(self, waiting: int = WAITING["table"]) -> None:
        """`waiting` is how many ordinary requests may wait for a thread."""
        self._pools = {name: Pool(name, WAITING[name]) for name in THREADS} | {"table": Pool("table", waiting)}

    def __getitem__(self, name: PoolName) -> Pool:
        return self._pools[name]

    async def close(self) -> None:
        for pool in self._pools.values():
            pool.close()
