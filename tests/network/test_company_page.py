"""The company at the board in browsers: two who play, one of them with a phone, and one who watches."""

from __future__ import annotations

import re
from random import Random

import httpx
from playwright.sync_api import Browser, Page, expect

from network.conftest import Visit
from network.real_site import RealPerson, RealSite
from ostfront.server.local_client import actions_of


class Player:
    """Somebody who plays without a browser."""

    def __init__(self, person: RealPerson, game: str) -> None:
        self.client = person.client()
        self.path = f"/api/games/{game}"
        seats = self.client.get(self.path).json()["seats"]
        self.headers = {"seat-token": next(seat["token"] for seat in seats if seat["token"])}

    def ask(self, method: str, path: str, data: object = None) -> httpx.Response:
        return self.client.request(method, f"{self.path}/{path}", json=data, headers=self.headers)

    def play(self, random: Random) -> bool:
        view = self.ask("GET", "view").json()
        if not view["asked"]:
            return False
        given = [*view["draft"]["actions"], random.choice(actions_of(view))]
        assert self.ask("PUT", "draft", {"after": view["draft"]["after"], "actions": given}).status_code == 200
        return True

    def waits(self) -> bool:
        view = self.ask("GET", "view").json()
        return not view["asked"] and not view["draft"]["actions"]


def begun(
    site: RealSite, names: tuple[str, str], actions: int, **terms: object
) -> tuple[str, RealPerson, RealPerson]:
    """A match in which the first player has acted, and waits for the second."""
    one, two = (site.member(name) for name in names)
    game = site.match(one, two, **terms)
    players, random = [Player(one, game), Player(two, game)], Random(7)
    count = 0
    while count < actions or not players[0].waits():
        assert any(player.play(random) for player in players)
        count += 1
    return game, one, two


def players_of(page: Page) -> None:
    page.get_by_role("button", name="Players").click()


def test_they_see_each_other_talk_and_agree_on_a_takeback(site: RealSite, visit: Visit) -> None:
    game, gerda, hugo = begun(site, ("Gerda", "Hugo"), 60, clock="bank", seconds=3 * 86400, watch="public")
    desk = visit(f"#/game/{game}", gerda)
    phone = visit(f"#/game/{game}", hugo, phone=True)
    for page in (desk, phone):
        players_of(page)
        rows = page.get_by_role("list", name="Players").get_by_role("listitem")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("Hugo")
        expect(rows.nth(1)).to_contain_text("Here now")
        expect(page.get_by_label("Clock of Soviet")).to_contain_text("2 d 23 h")
    desk.get_by_role("textbox", name="Message").fill("Oh no, that was the wrong hex. <b>Please?</b>")
    desk.keyboard.press("Enter")
    expect(phone.get_by_role("list", name="Messages")).to_contain_text("wrong hex. <b>Please?</b>")
    phone.get_by_role("region", name="Players and chat").get_by_role("button", name="Close").click()

    desk.get_by_role("button", name="Propose a takeback").click()
    proposal = phone.get_by_role("region", name="Proposal")
    expect(proposal).to_contain_text("The German player proposes to go back to an earlier moment")
    proposal.get_by_role("button", name="Agree").click()
    expect(desk.get_by_role("region", name="Proposal")).to_have_count(0)
    desk.get_by_role("region", name="Players and chat").get_by_role("button", name="Close").click()
    expect(desk.get_by_role("log")).to_contain_text("as agreed by Soviet")
    expect(desk.get_by_role("button", name="Hint")).to_be_visible()

    desk.get_by_role("button", name="Players").click()
    desk.get_by_role("button", name="Offer a draw").click()
    expect(desk.get_by_role("region", name="Proposal")).to_contain_text("Waiting for the Soviet player")
    phone.get_by_role("region", name="Proposal").get_by_role("button", name="Decline").click()
    expect(desk.get_by_role("region", name="Players and chat")).to_contain_text("Your offer of a draw was declined")


def test_a_proposal_can_be_answered_while_the_players_are_shown(site: RealSite, visit: Visit) -> None:
    game, alma, bert = begun(site, ("Alma", "Bert"), 5)
    phone = visit(f"#/game/{game}", bert, phone=True)
    players_of(phone)
    assert Player(alma, game).ask("POST", "proposals", {"kind": "draw", "target": None}).status_code == 200
    drawer = phone.get_by_role("region", name="Players and chat")
    expect(drawer).to_contain_text("The German player offers a draw")
    drawer.get_by_role("button", name="Decline").click()
    expect(phone.get_by_role("region", name="Proposal")).to_have_count(0)


