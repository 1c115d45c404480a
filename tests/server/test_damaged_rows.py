"""Rows that are damaged, or were written under other rules: games go on if they can, and are never in the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ostfront import games
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.server import game_library
from ostfront.server.jobs import JobRunner
from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


def played(client: LocalClient, steps: int = 40, **about: Any) -> Seated:
    game = Seated(client, **about)
    for _ in game.play(Random(3), steps):
        pass
    return game


def sql(client: LocalClient, statement: str, *values: Any) -> None:
    with client.library.engine.begin() as base:
        assert base.exec_driver_sql(statement, values).rowcount >= 1


def listed(client: LocalClient) -> dict[str, Any]:
    answer = client.ask("GET", "/api/games")
    assert answer.status == 200, answer.body
    return {game["id"]: game for game in answer.json["games"]}


# ---- rules that were corrected without a new version -----------------------------------------------------


@pytest.mark.parametrize("game", ["victory-denied", "kiev-41", "barbarossa-1941", "victory-awaits"])
def test_a_game_that_the_corrected_rules_do_not_replay(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It continues from its saved position, and says so, at the table and on stderr."""
    with LocalClient(tmp_path) as client:
        table = played(client, game=game)
        seat, view = table.asked()
        lines = client.library.live_game(table.id).game.entries or []
        first = next(i for i, entry in enumerate(lines) if isinstance(entry, Act))
        sql(client, "UPDATE entries SET line = 'roll 1' WHERE game = ? AND n = ?", table.id, first)
    with LocalClient(tmp_path) as client:
        table.client = client
        now = table.view(seat)
        assert now["pieces"] == view["pieces"] and actions_of(now) == actions_of(view)
        assert f"game {table.id}: It continues from its saved position" in capsys.readouterr().err
        table.act(seat, now, Random(1).choice(actions_of(now)))
        log = table.ask("GET", "log", seat).json["lines"]
        version = games.info(game).version
        assert log[0]["kind"] == "version"
        assert log[0]["spans"][0]["text"] == f"The game continues from its saved position under rules {version}."
        last = table.view(seat)
    with LocalClient(tmp_path) as client:
        table.client = client
        assert table.view(seat) == last
        assert capsys.readouterr().err == "", "said once"


