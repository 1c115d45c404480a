"""Drafts over HTTP: idempotent, one clear answer on conflict, ended by dice, kept on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ostfront.server.local_client import LocalClient, actions_of
from server.seated import Seated


@pytest.fixture
def client(tmp_path: Path) -> Iterator[LocalClient]:
    with LocalClient(tmp_path) as client:
        yield client


@pytest.fixture
def game(client: LocalClient) -> Seated:
    return Seated(client)


def moving(game: Seated) -> tuple[int, dict, str]:  # type: ignore[type-arg]
    """Somebody may move: the seat, its view, a unit that can go somewhere."""
    seat, view = game.until(Random(5), "move")
    picks = [a for a in actions_of(view) if a.startswith("pick")]
    return seat, view, picks[0].split()[1]


def test_the_same_draft_twice_is_once(game: Seated) -> None:
    seat, view, unit = moving(game)
    draft = [*view["draft"]["actions"], f"pick {unit}"]
    first = game.put(seat, view["draft"]["after"], draft)
    again = game.put(seat, view["draft"]["after"], draft)
    assert first.status == again.status == 200
    assert first.json == again.json
    assert first.json["draft"]["actions"] == draft


def test_the_same_draft_after_dice_and_after_a_restart(client: LocalClient, game: Seated, tmp_path: Path) -> None:
    seat, view = game.until(Random(5), "attack")
    target = view["asked"][0]["planner"]["targets"][0]
    attack = f"attack {target['place']} with {' '.join(target['units'])} resolve"
    after = view["draft"]["after"]
    draft = [*view["draft"]["actions"], attack]
    first = game.put(seat, after, draft)
    assert first.status == 200
    assert first.json["moment"] > view["moment"]
    assert game.put(seat, after, draft).json == first.json
    with LocalClient(tmp_path) as other:  # as after a crash
        game.client = other
        assert game.put(seat, after, draft).json == first.json


def test_conflict_says_where_the_game_is(game: Seated) -> None:
    seat, view, unit = moving(game)
    stale = view["draft"]["after"] - 1
    answer = game.put(seat, stale, [f"pick {unit}"])
    assert answer.status == 409
    assert answer.json["error"]["kind"] == "conflict"
    assert answer.json["view"] == view


def test_undo_is_a_shorter_draft(game: Seated) -> None:
    seat, view, unit = moving(game)
    picked = game.act(seat, view, f"pick {unit}")
    assert picked["asked"][0]["in_hand"] == unit
    back = game.ask("POST", "undo", seat, {"moment": picked["moment"]})
    assert back.status == 200
    assert {**back.json, "etag": ""} == {**view, "etag": ""}
    late = game.ask("POST", "undo", seat, {"moment": picked["moment"]})
    assert late.status == 409


def test_a_draft_can_be_rearranged(game: Seated) -> None:
    seat, view, _ = moving(game)
    after, before = view["draft"]["after"], view["draft"]["actions"]
    units = [a.split()[1] for a in actions_of(view) if a.startswith("pick")][:2]
    orders = [[f"pick {unit}", "stop"] for unit in units]
    one = game.put(seat, after, [*before, *orders[0], *orders[1]])
    other = game.put(seat, after, [*before, *orders[1], *orders[0]])
    assert one.status == other.status == 200
    assert other.json["draft"]["actions"][-4:] == [*orders[1], *orders[0]]
    places = [{p["id"]: p["at"] for p in answer.json["pieces"]} for answer in (one, other)]
    assert places[0] == places[1]


def test_a_refused_draft_changes_nothing(game: Seated) -> None:
    seat, view, unit = moving(game)
    after, before = view["draft"]["after"], view["draft"]["actions"]
    picked = game.act(seat, view, f"pick {unit}")
    answer = game.put(seat, after, [*before, f"pick {unit}", "go 1501"])
    assert answer.status == 422
    assert answer.json["error"]["objections"][0]["rule"].startswith("AVD ")
    assert answer.json["error"]["objections"][0]["clause"]
    assert answer.json["view"] == picked
    other = game.put(seat, after, [*before, "stop"])
    assert other.status in (400, 422)
    assert game.view(seat) == picked


def test_nothing_after_dice_is_played_or_judged(game: Seated) -> None:
    """A draft that would be refused after its dice must not show what they would have been."""
    seat, view = game.until(Random(5), "attack")
    target = view["asked"][0]["planner"]["targets"][0]
    steps = [f"attack {target['place']}", *(f"with {unit}" for unit in target["units"])]
    before = view["draft"]["actions"]
    answer = game.put(seat, view["draft"]["after"], [*before, *steps, "resolve", "attack 1501", "done"])
    assert answer.status in (200, 422)
    if answer.status == 422:  # judged before any die: nothing happened
        assert game.view(seat) == view
    else:
        assert answer.json["moment"] >= view["moment"] + len(steps)


def test_words_that_are_none(game: Seated) -> None:
    seat, view, _ = moving(game)
    for words in ("", "fly home", "go", "pick nobody", "go 9999", ";", "\x00", "pick " + "x" * 1500):
        answer = game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], words])
        assert answer.status in (400, 422), words
        assert answer.json["error"]["message"]
    assert game.view(seat) == view


def test_everything_is_there_again_after_a_restart(client: LocalClient, game: Seated, tmp_path: Path) -> None:
    for _ in game.play(Random(11), 150):
        pass
    seat, _ = game.asked()
    views = [game.view(0), game.view(1)]
    logs = [game.ask("GET", "log?from=0", s).json for s in (0, 1)]
    with LocalClient(tmp_path) as other:
        game.client = other
        assert [game.view(0), game.view(1)] == views
        assert [game.ask("GET", "log?from=0", s).json for s in (0, 1)] == logs
        assert game.asked()[0] == seat


def test_standing_orders_are_kept_and_seen_by_their_seat_only(game: Seated, tmp_path: Path) -> None:
    order = {"answer": "pass", "when": "", "this_phase": False}
    answer = game.ask("PUT", "orders/stuka", 0, order)
    assert answer.status == 200
    assert answer.json["orders"] == [{"window": "stuka", **order}]
    before = game.view(1)
    assert before["orders"] == []
    with LocalClient(tmp_path) as other:
        game.client = other
        assert game.view(0)["orders"] == [{"window": "stuka", **order}]
        for _, view in game.play(Random(4), 60):
            assert all(asked["kind"] != "stuka" for asked in view["asked"])
        assert game.ask("DELETE", "orders/stuka", 0).json["orders"] == []
        assert game.ask("PUT", "orders/weather", 0, order).status == 400


def test_another_seats_order_does_not_change_my_etag(game: Seated) -> None:
    etag = game.ask("GET", "view", 1).headers["etag"]
    assert game.ask("PUT", "orders/stuka", 0, {"answer": "pass"}).status == 200
    assert game.ask("GET", "view", 1).headers["etag"] == etag
    answer = game.client.ask(
        "GET", f"/api/games/{game.id}/view", None, game.tokens[1], headers={"if-none-match": etag}
    )
    assert answer.status == 304 and answer.body == b""
