"""Passkeys in a browser with a device of its own: added in the settings, good for logging in, until removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from time import time

import pytest
from playwright.sync_api import CDPSession, Page, expect

from network.conftest import Visit
from network.real_site import RealPerson, RealSite
from network.visiting import PASSWORD
from ostfront.network.settings import PasswordSettings, Settings
from ostfront.network.site import Site

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    """Without TLS there are passkeys at this name only."""
    site = RealSite(tmp_path_factory.mktemp("site"), page=True)
    site.address = f"http://localhost:{site.port}"
    site.settings = Settings(public_url=site.address, passwords=PasswordSettings(memory=1, rounds=1))
    with site:
        yield site


def with_device(page: Page) -> tuple[CDPSession, str]:
    """Give the browser something that keeps passkeys."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    return devices, devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]


def with_password(site: RealSite, person: RealPerson) -> None:
    with closing(site.library()) as library:
        found = Site(site.settings, library)
        found.accounts.change(person.account.id, password=found.passwords.digest(PASSWORD))


def log_out(page: Page, name: str) -> None:
    page.locator("summary", has_text=name).click()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("link", name="Log in").first.click()


def test_a_passkey_is_added_used_and_removed(site: RealSite, visit: Visit) -> None:
    anna = site.member("Anna")
    with_password(site, anna)
    page = visit("#/account", anna, refused=True)
    devices, device = with_device(page)
    mine = page.get_by_role("region", name="Passkeys")
    mine.get_by_label("Name of the passkey").fill("My laptop")
    mine.get_by_label("Your password").fill(PASSWORD)
    mine.get_by_role("button", name="Add a passkey").click()
    mine.get_by_text("You can log in with this passkey now.").wait_for()
    expect(mine.get_by_role("listitem")).to_contain_text("not used yet")
    mine.get_by_label("Your password").fill(PASSWORD)
    mine.get_by_role("button", name="Add a passkey").click()
    mine.get_by_text("This device has a passkey for your account already.").wait_for()

    log_out(page, "Anna")
    enter = page.get_by_role("button", name="Log in with a passkey")
    enter.click()
    page.locator("summary", has_text="Anna").wait_for()

    page.goto(f"{site.address}/#/account")
    expect(mine.get_by_role("listitem")).to_contain_text("last used")
    mine.get_by_role("button", name="Remove").click()
    expect(mine.get_by_role("listitem")).to_have_count(0)

    log_out(page, "Anna")
    enter.click()
    page.get_by_role("alert").get_by_text("This passkey is not known here").wait_for()
    devices.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    enter.click()
    page.get_by_role("alert").get_by_text("That was cancelled, or took too long.").wait_for()


def test_a_browser_without_passkeys_says_so(site: RealSite, visit: Visit) -> None:
    boris = site.member(f"Boris {time():.0f}")
    page = visit("#/", boris, phone=True)
    page.context.add_init_script("delete window.PublicKeyCredential")
    page.goto(f"{site.address}/?again#/account")
    mine = page.get_by_role("region", name="Passkeys")
    mine.get_by_text("This browser does not support passkeys.").wait_for()
    assert mine.get_by_role("button").count() == 0
    page.goto(f"{site.address}/#/login")
    page.get_by_role("link", name="Forgot your password?").wait_for()
    assert page.get_by_role("button", name="Log in with a passkey").count() == 0
