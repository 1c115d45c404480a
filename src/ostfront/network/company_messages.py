"""What the page and a site send each other about the company in a game: chat, clocks, proposals, watching."""

from __future__ import annotations

from typing import Literal

import msgspec

from ostfront.core.page.table import PageStruct
from ostfront.network.terms import ClockKind, Watching

ProposalKind = Literal["takeback", "draw", "rewind"]


class ProposalRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A takeback goes back to the moment `target`, or to before one's last action."""

    kind: Literal["takeback", "draw"]
    target: int | None = None


class AnswerRequest(msgspec.Struct, forbid_unknown_fields=True):
    agree: bool


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class ReadRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Messages up to this one have been read."""

    n: int


class VacationRequest(msgspec.Struct, forbid_unknown_fields=True):
    days: int


class PlayerInfo(PageStruct, frozen=True):
    """A player of a match. Times are seconds since 1970, 0 is never; `left` is what the clock shows at `since`."""

    seat: str
    name: str
    kind: str  # member, guest, computer
    level: str
    mine: bool
    online: bool
    visited: float
    vacation_until: float
    awaited: bool
    since: float
    left: float
    deadline: float


class ProposalInfo(PageStruct, frozen=True):
    """A proposal; `by` is a seat, or empty for an administrator. `waits` are the seats that have not answered."""

    n: int
    kind: str
    by: str
    moment: int
    target: int
    turn: int  # in which the target lies
    state: str
    mine: bool
    asked: bool  # whether this seat is to answer
    waits: tuple[str, ...]
    created: float


class CompanyResponse(PageStruct, frozen=True):
    """Who plays, with clocks, and what they have agreed on; `now` is the time of the server.

    `seat` is the one that asks, empty for those who watch. `proposals` holds the open one and the latest.
    """

    now: float
    seat: str
    over: bool
    rated: bool
    clock: ClockKind
    seconds: int
    watch: Watching
    delay: int
    watching: int  # how many watch now
    players: tuple[PlayerInfo, ...]
    proposals: tuple[ProposalInfo, ...]
    draws: bool  # whether the players could agree on a draw
    may_call_off: bool  # whether this seat may end the game so that it counts for nothing
    takeback: int | None  # the moment before one's last action, if only the others' consent brings it back
    unread: int
    shows: str  # in one sentence what those see who watch; empty for players
    seats: tuple[str, ...]  # from which they may look


class ChatMessage(PageStruct, frozen=True):
    """`seat` is empty for those who watch."""

    n: int
    watching: bool
    seat: str
    name: str
    text: str
    at: float
    mine: bool


class ChatResponse(PageStruct, frozen=True):
    """The chat as far as its reader may see it; players and those who watch read each other once it is over."""

    messages: tuple[ChatMessage, ...]
    read: int
    may_write: bool


class VacationResponse(PageStruct, frozen=True):
    until: float
    days_left: float
