"""The picture of the map: drawn once, into few tiles, and what is in sight first."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.player import Player, Tabletop

# a canvas that holds a bitmap cannot be drawn on again, so the browser need not look at it in every frame
BITMAPS = "found => found.filter(one => one.width > 0).every(one => one.getContext('2d') === null)"
# tiles that nobody drew are transparent
DRAWN = """found => found.every(tile => {
  const copy = new OffscreenCanvas(1, 1).getContext('2d');
  copy.drawImage(tile, tile.width / 2, tile.height / 2, 1, 1, 0, 0, 1, 1);
  return copy.getImageData(0, 0, 1, 1).data[3] === 255;
})"""
CURSORS = """node => [getComputedStyle(node).cursor, getComputedStyle(node.querySelector('.world')).cursor]"""


def test_a_large_map_is_few_tiles_that_are_drawn_once(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game(game="victory-awaits", scenario="campaign"), "Axis")
    player.sit_down()
    page.wait_for_selector("[data-map=whole]", state="attached")
    tiles = page.locator(".world > canvas")
    assert 4 <= tiles.count() <= 32
    assert tiles.evaluate_all(DRAWN)
    assert tiles.evaluate_all(BITMAPS)
    expect(page.locator(".minimap canvas")).to_be_visible()


def test_a_press_gives_its_cursor_to_the_frame_alone(page: Page, table: Tabletop) -> None:
    """What everything on the board inherited would be worked out anew for all counters, at every press."""
    player = Player(page, table, table.new_game())
    player.sit_down()
    frame = page.get_by_role("application")
    assert frame.evaluate(CURSORS) == ["grab", "default"]
    page.mouse.move(500, 300)
    page.mouse.down()
    assert frame.evaluate(CURSORS) == ["grabbing", "default"]
    assert frame.evaluate("node => document.elementFromPoint(500, 300) === node")
    page.mouse.up()
