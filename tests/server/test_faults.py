"""A write that fails, at whichever statement, changes nothing: neither on disk nor in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ostfront import games
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Play
from ostfront.server import live_game
from ostfront.server.local_client import ClientResponse, LocalClient, actions_of
from ostfront.server.messages import Refused
from server.faults import Faults, dump, every_write_fails, seen
from server.seated import Seated

VERSION = games.info("victory-denied").version
OLDER = f"UPDATE games SET head = replace(head, 'rules: {VERSION}', 'rules: 0.9')"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


class Trial:
    """A game some way into its first turn, and a disk that fails."""

    def __init__(
        self, client: LocalClient, levels: tuple[str, str] = ("", ""), steps: int = 30, game: str = "victory-denied"
    ) -> None:
        self.client = client
        self.game = Seated(client, levels, game)
        for _ in self.game.play(Random(5), steps):
            pass
        self.faults = Faults(client.library.engine)
        self.answers: list[ClientResponse] = []

    def ask(self, method: str, path: str, seat: int, data: Any = None) -> None:
        self.answers.append(self.game.ask(method, path, seat, data))

    def every_write_fails(self, change: Any) -> list[str]:
        """Nothing is changed by the attempts; the page hears that; without faults the change is made."""
        tokens = self.game.tokens
        on_disk, shown = dump(self.client.library.folder), seen(self.client, self.game.id, tokens)

        def unchanged(when: str) -> None:
            assert dump(self.client.library.folder) == on_disk, when
            assert seen(self.client, self.game.id, tokens) == shown, when

        failed = every_write_fails(self.faults, change, unchanged)
        for answer in self.answers[:-1]:
            assert answer.status == 507 and answer.json["error"]["kind"] == "disk", answer.body[:200]
            assert answer.json["error"]["message"] == "The disk is full. Nothing was changed."
        assert dump(self.client.library.folder) != on_disk
        assert {"COMMIT", "BEGIN IMMEDIATE"} <= set(failed) and len(failed) >= 5, failed
        shown = seen(self.client, self.game.id, tokens)
        with LocalClient(self.client.library.folder) as again:
            assert seen(again, self.game.id, tokens) == shown, "what is shown is what is on disk"
        return failed


def in_draft(trial: Trial, seed: int) -> tuple[int, Any]:
    """Play on until a seat has a draft with something to take back."""
    for seat, view in trial.game.play(Random(seed), 200):
        if view["asked"] and view["draft"]["actions"]:
            return seat, view
    raise AssertionError("no draft")


def test_an_action(client: LocalClient) -> None:
    trial = Trial(client)
    seat, view = in_draft(trial, 1)
    actions = [*view["draft"]["actions"], Random(2).choice(actions_of(view))]
    data = {"after": view["draft"]["after"], "actions": actions}
    trial.every_write_fails(lambda: trial.ask("PUT", "draft", seat, data))
    assert trial.answers[-1].status == 200


def test_another_draft_in_its_place(client: LocalClient) -> None:
    trial = Trial(client)
    seat, view = in_draft(trial, 1)
    trial.every_write_fails(lambda: trial.ask("POST", "undo", seat, {"moment": view["moment"]}))
    assert trial.answers[-1].status == 200


def test_a_standing_order(client: LocalClient) -> None:
    trial = Trial(client)
    failed = trial.every_write_fails(lambda: trial.ask("PUT", "orders/stuka", 0, {"answer": "pass"}))
    assert any("orders" in statement for statement in failed)
    assert [order["window"] for order in trial.game.view(0)["orders"]] == ["stuka"]


def test_an_order_that_is_revoked(client: LocalClient) -> None:
    trial = Trial(client)
    trial.game.ask("PUT", "orders/stuka", 0, {"answer": "pass"})
    trial.every_write_fails(lambda: trial.ask("DELETE", "orders/stuka", 0))
    assert trial.game.view(0)["orders"] == []


def test_a_move_of_the_computer(client: LocalClient) -> None:
    trial = Trial(client, ("", "random"), 0)
    live = client.library.live_game(trial.game.id)
    (job,) = client.library.store.jobs.open_jobs()
    course, action = live.course, next(iter(live.game.legal_of(1)))
    text = live.game.text(action)
    played: list[bool] = []
    trial.every_write_fails(
        lambda: played.append(live.play_computer_action(1, text, course, job.id, time() + 30)),
    )
    assert played == [True]


def test_a_game_of_older_rules(client: LocalClient) -> None:
    """Head and lines are replaced together."""
    trial = Trial(client)
    shown = seen(client, trial.game.id, trial.game.tokens)[:-1]
    with client.library.engine.begin() as base:
        base.exec_driver_sql(OLDER)
    id = trial.game.id
    on_disk = dump(client.library.folder)
    failed = every_write_fails(
        trial.faults, lambda: client.library._load(id), lambda when: _same(dump(client.library.folder), on_disk, when)
    )
    assert len([statement for statement in failed if "games" in statement]) >= 2
    with LocalClient(client.library.folder) as again:
        assert seen(again, id, trial.game.tokens)[:-1] == shown


def _same(one: Any, other: Any, when: str) -> None:
    assert one == other, when


@pytest.mark.parametrize("what", ["new", "what-if", "remove"])
def test_games_made_and_removed(client: LocalClient, what: str) -> None:
    trial = Trial(client)
    seats = [{"seat": "German", "player": "human"}, {"seat": "Soviet", "player": "computer", "level": "random"}]
    ask: Callable[[], ClientResponse] = {
        "new": lambda: client.ask("POST", "/api/games", {"game": "victory-denied", "seats": seats}),
        "what-if": lambda: trial.game.ask("POST", "whatif", 0, {"moment": trial.game.view(0)["moment"]}),
        "remove": lambda: client.ask("DELETE", f"/api/games/{trial.game.id}"),
    }[what]
    on_disk, shown = dump(client.library.folder), seen(client, trial.game.id, trial.game.tokens)

    def unchanged(when: str) -> None:
        assert dump(client.library.folder) == on_disk, when
        assert seen(client, trial.game.id, trial.game.tokens) == shown, when

    every_write_fails(trial.faults, lambda: trial.answers.append(ask()), unchanged)
    assert {answer.status for answer in trial.answers[:-1]} == {507}
    assert trial.answers[-1].status == (204 if what == "remove" else 201)
    assert len(client.ask("GET", "/api/games").json["games"]) == (0 if what == "remove" else 2)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in games.names() if games.info(name).table is not None])
def test_every_statement_of_a_whole_stretch_of_play(tmp_path: Path, name: str) -> None:
    """Each action of every game, and each time it is taken back."""
    random = Random(name)
    with LocalClient(tmp_path) as client:
        trial = Trial(client, steps=0, game=name)
        for _ in range(60):
            seat, view = trial.game.asked()
            if seat < 0:
                break
            draft = view["draft"]
            data = {"after": draft["after"], "actions": [*draft["actions"], random.choice(actions_of(view))]}
            trial.answers.clear()
            trial.every_write_fails(lambda seat=seat, data=data: trial.ask("PUT", "draft", seat, data))
            view = trial.game.view(seat)
            if view["draft"]["actions"] and random.random() < 0.3:
                trial.answers.clear()
                trial.every_write_fails(
                    lambda seat=seat, view=view: trial.ask("POST", "undo", seat, {"moment": view["moment"]})
                )


# ---- mistakes in the rules -------------------------------------------------------------------------------


def test_rules_that_fail_in_the_middle(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever action of a draft a mistake in the rules hits, all of it is undone."""
    trial = Trial(client)
    seat, view = in_draft(trial, 1)
    actions = [*view["draft"]["actions"], Random(2).choice(actions_of(view))]
    data = {"after": view["draft"]["after"], "actions": actions}
    on_disk, shown = dump(client.library.folder), seen(client, trial.game.id, trial.game.tokens)
    perform, left = Play.perform, 0

    def fails_late(play: Any, *about: Any) -> None:
        nonlocal left
        perform(play, *about)
        left -= 1
        if left == 0:
            raise ValueError("a mistake in the rules")

    requests: list[Callable[[], ClientResponse]] = [
        lambda: trial.game.ask("PUT", "draft", seat, data),
        lambda: trial.game.ask("POST", "undo", seat, {"moment": view["moment"]}),
    ]
    with monkeypatch.context() as patched:
        for request in requests:
            for nth in (1, 2, 3):
                patched.setattr(Play, "perform", fails_late)
                left = nth
                answer = request()
                hit, left = left <= 0, 0
                patched.setattr(Play, "perform", perform)
                if not hit:
                    break
                assert answer.status == 500 and "nothing was changed" in answer.json["error"]["message"]
                assert dump(client.library.folder) == on_disk
                assert seen(client, trial.game.id, trial.game.tokens) == shown
            assert nth > 1, "no mistake was hit"
            trial.game.put(seat, view["draft"]["after"], view["draft"]["actions"])
            on_disk, shown = dump(client.library.folder), seen(client, trial.game.id, trial.game.tokens)


