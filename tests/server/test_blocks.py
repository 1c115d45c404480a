"""A game with concealed blocks at the table: whole games through the server, and nothing concealed in any byte."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ostfront.core.page import questions
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.core.play.sequence import Act
from ostfront.games.kiev_41.secrets import concealed
from ostfront.server.file_routes import position_text
from ostfront.server.local_client import LocalClient, actions_of
from ostfront.server.seat_view import encode_view
from server.seated import Seated
from server.test_secrets import READS, search

SEATS = ("Axis", "Soviet")
SIDES = ("axis", "soviet")


def busy(random: Random, view: Any) -> str:
    """An answer at random, seldom one that ends something."""
    every = actions_of(view)
    going_on = [action for action in every if action not in ("pass", "done", "stop", "pause")]
    return random.choice(going_on if going_on and random.random() < 0.8 else every)


def forbidden(game: Game, seat: int, game_at: Seated) -> list[bytes]:
    """Words this seat may not be sent now."""
    found = [game_at.tokens[1 - seat], game_at.client.library.key]
    if game.result is None:
        found.append(game.source.secret.hex())  # type: ignore[attr-defined]
        for entry in game.entries or []:
            secret = isinstance(entry, Act) and game.rules.kinds[entry.kind].secrecy == "secret"
            # `done` may also answer something open
            if isinstance(entry, Act) and secret and entry.seat != seat and entry.action.arg is not None:
                found.append(f"{SEATS[entry.seat]}: {game.rules.vocabulary.text(entry.action)}")
    return [word.encode() for word in found]


def check_fog(game: Game, seat: int, view: Any, log: Any) -> int:
    """No concealed block is shown or named, and those of one colour in one area look the same."""
    facts: Any = game.facts
    hidden = {unit for i, unit in enumerate(facts.roster.ids) if concealed(facts, game.state, seat) >> i & 1}
    shown = [piece for piece in view["pieces"] if not piece["hidden"]]
    assert not hidden & {piece["id"] for piece in shown}
    backs = [piece for piece in view["pieces"] if piece["hidden"]]
    assert all(piece["face"] == -1 and piece["steps"] == 0 and piece["flags"] == [] for piece in backs)
    marching = any(frame[0] in ("march", "approach", "build") for frame in game.view(seat).known["stack"])
    if not marching:
        looks: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for piece in backs:
            looks.setdefault((piece["at"], piece["back"]), set()).add((piece["hint"], piece["note"]))
        areas = set(facts.place_names[: facts.area_count])
        assert all(len(found) == 1 for (place, _), found in looks.items() if place in areas)
    for asked in view["asked"]:
        assert not hidden & {word for group in asked["groups"] for word in group["targets"]}
    # the last line of the log is of what the seat saw
    for line in log["lines"]:
        if line["kind"] in ("go", "arrive", "restored", "replaced"):
            units = [span["id"] for span in line["spans"] if span["noun"] == "unit"]
            theirs = [u for u in units if facts.roster.pieces[facts.roster.index[u]].side != SIDES[seat]]
            assert line["kind"] == "go" or not theirs, line
    return len(backs)


def compare_worlds(game: Game, seat: int, seed: int) -> None:
    """Byte for byte the same in a world this seat could not distinguish from the real one."""
    world = game.twin()
    world.state = game.rules.imagine(game.state.clone(), seat, Random(seed))
    assert encode_view("g", game, seat, ()).body == encode_view("g", world, seat, ()).body
    assert position_text(game, seat, f"{seed}") == position_text(world, seat, f"{seed}")
    assert answers_to(game, seat) == answers_to(world, seat)


def answers_to(game: Game, seat: int) -> list[bytes]:
    view = game.view(seat)
    page = table_of(game.rules)
    table = page.table(game.rules)
    found: list[Any] = []
    for unit in ("Kleist", "S", "3Pz", "9A", "FK4"):
        found += [page.overlay(view, one.id, unit if one.needs else "") for one in table.overlays]
    found += list(page.figures(view))
    if view.pending:
        found += [questions.odds(view, [action]) for action in ["fight 1", "fight 46", *view.legal.texts[:3]]]
        found += [questions.why(view, action) for action in ("go 15", "pick 3Pz", "pick 9A", "fight 1", "tactical")]
    return [msgspec.json.encode(item) for item in found]


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [("les-preludes", 1, {"placement": "historical"}), ("the-snow", 3, {})],
)
def test_nothing_concealed_reaches_the_other_seat_in_a_whole_game(
    tmp_path: Path, scenario: str, seed: int, options: dict[str, Any]
) -> None:
    random = Random(seed)
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="kiev-41", scenario=scenario, options=options)
        count = backs = 0
        while True:
            seat, view = game.asked()
            live = client.library.live_game(game.id)
            if count % 15 == 0 or seat < 0:
                for who in (0, 1):
                    words = forbidden(live.game, who, game)
                    for path in READS if count % 60 == 0 else ("view",):
                        answer = game.ask("GET", path, who)
                        assert answer.status == 200, (path, answer.body[:200])
                        search(answer.body + str(answer.headers).encode(), words, path)
                    log = game.ask("GET", "log?from=0", who).json
                    if seat >= 0:
                        backs = max(backs, check_fog(live.game, who, game.view(who), log))
                    if count % 60 == 0:
                        compare_worlds(live.game, who, count)
            if seat < 0:
                break
            answer = game.put(seat, view["draft"]["after"], [*view["draft"]["actions"], busy(random, view)])
            assert answer.status == 200, answer.body[:400]
            count += 1
        assert count > 150 and backs > 20
        end = game.view(0)
        assert not any(piece["hidden"] for piece in end["pieces"]), "when it is over everything is shown"
        assert end["result"]["reckoning"][-1]["label"] == "Victory areas"
        assert sum(end["result"]["score"].values()) == 7
        assert end["result"]["grade"] in ("decisive", "marginal")
        counted = end["result"]["rule"].startswith("K41 SC.")
        assert (counted or end["result"]["rule"] == "K41 2.4.4.2a") and end["result"]["clause"]
        assert end["headline"][0].isupper()
        assert game.ask("GET", "verify", 0).json["ok"] is True
        series = game.ask("GET", "charts", 1).json["series"]
        assert {"Victory areas", "Blocks on the map"} <= {one["title"] for one in series}


def test_the_campaign_with_every_optional_rule_through_the_server(tmp_path: Path) -> None:
    random = Random(7)
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="kiev-41", scenario="southern-struggle", options={"optional": "14.9"})
        steps = 0
        for _, _ in game.play(random, 4000):
            steps += 1
        assert game.view(0)["result"] is not None and steps > 100


def test_against_the_computer_and_in_the_catalogue(tmp_path: Path) -> None:
    with LocalClient(tmp_path) as client:
        listed = {one["id"]: one for one in client.ask("GET", "/api/catalogue").json["games"]}
        assert len(listed["kiev-41"]["scenarios"]) == 5
        assert [seat["id"] for seat in listed["kiev-41"]["seats"]] == list(SEATS)
        game = Seated(client, ("", "random"), game="kiev-41", scenario="the-river")
        assert game.view(0)["asked"][0]["kind"] == "impulse"


def test_the_board_is_measured_in_units_of_its_picture(tmp_path: Path) -> None:
    """Outlines of neighbours share their points, and every area has its middle inside its outline."""
    with LocalClient(tmp_path) as client:
        game = Seated(client, game="kiev-41")
        found: Any = client.ask("GET", f"/api/games/{game.id}/table").json
        (board,) = found["boards"]
        picture = client.ask("GET", board["image"])
        assert f'viewBox="0 0 {board["width"]} {board["height"]}"'.encode() in picture.body[:300]
        places = {place["id"]: place for place in found["places"]}
        edges: dict[frozenset[tuple[float, float]], int] = {}
        for place in places.values():
            if place["kind"] != "area":
                continue
            rim = [tuple(point) for point in place["outline"]]
            assert _inside(rim, place["x"], place["y"]), place["id"]
            assert all(0 < x < board["width"] and 0 < y < board["height"] for x, y in rim)
            for a, b in zip(rim, rim[1:] + rim[:1], strict=True):
                edges[frozenset((a, b))] = edges.get(frozenset((a, b)), 0) + 1
        assert set(edges.values()) == {1, 2}
        for box in ("tula-1", "tula-10", "moscow", "rastenburg", "fleet-staging"):
            assert places[box]["board"] == "map" and len(places[box]["outline"]) == 4
        assert places["soviet-pool"]["board"] == "" and places["black-sea"]["kind"] == "mark"


def _inside(rim: list[tuple[float, float]], x: float, y: float) -> bool:
    odd = False
    for (x0, y0), (x1, y1) in zip(rim, rim[1:] + rim[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd
