"""Saving, loading, export, import, what-if, replay, verifying; and the schema of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ostfront import games
from ostfront.cartography import default_style
from ostfront.cartography.land import Land
from ostfront.core.files.position import read
from ostfront.network import tables  # noqa: F401 - they belong to the schema
from ostfront.server import database
from ostfront.server.local_client import LocalClient, actions_of
from ostfront.server.map_drawing import hex_map
from server.seated import SEATS, Seated

VERSION = games.info("victory-denied").version
OLDER = f"UPDATE games SET head = replace(head, 'rules: {VERSION}', 'rules: 0.9')"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def test_the_migrations_make_the_tables_of_the_code(client: LocalClient) -> None:
    with client.library.engine.connect() as base:
        context = MigrationContext.configure(base, opts={"compare_type": True})
        assert compare_metadata(context, database.metadata) == []
        assert base.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert base.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert base.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_the_data_folder_is_the_owners(tmp_path: Path) -> None:
    with LocalClient(tmp_path / "mine") as client:
        assert (tmp_path / "mine").stat().st_mode & 0o077 == 0
        assert (tmp_path / "mine" / "key").stat().st_mode & 0o077 == 0
        key = client.library.key
    with LocalClient(tmp_path / "mine") as again:
        assert again.library.key == key


def test_a_game_of_older_rules_goes_on(tmp_path: Path) -> None:
    """Replayed in shadow to the same state, it carries on under the rules of today."""
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        for _ in game.play(Random(8), 60):
            pass
        seat, view = game.asked()
        with client.library.engine.begin() as base:
            base.exec_driver_sql(OLDER)
    with LocalClient(tmp_path) as client:
        game.client = client
        assert game.view(seat) == view
        for _ in game.play(Random(9), 10):
            pass
        last = game.view(seat)
    with LocalClient(tmp_path) as client:
        game.client = client
        assert game.view(seat) == last


def test_a_game_of_rules_that_played_otherwise_goes_on_from_its_state(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        for _ in game.play(Random(8), 60):
            pass
        seat, view = game.asked()
        with client.library.engine.begin() as base:
            base.exec_driver_sql(OLDER)
            base.exec_driver_sql("DELETE FROM entries WHERE n = 40")  # a line today's rules would not miss
    with LocalClient(tmp_path) as client:
        game.client = client
        assert game.view(seat)["pieces"] == view["pieces"]
        for _ in game.play(Random(9), 5):
            pass
        last = game.view(seat)
        game.ask("GET", "history", seat)
        game.ask("GET", "charts", seat)
    with LocalClient(tmp_path) as client:
        game.client = client
        assert game.view(seat) == last


def test_writers_wait_for_each_other_and_not_for_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite is told not to wait at all: with one writer at a time, it is never busy."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0)
    with LocalClient(tmp_path) as client:
        tables = [Seated(client) for _ in range(6)]

        async def clicks(table: Seated) -> list[int]:
            random, found, address = Random(table.id), [], f"/api/games/{table.id}"
            for number in range(20):
                token = table.tokens[number % 2]
                view = (await client.send("GET", f"{address}/view", None, token)).json
                if view["asked"]:
                    draft, action = view["draft"], random.choice(actions_of(view))
                    data = {"after": draft["after"], "actions": [*draft["actions"], action]}
                    found.append((await client.send("PUT", f"{address}/draft", data, token)).status)
            return found

        async def together() -> list[list[int]]:
            return await asyncio.gather(*map(clicks, tables))

        found = client.run(together())
        assert {status for one in found for status in one} == {200}
        assert sum(map(len, found)) > 50


def test_catalogue_and_list(client: LocalClient) -> None:
    catalogue = client.ask("GET", "/api/catalogue").json
    (info,) = [g for g in catalogue["games"] if g["id"] == "victory-denied"]
    assert [seat["id"] for seat in info["seats"]] == list(SEATS)
    assert {"random", "recruit"} <= {level["id"] for level in catalogue["levels"]}
    assert all(g["id"] != "drill" for g in catalogue["games"])  # it has no table
    first, second = Seated(client), Seated(client)
    second_id = client.ask("GET", "/api/games").json["games"][0]["id"]
    assert second_id == second.id
    next(first.play(Random(1), 1))
    assert client.ask("GET", "/api/games").json["games"][0]["id"] == first.id
    assert client.ask("DELETE", f"/api/games/{second.id}").status == 204
    assert client.ask("GET", f"/api/games/{second.id}").status == 404
    assert second.ask("GET", "view", 0).status == 404


def test_the_table_lies_over_its_picture(client: LocalClient) -> None:
    game = Seated(client)
    found: Any = client.ask("GET", f"/api/games/{game.id}/table").json
    (board,) = found["boards"]
    assert board["image"] == f"/api/games/{game.id}/boards/map.svg"
    data = hex_map(games.rules("victory-denied"))
    look = default_style()
    land = Land(data, look)
    for place in found["places"]:
        if place["board"]:
            x, y = land.at(place["id"])
            assert abs(place["x"] - x - look["margin"]) < 0.1 and abs(place["y"] - y - look["margin"]) < 0.1
            assert 0 < place["x"] < board["width"] and 0 < place["y"] < board["height"]
    etag = client.ask("GET", f"/api/games/{game.id}/table").headers["etag"]
    again = client.ask("GET", f"/api/games/{game.id}/table", headers={"if-none-match": etag})
    assert again.status == 304


def test_changes_waits_and_tells(client: LocalClient) -> None:
    game = Seated(client)
    view = game.view(0)
    quiet = game.ask("GET", f"changes?etag={view['etag']}&wait=0", 0).json
    assert quiet == {"changed": False, "etag": view["etag"]}
    loud = game.ask("GET", "changes?etag=other&wait=20", 0).json
    assert loud == {"changed": True, "etag": view["etag"]}


def test_log_in_pieces_is_the_whole_log(client: LocalClient) -> None:
    game = Seated(client)
    lines: list[Any] = []
    checkpoint = 0
    for _ in game.play(Random(21), 120):
        new = game.ask("GET", f"log?from={checkpoint}", 0).json
        lines = [line for line in lines if line["entry"] <= checkpoint and checkpoint] + new["lines"]
        checkpoint = game.view(0)["checkpoint"]
    assert lines == game.ask("GET", "log?from=0", 0).json["lines"]


def test_position_and_whatif(client: LocalClient) -> None:
    game = Seated(client)
    for _ in game.play(Random(3), 90):
        pass
    text = game.ask("GET", "position", 0).body.decode()
    assert read(text, lambda *_: games.rules("victory-denied")).pending
    made = client.ask("POST", "/api/import", {"text": text})
    assert made.status == 201 and made.json["kind"] == "import"
    history = game.ask("GET", "history", 0).json
    moment = history["stops"][len(history["stops"]) // 2]
    board = game.ask("POST", "whatif", 0, {"moment": moment}).json
    assert [seat["player"] for seat in board["seats"]] == ["human", "friend"]
    then = game.ask("GET", f"view?at={moment}", 0).json
    token = board["seats"][0]["token"]
    now = client.ask("GET", f"/api/games/{board['id']}/view", None, token).json
    assert now["pieces"] == then["pieces"]
    assert client.ask("GET", f"/api/games/{game.id}/view", None, token).status == 403


def test_files_that_are_none(client: LocalClient) -> None:
    for text in ("", "hello", "ostfront record 1\n", 'format = "ostfront position 1"\n', "ostfront record 9\n---\n"):
        answer = client.ask("POST", "/api/import", {"text": text})
        assert answer.status == 422 and answer.json["error"]["kind"] == "file", text


def test_a_finished_game(client: LocalClient) -> None:
    """VerifyResponse against its commitment, exported whole, imported again, charted."""
    game = Seated(client)
    running = game.ask("GET", "verify", 0).json
    assert running["ok"] is None and running["secret"] == ""
    for _ in game.play(Random(77), 5000):
        pass
    view = game.view(0)
    assert view["result"] is not None and view["asked"] == []
    found = game.ask("GET", "verify", 1).json
    assert found["ok"] is True and found["faults"] == []
    assert found["commitment"] == running["commitment"]
    record = game.ask("GET", "record", 0).body.decode()
    assert "hidden" not in record and found["secret"] in record
    made = client.ask("POST", "/api/import", {"text": record})
    assert made.status == 201, made.body
    assert made.json["result"]["winner"] == view["result"]["winner"]
    series = game.ask("GET", "charts", 0).json["series"]
    turns = [turn["turn"] for turn in game.ask("GET", "history", 0).json["turns"]]
    assert turns == sorted(set(turns)) and turns[0] == 1
    assert all([turn for turn, _ in one["points"]] == turns for one in series)
    assert game.ask("POST", "whatif", 0, {"moment": view["moment"]}).status == 409
    summary = client.ask("GET", f"/api/games/{game.id}").json
    assert summary["result"] == {"winner": view["result"]["winner"], "reason": view["result"]["reason"]}
    report = game.ask("GET", "report", 0)
    assert report.headers["content-disposition"].startswith("attachment")
    assert b"ostfront position 1" in report.body and b"ostfront record 1" in report.body
