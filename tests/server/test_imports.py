"""Files are read in a process with limits; what breaks them is refused with a sentence, and the table goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import ostfront
from ostfront.core.files import record
from ostfront.core.files.data import digest
from ostfront.server.imports import ImportProcess
from ostfront.server.local_client import LocalClient
from server.crowded import CrowdedTable, until

HANGS = (sys.executable, "-c", "import time; time.sleep(600)")
GREEDY = """
from ostfront.server import import_worker
import_worker.read_game = lambda text: bytearray(10**10)
import_worker.main()
"""
DIES = (sys.executable, "-c", "import sys; sys.stdin.readline()")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def saved(name: str = "victory-denied") -> dict[str, Any]:
    return {"text": record.write(ostfront.new(name, seed=5), full=True)}


@pytest.mark.parametrize(
    ("command", "limit", "message"),
    [
        (HANGS, 0.5, "the file: reading it takes longer than 0.5 seconds."),
        ((sys.executable, "-c", GREEDY), 60, "the file: reading it takes too much memory."),
        (DIES, 60, "the file: its reader ended without an answer."),
    ],
    ids=["time", "memory", "death"],
)
def test_limits(client: LocalClient, command: tuple[str, ...], limit: float, message: str) -> None:
    client.library.imports = ImportProcess(limit, command)
    answer = client.ask("POST", "/api/import", saved())
    assert (answer.status, answer.json["error"]["message"]) == (422, message)
    assert client.ask("GET", "/api/games").json == {"games": []}
    client.library.imports.command = ImportProcess().command
    client.library.imports.time_limit = 60
    assert client.ask("POST", "/api/import", saved()).status == 201, "the next one is read by a new process"


def test_numbers_that_no_table_can_show(client: LocalClient) -> None:
    """The rules do not need the outlines of the areas; the page does."""
    text = "# source: x\narea,ring,points\n1,sideways,1 2 3 4\n"
    mark = f"digest: {digest({'map/polygons.csv': text})}\ndata map/polygons.csv\n"
    block = mark + "".join(f"| {line}\n" for line in text.splitlines())
    head, rest = saved("kiev-41")["text"].split("---\n", 1)
    answer = client.ask("POST", "/api/import", {"text": f"{head}{block}---\n{rest}"})
    assert answer.status == 422 and "polygons.csv:3: " in answer.json["error"]["message"], answer.body


def test_one_process_reads_many_files(client: LocalClient) -> None:
    assert client.ask("POST", "/api/import", saved()).status == 201
    process = client.library.imports.process
    for name in ("kiev-41", "victory-awaits", "barbarossa-1941"):
        answer = client.ask("POST", "/api/import", saved(name))
        assert answer.status == 201 and answer.json["game"] == name, answer.body[:300]
    assert client.library.imports.process is process


def test_slow_files_keep_nobody_waiting(tmp_path: Path) -> None:
    with CrowdedTable(tmp_path) as table, table.client() as client, ThreadPoolExecutor(8) as visitors:
        table.library.imports = ImportProcess(60, HANGS)

        def send(_: int) -> httpx.Response:
            with table.client() as other:
                return other.post("/api/import", json=saved())

        waiting = [visitors.submit(send, n) for n in range(8)]
        try:
            until(lambda: len(table.server.server_state.tasks) + sum(one.done() for one in waiting) == 8)
            assert client.get("/api/games", timeout=5).status_code == 200
        finally:
            table.library.imports.close()
        told = [one.result().json()["error"] for one in waiting]
        assert [one["message"] for one in told if one["kind"] == "busy"] == [
            "Too many imports at once; try again in a moment."
        ] * 3
