"""A whole turn over the network in every game: one at a desk, one with a phone, and somebody who looks on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from network.conftest import Visit
from network.real_site import RealPerson, RealSite
from web.player import Json, Player, Tabletop
from web.test_whole import ends, heed

# by how many hints a phase is played before it is ended by its button, if it can be
GAMES = (
    ("kiev-41", "les-preludes", 1), ("victory-denied", "smolensk", 2), ("victory-awaits", "leningrad", 2),
    ("barbarossa-1941", "historical", 2), ("barbarossa-deluxe", "citadel", 2),
)  # fmt: skip
MOST = 400  # decisions of a turn
IN_SHORT = "barbarossa-deluxe"  # the one that `make test` plays


def hands(site: RealSite, visit: Visit, person: RealPerson, game: str, seat: int, *, phone: bool = False) -> Player:
    table = Tabletop(site.address, "", person.client())
    told: Json = table.ask(f"/api/games/{game}")
    player = Player(visit("#/", person, phone=phone), table, told, told["seats"][seat]["seat"])
    player.sit_down()
    return player


@pytest.mark.parametrize(
    ("game", "scenario", "patience"),
    [pytest.param(*one, id=one[0], marks=() if one[0] == IN_SHORT else pytest.mark.soak) for one in GAMES],
)
def test_two_play_a_turn_and_a_third_looks_on(
    site: RealSite, visit: Visit, game: str, scenario: str, patience: int
) -> None:
    desk, phone = site.member(f"Desk of {game}"), site.member(f"Phone of {game}")
    match = site.match(desk, phone, game=game, scenario=scenario)
    players = [hands(site, visit, desk, match, 0), hands(site, visit, phone, match, 1, phone=True)]
    watcher = visit(f"#/game/{match}")
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    heeded, phase, first = 0, "", players[0].view()["turn"]
    for _ in range(MOST):
        views = [player.view() for player in players]
        if views[0]["turn"] > first or views[0]["result"]:
            break
        at = next(n for n, view in enumerate(views) if view["asked"])
        view = players[at].asked()
        if view["phase"] != phase:
            heeded, phase = 0, view["phase"]
        heeded += 1
        if heeded > patience and ends(view):
            players[at].page.locator(".verbs button[data-key=e]").click()
        else:
            heed(players[at].page)
        players[at].changed(view)
    else:
        raise AssertionError(f"the turn did not end: {phase}")
    told = players[0].view()
    for page in (*(player.page for player in players), watcher):
        expect(page.locator("header").first).to_contain_text(told["phase"])
