"""Any process of a site is killed at any moment, and its database too: nothing acknowledged is lost or done twice."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep, time
from typing import Any

import httpx
import pytest

from network.real_site import RealPerson, RealSite, RealWorker
from ostfront import games
from ostfront.core.files.record import read, verify, write
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.site import Site
from ostfront.network.terms import Terms
from ostfront.server.local_client import actions_of
from server.postgres import Postgres

GAMES = [name for name in games.names() if games.info(name).table is not None]
SHORT = ("victory-denied", "kiev-41", "barbarossa-1941")
PATIENCE = 180.0  # seconds until somebody has an answer, however often a server is killed meanwhile


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """One for each test: it is stopped, too."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


class Table(Thread):
    """One match, played by its people at whichever server answers; every action is sent until it is acknowledged."""

    def __init__(self, sites: Sequence[RealSite], name: str, levels: tuple[str, str], seed: int) -> None:
        super().__init__(name=f"{name} {levels}", daemon=True)
        self.random = Random(f"{name} {levels} {seed}")
        self.sites = sites
        self.levels = levels
        seats = [seat.name for seat in rules_of(Terms(game=name)).seats]
        self.seats = seats
        self.people: dict[str, RealPerson] = {}
        for number, seat in enumerate(seats):
            if not levels[number % 2]:  # those at odd seats may be computers
                self.people[seat] = sites[0].member(f"{seat[:12]} {secrets.token_hex(6)}")
        self.id = self._begin(name)
        self.tokens = self._tokens()
        self.done: dict[str, list[str]] = {seat: [] for seat in self.people}
        self.ended = Event()
        self.wrong: BaseException | None = None

    def _begin(self, name: str) -> str:
        terms = Terms(game=name, watch="nobody")
        with closing(self.sites[0].library()) as library:
            Site(self.sites[0].settings, library)  # it follows what is begun
            players = [
                Player(seat, self.people[seat].account) if seat in self.people else Player(seat, level=self.levels[1])
                for seat in self.seats
            ]
            return begin(library, terms, players).id

    def _tokens(self) -> dict[str, str]:
        found = {}
        for seat, person in self.people.items():
            seats = self.ask(person, "GET", "", "").json()["seats"]
            found[seat] = next(one["token"] for one in seats if one["seat"] == seat)
        return found

    def ask(self, person: RealPerson, method: str, path: str, token: str, data: Any = None) -> httpx.Response:
        """The answer of any server, as soon as there is one; whether a lost request was carried out is not known."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            site = self.random.choice(self.sites)
            try:
                with RealPerson(site, person.account, person.session).client() as client:
                    answer = client.request(
                        method, f"/api/games/{self.id}{path}", json=data, headers={"seat-token": token}, timeout=30
                    )
            except httpx.TransportError:
                sleep(0.1)
                continue
            if answer.status_code not in (500, 502, 503):
                return answer
            assert answer.status_code == 503, answer.text
            sleep(0.1)
        raise AssertionError("nobody answers")

    def run(self) -> None:
        try:
            while not self.ended.is_set() and self.step():
                pass
        except BaseException as wrong:
            self.wrong = wrong

    def step(self) -> bool:
        """One action of whoever is asked; False when the game is over."""
        view: Any = None
        for seat, person in self.people.items():
            view = self.ask(person, "GET", "/view", self.tokens[seat]).json()
            if view["result"] is not None:
                return False
            if view["asked"]:
                action = self.random.choice(actions_of(view))
                draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], action]}
                answer = self.ask(person, "PUT", "/draft", self.tokens[seat], draft)
                assert answer.status_code == 200, answer.text[:500]
                self.done[seat].append(action)
                return True
        sleep(0.1)  # the computer thinks
        return True

    @property
    def acknowledged(self) -> int:
        return sum(map(len, self.done.values()))

    def check(self) -> int:
        """All that was acknowledged is in the record, once and in order, and the record verifies; its actions."""
        assert self.wrong is None, self.wrong
        with closing(self.sites[0].library()) as library:
            opened = library.store.open(self.id, time())
        assert opened.given_up == ""
        text = write(opened.game, full=True)
        for seat, done in self.done.items():
            lines = [line.partition(": ")[2] for line in text.splitlines() if line.startswith(f"{seat}: ")]
            assert lines == done
        assert verify(read(text), opened.game) == []
        return sum(": " in line for line in text.partition("\n---\n")[2].splitlines())


def killed(
    folder: Path, postgres: Postgres, played: Sequence[tuple[str, tuple[str, str]]], kills: int, seed: int
) -> None:
    """Two servers and a worker; each round one of them dies, or the database."""
    random, address = Random(seed), postgres.database()
    quiet = ("--players", "workers")
    with ExitStack() as things:
        sites = [things.enter_context(RealSite(folder / name, *quiet, database=address)) for name in ("one", "two")]
        worker = things.enter_context(RealWorker(address))
        tables = [Table(sites, name, levels, seed) for name, levels in played]
        for table in tables:
            things.callback(table.ended.set)
            table.start()
        for number in range(kills):
            _all_go_on(tables)
            sleep(random.uniform(0.0, 1.0))
            if number % 4 == 3:
                postgres.stop(signal.SIGQUIT)
                postgres.start()
            elif number % 4 == 1:
                worker.end(signal.SIGKILL)
                worker.start()
            else:
                site = sites[number // 2 % 2]
                site.kill()
                sleep(random.uniform(0.0, 0.5))
                site.start()
        _all_go_on(tables)
        for table in tables:
            table.ended.set()
        for table in tables:
            table.join(PATIENCE)
            assert not table.is_alive()
        counts = [table.check() for table in tables]
        print(f"{kills} kills, {sum(table.acknowledged for table in tables)} acknowledged of {sum(counts)} actions")


def _all_go_on(tables: Sequence[Table]) -> None:
    """Every match moves on, or is over: also those in which a computer has to play first."""
    before = [table.acknowledged for table in tables]
    end = monotonic() + PATIENCE
    for table, count in zip(tables, before, strict=True):
        while table.is_alive() and table.acknowledged == count:
            assert monotonic() < end, f"{table.name} does not go on"
            sleep(0.05)
        assert table.wrong is None, table.wrong


def test_one_after_the_other(tmp_path: Path, postgres: Postgres) -> None:
    killed(tmp_path, postgres, [(SHORT[0], ("", "random")), *((name, ("", "")) for name in SHORT)], 4, 1941)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_again_and_again(tmp_path: Path, postgres: Postgres, seed: int) -> None:
    played = [(name, levels) for name in GAMES for levels in (("", ""), ("", "random"))]
    killed(tmp_path, postgres, played, 40, seed)
