"""Limits: counted together by all servers, refused in one sentence, forgotten in time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from network.site_client import SiteClient
from ostfront.network.limits import FREE_TRIES, LIMITS, STRANGERS, Limits, network_of
from ostfront.server import database_server
from ostfront.server.game_store import GameStore
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor
from server.postgres import Postgres

NOW = 1_000_000.0
ANNA = Visitor("member", account=7, address="192.0.2.1")
BORIS = Visitor("member", account=8, address="192.0.2.2")
NOBODY = Visitor(address="192.0.2.1")


@pytest.fixture
def limits(tmp_path: Path) -> Iterator[Limits]:
    with SiteClient(tmp_path) as client:
        yield client.site.limits


def allowed(limits: Limits, what: str, visitor: Visitor, now: float = NOW, subject: str = "") -> int:
    """How often in a row."""
    for times in range(10_000):
        try:
            limits.check(what, visitor, now, subject)
        except Refused as wrong:
            assert wrong.status == 429 and wrong.retry >= 1 and "again in" in wrong.message
            return times
    raise AssertionError("there is no limit")


@pytest.mark.parametrize("what", sorted(LIMITS))
def test_everything_has_a_limit_that_passes(limits: Limits, what: str) -> None:
    least = min(limit.most for limit in LIMITS[what])
    assert allowed(limits, what, ANNA, subject="a@b") == least
    later = NOW + max(limit.seconds for limit in LIMITS[what])
    limits.check(what, ANNA, later, "a@b")


def test_each_account_has_its_own(limits: Limits) -> None:
    allowed(limits, "chat", ANNA)
    limits.check("chat", BORIS, NOW)
    limits.check("chat", ANNA._replace(account=9), NOW)


def test_who_has_no_account_is_counted_by_address(limits: Limits) -> None:
    allowed(limits, "report", NOBODY)
    limits.check("report", Visitor(address="192.0.2.9"), NOW)
    with pytest.raises(Refused):
        limits.check("report", NOBODY, NOW + 60)


def test_what_was_not_done_does_not_count(limits: Limits) -> None:
    limits.check("name", ANNA, NOW)
    limits.forgive("name", ANNA)
    limits.check("name", ANNA, NOW)
    with pytest.raises(Refused, match="30 days"):
        limits.check("name", ANNA, NOW)


def test_letters_to_one_person_are_limited_wherever_they_are_asked_for(limits: Limits) -> None:
    for i in range(5):
        limits.check("letter", Visitor(address=f"192.0.2.{i}"), NOW, "anna@example.org")
    with pytest.raises(Refused):
        limits.check("letter", Visitor(address="198.51.100.1"), NOW, "anna@example.org")


def test_an_ipv6_network_is_one_address() -> None:
    assert network_of("2001:db8:1:2::5") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::5")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("testclient") == "testclient"


def tries(limits: Limits, visitor: Visitor, now: float) -> int:
    """How many wrong passwords in a row, until there is a pause."""
    for times in range(10_000):
        try:
            limits.before_password("anna", visitor, now)
        except Refused:
            return times
    raise AssertionError("there is no limit")


def test_wrong_passwords_cost_longer_and_longer_pauses(limits: Limits) -> None:
    assert tries(limits, NOBODY, NOW) == FREE_TRIES
    now, pauses = NOW, []
    for _ in range(12):
        with pytest.raises(Refused) as refused:
            limits.before_password("anna", NOBODY, now)
        pauses.append(refused.value.retry)
        now += refused.value.retry
        limits.before_password("anna", NOBODY, now)
    assert pauses == sorted(pauses) and pauses[0] == 2 and pauses[-1] == 900
    assert tries(limits, NOBODY, now + 25 * 3600) == FREE_TRIES


def test_guesses_from_elsewhere_do_not_lock_out_the_owner(limits: Limits) -> None:
    owner = Visitor(address="192.0.2.77")
    limits.before_password("anna", owner, NOW)
    limits.password_was_right("anna", owner, NOW)
    for i in range(STRANGERS + 50):
        if i < STRANGERS:
            limits.before_password("anna", Visitor(address=f"10.0.{i}.1"), NOW)
        else:
            with pytest.raises(Refused):
                limits.before_password("anna", Visitor(address=f"10.0.{i}.1"), NOW)
    limits.before_password("anna", owner, NOW)


def test_a_right_password_makes_good(limits: Limits) -> None:
    for _ in range(50):
        for _ in range(FREE_TRIES - 1):
            limits.before_password("anna", NOBODY, NOW)
        limits.password_was_right("anna", NOBODY, NOW)


def test_what_counts_no_more_is_removed(limits: Limits) -> None:
    limits.check("chat", ANNA, NOW)
    limits.sweep(NOW + 61)
    with limits.store.reader.begin() as base:
        assert len(base.exec_driver_sql("SELECT id FROM limits").all()) == 1  # that of an hour


def test_servers_count_together() -> None:
    """Forty at once by two engines: none is counted twice or not at all."""
    server = Postgres()
    try:
        server.start()
        address = server.database()
        stores = [GameStore(database_server.connect(address)) for _ in range(2)]
        both = [Limits(store) for store in stores]

        def one(i: int) -> bool:
            try:
                both[i % 2].check("report", ANNA, NOW)
            except Refused:
                return False
            return True

        with ThreadPoolExecutor(20) as threads:
            assert sum(threads.map(one, range(40))) == 10
        for store in stores:
            store.engine.dispose()
    finally:
        server.close()
