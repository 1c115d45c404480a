"""A game of areas and concealed blocks, played through the page."""

from __future__ import annotations

import re
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

from web.player import Json, Player, Tabletop, choose

GAME = "kiev-41"
# the middle of a piece on the screen
PIECE = """id => {
  const box = document.querySelector(`[data-unit="${id}"]`).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


IN_SIGHT = """[...document.querySelectorAll('.piece')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight;
}).length"""


def seated(page: Page, table: Tabletop, scenario: str, soviet: str = "computer") -> Player:
    game = table.new_game(soviet=soviet, game=GAME, scenario=scenario, level="random")
    player = Player(page, table, game, "Axis")
    page.goto(f"{table.address}/#/game/{game['id']}")
    if soviet != "computer":
        page.click("text=I sit here")
    page.wait_for_selector(".piece")
    return player


def targets(view: Json, verb: str) -> list[str]:
    found: list[str] = next((g["targets"] for g in view["asked"][0]["groups"] if g["verb"] == verb), [])
    return found


def activate(player: Player, hq: str) -> Json:
    """An HQ by a click on its block, shown where it stands."""
    touch(player, hq)
    view = player.asked()
    if view["asked"][0]["kind"] == "approach":
        view = player.do("reveal")
    return player.asked()


def touch(player: Player, unit: str) -> None:
    """A click on the block itself; once more when the page had not caught up with the table yet."""
    view = player.view()
    where = next(piece["at"] for piece in view["pieces"] if piece["id"] == unit)
    for _ in range(4):
        player.xy(where)
        player.page.mouse.click(*player.page.evaluate(PIECE, unit))
        end = monotonic() + 4
        while monotonic() < end:
            if player.view()["etag"] != view["etag"]:
                return
            sleep(0.05)
    raise AssertionError(f"four clicks on {unit} changed nothing")


def test_the_lobby_offers_it_and_an_impulse_is_played(page: Page, table: Tabletop) -> None:
    page.wait_for_selector("text=New game")
    page.click('label:has-text("Kiev \'41")')
    assert page.locator("input[name=scenario]").count() == 5
    choose(page, "the-river")
    page.select_option("#who-Axis", "human")
    page.select_option("#who-Soviet", "computer:random")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    player = Player(page, table, table.ask(f"/api/games/{made[1]}"), "Axis")
    view = player.asked()
    hidden = [piece for piece in view["pieces"] if piece["hidden"] and player.places[piece["at"]]["board"]]
    page.keyboard.press("0")  # the whole board: only what is in sight is drawn
    for piece in hidden[:5]:
        player.xy(piece["at"])  # only what is in sight is drawn
        expect(page.locator(f'[data-unit="{piece["id"]}"]')).to_be_attached()
    expect(page.locator(".front").last).to_be_attached()  # the front is drawn from the beginning
    player.do("tactical")
    view = activate(player, "Kleist")
    view = player.do("done")
    assert view["asked"][0]["kind"] == "command"
    unit = targets(view, "pick")[0]
    before = next(piece["at"] for piece in view["pieces"] if piece["id"] == unit)
    touch(player, unit)  # a click takes it in hand, though it could also build
    view = player.asked()
    assert view["asked"][0]["kind"] == "march" and view["asked"][0]["in_hand"] == unit
    goal = targets(view, "go")[0]
    page.wait_for_selector(".left", state="attached")  # movement points left there
    view = player.do(f"go {goal}")
    at = next(piece["at"] for piece in view["pieces"] if piece["id"] == unit)
    assert at == goal != before
    page.keyboard.press("z")
    view = player.changed(view)
    assert next(piece["at"] for piece in view["pieces"] if piece["id"] == unit) == before


def test_a_battle_is_seen_before_the_dice_and_told_after(page: Page, table: Tabletop) -> None:
    player = seated(page, table, "les-preludes", "friend")
    player.asked()
    player.do("tactical")
    view = player.asked()
    activate(player, "Kleist")
    view = player.do("done")
    goals: dict[str, Any] = {}
    for unit in ("3Pz", "14Pz", "48Pz"):
        if unit in targets(view, "pick"):
            goals = table.ask(f"/api/games/{player.id}/overlays/reach?unit={unit}", player.token)
            attack = [place for area in goals["areas"] if area["tone"] == "bad" for place in area["places"]]
            touch(player, unit)
            player.asked()
            view = player.do(f"go {attack[0]}")
    view = player.asked()
    (field,) = view["asked"][0]["planner"]["targets"]
    player.click(field["place"])
    planner = page.locator("[aria-label='Battle planner']")
    expect(planner).to_contain_text("nothing is rolled yet")
    expect(planner.locator("[aria-label='How it ends'] tr").first).to_be_visible()
    chances = planner.locator("[aria-label='How it ends']").first.locator("td.number").all_inner_texts()
    assert abs(sum(float(one.split()[0]) for one in chances) - 100) < 3
    assert player.view()["etag"] == view["etag"]
    page.keyboard.press("Escape")
    player.do("done")
    view = player.view()
    if view["asked"] and view["asked"][0]["kind"] == "support":
        player.do("done")
    board = page.locator("section[aria-label^='Battle of']")
    expect(board).to_be_attached()  # out of sight when the other seat is to choose its losses
    expect(board.locator("li", has_text="fire").locator(".dice svg").first).to_be_attached()


def test_a_click_that_is_not_legal_says_why_with_the_rule(page: Page, table: Tabletop) -> None:
    player = seated(page, table, "the-river")
    player.asked()
    player.do("tactical")
    activate(player, "Kleist")
    view = player.do("done")
    touch(player, targets(view, "pick")[0])
    view = player.asked()
    assert "89" not in targets(view, "go")
    reason = page.locator(".reason")
    for _ in range(4):  # once more if the board moved under the mouse
        player.click("89")  # beyond the Dnieper, three areas behind the enemy's front
        with suppress(TimeoutError):
            reason.wait_for(timeout=8000)
            break
    expect(reason).to_contain_text("Not possible")
    expect(reason.locator(".rule").first).to_have_text(re.compile(r"^K41 \d"))
    assert player.view()["etag"] == view["etag"]


def test_on_a_phone_the_blocks_can_be_read(phone: Page, table: Tabletop) -> None:
    player = seated(phone, table, "the-river")
    player.asked()
    box = phone.locator(".piece").first.bounding_box()
    assert box and box["width"] >= 24
    assert phone.evaluate(IN_SIGHT) > 3, "some of them are in sight"
