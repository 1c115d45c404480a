"""The files shown in docs/records.md can be read."""

from __future__ import annotations

import re
from pathlib import Path

import ostfront

PAGE = Path(__file__).parents[1] / "docs" / "records.md"


def shown(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_record_replays(tmp_path: Path) -> None:
    path = tmp_path / "page.game"
    path.write_text(shown("record"))
    game = ostfront.load(path)
    assert game.pending[0].seat == "Left"
    assert game.rules.vocabulary.nouns["place"].names[game.state.place[0]] == "0101"


def test_the_position_is_what_it_would_be_written_as(tmp_path: Path) -> None:
    from ostfront.core.files import position

    path = tmp_path / "page.toml"
    path.write_text(shown("position"))
    assert position.write(ostfront.position(path)) == shown("position")
