"""Rematches: the same terms again, with the sides swapped."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select

from ostfront.core.play.rules import Rules
from ostfront.network.accounts import Account
from ostfront.network.challenges import Place, Places
from ostfront.network.match_messages import Rematch, SoloRequest
from ostfront.network.matches import match_row
from ostfront.network.site import Site
from ostfront.network.tables import challenges, matches
from ostfront.network.terms import Terms
from ostfront.server.game_store import COMPUTER
from ostfront.server.messages import Refused


def rematch(site: Site, id: str, account: Account, now: float) -> Rematch:
    """A match at once against computers, else a challenge; if the other one has asked already, that is accepted."""
    with site.store.reader.begin() as base:
        match = match_row(base, id)
    if match is None or not match.ended:
        raise Refused(409, "conflict", "A rematch follows a match that is over.")
    live = site.library.live_game(id)
    with live.lock:
        rules, rows = live.game.rules, live.players()
    accounts = {row.account for row in rows if row.account}
    if account.id not in accounts or len(accounts) > 2:
        raise Refused(409, "conflict", "A rematch is for the two who played.")
    if any(not row.account and row.player != COMPUTER for row in rows):
        raise Refused(409, "conflict", "The other player is not here any more.")
    swapped = opposite(rules)
    places = [
        Place(seat.name, rows[swapped[n]].level, rows[swapped[n]].account) for n, seat in enumerate(rules.seats)
    ]
    settings = rules.settings
    agreed = {
        "game": rules.info.name, "scenario": settings.scenario, "options": dict(settings.options),
        "clock": match.clock, "seconds": match.seconds, "rated": bool(match.rated), "watch": match.watch,
        "delay": match.delay,
    }  # fmt: skip
    terms = msgspec.convert(agreed, Terms)
    others = accounts - {account.id}
    if not others:
        mine = next(place.seat for place in places if place.account)
        computers = {place.seat: place.level for place in places if place.level}
        return Rematch(site.challenges.play_computers(account, SoloRequest(terms, mine, computers)), "")
    other = site.accounts.account(others.pop())
    ours, theirs = (
        Places(
            "seat", tuple(msgspec.structs.replace(one, account=0) if one.account == open else one for one in places)
        )
        for open in (other.id, account.id)
    )

    def first(base: Connection) -> None:
        base.execute(select(matches.c.game).where(matches.c.game == id).with_for_update())  # one after the other
        for by, to, seats in ((other.id, account.id, theirs), (account.id, other.id, ours)):
            if found := _asked(base, by, to, terms, seats, now):
                raise _Asked(found, by)

    try:
        made, _ = site.challenges.offer(account, terms, ours, now, other=other, first=first)
    except _Asked as asked:
        if asked.by == account.id:
            return Rematch("", asked.challenge)
        return Rematch(site.challenges.accept(asked.challenge, account, "", "", now), asked.challenge)
    return Rematch("", made.id)


def opposite(rules: Rules) -> list[int]:
    """For each seat the one across the table; refused where nobody could say which that is."""
    teams = list(dict.fromkeys(seat.team for seat in rules.seats))
    numbers = [[n for n, seat in enumerate(rules.seats) if seat.team == team] for team in teams]
    if len(teams) != 2 or len(numbers[0]) != len(numbers[1]):
        raise Refused(409, "conflict", "The sides of this game have different seats; make a new game.")
    across = dict(zip(numbers[0] + numbers[1], numbers[1] + numbers[0], strict=True))
    return [across[n] for n in range(len(rules.seats))]


class _Asked(Exception):
    """Somebody has asked for this already."""

    def __init__(self, challenge: str, by: int) -> None:
        self.challenge = challenge
        self.by = by


def _asked(base: Connection, by: int, to: int, terms: Terms, seats: Places, now: float) -> str:
    """The open challenge by which somebody asked for the same, if there is one."""
    which = (
        challenges.c.account == by, challenges.c.other == to,
        challenges.c.state == "open", challenges.c.expires > now,
        challenges.c.terms == msgspec.json.encode(terms).decode(),
        challenges.c.places == msgspec.json.encode(seats).decode(),
    )  # fmt: skip
    return base.execute(select(challenges.c.id).where(*which)).scalar() or ""
