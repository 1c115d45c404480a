"""Planning at the page: attacks compared, the sum with its rules, arrows, one click to the die, advice in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop
from web.test_playing import quick

PLANNER = "[aria-label='Battle planner']"


def at_an_attack(player: Player) -> Json:
    player.sit_down()
    view = player.asked()
    while not (view["asked"][0]["planner"] and view["asked"][0]["planner"]["targets"]):
        player.do(quick(view["asked"][0]))
        view = player.asked()
    return view


@pytest.mark.parametrize(("game", "commit"), [("victory-denied", "stuka"), ("barbarossa-deluxe", "luftwaffe")])
def test_attacks_are_compared_and_the_die_falls_with_one_click(
    page: Page, table: Tabletop, game: str, commit: str
) -> None:
    player = Player(page, table, table.new_game(game=game))
    view = at_an_attack(player)
    planner = view["asked"][0]["planner"]
    rows = page.locator("[data-attack]")
    expect(rows).to_have_count(len(planner["targets"]))
    expect(rows.first).to_contain_text("%")
    chances = [float(text.split()[0]) for text in page.locator("[data-attack] .number").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    # the officer's advice is a sentence, and lights what it speaks of
    page.keyboard.press("i")
    counsel = page.locator(".counsel")
    expect(counsel).to_contain_text("Attack ")
    expect(counsel).to_contain_text("chance to take it")
    counsel.get_by_role("button", name="Close").click()
    rows.first.click()
    card = page.locator(PLANNER)
    total = card.locator("[aria-label='Attack strength'] .total")
    parts = card.locator("[aria-label='Attack strength'] tbody tr")
    expect(parts.first).to_be_visible()
    assert float(total.inner_text()) > 0
    expect(card.locator("[aria-label='Shifts'] button.rule").first).to_be_visible()  # rules are links
    expect(card.locator(f"[data-commit={commit}]")).to_contain_text("left")
    expect(page.locator("path.arrow.planned")).not_to_have_count(0)
    card.get_by_role("button", name="roll the dice").click()
    now = player.changed(view)
    log = table.ask(f"/api/games/{player.id}/log?from=0", player.token)["lines"]
    assert any(line["kind"] == "result" for line in log), "the die has fallen"
    assert now["moment"] > view["moment"]


def test_declared_attacks_are_listed_and_drawn_as_arrows(page: Page, table: Tabletop) -> None:
    player = Player(page, table, table.new_game(game="victory-awaits", scenario="leningrad"), "Axis")
    view = at_an_attack(player)
    row = page.locator("[data-attack]").first
    target = row.get_attribute("data-attack")
    row.click()
    page.locator(PLANNER).locator("button.main").click()
    view = player.changed(view)
    (declared,) = view["declared"]
    assert declared["target"] == target and declared["odds"]
    sources = {piece["at"] for piece in view["pieces"] if piece["id"] in declared["units"]}
    expect(page.locator(f"path.arrow[data-arrow$=' {target}']:not(.planned)")).to_have_count(len(sources))
    listed = page.locator("[aria-label=Attacks] .declared")
    expect(listed).to_contain_text(declared["odds"])
    tired = {piece["id"] for piece in view["pieces"] if "moved" in piece["flags"]}
    assert not tired & set(declared["units"]), "who is to fight does not look spent"
