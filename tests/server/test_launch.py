"""Starting the table, and its bench."""

from __future__ import annotations

import gc
import socket
from pathlib import Path

import pytest

from ostfront.bench.server import measure
from ostfront.core.errors import OstfrontError
from ostfront.server import launch
from ostfront.server.database import data_folder
from server.real_server import RealServer, body


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(OstfrontError, match="Is a table already open"):
            launch.serve(other.getsockname()[1], tmp_path, browser=False, static=None)


def test_a_page_that_is_not_built(tmp_path: Path) -> None:
    with pytest.raises(OstfrontError, match="page is not built"):
        launch.serve(0, tmp_path / "games", browser=False, static=tmp_path)


def test_one_table_in_a_data_folder(tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        client = server.start()
        assert body(client.get("/api/health")) == {"ok": True}
        with pytest.raises(OstfrontError, match="Another table is using"):
            launch.serve(0, tmp_path, browser=False, static=None)


def test_the_data_folder_of_each_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "ostfront"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "ostfront"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "ostfront")


def test_the_bench_measures() -> None:
    found = measure(rounds=1, actions=25, at_once=3, clicks=5)
    assert found["actions_per_cpu_s"] > 0
    assert found["outside_engine"] < 1
    assert found["click_p99_ms"] >= found["click_p50_ms"] > 0
    assert found["p99_to_p50"] == pytest.approx(found["click_p99_ms"] / found["click_p50_ms"])


def test_the_collector_leaves_alone_what_was_loaded() -> None:
    loaded = [["rules"]]
    assert any(one is loaded for one in gc.get_objects())
    launch.set_apart()
    try:
        assert not any(one is loaded for one in gc.get_objects())
    finally:
        gc.unfreeze()
