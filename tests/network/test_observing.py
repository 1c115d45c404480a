"""What is told of a site: health, figures, and a log without secrets."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest
from prometheus_client import generate_latest
from sqlalchemy import text

from network.real_site import free_port
from network.site_client import ADDRESS, HOST, SiteClient
from ostfront.core.errors import OstfrontError
from ostfront.network import logs, readiness
from ostfront.network.metrics import Metrics, answering
from ostfront.network.observing import Observed
from ostfront.network.site_door import cookie_name
from ostfront.server.log import log


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path, proxies=("127.0.0.1",)) as client:
        yield client


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The lines of the log, as JSON."""
    found: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    handler = Kept()
    handler.setFormatter(logs.Line("json"))
    monkeypatch.setattr(log, "handlers", [handler])
    yield found


def observed(client: SiteClient, metrics: Metrics | None = None) -> None:
    client.app = Observed(client.app, metrics)  # type: ignore[assignment]


def test_health_and_readiness(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LASTS", 0.0)
    watcher = {"host": "10.0.0.1:8000"}  # asks by the address of the machine
    assert client.ask("GET", "/api/health", headers=watcher).status == 200
    assert client.ask("GET", "/api/ready", headers=watcher).json == {"ready": True}
    with client.site.store.writing() as base:
        base.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    answer = client.ask("GET", "/api/ready", headers=watcher)
    assert (answer.status, answer.json["why"]) == (503, "The database is of another version than the server.")
    with client.site.store.writing() as base:
        base.execute(text("DROP TABLE alembic_version"))
    assert client.ask("GET", "/api/ready").json["why"] == "The database does not answer."
    client.library.end_waiting()
    assert client.ask("GET", "/api/ready").json == {"ready": False, "why": "The server is closing."}
    assert client.ask("GET", "/api/health").status == 200


def test_the_log_has_no_secrets(client: SiteClient, lines: list[str]) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    token = anna.seat(game)
    observed(client)
    far = {"x-forwarded-for": "203.0.113.77"}
    anna.ask("GET", f"/api/games/{game}/changes?etag=private&wait=0", token=token, headers=far)
    client.ask("GET", "/reset?link=hush", headers=far)
    client.ask("GET", "/api/catalogue", headers={"host": "elsewhere.example", **far})
    told = [msgspec.json.decode(line) for line in lines]
    assert [(line["route"], line["status"]) for line in told] == [
        ("/api/games/{game}/changes", 200), ("/{path}", 404), ("(refused at the door)", 421),
    ]  # fmt: skip
    assert told[0]["account"] == anna.account.id and told[0]["address"] == "203.0.113.0/24" and told[0]["ms"] >= 0
    assert "account" not in told[1]
    whole = "\n".join(lines)
    for secret in (token, anna.session, game, "private", "hush", "203.0.113.77", "elsewhere"):
        assert secret not in whole


def test_an_internal_error_is_found_by_the_name_of_its_request(
    client: SiteClient, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = client.member("Anna")
    observed(client)

    def fails(_account: int) -> None:
        raise ZeroDivisionError("a bug of ours")

    monkeypatch.setattr(client.site.accounts, "account", fails)
    answer = anna.ask("GET", "/api/me")
    name = answer.headers["x-request-id"]
    assert answer.status == 500 and answer.json["error"]["message"].endswith(f"Report it as {name}.")
    error, access = (msgspec.json.decode(line) for line in lines)
    assert error["request"] == access["request"] == name
    assert "a bug of ours" in error["trace"] and access["status"] == 500


def test_database_errors_do_not_tell_what_was_written(client: SiteClient) -> None:
    with pytest.raises(Exception) as wrong, client.site.store.writing() as base:
        base.execute(text("INSERT INTO accounts (name) VALUES (:name)"), {"name": "a secret"})
    assert "a secret" not in str(wrong.value)


def test_figures_count_by_route_and_have_no_label_without_end(client: SiteClient) -> None:
    anna, boris = client.member("Anna"), client.member("Boris")
    game = client.match(anna, boris)
    metrics = Metrics(client.library)
    observed(client, metrics)
    for number in range(5):
        client.ask("GET", f"/nowhere/{number}")
        client.ask("GET", "/api/me", headers={"host": f"host{number}"})
        client.ask("BREW", f"/api/me?{number}")
    anna.ask("GET", f"/api/games/{game}/changes?wait=0", token=anna.seat(game))
    with client.site.store.writing() as base:
        base.execute(
            text("INSERT INTO notices (account, mark, state) VALUES (:a, 'x', 'failed')"), {"a": anna.account.id}
        )
    told = generate_latest(metrics.registry).decode()
    for line in (
        'ostfront_requests_total{method="GET",route="/{path}",status="404"} 5.0',
        'ostfront_requests_total{method="GET",route="(refused at the door)",status="421"} 5.0',
        'ostfront_request_seconds_count{route="/{path}"} 5.0',
        "ostfront_long_polls 0.0",
        "ostfront_live_games 1.0",
        "ostfront_database_up 1.0",
        "ostfront_jobs_waiting 0.0",
        'ostfront_notices{state="failed"} 1.0',
    ):
        assert line in told, told
    assert "process_resident_memory_bytes" in told and 'method="BREW"' not in told
    assert 'ostfront_request_seconds_count{route="/api/games/{game}/changes"}' not in told, "it waits"
    for number in range(5):
        assert f"host{number}" not in told and f"nowhere/{number}" not in told
    assert game not in told


def test_figures_are_told_on_a_port_of_their_own(client: SiteClient) -> None:
    port = free_port()
    with answering(Metrics(client.library), str(port)):
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            assert b"ostfront_database_up 1.0" in answer.read()
        with pytest.raises(OstfrontError, match="Each process needs a port"):
            answering(Metrics(client.library), str(port)).__enter__()
    client.library.close()


def test_a_site_without_figures_and_a_page_of_others(client: SiteClient) -> None:
    observed(client)
    cookie = f"{cookie_name(client.site.settings)}=nobody"
    assert client.ask("GET", "/api/me", headers={"cookie": cookie}).json["me"] is None
    assert (
        client.ask("POST", "/api/seats", {"game": "kiev-41"}, headers={"origin": ADDRESS, "host": HOST}).status == 200
    )
