"""A site with 100,000 games: each list takes a few queries, and each query finds its rows by an index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

import pytest
from sqlalchemy import event, text

from network.site_client import Person, SiteClient
from ostfront.server import database_server
from server.postgres import Postgres

GAMES, PEOPLE = 100_000, 1_000
LARGE = ("games", "seats", "matches", "turns", "results", "challenges", "entries", "ratings")
# games of two people each; one of seven is over, one of three of the others is watched by nobody
FILL = f"""
INSERT INTO accounts (id, kind, name, name_key, email, verified, created, seen)
  SELECT n, 'member', 'Player ' || n, 'player' || n, '', 1, 1, 1 FROM generate_series(1, {PEOPLE}) n;
INSERT INTO games (id, kind, game, scenario, head, secret, created, changed, moment, turn, awaited, result, state)
  SELECT 'g' || n, 'match', CASE n % 2 WHEN 0 THEN 'victory-denied' ELSE 'kiev-41' END, 'smolensk', repeat('h', 300),
    '00', n, n, 100, 3, '["German"]', CASE n % 7 WHEN 0 THEN '{{"winner":"german","reason":"So it is."}}' ELSE '' END,
    repeat('s', 900) FROM generate_series(1, {GAMES}) n;
INSERT INTO seats (game, seat, player, level, name, token, account)
  SELECT 'g' || n, s, 'member', '', 'Player', 't' || n || s, 1 + (n + s * 7) % {PEOPLE}
  FROM generate_series(1, {GAMES}) n, generate_series(0, 1) s;
INSERT INTO matches (game, rated, clock, seconds, watch, names, begun, ended, "end")
  SELECT 'g' || n, 1, 'move', 86400, CASE n % 3 WHEN 0 THEN 'nobody' ELSE 'public' END, '["German","Soviet"]', n,
    CASE n % 7 WHEN 0 THEN n ELSE 0 END, '' FROM generate_series(1, {GAMES}) n;
INSERT INTO turns (game, seat, account, since, "left", deadline, "over")
  SELECT 'g' || n, s, 1 + (n + s * 7) % {PEOPLE}, CASE WHEN n % 7 > 0 AND (n / 13 + s) % 2 = 0 THEN n ELSE 0 END,
    9, 0, CASE n % 7 WHEN 0 THEN 1 ELSE 0 END FROM generate_series(1, {GAMES}) n, generate_series(0, 1) s;
INSERT INTO results
  (game, seat, account, title, scenario, name, side, outcome, "end", rated, people, lead, ended, rating)
  SELECT 'g' || n, s, 1 + (n + s * 7) % {PEOPLE}, 'victory-denied', 'smolensk', 'German', 'german', 'won', 'played',
    1, 1, 1, n, '[["victory-denied",25,8,26,7]]' FROM generate_series(7, {GAMES}, 7) n, generate_series(0, 1) s;
INSERT INTO challenges (id, account, terms, places, game, state, created, expires)
  SELECT 'c' || n, 1 + n % {PEOPLE}, '{{"game":"kiev-41"}}', '{{"choosing":"other","places":[{{"seat":"Axis"}}]}}',
    'kiev-41', CASE n % 5 WHEN 0 THEN 'open' ELSE 'accepted' END, n, 9e12 FROM generate_series(1, 20000) n;
INSERT INTO ratings (account, title, mu, sigma, shown, games)
  SELECT n, t, 25, 3, 1500 + n % 700, 9 FROM generate_series(1, {PEOPLE}) n,
    unnest(ARRAY['', 'victory-denied', 'kiev-41', 'victory-awaits', 'barbarossa-1941', 'barbarossa-deluxe']) t;
ANALYZE
"""
LISTS = [
    # path, how many statements at most
    ("/api/home", 16),
    ("/api/home/waiting?after=90000.0~g90000", 5),
    ("/api/home/over?after=90000.0~g90000", 5),
    ("/api/watch", 5),
    ("/api/watch?game=kiev-41&after=50000.0~g50000", 5),
    ("/api/challenges", 5),
    ("/api/challenges?game=kiev-41&after=15000.0~c15000", 5),
    ("/api/people/Player 77", 8),
    ("/api/people/Player 77/games?after=50000.0~g50000", 5),
    ("/api/people/Player 78", 8),
    ("/api/people/Player 78/games?after=50000.0~g50000", 5),
    ("/api/ratings/all", 2),
    ("/api/ratings/kiev-41?after=1700.0~70&rank=20", 2),
]


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteClient]:
    server = Postgres()
    try:
        server.start()
        engine = database_server.connect(server.database())
        with engine.begin() as base:
            for statement in FILL.split(";\n"):
                base.execute(text(statement))
        with SiteClient(tmp_path_factory.mktemp("crowd"), engine) as client:
            yield client
    finally:
        server.close()


@pytest.fixture
def somebody(crowd: SiteClient) -> Person:
    account = crowd.site.accounts.named("Player 77")
    return Person(crowd, account, crowd.site.sessions.begin(account.id, 9e9))


@contextmanager
def asked_of(client: SiteClient) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are executed in here."""
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        found.append((statement, values))

    event.listen(client.library.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(client.library.engine, "before_cursor_execute", note)


def scans(client: SiteClient, statement: str, values: Any) -> list[str]:
    """The large tables that the database reads from one end to the other to answer this."""
    with client.library.engine.connect() as base:
        plan = base.exec_driver_sql(f"EXPLAIN {statement}", values).scalars().all()
    return [name for name in re.findall(r"Seq Scan on (\w+)", "\n".join(plan)) if name in LARGE]


@pytest.mark.parametrize(("path", "most"), LISTS)
def test_lists_take_few_queries_and_no_scan(crowd: SiteClient, somebody: Person, path: str, most: int) -> None:
    somebody.told("GET", path)
    with asked_of(crowd) as statements:
        start = process_time()
        told = somebody.told("GET", path)
        print(f"{path}: {(process_time() - start) * 1000:.0f} ms of CPU, {len(statements)} statements")
    assert told
    asked = [one for one in statements if one[0].lstrip().upper().startswith("SELECT")]
    assert 0 < len(asked) <= most, [one[0] for one in asked]
    for statement, values in asked:
        assert scans(crowd, statement, values) == [], statement


def test_pages_follow_each_other_without_gaps(crowd: SiteClient, somebody: Person) -> None:
    """The lists of somebody with a hundred games, page by page."""
    home = somebody.told("GET", "/api/home")
    for shelf in ("waiting", "over"):
        page, seen = home[shelf], []
        while True:
            seen += [card["id"] for card in page["games"]]
            if not page["next"]:
                break
            page = somebody.told("GET", f"/api/home/{shelf}?after={page['next']}")
        numbers = [int(id[1:]) for id in seen]
        expected = [
            n for n in range(1, GAMES + 1) for s in (0, 1)
            if 1 + (n + s * 7) % PEOPLE == 77 and (n % 7 == 0 if shelf == "over" else n % 7 and (n // 13 + s) % 2)
        ]  # fmt: skip
        assert numbers == sorted(expected, reverse=True) and len(numbers) > 20
    mine = [int(card["id"][1:]) for card in home["mine"]]
    assert mine == sorted(mine) and mine, "those that have waited longest come first"
