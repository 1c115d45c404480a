"""A site that tells people of things, and what is in its queue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import time
from typing import Any

from sqlalchemy import select, update

from network.mail_sink import MailSink
from network.site_client import Person, SiteClient
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.network.matches import rules_of
from ostfront.network.tables import notices, turns
from ostfront.network.terms import Terms
from ostfront.server.local_client import actions_of

CONTACT = "mailto:site@play.example"


@contextmanager
def telling_site(folder: Path, **settings: Any) -> Iterator[tuple[SiteClient, MailSink]]:
    """A site with a mail server; webhooks and push reach the loopback address."""
    with MailSink() as mail:
        given = {"mail": mail.settings, "webhooks_local": True, "push_contact": CONTACT, **settings}
        with SiteClient(folder, **given) as client:
            yield client, mail


def match(client: SiteClient, first: Person, second: Person, **terms: Any) -> str:
    """A match in which one of the two is awaited first."""
    starts = Game.started(rules_of(Terms(**{"game": "victory-denied", **terms})), Seeded.of("who begins"))
    people = [first, second]
    return client.match(*(people if starts.state.pending[0].seat == 0 else people[::-1]), **terms)


def deliver(client: SiteClient, *, early: bool = True) -> int:
    """Send all that is due; with `early` what will be due, too. How many times something was claimed."""
    if early:
        with client.site.store.writing() as base:
            base.execute(update(notices).where(notices.c.state == "waiting").values(due=time() - 1))
    count = 0
    while client.site.courier.work_once():
        count += 1
    return count


def look(client: SiteClient, game: str, person: Person) -> None:
    """This person looks at a game now."""
    with client.site.store.writing() as base:
        here = (turns.c.game == game, turns.c.account == person.account.id)
        moment = client.library.live_game(game).moment
        base.execute(update(turns).where(*here).values(visited=time(), seen=moment))


def queue(client: SiteClient) -> list[Any]:
    with client.site.store.reader.begin() as base:
        return list(base.execute(select(notices).order_by(notices.c.id)).all())


def states(client: SiteClient, person: Person, kind: str = "turn") -> list[str]:
    return [row.state for row in queue(client) if row.account == person.account.id and row.kind == kind]


def act(person: Person, game: str, random: Random, *, away: bool = False) -> bool:
    """One action, if this person is asked; with `away` it is no visit, as if standing orders had answered."""
    token, path = person.seat(game), f"/api/games/{game}"
    headers = {"seat-away": "1"} if away else {}
    view = person.ask("GET", f"{path}/view", token=token, headers=headers).json
    if not view["asked"]:
        return False
    actions = [*view["draft"]["actions"], random.choice(actions_of(view))]
    draft = {"after": view["draft"]["after"], "actions": actions}
    assert person.ask("PUT", f"{path}/draft", draft, token, headers=headers).status == 200
    return True


def wish(person: Person, **changes: Any) -> Any:
    """Change how somebody is told."""
    names = ("mail", "webhook", "push", "digest_at", "reminders", "chat")
    now = person.told("GET", "/api/notices/settings")
    return person.told("PUT", "/api/notices/settings", {**{name: now[name] for name in names}, **changes})
