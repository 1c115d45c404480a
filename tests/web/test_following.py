"""Slider, what-if, hot-seat, the end, phone, keyboard, speed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.player import Player, Tabletop
from web.test_playing import quick

RECORD = Path(__file__).parents[1] / "golden/victory-denied-smolensk.record"
FRAMES = """() => {
  window.__frames = [];
  let last = performance.now();
  const step = (now) => {
    window.__frames.push(now - last);
    last = now;
    if (!window.__halt) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def test_the_slider_goes_back_and_any_moment_is_a_what_if(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    for _ in range(3):
        player.do(quick(player.asked()["asked"][0]))
    now = player.asked()["phase"]
    page.keyboard.press("h")
    slider = page.locator("[aria-label='Moment of the game']")
    expect(slider).not_to_have_attribute("max", "0")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".ask")).to_contain_text("A look back")
    page.click("text=Back to now")
    expect(page.locator(".phase")).to_have_text(now)
    page.keyboard.press("h")
    expect(slider).not_to_have_attribute("max", "0")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".ask")).to_contain_text("A look back")
    page.click("text=What if")
    expect(page.locator("h1")).to_contain_text("what if")
    other = re.search(r"#/game/(\w+)", page.url)
    assert other and other[1] != player.id
    board = table.ask(f"/api/games/{other[1]}")
    assert board["kind"] == "whatif" and all(seat["token"] for seat in board["seats"])


def test_a_game_that_cannot_be_read_is_listed_and_exported(page: Page, table: Tabletop, tmp_path: Path) -> None:
    game = table.new_game()
    listed = {**table.ask(f"/api/games/{game['id']}"), "unreadable": "There is no game 'kursk-43'.", "changed": ""}
    page.route("**/api/games", lambda route: route.fulfill(json={"games": [listed]}))
    lines = {"content-disposition": 'attachment; filename="unreadable.game"', "content-type": "text/plain"}
    page.route("**/lines", lambda route: route.fulfill(body="ostfront record 1\n", headers=lines))
    page.goto(f"{table.address}/")
    expect(page.locator("li")).to_contain_text("Unreadable: There is no game 'kursk-43'.")
    expect(page.locator("li")).not_to_contain_text("Invalid Date")
    with page.expect_download() as download:
        page.click("text=Export")
    download.value.save_as(tmp_path / "lines")
    assert download.value.suggested_filename == "unreadable.game"
    assert (tmp_path / "lines").read_text() == "ostfront record 1\n"
    page.unroute("**/lines")
    page.click("text=Export")  # this one can be opened after all: the table says so
    expect(page.locator("[role=alert]")).to_contain_text("This game can be opened")


def test_hot_seat_covers_the_table_between_seats(page: Page, table: Tabletop) -> None:
    game = table.new_game(soviet="friend")
    player = Player(page, table, game, game["awaited"][0])
    page.goto(f"{table.address}/#/game/{game['id']}")
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text(game["awaited"][0])
    expect(page.locator(".world")).to_be_hidden()
    page.click("text=I sit here")
    expect(page.locator(".world")).to_be_visible()
    for _ in range(20):
        view = player.view()
        if not view["asked"]:
            break
        player.do(quick(view["asked"][0]))
    expect(curtain).to_be_visible()
    expect(page.locator(".world")).to_be_hidden()
    assert game["awaited"][0] not in curtain.inner_text()
    page.click("text=I sit here")
    expect(page.locator(".world")).to_be_visible()


def test_the_end_has_its_reckoning_charts_and_proof(page: Page, table: Tabletop) -> None:
    page.wait_for_selector("text=Saved games")
    page.set_input_files("input[type=file]", RECORD)
    end = page.get_by_role("dialog")
    expect(end.locator("h1")).to_contain_text("victory", timeout=60_000)
    expect(end.locator("tbody tr").last).to_contain_text("Total")
    expect(end.locator("figure").first).to_be_visible(timeout=60_000)
    expect(end.locator("figure polyline").first).to_be_attached()  # a level line has no height to be seen by
    expect(end).to_contain_text("Verified", timeout=60_000)
    expect(end).to_contain_text(re.compile(r"German [+−][0-9.]+, Soviet [+−][0-9.]+, over 6 rolls"))
    with page.expect_download() as file:
        page.click("text=Save the record")
    assert "record" in file.value.suggested_filename
    page.click("text=Look at the board")
    expect(end).to_be_hidden()


