"""The map workshop: the lattice it draws on, and frozen files that rebuild byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_frozen_files_rebuild_byte_for_byte() -> None:
    geo = os.environ.get("OSTFRONT_GEO")
    if not geo:
        pytest.skip("OSTFRONT_GEO does not name the geography folder")
    pytest.importorskip("shapely")
    pytest.importorskip("pyproj")
    done = subprocess.run(
        [sys.executable, str(ROOT / "maps/build.py"), "--geo", geo, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workshop_names_no_machine() -> None:
    for path in (ROOT / "maps").rglob("*"):
        if path.suffix in (".py", ".csv", ".toml", ".md"):
            text = path.read_text(encoding="utf-8")
            assert "/work/" not in text and "/home/" not in text, path


def test_the_workshop_and_the_drawer_agree_about_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "maps"))
    lattice = pytest.importorskip("workshop.lattice")
    import tomllib

    from ostfront.cartography import MapData

    folder = ROOT / "src/ostfront/games/victory_denied/data/map"
    with (folder / "map.toml").open("rb") as f:
        grid = lattice.Lattice(tomllib.load(f)["grid"])
    data = MapData.read(folder)
    for name in ("1501", "2110", "3919", "5256", "3106"):
        for other in grid.neighbours(name):
            data.shared(name, other)  # raises if not adjacent
        assert grid.at(grid.centre(name)) == name
