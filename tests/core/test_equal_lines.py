"""The check of `make lint` for lines that two games share."""

from __future__ import annotations

from pathlib import Path

from equal_lines import runs

ROOT = Path(__file__).parents[2]
BODY = "".join(f"line_{n} = {n}\n" for n in range(12))


def write(folder: Path, game: str, text: str) -> None:
    (folder / game).mkdir()
    (folder / game / "rules.py").write_text(text)


def test_a_run_in_two_games_is_found_once_and_whole(tmp_path: Path) -> None:
    write(tmp_path, "one", "import os\n\n" + BODY)
    write(tmp_path, "other", "# a comment\nx = 1\n\n" + BODY.replace("line_5", "\nline_5"))
    (found,) = runs(tmp_path)
    assert (found.length, found.start, found.other_start) == (12, 3, 4)


def test_imports_and_short_runs_do_not_count(tmp_path: Path) -> None:
    imports = "".join(f"from a import b{n}\n" for n in range(20))
    write(tmp_path, "one", imports + "x = 1\n" * 9)
    write(tmp_path, "other", imports + "x = 1\n" * 9)
    assert list(runs(tmp_path)) == []


def test_the_games_share_no_such_run() -> None:
    assert list(runs(ROOT / "src/ostfront/games")) == []
