"""What an attacker tries: fixed sessions, guessed passwords, fishing for addresses, links of another kind, logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from sqlalchemy import select, update

from network.mail_sink import MailSink, token_of
from network.site_client import SiteClient
from network.visiting import PASSWORD, Browser, newest, registered
from ostfront.network.limits import FREE_TRIES
from ostfront.network.passwords import Passwords
from ostfront.network.settings import PasswordSettings
from ostfront.network.site_door import cookie_name
from ostfront.network.tables import letters
from ostfront.server.database import metadata
from ostfront.server.local_client import ClientResponse


@pytest.fixture
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture
def client(tmp_path: Path, sink: MailSink) -> Iterator[SiteClient]:
    """The test's own address is that of a proxy, so that people can come from others."""
    with SiteClient(tmp_path, mail=sink.settings, proxies=("127.0.0.1",)) as client:
        yield client


def from_address(client: SiteClient, address: str, path: str, data: dict[str, str]) -> ClientResponse:
    return client.ask("POST", path, data, headers={"x-forwarded-for": address})


# ---- sessions --------------------------------------------------------------------------------------------


def test_a_session_that_was_planted_is_not_the_one_after_logging_in(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    mallory = registered(client, sink, "Mallory")
    planted = mallory.cookie
    victim = Browser(client, planted)
    victim.log_in("anna@example.org")
    assert victim.cookie != planted and victim.me()["name"] == "Anna"
    assert Browser(client, planted).me() is None, "the planted session ended"
    made_up = f"{cookie_name(client.site.settings)}=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    victim = Browser(client, made_up)
    victim.log_in("anna@example.org")
    assert victim.cookie != made_up and Browser(client, made_up).me() is None


def test_each_login_is_a_session_of_its_own(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    found = set()
    for _ in range(3):
        browser = Browser(client)
        cookie = browser.log_in("anna@example.org").headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" in cookie
        found.add(browser.cookie)
    assert len(found) == 3


def test_logging_out_ends_the_session_not_only_the_cookie(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    kept = anna.cookie
    anna.told("POST", "/api/logout")
    assert anna.cookie == "" and Browser(client, kept).me() is None


# ---- guessing --------------------------------------------------------------------------------------------


def test_guessing_is_slowed_down_and_the_owner_is_not(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    guess = {"email": "anna@example.org", "password": "wrong wrong"}
    for _ in range(FREE_TRIES):
        assert from_address(client, "192.0.2.1", "/api/login", guess).status == 403
    for password in ("wrong wrong", PASSWORD):
        refused = from_address(client, "192.0.2.1", "/api/login", {**guess, "password": password})
        assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    owner = {"email": "ANNA@example.org ", "password": PASSWORD}
    assert from_address(client, "192.0.2.2", "/api/login", owner).status == 200
    assert [entry.subject for entry in client.site.audit.latest(5) if entry.deed == "wrong passwords"] == ["Anna"]


def test_guesses_are_slowed_down_without_an_account_too(client: SiteClient) -> None:
    guess = {"email": "nobody@example.org", "password": "wrong wrong"}
    answers = [from_address(client, "192.0.2.1", "/api/login", guess).status for _ in range(FREE_TRIES + 1)]
    assert answers == [403] * FREE_TRIES + [429]


def test_a_stolen_session_does_not_help_to_guess_the_password(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    change = {"old": "wrong wrong", "new": "another horse"}
    answers = [anna.ask("PUT", "/api/account/password", change).status for _ in range(FREE_TRIES + 1)]
    assert answers == [403] * FREE_TRIES + [429]


def test_accounts_are_not_made_by_the_hundred(client: SiteClient) -> None:
    answers = [
        from_address(
            client, "192.0.2.1", "/api/register",
            {"name": f"A{i} xyz", "email": f"a{i}@example.org", "password": PASSWORD},
        ).status
        for i in range(25)
    ]  # fmt: skip
    assert answers.count(200) == 20 and answers[-1] == 429


# ---- fishing for addresses -------------------------------------------------------------------------------


class Counting(Passwords):
    """How often a password is hashed: nearly all the time that a request takes."""

    def __init__(self) -> None:
        super().__init__(PasswordSettings(memory=1, rounds=1))
        self.hashed = 0
        self.fits("", "")  # what it needs once only

    def digest(self, password: str) -> str:
        self.hashed += 1
        return super().digest(password)

    def fits(self, digest: str, password: str) -> bool:
        self.hashed += 1
        return super().fits(digest, password)


@pytest.mark.parametrize(
    ("path", "order"),
    [
        ("/api/login", {"password": "wrong wrong"}),
        ("/api/forgot", {}),
        ("/api/register", {"name": "Somebody Else", "password": PASSWORD}),
    ],
)
def test_nobody_learns_who_has_an_account(
    client: SiteClient, sink: MailSink, path: str, order: dict[str, str]
) -> None:
    registered(client, sink, "Anna")
    sink.letters.clear()
    counting = Counting()
    client.site.passwords = counting
    seen = []
    for email in ("anna@example.org", "nobody@example.org"):
        before = counting.hashed
        answer = from_address(client, "192.0.2.1", path, {**order, "email": email})
        names = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
        seen.append((answer.status, answer.body, names, counting.hashed - before))
    assert seen[0] == seen[1] and seen[0][3] == 1
    client.site.letters.send_due()
    assert len(sink.to("anna@example.org")) == (path != "/api/login"), "the owner of the address hears of it"
    assert len(sink.to("nobody@example.org")) == (path == "/api/register")


def test_a_name_does_not_tell_whether_the_address_was_known(client: SiteClient, sink: MailSink) -> None:
    """Registering again with the name that was given before must not fail only where the address was new."""
    registered(client, sink, "Anna")
    answers = []
    for name, email in (("Fisher", "anna@example.org"), ("Angler", "nobody@example.org")):
        Browser(client).told("POST", "/api/register", {"name": name, "email": email, "password": PASSWORD})
        again = {"name": name, "email": f"{name}@example.org", "password": PASSWORD}
        answers.append(Browser(client).ask("POST", "/api/register", again).body)
    assert answers[0] == answers[1]


def test_asking_for_letters_again_and_again_tells_nothing(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    limits = []
    for email in ("anna@example.org", "nobody@example.org"):
        if email.startswith("nobody"):  # as registering did for Anna
            Browser(client).told("POST", "/api/register", {"name": "No B", "email": email, "password": PASSWORD})
        answers = [from_address(client, "192.0.2.1", "/api/forgot", {"email": email}).status for _ in range(8)]
        limits.append(answers)
    assert limits[0] == limits[1] and 429 in limits[0]


# ---- links -----------------------------------------------------------------------------------------------


def test_a_link_is_good_for_its_own_purpose_only(client: SiteClient, sink: MailSink) -> None:
    anna = registered(client, sink, "Anna")
    anna.told("POST", "/api/forgot", {"email": "anna@example.org"})
    reset = newest(client, sink, "anna@example.org")
    assert anna.refused("POST", "/api/verify", {"token": reset})[0] == 410
    Browser(client).told("POST", "/api/register", {"name": "B C", "email": "b@example.org", "password": PASSWORD})
    verify = newest(client, sink, "b@example.org")
    assert anna.refused("POST", "/api/reset", {"token": verify, "password": "another horse"})[0] == 410
    session = anna.cookie.partition("=")[2]
    for path, data in (("/api/verify", {}), ("/api/reset", {"password": "another horse"})):
        for wrong in (session, "", "x" * 5000):
            assert anna.refused("POST", path, {"token": wrong, **data})[0] == 410
    for token in (reset, verify):
        assert Browser(client, f"{cookie_name(client.site.settings)}={token}").me() is None
    assert anna.told("POST", "/api/reset", {"token": reset, "password": "another horse"})["me"]["name"] == "Anna"


@pytest.mark.parametrize("path", ["/api/verify", "/api/reset"])
def test_a_link_that_is_too_old_is_worth_nothing(client: SiteClient, sink: MailSink, path: str) -> None:
    registered(client, sink, "Anna")
    if path == "/api/reset":
        Browser(client).told("POST", "/api/forgot", {"email": "anna@example.org"})
        token = newest(client, sink, "anna@example.org")
    else:
        Browser(client).told("POST", "/api/register", {"name": "B C", "email": "b@example.org", "password": PASSWORD})
        token = newest(client, sink, "b@example.org")
    with client.site.store.writing() as base:
        assert base.execute(select(letters.c.expires)).scalar_one() > time() + 3000
        base.execute(update(letters).values(expires=time() - 1))
    data = {"token": token} | ({"password": "another horse"} if path == "/api/reset" else {})
    assert Browser(client).refused("POST", path, data)[0] == 410
    client.site.sweep()
    with client.site.store.reader.begin() as base:
        assert base.execute(select(letters.c.id)).first() is None


def test_an_older_link_ends_with_the_password_that_it_was_for(client: SiteClient, sink: MailSink) -> None:
    registered(client, sink, "Anna")
    tokens = []
    for _ in range(2):
        Browser(client).told("POST", "/api/forgot", {"email": "anna@example.org"})
        tokens.append(newest(client, sink, "anna@example.org"))
    Browser(client).told("POST", "/api/reset", {"token": tokens[1], "password": "another horse"})
    later = {"token": tokens[0], "password": "a third horse"}
    assert Browser(client).refused("POST", "/api/reset", later)[0] == 410


# ---- what is written down --------------------------------------------------------------------------------


def test_no_secret_is_written_down(client: SiteClient, sink: MailSink, capfd: pytest.CaptureFixture[str]) -> None:
    """Neither in the database, nor in the audit log, nor on the screen of the server."""
    anna = registered(client, sink, "Anna")
    wrong = "this is not my word"
    for _ in range(FREE_TRIES + 1):
        Browser(client).log_in("anna@example.org", wrong)
        Browser(client).log_in(wrong, PASSWORD)
    anna.told("PUT", "/api/account/name", {"name": "Anna B"})
    anna.told("POST", "/api/forgot", {"email": "anna@example.org"})
    token = newest(client, sink, "anna@example.org")
    anna.told("POST", "/api/reset", {"token": token, "password": "another horse"})
    session = anna.cookie.partition("=")[2]
    first = token_of(sink.letters[0])
    with client.site.store.reader.begin() as base:
        kept = "\n".join(str(base.execute(select(table)).all()) for table in metadata.sorted_tables)
    told = "".join(capfd.readouterr())
    assert "Anna B" in kept and "$argon2id$" in kept
    for secret in (PASSWORD, "another horse", wrong, token, first, session):
        assert secret not in kept and secret not in told