def test_on_a_phone_the_bar_has_everything_in_sight(site: RealSite, visit: Visit) -> None:
    game, _, cora = begun(site, ("Axel", "Cora"), 5, clock="move", seconds=20 * 86400, game="barbarossa-deluxe")
    phone = visit(f"#/game/{game}", cora, phone=True)
    expect(phone.get_by_role("button", name="Players")).to_contain_text("19 d 23 h")
    for name in ("Players", "Overlays", "Rules", "Table", "Help", "Log"):
        expect(phone.get_by_role("button", name=name, exact=name != "Players")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".bell")).to_be_in_viewport(ratio=1)


def test_a_connection_that_is_lost_and_comes_back_leaves_no_complaint(site: RealSite, browser: Browser) -> None:
    game, dirk, _ = begun(site, ("Dirk", "Elsa"), 5)
    context = browser.new_context(reduced_motion="reduce")
    dirk.browse(context)
    page = context.new_page()  # the browser itself complains of a connection that is lost
    page.goto(f"{site.address}/#/game/{game}")
    players_of(page)
    message = page.get_by_role("textbox", name="Message")
    message.fill("Are you there?")
    context.set_offline(True)
    page.keyboard.press("Enter")
    drawer = page.get_by_role("region", name="Players and chat")
    expect(drawer.get_by_role("alert")).to_contain_text("No connection to the server")
    prompt = page.get_by_role("region", name="Current decision")
    expect(prompt.get_by_role("alert")).to_contain_text("Trying again", timeout=60_000)
    context.set_offline(False)
    expect(prompt.get_by_role("alert")).to_have_count(0, timeout=60_000)
    expect(drawer.get_by_role("alert")).to_have_count(0)
    expect(message).to_have_value("Are you there?")
    context.close()


def test_whoever_is_logged_out_elsewhere_logs_in_and_plays_on(site: RealSite, visit: Visit) -> None:
    game, fred, gina = begun(site, ("Fred", "Gina"), 5)
    page = visit(f"#/game/{game}", fred, refused=True)
    expect(page.get_by_text("Waiting for the Soviet player").first).to_be_visible()
    with fred.client() as client:
        assert client.post("/api/logout", json={}).status_code == 200
    assert Player(gina, game).ask("POST", "chat", {"text": "Are you there?"}).status_code == 200
    prompt = page.get_by_role("region", name="Current decision")
    expect(prompt.get_by_role("alert")).to_contain_text("not logged in as this player")
    prompt.get_by_role("link", name="Log in").click()
    page.get_by_label("E-mail").wait_for()
    page.go_back()
    banner = page.get_by_role("region", name="Watching")
    expect(banner.get_by_role("link", name="log in")).to_be_visible()


def test_a_badge_counts_what_was_not_read(site: RealSite, visit: Visit) -> None:
    game, ida, jan = begun(site, ("Ida", "Jan"), 5)
    page = visit(f"#/game/{game}", jan, phone=True)
    players = page.get_by_role("button", name="Players")
    expect(players).to_be_visible()
    for text in ("One", "Two"):
        assert Player(ida, game).ask("POST", "chat", {"text": text}).status_code == 200
    expect(players.get_by_label("2 unread")).to_be_visible()
    players.click()
    expect(page.get_by_role("list", name="Messages")).to_contain_text("Two")
    expect(players.get_by_label("unread")).to_have_count(0)


