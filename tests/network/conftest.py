"""One site and one browser for all tests of its pages. Nothing is skipped: anything missing fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from network.real_site import RealPerson, RealSite
from server.postgres import Postgres
from web.conftest import STATIC, TAUGHT, WATCH


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    """`ostfront serve` with the built page, on a free port."""
    assert STATIC.is_file(), "The page is not built: make web"
    with RealSite(tmp_path_factory.mktemp("site"), page=True) as site:
        yield site


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the tests of a file; each takes a database of its own."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.close()


def _is_fault(line: ConsoleMessage, refused: bool) -> bool:
    """Browsers call it an error that a request is refused; where a test is about that it is none."""
    return line.type == "error" and not (refused and "the server responded with a status of 4" in line.text)


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, site: RealSite) -> Iterator[Visit]:
    """Open a page of the site as somebody (or as nobody); it must leave no fault behind.

    `visit("#/", anna)`, `visit("#/", anna, phone=True)`: each call is a browser of its own.
    `refused`: requests may be.
    """
    faults: list[str] = []
    opened: list[tuple[BrowserContext, Page]] = []

    def open_page(
        address: str, person: RealPerson | None = None, *, phone: bool = False, refused: bool = False
    ) -> Page:
        size = ViewportSize(width=390, height=844) if phone else ViewportSize(width=1280, height=800)
        context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=phone, is_mobile=phone)
        if person is not None:
            person.browse(context)
        context.add_init_script(WATCH + TAUGHT)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if _is_fault(line, refused) else None)
        page.goto(f"{site.address}/{address}")
        opened.append((context, page))
        return page

    yield open_page
    for context, page in opened:
        faults += page.evaluate("window.__violations ?? []")
        context.close()
    assert not faults
