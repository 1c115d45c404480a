"""The door of a site: who comes in, as whom, and what is refused before any route."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from network.site_client import ADDRESS, HOST, SiteClient
from ostfront.network.sessions import IDLE
from ostfront.network.settings import Settings
from ostfront.network.site_door import session_cookie


@pytest.fixture
def client(tmp_path: Path) -> Iterator[SiteClient]:
    with SiteClient(tmp_path) as client:
        yield client


def test_everybody_sees_what_can_be_played(client: SiteClient) -> None:
    assert client.ask("GET", "/api/catalogue").status == 200
    assert "strict-transport-security" in client.ask("GET", "/api/catalogue").headers


@pytest.mark.parametrize("path", ["/api/games", "/api/import", "/open"])
def test_what_is_for_the_owner_of_a_table_is_not_there(client: SiteClient, path: str) -> None:
    anna = client.member("Anna")
    assert anna.ask("GET", path).status == 404


def test_another_host_name_is_refused(client: SiteClient) -> None:
    assert client.ask("GET", "/api/catalogue", headers={"host": "elsewhere.example"}).status == 421
    assert client.ask("GET", "/api/health", headers={"host": "10.0.0.1"}).status == 200


@pytest.mark.parametrize("origin", ["https://elsewhere.example", f"http://{HOST}", "null", ""])
def test_a_request_that_changes_something_names_this_site(client: SiteClient, origin: str) -> None:
    body = {"game": "victory-denied"}
    assert client.ask("POST", "/api/seats", body, headers={"origin": origin}).status == 403
    assert client.ask("POST", "/api/seats", body, headers={"origin": ADDRESS}).status == 200


def test_a_session_ends(client: SiteClient) -> None:
    sessions, anna = client.site.sessions, client.member("Anna")
    found = sessions.find(anna.session, time())
    assert found is not None and found.account == anna.account.id
    assert sessions.find(anna.session, time() + IDLE) is None
    assert sessions.find(found.id, time()) is None, "what the database has is no key"
    other = sessions.begin(anna.account.id, time())
    sessions.end_all(anna.account.id, but=found.id)
    assert sessions.find(other, time()) is None and sessions.find(anna.session, time()) is not None
    sessions.end(found.id)
    assert sessions.find(anna.session, time()) is None


def test_cookies_of_a_secure_site_cannot_be_set_from_elsewhere() -> None:
    secure = session_cookie(Settings(public_url=ADDRESS), "x")
    assert secure.startswith("__Host-") and "; Secure" in secure and "Path=/;" in secure and "Domain" not in secure
    assert "Secure" not in session_cookie(Settings(public_url="http://127.0.0.1:8000"), "x")
