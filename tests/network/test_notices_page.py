"""Notices in the page: the settings, the bell, push messages, the page as an app, and the way out of the letters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import time

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import func, select, update

from network.conftest import Visit
from network.http_sink import HttpSink
from network.real_site import RealPerson, RealSite
from network.test_push import Browser
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.network.matches import rules_of
from ostfront.network.tables import subscriptions, turns
from ostfront.network.terms import Terms
from ostfront.network.unsubscribing import unsubscribe_token
from ostfront.server.local_client import actions_of

STARTS = Game.started(rules_of(Terms("victory-denied")), Seeded.of("who begins")).state.pending[0].seat
# a browser without its push service: it is given the keys of a subscription that the test can read
SUBSCRIBED = """
const given = %s;
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
let made = localStorage.getItem('test.subscribed') ? true : false;
const subscription = (key) => ({
  endpoint: given.endpoint,
  options: { applicationServerKey: key },
  getKey: (name) => bytes(given[name]).buffer,
  unsubscribe: async () => { made = false; localStorage.removeItem('test.subscribed'); return true; },
});
PushManager.prototype.getSubscription = async () => (made ? subscription(null) : null);
PushManager.prototype.subscribe = async (options) => {
  made = true;
  localStorage.setItem('test.subscribed', options.applicationServerKey);
  return subscription(null);
};
Notification.requestPermission = async () => 'granted';
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    """A site whose webhooks and push messages reach the loopback address."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("OSTFRONT_WEBHOOKS_LOCAL", "true")
        changed.setenv("OSTFRONT_PUSH_CONTACT", "mailto:site@play.example")
        with RealSite(tmp_path_factory.mktemp("notices"), page=True) as site:
            yield site


@pytest.fixture
def sink() -> Iterator[HttpSink]:
    with HttpSink() as sink:
        yield sink


def match(site: RealSite, first: RealPerson, second: RealPerson) -> str:
    """A match in which one of the two is awaited first."""
    return site.match(*([first, second] if STARTS == 0 else [second, first]))


def settings(visit: Visit, person: RealPerson, *, phone: bool = False) -> Page:
    page = visit("#/account", person, phone=phone)
    page.get_by_role("heading", name="Notifications", exact=True).wait_for()
    page.get_by_role("heading", name="Webhooks").wait_for()
    return page


def test_wishes_are_kept(site: RealSite, visit: Visit) -> None:
    anna = site.member("Anna")
    page = settings(visit, anna)
    expect(page.get_by_label("By mail: After a while")).to_be_checked()
    page.get_by_label("By mail: Once a day").check()
    page.get_by_label("The daily letter comes at").fill("06:30")
    with page.expect_response(lambda answer: '"chat":false' in (answer.request.post_data or "")):
        page.get_by_label("Tell me when somebody writes").uncheck()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    with anna.client() as client:
        kept = client.get("/api/notices/settings").json()
    offset = page.evaluate("new Date().getTimezoneOffset()")
    assert (kept["mail"], kept["digest_at"], kept["chat"]) == ("digest", (390 + offset) % 1440, False)
    page.reload()
    expect(page.get_by_label("The daily letter comes at")).to_have_value("06:30")


def test_a_phone_shows_all_of_it(site: RealSite, visit: Visit) -> None:
    petra = site.member("Petra")
    with petra.client() as client:
        hook = {"kind": "json", "url": "http://127.0.0.1:9/a-long-address"}
        assert client.post("/api/notices/webhooks", json=hook).status_code == 200
    page = settings(visit, petra, phone=True)
    page.get_by_label("Once a day").check()
    page.get_by_role("button", name="Remove").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_webhook_is_added_tried_and_removed(site: RealSite, visit: Visit, sink: HttpSink) -> None:
    page = settings(visit, site.member("Boris"))
    page.get_by_label("Kind").select_option("json")
    page.get_by_label("Address", exact=True).fill(f"{sink.url}/secret-part")
    page.get_by_role("button", name="Add", exact=True).click()
    hooks = page.get_by_role("region", name="Webhooks")
    hooks.get_by_role("button", name="Send a test").click()
    expect(hooks.get_by_role("status")).to_have_text("It works.")
    assert json.loads(sink.posted[0].body)["kind"] == "test"
    sink.answers += [500]
    hooks.get_by_role("button", name="Send a test").click()
    expect(hooks.get_by_role("alert")).to_have_text("127.0.0.1 answers 500.")
    hooks.get_by_role("button", name="Remove").click()
    expect(hooks.get_by_role("button", name="Send a test")).to_have_count(0)


def test_this_browser_takes_push_messages(site: RealSite, visit: Visit, sink: HttpSink) -> None:
    browser = Browser(f"{sink.url}/push")
    page = visit("", site.member("Carla"))
    page.context.add_init_script(SUBSCRIBED % json.dumps(browser.request))
    page.goto(f"{site.address}/#/account")
    page.reload()
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("region", name="Notifications in browsers").get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("A test is on its way.")).to_be_visible()
    assert browser.read(sink.posted[0])["title"] == "A test"
    page.reload()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert count_subscriptions(site) == 1
    page.locator("summary", has_text="Carla").click()
    page.get_by_role("button", name="Log out", exact=True).first.click()
    page.get_by_role("link", name="Register").wait_for()
    assert count_subscriptions(site) == 0 and page.evaluate("localStorage.getItem('test.subscribed')") is None


def count_subscriptions(site: RealSite) -> int:
    with closing(site.library()) as library, library.store.reader.begin() as base:
        return int(base.execute(select(func.count()).select_from(subscriptions)).scalar_one())


def test_the_service_worker_shows_a_push_message_and_leads_to_its_game(site: RealSite, visit: Visit) -> None:
    anna, boris = site.member("Dana"), site.member("Emil")
    game = match(site, anna, boris)
    page = visit("#/", anna)
    page.context.grant_permissions(["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    page.wait_for_timeout(100)
    message = {"title": "Your turn: A Victory Denied", "body": "against Emil", "url": f"/#/game/{game}", "tag": game}
    cdp.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": found[0], "data": json.dumps(message)},
    )
    shown = """async () => {
      const worker = await navigator.serviceWorker.ready;
      for (let n = 0; n < 200 && (await worker.getNotifications()).length === 0; n++)
        await new Promise((done) => setTimeout(done, 50));
      return (await worker.getNotifications()).map((one) => one.title);
    }"""
    assert page.evaluate(shown) == [message["title"]]
    worker = page.context.service_workers[0]
    worker.evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        }"""
    )
    page.wait_for_url(f"**/#/game/{game}")
    page.locator(".board, svg").first.wait_for()


