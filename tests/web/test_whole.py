"""Whole games at the page, by somebody who follows the hints, without an error in the browser's console."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop

# the first two are played by hints throughout; in the large games a phase that goes on long is ended by its button
GAMES = (
    ("kiev-41", "les-preludes", "Axis", "officer", 10_000),
    ("victory-denied", "", "German", "officer", 10_000),
    ("victory-awaits", "leningrad", "Axis", "recruit", 6),
    ("barbarossa-1941", "historical", "Axis", "recruit", 6),
    ("barbarossa-deluxe", "gambit", "German", "recruit", 12),
)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "scenario", "seat", "level", "patience"), GAMES)
def test_a_whole_game_by_hints(
    quiet: Page, table: Tabletop, game: str, scenario: str, seat: str, level: str, patience: int
) -> None:
    player = Player(quiet, table, table.new_game(game=game, scenario=scenario, level=level), seat)
    player.sit_down()
    heeded, phase = 0, ""
    while not (view := player.asked(180))["result"]:
        if view["phase"] != phase:
            heeded, phase = 0, view["phase"]
        heeded += 1
        if heeded > patience and ends(view):
            quiet.locator(".verbs button[data-key=e]").click()
        else:
            heed(quiet)
        player.changed(view)
    expect(quiet.locator("[role=dialog]")).to_contain_text(view["result"]["rule"])


def ends(view: Json) -> bool:
    """Whether what is asked can be ended without an answer."""
    return any(group["text"] in ("done", "pass", "stop") for group in view["asked"][0]["groups"])


def heed(page: Page) -> None:
    page.keyboard.press("i")
    counsel = page.locator(".counsel")
    expect(counsel).to_contain_text("The officer:", timeout=60_000)
    counsel.get_by_role("button", name="Do it").click()
