"""The stop signal ends the server cleanly: requests are answered, the database is closed."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from server.real_server import RealServer, body


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda sig: sig.name)
def test_a_signal_ends_the_server(tmp_path: Path, sig: signal.Signals) -> None:
    with RealServer(tmp_path, stderr=subprocess.PIPE) as server:
        client = server.start()
        seats = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "computer", "level": "officer"}]
        made = body(client.post("/api/games", json={"game": "victory-denied", "seats": seats}))
        headers = {"Seat-Token": made["seats"][0]["token"]}
        address = f"/api/games/{made['id']}"
        view = body(client.get(f"{address}/view", headers=headers))
        answers: dict[str, Any] = {}

        def wait_for_changes() -> None:
            path = f"{address}/changes?etag={view['etag']}&wait=30"
            while "etag" not in answers:
                try:
                    answer = client.get(path, headers=headers)
                except httpx.TransportError:
                    return
                answers["etag"] = answer.json()["etag"]

        waiting = Thread(target=wait_for_changes)
        waiting.start()
        process = server.process
        assert process is not None
        process.send_signal(sig)
        _, told = process.communicate(timeout=120)
        waiting.join()
        assert process.returncode == (130 if sig == signal.SIGINT else 0), told
        assert told == ("Stopped.\n" if sig == signal.SIGINT else ""), told
        assert sorted(file.name for file in tmp_path.iterdir()) == ["key", "lock", "table.sqlite"]
        server.process = None
