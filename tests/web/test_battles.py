"""Battles on the stage, the turns of others played back, and a game of computers watched."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop
from web.test_awaits import until
from web.test_playing import fight, quick

GAMES = ("victory-denied", "barbarossa-deluxe")
PACE = "localStorage.setItem('ostfront.settings', JSON.stringify({{taught: true, confirm: false, follow: '{}'}}));"


def paced(page: Page, pace: str) -> None:
    """The player's wish how what others do is played back."""
    page.add_init_script(PACE.format(pace))
    page.reload()


def stage(page: Page, title: str) -> None:
    """A card of a battle that is over: who fights, the odds with their rules, the dice, the result in words."""
    card = page.locator(f"section[aria-label^='{title}']")
    expect(card.locator("[role=img][aria-label^='dice']").first).to_be_visible()
    assert card.locator("h3", has_text="Attackers").count() and card.locator("h3", has_text="Defenders").count()
    expect(card.locator(".ratio")).to_have_text(re.compile(r"\d+( to |:)\d+"))
    expect(card.locator(".shifts .rule").first).to_be_visible()
    expect(card.locator(".result")).to_have_text(re.compile(r"\w+"))


def fought(player: Player) -> None:
    """The first battle of a game, by the planner, until the next one can be declared."""
    view = player.asked()
    while not (view["asked"][0]["planner"] or {}).get("targets"):
        player.do(quick(view["asked"][0]))
        view = player.asked()
    targets = view["asked"][0]["planner"]["targets"]
    assert fight(player, targets[::-1])  # the first one may need no die
    for _ in range(6):
        view = player.asked()
        if view["asked"][0]["kind"] in ("attack", "assault"):
            return
        player.do(quick(view["asked"][0]))


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_stays_on_its_card_and_comes_back_from_the_log(page: Page, table: Tabletop, game: str) -> None:
    player = Player(page, table, table.new_game(game=game))
    player.sit_down()
    fought(player)
    stage(page, "Attack on")
    page.click("[aria-label='Close the battle']")
    expect(page.locator("section[aria-label^='Attack on']")).to_have_count(0)
    page.click("[role=log] >> text=Show the battle")
    stage(page, "Attack on")
    page.keyboard.press("Escape")
    expect(page.locator("section[aria-label^='Attack on']")).to_have_count(0)


def test_a_combat_with_support_and_lead_units(page: Page, table: Tabletop) -> None:
    game = table.new_game(game="barbarossa-1941", scenario="historical", level="random")
    player = Player(page, table, game, "Axis")
    player.sit_down()
    player.asked()
    player.do("done")
    view = until(player, "attack")
    field = max(view["asked"][0]["planner"]["targets"], key=lambda one: len(one["units"]))
    player.click(field["place"])
    page.locator("[aria-label='Battle planner'] button.main").click()
    player.changed(view)
    until(player, "second loss", "advance", "attack", "exploit")
    stage(page, "Attack on")
    card = page.locator("section[aria-label^='Attack on']")
    expect(card.locator("h4", has_text="Lead units")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_seen_on_a_phone_and_makes_room(phone: Page, table: Tabletop, game: str) -> None:
    player = Player(phone, table, table.new_game(game=game))
    player.sit_down()
    fought(player)
    card = phone.locator("section[aria-label^='Attack on']")
    expect(card.locator(".result")).to_be_attached()
    box = card.bounding_box()
    asked = phone.locator(".ask").bounding_box()
    assert box and asked and box["x"] >= 0 and box["x"] + box["width"] <= 391
    assert box["y"] + box["height"] <= asked["y"] + 1, "the question is not covered"
    # it folds to its result as soon as the player goes on, and unfolds
    expect(card.locator(".stages")).to_be_attached()
    player.do(quick(player.view()["asked"][0]))
    player.asked()
    expect(card.locator(".stages")).to_have_count(0)
    expect(card.locator(".result")).to_be_visible()
    card.get_by_role("button", name="Unfold the battle").click()
    expect(card.locator(".stages")).to_be_attached()


def awaiting(player: Player) -> Json:
    for _ in range(600):
        view = player.view()
        if view["asked"]:
            return view
        player.page.wait_for_timeout(100)
    raise AssertionError("the computer does not come to an end")


@pytest.mark.parametrize(("name", "scenario"), [("barbarossa-1941", "historical"), ("victory-awaits", "leningrad")])
def test_the_turn_of_the_computer_is_followed_and_skipped(
    page: Page, table: Tabletop, name: str, scenario: str
) -> None:
    """It moves first: what it did is played back from the beginning, and can be seen again."""
    paced(page, "slow")
    game = table.new_game("computer", "human", game=name, scenario=scenario)
    player = Player(page, table, game, "Soviet")
    awaiting(player)
    page.goto(f"{table.address}/#/game/{player.id}")
    bar = page.locator("section[aria-label=Following]")
    expect(bar).to_contain_text(re.compile(r": \d+ of \d+"))
    now = player.view()
    expect(page.locator(".ask")).to_have_count(0)
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_role("button", name="Next").click()
    expect(bar.locator(".count")).to_have_text(re.compile(r": [2-9] of"))
    bar.get_by_role("button", name="Skip").click()
    expect(bar).to_have_count(0)
    expect(page.locator(".ask")).to_contain_text(now["asked"][0]["prompt"])
    page.click("text=What happened?")
    expect(bar).to_contain_text(": 1 of")
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_contain_text(now["asked"][0]["prompt"])


@pytest.mark.parametrize("name", GAMES)
def test_computers_are_watched_from_either_seat(page: Page, table: Tabletop, name: str) -> None:
    paced(page, "fast")
    game = table.new_game("computer", "computer", game=name, level="recruit")
    assert all(seat["token"] for seat in game["seats"])
    page.goto(f"{table.address}/#/game/{game['id']}")
    bar = page.locator("section[aria-label=Watching]")
    expect(bar).to_be_visible()
    expect(page.locator("section[aria-label^='Attack on']").first).to_be_visible(timeout=60_000)
    bar.get_by_role("button", name="Pause").click()
    words = bar.locator("p").inner_text()
    bar.get_by_role("button", name="Next").click()
    expect(bar.locator("p")).not_to_have_text(words)
    bar.locator("select").first.select_option("Soviet")
    bar.get_by_role("button", name="To the present").click()
    view = table.ask(f"/api/games/{game['id']}/view", game["seats"][1]["token"])
    assert view["asked"] == [] and view["seat"] == "Soviet"
