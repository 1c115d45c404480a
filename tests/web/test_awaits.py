"""A Victory Awaits through the page: attacks declared before any is resolved, full boxes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop, choose
from web.test_playing import quick

GAME = "victory-awaits"


def targets(view: Json, verb: str) -> list[str]:
    found: list[str] = next((g["targets"] for g in view["asked"][0]["groups"] if g["verb"] == verb), [])
    return found


def until(player: Player, *kinds: str) -> Json:
    """Get on with it by the shortest answers, until one of these is asked."""
    for _ in range(80):
        view = player.asked()
        if view["asked"][0]["kind"] in kinds:
            return view
        player.do(quick(view["asked"][0]))
    raise AssertionError(f"none of {kinds} was asked")


def declare(player: Player, place: str) -> Json:
    """An attack by all units that can, using the planner."""
    before = player.asked()
    player.click(place)
    button = player.page.locator("[aria-label='Battle planner'] button.main")
    expect(button).to_have_text("Declare this attack")
    expect(player.page.locator("[aria-label=Chances] tr").first).to_be_visible()
    button.click()
    return player.changed(before)


def test_leningrad_is_attacked_resolved_and_marched_on(page: Page, table: Tabletop) -> None:
    page.wait_for_selector("text=New game")
    page.click("label:has-text('A Victory Awaits')")
    choose(page, "leningrad")
    page.select_option("#who-Axis", "human")
    page.select_option("#who-Soviet", "computer:random")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    player = Player(page, table, table.ask(f"/api/games/{made[1]}"), "Axis")

    view = player.asked()
    places = [one["place"] for one in view["asked"][0]["planner"]["targets"] if one["units"]]
    view = declare(player, places[0])
    assert view["asked"][0]["kind"] == "attack" and len(view["draft"]["actions"]) >= 2
    left = [one["place"] for one in view["asked"][0]["planner"]["targets"] if one["units"]]
    view = declare(player, left[0])
    assert [one["target"] for one in view["declared"]] == [places[0], left[0]]
    shown = page.locator("section[aria-label=Attacks]")
    expect(shown.locator(".declared li, [data-attack]").first).to_be_visible()
    if view["asked"][0]["kind"] == "attack":
        view = player.do("done")

    assert view["asked"][0]["kind"] == "resolve"
    player.asked()
    player.click(view["asked"][0]["planner"]["targets"][0]["place"])
    expect(page.locator("[aria-label=Chances] tr").first).to_be_visible()
    assert player.view()["etag"] == view["etag"], "nothing is rolled by looking"
    page.click("text=Attack: roll the dice")
    rolled = player.changed(view)
    assert rolled["checkpoint"] > view["checkpoint"]

    view = until(player, "move")
    unit = targets(view, "pick")[0]
    before = next(piece["at"] for piece in view["pieces"] if piece["id"] == unit)
    view = player.do(f"pick {unit}")
    view = player.asked()
    page.wait_for_selector(".label", state="attached")  # what it has left there
    goal = targets(view, "go")[0]
    view = player.do(f"go {goal}")
    assert next(piece["at"] for piece in view["pieces"] if piece["id"] == unit) == goal != before


def test_among_many_units_one_is_found_by_its_name(page: Page, table: Tabletop) -> None:
    listed = next(one for one in table.ask("/api/catalogue")["games"] if one["id"] == GAME)
    seats = [{"seat": one["id"], "player": "human", "level": "", "name": ""} for one in listed["seats"]]
    seats[0] |= {"player": "computer", "level": "random"}
    order = {"game": GAME, "scenario": "smolensk", "options": {"placement": "free"}, "seats": seats}
    made = table.client.post("/api/games", json=order)
    assert made.status_code == 201, made.text[:300]
    player = Player(page, table, made.json(), "Soviet")
    page.goto(f"{table.address}/#/game/{player.id}")
    view = player.asked()
    units = targets(view, "pick")
    assert len(units) > 40
    box = page.locator(".prompt")
    expect(box.locator("button.piece")).to_have_count(len(units))
    names = {one["id"]: one["name"] for one in table.ask(f"/api/games/{player.id}/table", player.token)["pieces"]}
    wanted = units[len(units) // 2]
    page.fill(".prompt input[type=search]", names[wanted])
    found = [unit for unit in units if names[wanted].lower() in f"{unit} {names[unit]}".lower()]
    expect(box.locator("button.piece")).to_have_count(len(found))
    box.locator("button.piece").nth(found.index(wanted)).click()
    assert player.changed(view)["asked"][0]["in_hand"] == wanted


def test_the_campaign_on_a_phone(phone: Page, table: Tabletop) -> None:
    game = table.new_game(game=GAME, scenario="campaign", level="random")
    player = Player(phone, table, game, "Axis")
    player.sit_down()
    player.asked()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    box = phone.locator(".piece").first.bounding_box()
    assert box and box["width"] >= 24
