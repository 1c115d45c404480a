"""The real server in a process of its own, to be killed, and a person who talks to it over the network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx


class RealServer:
    """`ostfront play` on a free port of the loopback address."""

    def __init__(self, folder: Path, stderr: int | None = None, database: str = "") -> None:
        self.folder = folder
        self.stderr = stderr
        self.more = ["--database", database] if database else []
        self.process: subprocess.Popen[str] | None = None
        self.client: httpx.Client | None = None

    def start(self) -> httpx.Client:
        command = [sys.executable, "-m", "ostfront.cli", "play", "--port", "0", "--no-browser", "--no-page"]
        self.process = subprocess.Popen(
            [*command, *self.more, "--data-folder", str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            text=True,
            bufsize=1,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/open\?key=(\S+)", told)
        assert found, f"the server did not start: {told!r}"
        headers = {"Authorization": f"Bearer {found[2]}"}
        self.client = httpx.Client(base_url=found[1], headers=headers, timeout=60)
        return self.client

    def kill(self) -> None:
        """As a power cut would: no time to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None
        if self.client is not None:
            self.client.close()
            self.client = None

    def __enter__(self) -> RealServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def body(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text[:500]
    return answer.json()
