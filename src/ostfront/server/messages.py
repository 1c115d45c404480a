"""What the page and the server send each other: requests, responses and refusals. See docs/design/table.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ostfront.core.page.questions import Asked, LogLine, Reason
from ostfront.core.page.table import (
    FactPanel,
    Gone,
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
        self, status: int, kind: str, message: str, objections: Sequence[Reason] = (), view: bytes | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.objections = tuple(objections)
        self.view = view

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
    game: str
    seats: list[SeatRequest]
    scenario: str = ""
    options: dict[str, Any] = {}


class DraftRequest(msgspec.Struct, forbid_unknown_fields=True):
    after: int
    actions: list[str]


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    moment: int


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


class ImportRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    seats: list[SeatRequest] = []


# ---- what the page gets ----------------------------------------------------------------------------------


class Fault(PageStruct, frozen=True):
    """Why a request was refused."""

    kind: str
    message: str
    objections: tuple[Reason, ...]


class Named(PageStruct, frozen=True):
    """A scenario or a level to choose."""

    id: str
    title: str


class GameOption(PageStruct, frozen=True):
    id: str
    summary: str
    choices: tuple[str | int | bool, ...]
    default: str | int | bool
    rule: str
    scenarios: tuple[str, ...]


class SeatOffered(PageStruct, frozen=True):
    id: str
    side: str


class SeatsResponse(PageStruct, frozen=True):
    seats: tuple[SeatOffered, ...]


class CatalogueGame(PageStruct, frozen=True):
    """A game to choose; `seats` are those of its first scenario with the default options."""

    id: str
    title: str
    complete: bool
    rules_version: str
    scenarios: tuple[Named, ...]
    options: tuple[GameOption, ...]
    seats: tuple[SeatOffered, ...]
    image: str


class Catalogue(PageStruct, frozen=True):
    version: str
    games: tuple[CatalogueGame, ...]
    levels: tuple[Named, ...]


class SeatInfo(PageStruct, frozen=True):
    seat: str
    player: str
    level: str
    name: str
    token: str


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
    winner: str
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
    asked: tuple[Asked, ...]
    draft: DraftInfo
    orders: tuple[OrderInfo, ...]
    checkpoint: int
    result: ResultInfo | None


class LogResponse(msgspec.Struct, rename={"start": "from"}, frozen=True):
    start: int
    moment: int
    lines: list[LogLine]


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


class HintResponse(PageStruct, frozen=True):
    by: str
    moment: int
    action: str
    why: str


class VerifyResponse(PageStruct, frozen=True):
    over: bool
    ok: bool | None
    commitment: str
    secret: str
    faults: list[str]
