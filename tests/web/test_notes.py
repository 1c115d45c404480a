"""Notes and arrows on the map: drawn by pointer and by keyboard, kept, and shown to the other seat if shared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.player import Player, Tabletop


@pytest.mark.parametrize(("game", "seat"), [("victory-denied", "German"), ("kiev-41", "Axis")])
def test_arrows_and_notes_are_drawn_and_kept(page: Page, table: Tabletop, game: str, seat: str) -> None:
    player = Player(page, table, table.new_game(game=game), seat)
    player.sit_down()
    player.asked()
    moment = player.view()["moment"]
    page.get_by_role("button", name="Notes", exact=True).click()
    bar = page.get_by_role("region", name="Notes")
    # an arrow by keyboard: the cursor, Enter, some steps, Enter
    bar.get_by_role("button", name="Arrow").press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("choose where it points")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("path.arrow")).to_have_count(1)
    expect(bar.get_by_role("listitem")).to_contain_text("Arrow from")
    # a note by pointer, shown to everybody
    bar.get_by_label("Show new ones to everybody").check()
    bar.get_by_role("button", name="Note", exact=True).click()
    box = page.get_by_role("application").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
    field = bar.get_by_label("Note on", exact=False)
    expect(field).to_be_focused()
    field.fill("hold the bridge")
    field.press("Enter")
    expect(page.locator(".note text").first).to_contain_text("hold")
    assert player.view()["moment"] == moment, "the game was not touched"
    kept = table.ask(f"/api/games/{player.id}/notes", player.token)["notes"]
    assert [(note["kind"], note["shared"]) for note in kept] == [("arrow", False), ("note", True)]
    # still there on another day, and removed by name
    page.reload()
    page.wait_for_selector(".piece")
    expect(page.locator("path.arrow")).to_have_count(1)
    page.get_by_role("button", name="Notes", exact=True).click()
    bar.get_by_role("button", name="Remove: Arrow").click()
    expect(page.locator("path.arrow")).to_have_count(0)
