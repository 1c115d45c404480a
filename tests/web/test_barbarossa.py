"""Barbarossa 1941 through the page: a game from the lobby, a move and its undo, an attack, the supply overlay."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop, choose
from web.test_awaits import targets, until

GAME = "barbarossa-1941"


def where(view: Json, unit: str) -> str:
    return next(str(piece["at"]) for piece in view["pieces"] if piece["id"] == unit)


def opened(page: Page, table: Tabletop) -> Player:
    """The historical set-up from the lobby, against the player that plays at random."""
    page.wait_for_selector("text=New game")
    page.click("label:has-text('Barbarossa 1941')")
    choose(page, "historical")
    page.select_option("#who-Axis", "human")
    page.select_option("#who-Soviet", "computer:random")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    return Player(page, table, table.ask(f"/api/games/{made[1]}"), "Axis")


def test_a_move_its_undo_an_attack_and_the_supply_of_the_axis(quiet: Page, table: Tabletop) -> None:
    player = opened(quiet, table)
    assert player.asked()["asked"][0]["kind"] == "arrange"
    player.do("done")
    march_and_take_back(player)
    player.do("done")
    attack(player)
    show_supply(player)


def march_and_take_back(player: Player) -> None:
    """A panzer corps by two clicks; the hexes it reaches say what it has left; two undos bring it back."""
    page = player.page
    view = until(player, "move")
    unit, start = "DE-XXIV", where(view, "DE-XXIV")
    reach = player.table.ask(f"/api/games/{player.id}/overlays/reach?unit={unit}", player.token)
    picked = player.do(f"pick {unit}")
    assert player.asked()["asked"][0]["in_hand"] == unit
    assert set(targets(picked, "go")) == set(reach["actions"])
    expect(page.locator(".label")).to_have_count(len(reach["labels"]))
    held = {piece["at"] for piece in view["pieces"]}
    goal = next(place for place in targets(picked, "go") if place not in held)
    moved = player.do(f"go {goal}")
    assert where(moved, unit) == goal != start
    expect(page.locator("[role=log]")).to_contain_text(re.compile(rf"moves from .*{start}.* to .*{goal}"))

    for _ in range(2):
        player.asked()
        page.keyboard.press("z")
        moved = player.changed(moved)
    assert where(moved, unit) == start and moved["draft"]["actions"] == view["draft"]["actions"]
    expect(page.locator(".label")).to_have_count(0)


def attack(player: Player) -> None:
    """Everyone who can against one hex, by the planner; the battle board follows it to the dice."""
    page = player.page
    view = until(player, "attack")
    field = max(view["asked"][0]["planner"]["targets"], key=lambda one: len(one["units"]))
    player.click(field["place"])
    planner = page.locator("[aria-label='Battle planner']")
    expect(planner.locator(".unit")).to_have_count(len(field["units"]))
    expect(page.locator("[aria-label='How it ends'] tr").first).to_be_visible()
    assert player.view()["etag"] == view["etag"], "nothing is sent by looking"
    button = planner.locator("button.main")
    expect(button).to_have_text("Attack with these")
    button.click()
    player.changed(view)
    rolled = until(player, "second loss", "advance", "attack", "exploit")
    assert rolled["checkpoint"] > view["checkpoint"]
    expect(page.locator("section[aria-label^='Attack on'] .dice").last).to_be_visible()
    expect(page.locator("[role=log]")).to_contain_text(re.compile(r"on the \d+:\d+ column"))


def show_supply(player: Player) -> None:
    """The legend names what the table says of the supply of the Axis, and goes with the overlay."""
    page = player.page
    page.click("nav >> text=Overlays")
    card = page.locator("section[aria-label=Overlays]")
    card.get_by_role("button", name="Axis supply").click()
    told = player.table.ask(f"/api/games/{player.id}/overlays/supply-axis", player.token)
    legend = [f"{told['title']}: {one['label']} {told['rule']}" for one in [*told["areas"], *told["units"]]]
    assert "Axis supply: all units trace a line B41 8b" in legend
    expect(card.locator("li")).to_have_text(legend)
    card.get_by_role("button", name="Axis supply").click()
    expect(card.locator("li")).to_have_count(0)


def test_the_front_on_a_phone(phone: Page, table: Tabletop) -> None:
    player = Player(phone, table, table.new_game(game=GAME, scenario="historical", level="random"), "Axis")
    player.sit_down()
    player.asked()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    box = phone.locator(".piece").first.bounding_box()
    assert box and box["width"] >= 24
