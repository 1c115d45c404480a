"""One table and one browser for all tests of the page. Nothing is skipped: anything missing is reported and fails."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from web.player import Tabletop

STATIC = Path(__file__).parents[2] / "src/ostfront/server/static/index.html"
# what the page must never do: break its own security policy, or fail in silence
WATCH = """
window.__violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.__violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}`));
"""
# what others do is not played back, but where a test is about that
SETTINGS = "{taught: true, confirm: false, follow: 'off'}"
TAUGHT = f"localStorage.setItem('ostfront.settings', JSON.stringify({SETTINGS}));"


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tabletop]:
    """`ostfront play` with the built page, on a free port."""
    assert STATIC.is_file(), "The page is not built: make web"
    folder = tmp_path_factory.mktemp("table")
    command = [sys.executable, "-m", "ostfront.cli", "play", "--port", "0", "--no-browser"]
    command += ["--data-folder", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/open\?key=(\S+)", told)
        assert found, f"the table did not open: {told!r}"
        with httpx.Client(base_url=found[1], headers={"Authorization": f"Bearer {found[2]}"}, timeout=60) as client:
            yield Tabletop(found[1], found[2], client)
    finally:
        process.terminate()
        process.wait(20)


def _opened(context: BrowserContext, table: Tabletop, faults: list[str]) -> Page:
    context.add_init_script(WATCH + TAUGHT)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    page.goto(f"{table.address}/open?key={table.key}")
    return page


@pytest.fixture
def page(browser: Browser, table: Tabletop) -> Iterator[Page]:
    """A page of its own, signed in, that must leave no fault behind."""
    faults: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = _opened(context, table, faults)
    yield opened
    faults += opened.evaluate("window.__violations ?? []")
    context.close()
    assert not faults


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page that writes no error to the browser's console."""
    told: list[str] = []

    def listen(line: ConsoleMessage) -> None:
        if line.type == "error":
            told.append(line.text)

    page.on("console", listen)
    yield page
    assert not told


@pytest.fixture
def phone(browser: Browser, table: Tabletop) -> Iterator[Page]:
    faults: list[str] = []
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    opened = _opened(context, table, faults)
    yield opened
    faults += opened.evaluate("window.__violations ?? []")
    context.close()
    assert not faults
