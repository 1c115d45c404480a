"""Results and ratings: written once in the transaction that ends a match, gone when its end is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest
from sqlalchemy import insert, select

from network.offers import accepted, made, offer
from network.site_client import Person, SiteClient
from network.test_matches import play
from ostfront.core.page.luck import luck_of
from ostfront.core.play.chance import Seeded
from ostfront.network import profiles
from ostfront.network.leaving import leave
from ostfront.network.ratings import FEW, Rating, rated
from ostfront.network.tables import matches, ratings, results, turns
from ostfront.server.live_game import LiveGame


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def rows(client: SiteClient, table: Any) -> list[dict[str, Any]]:
    with client.site.store.reader.begin() as base:
        return [row._asdict() for row in base.execute(select(table)).all()]


def concede(person: Person, game: str) -> None:
    person.told("POST", f"/api/games/{game}/concede", token=person.seat(game))


def shown(person: Person, game: str = "") -> tuple[int, int] | None:
    """The rating and on how many games it rests."""
    told = person.told("GET", f"/api/people/{person.account.name}")["ratings"]
    return next(((one["shown"], one["games"]) for one in told if one["game"] == game), None)


def as_it_was_before(live: LiveGame, moment: int) -> None:
    """The end of a game is taken back, as a takeback by consent does it."""
    with live.lock, live._changing() as game:
        game.rewind(moment)
        live._save(moment)


def test_a_match_that_is_played_to_its_end_has_a_result_for_each_seat(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game, random = client.match(anna, boris, game="kiev-41", scenario="the-snow"), Random(1)
    while play(anna, game, random) or play(boris, game, random):
        assert rows(client, results) == [] or client.library.live_game(game).game.result
    first, second = rows(client, results)
    assert (first["account"], second["account"]) == (anna.account.id, boris.account.id)
    assert {first["outcome"], second["outcome"]} == {"won", "lost"}
    assert (first["side"], first["scenario"], first["end"], first["rated"], first["people"], first["lead"]) == (
        "axis", "the-snow", "played", 0, 1, 1,
    )  # fmt: skip
    assert first["moves"] > 10 and first["change"] is None
    assert rows(client, matches)[0]["end"] == "played" and {row["over"] for row in rows(client, turns)} == {1}
    assert shown(anna) is None, "it was not rated"
    told_as(client, game, anna, boris)


def told_as(client: SiteClient, game: str, anna: Person, boris: Person) -> None:
    """The luck of a game is that of its dice: at its table, of its players and of its sides."""
    first, second = rows(client, results)
    axis, soviet = luck_of(client.library.live_game(game).game).values()
    assert (first["luck"], second["luck"]) == (float(axis.total), float(soviet.total))
    assert first["luck"] == -second["luck"] and first["rolls"] == second["rolls"] == axis.rolls
    rounded = round(first["luck"], 2)
    for person, luck in ((anna, rounded), (boris, -rounded)):
        profile = boris.told("GET", f"/api/people/{person.account.name}")
        [played] = profile["games"]["games"]
        for told in (played, *profile["record"]):
            assert (told["luck"], told["rolls"]) == (luck, axis.rolls)
    sides = client.ask("GET", "/api/statistics").json["sides"]
    assert [(side["luck"], side["rolls"]) for side in sides] == [(rounded, axis.rolls), (-rounded, axis.rolls)]
    table = anna.told("GET", f"/api/games/{game}/luck", token=anna.seat(game))["sides"]
    assert [(side["side"], side["luck"], side["rolls"]) for side in table] == [
        ("axis", rounded, axis.rolls), ("soviet", -rounded, axis.rolls),
    ]  # fmt: skip


def test_a_game_that_is_conceded_has_the_luck_it_had_and_tells_of_none_before(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game, random = client.match(anna, boris, game="kiev-41", scenario="southern-struggle"), Random(1)
    live = client.library.live_game(game)
    while not luck_of(live.game)["axis"].rolls:
        assert play(anna, game, random) or play(boris, game, random)
    assert anna.told("GET", f"/api/games/{game}/luck", token=anna.seat(game)) == {"sides": []}
    concede(anna, game)
    told_as(client, game, anna, boris)


def test_a_match_ends_even_if_its_luck_cannot_be_found(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("ostfront.network.results.luck_of", broken)
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, game="kiev-41", scenario="the-snow")
    concede(anna, game)
    assert [(row["outcome"], row["luck"], row["rolls"]) for row in rows(client, results)] == [
        ("lost", 0, 0),
        ("won", 0, 0),
    ]


def test_who_played_two_seats_of_a_side_has_won_and_was_lucky_once(client: SiteClient) -> None:
    with client.site.store.writing() as base:
        for game, seat, luck in (("a", 0, 1.5), ("a", 1, 1.5), ("b", 0, -0.25)):
            row = {
                "game": game,
                "seat": seat,
                "account": 1,
                "title": "kiev-41",
                "scenario": "the-snow",
                "side": "axis",
            }
            base.execute(insert(results).values(**row, outcome="won", luck=luck, rolls=10))
        [found] = profiles.record(base, 1)
        assert (found.won, found.luck, found.rolls) == (2, 1.25, 20) and profiles.record(base, 2) == ()


def test_who_concedes_has_lost_and_is_rated(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)
    concede(anna, game)
    lost, won = rows(client, results)
    assert (lost["outcome"], won["outcome"], won["end"], won["rated"]) == ("lost", "won", "conceded", 1)
    assert lost["change"] == pytest.approx(-won["change"]) and won["change"] > 30
    for title in ("", "victory-denied"):
        assert shown(boris, title) == (round(1500 + won["change"]), 1)
        assert shown(anna, title) == (round(1500 + lost["change"]), 1)
    for person, outcome in ((anna, "lost"), (boris, "won")):
        assert [card["outcome"] for card in person.told("GET", "/api/home")["over"]["games"]] == [outcome]


def test_an_end_that_is_taken_back_takes_its_result_with_it(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    before = client.match(anna, boris, rated=True)
    concede(boris, before)
    held = rows(client, ratings)
    game = client.match(anna, boris, rated=True)
    live = client.library.live_game(game)
    moment = live.moment
    concede(anna, game)
    assert len(rows(client, results)) == 4
    as_it_was_before(live, moment)
    assert len(rows(client, results)) == 2
    for was, now in zip(held, rows(client, ratings), strict=True):
        for name in ("mu", "sigma", "shown", "games"):
            assert now[name] == pytest.approx(was[name])
    [_, match] = rows(client, matches)
    assert match["ended"] == 0 and [row["over"] for row in rows(client, turns) if row["game"] == game] == [0, 0]
    assert [card["id"] for card in anna.told("GET", "/api/home")["over"]["games"]] == [before]
    concede(boris, game)
    assert len(rows(client, results)) == 4 and (shown(anna) or (0, 0))[1] == 2


def test_nothing_is_counted_twice(client: SiteClient) -> None:
    """A change after the end, and a server that is started again, find the result there."""
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)
    concede(anna, game)
    before = rows(client, results), rows(client, ratings)
    live = client.library.live_game(game)
    with client.site.store.writing() as base, live.lock:
        for follow in client.site.store.followers:
            follow(base, game, live.game, live.seats, time())
    assert (rows(client, results), rows(client, ratings)) == before
    assert anna.ask("POST", f"/api/games/{game}/concede", token=anna.seat(game)).status == 409
    assert (rows(client, results), rows(client, ratings)) == before


def test_a_follower_that_fails_takes_the_end_with_it(client: SiteClient) -> None:
    """The game is over and has its result, or neither."""
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)

    def fail(*_: object) -> None:
        raise RuntimeError("the power went")

    client.site.results.ended.append(fail)
    assert anna.ask("POST", f"/api/games/{game}/concede", token=anna.seat(game)).status == 500
    assert rows(client, results) == rows(client, ratings) == []
    assert client.library.live_game(game).game.result is None
    client.site.results.ended.clear()
    concede(anna, game)
    assert len(rows(client, results)) == 2


def test_private_boards_have_no_results(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    moment = client.library.live_game(game).moment
    board = anna.told("POST", f"/api/games/{game}/whatif", {"moment": moment}, anna.seat(game))["id"]
    concede(anna, board)
    assert rows(client, results) == []


def test_a_game_with_computers_is_in_the_record_and_not_rated(client: SiteClient) -> None:
    anna = client.member("Anna")
    body = {"terms": {"game": "victory-denied"}, "seat": "German", "computers": {"Soviet": "recruit"}}
    game = anna.told("POST", "/api/solo", body)["match"]
    concede(anna, game)
    assert [(row["account"], row["level"], row["people"]) for row in rows(client, results)] == [
        (anna.account.id, "", 0), (0, "recruit", 0),
    ]  # fmt: skip


def test_in_a_team_all_win_or_lose(client: SiteClient) -> None:
    people = [client.member(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    terms = {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}, "rated": True}
    id = made(people[0], seat="Axis 1", **terms)["challenge"]["id"]
    game = [accepted(one, id) for one in people[1:]][-1]
    concede(people[3], game)
    found = rows(client, results)
    assert [row["outcome"] for row in found] == ["won", "won", "lost", "lost"]
    assert [row["lead"] for row in found] == [1, 0, 1, 0]
    assert {(row["luck"], row["rolls"]) for row in found} == {(0, 0)}, "nothing was rolled"
    numbers = [shown(one) for one in people]
    assert numbers[0] == numbers[1] and numbers[2] == numbers[3] and (numbers[0] or (0,))[0] > 1500
    [axis, soviet] = people[0].told("GET", "/api/statistics")["sides"]
    assert (axis["side"], axis["games"], axis["won"], soviet["lost"], axis["conceded"]) == ("axis", 1, 1, 1, 1)


@pytest.mark.parametrize("chance", [0.6, 0.75, 0.85])
def test_ratings_know_who_is_stronger(chance: float) -> None:
    """Of many games between two, the first wins so many: in the end that is what their ratings say, as Elo's do."""
    one, two, random, said = Rating(), Rating(), Random(4), []
    for _ in range(2000):
        rank = int(random.random() > chance)
        new = rated([{1: one}, {2: two}], [rank, 1 - rank])
        one, two = new[1], new[2]
        said.append(1 / (1 + 10 ** ((two.shown - one.shown) / 400)))
    assert sum(said[200:]) / 1800 == pytest.approx(chance, abs=0.04)
    assert one.sigma < Rating().sigma / 4


