"""What a seat is sent holds no secret: searched for in every byte, and compared with other worlds it could be in."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ostfront.core.files.position import write as write_position
from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act, Outcome
from ostfront.server import file_routes
from ostfront.server.file_routes import position_text, report_text
from ostfront.server.local_client import LocalClient, actions_of
from ostfront.server.seat_view import encode_view
from server.seated import SEATS, Seated
from server.test_worlds import other_world

OVERLAYS = ("reach", "zoc-german", "zoc-soviet", "supply-german", "supply-soviet", "command", "victory")
SEED = "5eed"  # of every file
FILES = {"position": position_text, "report": report_text}
WORLDS = 3
READS = ("view", "log?from=0", "record", "changes?wait=0", "verify", "report", "position", "history", "charts")


def forbidden(game: Game, seat: int, tokens: list[str], key: str) -> list[bytes]:
    """Words this seat may not be sent now."""
    found = [tokens[1 - seat], key]
    if game.result is not None:
        return [word.encode() for word in found]
    found.append(game.source.secret.hex())  # type: ignore[attr-defined]
    names = game.rules.vocabulary
    for entry in game.entries or []:
        if isinstance(entry, Act) and entry.seat != seat and game.rules.kinds[entry.kind].secrecy != "open":
            found.append(f"{SEATS[entry.seat]}: {names.text(entry.action)}")
        if isinstance(entry, Outcome) and entry.to is not None and seat not in entry.to:
            name = names.nouns[entry.noun].names[entry.value]
            if not game.state.shown >> entry.value & 1:
                found.append(name)
    return [word.encode() for word in found]


def found_in(body: bytes, words: list[bytes]) -> list[bytes]:
    """The words that are there; part of a longer word is another word."""
    return [
        word for word in words if word in body and re.search(rb"(?<![\w-])" + re.escape(word) + rb"(?![\w-])", body)
    ]


def search(body: bytes, words: list[bytes], where: str) -> None:
    assert not found_in(body, words), where


def search_file(game: Game, seat: int, path: str, body: bytes, words: list[bytes]) -> int:
    """Every chit lies somewhere in a position, in any world. A secret that is named there must be one that was dealt:
    the file is the same, byte for byte, in worlds where it lies elsewhere. How many of those were found."""
    named = found_in(body, words)
    if not named:
        return 0
    truth = true_lines(game)
    elsewhere = dict.fromkeys(named, 0)
    for n in range(WORLDS):
        world = other_world(game, seat, f"{path} {n}")
        assert FILES[path](world, seat, SEED).encode() == body
        lines = true_lines(world)
        for word in named:
            elsewhere[word] += lines.get(word) != truth.get(word)
    # a secret that lies in the same place in every world can be worked out; no token, key or secret of the dice can
    assert all(word in truth for word in named), named
    return sum(elsewhere.values())


def true_lines(game: Game) -> dict[bytes, list[bytes]]:
    """The fields of the real position in which each word stands."""
    found: dict[bytes, list[bytes]] = {}
    for line in write_position(game).encode().splitlines():
        field, _, value = line.partition(b" = ")
        for word in re.findall(rb"[\w-]+", value):
            found.setdefault(word, []).append(field)
    return found


@pytest.mark.parametrize("seed", [3])
def test_no_secret_in_any_byte_of_a_whole_game(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_routes, "secrets", SimpleNamespace(token_hex=lambda _: SEED))
    random = Random(seed)
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        count = dealt = 0
        while True:
            seat, view = game.asked()
            live = client.library.live_game(game.id)
            for who in (0, 1):
                words = forbidden(live.game, who, game.tokens, client.library.key)
                reads = READS if count % 40 == 0 else ("view",)
                for path in reads:
                    answer = game.ask("GET", path, who)
                    assert answer.status == 200, (path, answer.body[:200])
                    headers = str(answer.headers).encode()
                    if path in FILES:
                        dealt += search_file(live.game, who, path, answer.body, words)
                        search(headers, words, path)
                    else:
                        search(answer.body + headers, words, path)
                if count % 40 == 0 or count % 30 == 0:
                    _compare_worlds(live.game, who, count)
            if seat < 0:
                break
            draft = [*view["draft"]["actions"], random.choice(actions_of(view))]
            answer = game.put(seat, view["draft"]["after"], draft)
            assert answer.status == 200
            search(answer.body, forbidden(live.game, seat, game.tokens, client.library.key), "draft")
            count += 1
        assert count > 300 and dealt > 100
        assert game.ask("GET", "verify", 0).json["ok"] is True


def _compare_worlds(game: Game, seat: int, seed: int) -> None:
    """Byte for byte the same in a world this seat could not distinguish from the real one."""
    world = game.twin()
    world.orders = dict(game.orders)
    world.state = game.rules.imagine(game.state.clone(), seat, Random(seed))
    assert encode_view("g", game, seat, ()).body == encode_view("g", world, seat, ()).body
    assert position_text(game, seat, f"{seed}") == position_text(world, seat, f"{seed}")
    assert _questions(game, seat) == _questions(world, seat)


def _questions(game: Game, seat: int) -> list[bytes]:
    view = game.view(seat)
    table = table_of(game.rules)
    found: list[Any] = [table.overlay(view, name, "20A" if name == "command" else "7Pz") for name in OVERLAYS]
    if view.pending:
        legal = view.legal.texts
        found += [questions.odds(view, [action]) for action in legal[:3]]
        found += [questions.why(view, action) for action in ("go 3327", "select 13A", "select 2PzG", "resolve")]
    return [msgspec.json.encode(item) for item in found]


def test_a_past_moment_tells_no_more_than_it_did(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        seen: dict[tuple[int, int], Any] = {}
        random = Random(9)
        for _ in game.play(random, 120):
            for seat in (0, 1):
                view = game.view(seat)
                seen[view["moment"], seat] = view
        stops = game.ask("GET", "history", 0).json["stops"]
        same = ("pieces", "tokens", "panels", "tracks", "score", "phase", "turn", "awaited", "gone")
        for (moment, seat), then in list(seen.items())[::9]:
            if moment not in stops[:-1]:
                continue
            now = game.ask("GET", f"view?at={moment}", seat).json
            assert now["live"] is False and now["asked"] == [] and now["draft"]["actions"] == []
            assert {k: now[k] for k in same} == {k: then[k] for k in same}
        assert game.ask("GET", "view?at=1", 0).status == 404
        assert game.ask("GET", "view?at=99999", 0).status == 404
        assert game.ask("GET", "view?at=-5", 0).status == 404


def test_a_whatif_board_deals_the_unknown_anew(tmp_path: Path) -> None:
    """Both seats of it may be looked at, so it must not hold what the asker does not know."""
    with LocalClient(tmp_path) as client:
        game = Seated(client)
        game.until(Random(2), "attack")
        moment = game.view(0)["moment"]
        real = client.library.live_game(game.id).game.state
        dealt, cups = set(), set()
        for _ in range(4):
            answer = game.ask("POST", "whatif", 0, {"moment": moment})
            assert answer.status == 201 and answer.json["kind"] == "whatif"
            world = client.library.live_game(answer.json["id"]).game
            dealt.add(world.state.vp)
            cups.add(world.state.cup)
            assert world.source.secret != client.library.live_game(game.id).game.source.secret  # type: ignore[attr-defined]
            assert list(world.state.place) == list(real.place)
        assert len(dealt) > 1 and len(cups) > 1
