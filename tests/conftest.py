"""Registers the drill and its computer players; skips long runs unless asked for."""

from __future__ import annotations

import os

import pytest

from drill import INFO
from drill.player import PLAYER
from ostfront import games
from ostfront.ai import game_players

games.register(INFO)
game_players.register(INFO.name, PLAYER)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests too")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--soak"):
        os.environ.setdefault("OSTFRONT_SCALE", "8")  # before the harness reads it


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    for item in items:
        if "soak" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="a long run: pytest --soak"))