def test_rules_that_fail_in_a_move_of_the_computer(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(client, ("", "random"), 0)
    live = client.library.live_game(trial.game.id)
    before, text = live.course, live.game.text(next(iter(live.game.legal_of(1))))
    push = Game.push

    def fails_late(game: Any, *about: Any) -> None:
        push(game, *about)
        raise ValueError("a mistake in the rules")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "push", fails_late)
        with pytest.raises(ValueError, match="a mistake"):
            live.play_computer_action(1, text, before, 0, 0.0)
    assert live.course == before
    assert live.play_computer_action(1, text, before, 0, 0.0)


@pytest.mark.parametrize("what", ["draft", "undo", "order", "revoke"])
def test_a_change_that_cannot_be_shown_is_not_made(
    client: LocalClient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    trial = Trial(client)
    trial.game.ask("PUT", "orders/guderian", 0, {"answer": "pass"})
    seat, view = in_draft(trial, 1)
    actions = [*view["draft"]["actions"], actions_of(view)[0]]
    ask: Callable[[], ClientResponse] = {
        "draft": lambda: trial.game.put(seat, view["draft"]["after"], actions),
        "undo": lambda: trial.game.ask("POST", "undo", seat, {"moment": view["moment"]}),
        "order": lambda: trial.game.ask("PUT", "orders/stuka", 0, {"answer": "pass"}),
        "revoke": lambda: trial.game.ask("DELETE", "orders/guderian", 0),
    }[what]
    on_disk, shown = dump(client.library.folder), seen(client, trial.game.id, trial.game.tokens)

    def fails(*_: Any, **__: Any) -> Any:
        raise ValueError("a mistake in the look of the table")

    with monkeypatch.context() as patched:
        patched.setattr(live_game, "encode_view", fails)
        answer = ask()
        assert answer.status == 500 and "nothing was changed" in answer.json["error"]["message"]
    assert dump(client.library.folder) == on_disk
    assert seen(client, trial.game.id, trial.game.tokens) == shown
    assert ask().status == 200


def test_a_game_that_is_made_is_answered_without_the_disk(
    client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can fail between the commit and the answer."""

    def fails(*_: Any, **__: Any) -> Any:
        raise OperationalError("a read", None, Exception("disk I/O error"))

    seats = [{"seat": "German", "player": "human", "name": "Anna"}, {"seat": "Soviet", "player": "friend"}]
    with monkeypatch.context() as patched:
        patched.setattr(client.library.store, "saved_game", fails)
        made = client.ask("POST", "/api/games", {"game": "victory-denied", "seats": seats})
    assert made.status == 201
    assert client.ask("GET", "/api/games").json["games"] == [made.json]


def test_a_game_that_cannot_be_read_again(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is shown the game in memory until the disk can be read."""
    trial = Trial(client)
    seat, view = in_draft(trial, 1)
    store = client.library.store

    def fails(*_: Any, **__: Any) -> Any:
        raise OperationalError("a write", None, Exception("disk I/O error"))

    with monkeypatch.context() as patched:
        patched.setattr(store, "save_progress", fails)
        patched.setattr(store, "_rows", fails)
        answer = trial.game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], actions_of(view)[0]])
        assert answer.status == 507
        assert trial.game.ask("GET", "view", seat).status == 507
    assert trial.game.view(seat) == view


