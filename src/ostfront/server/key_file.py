"""The key of a table, and files that only their owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ostfront.core.errors import BadFile

KEY_FILE = "key"
SHORTEST_KEY = 32  # characters


def table_key(folder: Path) -> str:
    """The key of the table in a data folder, made once. An empty key would let everybody in, so it is refused."""
    file = folder / KEY_FILE
    if not file.exists():
        _write_whole(file, secrets.token_urlsafe(24))
    file.chmod(0o600)
    key = file.read_bytes().decode("ascii", "replace").strip()
    if len(key) < SHORTEST_KEY or not all(c.isalnum() or c in "-_" for c in key) or not key.isascii():
        wanted = f"a key has at least {SHORTEST_KEY} letters and digits"
        raise BadFile(f"not the key of a table: {wanted}. Delete the file, and a new key is made.", file=str(file))
    return key


def keep_private(file: Path) -> None:
    """Only the owner can read this file, which is made if necessary. SQLite gives its other files the same mode."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    file.chmod(0o600)


def _write_whole(file: Path, text: str) -> None:
    """A crash leaves no file or the whole one, never an empty one."""
    draft = file.with_name(file.name + ".part")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, file)
