"""Two servers of one site on a real PostgreSQL: what two people do at the same moment is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from time import time

import pytest
from sqlalchemy import Table, func, select

from network.offers import offer
from network.site_client import SiteClient
from ostfront.network.accounts import Account
from ostfront.network.matches import Player, begin
from ostfront.network.ratings import FEW
from ostfront.network.tables import challenges, ratings, results
from ostfront.network.terms import Terms
from ostfront.server import database as db
from ostfront.server import database_server
from ostfront.server.messages import Refused
from server.postgres import Postgres

TERMS = Terms("victory-denied", rated=True)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def sites(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[SiteClient, SiteClient]]:
    address = postgres.database()
    first, second = (database_server.connect(address) for _ in range(2))
    with SiteClient(tmp_path / "a", first) as one, SiteClient(tmp_path / "b", second) as two:
        yield one, two


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """What these come to, or why they were refused, all begun at the same moment."""
    start = Barrier(len(deeds))

    def done(deed: Callable[[], object]) -> object:
        start.wait(30)
        try:
            return deed()
        except Refused as wrong:
            return wrong

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(done, deeds))


def accepting(client: SiteClient, challenge: str, account: Account) -> Callable[[], str]:
    return partial(client.site.challenges.accept, challenge, account, "", "", time())


def count(client: SiteClient, table: Table) -> int:
    with client.site.store.reader.begin() as base:
        return int(base.execute(select(func.count()).select_from(table)).scalar_one())


def test_one_of_those_who_accept_at_once_gets_the_seat(sites: tuple[SiteClient, SiteClient]) -> None:
    one, two = sites
    anna = one.member("Anna")
    rivals = [one.member(f"Rival {n}").account for n in range(4)]
    for number in range(6):
        id = anna.told("POST", "/api/challenges", offer())["challenge"]["id"]
        found = at_once(*(accepting(site, id, who) for site, who in zip((one, two, one, two), rivals, strict=True)))
        games = [match for match in found if isinstance(match, str)]
        assert len(games) == 1 and count(one, db.games) == number + 1
        assert all(isinstance(other, Refused) and other.status == 409 for other in found if other not in games)
        settled = two.site.challenges.find(id)
        assert (settled.state, settled.match) == ("accepted", games[0])
        seats = {row.account for row in two.library.live_game(games[0]).seats}
        assert seats == {place.account for place in settled.seating.places} and anna.account.id in seats


def test_those_who_take_several_seats_at_once_all_get_one(sites: tuple[SiteClient, SiteClient]) -> None:
    one, two = sites
    anna = one.member("Anna")
    others = [one.member(f"Other {n}").account for n in range(3)]
    teams = offer(seat="Axis 2", game="victory-awaits", scenario="campaign", options={"teams": "2-2"})
    id = anna.told("POST", "/api/challenges", teams)["challenge"]["id"]
    found = at_once(*(accepting(site, id, who) for site, who in zip((one, two, one), others, strict=True)))
    assert sorted(map(bool, found)) == [False, False, True], found
    settled = one.site.challenges.find(id)
    assert sorted(place.account for place in settled.seating.places) == sorted(
        [anna.account.id, *(o.id for o in others)]
    )
    assert count(one, db.games) == 1


def test_accepting_and_withdrawing_at_once_does_one_of_them(sites: tuple[SiteClient, SiteClient]) -> None:
    one, two = sites
    anna, boris = one.member("Anna"), one.member("Boris")
    for _ in range(6):
        id = anna.told("POST", "/api/challenges", offer())["challenge"]["id"]
        before = count(one, db.games)
        match, withdrawn = at_once(
            accepting(one, id, boris.account),
            partial(two.site.challenges.withdraw, id, anna.account),
        )
        assert isinstance(match, str) != (withdrawn is None), (match, withdrawn)
        assert count(one, db.games) - before == int(isinstance(match, str))


def test_games_that_end_at_once_are_both_rated(sites: tuple[SiteClient, SiteClient]) -> None:
    """Each locks the ratings of those who played in the same order: none is lost, nobody waits for ever."""
    one, two = sites
    people: list[Account] = [one.member(f"Player {n}").account for n in range(3)]
    rounds = 2 * FEW
    for n in range(rounds):
        pairs = [(people[n % 3], people[(n + 1) % 3]), (people[(n + 1) % 3], people[(n + 2) % 3])]
        matches = [
            begin(one.library, TERMS, [Player("German", a), Player("Soviet", b)]).id for a, b in (*pairs, pairs[0])
        ]
        at_once(
            *(
                partial(site.library.live_game(id).concede, n % 2)
                for site, id in zip((one, two, two), matches, strict=True)
            )
        )
    assert count(one, results) == rounds * 6 and count(one, challenges) == 0
    with one.site.store.reader.begin() as base:
        played = select(func.sum(ratings.c.games)).where(ratings.c.title == "")
        assert base.execute(played).scalar() == rounds * 6
        middle = base.execute(select(func.avg(ratings.c.mu)).where(ratings.c.title == "")).scalar()
    assert middle == pytest.approx(25, abs=2)
