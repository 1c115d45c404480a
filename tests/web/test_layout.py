"""What is asked stays in sight on every screen: nothing lies over the prompt, its hint or the buttons of a battle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from web.conftest import TAUGHT, WATCH
from web.player import Player, Tabletop
from web.test_planning import PLANNER, at_an_attack

GAMES = ("victory-denied", "barbarossa-deluxe")
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
# whether a click in the middle of it would reach it
HIT = """node => {
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const found = document.elementFromPoint(x, y);
  return found !== null && (node.contains(found) || found.contains(node));
}"""


@pytest.fixture(params=SIZES)
def screen(request: pytest.FixtureRequest, browser: Browser, table: Tabletop) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.add_init_script(WATCH + TAUGHT)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{table.address}/open?key={table.key}")
    yield page
    context.close()


def reached(*found: Locator) -> None:
    for one in found:
        expect(one).to_be_visible()
        assert one.evaluate(HIT), f"{one} is covered"


def apart(one: Locator, other: Locator) -> None:
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    below = a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
    assert beside or below, f"{a} lies over {b}"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_what_is_asked(screen: Page, table: Tabletop, game: str) -> None:
    player = Player(screen, table, table.new_game(game=game))
    view = at_an_attack(player)
    dock = screen.locator(".dock")
    attacks = screen.get_by_role("region", name="Attacks")
    menu = screen.get_by_role("navigation").get_by_role("button")
    reached(*(one for one in menu.all() if one.is_visible()))

    # the prompt and the list of attacks
    apart(dock, attacks)
    reached(*screen.locator(".verbs button").all())
    # with a hint: the sentence and its button
    screen.keyboard.press("i")
    heed = screen.locator(".counsel").get_by_role("button", name="Do it")
    reached(screen.locator(".advice"), heed)
    apart(dock, attacks)

    # the planner, with the hint and without
    unfold = attacks.get_by_role("button", name="Show the list of attacks")
    if unfold.count():
        unfold.click()
    row = screen.locator(f"[data-attack='{view['asked'][0]['planner']['targets'][0]['place']}']")
    row.click()
    planner = screen.locator(PLANNER)
    button = planner.locator("button.main")
    reached(button, heed)
    apart(dock, planner)
    screen.locator(".counsel").get_by_role("button", name="Close").click()
    reached(button, *screen.locator(".verbs button").all())
    apart(dock, planner)


@pytest.mark.parametrize("game", GAMES)
def test_counters_can_be_read_wherever_the_table_looks(page: Page, table: Tabletop, game: str) -> None:
    """At the opening, and after a hint about places that lie far apart."""
    player = Player(page, table, table.new_game(game=game))
    at_an_attack(player)

    def size() -> float:
        box = page.locator(".piece .counter").first.bounding_box()
        assert box
        return box["width"]

    assert size() >= 36
    targets = player.view()["asked"][0]["planner"]["targets"]
    page.locator("[data-attack]").first.wait_for()
    page.get_by_role("button", name="Attack", exact=False).first.click()  # all targets, from end to end of the front
    page.wait_for_timeout(400)
    assert len(targets) > 1 and size() >= 36
