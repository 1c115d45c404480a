"""Maps drawn ahead of time: the table opens without drawing, and what is out of date goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ostfront import games
from ostfront.core.play.rules import Rules
from ostfront.server import ready, sheets
from ostfront.server.answers import Refused
from ostfront.server.pictures import Pictures


def small(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Drawing that takes no time, and a list of what was drawn."""
    drawn: list[str] = []

    def draw(rules: Rules) -> tuple[str, bytes]:
        drawn.append(rules.info.name)
        return "<svg/>", b"{}"

    monkeypatch.setattr(sheets, "drawn", draw)
    return drawn


def test_every_game_with_a_table_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    (tmp_path / "kiev-41-0000.svg").write_text("an older drawer's")
    ready.draw(tmp_path)
    assert {"victory-denied", "kiev-41"} <= set(drawn)
    assert drawn.count("victory-awaits") == 4, "one for each map, not for each scenario"
    assert not (tmp_path / "kiev-41-0000.svg").exists()
    before = len(drawn)
    ready.draw(tmp_path)
    assert len(drawn) == before


def test_a_shipped_picture_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    rules = games.rules("kiev-41")
    shipped = tmp_path / "shipped"
    own = Pictures(tmp_path / "data", shipped)
    assert not own.ready(rules)
    ready.draw(shipped)
    count = len(drawn)
    assert own.ready(rules) and own.svg(rules) == b"<svg/>"
    assert len(drawn) == count and not (tmp_path / "data").exists()


def test_without_one_it_is_drawn_into_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    rules = games.rules("kiev-41")
    own = Pictures(tmp_path / "data", tmp_path / "nothing")
    assert own.svg(rules) == own.svg(rules) == b"<svg/>"
    assert drawn == ["kiev-41"] and own.ready(rules)
    assert len(list((tmp_path / "data" / "pictures").iterdir())) == 2


def test_a_game_without_a_map_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "kind_of", lambda _rules: "")
    own = Pictures(tmp_path, tmp_path)
    rules = games.rules("kiev-41")
    assert own.ready(rules) and own.etag(rules) == ""
    with pytest.raises(Refused, match="no picture"):
        own.svg(rules)