def test_a_commit_that_was_made_after_all(client: LocalClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown is what is on disk, even when SQLite's answer was lost."""
    trial = Trial(client)
    seat, view = in_draft(trial, 1)
    dialect = client.library.engine.dialect
    commit = dialect.do_commit

    def made_and_lost(connection: Any) -> None:
        commit(connection)
        raise OSError("the answer is lost")

    with monkeypatch.context() as patched:
        patched.setattr(dialect, "do_commit", made_and_lost)
        answer = trial.game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], actions_of(view)[0]])
        assert answer.status == 500
    shown = seen(client, trial.game.id, trial.game.tokens)
    assert shown[0]["moment"] > view["moment"]
    with LocalClient(client.library.folder) as again:
        assert seen(again, trial.game.id, trial.game.tokens) == shown


def test_an_order_that_has_expired_is_gone_after_a_restart(tmp_path: Path) -> None:
    """An order for this phase is dropped when its window opens in another, on disk too."""
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        live = client.library.live_game(game.id)
        game.ask("PUT", "orders/stuka", 0, {"answer": "pass", "this_phase": True})
        assert live.game.orders
        for _ in game.play(Random(11), 400):
            if not live.game.orders:
                break
        assert not live.game.orders
    with LocalClient(tmp_path) as client:
        assert client.library.live_game(game.id).game.orders == {}


def test_a_removed_game_is_gone_for_those_who_look_at_it(client: LocalClient) -> None:
    trial = Trial(client)
    live = client.library.live_game(trial.game.id)
    client.ask("DELETE", f"/api/games/{trial.game.id}")
    with pytest.raises(Refused, match="no saved game"):
        live.seat_view(0)
