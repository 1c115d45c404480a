"""Conceding at the page, and playing again with the sides swapped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.player import Player, Tabletop


@pytest.mark.parametrize("game", ["victory-denied", "barbarossa-deluxe"])
def test_a_game_is_conceded_and_played_again_with_the_sides_swapped(page: Page, table: Tabletop, game: str) -> None:
    player = Player(page, table, table.new_game(game=game))
    player.sit_down()
    page.click("nav >> text=Table")
    page.dblclick("text=Concede as German")  # in haste: nothing is conceded
    page.click("text=Play on")
    page.click("text=Concede as German")
    assert player.view()["result"] is None
    page.click("text=Yes, concede")
    end = page.get_by_role("dialog")
    expect(end.get_by_role("heading", level=1)).to_have_text("Soviet victory")
    expect(end).to_contain_text("The German player concedes.")
    expect(end).to_contain_text("Verified")
    assert player.view()["result"]["winner"] == "soviet"

    page.click("text=Rematch, sides swapped")
    page.wait_for_url(lambda url: "#/game/" in url and player.id not in url)
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    again = table.ask(f"/api/games/{made[1]}")
    played = [(seat["seat"], seat["player"], seat["level"]) for seat in again["seats"]]
    assert played == [("German", "computer", "recruit"), ("Soviet", "human", "")]
    page.click("nav >> text=Table")
    expect(page.get_by_role("button", name="Concede as Soviet")).to_be_visible()