def test_a_phone_sized_screen(phone: Page, table: Tabletop) -> None:
    player = Player(phone, table, table.new_game())
    player.sit_down()
    view = player.asked()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    while not view["asked"][0]["planner"]:
        phone.tap(f".verbs button:has-text('{view['asked'][0]['groups'][0]['label']}')")
        player.changed(view)
        view = player.asked()
    target = view["asked"][0]["planner"]["targets"][0]
    x, y = player.xy(target["place"])
    phone.touchscreen.tap(x, y)
    planner = phone.locator("[aria-label='Battle planner']")
    expect(planner.locator(".unit").first).to_be_visible()
    box = planner.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 391
    phone.tap("[aria-label='Close the planner']")
    phone.tap("nav >> text=Log")
    expect(phone.locator("[role=log]")).to_be_in_viewport()


def test_by_keyboard_only(page: Page, table: Tabletop) -> None:
    page.wait_for_selector("text=New game")
    page.focus("button:has-text('Start')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    player = Player(page, table, table.ask(f"/api/games/{made[1]}"))
    view = player.asked()
    fought = False
    for _ in range(40):
        view = player.asked()
        decision = view["asked"][0]
        planner = decision["planner"]
        if decision["kind"] == "move":
            break
        if planner and not planner["target"] and not fought:
            fought = True
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            expect(page.locator("[aria-label='Battle planner']")).to_be_visible()
            expect(page.locator(".planner .unit").first).to_be_focused()
            page.keyboard.press("Escape")
            expect(page.locator("[aria-label='Battle planner']")).to_be_hidden()
        ends = any(player.verbs[group["verb"]]["ends"] for group in decision["groups"])
        page.keyboard.press("e" if ends else "1")
        player.changed(view)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    if page.locator(".fan .choices button").count():
        page.keyboard.press("Enter")
    held = player.changed(view)
    unit = held["asked"][0]["in_hand"]
    assert unit, "Enter on a lit unit takes it in hand"
    player.asked()
    key = page.locator(".verbs button:has-text('Go')").get_attribute("data-key")
    page.keyboard.press(str(key))
    page.keyboard.press("Enter")
    gone = player.changed(held)
    assert next(piece["at"] for piece in gone["pieces"] if piece["id"] == unit) != next(
        piece["at"] for piece in held["pieces"] if piece["id"] == unit
    )
    player.asked()
    page.keyboard.press("z")
    assert player.changed(gone)["draft"] == held["draft"]
    player.asked()
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("Arrow keys")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.locator("[aria-live=polite]").first.inner_text().strip(), "the cursor is spoken"


@pytest.mark.soak  # it measures time, which a busy machine cannot promise
def test_the_board_is_there_soon_and_pans_smoothly(page: Page, table: Tabletop) -> None:
    """Interactive within 2.5 s, no frame of a pan over 100 ms; the best of some, for the machine has other work."""
    player = Player(page, table, table.new_game())
    player.sit_down()
    player.asked()
    ready: list[float] = []
    worst: list[float] = []
    for _ in range(6):
        page.reload()
        page.wait_for_selector(".piece")
        page.wait_for_selector("[data-map=seen], [data-map=whole]", state="attached")
        ready.append(page.evaluate("performance.now()"))
        page.evaluate(FRAMES)
        page.mouse.move(700, 300)
        page.mouse.down()
        for step in range(40):
            page.mouse.move(700 - step * 8, 300 + step * 4)
        page.mouse.up()
        worst.append(max(page.evaluate("() => { window.__halt = true; return window.__frames; }")))
        if min(ready) < 2500 and min(worst) < 100:
            break
    assert min(ready) < 2500, ready
    assert min(worst) < 100, worst
