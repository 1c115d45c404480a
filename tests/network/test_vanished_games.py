"""A site with games whose package is not installed here any more: everything else goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from sqlalchemy import select, update

from network.site_client import SiteClient
from ostfront.network.ratings import ALL_GAMES
from ostfront.network.tables import ratings, results
from ostfront.server.database import games


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def test_games_that_are_not_here_any_more_stop_no_list(client: SiteClient) -> None:
    """Its package is not installed here any more."""
    anna, boris = client.member("Anna"), client.member("Boris")
    over, running = (client.match(anna, boris, rated=True) for _ in range(2))
    boris.told("POST", f"/api/games/{over}/concede", token=boris.seat(over))
    with client.site.store.writing() as base:
        base.execute(update(results).values(title="sealion", scenario="dover"))
        base.execute(update(ratings).where(ratings.c.title != ALL_GAMES).values(title="sealion"))
        head = base.execute(select(games.c.head).where(games.c.id == running)).scalar_one()
        changed = head.replace("victory-denied", "sealion")
        base.execute(update(games).values(game="sealion", head=changed))
    for game in (over, running):
        client.library.live_game(game).forget()
    name = anna.account.name
    for path in (
        "/api/home", "/api/home/over", "/api/home/waiting", "/api/waiting", "/api/watch", "/api/statistics",
        "/api/statistics/results.csv", f"/api/people/{name}", f"/api/people/{name}/games", "/api/ratings/all",
        "/api/account/export",
    ):  # fmt: skip
        answer = anna.ask("GET", path)
        assert answer.status == 200, (path, answer.body)
    for path in ("view", "thumbnail.svg", "company", "chat", "log", "record", "luck", "table", "changes?wait=0"):
        answer = anna.ask("GET", f"/api/games/{running}/{path}", token="x")
        assert 400 <= answer.status < 500, (path, answer.body)
    assert anna.ask("POST", f"/api/matches/{over}/rematch").status < 500
    assert client.site.clocks.expire(time() + 99 * 86400.0) >= 0
    assert client.ask("GET", "/api/ratings/sealion").status == 404
