"""Challenges: offers to play on certain terms. A challenge starts a match when all of its seats are taken.

Whoever accepts takes a seat by a change that fails if the challenge has changed meanwhile, at whatever server; the
last one does so in the transaction that makes the match. So a seat goes to one person, a challenge makes one match.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from ostfront import ai
from ostfront.core.errors import BadAction
from ostfront.network.accounts import Account, Accounts
from ostfront.network.blocks import Blocks
from ostfront.network.match_messages import ChallengeRequest, Choosing, SoloRequest
from ostfront.network.matches import Player, begin, rules_of
from ostfront.network.sessions import digest
from ostfront.network.tables import accounts, challenges, turns
from ostfront.network.terms import Terms, check_terms
from ostfront.server.game_library import GameLibrary
from ostfront.server.messages import Refused
from ostfront.server.sharing import new_token
from ostfront.server.visitors import same

LASTING = 14 * 24 * 3600.0  # seconds that a challenge is open
MOST_OPEN = 20  # challenges of an account
MOST_GAMES = 200  # of an account that are under way
TRIES = 8  # when others accept at the same time


class Place(msgspec.Struct, frozen=True):
    """A seat of a challenge: a computer's of this level, an account's, or open."""

    seat: str
    level: str = ""
    account: int = 0


class Places(msgspec.Struct, frozen=True):
    """Who has which seat so far; if the others choose, the challenger gets the seat that is left."""

    choosing: Choosing
    places: tuple[Place, ...]


class Challenge(NamedTuple):
    """A challenge as the database has it."""

    id: str
    account: int
    other: int
    link: str
    terms: str
    places: str
    game: str
    match: str
    state: str
    created: float
    expires: float

    @property
    def agreed(self) -> Terms:
        return msgspec.json.decode(self.terms, type=Terms)

    @property
    def seating(self) -> Places:
        return msgspec.json.decode(self.places, type=Places)

    @property
    def people(self) -> set[int]:
        """Everybody who is in it so far."""
        return {self.account, *(place.account for place in self.seating.places if place.account)}


CHALLENGE_COLUMNS = [challenges.c[name] for name in Challenge._fields]
Told = Callable[[Connection, Challenge], None]


class _Overtaken(Exception):
    """Somebody else changed the challenge first."""


class Challenges:
    """The challenges of a site. `made` and `settled` are told, in the transaction, of new ones and of their end."""

    def __init__(self, library: GameLibrary, accounts: Accounts, blocks: Blocks) -> None:
        self.library = library
        self.store = library.store
        self.accounts = accounts
        self.blocks = blocks
        self.made: list[Told] = []
        self.settled: list[Told] = []

    def find(self, id: str) -> Challenge:
        with self.store.reader.begin() as base:
            row = base.execute(select(*CHALLENGE_COLUMNS).where(challenges.c.id == id)).first()
        if row is None:
            raise Refused(404, "missing", "There is no such challenge.")
        return Challenge(*row)

    # ---- making ----------------------------------------------------------------------------------------

    def make(self, by: Account, request: ChallengeRequest, now: float) -> tuple[Challenge, str]:
        """A new challenge, and the key of its link if it has one."""
        if by.guest and request.to != "link":
            raise Refused(403, "guest", "Guests play by link, or against the computer.")
        places = _places(by, request)
        if request.to != "member":
            return self.offer(by, request.terms, places, now, link=request.to == "link")
        other = self.accounts.named(request.name)
        if other.id == by.id or other.guest:
            raise Refused(400, "words", "Choose another member to play with.")
        if len(_open(places)) - (request.choosing == "other") != 1:  # of those one is left for the challenger
            raise Refused(400, "words", "A challenge to one member has one seat to take; computers play the rest.")
        return self.offer(by, request.terms, places, now, other=other)

    def offer(
        self,
        by: Account,
        terms: Terms,
        places: Places,
        now: float,
        *,
        other: Account | None = None,
        link: bool = False,
        first: Callable[[Connection], None] = lambda base: None,
    ) -> tuple[Challenge, str]:
        """A challenge with these seats: to somebody, to whoever has its link, or to all.

        `first` is done in its transaction, and may refuse it.
        """
        check_terms(terms)
        _check_rated(terms, [by, *([other] if other else [])], any(place.level for place in places.places))
        if other is not None:
            self.blocks.check(by.id, other.id)
        key = new_token() if link else ""
        found = Challenge(
            secrets.token_hex(6), by.id, other.id if other else 0, digest(key) if key else "",
            msgspec.json.encode(terms).decode(), msgspec.json.encode(places).decode(), terms.game, "", "open", now,
            now + LASTING,
        )  # fmt: skip
        with self.store.writing() as base:
            first(base)
            _check_room(base, by.id, now)
            base.execute(insert(challenges).values(**found._asdict()))
            for tell in self.made:
                tell(base, found)
        return found, key

    def play_computers(self, by: Account, request: SoloRequest) -> str:
        """A match against computers; it starts at once."""
        check_terms(request.terms)
        _check_rated(request.terms, [by], bool(request.computers))
        with self.store.reader.begin() as base:
            _check_games(base, by.id)
        players = [
            Player(request.seat, by),
            *(Player(seat, None, level) for seat, level in request.computers.items()),
        ]
        return begin(self.library, request.terms, players).id

    # ---- accepting -------------------------------------------------------------------------------------

    def check(self, found: Challenge, key: str, now: float) -> None:
        """Whether it is open to somebody who has this key; all else is asked of who accepts it."""
        check_key(found, key)
        if found.state != "open" or found.expires <= now:
            raise Refused(409, "conflict", f"This challenge {CLOSED.get(found.state, 'has expired.')}")

    def accept(self, id: str, account: Account, key: str, seat: str, now: float) -> str:
        """Take a seat: the id of the match if it was the last one, else empty."""
        for _ in range(TRIES):
            found = self.find(id)
            self.check(found, key, now)
            self._check_person(found, account, now)
            places = _taken(self._of_people_here(found), account.id, seat)
            try:
                return self._take(found, places)
            except _Overtaken:
                continue
        raise Refused(503, "busy", "Many are accepting this challenge; try again.")

    def _check_person(self, found: Challenge, account: Account, now: float) -> None:
        if account.id in found.people:
            raise Refused(409, "conflict", "You have a seat in this game already.")
        if found.other and found.other != account.id:
            raise Refused(403, "conflict", "This challenge is to somebody else.")
        if account.guest and not (found.link or found.other):
            raise Refused(403, "guest", "Guests play by link, or against the computer.")
        _check_rated(found.agreed, [account], False)
        for other in found.people:
            self.blocks.check(account.id, other)
        with self.store.reader.begin() as base:
            _check_games(base, account.id)
            out = select(accounts.c.id).where(accounts.c.id.in_(found.people), accounts.c.suspended_until > now)
            if base.execute(out).first() is not None:
                raise Refused(409, "conflict", "This challenge cannot be accepted now.")

    def _of_people_here(self, found: Challenge) -> Places:
        """The seats so far; those of accounts that are gone are open again."""
        seating = found.seating
        with self.store.reader.begin() as base:
            here = set(base.execute(select(accounts.c.id).where(accounts.c.id.in_(found.people))).scalars())
        left = tuple(
            one if one.account in here else msgspec.structs.replace(one, account=0) for one in seating.places
        )
        return Places(seating.choosing, left)

    def _take(self, found: Challenge, places: Places) -> str:
        if _open(places):
            with self.store.writing() as base:
                _swap(base, found, places=msgspec.json.encode(places).decode())
            return ""
        final = _final(places, found.account)
        players = [
            Player(one.seat, self.accounts.account(one.account) if one.account else None, one.level)
            for one in final.places
        ]

        def settle(base: Connection, match: str) -> None:
            written = msgspec.json.encode(final).decode()
            _swap(base, found, places=written, state="accepted", match=match)
            for tell in self.settled:
                tell(base, found._replace(places=written, state="accepted", match=match))

        return begin(self.library, found.agreed, players, found.id, also=settle).id

    # ---- ending ----------------------------------------------------------------------------------------

    def decline(self, id: str, account: Account) -> None:
        found = self.find(id)
        if found.other != account.id:
            raise Refused(403, "conflict", "This challenge is not to you.")
        self._end(found, "declined")

    def withdraw(self, id: str, account: Account) -> None:
        found = self.find(id)
        if found.account != account.id:
            raise Refused(403, "conflict", "This challenge is not yours.")
        self._end(found, "withdrawn")

    def leave(self, id: str, account: Account) -> None:
        """Give back a seat while others are still open."""
        for _ in range(TRIES):
            found = self.find(id)
            if found.state != "open" or account.id not in found.people or account.id == found.account:
                raise Refused(409, "conflict", "You have no seat to give back.")
            seating = found.seating
            left = tuple(
                msgspec.structs.replace(one, account=0) if one.account == account.id else one
                for one in seating.places
            )
            try:
                with self.store.writing() as base:
                    _swap(base, found, places=msgspec.json.encode(Places(seating.choosing, left)).decode())
                return
            except _Overtaken:
                continue
        raise Refused(503, "busy", "Others are accepting this challenge; try again.")

    def _end(self, found: Challenge, state: str) -> None:
        with self.store.writing() as base:
            which = (challenges.c.id == found.id, challenges.c.state == "open")
            if base.execute(update(challenges).where(*which).values(state=state)).rowcount != 1:
                raise Refused(409, "conflict", f"This challenge {CLOSED.get(self.find(found.id).state, 'is over.')}")
            for tell in self.settled:
                tell(base, found._replace(state=state))

    def new_link(self, id: str, account: Account) -> str:
        """A new key; the one before is worth nothing any more."""
        found = self.find(id)
        if found.account != account.id or not found.link:
            raise Refused(403, "conflict", "This challenge has no link of yours.")
        key = new_token()
        with self.store.writing() as base:
            which = (challenges.c.id == id, challenges.c.state == "open")
            if base.execute(update(challenges).where(*which).values(link=digest(key))).rowcount != 1:
                raise Refused(409, "conflict", f"This challenge {CLOSED.get(found.state, 'is over.')}")
        return key

    def forget_guest(self, guest: Account) -> None:
        """Somebody came by a link whose seat was taken just before."""
        with self.store.writing() as base:
            base.execute(delete(accounts).where(accounts.c.id == guest.id, accounts.c.kind == "guest"))

    def expire(self, now: float) -> None:
        """A chore: it may be done twice."""
        with self.store.writing() as base:
            due = (challenges.c.state == "open", challenges.c.expires <= now)
            base.execute(update(challenges).where(*due).values(state="expired"))


def check_key(found: Challenge, key: str) -> None:
    """A link is a secret: whoever does not have it learns nothing."""
    if found.link and not same(found.link, digest(key)):
        raise Refused(404, "missing", "This link is not valid; ask for a new one.")


CLOSED = {
    "accepted": "has been accepted.",
    "declined": "has been declined.",
    "withdrawn": "has been withdrawn.",
}


def _swap(base: Connection, found: Challenge, **values: str) -> None:
    """Change a challenge that nobody has changed since it was read."""
    which = (challenges.c.id == found.id, challenges.c.state == "open", challenges.c.places == found.places)
    changed = base.execute(update(challenges).where(*which, challenges.c.link == found.link).values(**values))
    if changed.rowcount != 1:
        raise _Overtaken


def _places(by: Account, request: ChallengeRequest) -> Places:
    """The seats at the beginning, with the challenger's if it is known."""
    names = [seat.name for seat in rules_of(request.terms).seats]
    unknown = [seat for seat in request.computers if seat not in names]
    if unknown:
        raise Refused(400, "words", f"This game has no seat '{unknown[0][:40]}'.")
    for level in request.computers.values():
        try:
            ai.maker(level)
        except BadAction as wrong:
            raise Refused(400, "words", str(wrong)) from None
    places = [Place(name, request.computers.get(name, "")) for name in names]
    free = [place.seat for place in places if not place.level]
    if len(free) < 2:
        raise Refused(400, "words", "Leave a seat to somebody, or play against the computer.")
    if request.choosing == "other":
        return Places("other", tuple(places))
    mine = free[0] if request.choosing == "random" else request.seat
    if mine not in free:
        raise Refused(400, "words", "Choose the seat that you play.")
    return Places(
        request.choosing,
        tuple(msgspec.structs.replace(one, account=by.id) if one.seat == mine else one for one in places),
    )


