"""The frame of a site's pages, and the board in it."""

from __future__ import annotations

from network.conftest import Visit
from network.real_site import RealSite


def test_the_site_greets_whoever_is_logged_in(site: RealSite, visit: Visit) -> None:
    dora = site.member("Dora")
    visit("#/", dora).get_by_text("Dora").wait_for()
    visit("#/nowhere").get_by_text("There is no such page").wait_for()


def test_a_match_is_played_at_the_board(site: RealSite, visit: Visit) -> None:
    emil, frida = site.member("Emil"), site.member("Frida", "guest")
    game = site.match(emil, frida)
    visit(f"#/game/{game}", emil).locator(".board, svg").first.wait_for()
    visit(f"#/game/{game}", frida, phone=True).locator(".board, svg").first.wait_for()
