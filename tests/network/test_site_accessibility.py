"""axe-core looks at every page of a site, on a desk and on a phone, and finds no serious fault.

One site and one browser: the address changes as when somebody walks through the site, and the window its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from network.furnished import Furnished, furnished_site
from web.axe import faults
from web.conftest import TAUGHT

DESK, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    with furnished_site(tmp_path_factory.mktemp("furnished")) as found:
        yield found


class Shown(NamedTuple):
    """A page, what is on it once it is there, and what somebody does there first."""

    address: str
    text: str
    do: Callable[[Page], object] | None = None


def press(name: str) -> Callable[[Page], object]:
    return lambda page: page.get_by_role("button", name=name, exact=True).click()


def wrong_password(page: Page) -> None:
    page.get_by_label("E-mail").fill("anna@example.org")
    page.get_by_label("Password").fill("wrong wrong wrong")
    press("Log in")(page)
    page.get_by_role("alert").wait_for()


def register(page: Page) -> None:
    page.get_by_label("Name, as others see it").fill("Hugo")
    page.get_by_label("E-mail").fill("hugo@example.org")
    page.get_by_label("Password").fill("a horse in the rain")
    press("Open the account")(page)
    page.get_by_text("A letter is on its way").wait_for()


def against_computers(page: Page) -> None:
    page.get_by_label("The computer").check(force=True)


def players(page: Page) -> None:
    page.get_by_role("button", name="Players").click()
    page.get_by_role("list", name="Messages").wait_for()


def of_nobody(at: Furnished) -> list[Shown]:
    return [
        Shown("#/", "Open challenges"),
        Shown("#/login", "Forgot your password?"),
        Shown("#/login", "Forgot your password?", wrong_password),
        Shown("#/register", "Nobody else sees it"),
        Shown("#/register", "Nobody else sees it", register),
        Shown("#/forgot", "Send me a link"),
        Shown("#/reset/no-secret", "Use this password"),
        Shown("#/verify/no-secret", "Confirm my address"),
        Shown(at.link, "Anna wants to play"),
        Shown("#/challenge/000000000000", "There is no such challenge"),
        Shown("#/watch", "Under way"),
        Shown("#/ratings/all", "Ratings begin at 1500"),
        Shown("#/ratings/kiev-41", "Nobody has played five rated games yet"),
        Shown("#/statistics", "Download"),
        Shown("#/people/Anna", "Here since"),
        Shown("#/people/Emil", "No game finished yet"),
        Shown(f"unsubscribe/{at.unsubscribe}", "No more letters about your games?"),
        Shown("#/nowhere", "There is no such page"),
        Shown(f"#/game/{at.game}", "You are watching"),
    ]


def of_anna(at: Furnished) -> list[Shown]:
    return [
        Shown("#/", "Challenges to you"),
        Shown("#/", "Your turn", lambda page: page.locator(".bell summary").click()),
        Shown("#/", "Your turn", lambda page: page.locator("summary", has_text="Anna").click()),
        Shown("#/new", "Against whom"),
        Shown("#/new", "Against whom", against_computers),
        Shown("#/new/Boris", "Against whom"),
        Shown("#/new", "Against whom", press("Offer this game")),
        Shown(at.mine, "Withdraw it"),
        Shown("#/account/notices", "How to check that it comes from here"),
        Shown("#/account", "Delete my account", press("Delete my account …")),
        Shown("#/vacation", "Go on vacation now"),
        Shown("#/people", "A name, or how it begins", lambda page: page.get_by_role("searchbox").fill("B")),
        Shown("#/people/Boris", "Here since", press("Report")),
        Shown("#/ratings/all", "Ratings begin at 1500"),
        Shown(f"#/game/{at.game}", "offers a draw", players),
        Shown(f"#/game/{at.over}", "Rematch"),
    ]


def of_gustav(_: Furnished) -> list[Shown]:
    return [
        Shown("#/", "Open challenges"),
        Shown("#/account", "Keep your games"),
        Shown("#/new", "Against whom"),
    ]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(TAUGHT)
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


WALKS = {"": of_nobody, "Anna": of_anna, "Gustav": of_gustav}


@pytest.mark.parametrize("name", WALKS)
def test_no_page_has_a_serious_fault(furnished: Furnished, page: Page, name: str) -> None:
    if name:
        furnished[name].browse(page.context)
    found = []
    for shown in WALKS[name](furnished):
        go(page, furnished, shown)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            wrong = [*faults(page), *([f"{wide} pixels too wide"] if wide > 0 else [])]
            found += [f"{shown.address} at {size['width']}: {fault}" for fault in wrong]
        page.set_viewport_size(DESK)
    assert not found, "\n".join(found)


def go(page: Page, at: Furnished, shown: Shown) -> None:
    """Walk to a page; one at which somebody is already is entered anew."""
    if page.url.endswith(shown.address):
        page.goto(f"{at.site.address}/#/nowhere")
    page.goto(f"{at.site.address}/{shown.address}")
    expect(page.get_by_text(shown.text).first).to_be_visible()
    if shown.do is not None:
        shown.do(page)
