"""Maps drawn ahead of time: the table opens without drawing, and what is out of date goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ostfront import games
from ostfront.core.play.rules import Rules
from ostfront.server import map_drawing, predraw
from ostfront.server.map_pictures import MapPictures
from ostfront.server.messages import Refused


def small(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Drawing that takes no time, and a list of what was drawn."""
    drawn: list[str] = []

    def draw(rules: Rules) -> tuple[str, bytes]:
        drawn.append(rules.info.name)
        return "<svg/>", b"{}"

    monkeypatch.setattr(map_drawing, "draw_map", draw)
    return drawn


def test_every_game_with_a_table_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    (tmp_path / "kiev-41-0000.svg").write_text("an older drawer's")
    predraw.predraw_maps(tmp_path)
    assert {"victory-denied", "kiev-41"} <= set(drawn)
    assert drawn.count("victory-awaits") == 4, "one for each map, not for each scenario"
    assert not (tmp_path / "kiev-41-0000.svg").exists()
    before = len(drawn)
    predraw.predraw_maps(tmp_path)
    assert len(drawn) == before


def test_a_shipped_picture_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    rules = games.rules("kiev-41")
    shipped = tmp_path / "shipped"
    own = MapPictures(tmp_path / "data", shipped)
    assert not own.ready(rules)
    predraw.predraw_maps(shipped)
    count = len(drawn)
    assert own.ready(rules) and own.svg(rules) == b"<svg/>"
    assert len(drawn) == count and not (tmp_path / "data").exists()


def test_without_one_it_is_drawn_into_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = small(monkeypatch)
    rules = games.rules("kiev-41")
    own = MapPictures(tmp_path / "data", tmp_path / "nothing")
    assert own.svg(rules) == own.svg(rules) == b"<svg/>"
    assert drawn == ["kiev-41"] and own.ready(rules)
    assert len(list((tmp_path / "data" / "pictures").iterdir())) == 2


def test_a_game_without_a_map_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_drawing, "map_kind", lambda _rules: "")
    own = MapPictures(tmp_path, tmp_path)
    rules = games.rules("kiev-41")
    assert own.ready(rules) and own.etag(rules) == ""
    with pytest.raises(Refused, match="no picture"):
        own.svg(rules)
