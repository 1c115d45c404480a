"""Notices: what people are told by mail, webhook and push, written in the transaction of what happened.

A notice is due after a grace and is dropped when it is no longer news by then. Its `mark` is unique: of a turn it
names the player's last visit and the turn of the game, so there is one until one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import time
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select, update

from ostfront.core.play.game import Game
from ostfront.network.challenges import Challenge, Challenges
from ostfront.network.chat import Reader
from ostfront.network.facts import sends_letters
from ostfront.network.match_lists import words
from ostfront.network.notice_wishes import INSERT, NoticeWishes, next_digest, wishes_of
from ostfront.network.proposals import Proposal, Proposals, waits_for
from ostfront.network.results import Results
from ostfront.network.settings import Settings
from ostfront.network.tables import accounts, blocks, notices, subscriptions, turns, webhooks
from ostfront.network.turns import Turn, Turns
from ostfront.server.game_store import MEMBER, SeatRow
from ostfront.server.live_game import LiveGame

GRACE = {"mail": 120.0, "webhook": 20.0, "push": 20.0}  # seconds
AT_ONCE = 5.0  # whoever sits at the board sees it there
SURE = 90.0  # seconds after a visit it is known whether somebody is still there: visits are noted once a minute
MOST_FAILURES = 5  # of a webhook, one after the other; then it is left alone
PROPOSED = {
    "draw": "offers a draw",
    "takeback": "asks to take something back",
    "rewind": "asks to go back to an earlier moment",
}
OF_A_TURN = ("turn", "reminder")


class Body(msgspec.Struct, omit_defaults=True):
    """What has to be known of a notice when it is sent. Most of its words are found then."""

    at: float = 0.0  # when it happened
    target: int = 0  # the webhook or the browser
    seat: int = -1
    by: int = 0  # whose words these are, or whose challenge
    about: str = ""  # a challenge, or the kind of a proposal
    subject: str = ""
    text: str = ""
    link: str = ""


class Occasion(NamedTuple):
    """Something to be told. `by` is when it must be known at the latest: then it does not wait for a digest."""

    kind: str
    mark: str
    body: Body
    game: str = ""
    by: float = 0.0


class Channel(NamedTuple):
    """A way to reach somebody: a mail address, one webhook, one browser."""

    way: str
    target: int
    when: str


class Notices:
    """Writes the notices of a site."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def listen(self, changes: Turns, results: Results, challenges: Challenges, proposals: Proposals) -> None:
        """From now on, write what the changes of games, challenges and proposals mean to people."""
        changes.begun.append(self.begun)
        changes.done.append(self.done)
        results.ended.append(self.over)
        challenges.made.append(self.challenged)
        challenges.settled.append(self.settled)
        proposals.made.append(self.proposed)

    # ---- games -----------------------------------------------------------------------------------------

    def begun(self, base: Connection, turn: Turn, game: Game) -> None:
        """A turn has begun."""
        if turn.told:
            here = (turns.c.game == turn.game, turns.c.seat == turn.seat)
            base.execute(update(turns).where(*here).values(told=0))
        mark = f"turn:{turn.game}:{turn.seat}:{turn.visited:.3f}:{game.state.turn}"
        body = Body(at=turn.since, seat=turn.seat)
        self.tell(base, turn.account, Occasion("turn", mark, body, turn.game, turn.deadline))

    def done(self, base: Connection, turn: Turn, game: Game) -> None:
        """A turn has ended: nothing more has to be said of it."""
        mine = (notices.c.game == turn.game, notices.c.account == turn.account, notices.c.state == "waiting")
        for kind in OF_A_TURN:
            this_seat = notices.c.mark.startswith(f"{kind}:{turn.game}:{turn.seat}:", autoescape=True)
            base.execute(update(notices).where(*mine, this_seat).values(state="dropped"))

    def over(self, base: Connection, id: str, game: Game, seats: Sequence[SeatRow]) -> None:
        """A match has ended."""
        for account in {row.account for row in seats if row.player == MEMBER}:
            mark = f"over:{id}:{account}:{len(game.entries or ())}"
            self.tell(base, account, Occasion("over", mark, Body(at=time()), id))

    def remind(self, base: Connection, turn: Turn, step: int) -> None:
        """A reminder of a turn that goes on; `step` counts them."""
        mark = f"reminder:{turn.game}:{turn.seat}:{turn.since:.3f}:{step}"
        body = Body(at=turn.since, seat=turn.seat)
        self.tell(base, turn.account, Occasion("reminder", mark, body, turn.game, turn.deadline))

    def said(self, base: Connection, live: LiveGame, who: Reader, name: str, text: str) -> None:
        """A player has written in a game; told once until the reader has been there."""
        if who.watching:
            return
        deaf = set(base.execute(select(blocks.c.account).where(blocks.c.other == who.account)).scalars())
        for account in {row.account for row in live.seats if row.player == MEMBER} - {who.account} - deaf:
            visited = last_visit(base, account, live.id)
            body = Body(at=time(), by=who.account, subject=f"{name} has written to you", text=text)
            self.tell(base, account, Occasion("chat", f"chat:{live.id}:{account}:{visited:.3f}", body, live.id))

    def proposed(self, base: Connection, found: Proposal, seats: Sequence[SeatRow]) -> None:
        """Something is proposed in a game that others have to answer; told once until they have been there, however
        often it is withdrawn and proposed again."""
        by = next((row.name for row in seats if row.seat == found.seat), "The administrator of the site")
        waiting = waits_for(seats, found)
        body = Body(at=time(), about=found.kind, subject=f"{by} {PROPOSED[found.kind]}")
        for account in {row.account for row in seats if row.seat in waiting}:
            visited = last_visit(base, account, found.game)
            mark = f"proposal:{found.game}:{found.kind}:{found.seat}:{account}:{visited:.3f}"
            self.tell(base, account, Occasion("proposal", mark, body, found.game))

    def challenged(self, base: Connection, found: Challenge) -> None:
        """There is a new challenge: to somebody, maybe."""
        if found.other:
            words = f"{_name(base, found.account)} challenges you to {_title(found.game)}."
            self._of_challenge(base, found.other, found, words, found.account)

    def settled(self, base: Connection, found: Challenge) -> None:
        """A challenge has come to an end."""
        others = [_name(base, id) for id in sorted(found.people - {found.account})] or [_name(base, found.other)]
        if found.state in ("accepted", "declined"):
            words = f"{' and '.join(others)} {found.state} your challenge to {_title(found.game)}."
            self._of_challenge(base, found.account, found, words)

    def _of_challenge(self, base: Connection, account: int, found: Challenge, words: str, by: int = 0) -> None:
        link = f"#/game/{found.match}" if found.match else "#/"
        body = Body(at=time(), by=by, about=found.id, subject=words, link=link)
        self.tell(base, account, Occasion("challenge", f"challenge:{found.id}:{found.state}:{account}", body))

    # ---- anything --------------------------------------------------------------------------------------

    def tell(self, base: Connection, account: int, occasion: Occasion) -> None:
        """A notice for each way in which this account is reached. One that was dropped may be needed after all."""
        wishes = wishes_of(base, account)
        here_until = last_visit(base, account, occasion.game) + SURE if occasion.game else 0.0
        if (occasion.kind == "chat" and not wishes.chat) or (occasion.kind == "reminder" and not wishes.reminders):
            return
        for channel in self.channels(base, account, wishes):
            way, due = _due(channel, occasion, wishes)
            due = max(due, here_until)
            values = {
                "account": account, "way": way, "kind": occasion.kind, "game": occasion.game, "due": due,
                "mark": f"{occasion.mark}:{channel.way}{channel.target or ''}", "state": "waiting",
                "body": msgspec.json.encode(msgspec.structs.replace(occasion.body, target=channel.target)).decode(),
            }  # fmt: skip
            row = INSERT[base.dialect.name](notices).values(**values)
            again = {name: values[name] for name in ("way", "due", "body", "state")}
            dropped = notices.c.state == "dropped"
            fresh = {**again, "attempts": 0, "lease_until": 0.0}
            base.execute(row.on_conflict_do_update(index_elements=["mark"], set_=fresh, where=dropped))

    def channels(self, base: Connection, account: int, wishes: NoticeWishes) -> Iterator[Channel]:
        """How this account is reached."""
        if wishes.mail != "never" and sends_letters(base, self.settings):
            found = base.execute(select(accounts.c.email).where(accounts.c.id == account, accounts.c.verified > 0))
            if found.scalar():
                yield Channel("mail", 0, wishes.mail)
        if wishes.webhook != "never":
            working = (webhooks.c.account == account, webhooks.c.failures < MOST_FAILURES)
            for id in base.execute(select(webhooks.c.id).where(*working).order_by(webhooks.c.id)).scalars():
                yield Channel("webhook", id, wishes.webhook)
        if wishes.push != "never":
            mine = subscriptions.c.account == account
            for id in base.execute(select(subscriptions.c.id).where(mine).order_by(subscriptions.c.id)).scalars():
                yield Channel("push", id, wishes.push)


def last_visit(base: Connection, account: int, game: str) -> float:
    """When somebody last looked at a game in which they play."""
    mine = (turns.c.game == game, turns.c.account == account)
    return float(base.execute(select(func.max(turns.c.visited)).where(*mine)).scalar() or 0.0)


def _name(base: Connection, account: int) -> str:
    return str(base.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar() or "Somebody")


def _title(game: str) -> str:
    return words(game, "")[0]


def _due(channel: Channel, occasion: Occasion, wishes: NoticeWishes) -> tuple[str, float]:
    """The way and the time: a digest if it is wished, and comes early enough."""
    at = occasion.body.at
    if channel.when == "digest":
        digest = next_digest(at, wishes.digest_at)
        if not occasion.by or digest < occasion.by:
            return "digest", digest
    return channel.way, at + (AT_ONCE if channel.when == "once" else GRACE[channel.way])
