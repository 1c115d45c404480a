"""Hands on the board: switching units, ending a segment, finding, the minimap, badges, what the prompt covers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from web.player import WHERE, Json, Player, Tabletop
from web.test_playing import quick

GAMES = ("victory-denied", "barbarossa-1941")
ASKING = "localStorage.setItem('ostfront.settings', JSON.stringify({taught: true, confirm: true}));"


def moving(page: Page, table: Tabletop, game: str) -> tuple[Player, Json]:
    """A table at which units can be picked to be moved."""
    made = table.new_game(game=game)
    player = Player(page, table, made, made["seats"][0]["seat"])
    player.play_until(lambda view: view["asked"][0]["leads_to"].get("pick") == "go", quick)
    player.sit_down()
    return player, player.asked()


def lonely(player: Player, view: Json) -> list[tuple[str, str]]:
    """Units that can be picked and lie alone, with their places."""
    where = {piece["id"]: piece["at"] for piece in view["pieces"]}
    units = next(group for group in view["asked"][0]["groups"] if group["verb"] == "pick")["targets"]
    return [(unit, where[unit]) for unit in units if list(where.values()).count(where[unit]) == 1]


def far_apart(player: Player, view: Json) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two of them, the second out of the first one's reach."""
    found = lonely(player, view)
    for first in found:
        reach = player.table.ask(f"/api/games/{player.id}/overlays/reach?unit={first[0]}", player.token)["actions"]
        for second in found:
            if second != first and second[1] not in reach and reach:
                return first, second
    raise AssertionError("every unit reaches every other")


@pytest.mark.parametrize("game", GAMES)
def test_a_click_on_another_unit_switches_to_it_in_one_request(page: Page, table: Tabletop, game: str) -> None:
    player, view = moving(page, table, game)
    (first, first_at), (second, second_at) = far_apart(player, view)
    before = view["draft"]["actions"]
    player.click(first_at)
    picked = player.changed(view)
    assert picked["asked"][0]["in_hand"] == first
    player.asked()

    asked: list[str] = []

    def noted(request: Request) -> None:
        if "/api/" in request.url and "/changes" not in request.url:
            asked.append(f"{request.method} {request.url}")

    page.on("request", noted)
    player.click(second_at)
    switched = player.changed(picked)
    assert switched["asked"][0]["in_hand"] == second
    assert switched["draft"]["actions"] == [*before, f"pick {second}"], "a unit that has not moved is put back"
    player.asked()
    page.wait_for_selector(".area", state="attached")  # where it can go
    page.wait_for_timeout(300)
    assert len(asked) == 1 and asked[0].startswith("PUT"), asked

    reach = table.ask(f"/api/games/{player.id}/overlays/reach?unit={second}", player.token)["actions"]
    goals = next(group for group in switched["asked"][0]["groups"] if group["verb"] == "go")["targets"]
    goal = next(place for place in goals if place in reach and place != second_at)
    player.click(goal)
    gone = player.changed(switched)
    where = {piece["id"]: piece["at"] for piece in gone["pieces"]}
    assert where[second] == goal
    if not gone["asked"][0]["in_hand"]:
        return  # it has no points left
    player.asked()
    player.click(first_at)
    if page.locator(".fan .choices button").count():
        page.locator(".fan .choices button", has_text="Pick").first.click()
    ended = player.changed(gone)
    assert ended["asked"][0]["in_hand"] == first, "its move ended when the next began"


@pytest.mark.parametrize("game", GAMES)
def test_done_is_asked_once(page: Page, table: Tabletop, game: str) -> None:
    page.add_init_script(ASKING)
    page.reload()
    player, view = moving(page, table, game)
    done = page.locator(".verbs button", has_text="Done")
    assert done.get_attribute("data-key") == "e"
    page.keyboard.press("1")
    assert player.view()["etag"] == view["etag"], "1 is not Done"
    page.keyboard.press("Escape")
    done.click()
    sure = page.locator(".sure")
    expect(sure).to_contain_text("Still possible")
    sure.get_by_role("button", name="Not yet").click()
    expect(sure).to_have_count(0)
    done.click()
    expect(sure).to_be_visible()
    assert player.view()["etag"] == view["etag"]
    page.wait_for_timeout(400)
    page.keyboard.press("e")
    player.changed(view)


