"""Two people at one screen: a curtain falls only between those who have something to hide, and says why."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from web.player import Player, Tabletop
from web.test_playing import quick


def play_on(player: Player, steps: int = 400) -> None:
    """Until this seat has nothing more to decide."""
    for _ in range(steps):
        view = player.view()
        if not view["asked"]:
            return
        decision = view["asked"][0]
        finish = next((one["text"] for one in decision["groups"] if not one["takes"]), "")
        token = {"Seat-Token": player.token}
        actions = [*view["draft"]["actions"], finish or quick(decision)]
        body = {"after": view["draft"]["after"], "actions": actions}
        answer = player.table.client.put(f"/api/games/{player.id}/draft", json=body, headers=token)
        assert answer.status_code == 200, answer.text[:300]
    raise AssertionError("the seat never ended its turn")


def test_with_nothing_to_hide_the_seat_passes_openly(page: Page, table: Tabletop) -> None:
    game = table.new_game(soviet="friend", game="barbarossa-1941")
    first = Player(page, table, game, game["awaited"][0])
    first.sit_down()
    expect(page.locator(".curtain")).to_have_count(0)
    play_on(first)
    other = next(one["seat"] for one in game["seats"] if one["seat"] != game["awaited"][0])
    second = Player(page, table, game, other)
    second.asked()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".world")).to_be_visible()

    page.click("nav >> text=Table")
    page.check("text=Always cover the table")
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#/'")
    page.click(f"a[href='#/game/{game['id']}'] >> nth=0")
    expect(page.locator(".curtain")).to_contain_text("There is nothing to hide now")
    page.click("text=I sit here")
    second.asked()


def test_with_a_secret_the_curtain_says_which(page: Page, table: Tabletop) -> None:
    game = table.new_game(soviet="friend")
    page.goto(f"{table.address}/#/game/{game['id']}")
    expect(page.locator(".curtain")).to_contain_text("selects its chits in secret")
    expect(page.locator(".world")).to_be_hidden()
    fog = table.new_game(soviet="friend", game="kiev-41", scenario="the-river")
    page.goto(f"{table.address}/#/game/{fog['id']}")
    expect(page.locator(".curtain")).to_contain_text("Blocks show their faces to their owner only")
