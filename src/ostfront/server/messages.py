"""What the page and the server send each other: requests, responses and refusals. See docs/design/table.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ostfront.core.page.hints import Hint
from ostfront.core.page.lessons import LessonAt
from ostfront.core.page.log import LogLine
from ostfront.core.page.offer import Offer
from ostfront.core.page.questions import Asked, OddsBrief, Reason
from ostfront.core.page.table import (
    Declared,
    FactPanel,
    Gone,
    Overlay,
    PageStruct,
    PieceAt,
    ReckoningRow,
    ScoreRow,
    Token,
    TrackAt,
)


class Refused(Exception):
    """A refused request: an HTTP status, a kind the page understands, one sentence."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        objections: Sequence[Reason] = (),
        view: bytes | None = None,
        retry: int = 0,
    ) -> None:
        """`retry` says after how many seconds it may be tried again."""
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.objections = tuple(objections)
        self.view = view
        self.retry = retry

    def body(self) -> bytes:
        found: dict[str, Any] = {"error": Fault(self.kind, self.message, self.objections)}
        if self.view is not None:
            found["view"] = msgspec.Raw(self.view)
        return msgspec.json.encode(found)


# ---- what the page sends ---------------------------------------------------------------------------------


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: str
    player: str
    level: str = ""
    name: str = ""


class SeatsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Which seats does this game have, with this scenario and these options?"""

    game: str
    scenario: str = ""
    options: dict[str, Any] = {}


class NewGameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new game; with `lesson` the guided one, which has its own scenario, options, seats and dice."""

    game: str
    seats: list[SeatRequest]
    scenario: str = ""
    options: dict[str, Any] = {}
    lesson: bool = False


class OverlayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An overlay to be sent along; `about` is a unit or a place, if it needs one."""

    id: str
    about: str = ""


class AlongRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What the answer to a change should bring along: log lines after an entry, the overlays that are shown."""

    log: int
    overlays: list[OverlayRequest] = []


class DraftRequest(msgspec.Struct, forbid_unknown_fields=True):
    after: int
    actions: list[str]
    along: AlongRequest | None = None


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    moment: int
    along: AlongRequest | None = None


class WhatIfRequest(msgspec.Struct, forbid_unknown_fields=True):
    moment: int


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    action: str


class OddsRequest(msgspec.Struct, forbid_unknown_fields=True):
    actions: list[str]


class OrderRequest(msgspec.Struct, forbid_unknown_fields=True):
    answer: str
    when: str = ""
    this_phase: bool = False


class InviteRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: str


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    invitation: str
    name: str = ""


class NoteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new note: an arrow from place to target, a note on a place, or one for the game."""

    kind: str
    place: str = ""
    target: str = ""
    text: str = ""
    shared: bool = False


class NoteChange(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    shared: bool


class ImportRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    seats: list[SeatRequest] = []


# ---- what the page gets ----------------------------------------------------------------------------------


class Fault(PageStruct, frozen=True):
    """Why a request was refused."""

    kind: str
    message: str
    objections: tuple[Reason, ...]


class Level(PageStruct, frozen=True):
    """A computer player to choose, in one sentence."""

    id: str
    title: str
    summary: str


class GameOption(PageStruct, frozen=True):
    """An option; `words` are its choices in words, `excludes` options that do not go together with it."""

    id: str
    title: str
    summary: str
    choices: tuple[str | int | bool, ...]
    words: tuple[str, ...]
    default: str | int | bool
    rule: str
    scenarios: tuple[str, ...]
    excludes: tuple[str, ...]


class SeatOffered(PageStruct, frozen=True):
    id: str
    side: str


class SeatsResponse(PageStruct, frozen=True):
    seats: tuple[SeatOffered, ...]


class CatalogueGame(PageStruct, frozen=True):
    """A game to choose; its shortest scenario is the first, `seats` are those of it with the default options."""

    id: str
    title: str
    complete: bool
    rules_version: str
    scenarios: tuple[Offer, ...]
    options: tuple[GameOption, ...]
    seats: tuple[SeatOffered, ...]
    image: str
    lesson: str  # the title of its guided game; empty if it has none


class Catalogue(PageStruct, frozen=True):
    """`shared` is the address for guests in the local network, empty if the table is not shared."""

    version: str
    games: tuple[CatalogueGame, ...]
    levels: tuple[Level, ...]
    usual: str  # the level of an opponent, unless one is chosen
    shared: str = ""


class SeatInfo(PageStruct, frozen=True):
    seat: str
    player: str
    level: str
    name: str
    token: str


class Invitation(PageStruct, frozen=True):
    """A seat that is played by link; `code` is the QR code of the link, a row of ones and zeros for each line."""

    seat: str
    name: str
    taken: bool
    link: str
    code: list[str]


class InvitationsResponse(PageStruct, frozen=True):
    """`exposed` says in words what sharing means; `address` is empty if the table is not shared."""

    address: str
    exposed: str
    invitations: list[Invitation]


class JoinResponse(PageStruct, frozen=True):
    game: str
    seat: str


class SavedResult(PageStruct, frozen=True):
    winner: str
    reason: str


class GameSummary(PageStruct, frozen=True):
    """A game as the list shows it; `unreadable` says why it cannot be read or opened, if so."""

    id: str
    game: str
    title: str
    scenario: str
    kind: str
    created: str
    changed: str
    turn: int
    moment: int
    awaited: list[str]
    result: SavedResult | None
    commitment: str
    seats: tuple[SeatInfo, ...]
    unreadable: str
    parent: str  # the game a what-if was opened from, while that is there


class GamesResponse(PageStruct, frozen=True):
    games: list[GameSummary]


class SeatPlayer(PageStruct, frozen=True):
    seat: str
    player: str
    level: str
    name: str


class DraftInfo(PageStruct, frozen=True):
    after: int
    actions: tuple[str, ...]


class OrderInfo(PageStruct, frozen=True):
    window: str
    answer: str
    when: str
    this_phase: bool


class ResultInfo(PageStruct, frozen=True):
    """How a game ended. `end` is played, conceded, time, agreed or called off."""

    winner: str
    end: str
    reason: str
    rule: str
    clause: str
    grade: str
    score: dict[str, int]
    reckoning: tuple[ReckoningRow, ...]


class SeatView(PageStruct, frozen=True):
    """Everything a seat sees that changes during a game. `etag` stays first: it is a digest of the rest."""

    etag: str
    game: str
    seat: str
    moment: int
    live: bool
    turn: int
    phase: str
    headline: str
    awaited: tuple[str, ...]
    players: tuple[SeatPlayer, ...]
    thinking: str
    pieces: tuple[PieceAt, ...]
    tokens: tuple[Token, ...]
    gone: tuple[Gone, ...]
    panels: tuple[FactPanel, ...]
    tracks: tuple[TrackAt, ...]
    score: tuple[ScoreRow, ...]
    step: str  # of the sequence of play
    reckoning: tuple[ReckoningRow, ...]  # how victory stands now
    declared: tuple[Declared, ...]  # attacks that are declared, and battles in progress
    asked: tuple[Asked, ...]
    draft: DraftInfo
    orders: tuple[OrderInfo, ...]
    checkpoint: int
    notes: str  # changes with the notes that this seat may see
    result: ResultInfo | None
    hides: dict[str, str]  # other people at this screen, and why they should not look
    taken_back: int = 0  # how often something was taken back by agreement: log lines may be gone then
    beside: str = ""  # changes with what is kept beside the game at a site, such as its chat
    lesson: LessonAt | None = None  # in a guided game


class LogResponse(msgspec.Struct, rename={"start": "from"}, frozen=True):
    start: int
    moment: int
    lines: list[LogLine]


class Along(PageStruct, frozen=True):
    """What the page would otherwise ask for after each change; `reach` is of the unit in hand."""

    log: LogResponse
    reach: Overlay | None
    overlays: list[Overlay]


class ChangesResponse(PageStruct, frozen=True):
    changed: bool
    etag: str


class TurnStart(PageStruct, frozen=True):
    turn: int
    moment: int


class HistoryResponse(PageStruct, frozen=True):
    moment: int
    stops: list[int]
    turns: list[TurnStart]


class ChartSeries(PageStruct, frozen=True):
    id: str
    title: str
    side: str
    points: list[tuple[int, float]]


class ChartsResponse(PageStruct, frozen=True):
    series: list[ChartSeries]


class AttacksResponse(PageStruct, frozen=True):
    moment: int
    attacks: tuple[OddsBrief, ...]


class ReviewPoint(PageStruct, frozen=True):
    """How a position stood for the first side."""

    moment: int
    turn: int
    value: float


class TurningPoint(PageStruct, frozen=True):
    """Where the game turned: the decision it begins with, and what the log says most tellingly about it."""

    moment: int
    turn: int
    change: float
    line: LogLine | None


class ReviewResponse(PageStruct, frozen=True):
    """The officer's view of a game that is over; without points the officer has none."""

    sides: tuple[str, ...]
    scale: str
    points: tuple[ReviewPoint, ...]
    turning: tuple[TurningPoint, ...]


class NoteInfo(PageStruct, frozen=True):
    """A note; a seat numbers its own."""

    seat: str
    n: int
    kind: str
    place: str
    target: str
    text: str
    shared: bool
    mine: bool


class NotesResponse(PageStruct, frozen=True):
    notes: tuple[NoteInfo, ...]


class HintResponse(PageStruct, frozen=True):
    by: str
    moment: int
    action: str
    why: str
    hint: Hint


class SideLuck(PageStruct, frozen=True):
    """How lucky a side was: the sum of the ranks of all rolls of battles, by either side, less one half each."""

    side: str
    luck: float
    rolls: int


class LuckResponse(PageStruct, frozen=True):
    """Of each side, once the game is over; hidden rolls count too."""

    sides: tuple[SideLuck, ...]


class VerifyResponse(PageStruct, frozen=True):
    over: bool
    ok: bool | None
    commitment: str
    secret: str
    faults: list[str]