def test_a_game_is_called_off_at_the_board(site: RealSite, visit: Visit) -> None:
    nina, otto = site.member("Nina"), site.member("Otto")
    game = site.match(nina, otto, rated=True)
    waits = visit(f"#/game/{game}", otto)
    page = visit(f"#/game/{game}", nina, phone=True)
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("button", name="Call the game off")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    players_of(page)
    drawer = page.get_by_role("region", name="Players and chat")
    drawer.get_by_role("button", name="Call the game off").dblclick()  # in haste: nothing is called off
    expect(drawer.get_by_role("status")).to_contain_text("counts for nothing")
    drawer.get_by_role("button", name="Play on").click()
    drawer.get_by_role("button", name="Call the game off").click()
    drawer.get_by_role("button", name="Yes, call it off").click()
    for here in (page, waits):
        end = here.get_by_role("dialog")
        expect(end.get_by_role("heading", name="Called off")).to_be_visible()
        expect(end).to_contain_text("The German player calls the game off; it counts for nothing.")
        expect(end.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()
    home = visit("#/", otto)
    row = home.get_by_role("listitem").filter(has_text="calls the game off")
    expect(row.get_by_text("called off", exact=True)).to_be_visible()
    expect(row.get_by_text("rated", exact=True)).to_have_count(0)
    profile = visit("#/people/Nina")
    expect(profile.get_by_role("listitem").filter(has_text="Otto")).to_contain_text("called off")


def test_a_stranger_watches_and_sees_why(site: RealSite, visit: Visit) -> None:
    game, karl, _ = begun(site, ("Karl", "Lena"), 80, watch="public")
    page = visit(f"#/game/{game}")
    banner = page.get_by_role("region", name="Watching")
    expect(banner).to_contain_text("You see what all players may see")
    for hidden in ("Overlays", "Notes", "Hint", "What if …", "Undo"):
        expect(page.get_by_role("button", name=hidden)).to_have_count(0)
    page.get_by_role("button", name="History").click()
    page.get_by_role("button", name="Earlier").click()
    expect(page.get_by_text("A look back")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    assert Player(karl, game).ask("POST", "concede", {}).status_code == 200
    expect(page.get_by_text("The German player concedes.").first).to_be_visible()
    page.get_by_role("button", name="Look at the board").click()
    expect(banner).to_contain_text("The game is over: everything is shown")
    page.get_by_label("Seen by").select_option("Soviet")
    expect(page.get_by_label("Seen by")).to_have_value("Soviet")


def test_who_may_not_watch_is_told_so(site: RealSite, browser: Browser) -> None:
    game, *_ = begun(site, ("Max", "Nora"), 5, watch="after")
    page = browser.new_page()  # the browser itself complains of what it is refused
    page.goto(f"{site.address}/#/game/{game}")
    expect(page.get_by_role("alert")).to_contain_text("once it is over")
    page.close()


def test_orders_are_given_while_waiting_and_where_a_window_asks(site: RealSite, visit: Visit) -> None:
    game, olga, paul = begun(site, ("Olga", "Paul"), 10)
    players, random = [Player(olga, game), Player(paul, game)], Random(3)
    page = visit(f"#/game/{game}", olga)
    expect(page.get_by_text("Waiting for the Soviet player").first).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).click()
    window = page.locator(".order").first
    window.get_by_role("combobox").first.select_option("pass")
    expect(window.get_by_label("this phase only")).to_be_visible()
    assert [order["answer"] for order in players[0].ask("GET", "view").json()["orders"]] == ["pass"]
    window.get_by_role("combobox").first.select_option("Ask me")
    expect(window.get_by_label("this phase only")).to_have_count(0)
    page.goto(f"{site.address}/#/")  # nobody else is to answer for this seat
    for _ in range(600):
        asked = players[0].ask("GET", "view").json()["asked"]
        if any(found["window"] for found in asked):
            break
        assert any(player.play(random) for player in players)
    phone = visit(f"#/game/{game}", olga, phone=True)
    phone.get_by_role("button", name="for the rest of this phase").click()
    expect(phone.get_by_role("button", name="for the rest of this phase")).to_have_count(0)
    orders = players[0].ask("GET", "view").json()["orders"]
    assert [(order["window"], order["this_phase"]) for order in orders] == [(asked[0]["kind"], True)]


def test_somebody_goes_on_vacation_and_comes_back(site: RealSite, visit: Visit) -> None:
    game, rosa, sven = begun(site, ("Rosa", "Sven"), 5, clock="move", seconds=86400)
    board = visit(f"#/game/{game}", rosa)
    players_of(board)
    page = visit("#/vacation", sven, phone=True)
    page.get_by_label("Days").fill("5")
    page.get_by_role("button", name="Go on vacation now").click()
    expect(page.get_by_text("You have 25 of 30 days left")).to_be_visible()
    row = board.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
    expect(row).to_contain_text("On vacation until")
    expect(board.get_by_label("Clock of Soviet")).to_contain_text(re.compile("23 h|1 d"))
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_role("button", name="Go on vacation now")).to_be_visible()
    expect(row).not_to_contain_text("On vacation until")


def rolled(player: Player) -> bool:
    """Whether blocks have fired, as the log has it: "The Soviets roll 4 dice: 1 hit."."""
    return re.search(r"rolls? \d+ (die|dice): ", player.ask("GET", "log").text) is not None


def test_after_the_end_all_are_told_how_the_dice_fell(site: RealSite, visit: Visit) -> None:
    people = site.member("Uta"), site.member("Viktor")
    game = site.match(*people, game="kiev-41", scenario="southern-struggle", watch="public")
    players, random = [Player(person, game) for person in people], Random(7)
    while not rolled(players[0]):
        assert any(player.play(random) for player in players)
    assert players[0].ask("POST", "concede", {}).status_code == 200
    words = re.compile(r"[+−]?[0-9.]+ over [0-9]+ roll")
    end = visit(f"#/game/{game}").get_by_role("dialog")
    expect(end).to_contain_text(re.compile(r"Axis [+−]?[0-9.]+, Soviet [+−]?[0-9.]+, over [0-9]+ roll"))
    profile = visit("#/people/Uta")
    expect(profile.get_by_text("Luck with the dice")).to_contain_text(words)
    expect(profile.get_by_role("listitem").filter(has_text="Viktor")).to_contain_text(words)
    statistics = visit("#/statistics")
    expect(statistics.get_by_role("row", name="axis").first).to_contain_text("a roll")
    expect(statistics.get_by_text("0 is what dice give in the long run")).to_be_visible()
