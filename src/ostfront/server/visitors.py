"""Who sends a request, and which seats are theirs."""

from __future__ import annotations

from hmac import compare_digest
from typing import Literal, NamedTuple

from ostfront.server.game_store import SeatRow
from ostfront.server.messages import Refused

VISITOR = "ostfront.visitor"  # set by the guard in the scope of every request that it lets in

VisitorKind = Literal["owner", "guest", "member", "nobody"]


class Visitor(NamedTuple):
    """The owner of a table, a guest with the token of one of its seats, a member of a site, or nobody it knows."""

    kind: VisitorKind = "nobody"
    token: str = ""  # of a guest's seat
    account: int = 0  # of a member
    session: str = ""  # of a member; its name in the database, not the cookie
    address: str = ""  # of the network, at a site


def may_sit(visitor: Visitor, row: SeatRow) -> bool:
    """Whether this seat is the visitor's. The owner of a table has them all; the token was checked before."""
    if visitor.kind == "member":
        return row.account == visitor.account
    if visitor.kind == "guest":
        return same(row.token, visitor.token)
    return visitor.kind == "owner"


def token_for(visitor: Visitor, row: SeatRow) -> str:
    """The token of a seat, as the list of games tells it: to the owner those of the seats on this screen."""
    if visitor.kind == "owner":
        return "" if row.elsewhere else row.token
    return row.token if row.token and may_sit(visitor, row) else ""


def check_seat(visitor: Visitor, row: SeatRow) -> None:
    if not may_sit(visitor, row):
        raise Refused(403, "seat", "This is not your seat.")


def same(ours: str, given: str) -> bool:
    """Compared in a time that says nothing; an empty secret fits nobody."""
    return bool(ours) and compare_digest(ours.encode(), given.encode("utf-8", "replace"))
