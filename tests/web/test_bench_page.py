"""The bench of the page, in a tiny form: that it measures and prints, not what."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from cli.calling import run
from ostfront.bench import page
from ostfront.core.errors import OstfrontError


def test_it_prints_a_table_with_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "CLICKS", 1)
    monkeypatch.setattr(page, "ZOOMS", {"default": 1.0})
    with ThreadPoolExecutor(1) as thread:  # the browser of the other tests has this thread
        printed = thread.submit(run, "bench", "page", "--scenario", "kiev-41").result().out
    for line in ("opening to interactive board", "click, default, median", "pan frame, default, p95"):
        assert line in printed, printed
    assert "at most 2500 ms" in printed


def test_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(OstfrontError, match="needs Playwright"):
        page.measure()
