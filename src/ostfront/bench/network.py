"""The bench of a site: two servers and a PostgreSQL on this machine, and people who click.

Clicks are random actions in games of every kind, so many a second, whoever is asked. Everybody connected waits for
changes with a long poll and looks at the game after each, as the page does; once a second somebody opens a game that
nobody has open. All of it shares the cores of this machine.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from ostfront import games
from ostfront.bench.network_crowd import Crowd, Figures, Line
from ostfront.bench.network_stock import LENGTHS, URL, BenchPerson, BenchSeat, Stock
from ostfront.bench.postgres import Postgres
from ostfront.core.errors import OstfrontError
from ostfront.server.launch import listen

SERVERS = 2
CLICKS_A_SECOND = 50
CONNECTED = 200
LOBBY = ("/api/me", "/api/home", "/api/home/over", "/api/challenges", "/api/watch")
ASKED = 20  # times
TARGETS = {"click_p95_ms": 250.0, "errors": 0.0, "kb_per_open_game": 100.0, "lobby_ms": 200.0}


def measure(
    minutes: float = 5.0,
    open_games: int = 1000,
    stored: int = 100_000,
    database: str = "",
    spread: bool = False,
    started: Callable[[str], None] = lambda part: None,
) -> dict[str, Any]:
    """Everything that was measured, and whether it meets the targets.

    The requests of a game come to one of the servers, as behind the Caddyfile; with `spread` to all of them.
    """
    with ExitStack() as things:
        folder = Path(things.enter_context(TemporaryDirectory(prefix="ostfront-bench-")))
        database = database or things.enter_context(_own_database())
        started(f"making {open_games} games")
        stock = things.enter_context(closing(Stock(folder / "stock", database)))
        people = stock.people(CONNECTED)
        stock.play_patterns()
        seats = stock.copy(people, open_games)
        started(f"making {stored} finished games")
        stock.store_finished(people, stored)
        ports, processes = [], []
        for number in range(SERVERS):
            port, process = things.enter_context(_server(folder / str(number), database))
            ports.append(port)
            processes.append(process)
        empty = _memory(processes)
        figures = Figures()
        started(f"clicking for {minutes:g} minutes")
        busy = asyncio.run(_run(Crowd(ports, figures, spread), people, seats, minutes, processes))
        return _told(figures, busy, empty, open_games)


async def _run(
    crowd: Crowd,
    people: Sequence[BenchPerson],
    seats: Sequence[Sequence[BenchSeat]],
    minutes: float,
    processes: Sequence[subprocess.Popen[str]],
) -> dict[str, Any]:
    ports = crowd.ports
    together = [seat for game in seats for seat in game][:CONNECTED]  # both players of a game are there
    played = {seat.game for seat in together}
    others = [game[0] for game in seats if game[0].game not in played]
    await _open_one_of_each(ports, seats)
    rules = _memory(processes)
    await crowd.connect(together)
    before = _processor(processes)
    await crowd.click(round(minutes * 60 * CLICKS_A_SECOND), CLICKS_A_SECOND, others)
    spent = _processor(processes) - before
    memory = _memory(processes)
    await crowd.leave()
    return {"memory": memory, "rules": rules, "processor": spent, "lobby": await _lobby(ports[0], people[0])}


async def _open_one_of_each(ports: Sequence[int], seats: Sequence[Sequence[BenchSeat]]) -> None:
    """So that the servers have read the rules and maps of all games before their memory is compared."""
    for port in ports:
        for seat, *_ in seats[: len(games.names()) * len(LENGTHS)]:
            line = Line(port, seat.person)
            await line.ask("GET", f"/api/games/{seat.game}/view", seat.token)
            line.hang_up()


async def _lobby(port: int, person: BenchPerson) -> dict[str, float]:
    """How long each request of the lobby takes, alone; one that there is not yet is left out."""
    line, found = Line(port, person), {}
    loop = asyncio.get_running_loop()
    for path in LOBBY:
        times = []
        for _ in range(ASKED):
            start = loop.time()
            said = await line.ask("GET", path)
            times.append(loop.time() - start)
        if said.status == 200:
            found[path] = median(times) * 1000
    line.hang_up()
    return found


def _told(figures: Figures, busy: dict[str, Any], empty: int, open_games: int) -> dict[str, Any]:
    found: dict[str, Any] = {"title": "network", "games": open_games, "connected": CONNECTED}
    for what, seconds in figures.seconds.items():
        if seconds:
            found[f"{what}s"] = len(seconds)
            found |= {f"{what}_p{share}_ms": _share(seconds, share) * 1000 for share in (50, 95, 99)}
    found["skipped"] = figures.skipped
    found["errors"] = sum(figures.errors.values())
    found["server_cpu_ms_per_click"] = busy["processor"] * 1000 / max(1, len(figures.seconds["click"]))
    found["memory_mb"] = busy["memory"] / 1e6
    found["memory_mb_empty"] = empty / 1e6
    found["kb_per_open_game"] = busy["memory"] / 1000 / open_games
    found["memory_mb_rules_read"] = busy["rules"] / 1e6
    found["kb_per_open_game_beyond_that"] = (busy["memory"] - busy["rules"]) / 1000 / open_games
    found["lobby"] = busy["lobby"]
    found["lobby_ms"] = max(busy["lobby"].values(), default=0.0)
    found["faults"] = dict(figures.errors.most_common(5))
    found["requirement"] = ", ".join(f"{name} at most {most:g}" for name, most in TARGETS.items())
    found["holds"] = all(found.get(name, float("inf")) <= most for name, most in TARGETS.items())
    return found


def _share(seconds: list[float], share: int) -> float:
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * share // 100)]


# ---- processes -------------------------------------------------------------------------------------------


@contextmanager
def _own_database() -> Iterator[str]:
    server = Postgres(quick=False)
    try:
        server.start()
        yield server.database()
    finally:
        server.close()


@contextmanager
def _server(folder: Path, database: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """`ostfront serve` on a free port; the computer players would be workers."""
    with listen("127.0.0.1", 0) as probe:
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "ostfront.cli", "serve", "--public-url", URL, "--database", database]
    command += ["--port", str(port), "--data-folder", str(folder), "--players", "workers", "--no-page"]
    quiet = {"OSTFRONT_ACCESS_LOG": "false", "MALLOC_ARENA_MAX": "2"}  # the latter as the units in deploy/ do
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **quiet})
    assert process.stdout is not None
    try:
        if URL not in process.stdout.readline():
            raise OstfrontError("A server did not start.")
        yield port, process
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def _memory(processes: Sequence[subprocess.Popen[str]]) -> int:
    """Bytes of resident memory, of all servers together."""
    pages = sum(int(Path(f"/proc/{one.pid}/statm").read_text().split()[1]) for one in processes)
    return pages * os.sysconf("SC_PAGE_SIZE")


def _processor(processes: Sequence[subprocess.Popen[str]]) -> float:
    """Seconds of processor time that the servers have used."""
    ticks = 0
    for one in processes:
        fields = Path(f"/proc/{one.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