def _open(places: Places) -> list[str]:
    """The seats that can be taken; the last one is the challenger's if the others choose."""
    free = [one.seat for one in places.places if not one.level and not one.account]
    if places.choosing == "other":
        return free if len(free) > 1 else []
    return free


def _taken(places: Places, account: int, seat: str) -> Places:
    """With this account in the seat it chose, or in the first one."""
    free = _open(places)
    chosen = seat if seat and places.choosing != "random" else free[0]
    if chosen not in free:
        raise Refused(409, "conflict", "This seat is taken; choose another one.")
    return Places(
        places.choosing,
        tuple(msgspec.structs.replace(one, account=account) if one.seat == chosen else one for one in places.places),
    )


def _final(places: Places, challenger: int) -> Places:
    """All seats taken: the lots are drawn, or the challenger gets the seat that is left."""
    people = [one.account or challenger for one in places.places if not one.level]
    if places.choosing == "random":
        SystemRandom().shuffle(people)
    given = iter(people)
    return Places(
        places.choosing,
        tuple(one if one.level else msgspec.structs.replace(one, account=next(given)) for one in places.places),
    )


def _check_rated(terms: Terms, people: Sequence[Account], computers: bool) -> None:
    if not terms.rated:
        return
    if computers:
        raise Refused(400, "words", "Games with computers are not rated.")
    if any(one.guest or not one.verified for one in people):
        raise Refused(403, "conflict", "Rated games are for members who have confirmed their address.")


def _check_room(base: Connection, account: int, now: float) -> None:
    mine = (challenges.c.account == account, challenges.c.state == "open", challenges.c.expires > now)
    if int(base.execute(select(func.count()).where(*mine)).scalar() or 0) >= MOST_OPEN:
        raise Refused(429, "busy", f"You have {MOST_OPEN} open challenges; withdraw one first.")
    _check_games(base, account)


def _check_games(base: Connection, account: int) -> None:
    under_way = select(func.count()).where(turns.c.account == account, turns.c.over == 0)
    if int(base.execute(under_way).scalar() or 0) >= MOST_GAMES:
        raise Refused(429, "busy", f"You are in {MOST_GAMES} games already; finish some first.")
