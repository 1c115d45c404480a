"""axe-core looks at the lobby, the table and its dialogs, and finds no serious fault."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from web.axe import faults
from web.player import Player, Tabletop

SEATS = [
    ("victory-denied", "German"),
    ("kiev-41", "Axis"),
    ("victory-awaits", "Axis"),
    ("barbarossa-1941", "Axis"),
    ("barbarossa-deluxe", "German"),
]


def test_the_lobby(page: Page) -> None:
    page.wait_for_selector("text=New game")
    assert faults(page) == []


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_the_table_and_its_dialogs(page: Page, table: Tabletop, game: str, seat: str) -> None:
    player = Player(page, table, table.new_game(game=game), seat)
    player.sit_down()
    player.asked()
    assert faults(page) == []
    for name in ("Rules", "Overlays", "Notes", "Find", "History"):
        page.click(f"nav >> text={name}")
        page.wait_for_timeout(200)
        assert faults(page) == [], name
        page.click(f"nav >> text={name}")
    for button in ("Table", "Help"):
        page.get_by_role("navigation").get_by_role("button", name=button).click()
        page.wait_for_selector("dialog[open]")
        assert faults(page) == [], button
        page.keyboard.press("Escape")


def test_the_table_on_a_phone(phone: Page, table: Tabletop) -> None:
    player = Player(phone, table, table.new_game(game="barbarossa-1941"), "Axis")
    player.sit_down()
    player.asked()
    assert faults(phone) == []
