"""People who do everything at once at two servers, while clocks run out and letters leave: what a site keeps of each
game fits together afterwards, and both servers show the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from time import sleep, time
from typing import Any

import pytest
from sqlalchemy import select, update

from network.mail_sink import MailSink
from network.playing import Seat, seats_of
from network.site_client import SiteClient
from network.told import deliver
from ostfront.network.ratings import MODEL
from ostfront.network.reminders import remind
from ostfront.network.results import read_changes
from ostfront.network.tables import facts, matches, proposals, ratings, results, turns
from ostfront.network.turns import turns_of
from ostfront.server import database_server
from ostfront.server.local_client import ClientResponse, actions_of
from server.conftest import same_dice as same_dice
from server.postgres import Postgres

SECONDS = 40
PLAYED: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"game": "kiev-41", "scenario": "les-preludes", "rated": True}),
    (2, {"game": "victory-denied", "rated": True, "clock": "move", "seconds": 3600}),
    (2, {"game": "barbarossa-1941", "clock": "bank", "seconds": 3600, "watch": "delay", "delay": 1}),
    (4, {"game": "victory-awaits", "scenario": "campaign", "options": {"teams": "2-2"}, "rated": True}),
)


def play(seat: Seat, random: Random) -> ClientResponse:
    view = seat.view
    if not view["asked"]:
        return seat.ask("POST", "undo", {"moment": view["moment"]})
    given = [*view["draft"]["actions"], random.choice(actions_of(view))]
    return seat.ask("PUT", "draft", {"after": view["draft"]["after"], "actions": given})


def answer(seat: Seat, random: Random) -> ClientResponse:
    found = next((one for one in seat.company["proposals"] if one["state"] == "open"), None)
    agree = found is not None and found["kind"] == "takeback" and random.random() < 0.8
    return seat.answer(agree, found["n"] if found else 1)


def propose(seat: Seat, random: Random) -> ClientResponse:
    stops = seat.told("GET", "history")["stops"]
    return seat.propose(*random.choice([("draw", None), ("takeback", None), ("takeback", random.choice(stops[-9:]))]))


DEEDS: tuple[tuple[int, Callable[[Seat, Random], ClientResponse]], ...] = (
    (40, play),
    (12, answer),
    (6, propose),
    (3, lambda seat, random: seat.ask("DELETE", f"proposals/{random.randint(1, 9)}")),
    (3, lambda seat, random: seat.ask("POST", "chat", {"text": "Hello"})),
    (2, lambda seat, random: seat.person.ask("PUT", "/api/vacation", {"days": random.randint(1, 3)})),
    (2, lambda seat, random: seat.person.ask("DELETE", "/api/vacation")),
    (2, lambda seat, random: seat.person.ask("GET", "/api/home")),
    (1, lambda seat, random: seat.ask("POST", "notes", {"kind": "game", "text": "x", "shared": True})),
)


def pass_time(client: SiteClient) -> None:
    """As if everybody had thought for a quarter of an hour; or the servers had been down."""
    with client.site.store.writing() as base:
        running = update(turns).where(turns.c.since > 0, turns.c.since <= time(), turns.c.deadline > 0)
        base.execute(running.values(since=turns.c.since - 900, deadline=turns.c.deadline - 900))


def come_back(client: SiteClient) -> None:
    with client.site.store.writing() as base:
        base.execute(update(facts).where(facts.c.name == "alive").values(value=str(time() - 1000)))


CHORES: tuple[Callable[[SiteClient], object], ...] = (
    deliver,
    lambda client: remind(client.site.store, client.site.notices, time()),
    lambda client: client.site.clocks.look(time()),
    pass_time,
    come_back,
)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_everything_at_once(tmp_path: Path, postgres: Postgres, seed: int) -> None:
    address, over, faults = postgres.database(), Event(), list[str]()
    with (
        MailSink() as mail,
        SiteClient(tmp_path / "a", database_server.connect(address), mail=mail.settings) as one,
        SiteClient(tmp_path / "b", database_server.connect(address), mail=mail.settings) as two,
    ):
        people = [one.member(f"Person {n}") for n in range(4)]
        seats = [seat for number, terms in PLAYED for seat in seats_of(one, people[:number], **terms)]

        def act(number: int) -> None:
            random = Random(f"{seed} {number}")
            mine = [seat for seat in seats if seat.person is people[number]]
            while not over.is_set():
                [deed] = random.choices([deed for _, deed in DEEDS], [weight for weight, _ in DEEDS])
                told = deed(random.choice(mine).at(random.choice((one, two))), random)
                if told.status >= 500 and told.status != 503:
                    faults.append(f"{told.status} {told.body!r}")

        def keep(client: SiteClient) -> None:
            random = Random(f"{seed} keeper")
            while not over.is_set():
                random.choice(CHORES)(client)
                sleep(random.random() / 2)

        with ThreadPoolExecutor(6) as pool:
            work = [*(pool.submit(act, number) for number in range(4)), *(pool.submit(keep, at) for at in (one, two))]
            sleep(SECONDS)
            over.set()
        for done in work:
            done.result()
        assert faults == []
        for seat in seats:
            assert seat.view == seat.at(two).view
        for game in {seat.game for seat in seats}:
            check_game(one, game)
        check_ratings(one)


def check_game(client: SiteClient, id: str) -> None:
    """What is kept beside a game is what follows from it."""
    live = client.library.live_game(id)
    with live.lock:
        game, seats = live.game, live.players()
    ended = game.result is not None
    asked = set() if ended else {decision.seat for decision in game.state.pending}
    with client.site.store.reader.begin() as base:
        match = base.execute(select(matches).where(matches.c.game == id)).one()
        rows = base.execute(select(results).where(results.c.game == id)).all()
        assert (bool(match.ended), len(rows)) == (ended, len(seats) if ended else 0)
        for turn in turns_of(base, id):
            assert bool(turn.since) == (turn.seat in asked)
            assert bool(turn.deadline) == (bool(turn.since) and match.clock != "none") and turn.left >= 0
            assert not turn.deadline or turn.deadline == pytest.approx(turn.since + turn.left, abs=0.01)
        left = base.execute(select(turns.c.over).where(turns.c.game == id)).scalars().all()
        assert set(left) == {int(ended)}
        open_ones = base.execute(select(proposals).where(proposals.c.game == id, proposals.c.state == "open")).all()
        assert len(open_ones) <= (0 if ended else 1)


def check_ratings(client: SiteClient) -> None:
    """Each is where it began, and all that games have done to it."""
    done: dict[tuple[int, str], float] = defaultdict(float)
    with client.site.store.reader.begin() as base:
        for row in base.execute(select(results).where(results.c.rated == 1)).all():
            for change in read_changes(row.rating):
                done[row.account, change.title] += change.new_mu - change.mu
        for row in base.execute(select(ratings)).all():
            assert row.mu == pytest.approx(MODEL.mu + done[row.account, row.title], abs=1e-6)
