"""All that a site has about a person, in one archive: for that person only."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import inf
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy import ColumnElement, Table, and_, or_, select, tuple_
from sqlalchemy.exc import DBAPIError

from ostfront.core.files.record import write as write_record
from ostfront.network import tables
from ostfront.network.account_changes import RENAMED
from ostfront.network.accounts import Account
from ostfront.network.site import Site
from ostfront.server import database as db
from ostfront.server.live_game import open_game

# secrets, or digests of them
KEPT_BACK = {
    "password", "session", "token", "link", "keys", "secret", "name_key", "email_key", "lease_until", "details",
    "credential", "public_key", "passkey_handle",
}  # fmt: skip


def export(site: Site, account: Account) -> bytes:
    """A zip file: the data as JSON, and the records of the games as this account may see them."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        found = {name: _rows(site, table, which) for name, (table, which) in _about(account).items()}
        found["audit"] = _rows(site, tables.audit, _audited(site, account))
        archive.writestr("account.json", msgspec.json.format(msgspec.json.encode(found), indent=2))
        for name, text in _records(site, account.id):
            archive.writestr(f"games/{name}", text)
    return written.getvalue()


def _about(account: Account) -> dict[str, tuple[Table, ColumnElement[bool]]]:
    """Where there is something about an account."""
    own = (
        tables.letters, tables.blocks, tables.reports, tables.challenges, tables.results, tables.ratings,
        tables.messages, tables.notices, tables.notice_wishes, tables.subscriptions, tables.webhooks, tables.turns,
        tables.vacations, tables.passkeys, db.seats,
    )  # fmt: skip
    return {
        "account": (tables.accounts, tables.accounts.c.id == account.id),
        "sessions": (tables.sessions, tables.sessions.c.account == account.id),
        **{table.name: (table, table.c.account == account.id) for table in own},
        **{table.name: (table, _of_seat(table, account)) for table in (tables.proposals, db.notes)},
    }


def _of_seat(table: Table, account: Account) -> ColumnElement[bool]:
    """What an account has done in a seat."""
    mine = select(db.seats.c.game, db.seats.c.seat).where(db.seats.c.account == account.id)
    return tuple_(table.c.game, table.c.seat).in_(mine)


def _audited(site: Site, account: Account) -> ColumnElement[bool]:
    """What was done to an account, under the names that it had: others may have had them before and after."""
    log, name, until, found = tables.audit.c, account.name, inf, []
    while name:
        chosen = select(log.at, log.subject).where(log.deed == RENAMED, log.actor == name, log.at < until)
        with site.store.reader.begin() as base:
            renamed = base.execute(chosen.where(log.at >= account.created).order_by(log.at.desc())).first()
        since, earlier = (renamed.at, renamed.subject) if renamed is not None else (account.created, "")
        found.append(and_(log.subject == name, log.at >= since, log.at <= until))
        name, until = earlier, since
    return or_(*found)


def _rows(site: Site, table: Table, which: ColumnElement[bool]) -> list[dict[str, Any]]:
    hidden = KEPT_BACK | ({"id"} if table is tables.sessions else set())
    hidden -= {"details"} if table is tables.audit else set()
    columns = [column for column in table.c if column.name not in hidden]
    with site.store.reader.begin() as base:
        return [dict(row._mapping) for row in base.execute(select(*columns).where(which))]


def _records(site: Site, account: int) -> Iterator[tuple[str, str]]:
    with site.store.reader.begin() as base:
        sat = select(db.seats.c.game, db.seats.c.seat).where(db.seats.c.account == account)
        seats = base.execute(sat.order_by(db.seats.c.game)).all()
    for id, seat in seats:
        try:
            game = open_game(site.store, id).game
        except DBAPIError:
            raise
        except Exception as wrong:  # of the game, or of ours: the rest is handed over
            yield f"{id}.txt", f"This game cannot be read: {wrong}\n"
        else:
            yield f"{game.rules.info.name}-{id}-{seat}.record.txt", write_record(game, seat)