def test_a_game_that_crashes_the_corrected_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalClient(tmp_path) as client:
        table = played(client)
        seat, view = table.asked()
    push, left = Game.push, 10

    def crashes(game: Any, *about: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyError("a mistake in the corrected rules")
        push(game, *about)

    monkeypatch.setattr(Game, "push", crashes)
    with LocalClient(tmp_path) as client:
        table.client = client
        assert table.view(seat)["pieces"] == view["pieces"]
        assert left <= 0


def test_the_computer_plays_on_from_a_saved_position(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        table = Seated(client, ("", "random"))
        sql(client, "UPDATE entries SET line = 'roll 1' WHERE n = 0")
    with LocalClient(tmp_path) as client:
        table.client = client
        runner = JobRunner(client.library)
        try:
            assert runner.work_once()
            assert table.view(0)["asked"]
        finally:
            runner.players.close()


@pytest.mark.parametrize("state", ["", "{}", "not JSON", "[1, 2]", '{"turn": "one"}'])
def test_a_damaged_state_is_no_loss_while_the_lines_replay(tmp_path: Path, state: str) -> None:
    with LocalClient(tmp_path) as client:
        table = played(client)
        seat, view = table.asked()
        sql(client, "UPDATE games SET state = ?", state)
    with LocalClient(tmp_path) as client:
        table.client = client
        assert table.view(seat) == view
        table.act(seat, view, actions_of(view)[0])


def test_a_damaged_order_is_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LocalClient(tmp_path) as client:
        table = played(client)
        table.ask("PUT", "orders/stuka", 0, {"answer": "pass"})
        table.ask("PUT", "orders/guderian", 0, {"answer": "pass"})
        sql(client, "UPDATE orders SET answer = 'nonsense' WHERE window = 'stuka'")
    with LocalClient(tmp_path) as client:
        table.client = client
        assert [order["window"] for order in table.view(0)["orders"]] == ["guderian"]
        assert "dropped: stuka" in capsys.readouterr().err


# ---- games that cannot be opened -------------------------------------------------------------------------


DAMAGE = {
    "an unknown game": "UPDATE games SET game = 'kursk-43', head = replace(head, 'victory-denied', 'kursk-43')",
    "an unknown scenario": "UPDATE games SET head = replace(head, 'scenario: smolensk', 'scenario: moon')",
    "a result": "UPDATE games SET result = '{\"winner\": 7'",
    "who is awaited": "UPDATE games SET awaited = 'German'",
    "the secret": "UPDATE games SET secret = 'zz'",
    "the date": "UPDATE games SET changed = 'yesterday'",
    "a far date": "UPDATE games SET created = 1e300",
    "bytes": "UPDATE games SET awaited = CAST(x'5bff22' AS TEXT)",
    "bytes in the game": "UPDATE games SET game = CAST(x'ff41' AS TEXT)",
    "the head": "UPDATE games SET head = 'ostfront record 9'",
    "no seats": "DELETE FROM seats",
    "a seat": "UPDATE seats SET seat = seat + 7",
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGE)
def test_one_damaged_game_does_not_hide_the_others(tmp_path: Path, what: str) -> None:
    """It is listed as unreadable or can be opened; it can be exported or played, and removed."""
    with LocalClient(tmp_path) as client:
        bad, good = played(client), played(client, steps=3)
        statement = DAMAGE[what]
        where = " WHERE game = ?" if "seats" in statement else " WHERE id = ?"
        sql(client, statement + where, bad.id)
    with LocalClient(tmp_path) as client:
        found = listed(client)
        assert found[good.id]["unreadable"] == ""
        tokens = [seat["token"] for seat in found[bad.id]["seats"]] or [""]
        opened = client.ask("GET", f"/api/games/{bad.id}/view", None, tokens[0]).status
        exported = client.ask("GET", f"/api/games/{bad.id}/lines")
        assert opened in (200, 422) and exported.status == (409 if opened == 200 else 200)
        assert bool(listed(client)[bad.id]["unreadable"]) == (opened == 422 or what == "bytes in the game")
        if what in ("a result", "who is awaited", "bytes"):
            assert found[bad.id]["unreadable"] and opened == 200, "opening it mends it"
        if exported.status == 200:
            assert "attachment" in exported.headers["content-disposition"]
            assert exported.body.decode().count("\n") > 40
        good.client = client
        for _ in good.play(Random(1), 2):
            pass
        assert client.ask("DELETE", f"/api/games/{bad.id}").status == 204
        assert list(listed(client)) == [good.id]


def test_a_broken_game_exports_its_lines(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        table = played(client)
        before = [line for line in client.library.store.record_text(table.id).split("\n") if ": " in line]
        sql(client, "UPDATE games SET state = ''")
        sql(client, "UPDATE entries SET line = 'nonsense' WHERE n = 5")
    with LocalClient(tmp_path) as client:
        table.client = client
        assert listed(client)[table.id]["unreadable"] == "", "nobody has tried to open it"
        refused = table.ask("GET", "view", 0)
        assert refused.status == 422 and "cannot be continued" in refused.json["error"]["message"]
        assert "cannot be continued" in listed(client)[table.id]["unreadable"]
        text = client.ask("GET", f"/api/games/{table.id}/lines").body.decode()
        assert "nonsense" in text and text.startswith("ostfront record 1")
        lost = [line for line in before if line not in text.split("\n") and not line.startswith("state")]
        assert len(lost) <= 1


def test_a_game_that_can_be_opened_keeps_its_secrets(client: LocalClient) -> None:
    table = played(client, steps=2)
    answer = client.ask("GET", f"/api/games/{table.id}/lines")
    assert answer.status == 409 and b"secret" not in answer.body
    assert client.ask("GET", "/api/games/none/lines").status == 404


# ---- many games ------------------------------------------------------------------------------------------


def test_a_page_of_a_game_that_left_memory_is_told_of_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one object for a game, however many are open."""
    monkeypatch.setattr(game_library, "GAMES_IN_MEMORY", 2)
    with LocalClient(tmp_path) as client:
        table, *others = [played(client, steps=5) for _ in range(5)]
    with LocalClient(tmp_path) as client:
        table.client = client
        waiting = client.library.live_game(table.id)
        told: list[bool] = []
        waiting.listen(lambda: told.append(True))
        for other in others:
            client.library.live_game(other.id)
        seat, view = table.asked()
        table.act(seat, view, actions_of(view)[0])
        assert told
        assert waiting.seat_view(seat).etag == table.view(seat)["etag"]
        assert waiting is client.library.live_game(table.id)


def test_games_that_nobody_holds_leave_memory(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_library, "GAMES_IN_MEMORY", 2)
    for _ in range(5):
        played(client, steps=1)
    assert client.library.live_count() <= 3
