"""Challenges as people see them: one, those to me and by me, and those that are open to all."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, exists, or_, select

from ostfront import games as register
from ostfront.core.errors import OstfrontError
from ostfront.network.accounts import Account
from ostfront.network.challenges import CHALLENGE_COLUMNS, Challenge
from ostfront.network.match_lists import PAGE, words
from ostfront.network.match_messages import ChallengeInfo, ChallengePage, ChallengePlace, Invited
from ostfront.network.pages import Place, cut, page
from ostfront.network.ratings import shown_of
from ostfront.network.tables import accounts, blocks, challenges
from ostfront.network.terms import Terms

MOST = 50  # challenges to me, and by me


def shown(base: Connection, found: Sequence[Challenge], account: int) -> tuple[ChallengeInfo, ...]:
    """These challenges as this account sees them; 0 is nobody."""
    people = {id for one in found for id in (*one.people, one.other) if id}
    chosen = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(people))
    names: dict[int, str] = {row.id: row.name for row in base.execute(chosen).all()} if people else {}
    ranks = {
        title: shown_of(base, title, {one.account for one in found if one.game == title})
        for title in sorted({one.game for one in found})
    }
    return tuple(_info(one, account, names, ranks[one.game].get(one.account)) for one in found)


def _info(one: Challenge, account: int, names: dict[int, str], rating: int | None) -> ChallengeInfo:
    seating, terms = one.seating, one.agreed
    title, scenario = words(terms.game, terms.scenario)
    places = tuple(
        ChallengePlace(
            place.seat, place.level, names.get(place.account, ""), not place.level and place.account not in names
        )
        for place in seating.places
    )
    invited: Invited = "link" if one.link else "member" if one.other else "open"
    joined = account in one.people
    return ChallengeInfo(
        one.id, names.get(one.account, ""), rating, invited, names.get(one.other, ""), one.state, terms, title,
        scenario, _unusual(terms), seating.choosing, places, one.created, one.expires, one.match if joined else "",
        one.account == account, joined,
    )  # fmt: skip


def _unusual(terms: Terms) -> tuple[str, ...]:
    """The options that are not as usual: "Fog of war", "Players: Four"."""
    try:
        options = register.info(terms.game).options
    except OstfrontError:
        return ()
    found = []
    for option in options:
        value = terms.options.get(option.name, option.default)
        if value == option.default:
            continue
        if isinstance(option.default, bool):
            found.append(option.shown if value else f"No {option.shown[:1].lower()}{option.shown[1:]}")
        else:
            at = option.choices.index(value) if value in option.choices else -1
            said = option.choice_words[at] if 0 <= at < len(option.choice_words) else str(value)
            found.append(f"{option.shown}: {said}")
    return tuple(found)


def received(base: Connection, account: int, now: float) -> tuple[ChallengeInfo, ...]:
    """Not from people whom I block, or who block me."""
    return _listed(base, (challenges.c.other == account) & ~_blocked(account), account, now)


def sent(base: Connection, account: int, now: float) -> tuple[ChallengeInfo, ...]:
    return _listed(base, challenges.c.account == account, account, now)


def _listed(base: Connection, which: ColumnElement[bool], account: int, now: float) -> tuple[ChallengeInfo, ...]:
    chosen = select(*CHALLENGE_COLUMNS).where(which, challenges.c.state == "open", challenges.c.expires > now)
    rows = base.execute(chosen.order_by(challenges.c.created.desc()).limit(MOST)).all()
    return shown(base, [Challenge(*row) for row in rows], account)


def _blocked(account: int) -> ColumnElement[bool]:
    """Whether this account and whoever made a challenge have nothing to do with each other."""
    maker = challenges.c.account
    return exists().where(
        or_(
            (blocks.c.account == account) & (blocks.c.other == maker),
            (blocks.c.other == account) & (blocks.c.account == maker),
        )
    )


def open_page(base: Connection, account: int, game: str, after: Place | None, now: float) -> ChallengePage:
    """Challenges that are open to all, newest first; not those of people whom I block, or who block me."""
    mine = challenges.c
    chosen = select(*CHALLENGE_COLUMNS).where(
        mine.state == "open", mine.expires > now, mine.other == 0, mine.link == ""
    )
    if game:
        chosen = chosen.where(mine.game == game)
    if account:
        chosen = chosen.where(~_blocked(account))
    rows, later = cut(base.execute(page(chosen, mine.created, mine.id, after, PAGE)).all(), PAGE, "created", "id")
    return ChallengePage(shown(base, [Challenge(*row) for row in rows], account), later)


def one(base: Connection, found: Challenge, account: Account | None) -> ChallengeInfo:
    return shown(base, [found], account.id if account else 0)[0]
