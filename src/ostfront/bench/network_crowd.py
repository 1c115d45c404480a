"""The people of `ostfront bench network`: they wait for changes with long polls, look at them, and click."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from ostfront.bench.clicks import ClickView, actions_in
from ostfront.bench.network_stock import URL, BenchPerson, BenchSeat

COOKIE = f"ostfront_site_{urlsplit(URL).netloc.rpartition(':')[2]}"
PATIENCE = 60.0  # seconds for any answer
READ = msgspec.json.Decoder(ClickView).decode


class Said(NamedTuple):
    """An answer of the site."""

    status: int
    body: bytes


class Line:
    """A connection to a server, as small as can be: the machine is that of the servers."""

    def __init__(self, port: int, person: BenchPerson) -> None:
        self.port = port
        self.head = f"Host: {urlsplit(URL).netloc}\r\nOrigin: {URL}\r\nCookie: {COOKIE}={person.session}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", data: Any = None) -> Said:
        body = b"" if data is None else msgspec.json.encode(data)
        head = f"{method} {path} HTTP/1.1\r\n{self.head}Seat-Token: {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        async with asyncio.timeout(PATIENCE):
            fresh = self._streams is None
            try:
                return await self._exchange(head.encode() + body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.hang_up()
                if fresh:
                    raise
                return await self._exchange(head.encode() + body)  # an idle connection was closed

    async def _exchange(self, request: bytes) -> Said:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return Said(int(head[9:12]), await reader.readexactly(length))

    def hang_up(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {"click": [], "view": [], "opening": [], "told": []}
        self.errors: Counter[str] = Counter()
        self.skipped = 0  # nobody was asked

    def fault(self, what: str, said: Said | Exception) -> None:
        told = f"{said.status} {said.body[:120]!r}" if isinstance(said, Said) else f"{type(said).__name__} {said}"
        self.errors[f"{what}: {told}"] += 1


class Seated:
    """Somebody connected, at a seat: one connection waits for changes, another one clicks."""

    def __init__(self, port: int, seat: BenchSeat, figures: Figures, random: Random) -> None:
        self.seat = seat
        self.waiting = Line(port, seat.person)
        self.clicking = Line(port, seat.person)
        self.figures = figures
        self.random = random
        self.path = f"/api/games/{seat.game}"
        self.view: ClickView | None = None
        self.busy = False

    async def look(self, line: Line) -> None:
        start = perf_counter()
        said = await line.ask("GET", f"{self.path}/view", self.seat.token)
        if said.status != 200:
            self.figures.fault("view", said)
            return
        self.figures.seconds["view"].append(perf_counter() - start)
        self._take(said)

    def _take(self, said: Said) -> None:
        """A slow answer does not replace a newer one: nobody takes anything back here."""
        view = READ(said.body)
        if self.view is None or view.moment >= self.view.moment:
            self.view = view

    async def wait(self) -> None:
        """Wait for changes until the end, as the page does."""
        while True:
            try:
                etag = self.view.etag if self.view else ""
                said = await self.waiting.ask("GET", f"{self.path}/changes?etag={etag}&wait=25", self.seat.token)
                if said.status != 200:
                    self.figures.fault("waiting", said)
                    await asyncio.sleep(1)
                elif b'"changed":true' in said.body and self.view and self.view.etag.encode() not in said.body:
                    await self.look(self.waiting)
            except (OSError, EOFError, TimeoutError) as wrong:
                self.figures.fault("waiting", wrong)
                await asyncio.sleep(1)

    def may_click(self) -> bool:
        return not self.busy and self.view is not None and bool(self.view.asked)

    async def click(self) -> None:
        assert self.view is not None
        self.busy = True
        draft = self.view.draft
        chosen = self.random.choice(actions_in(self.view))
        start = perf_counter()
        try:
            data = {"after": draft.after, "actions": [*draft.actions, chosen]}
            said = await self.clicking.ask("PUT", f"{self.path}/draft", self.seat.token, data)
            if said.status == 200:
                self.figures.seconds["click"].append(perf_counter() - start)
                self._take(said)
            else:
                self.figures.fault("click", said)
                await self.look(self.clicking)
        except (OSError, EOFError, TimeoutError) as wrong:
            self.figures.fault("click", wrong)
        finally:
            self.busy = False


class Crowd:
    """All who are connected, and those who drop in."""

    def __init__(self, ports: Sequence[int], figures: Figures, spread: bool = False) -> None:
        """`spread`: the requests of a game come to all servers, not to one."""
        self.ports = ports
        self.spread = spread
        self.figures = figures
        self.random = Random("bench network crowd")
        self.seated: list[Seated] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def port_of(self, number: int, seat: BenchSeat) -> int:
        """The server of a game, as the Caddyfile sends its requests; or any, if they are spread."""
        return self.ports[(number if self.spread else int(seat.game, 16)) % len(self.ports)]

    async def connect(self, seats: Sequence[BenchSeat]) -> None:
        for number, seat in enumerate(seats):
            one = Seated(self.port_of(number, seat), seat, self.figures, self.random)
            await one.look(one.waiting)
            self.seated.append(one)
            self._begin(one.wait())

    async def click(self, clicks: int, a_second: float, others: Sequence[BenchSeat]) -> None:
        """So many clicks, and each second somebody opens another game."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        for number in range(clicks):
            await asyncio.sleep(max(0.0, start + number / a_second - loop.time()))
            ready = [one for one in self.seated if one.may_click()]
            if ready:
                self._begin(self.random.choice(ready).click())
            else:
                self.figures.skipped += 1
            if others and number % max(1, round(a_second)) == 0:
                self._begin(self._drop_in(self.random.choice(others)))
        await asyncio.sleep(1)

    async def _drop_in(self, seat: BenchSeat) -> None:
        line = Line(self.port_of(self.random.randrange(len(self.ports)), seat), seat.person)
        start = perf_counter()
        try:
            said = await line.ask("GET", f"/api/games/{seat.game}/view", seat.token)
            if said.status == 200:
                self.figures.seconds["opening"].append(perf_counter() - start)
            else:
                self.figures.fault("opening", said)
        except (OSError, EOFError, TimeoutError) as wrong:
            self.figures.fault("opening", wrong)
        finally:
            line.hang_up()

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def leave(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for one in self.seated:
            one.waiting.hang_up()
            one.clicking.hang_up()
