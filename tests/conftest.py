"""Registers the drill and its players; marks tests by where they lie; skips long runs unless asked for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from drill import INFO
from drill.player import PLAYER
from ostfront import games
from ostfront.ai import game_players

games.register(INFO)
game_players.register(INFO.name, PLAYER)

# an example may take long on a busy machine
hypothesis.settings.register_profile("ostfront", deadline=None)
hypothesis.settings.load_profile("ostfront")

# a page may be slow on a busy machine; what is there at once is not waited for
PATIENCE = 30_000  # milliseconds
expect.set_options(timeout=PATIENCE)

# of chromium
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

HERE = Path(__file__).parent
FOLDERS = {
    "core": "unit",
    **{name.replace("-", "_"): "unit" for name in games.names()},
    "harness": "harness",
    "server": "web",
    "web": "web",
    "network": "web",
    "ai": "ai",
    "lab": "ai",
    "envs": "ai",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests too")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--soak"):
        os.environ.setdefault("OSTFRONT_SCALE", "8")  # before the harness reads it


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        kind = _kind(item.path)
        if kind:
            item.add_marker(kind)
        if "soak" in item.keywords and not config.getoption("--soak"):
            item.add_marker(pytest.mark.skip(reason="a long run: pytest --soak"))


def _kind(path: Path) -> str:
    """The marker of a test, by its folder; empty for those that have none."""
    return FOLDERS.get(path.relative_to(HERE).parts[0], "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of pages, of the table and of a site: a process has room for one."""
    chromium = shutil.which("chromium")
    assert chromium, "The tests of the page need chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()
