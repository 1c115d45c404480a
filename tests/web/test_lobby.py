"""The lobby: games and scenarios to choose from, options that agree, saved games in their groups."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop, choose


def lobby(page: Page, game: str = "") -> None:
    page.goto(re.sub(r"#.*", "", page.url) + "#/")
    page.wait_for_selector("text=New game")
    if game:
        page.click(f"label:has-text('{game}')")


def made(page: Page, table: Tabletop) -> Json:
    page.wait_for_url(re.compile(r"#/game/\w+"))
    return table.ask(f"/api/games/{page.url.rpartition('/')[2]}")  # type: ignore[no-any-return]


def test_the_short_scenario_against_the_recruit_is_two_clicks_away(page: Page, table: Tabletop) -> None:
    lobby(page, "Barbarossa Deluxe")
    expect(page.locator("input[name=scenario]").first).to_be_checked()
    card = page.locator("label:has(input[name=scenario]:checked)")
    expect(card).to_contain_text("3 turns")
    expect(card).to_contain_text("45–90 min")
    expect(page.locator(".story")).to_contain_text("Summer 1943")
    pictures = page.locator("label img")
    for i in range(pictures.count()):
        pictures.nth(i).scroll_into_view_if_needed()
        page.wait_for_function(
            "image => image.complete && image.naturalWidth > 100", arg=pictures.nth(i).element_handle()
        )
    choose(page, "what-if")  # here the Soviets begin
    expect(page.locator("#who-Soviet")).to_have_value("human")
    page.click("button:has-text('Start')")
    game = made(page, table)
    assert game["scenario"] == "what-if"
    assert [(one["player"], one["level"]) for one in game["seats"]] == [("computer", "recruit"), ("human", "")]


def test_a_game_with_an_option_by_its_name(page: Page, table: Tabletop) -> None:
    lobby(page, "Barbarossa 1941")
    page.click("summary:has-text('Options')")
    page.check("label:has-text('Early Siberians') input")
    expect(page.locator("summary:has-text('Options')")).to_contain_text("1 chosen")
    page.click("button:has-text('Start')")
    game = made(page, table)
    token = next(one["token"] for one in game["seats"] if one["token"])
    options = table.ask(f"/api/games/{game['id']}/table", token)["options"]
    assert options["early-siberians"] is True and options["murmansk"] is False


def test_players_and_teams_agree(page: Page, table: Tabletop) -> None:
    lobby(page, "A Victory Awaits")
    choose(page, "campaign")
    expect(page.locator(".seat")).to_have_count(2)
    page.click("summary:has-text('Options')")
    players = page.locator("li:has(strong:text-is('Number of players')) select")
    teams = page.locator("li:has(strong:text-is('Teams')) select")
    players.select_option("5")
    expect(page.locator(".seat")).to_have_count(5, timeout=60_000)  # the table compiles the rules to know
    expect(teams).to_be_disabled()
    expect(page.locator("li:has-text('Master chits')")).to_contain_text("Not together with “Number of players”")
    players.select_option("2")
    teams.select_option("2-3")
    expect(page.locator(".seat")).to_have_count(5, timeout=60_000)
    expect(page.locator("#who-Axis-2")).to_be_visible()
    expect(players).to_be_disabled()
    choose(page, "kiev")  # has neither
    expect(page.locator(".seat")).to_have_count(2, timeout=60_000)
    expect(players).to_have_count(0)


def test_computers_alone_are_watched(page: Page, table: Tabletop) -> None:
    lobby(page)
    page.select_option("#who-German", "computer:random")
    expect(page.locator(".seat").first).to_contain_text("any legal move")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.click("button:has-text('Watch')")
    game = answer.value.json()
    assert answer.value.status == 201 and {one["player"] for one in game["seats"]} == {"computer"}
    table.client.delete(f"/api/games/{game['id']}")


def row(page: Page, shelf: str, game: str) -> str:
    return f".shelf.{shelf} li:has(a[href='#/game/{game}'])"


def test_saved_games_lie_in_their_groups_with_a_way_back(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game(game="victory-denied"))
    over = table.new_game(game="kiev-41", scenario="les-preludes")
    table.client.post(f"/api/games/{over['id']}/concede", json={}, headers={"Seat-Token": over["seats"][0]["token"]})
    player.sit_down()
    player.asked()
    stop = table.ask(f"/api/games/{player.id}/history", player.token)["stops"][-1]
    seat = {"Seat-Token": player.token}
    board = table.client.post(f"/api/games/{player.id}/whatif", json={"moment": stop}, headers=seat).json()
    lobby(page)
    page.reload()
    mine = page.locator(row(page, "yours", player.id))
    expect(mine).to_contain_text("A Victory Denied")
    mine.scroll_into_view_if_needed()
    picture = mine.locator("img").element_handle()
    page.wait_for_function("image => image.complete && image.naturalWidth > 100", arg=picture)
    expect(page.locator(row(page, "over", over["id"]))).to_have_count(1)

    what_if = page.locator(row(page, "whatif", board["id"]))
    expect(what_if.locator("text=Its game")).to_have_attribute("href", f"#/game/{player.id}")
    what_if.locator("a").first.click()
    page.click("text=Back to its game")
    page.wait_for_url(f"**#/game/{player.id}")


def test_a_double_click_removes_no_game(page: Page, table: Tabletop) -> None:
    game = table.new_game(game="barbarossa-1941")["id"]
    lobby(page)
    page.reload()
    mine = page.locator(row(page, "yours", game))
    mine.get_by_label("Remove this game").dblclick()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("for good?")
    asked.get_by_text("Keep it").click()
    expect(mine).to_be_visible()
    mine.get_by_label("Remove this game").click()
    asked.get_by_text("Yes, remove it").click()
    expect(asked).to_have_count(0)
    assert table.client.get(f"/api/games/{game}").status_code == 404