def test_a_draw_moves_equals_nowhere_and_others_towards_each_other() -> None:
    new = rated([{1: Rating()}, {2: Rating()}], [0, 0])
    assert new[1].shown == new[2].shown == 1500 and new[1].sigma < Rating().sigma
    new = rated([{1: Rating(30, 2)}, {2: Rating(20, 2)}], [0, 0])
    assert new[1].mu < 30 and new[2].mu > 20


def test_two_are_no_stronger_together_than_one() -> None:
    """They share the army that the other has alone."""
    new = rated([{1: Rating(), 2: Rating()}, {3: Rating()}], [0, 1])
    alone = rated([{1: Rating()}, {3: Rating()}], [0, 1])
    assert new[1] == new[2] == alone[1] and new[3] == alone[3]


def test_only_who_is_known_is_ranked(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    for n in range(FEW):
        assert anna.told("GET", "/api/ratings/all")["ranked"] == [], n
        assert (
            anna.told("GET", "/api/people/Anna")["ratings"] == []
            or (anna.told("GET", "/api/people/Anna")["ratings"][0]["provisional"])
        )
        concede(boris, client.match(anna, boris, rated=True))
    for address in ("all", "victory-denied"):
        told = client.ask("GET", f"/api/ratings/{address}").json
        assert [(one["rank"], one["name"], one["games"]) for one in told["ranked"]] == [
            (1, "Anna", 5),
            (2, "Boris", 5),
        ]
    assert client.ask("GET", "/api/ratings/kiev-41").json["ranked"] == []
    assert client.ask("GET", "/api/ratings/chess").status == 404


def test_a_rematch_swaps_the_sides_and_needs_both(client: SiteClient) -> None:
    anna, boris, carla = client.member("Anna"), client.member("Boris"), client.member("Carla")
    terms = {"rated": True, "clock": "move", "seconds": 86400, "watch": "after"}
    game = client.match(anna, boris, **terms)
    assert anna.ask("POST", f"/api/matches/{game}/rematch").status == 409
    concede(anna, game)
    assert carla.ask("POST", f"/api/matches/{game}/rematch").status == 409
    asked = anna.told("POST", f"/api/matches/{game}/rematch")
    [received] = boris.told("GET", "/api/home")["received"]
    assert asked == {"match": "", "challenge": received["id"]}
    assert [(place["seat"], place["name"]) for place in received["places"]] == [("German", ""), ("Soviet", "Anna")]
    assert {key: received["terms"][key] for key in terms} == terms
    again = boris.told("POST", f"/api/matches/{game}/rematch")["match"]
    assert [seat["name"] for seat in boris.told("GET", f"/api/games/{again}")["seats"]] == ["Boris", "Anna"]
    assert boris.told("GET", "/api/home")["received"] == []


def test_a_rematch_against_the_computer_begins_at_once(client: SiteClient) -> None:
    anna = client.member("Anna")
    body = {"terms": {"game": "victory-denied"}, "seat": "German", "computers": {"Soviet": "recruit"}}
    game = anna.told("POST", "/api/solo", body)["match"]
    concede(anna, game)
    again = anna.told("POST", f"/api/matches/{game}/rematch")["match"]
    seats = anna.told("GET", f"/api/games/{again}")["seats"]
    assert [(seat["name"], seat["level"]) for seat in seats] == [("", "recruit"), ("Anna", "")]


def test_there_is_no_rematch_with_somebody_who_left(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris, rated=True)
    leave(client.site, boris.account, time())
    answer = anna.ask("POST", f"/api/matches/{game}/rematch")
    assert answer.status == 409 and "not here any more" in answer.json["error"]["message"]
    [played] = anna.told("GET", "/api/people/Anna")["games"]["games"]
    assert (played["outcome"], played["rated"], [seat["name"] for seat in played["seats"]]) == (
        "won", True, ["Anna", ""],
    )  # fmt: skip


def test_a_guest_may_have_a_rematch(client: SiteClient) -> None:
    anna, guest = client.member("Anna"), client.member("Gustav", "guest")
    game = client.match(anna, guest)
    concede(anna, game)
    challenge = anna.told("POST", f"/api/matches/{game}/rematch")["challenge"]
    assert accepted(guest, challenge)


def test_the_record_of_a_match_that_is_over_is_for_all_who_may_watch(client: SiteClient) -> None:
    anna, boris, carla = client.member("Anna"), client.member("Boris"), client.member("Carla")
    for watch, status in (("nobody", 404), ("public", 200), ("after", 200), ("delay", 200)):
        delay = {"delay": 2} if watch == "delay" else {}
        game = client.match(anna, boris, watch=watch, **delay)
        record = f"/api/matches/{game}/record"
        assert {one.ask("GET", record).status for one in (anna, boris, carla)} == {404}, "it is being played"
        concede(anna, game)
        assert anna.ask("GET", record).status == boris.ask("GET", record).status == 200
        assert carla.ask("GET", record).status == client.ask("GET", record).status == status
        told = anna.ask("GET", record).body.decode()
        source = client.library.live_game(game).game.source
        assert isinstance(source, Seeded) and f"secret: {source.secret.hex()}" in told
        assert told == anna.ask("GET", f"/api/games/{game}/record", token=anna.seat(game)).body.decode()


def test_an_offer_says_how_strong_its_maker_is(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    concede(boris, client.match(anna, boris, rated=True))
    for body in (offer(), offer(game="kiev-41", seat="Axis")):
        anna.told("POST", "/api/challenges", body)
    listed = client.ask("GET", "/api/challenges").json["challenges"]
    assert {one["terms"]["game"]: one["rating"] for one in listed} == {
        "kiev-41": None, "victory-denied": (shown(anna, "victory-denied") or (0,))[0],
    }  # fmt: skip
