"""A table is no site: it has no service worker, and is not offered to be installed."""

from __future__ import annotations

from playwright.sync_api import Page


def test_a_table_registers_no_service_worker(page: Page) -> None:
    page.get_by_role("heading").first.wait_for()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((found) => found.length)") == 0
    assert page.locator("link[rel=manifest]").count() == 0
