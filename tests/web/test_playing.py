"""A game against the recruit, played through the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from web.player import Player, Tabletop


def quick(decision: dict[str, Any]) -> str:
    """An answer that gets on with it."""
    groups = decision["groups"]
    for verb in ("done", "stop", "pass", "resolve"):
        if any(group["verb"] == verb for group in groups):
            return verb
    group = groups[0]
    if not group["takes"]:
        return str(group["text"])
    words = group["targets"][:1] or group["paths"][0]
    return " ".join([group["verb"], *words])


def test_a_new_game_against_the_recruit_through_a_full_turn(page: Page, table: Tabletop) -> None:
    page.wait_for_selector("text=New game")
    page.select_option("#who-German", "human")
    page.select_option("#who-Soviet", "computer:recruit")
    page.fill("[aria-label='Name of the German player']", "Anna")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    player = Player(page, table, table.ask(f"/api/games/{made[1]}"))

    moved = fought = 0
    for _ in range(150):
        view = player.asked()
        if view["turn"] > 1 or view["result"]:
            break
        decision = view["asked"][0]
        planner = decision["planner"]
        if planner and not planner["target"] and not fought:
            fought += fight(player, planner["targets"])
        elif decision["kind"] == "move" and moved < 3:
            moved += 1
            player.do(f"pick {next(g for g in decision['groups'] if g['verb'] == 'pick')['targets'][0]}")
        elif decision["in_hand"] and any(group["verb"] == "go" for group in decision["groups"]) and moved < 4:
            moved += 1
            player.do(f"go {next(g for g in decision['groups'] if g['verb'] == 'go')['targets'][-1]}")
        else:
            player.do(quick(decision))
    assert player.view()["turn"] == 2
    assert moved and fought
    expect(page.locator("[aria-current=step]").first).to_have_text(re.compile("^2"))
    assert page.locator("[role=log] h3", has_text="Turn 1").count() == 1
    page.get_by_role("group", name="Show in the log").get_by_role("button", name="Battles").click()
    expect(page.locator("[role=log] .ref").first).to_be_visible()


def fight(player: Player, targets: list[dict[str, Any]]) -> int:
    """The first battle that can be fought, by its planner."""
    page = player.page
    for target in targets:
        player.click(target["place"])
        page.wait_for_selector("[aria-label='Battle planner'] .title")
        page.wait_for_timeout(300)
        if page.locator("[aria-label=Chances] tr").count():
            before = player.view()
            page.locator("[aria-label='Battle planner'] .go button.main").click()
            player.changed(before)
            return 1
        page.keyboard.press("Escape")
    return 0


def test_a_battle_is_seen_before_the_dice(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    while not (view["asked"][0]["planner"] or {}).get("targets"):
        player.do(quick(view["asked"][0]))
        view = player.asked()
    target = max(view["asked"][0]["planner"]["targets"], key=lambda one: len(one["units"]))
    player.click(target["place"])
    planner = page.locator("[aria-label='Battle planner']")
    expect(planner.locator(".unit")).to_have_count(len(target["units"]))
    title = planner.locator(".title").inner_text()
    if planner.locator("[aria-label=Chances] tr").count():
        chances = planner.locator("[aria-label=Chances]").first.locator("td.number").all_inner_texts()
        assert abs(sum(float(one.split()[0]) for one in chances) - 100) < 4
    assert planner.locator(".shifts .rule").count() >= 1
    planner.locator(".unit").first.click()  # leave one out: other odds
    expect(planner.locator(".title")).not_to_have_text(title)
    planner.locator(".unit").first.click()
    expect(planner.locator(".title")).to_have_text(title)
    assert player.view()["etag"] == view["etag"], "nothing is sent before the dice"


def test_a_click_that_is_not_legal_says_why_with_the_rule(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    while not view["asked"][0]["attempt"]["place"]:
        player.do(quick(view["asked"][0]))
        view = player.asked()
    offered = {target for group in view["asked"][0]["groups"] for target in group["targets"]}
    held = {piece["at"] for piece in view["pieces"]}
    near = player.places[next(iter(offered & set(player.places)))]
    empty = min(
        (one for one in player.places.values() if one["board"] and one["id"] not in offered | held),
        key=lambda one: (one["x"] - near["x"]) ** 2 + (one["y"] - near["y"]) ** 2,
    )
    player.click(empty["id"])
    reason = page.locator(".reason")
    expect(reason).to_contain_text("Not possible")
    expect(reason.locator(".rule").first).to_have_text(re.compile(r"^AVD \d"))
    assert reason.locator(".clause").count()
    assert player.view()["etag"] == view["etag"]


def test_undo_takes_back_one_step(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    while view["asked"][0]["kind"] != "move":
        player.do(quick(view["asked"][0]))
        view = player.asked()
    before = view["draft"]["actions"]
    picked = player.do(f"pick {next(g for g in view['asked'][0]['groups'] if g['verb'] == 'pick')['targets'][0]}")
    assert len(picked["draft"]["actions"]) == len(before) + 1
    player.asked()
    page.keyboard.press("z")
    assert player.changed(picked)["draft"]["actions"] == before


def test_the_officer_gives_a_hint_and_it_can_be_followed(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    page.keyboard.press("i")
    counsel = page.locator(".counsel")
    expect(counsel).to_contain_text("The officer:")
    assert player.view()["etag"] == view["etag"]
    counsel.get_by_role("button", name="Do it").click()
    assert player.changed(view)["draft"]["actions"] or not player.view()["asked"], (
        "the whole line that belongs together"
    )
    expect(counsel).to_have_count(0)


def test_a_hint_that_comes_late_is_asked_for_again(page: Page, table: Tabletop) -> None:
    """As when the other side chooses its chits at the same time."""
    moments: list[int] = []

    def late(route: Route) -> None:
        response = route.fetch()
        found = response.json()
        moments.append(found["moment"])
        found["moment"] -= len(moments) == 1
        route.fulfill(response=response, json=found)

    player = Player(page, table, table.new_game())
    player.sit_down()
    player.asked()
    page.route("**/hint", late)
    page.keyboard.press("i")
    expect(page.locator(".counsel")).to_contain_text("The officer:")
    assert len(moments) == 2


def test_a_unit_is_dragged_where_it_should_go(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    while view["asked"][0]["kind"] != "move":
        player.do(quick(view["asked"][0]))
        view = player.asked()
    where = {piece["id"]: piece["at"] for piece in view["pieces"]}
    units = next(group for group in view["asked"][0]["groups"] if group["verb"] == "pick")["targets"]
    unit = next(unit for unit in units if list(where.values()).count(where[unit]) == 1)
    reach = table.ask(f"/api/games/{player.id}/overlays/reach?unit={unit}", player.token)["actions"]
    x, y = player.xy(where[unit])
    start = player.places[where[unit]]
    goal = min(
        reach, key=lambda id: abs(player.places[id]["x"] - start["x"]) + abs(player.places[id]["y"] - start["y"])
    )
    scale = page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.wait_for_selector(".label", state="attached")  # what it has left, before anything is sent
    assert player.view()["etag"] == view["etag"]
    goal_x = x + (player.places[goal]["x"] - start["x"]) * scale
    page.mouse.move(goal_x, y + (player.places[goal]["y"] - start["y"]) * scale)
    page.mouse.up()
    moved = player.changed(view)
    assert next(piece["at"] for piece in moved["pieces"] if piece["id"] == unit) == goal


def test_standing_orders_and_the_log_that_points_at_the_map(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game())
    player.sit_down()
    view = player.asked()
    page.click("nav >> text=Table")
    page.select_option("dialog .order select >> nth=0", "pass")
    assert [order["answer"] for order in player.changed(view)["orders"]] == ["pass"]
    page.click("dialog [aria-label=Close]")
    page.get_by_label("Search the log").fill("take the VP chit")
    reference = page.locator("[role=log] .ref").first
    reference.hover()
    assert page.locator("path.light").get_attribute("d"), "its place lights up"
    page.mouse.move(5, 5)
    assert not page.locator("path.light").get_attribute("d")
