"""The log: sections that fold, names that lead to the map, a filter and a search."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.player import Json, Tabletop

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = {"victory-denied": "victory-denied-smolensk", "barbarossa-1941": "barbarossa-1941-historical"}


def finished(table: Tabletop, game: str) -> Json:
    text = (GOLDEN / f"{RECORDS[game]}.record").read_text(encoding="utf-8")
    made = table.client.post("/api/import", json={"text": text, "seats": []})
    assert made.status_code == 201, made.text[:300]
    return made.json()  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", RECORDS)
def test_the_log_is_grouped_and_leads_to_the_map(page: Page, table: Tabletop, game: str) -> None:
    made = finished(table, game)
    page.goto(f"{table.address}/#/game/{made['id']}")
    page.click("text=Look at the board")
    log = page.get_by_role("log", name="Log")
    turns = log.get_by_role("heading", level=3)
    expect(turns.first).to_have_text("Turn 1")
    # the last turn and its last section are open, the others are not drawn
    newest = turns.last.get_by_role("button")
    expect(newest).to_have_attribute("aria-expanded", "true")
    expect(turns.first.get_by_role("button")).to_have_attribute("aria-expanded", "false")
    expect(log.get_by_role("heading", level=4).last.get_by_role("button")).to_have_attribute("aria-expanded", "true")
    expect(log.get_by_role("list")).to_have_count(1)
    assert log.get_by_role("listitem").count() <= 120
    newest.press("Enter")
    expect(log.get_by_role("list")).to_have_count(0)
    # a search opens what it finds; names are shown, and lead to the map
    page.get_by_role("searchbox", name="Search the log").fill("eliminated in")
    line = log.get_by_role("listitem").first
    expect(line).to_contain_text("eliminated in")
    place = line.locator("button.ref").last
    place.hover()
    expect(page.locator("path.light")).not_to_have_attribute("d", "")
    place.click()
    # battles only, then nothing that fits
    page.get_by_role("searchbox", name="Search the log").fill("")
    page.get_by_role("button", name="Battles", exact=True).click()
    expect(turns.first).to_be_visible()
    page.get_by_role("searchbox", name="Search the log").fill("no such thing")
    expect(log).to_contain_text("No line fits.")


@pytest.mark.parametrize("game", RECORDS)
def test_the_end_shows_where_the_game_turned(page: Page, table: Tabletop, game: str) -> None:
    made = finished(table, game)
    page.goto(f"{table.address}/#/game/{made['id']}")
    ending = page.get_by_role("dialog")
    expect(ending.get_by_role("heading", name="The officer's view of the game")).to_be_visible()
    expect(ending.get_by_role("img", name="How the position stood, by turn: turn 1")).to_be_visible(timeout=60_000)
    expect(ending).to_contain_text("no probability")
    button = ending.get_by_role("button", name="Watch turning point 2")
    turn = (button.get_attribute("aria-label") or "").rpartition("turn ")[2]
    button.press("Enter")
    expect(ending).to_have_count(0)
    expect(page.get_by_role("region", name="History")).to_be_visible()
    expect(page.locator(".phase")).to_contain_text(f"Turn {turn}")
    # and back to the end
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="The end").click()
    expect(ending).to_be_visible()