def test_the_page_can_be_installed(site: RealSite, visit: Visit) -> None:
    page = visit("#/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    cdp = page.context.new_cdp_session(page)
    found = cdp.send("Page.getAppManifest")
    assert found["url"] == f"{site.address}/manifest.webmanifest" and not found["errors"]
    assert json.loads(found["data"])["display"] == "standalone"
    # each test has a private window, in which nothing is installed
    errors = {one["errorId"] for one in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}
    assert page.evaluate("caches.keys()") == []


def test_the_bell_tells_which_games_wait(site: RealSite, visit: Visit) -> None:
    frida, gustav = site.member("Frida"), site.member("Gustav")
    first = match(site, frida, gustav)
    page = visit("#/", frida)
    bell = page.get_by_label("1 game waits for you")
    bell.wait_for()
    page.wait_for_function("document.title.startsWith('(1) ')")
    assert page.locator("link[rel=icon]").get_attribute("href") == "./icon-dot.svg"
    bell.click()
    page.get_by_role("link", name="A Victory Denied against Gustav").click()
    page.wait_for_url(f"**/#/game/{first}")
    page.get_by_label("No game waits for you").wait_for()  # but this one, at which she looks
    page.wait_for_function("!document.title.startsWith('(')")
    second = match(site, frida, gustav)
    page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    page.get_by_label("1 game waits for you").click()
    page.get_by_role("link", name="A Victory Denied against Gustav").click()
    page.wait_for_url(f"**/#/game/{second}")
    assert visit("#/").locator(".bell").count() == 0


def test_the_link_in_a_letter_asks_before_it_ends_them(site: RealSite, visit: Visit) -> None:
    hanna = site.member("Hanna")
    with closing(site.library()) as library:
        token = unsubscribe_token(library.store, hanna.account.id)
    page = visit(f"unsubscribe/{token}")
    page.get_by_role("heading", name="No more letters about your games?").wait_for()
    with hanna.client() as client:
        assert client.get("/api/notices/settings").json()["mail"] == "later"
        page.get_by_role("button", name="No more letters").click()
        page.get_by_text("You get no more letters about your games.").wait_for()
        assert client.get("/api/notices/settings").json()["mail"] == "never"


def test_what_happened_since_is_offered_on_another_device(site: RealSite, visit: Visit) -> None:
    """The site knows how far a player had seen the game; the browser is a new one."""
    ida, jan = site.member("Ida"), site.member("Jan")
    game = match(site, ida, jan)
    with closing(site.library()) as library:
        moment = library.live_game(game).moment
        with library.store.writing() as base:
            here = (turns.c.game == game, turns.c.account == ida.account.id)
            base.execute(update(turns).where(*here).values(visited=time(), seen=moment))
    for person in (ida, jan):
        play_on(person, game)
    page = visit(f"#/game/{game}", ida)
    page.get_by_role("button", name="What happened?").wait_for()


def play_on(person: RealPerson, game: str) -> None:
    """Play until somebody else is awaited."""
    with person.client() as client:
        token = next(seat["token"] for seat in client.get(f"/api/games/{game}").json()["seats"] if seat["token"])
        headers = {"Seat-Token": token}
        while (view := client.get(f"/api/games/{game}/view", headers=headers).json())["asked"]:
            draft = {"after": view["draft"]["after"], "actions": [*view["draft"]["actions"], actions_of(view)[0]]}
            assert client.put(f"/api/games/{game}/draft", json=draft, headers=headers).status_code == 200


@pytest.mark.parametrize("name", ["icon-192.png", "icon-512.png", "icon-maskable-512.png"])
def test_the_icons_are_made_from_the_drawing(name: str) -> None:
    import page_icons

    assert (Path(page_icons.FOLDER) / name).read_bytes() == page_icons.icon(*page_icons.SIZES[name])
