"""Barbarossa Deluxe through the page: the order of phases, stacks that split, both kinds of assault, fog, supply."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.player import Json, Player, Tabletop, choose
from web.test_awaits import targets, until
from web.test_barbarossa import where

GAME = "barbarossa-deluxe"
STACK = ("24Pz", "48Pz", "7C")  # three of those that begin in Kursk
KURSK, BEHIND, FURTHER = "2207", "2208", "2309"
MTSENSK = "2106"  # where two Soviet armies stand before Orel
TAMBOV = "2005"
COVERS = "(path, [x, y]) => path.isPointInFill(new DOMPoint(x, y))"


def opened(page: Page, table: Tabletop) -> Player:
    """Operations Blue and Kremlin from the lobby, against the recruit."""
    page.wait_for_selector("text=New game")
    page.click("label:has-text('Barbarossa Deluxe')")
    choose(page, "blue-kremlin")
    page.select_option("#who-German", "human")
    page.select_option("#who-Soviet", "computer:recruit")
    page.click("button:has-text('Start')")
    page.wait_for_selector(".piece")
    made = re.search(r"#/game/(\w+)", page.url)
    assert made
    return Player(page, table, table.ask(f"/api/games/{made[1]}"), "German")


def test_a_turn_of_moving_and_fighting_in_the_order_chosen(quiet: Page, table: Tabletop) -> None:
    player = opened(quiet, table)
    until(player, "order")
    player.do("move-fight")
    until(player, "move")
    expect(quiet.locator("header").first).to_contain_text("move, then fight")
    split_a_stack_and_take_it_back(player)
    assault_on_the_move(player)
    until(player, "move")
    player.do("done")
    assault_prepared(player)
    show_supply(player)


def split_a_stack_and_take_it_back(player: Player) -> None:
    """Three corps go back a hex, one stays there, two go on; undone, all stand where they stood."""
    page, before = player.page, player.asked()
    lead, *others = STACK
    view = player.do(f"pick {lead}")
    alone = set(targets(view, "go"))
    for unit in others:
        view = player.do(f"with {unit}")
    expect(page.locator(".ask")).to_contain_text("24th Panzer Corps, 48th Panzer Corps and 7th Army Corps")
    assert set(targets(view, "go")) < alone, "a stack goes as far as its slowest"
    view = player.do(f"go {BEHIND}")
    assert all(where(view, unit) == BEHIND for unit in STACK)
    player.do("drop 7C")
    view = player.do(f"go {FURTHER}")
    assert [where(view, unit) for unit in STACK] == [FURTHER, FURTHER, BEHIND]
    told = re.compile(rf"24th Panzer Corps and 48th Panzer Corps move from {BEHIND}.* to {FURTHER}")
    expect(page.locator("[role=log]")).to_contain_text(told)
    while view["draft"]["actions"] != before["draft"]["actions"]:
        player.asked()
        page.keyboard.press("z")
        view = player.changed(view)
    assert all(where(view, unit) == KURSK for unit in STACK)


def odds_of(player: Player, place: str, button: str) -> Json:
    """A click on the target shows the odds with their rules, and sends nothing; then the attack is made."""
    page, view = player.page, player.asked()
    player.click(place)
    planner = page.locator("[aria-label='Battle planner']")
    expect(planner.locator(".title")).to_contain_text(re.compile(r": \d+:\d+$"))
    expect(planner.locator(".rule", has_text="BD 11").first).to_be_visible()
    expect(planner.locator("[aria-label=Chances] tr").first).to_be_visible()
    assert player.view()["etag"] == view["etag"], "nothing is sent by looking"
    expect(planner.locator("button.main")).to_have_text(button)
    planner.locator("button.main").click()
    return player.changed(view)


def assault_on_the_move(player: Player) -> None:
    """Two panzer corps fight in the middle of their move."""
    page = player.page
    view = player.do("pick 24Pz")
    view = player.do("with 48Pz")
    place = targets(view, "assault")[0]
    odds_of(player, place, "Assault this hex")
    rolled = until(player, "move", "march", "conversion", "exchange", "advance")
    assert rolled["checkpoint"] > view["checkpoint"]
    expect(page.locator("[role=log]")).to_contain_text(f"24th Panzer Corps and 48th Panzer Corps assault {place}")


def assault_prepared(player: Player) -> None:
    view = until(player, "assault")
    field = max(view["asked"][0]["planner"]["targets"], key=lambda one: len(one["units"]))
    odds_of(player, field["place"], "Attack: roll the dice")
    rolled = until(player, "assault", "conversion", "exchange", "advance", "second")
    assert rolled["checkpoint"] > view["checkpoint"]
    expect(player.page.locator("[role=log]")).to_contain_text("with all shifts the odds are")


def show_supply(player: Player) -> None:
    """The legend says what feeds whom: lines, and units that draw on something else."""
    page = player.page
    page.click("nav >> text=Overlays")
    card = page.locator("section[aria-label=Overlays]")
    card.get_by_role("button", name="Soviet supply").click()
    told = player.table.ask(f"/api/games/{player.id}/overlays/supply-soviet", player.token)
    legend = [f"{told['title']}: {one['label']} {told['rule']}" for one in [*told["areas"], *told["units"]]]
    assert "Soviet supply: regular overland supply BD 7.9a" in legend
    expect(card.locator("li")).to_have_text(legend)


def test_the_front_and_the_dead_pile_on_a_phone(phone: Page, table: Tabletop) -> None:
    """As the Soviet, whose armies can be rebuilt out of a box."""
    game = table.new_game("computer", "human", game=GAME, scenario="blue-kremlin")
    player = Player(phone, table, game, "Soviet")
    player.sit_down()
    view = player.asked()
    expect(phone.locator(".verbs button[data-key]")).to_have_count(1 + len(targets(view, "rebuild")))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    box = phone.locator(".piece").first.bounding_box()
    assert box and box["width"] >= 24


# ---- the card of a battle, fog, offensive supply -----------------------------------------------------


def seated(page: Page, table: Tabletop, seat: str, scenario: str = "blue-kremlin") -> Player:
    """At a table against the recruit, before the first question."""
    players = ("human", "computer") if seat == "German" else ("computer", "human")
    player = Player(page, table, table.new_game(*players, game=GAME, scenario=scenario), seat)
    player.sit_down()
    return player


def test_a_battle_is_told_on_its_card(quiet: Page, table: Tabletop) -> None:
    """The largest assault that is offered, up to the die: forces, every shift with its rule, die and result."""
    player = seated(quiet, table, "German", "citadel")  # where nobody falls back before the die
    view = until(player, "assault")
    field = max(view["asked"][0]["planner"]["targets"], key=lambda one: len(one["units"]))
    odds_of(player, field["place"], "Attack: roll the dice")
    until(player, "assault", "conversion", "exchange", "advance", "second")
    card = quiet.locator("section[aria-label^='Attack on']")
    expect(card).to_be_visible()
    unfold = card.get_by_role("button", name="Unfold the battle")
    if unfold.count():  # the question left little room
        unfold.click()
    expect(card.locator(".ratio strong")).to_have_text(re.compile(r"^\d+:\d+$"))
    expect(card.locator("li.odds")).to_contain_text(re.compile(r"\d+ to \d+; with all shifts the odds are \d+:\d+"))
    expect(card.locator(".shifts .rule").first).to_contain_text("BD 11.8a")
    expect(card).to_contain_text(re.compile(r"A \d at \d+:\d+|needs no die"))
    expect(card.locator(".result")).to_have_text(re.compile(r"attack|defend|bloodbath"))
    for unit in field["units"]:
        name = next(one["name"] for one in table.ask(f"/api/games/{player.id}/table")["pieces"] if one["id"] == unit)
        expect(card.get_by_role("img", name=re.compile(f"^{re.escape(name)},")).first).to_be_attached()


def test_the_lower_units_of_a_soviet_stack_lie_face_down(quiet: Page, table: Tabletop) -> None:
    """Under 13th Army in 2106 lies a unit that the German remembers from the set-up, but does not see."""
    player = seated(quiet, table, "German")
    view = player.asked()
    top, back = sorted((one for one in view["pieces"] if one["at"] == MTSENSK), key=lambda one: bool(one["hidden"]))
    assert (top["id"], back["face"], back["hint"]) == ("13A", -1, "48A")
    assert "48A" not in [one["id"] for one in view["pieces"]]
    quiet.mouse.move(*player.xy(MTSENSK)[:2])
    card = quiet.locator(".card[aria-hidden=true]")
    expect(card.locator("p")).to_have_text(["Soviet, face down; 48th Army", re.compile("^13th Army, attack 3")])
    player.click(MTSENSK)
    expect(quiet.get_by_role("button", name="Soviet, face down; 48th Army")).to_be_visible()


def test_soviet_offensive_supply_is_placed_and_shown(quiet: Page, table: Tabletop) -> None:
    """With marker A on the map the overlay lights up all that is four hexes from it, and no more."""
    player = seated(quiet, table, "Soviet")
    until(player, "depot")
    player.do(f"at {TAMBOV}")
    expect(quiet.locator("[role=log]")).to_contain_text(f"Offensive supply A is placed in {TAMBOV}")
    quiet.click("nav >> text=Overlays")
    quiet.locator("section[aria-label=Overlays]").get_by_role("button", name="Offensive supply").click()
    expect(quiet.locator("section[aria-label=Overlays] li")).to_contain_text(
        "Soviet attacks from here have offensive supply BD 7.10a"
    )
    for place in (TAMBOV, "2001", "2009", "1605", "2405"):
        assert lit(player, place), f"{place} is within four hexes"
    for place in ("2000", "2010", "1505", "2505"):
        assert not lit(player, place), f"{place} is five hexes away"


def lit(player: Player, place: str) -> bool:
    """Whether the overlay is drawn over a hex, once the hex is in sight."""
    player.xy(place)
    player.page.wait_for_timeout(300)  # what comes into sight is drawn when the board rests
    spot = player.places[place]
    return bool(player.page.locator(".area[fill='url(#tone-soviet)']").evaluate(COVERS, [spot["x"], spot["y"]]))