@pytest.mark.parametrize("game", GAMES)
def test_find_minimap_and_badges(page: Page, table: Tabletop, game: str) -> None:
    player, view = moving(page, table, game)
    where = {piece["id"]: piece["at"] for piece in view["pieces"]}
    stacks = [place for place in set(where.values()) if list(where.values()).count(place) > 1]
    stack = next(place for place in stacks if player.places[place]["kind"] == "hex")
    height = list(where.values()).count(stack)

    page.keyboard.press("/")
    page.keyboard.type(stack)
    expect(page.locator("#found li").first).to_contain_text(stack)
    page.keyboard.press("Enter")
    expect(page.locator(".find")).to_have_count(0)
    badge = page.locator(f'[data-stack="{stack}"]')
    expect(badge).to_have_text(str(height))
    x, y, width, tall, left, top = spot(page, player, stack)
    assert left < x < left + width and top < y < top + tall, "it was brought into sight"
    for _ in range(12):
        page.keyboard.press("-")
    page.wait_for_timeout(300)
    assert badge.bounding_box()["height"] >= 8, "it can be read from afar"  # type: ignore[index]

    unit = next(id for id, at in where.items() if at == stack)
    page.keyboard.press("Control+f")
    page.keyboard.type(unit)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("path.cursor")).not_to_have_attribute("d", "")

    for _ in range(14):
        page.keyboard.press("+")
    page.wait_for_timeout(300)
    drawn = page.locator(".piece").count()
    assert drawn < len(view["pieces"]), "what is out of sight is not drawn"
    before = spot(page, player, stack)
    small = page.locator(".minimap .map").bounding_box()
    assert small
    page.mouse.click(small["x"] + small["width"] * 0.9, small["y"] + small["height"] * 0.9)
    page.wait_for_timeout(300)
    assert spot(page, player, stack) != before
    page.get_by_role("button", name="Fold the minimap").click()
    expect(page.locator(".minimap .map")).to_have_count(0)


def spot(page: Page, player: Player, place: str) -> list[float]:
    at = player.places[place]
    return page.evaluate(WHERE, [at["x"], at["y"]])  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", GAMES)
def test_the_prompt_does_not_hide_the_only_thing_it_asks_about(page: Page, table: Tabletop, game: str) -> None:
    player, view = moving(page, table, game)
    found = sorted((at for _, at in lonely(player, view)), key=lambda place: player.places[place]["y"])
    at = found[len(found) // 2]  # not at the edge of the board
    for _ in range(14):
        page.keyboard.press("+")  # so near that little else is in the window
    player.click(at)
    picked = player.changed(view)
    player.asked()
    page.wait_for_timeout(300)
    under_the_prompt(page, player, at)
    page.keyboard.press("z")
    player.changed(picked)
    player.asked()
    page.wait_for_timeout(500)
    now = player.view()
    where = {piece["id"]: piece["at"] for piece in now["pieces"]}
    groups = [group for group in now["asked"][0]["groups"] if group["verb"] == "pick"]
    asked = {where[unit] for group in groups for unit in group["targets"]}
    seen = [spot(page, player, place) for place in asked if player.places[place]["board"]]
    assert any(not covered(page, x, y) for x, y, *_ in seen), "something that can be chosen is in sight"


def covered(page: Page, x: float, y: float) -> bool:
    """By a card, or not in the window at all."""
    found: Any = page.evaluate("([x, y]) => !document.elementFromPoint(x, y)?.closest('.frame')", [x, y])
    return bool(found)


def under_the_prompt(page: Page, player: Player, place: str) -> None:
    dock = page.locator(".dock").bounding_box()
    assert dock
    for _ in range(20):
        x, y, *_ = spot(page, player, place)
        dx, dy = dock["x"] + dock["width"] / 2 - x, dock["y"] + dock["height"] / 2 - y
        key = "a" if dx > 60 else "d" if dx < -60 else "w" if dy > 40 else "s" if dy < -60 else ""
        if not key:
            break
        page.keyboard.press(key)
    assert covered(page, x, y)
