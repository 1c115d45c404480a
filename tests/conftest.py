"""Registers the drill; marks tests by where they lie; skips long runs unless asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from drill import INFO
from ostfront import games

games.register(INFO)

HERE = Path(__file__).parent
FOLDERS = {
    "core": "unit",
    **{name.replace("-", "_"): "unit" for name in games.names()},
    "harness": "harness",
    "server": "web",
    "web": "web",
    "ai": "ai",
    "lab": "ai",
    "envs": "ai",
}
OF_PLAYERS = {"test_evaluate.py", "test_recruit.py"}  # beside the rules of a game


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
    return "ai" if path.name in OF_PLAYERS else FOLDERS.get(path.relative_to(HERE).parts[0], "")
