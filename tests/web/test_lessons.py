"""Guided games at the page, and the briefing before the first decision."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.conftest import TAUGHT, WATCH
from web.player import Json, Player, Tabletop


def guided(table: Tabletop, game: str) -> Json:
    made = table.client.post("/api/games", json={"game": game, "seats": [], "lesson": True})
    assert made.status_code == 201, made.text[:300]
    return made.json()  # type: ignore[no-any-return]


def card(page: Page, title: str) -> Locator:
    shown = page.get_by_role("complementary", name="Lesson")
    expect(shown.get_by_role("heading")).to_have_text(title)
    return shown


def test_a_lesson_waits_for_the_deed_and_keeps_its_place(page: Page, table: Tabletop) -> None:
    player = Player(page, table, guided(table, "kiev-41"), "Axis")
    player.sit_down()
    for title in ("July 1941, in the south", "Blocks and fog"):
        card(page, title).get_by_role("button", name="Next").click()
    waits = card(page, "An impulse")
    expect(waits.get_by_role("button", name="Next")).to_have_count(0)
    player.do("tactical")
    card(page, "Activate a headquarters")
    # something else that is legal: the lesson says how to come back
    player.do("pick HQ11")
    expect(page.get_by_role("complementary", name="Lesson")).to_contain_text("not what this lesson waits for")
    page.reload()
    page.wait_for_selector(".piece")
    card(page, "Activate a headquarters").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("complementary", name="Lesson")).not_to_contain_text("not what this lesson waits for")
    player.do("pick Kleist")
    card(page, "Reveal it")
    player.do("reveal")
    card(page, "A second one")
    page.reload()
    page.wait_for_selector(".piece")
    shown = card(page, "A second one")
    shown.get_by_role("button", name="Leave the lesson").click()
    expect(shown).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("button", name="Back to the lesson").click()
    card(page, "A second one")


def test_reading_is_remembered_and_what_is_spoken_of_is_lit(page: Page, table: Tabletop) -> None:
    player = Player(page, table, guided(table, "barbarossa-1941"), "Axis")
    player.sit_down()
    card(page, "22 June 1941").get_by_role("button", name="Next").click()
    page.reload()
    page.wait_for_selector(".piece")
    card(page, "The set-up")
    player.do("done")
    card(page, "A turn").get_by_role("button", name="Next").click()
    card(page, "Take a corps in hand")
    expect(page.locator("path.light")).to_have_attribute("d", re.compile("^M"))
    # folded, the card hides nothing of the board
    page.get_by_role("button", name="Fold the lesson").click()
    player.do("pick DE-XXXXI")
    card(page, "Together").get_by_role("button", name="Show the lesson").click()
    expect(page.get_by_role("complementary", name="Lesson")).to_contain_text("LVI Panzer Corps")


@pytest.mark.parametrize(
    ("game", "width"), [("victory-denied", 1280), ("victory-denied", 390), ("barbarossa-deluxe", 390)]
)
def test_the_briefing_comes_once_and_hides_no_question(
    browser: Browser, table: Tabletop, game: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    context.add_init_script(WATCH + TAUGHT.replace("taught: true", "taught: false"))
    page = context.new_page()
    page.goto(f"{table.address}/open?key={table.key}")
    player = Player(page, table, table.new_game(game=game))
    player.sit_down()
    player.asked()
    briefing = page.get_by_role("complementary", name="Briefing")
    expect(briefing).to_contain_text("You are the German side")
    expect(briefing).to_contain_text("You win")
    ask = page.locator(".dock").bounding_box()
    shown = briefing.bounding_box()
    assert ask
    assert shown
    assert shown["y"] + shown["height"] <= ask["y"]
    briefing.get_by_role("button", name="Begin").click()
    expect(briefing).to_have_count(0)
    page.reload()
    page.wait_for_selector(".piece")
    expect(page.locator(".ask")).to_be_visible()
    expect(briefing).to_have_count(0)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Briefing of this game").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("You win")
    context.close()
