"""Keeping order: reports about people, and what is done about them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import insert, select, update

from ostfront.core.errors import BadAction
from ostfront.network.accounts import Account, change_account
from ostfront.network.site import Site
from ostfront.network.tables import accounts, reports
from ostfront.server.messages import Refused
from ostfront.server.visitors import Visitor

LONGEST_REPORT = 2000
LONGEST_SUSPENSION = 36500  # days
DAY = 24 * 3600.0


class Report(NamedTuple):
    """Somebody's complaint; names are empty if the account is gone."""

    id: int
    by: str
    about: str
    game: str
    text: str
    created: float
    settled: float
    verdict: str


def report(site: Site, visitor: Visitor, about: Account, game: str, text: str, now: float) -> int:
    """Tell whoever runs the site about a person, and maybe a game."""
    text = "".join(c for c in text if c.isprintable() or c == "\n").strip()
    if not 0 < len(text) <= LONGEST_REPORT:
        raise Refused(400, "words", f"Say in 1 to {LONGEST_REPORT} characters what happened.")
    if about.id == visitor.account:
        raise Refused(400, "words", "You cannot report yourself.")
    if game and not site.knows(game, visitor):
        raise Refused(404, "missing", "There is no such game.")
    site.limits.check("report", visitor, now)
    with site.store.writing() as base:
        row = {"account": visitor.account, "other": about.id, "game": game, "text": text, "created": now}
        return int(base.execute(insert(reports).values(**row).returning(reports.c.id)).scalar_one())


def reports_of(site: Site, settled: bool = False) -> list[Report]:
    """The reports that wait for a verdict, the oldest first; or all."""
    by, about = accounts.alias(), accounts.alias()
    columns = (
        reports.c.id, by.c.name, about.c.name, reports.c.game, reports.c.text, reports.c.created,
        reports.c.settled, reports.c.verdict,
    )  # fmt: skip
    joined = reports.outerjoin(by, by.c.id == reports.c.account).outerjoin(about, about.c.id == reports.c.other)
    chosen = select(*columns).select_from(joined).order_by(reports.c.id)
    if not settled:
        chosen = chosen.where(reports.c.settled == 0)
    with site.store.reader.begin() as base:
        return [Report(row[0], row[1] or "", row[2] or "", *row[3:]) for row in base.execute(chosen)]


def settle(site: Site, id: int, verdict: str, actor: str, now: float) -> None:
    """Close a report."""
    verdict = verdict.strip()
    if not verdict:
        raise BadAction("Say what came of it.")
    with site.store.writing() as base:
        open_one = reports.c.id == id, reports.c.settled == 0
        if base.execute(update(reports).where(*open_one).values(settled=now, verdict=verdict)).rowcount != 1:
            raise BadAction(f"There is no open report {id}.")
        site.audit.note(base, actor, "report settled", f"report {id}", now, verdict)


def suspend(site: Site, account: Account, days: float, why: str, actor: str, now: float) -> float:
    """Nobody logs in to this account for so many days; until when."""
    why = " ".join(why.split())
    if not why or not 0 < days <= LONGEST_SUSPENSION:
        raise BadAction(f"Say why, and for how many days, {LONGEST_SUSPENSION} at most.")
    until = now + days * DAY
    with site.store.writing() as base:
        change_account(base, account.id, suspended_until=until, suspension=why)
        site.sessions.end_all_in(base, account.id)
        words = {"name": account.name, "why": why, "until": day(until)}
        site.letters.post(base, "suspended", account.email, now, account.id, words)
        site.audit.note(base, actor, "suspended", account.name, now, f"until {day(until)}: {why}")
    return until


def release(site: Site, account: Account, actor: str, now: float) -> None:
    """End a suspension."""
    if account.suspended_until <= now:
        raise BadAction(f"{account.name} is not suspended.")
    with site.store.writing() as base:
        change_account(base, account.id, suspended_until=0.0, suspension="")
        site.audit.note(base, actor, "released", account.name, now)


def day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%d %B %Y").lstrip("0")
