"""The reference beside the map: every sheet opens, rule numbers lead to their clauses, the present step is marked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.player import Player, Tabletop


@pytest.mark.parametrize(
    ("game", "seat", "found"), [("victory-denied", "German", "Guderian"), ("kiev-41", "Axis", "Blitz")]
)
def test_sheets_rules_and_search(page: Page, table: Tabletop, game: str, seat: str, found: str) -> None:
    player = Player(page, table, table.new_game(game=game), seat)
    player.sit_down()
    view = player.asked()

    # a rule number in the prompt opens its clause
    rule = view["asked"][0]["rule"]
    page.locator(".ask").get_by_text(rule).first.click()
    book = page.get_by_role("complementary", name="Reference")
    number = rule.split()[1]
    expect(book.locator(f'[data-clause^="{number}"].marked').first).to_be_visible()

    search = book.get_by_role("searchbox")
    search.fill(found.lower())
    expect(book.locator("[data-clause]", has_text=found).first).to_be_visible()
    search.fill("zzzz")
    expect(book.locator("[data-clause]")).to_have_count(0)

    tabs = book.get_by_role("tab")
    names = tabs.all_inner_texts()
    assert {"Briefing", "Sequence", "Combat", "Terrain", "Turns", "Victory", "Rules"} <= set(names)
    for name in names:
        book.get_by_role("tab", name=name, exact=True).click()
        expect(book.get_by_role("tabpanel")).not_to_be_empty()
        if name == "Briefing":
            expect(book).to_contain_text("You win")
        if name == "Sequence":
            expect(book.locator('[aria-current="step"]')).to_have_count(1)
        if name in ("Combat", "Terrain", "Turns"):
            expect(book.get_by_role("table").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)
