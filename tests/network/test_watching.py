"""Watching: what the players chose is shown, and nothing more; in every game, in every world it could be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from network.playing import Seat, play, seats_of
from network.site_client import Person, SiteClient
from ostfront import games
from ostfront.core.play.game import Game
from ostfront.network import watching
from ostfront.network.matches import rules_of
from ostfront.network.terms import Terms
from ostfront.server import seat_view
from ostfront.server.local_client import ClientResponse
from server.conftest import same_dice as same_dice

READS = ("view", "log?from=0", "history", "charts", "record", "notes", "company", "chat", "verify", "changes?wait=0")
SEATED = ("report", "position", "overlays/reach", "overlays/victory")
PLAYED = [name for name in games.names() if games.info(name).table is not None]
NOT_TIMES = ("now", "visited", "online", "since", "deadline", "left", "created", "at")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def look(person: Person | SiteClient, game: str, path: str, seat: str = "") -> ClientResponse:
    return person.ask("GET", f"/api/games/{game}/{path}", headers={"watch-seat": seat} if seat else {})


def begun(client: SiteClient, game: str = "victory-denied", **terms: Any) -> list[Seat]:
    count = len(rules_of(Terms(game=game)).seats)
    known = {person.account.name for person in getattr(client, "people", [])}
    people = [client.member(f"{game} {n} {len(known)}") for n in range(count)]
    return seats_of(client, people, game=game, **terms)


@pytest.mark.parametrize("game", PLAYED)
def test_a_public_game_is_watched_by_anybody_and_nothing_can_be_done(client: SiteClient, game: str) -> None:
    seats, random = begun(client, game, watch="public"), Random(game)
    carla = client.member("Carla")
    for _ in range(4):
        play(seats, random, 25)
        view = look(client, seats[0].game, "view").json
        assert look(carla, seats[0].game, "view").json == view
        assert (view["seat"], view["asked"], view["orders"], view["draft"]["actions"]) == ("", [], [], [])
        assert view["awaited"] == seats[0].view["awaited"] and view["live"] is True
        for path in READS:
            assert look(client, seats[0].game, path).status == 200, path
        mine = [{one["id"] for one in seat.view["pieces"]} for seat in seats]
        assert {one["id"] for one in view["pieces"]} <= set.union(*mine)
    for path in SEATED:
        assert look(carla, seats[0].game, path).status == 403
    stops = look(client, seats[0].game, "history").json["stops"]
    past = look(client, seats[0].game, f"view?at={stops[5]}").json
    assert past["moment"] == stops[5] and past["seat"] == "" and not past["live"]
    path = f"/api/games/{seats[0].game}"
    for method, what, data in (
        ("PUT", "draft", {"after": 0, "actions": []}), ("POST", "undo", {"moment": 1}), ("POST", "concede", {}),
        ("PUT", "orders/stuka", {"answer": "pass"}), ("POST", "why", {"action": "pass"}), ("POST", "hint", {}),
        ("POST", "notes", {"kind": "game", "text": "x"}), ("POST", "proposals", {"kind": "draw"}),
        ("POST", "call-off", {}),
        ("PUT", "chat/read", {"n": 1}), ("POST", "odds", {"actions": ["pass"]}),
    ):  # fmt: skip
        assert carla.ask(method, f"{path}/{what}", data).status == 403, what


def test_who_plays_does_not_watch_his_own_game(client: SiteClient) -> None:
    for terms in ({"watch": "public"}, {"watch": "delay", "delay": 1}, {"watch": "after"}):
        seats = begun(client, **terms)
        for path in READS:
            refused = look(seats[0].person, seats[0].game, path)
            assert refused.status == 403, path
        client.people = [seat.person for seat in seats] + getattr(client, "people", [])  # type: ignore[attr-defined]


def test_a_game_that_nobody_may_watch_or_only_afterwards(client: SiteClient) -> None:
    carla = client.member("Carla")
    for watch, before, then in (("nobody", 404, 404), ("after", 403, 200)):
        seats = begun(client, watch=watch)
        client.people = [carla, *(seat.person for seat in seats)]  # type: ignore[attr-defined]
        play(seats, Random(1), 20)
        for path in READS:
            for person in (carla, client):
                assert look(person, seats[0].game, path).status == before, path
        seats[0].ask("POST", "concede", {})
        for path in READS:
            assert look(carla, seats[0].game, path).status == then, path
    view = look(carla, seats[0].game, "view").json
    assert view["seat"] == "German" and view["result"]["winner"] == "soviet"
    assert look(carla, seats[0].game, "view", "Soviet").json["seat"] == "Soviet"
    stops = look(carla, seats[0].game, "history").json["stops"]
    assert look(carla, seats[0].game, f"view?at={stops[3]}", "Soviet").json["moment"] == stops[3]
    assert "secret: " in look(carla, seats[0].game, "record").body.decode()
    assert look(carla, seats[0].game, "verify").json["ok"] is True


def test_a_delayed_game_shows_everything_as_it_was(client: SiteClient) -> None:
    """In a game of blocks: each side as it saw itself, and nothing that is newer."""
    seats = begun(client, "kiev-41", watch="delay", delay=1)
    random = Random(3)
    seen: set[str] = set()
    early = look(client, seats[0].game, "view")
    assert early.status == 403 and "1 turn late" in early.json["error"]["message"]
    live = client.library.live_game(seats[0].game)
    for _ in range(400):
        play(seats, random, 10)
        if live.game.result is not None or len(seen) > 1:
            break
        shown = look(client, seats[0].game, "view")
        if shown.status != 200:
            continue
        moment = shown.json["moment"]
        seen.add(moment)
        assert shown.json["turn"] == live.game.state.turn - 1
        assert (shown.json["asked"], shown.json["orders"], shown.json["draft"]["actions"]) == ([], [], [])
        for name in ("Axis", "Soviet"):
            then = seats[("Axis", "Soviet").index(name)].told("GET", f"view?at={moment}")
            now = look(client, seats[0].game, "view", name).json
            assert {key: now[key] for key in ("pieces", "panels", "score", "phase", "turn")} == {
                key: then[key] for key in ("pieces", "panels", "score", "phase", "turn")
            }
        log = look(client, seats[0].game, "log?from=0").json
        assert log["moment"] == moment and max(line["entry"] for line in log["lines"]) <= moment
        assert look(client, seats[0].game, "history").json["stops"][-1] == moment
        assert look(client, seats[0].game, f"view?at={live.moment}").status == 404
        body = look(client, seats[0].game, "record").body.decode()
        assert "secret:" not in body and len(body.split("---\n")[1].splitlines()) <= moment
        assert look(client, seats[0].game, "verify").json["over"] is False
    assert seen, "no turn ended"


@pytest.mark.parametrize("game", PLAYED)
def test_what_is_read_is_the_same_in_every_world(
    client: SiteClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address that is read, as each seat, as a watcher and as a stranger, chat included. A seat reads the same
    in each world that it could be in; who watches a public game reads the same in those of all seats."""
    seats, random = begun(client, game, watch="public"), Random(game)
    carla = client.member("Carla")
    seats[0].ask("POST", "chat", {"text": "Hello"})
    carla.ask("POST", f"/api/games/{seats[0].game}/chat", {"text": "Kibitz"})
    live = client.library.live_game(seats[0].game)
    for person in (carla, client):
        assert look(person, seats[0].game, "view").status == 200
    secret = any(kind.secrecy != "open" for kind in rules_of(Terms(game=game)).kinds.values())
    differing = 0
    monkeypatch.setattr("secrets.token_hex", lambda count=32: "5eed" * (count // 2))
    for turn in range(30):
        if live.game.result is not None or (turn > 4 and (differing or not secret)):
            break
        play(seats, random, 40 if turn else 12)
        battles = [
            f"battles/{line['battle']}" for line in seats[0].told("GET", "log?from=0")["lines"] if line["battle"]
        ]
        reads = (*READS, *SEATED, *battles[-1:])
        real = live.game
        for at, seat in enumerate(seats):
            here = {path: plain(seat.ask("GET", path)) for path in reads}
            public = {path: plain(look(who, seat.game, path)) for path in reads for who in (carla, client)}
            world = imagined(real, at, f"{turn}")
            differing += world.state != real.state
            with_game(live, world)
            there = {path: plain(seat.ask("GET", path)) for path in reads}
            assert [path for path in reads if here[path] != there[path]] == []
            outside = {path: plain(look(who, seat.game, path)) for path in reads for who in (carla, client)}
            assert [path for path in reads if public[path] != outside[path]] == []
            with_game(live, real)
    assert differing or not secret, "every world was the real one: nothing was proven"


def imagined(game: Game, seat: int, seed: str) -> Game:
    world = game.twin()
    world.orders, world.source = dict(game.orders), game.source
    world.state = game.view(seat).imagine(seed).state
    return world


def with_game(live: Any, game: Game) -> None:
    with live.lock:
        live._in_memory = game
        live._battles.clear()
        live.version += 1


def plain(answer: ClientResponse) -> Any:
    """The answer without what depends on the clock of the machine."""
    if not str(answer.headers.get("content-type", "")).startswith("application/json"):
        return answer.status, answer.body
    return answer.status, _timeless(msgspec.json.decode(answer.body))


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key not in NOT_TIMES}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


def test_one_view_is_made_for_all_who_watch(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = begun(client, watch="public")
    people = [client.member(f"Watcher {n}") for n in range(5)]
    made = 0
    honest = seat_view.encode_view

    def counted(*args: Any, **given: Any) -> Any:
        nonlocal made
        made += args[2] == -1
        return honest(*args, **given)

    monkeypatch.setattr("ostfront.server.live_game.encode_view", counted)
    for _ in range(3):
        play(seats, Random(1), 1)
        assert len({look(person, seats[0].game, "view").body for person in people for _ in range(3)}) == 1
    assert made == 3


def test_not_too_many_watch_one_game(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MOST", 2)
    seats = begun(client, watch="public")
    people = [client.member(f"Watcher {n}") for n in range(3)]
    found = [look(person, seats[0].game, "view").status for person in (*people, *people)]
    assert found == [200, 200, 503] * 2
    assert seats[0].view and seats[0].company["watching"] == 2
    client.site.watching._watchers[seats[0].game] = {}
    assert look(people[2], seats[0].game, "view").status == 200


def test_visits_are_written_once_a_minute(client: SiteClient) -> None:
    anna, boris = begun(client)
    for _ in range(5):
        anna.view  # noqa: B018 - as a page would
    me, other = boris.company["players"]
    assert me["online"] and me["visited"] > 0
    wrote = client.site.company._visits[anna.game, 0]
    anna.view  # noqa: B018
    assert client.site.company._visits[anna.game, 0] == wrote
    assert other["seat"] == "Soviet" and other["mine"]
