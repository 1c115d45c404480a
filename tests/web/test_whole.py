"""Whole games at the page, by somebody who follows every hint, against the officer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.player import Player, Tabletop


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "scenario", "seat"), [("kiev-41", "les-preludes", "Axis"), ("victory-denied", "", "German")]
)
def test_a_whole_game_by_hints(page: Page, table: Tabletop, game: str, scenario: str, seat: str) -> None:
    player = Player(page, table, table.new_game(game=game, scenario=scenario, level="officer"), seat)
    player.sit_down()
    while not (view := player.asked())["result"]:
        page.keyboard.press("i")
        counsel = page.locator(".counsel")
        expect(counsel).to_contain_text("The officer:", timeout=30_000)
        counsel.get_by_role("button", name="Do it").click()
        player.changed(view)
    expect(page.locator("[role=dialog]")).to_contain_text(view["result"]["rule"])
