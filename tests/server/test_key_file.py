"""The key of a table: written whole, never short, and read by its owner only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ostfront.core.errors import OstfrontError
from ostfront.server import launch
from ostfront.server.database_file import lock_folder
from ostfront.server.key_file import table_key
from ostfront.server.local_client import LocalClient
from server.seated import Seated


@pytest.mark.parametrize("content", [b"", b"\n", b"x", b"x" * 31, b" " * 40, b"x; Path=/" * 6, b"\xff" * 40])
def test_a_short_key_opens_no_table(content: bytes, tmp_path: Path) -> None:
    """With an empty one every visitor would have the key."""
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(
        OstfrontError, match=r"key: not the key of a table: .* Delete the file, and a new key is made\."
    ):
        launch.serve(0, tmp_path, browser=False, static=None)
    assert (tmp_path / "key").read_bytes() == content


def test_a_crash_leaves_no_key_or_a_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_file: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            table_key(tmp_path)
    assert not (tmp_path / "key").exists()
    key = table_key(tmp_path)
    assert len(key) == 32 and table_key(tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_files_are_their_owners(tmp_path: Path) -> None:
    """Also those of a folder that everybody can read, and files of an earlier version."""
    LocalClient(tmp_path).close()
    tmp_path.chmod(0o755)
    (tmp_path / "table.sqlite").chmod(0o644)
    lock = lock_folder(tmp_path)
    with LocalClient(tmp_path) as client:
        Seated(client)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir() if file.is_file()}
    lock.close()
    assert {"key", "lock", "table.sqlite", "table.sqlite-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes
