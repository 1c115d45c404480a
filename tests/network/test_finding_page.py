"""The pages by which people find each other: a game is offered, accepted and played in browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

import ostfront
from network.conftest import Visit
from network.real_site import RealPerson, RealSite
from ostfront.core.files import record


@pytest.fixture
def anna(site: RealSite) -> RealPerson:
    return member(site, "Anna")


KNOWN: dict[tuple[str, str], RealPerson] = {}


def member(site: RealSite, name: str) -> RealPerson:
    """The same person in all tests of this file: the site is theirs too."""
    key = (site.address, name)
    if key not in KNOWN:
        KNOWN[key] = site.member(name)
    return KNOWN[key]


@pytest.fixture(autouse=True)
def nothing_open(site: RealSite) -> Iterator[None]:
    """What a test has offered is withdrawn."""
    yield
    for (address, _), person in KNOWN.items():
        if address == site.address:
            with closing(person.client()) as client:
                for one in client.get("/api/home").json()["sent"]:
                    client.post(f"/api/challenges/{one['id']}/withdraw", json={})


def at_the_board(page: Page) -> None:
    page.wait_for_url(re.compile(r"#/game/\w+$"))
    page.locator(".board, svg").first.wait_for()


def concede(person: RealPerson, game: str) -> None:
    with closing(person.client()) as client:
        seats = client.get(f"/api/games/{game}").json()["seats"]
        token = next(seat["token"] for seat in seats if seat["token"])
        client.post(f"/api/games/{game}/concede", json={}, headers={"seat-token": token}).raise_for_status()


def test_a_friend_comes_by_a_link_with_a_phone(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    page = visit("#/new", anna)
    page.get_by_label("You play").select_option("Soviet")
    page.get_by_label("Clock").select_option("move")
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_role("img", name="QR code of the link").wait_for()
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.startswith(f"{site.address}/#/challenge/")
    phone = visit(link.removeprefix(f"{site.address}/"), phone=True)
    phone.get_by_text("Anna wants to play").wait_for()
    expect(phone.get_by_text("3 days a move")).to_be_visible()
    phone.get_by_label("Your name, for the others").fill("Gustav")
    phone.get_by_role("button", name="Play").click()
    at_the_board(phone)
    page.get_by_role("link", name="To the game").click()
    at_the_board(page)
    late = visit(link.removeprefix(f"{site.address}/"))
    late.get_by_text("has been accepted").wait_for()


def test_whoever_accepts_an_open_challenge_plays(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    page = visit("#/new", anna)
    page.get_by_label("Kiev").first.check(force=True)
    page.get_by_label("Anybody").check(force=True)
    page.get_by_label("You play").select_option("other")
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_text("Whoever accepts it first plays").wait_for()
    other = visit("#/", member(site, "Boris"))
    other.get_by_role("link", name="Choose a side").click()
    other.get_by_label("Your side").select_option("Soviet")
    other.get_by_role("button", name="Play").click()
    at_the_board(other)
    page.goto(f"{site.address}/#/")
    page.get_by_text(re.compile("Soviet: Boris")).first.wait_for()


def test_a_member_is_challenged_from_his_profile(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    boris = member(site, "Boris")
    page = visit("#/people", anna)
    page.get_by_label("A name, or how it begins").fill("Bor")
    page.get_by_role("link", name="Boris").click()
    page.get_by_role("link", name="Challenge").click()
    expect(page.get_by_label("Who", exact=True)).to_have_value("Boris")
    page.get_by_role("button", name="Offer this game").click()
    page.get_by_text("Boris can accept or decline it").wait_for()
    other = visit("#/", boris, phone=True)
    other.get_by_role("button", name="Accept").click()
    at_the_board(other)


def test_against_the_computer_and_in_a_guided_game_one_plays_at_once(visit: Visit, anna: RealPerson) -> None:
    page = visit("#/new", anna)
    page.get_by_label("The computer").check(force=True)
    page.get_by_role("button", name="Start").click()
    at_the_board(page)
    page.goto(page.url.partition("#")[0] + "#/new")
    page.get_by_role("button", name=re.compile("Learn by playing")).click()
    at_the_board(page)
    page.goto(page.url.partition("#")[0] + "#/")
    page.reload()  # the board that was open waits for changes no more
    page.get_by_role("heading", name="What-if boards and guided games").wait_for()
    page.get_by_role("button", name="Remove this board").first.click()
    expect(page.get_by_role("button", name="Remove this board")).to_have_count(0)


def test_after_the_end_comes_a_rematch(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    boris = member(site, "Boris")
    game = site.match(anna, boris, rated=True)
    concede(anna, game)
    page = visit(f"#/game/{game}", boris)
    page.get_by_role("button", name="Rematch, sides swapped").click()
    page.get_by_text("Your challenge").wait_for()
    other = visit("#/", anna)
    other.get_by_role("button", name="Accept").click()
    at_the_board(other)
    profile = visit("#/people/Boris", anna)
    profile.get_by_role("heading", name="Ratings").wait_for()
    profile.get_by_text("provisional").first.wait_for()
    expect(profile.get_by_text("won").first).to_be_visible()
    with profile.expect_download() as download:
        profile.get_by_role("link", name="Record").first.click()
    assert "secret: " in download.value.path().read_text()
    statistics = visit("#/statistics")
    statistics.get_by_role("heading", name="A Victory Denied").wait_for()
    with statistics.expect_download() as taken:
        statistics.get_by_role("link", name="CSV").click()
    assert taken.value.path().read_text().startswith("game,title,scenario")


def test_whoever_is_not_logged_in_sees_what_this_is(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    game = site.match(anna, member(site, "Boris"))
    page = visit("#/", phone=True)
    page.get_by_role("main").get_by_role("link", name="Log in").wait_for()
    page.get_by_role("heading", name="Open challenges").wait_for()
    page.locator(f"a[href='#/game/{game}']").wait_for()
    watch = visit("#/watch")
    watch.get_by_label("Which game").select_option("victory-denied")
    watch.locator(f"a[href='#/game/{game}']").wait_for()
    visit("#/ratings/all").get_by_text("Nobody has played five rated games yet.").wait_for()


def test_a_private_board_is_tried_out_for_all_sides(site: RealSite, visit: Visit, anna: RealPerson) -> None:
    game = site.match(anna, member(site, "Boris"))
    page = visit(f"#/game/{game}", anna)
    page.get_by_role("button", name="History").click()
    page.get_by_title("Open this moment as a private board with fresh dice").click()
    page.wait_for_function("game => !location.hash.endsWith(game)", arg=game)
    page.get_by_role("link", name="Back to its game").wait_for()
    page.locator(".dock button").first.wait_for()
    visit("#/", anna).get_by_role("heading", name="What-if boards and guided games").wait_for()


def test_a_record_of_ones_own_is_opened_as_a_private_board(visit: Visit, anna: RealPerson) -> None:
    page = visit("#/", anna, refused=True)
    file = page.get_by_label("Open a record or a position")
    file.set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": b"ostfront record 1\ngame: chess\n"})
    expect(page.get_by_role("alert")).to_be_visible()
    text = record.write(ostfront.new("kiev-41", seed=1), full=True)
    file.set_input_files({"name": "kiev.txt", "mimeType": "text/plain", "buffer": text.encode()})
    at_the_board(page)
    page.locator(".dock button").first.wait_for()
    board = page.url.rpartition("/")[2]
    home = visit("#/", anna)
    home.get_by_role("heading", name="What-if boards and guided games").wait_for()
    expect(home.locator(f"a[href='#/game/{board}']")).to_be_visible()
