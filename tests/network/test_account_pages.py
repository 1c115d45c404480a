"""The pages of accounts in a browser: from the first visit over the letter to leaving."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from time import time

import pytest
from playwright.sync_api import Page, expect

from network.conftest import Visit
from network.mail_sink import MailSink, token_of
from network.offers import offer
from network.real_site import RealSite
from network.visiting import PASSWORD
from ostfront.network.site import Site

CONFIG = """
name = "Club Zug"
[mail]
server = "127.0.0.1"
port = {port}
security = "none"
sender = "site@play.example"
[passwords]
memory = 1
rounds = 1
"""


@pytest.fixture(scope="module")
def sink() -> Iterator[MailSink]:
    with MailSink() as sink:
        yield sink


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, sink: MailSink) -> Iterator[RealSite]:
    """A site that sends letters."""
    folder = tmp_path_factory.mktemp("letters")
    config = folder / "ostfront.toml"
    config.write_text(CONFIG.format(port=sink.port))
    with RealSite(folder, "--config", str(config), page=True) as site:
        yield site


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def log_in(page: Page, email: str, password: str) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    press(page, "Log in")


@pytest.mark.parametrize("phone", [False, True])
def test_from_the_first_visit_to_a_forgotten_password(sink: MailSink, visit: Visit, phone: bool) -> None:
    name, email = ("Paula", "paula@example.org") if phone else ("Anna", "anna@example.org")
    page = visit("#/", phone=phone, refused=True)
    page.get_by_role("link", name="Register").click()
    page.get_by_label("Name, as others see it").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("aaaaaaaaaaaa")
    press(page, "Open the account")
    expect(page.get_by_label("Password")).to_have_accessible_description(re.compile("easy to guess"))
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Open the account")
    page.get_by_text("A letter is on its way").wait_for()
    letter = sink.wait_for(email)
    assert "Club Zug" in letter["Subject"]
    page.goto(page.url.partition("#")[0] + f"#/verify/{token_of(letter)}")
    press(page, "Confirm my address")
    menu = page.locator("summary", has_text=name)
    menu.click()
    assert page.url.endswith("#/"), "the secret is gone from the address"
    press(page, "Log out")
    page.get_by_role("link", name="Log in").first.click()
    log_in(page, email, "wrong wrong wrong")
    page.get_by_role("alert").get_by_text("The address or the password is wrong.").wait_for()
    assert page.get_by_role("button", name="Log in with a passkey").count() == 0, "not without TLS"
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("heading", name="A new password").wait_for()
    page.get_by_label("E-mail").fill(email)
    press(page, "Send me a link")
    page.get_by_text("If there is an account").wait_for()
    page.goto(page.url.partition("#")[0] + f"#/reset/{token_of(sink.wait_for(email, 2))}")
    page.get_by_label("New password").fill("another horse")
    press(page, "Use this password")
    menu.wait_for()


def test_logging_in_leads_back_to_where_one_was(site: RealSite, visit: Visit, sink: MailSink) -> None:
    page = visit("#/nowhere")
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="Forgot your password?").wait_for()
    with closing(site.library()) as library:
        found = Site(site.settings, library)
        found.accounts.add(
            "Berta", time(), email="berta@example.org", password=found.passwords.digest(PASSWORD), verified=time()
        )
    log_in(page, "berta@example.org", PASSWORD)
    page.locator("summary", has_text="Berta").wait_for()
    assert page.url.endswith("#/nowhere")


def test_a_challenge_waits_until_one_has_an_account(site: RealSite, visit: Visit, sink: MailSink) -> None:
    emil = site.member("Emil")
    with closing(emil.client()) as client:
        data = offer("link", rated=True)
        link = client.post("/api/challenges", json=data).json()["link"]
    page = visit(link.removeprefix(f"{site.address}/"), phone=True)
    page.get_by_role("link", name="Log in to play").click()
    page.get_by_role("main").get_by_role("link", name="Open an account").click()
    page.get_by_label("Name, as others see it").fill("Frida")
    page.get_by_label("E-mail").fill("frida@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Open the account")
    letter = page.context.new_page()  # mail programs open another one
    letter.goto(f"{site.address}/#/verify/{token_of(sink.wait_for('frida@example.org'))}")
    press(letter, "Confirm my address")
    letter.get_by_text("Emil wants to play").wait_for()
    press(letter, "Play")
    letter.wait_for_url(re.compile(r"#/game/\w+$"))


def test_an_old_link_leads_on(visit: Visit) -> None:
    page = visit("#/verify/no-secret", refused=True)
    press(page, "Confirm my address")
    page.get_by_role("alert").get_by_text("This link was used before").wait_for()
    page.get_by_role("main").get_by_role("link", name="Open an account").wait_for()
    assert page.get_by_role("button", name="Confirm my address").count() == 0


def test_a_session_that_was_ended_elsewhere_is_told(site: RealSite, visit: Visit) -> None:
    hans = site.member("Hans")
    page = visit("#/new", hans, refused=True)
    page.get_by_role("button", name="Offer this game").wait_for()
    with closing(hans.client()) as client:
        client.post("/api/logout", json={}).raise_for_status()
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_text("You have been logged out here").wait_for()
    page.get_by_role("banner").get_by_role("link", name="Log in").wait_for()


def test_somebody_new_is_shown_how_to_begin(site: RealSite, visit: Visit) -> None:
    stranger = visit("#/")
    expect(stranger.get_by_role("list", name="The games").get_by_role("listitem")).to_have_count(5)
    page = visit("#/", site.member("Ilse"), phone=True)
    page.get_by_role("heading", name="Your first game").wait_for()
    page.get_by_role("button", name="Kiev").click()
    page.wait_for_url(re.compile(r"#/game/\w+$"))
    page.locator(".board, svg").first.wait_for()


def test_the_settings_change_what_they_say(site: RealSite, visit: Visit) -> None:
    carla, _ = site.member("Carla"), site.member("Dora")
    page = visit("#/account", carla)
    page.get_by_label("Name, as others see it").fill("Carla the Great")
    press(page, "Change the name")
    page.get_by_text("Your name is changed.").wait_for()
    assert page.get_by_role("region", name="Passkeys").count() == 0, "not without TLS"
    page.locator("summary", has_text="Carla the Great").wait_for()
    blocks = page.get_by_role("region", name="People you have blocked")
    blocks.get_by_label("Name").fill("dora")
    blocks.get_by_role("button", name="Block", exact=True).click()
    blocks.get_by_text("Dora", exact=True).wait_for()
    blocks.get_by_role("button", name="Unblock").click()
    blocks.get_by_role("button", name="Unblock").wait_for(state="detached")
    other = visit("#/account", carla, phone=True)
    expect(other.get_by_text("this one")).to_be_visible()
    with page.expect_download() as download:
        press(page, "Download")
    assert download.value.suggested_filename == "ostfront-account.zip"


def test_a_guest_is_asked_to_stay_and_may_leave(site: RealSite, visit: Visit, sink: MailSink) -> None:
    guste = site.member("Guste", "guest")
    page = visit("#/account", guste, phone=True)
    stay = page.get_by_role("region", name="Keep your games")
    stay.get_by_label("E-mail").fill("guste@example.org")
    stay.get_by_label("Password").fill(PASSWORD)
    stay.get_by_role("button", name="Keep my games").click()
    page.get_by_text("A letter is on its way").wait_for()
    page.goto(page.url.partition("#")[0] + f"#/verify/{token_of(sink.wait_for('guste@example.org'))}")
    press(page, "Confirm my address")
    page.wait_for_url("**/#/")
    page.goto(page.url.partition("#")[0] + "#/account")
    press(page, "Delete my account …")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Write your name").fill("Guste")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete my account").click()
    page.get_by_role("link", name="Log in").first.wait_for()
    assert "is gone" in sink.wait_for("guste@example.org", 2)["Subject"]


def test_a_guest_who_logs_out_is_warned(site: RealSite, visit: Visit) -> None:
    page = visit("#/", site.member("Gerti", "guest"), phone=True)
    page.locator("summary", has_text="Gerti").click()
    press(page, "Log out")
    page.get_by_role("status").get_by_text("Only this browser knows you").wait_for()
    press(page, "Log out for good")
    page.get_by_role("main").get_by_role("link", name="Log in").first.wait_for()


def test_an_announcement_is_shown_until_it_is_dismissed(site: RealSite, visit: Visit) -> None:
    with closing(site.library()) as library:
        Site(site.settings, library).announcements.add("Down on Sunday.", time(), time() + 3600)
    page = visit("#/login")
    shown = page.get_by_text("Down on Sunday.")
    shown.wait_for()
    page.get_by_role("button", name="Dismiss").click()
    shown.wait_for(state="detached")
    page.reload()
    page.get_by_label("E-mail").wait_for()
    assert shown.count() == 0
