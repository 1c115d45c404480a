"""A site where something is going on: people, games, challenges, results. Made in its folder before it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import time

from network.mail_sink import MailSink
from network.offers import made
from network.playing import play, play_past_drafts, seats_of
from network.real_site import RealPerson, RealSite
from network.site_client import SiteClient
from network.test_push import Browser
from network.told import CONTACT, match
from ostfront.network.unsubscribing import unsubscribe_token

CONFIG = """
name = "The Eastern Front Club"
push_contact = "{contact}"
webhooks_local = true
[mail]
server = "127.0.0.1"
port = {port}
security = "none"
sender = "site@play.example"
[passwords]
memory = 1
rounds = 1
"""
DAY = 86400


@dataclass
class Furnished:
    """A site that is open, who is there, and where to look."""

    site: RealSite
    people: dict[str, RealPerson]
    game: str  # of Anna and Boris, with chat and an offer; anybody may watch it
    over: str  # a rated one of the two
    link: str  # to a challenge of Anna's
    mine: str  # to the same, as she sees it
    unsubscribe: str

    def __getitem__(self, name: str) -> RealPerson:
        return self.people[name]


@contextmanager
def furnished_site(folder: Path) -> Iterator[Furnished]:
    """Open a site in which all pages have something to show."""
    with MailSink() as sink:
        config = folder / "ostfront.toml"
        config.write_text(CONFIG.format(port=sink.port, contact=CONTACT))
        site = RealSite(folder, "--config", str(config), page=True)
        with SiteClient(folder, push_contact=CONTACT, webhooks_local=True) as client:
            found = _furnish(client, site)
        with site:
            yield found


def _furnish(client: SiteClient, site: RealSite) -> Furnished:
    people = {name: client.member(name) for name in ("Anna", "Boris", "Carla", "Dora", "Emil", "Frida")}
    people["Gustav"] = client.member("Gustav", "guest")
    anna, boris, carla, dora, emil, frida, gustav = people.values()

    over = [client.match(*pair, rated=True) for pair in ((anna, boris), (boris, anna)) * 3]
    over += [client.match(carla, anna, game="kiev-41", rated=True)]
    for n, game in enumerate(over):
        loser = carla if n == 6 else boris if n % 3 else anna
        loser.told("POST", f"/api/games/{game}/concede", token=loser.seat(game))

    random = Random(7)
    seats = seats_of(client, [anna, boris], clock="bank", seconds=20 * DAY, watch="public")
    play(seats, random, 60)
    play_past_drafts(seats, random)
    seats[0].told("POST", "chat", {"text": "Well played. I did not see that coming."})
    seats[1].told("POST", "chat", {"text": "The road to Smolensk is long."})
    seats[1].propose("draw")
    for name, pair, terms in (
        ("barbarossa-1941", (frida, anna), {}),
        ("victory-awaits", (anna, frida), {"rated": True}),
        ("barbarossa-deluxe", (dora, frida), {"watch": "public"}),
        ("kiev-41", (gustav, frida), {"watch": "after"}),
    ):
        play(seats_of(client, pair, game=name, **terms), random, 8)
    match(client, anna, dora, game="kiev-41", clock="move", seconds=3 * DAY)  # in which Anna is awaited
    anna.told("POST", "/api/lessons", {"game": "kiev-41"})
    anna.told("POST", f"/api/games/{seats[0].game}/whatif", {"moment": seats[0].view["checkpoint"]}, seats[0].token)

    link = made(anna, "link", seat="Soviet", scenario="smolensk", clock="move", seconds=DAY)
    made(dora, "open", game="barbarossa-1941", choosing="other", seat="", rated=True, clock="bank", seconds=30 * DAY)
    made(frida, "open", game="kiev-41", choosing="random", seat="")
    made(carla, "member", name="Anna", seat="German", watch="nobody")
    made(boris, "member", name="Anna", choosing="other", seat="", rated=True)
    anna.told("POST", "/api/account/blocks", {"name": "Emil"})
    anna.told("POST", "/api/notices/webhooks", {"kind": "json", "url": "http://127.0.0.1:9/a-long-address"})
    anna.told("POST", "/api/notices/push", Browser("http://127.0.0.1:9/push").request)
    boris.told("PUT", "/api/vacation", {"days": 5})
    emil.told("POST", "/api/reports", {"name": "Anna", "text": "She wins too often."})
    client.site.announcements.add("The club meets online on Sunday at eight.", time(), time() + DAY)
    _, key = link["link"].rsplit("/", 1)
    return Furnished(
        site,
        {name: RealPerson(site, one.account, one.session) for name, one in people.items()},
        seats[0].game,
        over[0],
        f"#/challenge/{link['challenge']['id']}/{key}",
        f"#/challenge/{link['challenge']['id']}",
        unsubscribe_token(client.site.store, anna.account.id),
    )
